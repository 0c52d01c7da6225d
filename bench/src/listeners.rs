//! Ten thousand open pages that only wait for a game to change.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::http::{Connection, get};
use crate::process::Server;
use crate::report;

const LISTENERS: usize = 10_000;
/// Memory of the server for each of them.
const CEILING: usize = 8 * 1024;

/// Prints the figure; false when it is over its ceiling.
pub(crate) async fn run() -> Result<bool> {
    raise_file_limit()?;
    let settings = [("TOUCHLINE_MAX_CONNECTIONS", "16384"), ("TOUCHLINE_MAX_CONNECTIONS_PER_ADDRESS", "16384")];
    let touchline = Server::serve(tempfile::tempdir()?, &["serve", "--demo"], &settings).await?;
    let (_, page) = Connection::open(touchline.address()).await?.fetch(&get("/", "identity")).await?;
    let page = String::from_utf8(page)?;
    let key =
        page.split_once("\"api_key\":\"").and_then(|(_, rest)| rest.split_once('"')).context("a page without key")?.0;
    let request = get(&format!("/api/live-updates?api_key={key}"), "identity");

    // The first ones bring what is needed once.
    let mut open = Vec::new();
    for _ in 0..100 {
        open.push(listen(&touchline, &request).await?);
    }
    let before = touchline.memory()?;
    for _ in 0..LISTENERS {
        open.push(listen(&touchline, &request).await?);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let each = touchline.memory()?.saturating_sub(before) / LISTENERS;
    let cpu_before = touchline.cpu_time()?;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let cpu = (touchline.cpu_time()? - cpu_before).as_secs_f64() / 10.0 * 100.0;
    let passed = each <= CEILING;
    let verdict = if passed { "kept" } else { "MISSED" };
    report::print(&format!(
        "listeners: {LISTENERS} open, {each} bytes of memory each, {cpu:.1} % of a core while they wait; \
         ceiling {CEILING} bytes: {verdict}"
    ));
    drop(open);
    touchline.stop().await?;
    Ok(passed)
}

/// Opens a stream and reads its first event.
async fn listen(server: &Server, request: &[u8]) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(server.address()).await?;
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    while !answer.windows(6).any(|window| window == b"data: ") {
        let mut part = [0; 1024];
        let count = stream.read(&mut part).await?;
        ensure!(count > 0, "the stream ended: {}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&part[..count]);
    }
    ensure!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    Ok(stream)
}

fn raise_file_limit() -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit)?;
    let enough = limit.current.is_none_or(|files| files > LISTENERS as u64 + 200);
    ensure!(enough, "this needs more than {LISTENERS} open files; raise the limit (ulimit -n)");
    Ok(())
}
