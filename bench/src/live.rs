//! One 720p game from a real encoder: what taking it in costs, and what viewers at its edge see.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::http::{Connection, get};
use crate::process::{Server, free_port};
use crate::report::{self, milliseconds};

const VIEWERS: u32 = 2_000;
/// Of a core, for taking in, packaging and recording.
const CPU_CEILING: f64 = 2.0;
/// Beyond what the newest minutes of the game take.
const MEMORY_CEILING: usize = 10 * 1024 * 1024;
/// For 99 of 100 playlists that nobody has to wait for.
const PLAYLIST_CEILING: Duration = Duration::from_millis(100);

const SETTLE: Duration = Duration::from_secs(10);
const MEASURED: Duration = Duration::from_secs(30);
/// Viewers come within a few seconds, as at kick-off.
const ARRIVAL: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Arguments {
    /// How many watch at the same time.
    #[arg(long, default_value_t = VIEWERS, value_parser = clap::value_parser!(u32).range(1..=16_000))]
    viewers: u32,
}

impl Default for Arguments {
    fn default() -> Self {
        Self { viewers: VIEWERS }
    }
}

/// Prints the figures; false when one misses its bound.
pub(crate) async fn run(&Arguments { viewers }: &Arguments) -> Result<bool> {
    let folder = tempfile::tempdir()?;
    let footage = encode(folder.path()).await?;
    let rtmp = free_port()?.to_string();
    let settings = [
        ("RTMP_PORT", rtmp.as_str()),
        ("TOUCHLINE_DEMO_FOOTAGE", "off"),
        // The figure is of what was sent passing through: encoding it again is a budget that the operator sets.
        ("TOUCHLINE_RENDITION_CORES", "0"),
        ("TOUCHLINE_MAX_CONNECTIONS_PER_ADDRESS", "16384"),
    ];
    let touchline = Server::serve(tempfile::tempdir()?, &["serve", "--demo"], &settings).await?;
    let mut page = Page::open(touchline.address()).await?;
    let game = page.free_game().await?;
    let before = touchline.memory()?;
    let mut encoder = push(&footage, &touchline.ingest_address(game, &settings).await?)?;
    let address = page.live_address(game).await?;
    sleep(SETTLE).await;
    let cpu = touchline.cpu_time()?;
    sleep(MEASURED).await;
    let cpu = (touchline.cpu_time()? - cpu).as_secs_f64() / MEASURED.as_secs_f64() * 100.0;
    let ring = page.bytes_of(&address).await?;
    let memory = touchline.memory()?.saturating_sub(before + ring);
    let cheap = cpu <= CPU_CEILING && memory <= MEMORY_CEILING;
    report::print(&format!(
        "live, one 720p30 game with its recording: {cpu:.2} % of a core, {:.1} MB beside the {:.1} MB that it keeps of \
         the game; ceilings {CPU_CEILING} % and {} MB: {}",
        memory as f64 / 1e6,
        ring as f64 / 1e6,
        MEMORY_CEILING / 1024 / 1024,
        verdict(cheap),
    ));

    let crowd = watch(&touchline, &address, viewers).await?;
    let smooth = crowd.failures == 0 && crowd.slowest <= PLAYLIST_CEILING;
    report::print(&format!(
        "live, {viewers} viewers at the edge: {:.0} requests a second, {} failed, 99 of 100 playlists within {}, \
         {:.0} % of a core; ceiling {} and no failure: {}",
        crowd.rate,
        crowd.failures,
        milliseconds(crowd.slowest),
        crowd.cpu,
        milliseconds(PLAYLIST_CEILING),
        verdict(smooth),
    ));
    encoder.kill().await?;
    touchline.stop().await?;
    Ok(cheap && smooth)
}

fn verdict(kept: bool) -> &'static str {
    if kept { "kept" } else { "MISSED" }
}

