//! Acknowledged writes survive the death of the process, and a writer that is gone is noticed.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use sea_orm::ConnectionTrait;
use store::{Error, Store};
use testkit::{TestDatabase, channel};

/// Set for the child process that writes until it is killed.
const CHILD_URL: &str = "TOUCHLINE_TEST_WRITER_URL";

/// I3: whatever was acknowledged is still there after `kill -9`.
#[tokio::test]
async fn acknowledged_writes_survive_kill_9() {
    let test = TestDatabase::new().await;
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "durability::child_that_writes", "--nocapture", "--test-threads=1"])
        .env(CHILD_URL, &test.url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut acknowledged = 0;
    for line in lines {
        if let Some(count) = line.unwrap().strip_prefix("acknowledged ") {
            acknowledged = count.parse::<i64>().unwrap();
        }
        if acknowledged >= 25 {
            child.kill().unwrap();
            break;
        }
    }
    child.wait().unwrap();
    assert!(acknowledged >= 25, "the child stopped early");

    let reopened = Store::open(&test.url).await.unwrap();
    let versions = reopened.channel_versions().await.unwrap();
    assert!(versions[0].1.content >= acknowledged, "lost a write: {versions:?} after {acknowledged}");
}

/// The process that the test above kills; by itself it does nothing.
#[tokio::test]
#[expect(clippy::print_stdout, reason = "its parent counts the lines")]
async fn child_that_writes() {
    let Ok(url) = std::env::var(CHILD_URL) else { return };
    let store = Store::open(&url).await.unwrap();
    for count in 1..10_000 {
        store.channel_import(channel("demo", 1)).await.unwrap();
        println!("acknowledged {count}");
    }
}

/// The settings that a power cut needs: a full sync at each commit, a write-ahead log, checked references.
#[tokio::test]
async fn sqlite_syncs_fully_at_each_commit() {
    let test = TestDatabase::new().await;
    if !test.is_sqlite() {
        return;
    }
    let pragmas = test
        .store
        .write(|transaction| {
            Box::pin(async move {
                let mut found = Vec::new();
                for (pragma, expected) in [("synchronous", "2"), ("foreign_keys", "1"), ("journal_mode", "wal")] {
                    let statement =
                        sea_orm::Statement::from_string(sea_orm::DbBackend::Sqlite, format!("PRAGMA {pragma}"));
                    let row = transaction.query_one_raw(statement).await?.expect("a pragma answers");
                    let value = row
                        .try_get_by_index::<String>(0)
                        .or_else(|_| row.try_get_by_index::<i64>(0).map(|n| n.to_string()));
                    found.push((pragma, expected, value?));
                }
                Ok(found)
            })
        })
        .await
        .unwrap();
    for (pragma, expected, value) in pragmas {
        assert_eq!(value, expected, "{pragma}");
    }
}

/// T48: nobody else on the machine reads the database.
#[tokio::test]
async fn the_database_file_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let test = TestDatabase::new().await;
    let path = test.folder.path().join("new.db").display().to_string();
    let store = Store::open(&format!("sqlite:{path}")).await.unwrap();
    store.migrate().await.unwrap();
    for suffix in ["", "-wal", "-shm"] {
        let mode = std::fs::metadata(format!("{path}{suffix}")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{suffix}");
    }
}

#[tokio::test]
async fn many_writers_at_once_lose_nothing() {
    let test = TestDatabase::new().await;
    test.store.channel_import(channel("demo", 1)).await.unwrap();
    let writes = (0..200).map(|_| {
        let store = test.store.clone();
        tokio::spawn(async move {
            store
                .write(|transaction| {
                    Box::pin(async move {
                        transaction.execute_unprepared("UPDATE channels SET version = version + 1").await?;
                        Ok(())
                    })
                })
                .await
        })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap().unwrap();
    }
    assert_eq!(test.store.channel_versions().await.unwrap()[0].1.content, 201);
}

#[tokio::test]
async fn a_refused_write_undoes_only_itself() {
    let test = TestDatabase::new().await;
    test.store.channel_import(channel("demo", 1)).await.unwrap();
    let add = |keep: bool| {
        let store = test.store.clone();
        tokio::spawn(async move {
            store
                .write(move |transaction| {
                    Box::pin(async move {
                        transaction.execute_unprepared("UPDATE channels SET version = version + 1").await?;
                        if keep { Ok(()) } else { Err(Error::Conflict("no".into())) }
                    })
                })
                .await
                .is_ok()
        })
    };
    let all: Vec<_> = (0..40).map(|n| add(n % 2 == 0)).collect();
    let mut kept = 0;
    for write in all {
        kept += i64::from(write.await.unwrap());
    }
    assert_eq!(kept, 20);
    assert_eq!(test.store.channel_versions().await.unwrap()[0].1.content, 21);
}

/// A writer that dies is noticed at once, and its callers are told.
#[tokio::test]
async fn a_dead_writer_is_noticed() {
    let test = TestDatabase::new().await;
    if !test.is_sqlite() {
        return;
    }
    let write: Result<(), Error> = test.store.write(|_| Box::pin(async { panic!("the writer dies") })).await;
    assert!(write.is_err());
    tokio::time::timeout(Duration::from_secs(5), test.store.writer_died()).await.expect("noticed");
    let later: Result<(), Error> = test.store.write(|_| Box::pin(async { Ok(()) })).await;
    assert!(later.is_err());
}
