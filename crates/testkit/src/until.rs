//! Waiting for a condition.

use std::time::{Duration, Instant};

/// How long a test waits for what has to come. Only a test that fails waits that long, and a machine may be several times
/// slower than it was a minute ago.
pub const TIMEOUT: Duration = Duration::from_secs(300);

/// What a test looks for, as soon as it is there.
pub async fn until<T>(what: &str, patience: Duration, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begun.elapsed() < patience, "{what} did not come");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