/// Ten seconds of a moving picture at 3 Mbit/s, made once so that the encoder costs nothing while we measure.
pub(crate) async fn encode(folder: &Path) -> Result<PathBuf> {
    let file = folder.join("game.flv");
    let made = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-nostdin", "-f", "lavfi", "-i"])
        .args(["testsrc2=size=1280x720:rate=30:duration=20", "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=20"])
        .args(["-c:v", "libx264", "-preset", "superfast", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "60"])
        .args(["-keyint_min", "60", "-sc_threshold", "0", "-b:v", "3M", "-minrate", "3M", "-maxrate", "3M"])
        .args(["-bufsize", "3M", "-c:a", "aac", "-b:a", "128k"])
        .arg(&file)
        .status()
        .await
        .context("this needs ffmpeg")?;
    ensure!(made.success(), "ffmpeg could not make the footage");
    Ok(file)
}

pub(crate) fn push(footage: &Path, address: &str) -> Result<Child> {
    let encoder = Command::new("ffmpeg")
        .args(["-hide_banner", "-loglevel", "error", "-nostdin", "-re", "-stream_loop", "-1", "-i"])
        .arg(footage)
        .args(["-c", "copy", "-f", "flv", address])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    Ok(encoder)
}

/// A viewer who opens the game in a browser.
pub(crate) struct Page {
    address: SocketAddr,
    connection: Connection,
    key: String,
}

impl Page {
    pub(crate) async fn open(address: SocketAddr) -> Result<Self> {
        let mut connection = Connection::open(address).await?;
        let (_, page) = connection.fetch(&get("/", "identity")).await?;
        let page = String::from_utf8(page)?;
        let key = page.split_once("\"api_key\":\"").and_then(|(_, rest)| rest.split_once('"'));
        let key = key.context("a page without key")?.0.to_owned();
        Ok(Self { address, connection, key })
    }

    async fn call(&mut self, path: &str) -> Result<Value> {
        let sign = if path.contains('?') { '&' } else { '?' };
        let (head, body) =
            self.connection.fetch(&get(&format!("{path}{sign}api_key={}", self.key), "identity")).await?;
        ensure!(head.status == 200, "{path}: {}", String::from_utf8_lossy(&body));
        Ok(serde_json::from_slice(&body)?)
    }

    pub(crate) async fn free_game(&mut self) -> Result<i64> {
        let games = self.call("/api/events?stream_status=upcoming&limit=100").await?;
        let games = games["data"].as_array().context("no games")?;
        let is_free = |game: &&Value| game["access_type"] == "free" && game["is_geo_blocked"] == false;
        games.iter().rfind(is_free).and_then(|game| game["id"].as_i64()).context("no free game")
    }

