//! Connections to the database, and when a connection must not be reused.

use std::fs::OpenOptions;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::sqlx::{AssertSqlSafe, Connection, Executor, Sqlite, pool::PoolOptions};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};

use crate::{Error, Result};

/// Corruption after a reset of the write-ahead log was mended in this version.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// How long a call waits for a connection or a lock until the database counts as unavailable.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How long SQLite itself waits for the lock of a write, which [`crate::writer`] then asks for again. In a longer wait
/// SQLite looks every 100 ms only, and another process that writes one transaction after the other is always before it.
const LOCK_WAIT: Duration = Duration::from_millis(10);

/// When the disk last failed under SQLite: connections that were open by then are closed instead of being used again,
/// since what they hold of the file may never have reached it.
#[derive(Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Option<Instant>>>);

impl Faults {
    pub(crate) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn came_within(&self, age: Duration) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|last| last.elapsed() <= age)
    }
}

pub(crate) async fn postgres(url: &str) -> Result<DatabaseConnection> {
    Ok(Database::connect(options(url, 20)).await?)
}

/// The file of a database that is one.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    url.strip_prefix("sqlite:").map(|path| PathBuf::from(path.trim_start_matches("//")))
}

/// The connection of all writes to the database file, which is created if it is missing.
pub(crate) async fn sqlite_writer(file: &Path, faults: &Faults) -> Result<DatabaseConnection> {
    sqlite(file, 1, faults, |pool| {
        pool.after_connect(|connection, _| {
            Box::pin(async move {
                // Not before: opening a file that another process just creates takes longer.
                let wait = AssertSqlSafe(format!("PRAGMA busy_timeout = {}", LOCK_WAIT.as_millis()));
                connection.execute(wait).await.map(drop)
            })
        })
    })
    .await
}

pub(crate) async fn sqlite_readers(file: &Path, faults: &Faults) -> Result<DatabaseConnection> {
    sqlite(file, 8, faults, |pool| pool).await
}

async fn sqlite(
    file: &Path,
    connections: u32,
    faults: &Faults,
    configure: fn(PoolOptions<Sqlite>) -> PoolOptions<Sqlite>,
) -> Result<DatabaseConnection> {
    create_private(file)?;
    close_to_others(file);
    let mut options = options(&format!("sqlite:{}", file.display()), connections);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Anything less loses acknowledged writes at a power cut.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(TIMEOUT)
            .foreign_keys(true)
    });
    let faults = faults.clone();
    options.map_sqlx_sqlite_pool_opts(move |pool| configure(distrusting(pool, faults.clone())));
    let connection = Database::connect(options).await?;
    check_sqlite_version(&connection).await?;
    Ok(connection)
}

fn options(url: &str, connections: u32) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options.max_connections(connections).acquire_timeout(TIMEOUT).connect_timeout(TIMEOUT).sqlx_logging(false);
    options
}

/// Sqlx counts a transaction whose COMMIT failed as open for ever, whatever SQLite did with it: the next one would be a
/// savepoint in it, and nothing would be committed any more. Such a connection is closed when it comes back.
fn distrusting(pool: PoolOptions<Sqlite>, faults: Faults) -> PoolOptions<Sqlite> {
    let pool = pool.after_release(|connection, _| {
        Box::pin(async move {
            // A rollback that is still waiting for its turn is done before this.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    });
    pool.before_acquire(move |_, connection| {
        let is_older = faults.came_within(connection.age);
        Box::pin(async move { Ok(!is_older) })
    })
}

/// Makes the file readable to its owner only; SQLite gives its log files the same mode.
fn create_private(file: &Path) -> Result<()> {
    let open = OpenOptions::new().create(true).append(true).mode(0o600).open(file);
    open.map(drop)
        .map_err(|cause| Error::Unavailable(format!("cannot open the database file {}: {cause}", file.display())))
}

/// Closes files that were made with wider rights, those of the log too.
fn close_to_others(file: &Path) {
    for end in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        let is_open = std::fs::metadata(&name).is_ok_and(|about| about.permissions().mode() & 0o077 != 0);
        if is_open {
            // It fails for another user's file alone, which they let us use: theirs to close.
            let _ = std::fs::set_permissions(&name, std::fs::Permissions::from_mode(0o600));
        }
    }
}

async fn check_sqlite_version(connection: &DatabaseConnection) -> Result<()> {
    let select = Statement::from_string(DbBackend::Sqlite, "SELECT sqlite_version() AS version");
    let version: String =
        connection.query_one_raw(select).await?.map(|row| row.try_get("", "version")).transpose()?.unwrap_or_default();
    let numbers: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
    if numbers.as_slice() < OLDEST_SQLITE.as_slice() {
        return Err(Error::Unavailable(format!("SQLite {version} is too old: it can damage its write-ahead log")));
    }
    Ok(())
}
