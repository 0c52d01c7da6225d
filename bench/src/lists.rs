//! Lists of games: a channel with 100,000 of them beside one with 1,000, in the same process and the same run.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use domain::time::Timestamp;
use store::Store;
use tempfile::TempDir;

use crate::http::{Connection, get_from};
use crate::load::{self, Plan, Target};
use crate::process::Server;
use crate::{report, season};

const SMALL: (&str, i64) = ("small", 1_000);
const LARGE: (&str, i64) = ("large", 100_000);

/// The p50 of the large channel as a multiple of the small one's, for the first page under any one filter.
const LARGE_CEILING: f64 = 2.0;
/// The p50 of page 500 as a multiple of that of page 1.
const DEEP_CEILING: f64 = 3.0;

/// The usual page.
const PAGE: usize = 50;

const ROUNDS: usize = 5;

/// One connection: the time of a request by itself, without a queue.
const PLAN: Plan = Plan {
    connections: 1,
    warm_up: Duration::from_millis(50),
    duration: Duration::from_millis(250),
    max_requests: 1_000_000,
};

/// Every filter alone.
const FILTERS: [&str; 17] = [
    "",
    "stream_status=upcoming",
    "stream_status=finished",
    "access_type=free",
    "sport=soccer",
    "category_id={id}",
    "location_id={id}",
    "participant_id={id}",
    "team=team-5",
    "school=school-5",
    "division=A",
    "gender=W",
    "city=northridge",
    "state=QC",
    "search=st%20mary",
    "search=grantie",
    "start_date=2024-01-01&end_date=2025-12-31",
];

const DEEP: [&str; 2] = ["", "stream_status=finished"];

/// Prints the figures; false when a ratio is over its ceiling.
pub(crate) async fn run() -> Result<bool> {
    let mut passed = on("SQLite", None).await?;
    match testkit::postgres_database().await {
        Some(url) => passed &= on("PostgreSQL", Some(url)).await?,
        None => report::print("lists: no TEST_DATABASE_URL, so PostgreSQL was not measured"),
    }
    Ok(passed)
}

async fn on(database: &str, postgres: Option<String>) -> Result<bool> {
    report::print(&format!("lists: {} and {} games into {database} …", SMALL.1, LARGE.1));
    let folder = tempfile::tempdir()?;
    let url = fill(&folder, postgres).await?;
    let touchline = Server::serve(folder, &["serve"], &[("DATABASE_URL", &url)]).await?;
    let memory = touchline.memory()? / (1 << 20);

    let mut rows = vec![["list", "1,000 games", "100,000 games", "ratio"].map(String::from).to_vec()];
    let mut passed = true;
    for filter in FILTERS {
        let small = Request::of(&touchline, SMALL.0, 1, &format!("{filter}&limit={PAGE}")).await?;
        // A team has few games on the small channel: the page that it is compared with is as long.
        let limit = small.rows;
        let large = Request::of(&touchline, LARGE.0, 10_000_001, &format!("{filter}&limit={limit}")).await?;
        let (small, large, ratio) = compare(&touchline, &small, &large).await?;
        passed &= ratio <= LARGE_CEILING;
        let name = if filter.is_empty() { "all".to_owned() } else { filter.to_owned() };
        rows.push(vec![name, report::microseconds(small), report::microseconds(large), format!("{ratio:.2}")]);
    }
    report::print(&report::table(&rows));

    let mut rows = vec![["page of 20", "page 1", "page 500", "ratio"].map(String::from).to_vec()];
    for filter in DEEP {
        let first = Request::of(&touchline, LARGE.0, 10_000_001, &format!("{filter}&limit=20")).await?;
        let deep = Request::of(&touchline, LARGE.0, 10_000_001, &format!("{filter}&limit=20&offset=9980")).await?;
        let (first, deep, ratio) = compare(&touchline, &first, &deep).await?;
        passed &= ratio <= DEEP_CEILING;
        let name = if filter.is_empty() { "all".to_owned() } else { filter.to_owned() };
        rows.push(vec![name, report::microseconds(first), report::microseconds(deep), format!("{ratio:.2}")]);
    }
    report::print(&report::table(&rows));
    let verdict = if passed { "kept" } else { "MISSED" };
    report::print(&format!(
        "{database}: p50 of one connection, medians of {ROUNDS} rounds; ceilings {LARGE_CEILING} and {DEEP_CEILING}: {verdict}; \
         the server holds {memory} MB"
    ));
    touchline.stop().await?;
    Ok(passed)
}

/// Makes the two channels, and gives the database's address.
async fn fill(folder: &TempDir, postgres: Option<String>) -> Result<String> {
    let sqlite = format!("sqlite:{}", folder.path().join("touchline.db").display());
    let url = postgres.unwrap_or(sqlite);
    let store = Store::open(&url).await?;
    store.migrate().await?;
    let now = Timestamp(i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?);
    store.channel_import(season::channel(SMALL.0, 1, SMALL.1, now)).await?;
    store.channel_import(season::channel(LARGE.0, 10_000_001, LARGE.1, now)).await?;
    Ok(url)
}

struct Request {
    bytes: Vec<u8>,
    body_bytes: usize,
    /// How many games the page has.
    rows: usize,
}

impl Request {
    async fn of(server: &Server, alias: &str, first_id: i64, query: &str) -> Result<Self> {
        let host = format!("{alias}.localhost");
        let mut connection = Connection::open(server.address()).await?;
        let (_, page) = connection.fetch(&get_from(&host, "/", "identity")).await?;
        let page = String::from_utf8(page)?;
        let key = page
            .split_once("\"api_key\":\"")
            .and_then(|(_, rest)| rest.split_once('"'))
            .context("a page without key")?
            .0;
        let query = query.replace("{id}", &(first_id + 3).to_string());
        let bytes = get_from(&host, &format!("/api/events?{query}&api_key={key}"), "identity");
        let (head, body) = connection.fetch(&bytes).await?;
        ensure!(head.status == 200, "{query} answered {}", head.status);
        let rows = String::from_utf8(body.clone())?.matches("\"stream_status\":").count();
        ensure!(rows > 0, "{query} found nothing");
        Ok(Self { bytes, body_bytes: body.len(), rows })
    }

    async fn p50(&self, server: &Server) -> Result<Duration> {
        let target =
            Target { address: server.address(), request: self.bytes.clone().into(), body_bytes: self.body_bytes };
        Ok(load::run(&target, PLAN).await?.percentile(0.5))
    }
}

/// The medians of both, and that of their ratios, taken in turn.
async fn compare(server: &Server, one: &Request, other: &Request) -> Result<(Duration, Duration, f64)> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push((one.p50(server).await?, other.p50(server).await?));
    }
    let ratios = rounds.iter().map(|(one, other)| other.as_secs_f64() / one.as_secs_f64());
    Ok((
        report::median(rounds.iter().map(|(one, _)| *one)).context("no rounds")?,
        report::median(rounds.iter().map(|(_, other)| *other)).context("no rounds")?,
        report::median(ratios).context("no rounds")?,
    ))
}
