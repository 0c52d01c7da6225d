//! What can go wrong with the database.

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
    /// The caller's data does not fit what is stored.
    #[error("{0}")]
    Conflict(String),
}

impl From<DbErr> for Error {
    fn from(cause: DbErr) -> Self {
        if is_retryable(&cause) { Self::Busy(cause.to_string()) } else { Self::Unavailable(cause.to_string()) }
    }
}

/// Whether the same transaction may succeed when it is run again: serialisation failure, deadlock, or a busy file.
fn is_retryable(cause: &DbErr) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(cause))
    | DbErr::Query(RuntimeErr::SqlxError(cause))
    | DbErr::Conn(RuntimeErr::SqlxError(cause))) = cause
    else {
        return false;
    };
    let sqlx::Error::Database(cause) = &**cause else { return false };
    // PostgreSQL's codes are SQLSTATEs; SQLite's are numbers: 5 is BUSY, 517 BUSY_SNAPSHOT.
    matches!(cause.code().as_deref(), Some("40001" | "40P01" | "5" | "517"))
}

/// Rows that always read back convert without an error of their own.
impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}
