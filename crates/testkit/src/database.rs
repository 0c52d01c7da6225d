//! A database of its own for each test: SQLite, or the PostgreSQL server that `TEST_DATABASE_URL` names.

use std::path::Path;
use std::sync::Mutex;

use sea_orm::{ConnectionTrait, Database};
use store::Store;
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// An open store with its tables; the folder goes with it.
pub struct TestDatabase {
    pub store: Store,
    pub url: String,
    pub folder: TempDir,
    _use: Use,
}

/// The names of PostgreSQL databases whose tests are over. The next one that is made takes them away: each has 8 MB.
static USED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Ends with the test that uses the database.
struct Use(Option<String>);

impl Drop for Use {
    fn drop(&mut self) {
        USED.lock().expect("no test fails while it holds this").extend(self.0.take());
    }
}

impl TestDatabase {
    pub async fn new() -> Self {
        install_tls();
        let folder = tempfile::tempdir().expect("a folder for the test");
        let url = match server() {
            Some(server) => migrated_postgres(&server).await,
            None => migrated_sqlite(folder.path()).await,
        };
        let store = Store::open(&url).await.expect("the database opens");
        let name =
            url.strip_prefix("postgres:").and_then(|rest| rest.rsplit_once('/')).map(|(_, name)| name.to_owned());
        Self { store, url, folder, _use: Use(name) }
    }

    /// The same database as another server of the same channels has it, with a folder of its own.
    pub async fn shared(&self) -> Self {
        let store = Store::open(&self.url).await.expect("the database opens once more");
        let folder = tempfile::tempdir().expect("a folder for the other server");
        Self { store, url: self.url.clone(), folder, _use: Use(None) }
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
    install_tls();
    Some(create_postgres(&server()?, "").await)
}

/// Every test that talks to a server comes by here, and its client wants to know how connections are encrypted, as the
/// program says in its first line. It can only be there already, and then it is the same.
pub fn install_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

fn server() -> Option<String> {
    std::env::var("TEST_DATABASE_URL").ok()
}

/// Tables are made once in a run and copied for each test: the migrations take longer than most tests.
async fn migrated_sqlite(folder: &Path) -> String {
    static MIGRATED: OnceCell<Vec<u8>> = OnceCell::const_new();
    let migrated = MIGRATED.get_or_init(async || {
        let folder = tempfile::tempdir().expect("a folder for the tables");
        let file = folder.path().join("tables.db");
        let url = format!("sqlite:{}", file.display());
        migrate(&url).await;
        execute(&url, "PRAGMA wal_checkpoint(TRUNCATE)").await;
        std::fs::read(&file).expect("the tables are read")
    });
    let file = folder.join("touchline.db");
    std::fs::write(&file, migrated.await).expect("the tables are copied");
    format!("sqlite:{}", file.display())
}

async fn migrated_postgres(server: &str) -> String {
    static MIGRATED: OnceCell<String> = OnceCell::const_new();
    let template = MIGRATED.get_or_init(async || {
        let url = create_postgres(server, "").await;
        migrate(&url).await;
        let (_, name) = url.rsplit_once('/').expect("the address ends in a database");
        // A database with open connections cannot be copied.
        execute(server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false")).await;
        execute(server, &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
            .await;
        name.to_owned()
    });
    create_postgres(server, &format!("TEMPLATE {}", template.await)).await
}

async fn migrate(url: &str) {
    let store = Store::open(url).await.expect("the database opens");
    store.migrate().await.expect("the tables are made");
}

async fn create_postgres(server: &str, options: &str) -> String {
    let name = format!("test_{}", uuid::Uuid::now_v7().simple());
    let connection = Database::connect(server).await.expect("the server answers");
    let used = std::mem::take(&mut *USED.lock().expect("no test fails while it holds this"));
    for used in used {
        let sql = format!("DROP DATABASE {used} WITH (FORCE)");
        connection.execute_unprepared(&sql).await.expect("the used database goes");
    }
    let sql = format!("CREATE DATABASE {name} {options}");
    connection.execute_unprepared(&sql).await.expect("the database is made");
    connection.close().await.expect("the connection closes");
    let (address, _) = server.rsplit_once('/').expect("TEST_DATABASE_URL ends in a database");
    format!("{address}/{name}")
}
