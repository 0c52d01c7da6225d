//! Two hundred people buy at once, each from the button to the open game; the bank is in the same process.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use domain::ids::ChannelId;
use domain::time::Timestamp;
use serde_json::Value;
use store::Store;
use tempfile::TempDir;
use testkit::books::{Books, Told};
use testkit::shop::{self, Fan, PAID_GAME, SEASON_PASS};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::http::{Connection, get, post};
use crate::process::Server;
use crate::report::{self, milliseconds};

const AT_ONCE: usize = 200;
/// How long 99 of 100 purchases may take.
const CEILING: Duration = Duration::from_secs(2);
/// Between two looks at an order that is not decided yet.
const PAUSE: Duration = Duration::from_millis(50);
/// Nobody waits for longer than this.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Prints the figures; false when a purchase was lost, doubled, or took too long.
pub(crate) async fn run() -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let (url, channel, fans) = fill(&folder).await?;
    let data = folder.path().join("data");
    let settings = [
        ("TOUCHLINE_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]"),
        ("DATABASE_URL", url.as_str()),
        ("TOUCHLINE_TEST_PAYMENTS", "true"),
    ];
    let touchline = Server::serve(folder, &["serve"], &settings).await?;
    let start = Arc::new(Barrier::new(AT_ONCE));
    let mut buying = JoinSet::new();
    for (number, fan) in fans.into_iter().enumerate() {
        buying.spawn(buy(touchline.address(), number, fan, start.clone()));
    }
    let (mut times, mut told) = (Vec::new(), Vec::new());
    while let Some(done) = buying.join_next().await {
        let (time, order) = done??;
        times.push(time);
        told.push(Told { order, is_paid: true });
    }
    let ledger = ledger(touchline.address(), &std::fs::read(data.join("testbank/keys.json"))?).await?;
    let breaches = Books::read(&url, channel).await?.breaches(&ledger, &told, now()?);
    for breach in &breaches {
        report::print(&format!("checkouts: {breach}"));
    }
    times.sort();
    let (p50, p99) = (times[times.len() / 2], times[(times.len() * 99).div_ceil(100) - 1]);
    let is_whole = breaches.is_empty() && ledger.len() == AT_ONCE;
    let passed = p99 <= CEILING && is_whole;
    let verdict = if passed { "kept" } else { "MISSED" };
    report::print(&format!(
        "checkouts: {AT_ONCE} at once on SQLite, {} charges, {}; from the button to the open game p50 {}, p99 {}; ceiling {}: \
         {verdict}",
        ledger.len(),
        if is_whole { "none lost, none doubled" } else { "the books are WRONG" },
        milliseconds(p50),
        milliseconds(p99),
        milliseconds(CEILING)
    ));
    touchline.stop().await?;
    Ok(passed)
}

/// A channel that sells, with people who are logged in, as the server finds it.
async fn fill(folder: &TempDir) -> Result<(String, ChannelId, Vec<Fan>)> {
    let url = format!("sqlite:{}", folder.path().join("checkouts.db").display());
    let store = Store::open(&url).await?;
    store.migrate().await?;
    let channel = store.channel_import(shop::shop("localhost")).await?;
    let fans = shop::fans(&store, channel, AT_ONCE, now()?).await?;
    Ok((url, channel, fans))
}

/// One purchase: how long it took until the game was open, and its order.
async fn buy(address: SocketAddr, number: usize, fan: Fan, start: Arc<Barrier>) -> Result<(Duration, i64)> {
    let body = serde_json::json!({
        "api_key": fan.key, "type": "package", "package_id": SEASON_PASS,
        "payment_method": "pm_card_visa", "idempotency_key": "a",
    });
    let request = post("/api/stripe/buy", &format!("10.1.0.{}", number + 1), &body.to_string());
    start.wait().await;
    let begun = Instant::now();
    let mut order = loop {
        // A refused buyer presses again, with the same key; the time counts.
        if let Some(bought) = try_ask(address, &request).await? {
            break bought["order"].clone();
        }
        ensure!(begun.elapsed() < TIMEOUT, "a buyer was turned away again and again");
        tokio::time::sleep(PAUSE).await;
    };
    let id = order["id"].as_i64().context("an order without an id")?;
    let look = get(&format!("/api/orders/{id}?api_key={}", fan.key), "identity");
    while order["status"] != "paid" {
        ensure!(begun.elapsed() < TIMEOUT, "order {id} is still {}", order["status"]);
        tokio::time::sleep(PAUSE).await;
        order = try_ask(address, &look).await?.unwrap_or(order);
    }
    let open = get(&format!("/api/events/{PAID_GAME}/playback?api_key={}", fan.key), "identity");
    ask(address, &open).await?;
    Ok((begun.elapsed(), id))
}

async fn ask(address: SocketAddr, request: &[u8]) -> Result<Value> {
    try_ask(address, request).await?.context("the server has no time")
}

/// None when the server has no time for it now.
async fn try_ask(address: SocketAddr, request: &[u8]) -> Result<Option<Value>> {
    let (head, body) = Connection::open(address).await?.fetch(request).await?;
    let mut answer: Value = serde_json::from_slice(&body)?;
    ensure!(matches!(head.status, 200 | 408 | 503), "a buyer was answered {}: {answer}", head.status);
    Ok((head.status == 200).then(|| answer["data"].take()))
}

/// All that the bank took; a page of its ledger has room for it.
async fn ledger(address: SocketAddr, keys: &[u8]) -> Result<Vec<Value>> {
    let keys: Value = serde_json::from_slice(keys)?;
    let key = keys["secret_key"].as_str().context("the bank has no key")?;
    let request =
        format!("GET /testbank/v1/testbank/ledger HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\r\n");
    let data = ask(address, request.as_bytes()).await?;
    data.as_array().cloned().context("the ledger is no list")
}

fn now() -> Result<Timestamp> {
    Ok(Timestamp(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?))
}
