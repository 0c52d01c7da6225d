//! Fifty people log in at once, as at kick-off, and nobody else notices.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
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
    // Everybody comes from an address of their own: this is about passwords, not about guessing.
    let settings = [("TOUCHLINE_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]")];
    let touchline = Server::serve(tempfile::tempdir()?, &["serve", "--demo"], &settings).await?;
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
            logins.spawn(log_in(touchline.address(), round * AT_ONCE + person));
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

async fn log_in(address: std::net::SocketAddr, person: usize) -> Result<()> {
    let mut connection = Connection::open(address).await?;
    let (_, page) = connection.fetch(&get("/", "identity")).await?;
    let page = String::from_utf8(page)?;
    let key = page.split_once("\"api_key\":\"").and_then(|(_, rest)| rest.split_once('"')).context("no key")?.0;
    let body = format!(r#"{{"api_key":"{key}","email":"fan@demo.test","password":"touchline-demo"}}"#);
    let from = format!("10.{}.{}.1", person / 256, person % 256);
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
