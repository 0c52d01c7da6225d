//! Whether the database accepts reads and writes.

use sea_orm::{ConnectionTrait, Statement};

use crate::{Error, Result, Store};

/// One row for all servers: a mark that grows.
const SET_MARK: &str = "INSERT INTO marks (id, mark) VALUES (1, 1) \
    ON CONFLICT (id) DO UPDATE SET mark = marks.mark + 1 RETURNING mark";
const READ_MARK: &str = "SELECT mark FROM marks WHERE id = 1";

impl Store {
    /// Whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        self.read().execute_unprepared("SELECT 1").await?;
        Ok(())
    }

    /// Whether what is written is there for others: sets a mark, and looks for it by another connection.
    pub async fn check(&self) -> Result<()> {
        let set = self.write(|tx| Box::pin(async move { mark(tx, SET_MARK).await })).await?;
        let seen = mark(self.read(), READ_MARK).await?;
        if seen < set {
            return Err(Error::Unavailable("what was written cannot be read".into()));
        }
        Ok(())
    }
}

async fn mark(connection: &impl ConnectionTrait, sql: &str) -> Result<i64> {
    let row = connection.query_one_raw(Statement::from_string(connection.get_database_backend(), sql)).await?;
    let row = row.ok_or_else(|| Error::Unavailable("there is no mark".into()))?;
    Ok(row.try_get_by_index(0)?)
}