    /// The folder of the live game's files, as soon as there is one.
    pub(crate) async fn live_address(&mut self, game: i64) -> Result<String> {
        for _ in 0..300 {
            let event = self.call(&format!("/api/events/{game}")).await?;
            let live =
                event["data"]["media"].as_array().and_then(|media| media.iter().find(|media| media["type"] == 2));
            if let Some(folder) = live.and_then(|live| live["url"].as_str()).and_then(|url| url.rsplit_once('/')) {
                return Ok(folder.0.to_owned());
            }
            sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("the game did not become live")
    }

    /// What the whole segments of the game weigh: all of them are still in memory.
    async fn bytes_of(&mut self, folder: &str) -> Result<usize> {
        // The one that was idle all the while has been closed.
        self.connection = Connection::open(self.address).await?;
        let mut bytes = 0;
        for track in ["v0", "a0"] {
            let playlist = self.playlist(folder, track, "").await?;
            for name in playlist.lines().filter(|line| !line.starts_with('#')) {
                bytes += self.connection.exchange(&get(&format!("{folder}/{track}/{name}"), "identity")).await?.1;
            }
        }
        Ok(bytes)
    }

    async fn playlist(&mut self, folder: &str, track: &str, query: &str) -> Result<String> {
        let request = get(&format!("{folder}/{track}/index.m3u8{query}"), "identity");
        let (head, body) = self.connection.fetch(&request).await?;
        ensure!(head.status == 200, "{} for a playlist", head.status);
        Ok(String::from_utf8(body)?)
    }
}

struct Crowd {
    rate: f64,
    failures: usize,
    slowest: Duration,
    cpu: f64,
}

/// All viewers wait for the next part and fetch it, as players at the edge do; beside them another one asks for
/// playlists that are there already.
async fn watch(touchline: &Server, folder: &str, viewers: u32) -> Result<Crowd> {
    let (requests, failures) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let over = Arc::new(AtomicBool::new(false));
    let mut crowd = JoinSet::new();
    let pause = ARRIVAL / viewers;
    for _ in 0..viewers {
        let (folder, address) = (folder.to_owned(), touchline.address());
        let (requests, failures, over) = (requests.clone(), failures.clone(), over.clone());
        crowd.spawn(async move {
            while !over.load(Ordering::Relaxed) {
                if let Err(cause) = follow(address, &folder, &requests, &over).await
                    && !over.load(Ordering::Relaxed)
                {
                    failures.fetch_add(1, Ordering::Relaxed);
                    report::print(&format!("a viewer failed: {cause:#}"));
                }
            }
        });
        sleep(pause).await;
    }
    let (begun, counted, cpu) = (Instant::now(), requests.load(Ordering::Relaxed), touchline.cpu_time()?);
    let mut times = one_more(touchline.address(), folder.to_owned()).await?;
    let rate = (requests.load(Ordering::Relaxed) - counted) as f64 / begun.elapsed().as_secs_f64();
    let cpu = (touchline.cpu_time()? - cpu).as_secs_f64() / begun.elapsed().as_secs_f64() * 100.0;
    over.store(true, Ordering::Relaxed);
    crowd.shutdown().await;
    times.sort();
    let slowest = times.get(times.len() * 99 / 100).copied().context("no playlist was asked for")?;
    Ok(Crowd { rate, failures: failures.load(Ordering::Relaxed), slowest, cpu })
}

/// How long playlists take that are there already, one after the other, on a thread of its own: among the crowd's tasks it
/// would be measured how long those keep each other waiting.
async fn one_more(address: SocketAddr, folder: String) -> Result<Vec<Duration>> {
    let asking = async move {
        let (begun, mut page, mut times) = (Instant::now(), Page::open(address).await?, Vec::new());
        while begun.elapsed() < MEASURED {
            let asked = Instant::now();
            page.playlist(&folder, "v0", "").await?;
            times.push(asked.elapsed());
            sleep(Duration::from_millis(20)).await;
        }
        Ok(times)
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    tokio::task::spawn_blocking(move || runtime.block_on(asking)).await?
}

/// One viewer: the playlist that has the next part, then the part, for as long as it lasts.
async fn follow(address: SocketAddr, folder: &str, requests: &AtomicUsize, over: &AtomicBool) -> Result<()> {
    let connection = Connection::open(address).await?;
    let mut page = Page { address, connection, key: String::new() };
    let mut edge = edge(&page.playlist(folder, "v0", "").await?)?;
    while !over.load(Ordering::Relaxed) {
        let query = format!("?_HLS_msn={}&_HLS_part={}&_HLS_skip=YES", edge.0, edge.1 + 1);
        edge = self::edge(&page.playlist(folder, "v0", &query).await?)?;
        let part = get(&format!("{folder}/v0/{}.{}.m4s", edge.0, edge.1), "identity");
        let (status, _) = page.connection.exchange(&part).await?;
        ensure!(status == 200, "{status} for part {}.{}", edge.0, edge.1);
        requests.fetch_add(2, Ordering::Relaxed);
    }
    Ok(())
}

/// The newest part that a playlist lists: its segment, and its place in it.
fn edge(playlist: &str) -> Result<(u64, u32)> {
    let part = playlist.lines().rfind(|line| line.starts_with("#EXT-X-PART:")).context("a playlist without parts")?;
    let name = part.split_once("URI=\"").and_then(|(_, rest)| rest.split_once(".m4s\"")).context("a part's name")?.0;
    let (number, index) = name.split_once('.').context("a part's number")?;
    Ok((number.parse()?, index.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_edge_is_the_newest_part() {
        let playlist = "#EXTM3U\n#EXT-X-PART:DURATION=0.5,URI=\"7.3.m4s\"\n7.m4s\n\
                        #EXT-X-PART:DURATION=0.5,URI=\"8.0.m4s\",INDEPENDENT=YES\n";
        assert_eq!(edge(playlist).unwrap(), (8, 0));
        assert!(edge("#EXTM3U\n").is_err());
    }
}
