//! Several processes that write to one database at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use store::{Error, Store};
use testkit::TestDatabase;

/// One process commits transaction after transaction, as a server does on a slow disk. Another one, such as a command, gets
/// its turn all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_busy_process_lets_another_one_write() {
    let test = TestDatabase::new().await;
    let is_done = Arc::new(AtomicBool::new(false));
    let (busy, done) = (test.store.clone(), is_done.clone());
    let writing = tokio::spawn(async move {
        while !done.load(Ordering::Relaxed) {
            slow_write(&busy).await.unwrap();
        }
    });
    let other = Store::open(&test.url).await.unwrap();
    for turn in 0..10 {
        if let Err(cause) = slow_write(&other).await {
            panic!("no turn after {turn}: {cause}");
        }
    }
    is_done.store(true, Ordering::Relaxed);
    writing.await.unwrap();
}

/// Holds the lock for as long as a slow disk takes to sync.
async fn slow_write(store: &Store) -> Result<(), Error> {
    let hold = || async {
        tokio::time::sleep(Duration::from_millis(40)).await;
        Ok(())
    };
    store.write(move |_| Box::pin(hold())).await
}
