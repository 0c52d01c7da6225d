//! A database of its own for each test: SQLite, or the PostgreSQL server that `TEST_DATABASE_URL` names.

use sea_orm::{ConnectionTrait, Database};
use store::Store;
use tempfile::TempDir;

/// An open store with its tables; the folder goes with it.
pub struct TestDatabase {
    pub store: Store,
    pub url: String,
    pub folder: TempDir,
}

impl TestDatabase {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let sqlite = format!("sqlite:{}", folder.path().join("touchline.db").display());
        let url = postgres_database().await.unwrap_or(sqlite);
        let store = Store::open(&url).await.expect("the database opens");
        store.migrate().await.expect("the tables are made");
        Self { store, url, folder }
    }

    pub fn is_sqlite(&self) -> bool {
        self.url.starts_with("sqlite:")
    }

    /// Runs SQL past the store, as a fault or an operator would.
    pub async fn execute(&self, sql: &str) {
        execute(&self.url, sql).await;
    }
}

/// Runs SQL on the database at this address, past any store.
pub async fn execute(url: &str, sql: &str) {
    let connection = Database::connect(url).await.expect("a second connection");
    connection.execute_unprepared(sql).await.expect("the SQL runs");
    connection.close().await.expect("the connection closes");
}

/// A new, empty database on the PostgreSQL server that the tests are to use, if there is one.
pub async fn postgres_database() -> Option<String> {
    // Every test that talks to a server comes by here, and its client wants to know how connections are encrypted, as
    // the program says in its first line. It can only be there already, and then it is the same.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let server = std::env::var("TEST_DATABASE_URL").ok()?;
    let name = format!("test_{}", uuid::Uuid::now_v7().simple());
    let connection = Database::connect(&server).await.expect("TEST_DATABASE_URL answers");
    connection.execute_unprepared(&format!("CREATE DATABASE {name}")).await.expect("a new database");
    let (address, _) = server.rsplit_once('/').expect("TEST_DATABASE_URL ends in a database");
    Some(format!("{address}/{name}"))
}
