//! A disk that fails, and is well again: what was acknowledged is there, and everything after it too. The disks are real: a
//! small file system that is full, and one whose syncs fail. What is there is judged by another connection.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};
use store::{Error, Store};

/// Set for the child process that lives on such a disk: its folder.
const FOLDER: &str = "TOUCHLINE_TEST_DISK";
/// Syncs fail while the file of this name is there.
const SIGN: &str = "TOUCHLINE_TEST_SYNC_FAILS";
/// Room for the tables, their log and a few of the rows below.
const BYTES: u32 = 12_000_000;
/// More than the log of an almost empty database has room for.
const ROW: usize = 1_000_000;

/// In the place of the C library's own, in front of every sync of the child.
const SYNC: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static int answer(long call, int file) {
    const char *sign = getenv("TOUCHLINE_TEST_SYNC_FAILS");
    if (sign && access(sign, F_OK) == 0) { errno = EIO; return -1; }
    return syscall(call, file);
}
int fsync(int file) { return answer(SYS_fsync, file); }
int fdatasync(int file) { return answer(SYS_fdatasync, file); }
"#;

/// I3: a disk that was full for one, two or three commits, with a refused one in between, loses nothing afterwards.
#[test]
fn a_full_disk_loses_nothing_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let mut small = Command::new("bwrap");
    small.args(["--dev-bind", "/", "/", "--size", &BYTES.to_string(), "--tmpfs"]).arg(folder.path());
    small.arg("--").arg(std::env::current_exe().unwrap());
    run(small.env(FOLDER, folder.path()), "child_on_a_full_disk");
}

/// I3: the same for syncs that failed.
#[test]
fn a_failed_sync_loses_nothing_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    run(&mut failing_sync(folder.path()), "child_whose_sync_fails");
}

/// I3: a sync that fails twice in a row ends the writer, and with it the program: the third may lie.
#[test]
fn a_sync_that_fails_twice_ends_the_writer() {
    let folder = tempfile::tempdir().unwrap();
    run(&mut failing_sync(folder.path()), "child_whose_sync_fails_twice");
}

fn failing_sync(folder: &Path) -> Command {
    let (code, library) = (folder.join("sync.c"), folder.join("sync.so"));
    std::fs::write(&code, SYNC).unwrap();
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &code]).status().unwrap();
    assert!(compiled.success(), "scripts/setup-system installs a C compiler");
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.env(FOLDER, folder).env(SIGN, folder.join("sign")).env("LD_PRELOAD", library);
    child
}

fn run(child: &mut Command, name: &str) {
    let child = child.args(["--exact", &format!("disk::{name}"), "--test-threads=1"]).output().unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && said.contains("1 passed"), "{said}\n{}", String::from_utf8_lossy(&child.stderr));
}

#[tokio::test]
async fn child_on_a_full_disk() {
    let Some(folder) = folder() else { return };
    let filler = folder.join("filler");
    let disk = Disk::new(&folder).await;
    for times in 1..=3 {
        for _ in 0..times {
            fill(&filler);
            assert!(disk.insert(ROW).await.is_err(), "there is no room for it");
            std::fs::remove_file(&filler).unwrap();
            disk.refuse().await;
        }
        disk.works().await;
    }
}

#[tokio::test]
async fn child_whose_sync_fails() {
    let Some(folder) = folder() else { return };
    let sign = PathBuf::from(std::env::var_os(SIGN).unwrap());
    let disk = Disk::new(&folder).await;
    for times in 1..=3 {
        for _ in 0..times {
            std::fs::write(&sign, "").unwrap();
            let failed = disk.insert(1).await;
            assert!(failed.is_err(), "it did not reach the disk");
            std::fs::remove_file(&sign).unwrap();
            disk.refuse().await;
        }
        disk.works().await;
    }
}

#[tokio::test]
async fn child_whose_sync_fails_twice() {
    let Some(folder) = folder() else { return };
    let disk = Disk::new(&folder).await;
    std::fs::write(std::env::var_os(SIGN).unwrap(), "").unwrap();
    assert!(disk.insert(1).await.is_err());
    assert!(disk.store.check().await.is_err());
    tokio::time::timeout(Duration::from_secs(60), disk.store.writer_died()).await.expect("the writer ends");
    assert!(disk.insert(1).await.is_err());
}

fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

fn fill(file: &Path) {
    let mut file = File::create(file).unwrap();
    // Down to the last byte: whole pages first.
    for part in [vec![0; 65_536], vec![0; 512], vec![0]] {
        loop {
            match file.write_all(&part) {
                Ok(()) => {}
                Err(cause) if cause.kind() == ErrorKind::StorageFull => break,
                Err(cause) => panic!("{cause}"),
            }
        }
    }
}

struct Disk {
    store: Store,
    url: String,
}

impl Disk {
    async fn new(folder: &Path) -> Self {
        let url = format!("sqlite:{}", folder.join("touchline.db").display());
        let store = Store::open(&url).await.unwrap();
        store.migrate().await.unwrap();
        let disk = Self { store, url };
        disk.execute("CREATE TABLE notes (number INTEGER PRIMARY KEY, text BLOB)".into()).await.unwrap();
        disk
    }

    async fn execute(&self, sql: String) -> store::Result<()> {
        self.store
            .write(move |tx| {
                let sql = sql.clone();
                Box::pin(async move {
                    tx.execute_unprepared(&sql).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn insert(&self, bytes: usize) -> store::Result<()> {
        self.execute(format!("INSERT INTO notes (text) VALUES (zeroblob({bytes}))")).await
    }

    /// A caller whose work is not to be kept: the transaction of all others is rolled back to where it began.
    async fn refuse(&self) {
        let refused = self.store.write(|_| Box::pin(async { Err::<(), _>(Error::Conflict("no".into())) })).await;
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
    }

    /// Every write that is acknowledged is there for others at once.
    async fn works(&self) {
        for _ in 0..12 {
            let before = self.seen().await;
            self.insert(1).await.unwrap();
            assert_eq!(self.seen().await, before + 1, "acknowledged, and not there");
            self.refuse().await;
        }
        self.store.check().await.unwrap();
    }

    async fn seen(&self) -> i64 {
        let other = Database::connect(&self.url).await.unwrap();
        let count = Statement::from_string(DbBackend::Sqlite, "SELECT count(*) FROM notes");
        let seen = other.query_one_raw(count).await.unwrap().unwrap().try_get_by_index(0).unwrap();
        other.close().await.unwrap();
        seen
    }
}
