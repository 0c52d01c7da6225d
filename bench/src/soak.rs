//! People register and log in all through a live game, and the program holds no more at its end than at its beginning.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::http::{Connection, get, post_directly};
use crate::live::{Page, encode, push};
use crate::process::{Server, free_port};
use crate::report;

const MINUTES: u32 = 10;
/// As many come in a minute as before a kick-off.
const PEOPLE_A_MINUTE: u32 = 80;
/// Viewers before the game and before anything is counted: what is held for the first thousand, by the database for
/// instance, is bounded and no growth.
const FIRST: usize = 1_000;
/// Until what a game keeps of itself is full, which is a minute and a half of it.
const WARM_UP: Duration = Duration::from_secs(100);
/// At the end, beside the beginning.
const CEILING: f64 = 1.3;
/// In bytes: a program that has grown before it is looked at does not pass. It held 440 MB when each password was hashed in
/// memory of its own.
const MEMORY_CEILING: usize = 320_000_000;

#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Arguments {
    /// How long people come, after a hundred seconds of the game alone.
    #[arg(long, default_value_t = MINUTES, value_parser = clap::value_parser!(u32).range(1..=1_440))]
    minutes: u32,
}

/// Prints the figures; false when the program has grown.
pub(crate) async fn run(&Arguments { minutes }: &Arguments) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let footage = encode(folder.path()).await?;
    let rtmp = free_port()?.to_string();
    let settings = [
        ("RTMP_PORT", rtmp.as_str()),
        ("TOUCHLINE_RENDITION_CORES", "0"),
        // Everybody comes from an address of their own: this is about memory, not about guessing.
        ("TOUCHLINE_TRUSTED_PROXIES", "[\"127.0.0.1/32\"]"),
    ];
    let touchline = Server::serve(tempfile::tempdir()?, &["serve", "--demo"], &settings).await?;
    for person in 0..FIRST {
        enter(touchline.address(), person).await?;
    }
    let mut page = Page::open(touchline.address()).await?;
    let game = page.free_game().await?;
    let mut encoder = push(&footage, &touchline.ingest_address(game, &settings).await?)?;
    page.live_address(game).await?;

    sleep(WARM_UP).await;
    let before = touchline.memory()?;
    let (mut people, mut highest) = (FIRST, before);
    let end = Instant::now() + Duration::from_secs(60 * u64::from(minutes));
    come(touchline.address(), &mut people, end, || {
        highest = highest.max(touchline.memory()?);
        Ok(())
    })
    .await?;
    let after = touchline.memory()?;

    let share = after as f64 / before as f64;
    let kept = share <= CEILING && highest <= MEMORY_CEILING;
    report::print(&format!(
        "soak, {} people who register or log in within {minutes} minutes of a live game: {:.0} MB at first, {:.0} MB at the \
         end ({share:.2} of it), {:.0} MB at most; ceilings {CEILING} and {} MB: {}",
        people - FIRST,
        before as f64 / 1e6,
        after as f64 / 1e6,
        highest as f64 / 1e6,
        MEMORY_CEILING / 1_000_000,
        if kept { "kept" } else { "MISSED" },
    ));
    encoder.kill().await?;
    touchline.stop().await?;
    Ok(kept)
}

/// One after the other at their pace, until then.
async fn come(
    address: SocketAddr,
    people: &mut usize,
    until: Instant,
    mut look: impl FnMut() -> Result<()>,
) -> Result<()> {
    let mut pace = interval(Duration::from_secs(60) / PEOPLE_A_MINUTE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while Instant::now() < until {
        pace.tick().await;
        enter(address, *people).await?;
        *people += 1;
        look()?;
    }
    Ok(())
}

/// Every second person is new; the others log in to the account that the one before them has made.
async fn enter(address: SocketAddr, person: usize) -> Result<()> {
    // Of this machine, where the demo asks for no captcha.
    let [block, network, host] = [1 + person / 62_500 % 200, person / 250 % 250, 1 + person % 250];
    let from = Ipv4Addr::new(127, u8::try_from(block)?, u8::try_from(network)?, u8::try_from(host)?);
    let mut connection = Connection::open_from(from, address).await?;
    let (_, page) = connection.fetch(&get("/", "identity")).await?;
    let page = String::from_utf8(page)?;
    let key = page.split_once("\"api_key\":\"").and_then(|(_, rest)| rest.split_once('"')).context("no key")?.0;
    let (email, password) = (format!("soak{}@demo.test", person / 2), format!("a long way home {}", person / 2));
    let mut body = json!({ "api_key": key, "email": email, "password": password });
    let path = if person.is_multiple_of(2) {
        body["first_name"] = "Sam".into();
        body["last_name"] = "Soak".into();
        body["password_confirmation"] = password.as_str().into();
        body["terms"] = true.into();
        "/api/v2/auth/register"
    } else {
        "/api/v2/auth/login"
    };
    let (status, _) = connection.exchange(&post_directly(path, &body.to_string())).await?;
    ensure!(status == 200, "{path} was answered with {status}");
    Ok(())
}
