//! The console's search on a channel with 100,000 orders and accounts beside one with 1,000, in the same process and the
//! same run.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use domain::operator::{Action, Role};
use domain::session_key;
use domain::time::Timestamp;
use store::{NewOperatorSession, Store};
use tempfile::TempDir;

use crate::http::Connection;
use crate::load::{self, Plan, Target};
use crate::process::Server;
use crate::report;

const SMALL: (&str, i64, i64) = ("small", 1, 1_000);
const LARGE: (&str, i64, i64) = ("large", 10_000_001, 100_000);

/// The p50 of the large channel as a multiple of the small one's.
const LARGE_CEILING: f64 = 3.0;
/// The p95 on the large channel.
const TIME_CEILING: Duration = Duration::from_millis(100);

const ROUNDS: usize = 5;

/// One connection: the time of a request by itself, without a queue.
const PLAN: Plan = Plan {
    connections: 1,
    warm_up: Duration::from_millis(50),
    duration: Duration::from_millis(250),
    max_requests: 1_000_000,
};

/// What is typed: a buyer, the beginning of many buyers, a card, nobody.
const TEXTS: [&str; 4] = ["fan{first}@", "fan", "1234", "nobody@nowhere"];

/// Prints the figures; false when one is over its ceiling.
pub(crate) async fn run() -> Result<bool> {
    let mut passed = on("SQLite", None).await?;
    match testkit::postgres_database().await {
        Some(url) => passed &= on("PostgreSQL", Some(url)).await?,
        None => report::print("search: no TEST_DATABASE_URL, so PostgreSQL was not measured"),
    }
    Ok(passed)
}

async fn on(database: &str, postgres: Option<String>) -> Result<bool> {
    report::print(&format!("search: {} and {} orders into {database} …", SMALL.2, LARGE.2));
    let folder = tempfile::tempdir()?;
    let (url, channels, cookie) = fill(&folder, postgres).await?;
    let touchline = Server::serve(folder, &["serve"], &[("DATABASE_URL", &url)]).await?;
    let mut rows = vec![["text", "1,000 orders", "100,000 orders", "ratio", "p95"].map(String::from).to_vec()];
    let mut passed = true;
    for text in TEXTS {
        let request = async |(alias, first, _): (&str, i64, i64), channel: i64| {
            let text = text.replace("{first}", &first.to_string());
            let bytes = format!(
                "GET /console/api/channels/{channel}/search?text={text} HTTP/1.1\r\nhost: {alias}.localhost\r\n\
                 cookie: {cookie}\r\naccept-encoding: identity\r\n\r\n"
            );
            let (head, body) = Connection::open(touchline.address()).await?.fetch(bytes.as_bytes()).await?;
            ensure!(head.status == 200, "{text} answered {}", head.status);
            let target =
                Target { address: touchline.address(), request: bytes.into_bytes().into(), body_bytes: body.len() };
            anyhow::Ok(target)
        };
        let (small, large) = (request(SMALL, channels[0]).await?, request(LARGE, channels[1]).await?);
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS {
            let (small, large) = (load::run(&small, PLAN).await?, load::run(&large, PLAN).await?);
            rounds.push((small.percentile(0.5), large.percentile(0.5), large.percentile(0.95)));
        }
        let ratios = rounds.iter().map(|(small, large, _)| large.as_secs_f64() / small.as_secs_f64());
        let ratio = report::median(ratios).context("no rounds")?;
        let of = |figure: fn(&(Duration, Duration, Duration)) -> Duration| report::median(rounds.iter().map(figure));
        let p95 = of(|round| round.2).context("no rounds")?;
        passed &= ratio <= LARGE_CEILING && p95 <= TIME_CEILING;
        rows.push(vec![
            text.to_owned(),
            report::microseconds(of(|round| round.0).context("no rounds")?),
            report::microseconds(of(|round| round.1).context("no rounds")?),
            format!("{ratio:.2}"),
            report::milliseconds(p95),
        ]);
    }
    report::print(&report::table(&rows));
    let verdict = if passed { "kept" } else { "MISSED" };
    report::print(&format!(
        "{database}: p50 of one connection, medians of {ROUNDS} rounds; ceilings {LARGE_CEILING} and {}: {verdict}",
        report::milliseconds(TIME_CEILING)
    ));
    touchline.stop().await?;
    Ok(passed)
}

/// Makes the two channels and an owner of both; gives the database's address, the channels and the owner's cookie.
async fn fill(folder: &TempDir, postgres: Option<String>) -> Result<(String, [i64; 2], String)> {
    let sqlite = format!("sqlite:{}", folder.path().join("touchline.db").display());
    let url = postgres.unwrap_or(sqlite);
    let store = Store::open(&url).await?;
    store.migrate().await?;
    let mut channels = [0; 2];
    for (place, (alias, first, orders)) in channels.iter_mut().zip([SMALL, LARGE]) {
        let mut import = testkit::channel(alias, first);
        import.hosts = vec![format!("{alias}.localhost")];
        let channel = store.channel_import(import).await?;
        testkit::many_orders(&url, channel, first, orders).await;
        *place = channel.0;
    }
    let roles = channels.map(|channel| (domain::ids::ChannelId(channel), Role::Owner));
    let entry = testkit::audit_entry(Action::CreateOwner);
    let operator = store.operator_put(testkit::operator("owner@demo.test", &roles), entry.clone()).await?;
    let now = Timestamp(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?);
    let key = session_key::issue([7; 32]);
    let hash = session_key::hash(&key).context("a key without a hash")?;
    let session = NewOperatorSession { operator, key: hash, device: "bench".into(), country: None, now };
    store.operator_session_open(session, None, entry).await?;
    Ok((url, channels, format!("touchline-console={key}")))
}
