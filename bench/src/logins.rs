//! Fifty people log in at once, as at kick-off, and nobody else notices.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use store::Store;
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::http::{Connection, get, post};
use crate::process::Server;
use crate::report::{self, milliseconds};

const AT_ONCE: usize = 50;
const ROUNDS: usize = 5;
/// How long 99 of 100 health checks may take meanwhile.
const CEILING: Duration = Duration::from_millis(50);
/// Health is asked this often: a check that waits does not keep the next one from being counted.
const PACE: Duration = Duration::from_millis(2);

/// Prints the figures; false when health checks were slower than their ceiling.
pub(crate) async fn run() -> Result<bool> {
    // Everybody has an account and comes from an address of their own: this is about passwords, not about guessing.
    let folder = tempfile::tempdir()?;
    let url = fill(&folder).await?;
    let settings = [("TOUCHLINE_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]"), ("DATABASE_URL", url.as_str())];
    let touchline = Server::serve(folder, &["serve"], &settings).await?;
    let mut idle = Vec::new();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        idle.push(check(&touchline).await?);
        tokio::time::sleep(PACE).await;
    }
    let mut busy = Vec::new();
    let mut slowest = Duration::ZERO;
    for round in 0..ROUNDS {
        let mut logins = JoinSet::new();
        for person in 0..AT_ONCE {
            logins.spawn(log_in(touchline.address(), round, person));
        }
        let begun = Instant::now();
        let mut checks = JoinSet::new();
        while !logins.is_empty() {
            let connection = Connection::open(touchline.address()).await?;
            checks.spawn(timed(connection));
            tokio::time::sleep(PACE).await;
            while let Some(done) = logins.try_join_next() {
                done??;
            }
        }
        slowest = slowest.max(begun.elapsed());
        while let Some(done) = checks.join_next().await {
            busy.push(done??);
        }
    }
    let (idle, busy) = (percentile(idle, 0.99)?, percentile(busy, 0.99)?);
    let passed = busy <= CEILING;
    let verdict = if passed { "kept" } else { "MISSED" };
    report::print(&format!(
        "logins: {AT_ONCE} at once, all in within {}; meanwhile 99 of 100 health checks took at most {} ({} with nobody \
         logging in); ceiling {}: {verdict}",
        milliseconds(slowest),
        milliseconds(busy),
        milliseconds(idle),
        milliseconds(CEILING)
    ));
    touchline.stop().await?;
    Ok(passed)
}

/// A channel with people to log in, as the server finds it.
async fn fill(folder: &TempDir) -> Result<String> {
    let url = format!("sqlite:{}", folder.path().join("logins.db").display());
    let store = Store::open(&url).await?;
    store.migrate().await?;
    let mut channel = testkit::channel("logins", 1);
    channel.hosts = vec!["localhost".into()];
    let channel = store.channel_import(channel).await?;
    for person in 0..AT_ONCE {
        store.account_create(channel, testkit::account(&email(person))).await?.context("the address is taken")?;
    }
    Ok(url)
}

fn email(person: usize) -> String {
    format!("fan{person}@demo.test")
}

async fn log_in(address: SocketAddr, round: usize, person: usize) -> Result<()> {
    let mut connection = Connection::open(address).await?;
    let (_, page) = connection.fetch(&get("/", "identity")).await?;
    let page = String::from_utf8(page)?;
    let key = page.split_once("\"api_key\":\"").and_then(|(_, rest)| rest.split_once('"')).context("no key")?.0;
    let body = format!(r#"{{"api_key":"{key}","email":"{}","password":"{}"}}"#, email(person), testkit::PASSWORD);
    let from = format!("10.{round}.{person}.1");
    let (status, _) = connection.exchange(&post("/api/v2/auth/login", &from, &body)).await?;
    ensure!(status == 200, "a login was answered with {status}");
    Ok(())
}

async fn check(server: &Server) -> Result<Duration> {
    timed(Connection::open(server.address()).await?).await
}

async fn timed(mut connection: Connection) -> Result<Duration> {
    let asked = Instant::now();
    let (status, _) = connection.exchange(&get("/healthz", "identity")).await?;
    ensure!(status == 200, "/healthz answered {status}");
    Ok(asked.elapsed())
}

fn percentile(mut times: Vec<Duration>, share: f64) -> Result<Duration> {
    times.sort();
    let place = (times.len().saturating_sub(1) as f64 * share).round() as usize;
    times.get(place).copied().context("nothing was measured")
}
