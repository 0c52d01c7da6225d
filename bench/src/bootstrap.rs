//! Bootstrap data comes from memory: nearly as fast as the bare framework hands out the same bytes.

use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::bare::{self, Answers};
use crate::http::{Connection, get};
use crate::load::{self, Plan, Target};
use crate::process::Server;
use crate::report;

const REQUEST_PATH: &str = "/api/channel-bootstrap-data?client_interface=web";

/// The program's throughput as a share of the bare handler's.
const FLOOR: f64 = 0.7;

/// Many short rounds rather than a few long ones: what else runs on the machine then meets both sides alike.
const ROUNDS: usize = 15;

const PLAN: Plan = Plan {
    connections: 32,
    warm_up: Duration::from_millis(250),
    duration: Duration::from_secs(1),
    max_requests: 1_000_000,
};

/// The encodings that are measured, as the request names them.
const ENCODINGS: [&str; 2] = ["identity", "br"];

/// Prints the figures; false when a ratio is under the floor.
pub(crate) async fn run() -> Result<bool> {
    let touchline = Server::touchline().await?;
    let (content_type, identity) = fetch(&touchline, "identity").await?;
    let (_, brotli) = fetch(&touchline, "br").await?;
    let bytes = [identity.len(), brotli.len()];
    let bare = bare::start(&Answers::new(&content_type, identity.into(), brotli.into())?).await?;

    let mut rows = vec![["bootstrap", "requests/s", "p50", "p99", "CPU/request", "ratio"].map(String::from).to_vec()];
    let mut passed = true;
    for (encoding, bytes) in ENCODINGS.into_iter().zip(bytes) {
        report::print(&format!("bootstrap: {ROUNDS} rounds with each server, {encoding} …"));
        let comparison = compare(&touchline, &bare, encoding, bytes).await?;
        passed &= comparison.ratio >= FLOOR;
        let name = |who| format!("{who}, {encoding}, {bytes} bytes");
        rows.push(comparison.ours.row(name("touchline"), format!("{:.2}", comparison.ratio)));
        rows.push(comparison.peer.row(name("bare handler"), String::new()));
    }
    report::print(&report::table(&rows));
    let verdict = if passed { "reached" } else { "MISSED" };
    report::print(&format!(
        "{ROUNDS} rounds of {} s each with {} connections, medians; floor of the ratio {FLOOR}: {verdict}",
        PLAN.duration.as_secs(),
        PLAN.connections
    ));
    touchline.stop().await?;
    bare.stop().await?;
    Ok(passed)
}

/// The answer's content type and body, checked to be encoded as it was asked for.
async fn fetch(server: &Server, encoding: &str) -> Result<(String, Vec<u8>)> {
    let (head, body) = Connection::open(server.address()).await?.fetch(&get(REQUEST_PATH, encoding)).await?;
    ensure!(head.status == 200, "{REQUEST_PATH} answered {}", head.status);
    let answered = head.content_encoding.as_deref().unwrap_or("identity");
    ensure!(answered == encoding, "{REQUEST_PATH} answered in {answered}, not {encoding}");
    Ok((head.content_type.context("an answer without content type")?, body))
}

/// The medians of both sides, and that of the ratios that they had round by round.
struct Comparison {
    ours: Figures,
    peer: Figures,
    ratio: f64,
}

/// Loads both in turn, the first of a round changing, so that a drift of the machine meets both alike.
async fn compare(ours: &Server, peer: &Server, encoding: &str, bytes: usize) -> Result<Comparison> {
    let (mut our_rounds, mut peer_rounds) = (Vec::new(), Vec::new());
    for number in 0..ROUNDS {
        if number % 2 == 0 {
            our_rounds.push(round(ours, encoding, bytes).await?);
            peer_rounds.push(round(peer, encoding, bytes).await?);
        } else {
            peer_rounds.push(round(peer, encoding, bytes).await?);
            our_rounds.push(round(ours, encoding, bytes).await?);
        }
    }
    let pairs = our_rounds.iter().zip(&peer_rounds);
    let ratios = pairs.map(|(ours, peer)| ours.requests_per_second / peer.requests_per_second);
    Ok(Comparison {
        ratio: report::median(ratios).context("no rounds")?,
        ours: Figures::medians(&our_rounds)?,
        peer: Figures::medians(&peer_rounds)?,
    })
}

async fn round(server: &Server, encoding: &str, body_bytes: usize) -> Result<Figures> {
    let target = Target { address: server.address(), request: get(REQUEST_PATH, encoding).into(), body_bytes };
    let cpu_before = server.cpu_time()?;
    let measured = load::run(&target, PLAN).await?;
    let cpu = server.cpu_time()?.saturating_sub(cpu_before);
    Ok(Figures {
        requests_per_second: measured.requests_per_second(),
        p50: measured.percentile(0.5),
        p99: measured.percentile(0.99),
        cpu_per_request: cpu.div_f64(measured.all_requests as f64),
    })
}

/// Figures of a round, or the median of each over all rounds.
#[derive(Clone, Copy, Debug)]
struct Figures {
    requests_per_second: f64,
    p50: Duration,
    p99: Duration,
    cpu_per_request: Duration,
}

impl Figures {
    fn medians(rounds: &[Self]) -> Result<Self> {
        let of = |figure: fn(&Self) -> Duration| report::median(rounds.iter().map(figure)).context("no rounds");
        Ok(Self {
            requests_per_second: report::median(rounds.iter().map(|round| round.requests_per_second))
                .context("no rounds")?,
            p50: of(|round| round.p50)?,
            p99: of(|round| round.p99)?,
            cpu_per_request: of(|round| round.cpu_per_request)?,
        })
    }

    fn row(&self, name: String, ratio: String) -> Vec<String> {
        vec![
            name,
            format!("{:.0}", self.requests_per_second),
            report::milliseconds(self.p50),
            report::milliseconds(self.p99),
            report::microseconds(self.cpu_per_request),
            ratio,
        ]
    }
}
