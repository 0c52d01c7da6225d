//! Errors of the database.

use sea_orm::{DbErr, RuntimeErr, sqlx};

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database is away or broken; the same call may work later.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// Others were writing the same rows, or held the file, for too long.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// The disk failed under SQLite: what was being written may be there or not.
    #[error("the disk failed: {0}")]
    Disk(DiskError),
    /// The caller's data does not fit what is stored.
    #[error("{0}")]
    Conflict(String),
}

/// How the disk failed.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct DiskError {
    text: String,
    /// Whether what was written could not be brought onto the disk. Asked again, the system may say that it could.
    pub(crate) is_sync: bool,
}

impl DiskError {
    pub(crate) fn in_transaction() -> Self {
        Self { text: "a transaction was cut short".into(), is_sync: false }
    }
}

impl From<DbErr> for Error {
    fn from(cause: DbErr) -> Self {
        let text = cause.to_string();
        match code(&cause).as_deref() {
            // PostgreSQL's codes are SQLSTATEs: serialisation failure and deadlock. SQLite's are numbers: BUSY and
            // BUSY_SNAPSHOT. The same transaction may succeed when it is run again.
            Some("40001" | "40P01" | "5" | "517") => Self::Busy(text),
            // IOERR_FSYNC and IOERR_DIR_FSYNC.
            Some("1034" | "1290") => Self::Disk(DiskError { text, is_sync: true }),
            Some(code) if is_sqlite_io(code) => Self::Disk(DiskError { text, is_sync: false }),
            _ => Self::Unavailable(text),
        }
    }
}

/// Whether the call may have failed because the database went away: it is no answer of it, or says that it stops.
pub(crate) fn is_lost(cause: &DbErr) -> bool {
    let is_call = matches!(cause, DbErr::Exec(_) | DbErr::Query(_) | DbErr::Conn(_) | DbErr::ConnectionAcquire(_));
    is_call && code(cause).is_none_or(|code| code.starts_with("57P"))
}

fn code(cause: &DbErr) -> Option<String> {
    let (DbErr::Exec(RuntimeErr::SqlxError(cause))
    | DbErr::Query(RuntimeErr::SqlxError(cause))
    | DbErr::Conn(RuntimeErr::SqlxError(cause))) = cause
    else {
        return None;
    };
    let sqlx::Error::Database(cause) = &**cause else { return None };
    cause.code().map(|code| code.into_owned())
}

/// SQLITE_IOERR and its kinds, which stand in the lower byte; SQLSTATEs have five characters.
fn is_sqlite_io(code: &str) -> bool {
    code.len() < 5 && code.parse::<u32>().is_ok_and(|code| code & 0xff == 10)
}

/// Rows that always read back convert without an error of their own.
impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}
