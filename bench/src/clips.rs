//! Thirty seconds out of a game of two hours: how soon they can be watched and taken along, beside ffmpeg.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use domain::account::Capability;
use domain::event::AccessType;
use domain::ids::EventId;
use domain::time::Timestamp;
use media::ffmpeg::Ffmpeg;
use media::vod::import::{Limits, import};
use serde_json::{Value, json};
use store::Store;
use tempfile::TempDir;
use testkit::Fan;
use tokio::process::Command;

use crate::http::{Connection, get, post};
use crate::process::Server;
use crate::report::{self, milliseconds};

/// For 95 of 100 clips: until playlists and first segments are there, and until the whole file is downloaded.
const WATCHED_CEILING: Duration = Duration::from_millis(200);
const FILE_CEILING: Duration = Duration::from_millis(500);

const CLIPS: u64 = 40;
/// Ranges that are encoded again, which takes long.
const ENCODED: usize = 3;
const CLIP_MS: u64 = 30_000;
/// Thirty seconds at 2 Mbit/s are more.
const FILE_BYTES: usize = 6_000_000;
const GAME_MS: u64 = 2 * 3_600_000;
/// What is drawn of the game; the rest is the same again.
const DRAWN_S: u64 = 60;
const GAME: i64 = 1;
/// Between two looks at a clip that is not made yet.
const PAUSE: Duration = Duration::from_millis(2);
/// Nobody waits for longer than this.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Prints the figures; false when a ceiling is missed.
pub(crate) async fn run() -> Result<bool> {
    let scratch = tempfile::tempdir()?;
    report::print("clips: a game of two hours is made …");
    let game = game(scratch.path()).await?;
    let data = tempfile::tempdir()?;
    let fan = fill(&data, &game).await?;
    let touchline = Server::serve(data, &["serve"], &[]).await?;
    report::print(&format!("clips: {CLIPS} of 30 s are cut, each on an idle machine …"));
    let (mut watched, mut files) = (Vec::new(), Vec::new());
    for start in starts() {
        let (until_watched, until_file) = cut(touchline.address(), &fan, start).await?;
        watched.push(until_watched);
        files.push(until_file);
    }
    touchline.stop().await?;
    report::print("clips: ffmpeg cuts the same …");
    let (mut copied, mut encoded) = (Vec::new(), Vec::new());
    for start in starts() {
        copied.push(by_ffmpeg(&game, scratch.path(), start, &["-c", "copy"]).await?);
    }
    for start in starts().take(ENCODED) {
        let again = ["-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac"];
        encoded.push(by_ffmpeg(&game, scratch.path(), start, &again).await?);
    }
    let passed = percentile(&mut watched, 95)? <= WATCHED_CEILING && percentile(&mut files, 95)? <= FILE_CEILING;
    let mut rows = vec![["30 s out of 2 h", "p50", "p95"].map(String::from).to_vec()];
    for (name, times) in [
        ("touchline, can be watched", &mut watched),
        ("touchline, file is downloaded", &mut files),
        ("ffmpeg -c copy, from a key frame", &mut copied),
        ("ffmpeg, encoded again", &mut encoded),
    ] {
        let figures = [percentile(times, 50)?, percentile(times, 95)?].map(milliseconds);
        rows.push([&[name.to_owned()], &figures[..]].concat());
    }
    report::print(&report::table(&rows));
    let verdict = if passed { "kept" } else { "MISSED" };
    let ceilings = [WATCHED_CEILING, FILE_CEILING].map(milliseconds).join(" and ");
    report::print(&format!("encoded again: {ENCODED} of the ranges; ceilings of p95 {ceilings}: {verdict}"));
    Ok(passed)
}

/// Where clips begin, in milliseconds: all over the game, the same in every run.
fn starts() -> impl Iterator<Item = u64> {
    (1..=CLIPS).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % (GAME_MS - CLIP_MS))
}

fn percentile(times: &mut [Duration], of_hundred: usize) -> Result<Duration> {
    times.sort();
    times.get((times.len() * of_hundred).div_ceil(100).saturating_sub(1)).copied().context("nothing was measured")
}

/// Two hours of 720p at 2 Mbit/s, as one file.
async fn game(folder: &Path) -> Result<PathBuf> {
    let (minute, whole) = (folder.join("minute.mp4"), folder.join("game.mp4"));
    let picture = format!("testsrc2=size=1280x720:rate=30:duration={DRAWN_S}");
    let sound = format!("sine=sample_rate=48000:duration={DRAWN_S}");
    let mut draw = ffmpeg();
    draw.args(["-f", "lavfi", "-i", &picture, "-f", "lavfi", "-i", &sound])
        .args(["-c:v", "libx264", "-preset", "superfast", "-pix_fmt", "yuv420p", "-bf", "2", "-g", "60"])
        .args(["-keyint_min", "60", "-sc_threshold", "0", "-b:v", "2M", "-minrate", "2M", "-maxrate", "2M"])
        .args(["-bufsize", "2M", "-c:a", "aac", "-b:a", "128k"]);
    ensure!(draw.arg(&minute).status().await.context("this needs ffmpeg")?.success(), "ffmpeg drew nothing");
    let mut repeat = ffmpeg();
    repeat.args(["-stream_loop", "-1", "-i"]).arg(&minute);
    repeat.args(["-t", &(GAME_MS / 1000).to_string(), "-c", "copy", "-movflags", "+faststart"]);
    ensure!(repeat.arg(&whole).status().await?.success(), "ffmpeg did not repeat the game");
    Ok(whole)
}

fn ffmpeg() -> Command {
    let mut command = Command::new("ffmpeg");
    command.args(["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]).kill_on_drop(true);
    command
}

/// Makes a channel with that game, free and recorded, and a member with the capability to cut clips.
async fn fill(data: &TempDir, file: &Path) -> Result<Fan> {
    let folder = data.path().join("data");
    std::fs::create_dir_all(&folder)?;
    let store = Store::open(&format!("sqlite:{}", folder.join("touchline.db").display())).await?;
    store.migrate().await?;
    let mut channel = testkit::channel("bench", GAME);
    channel.hosts = vec!["localhost".into()];
    channel.content.events[0].access = AccessType::Free;
    let channel = store.channel_import(channel).await?;
    // Jobs are due by it, in a far year: nobody makes pictures of the game while we measure.
    let far = Timestamp(4_000_000_000_000);
    let media = store.stream_begin(channel, EventId(GAME), far).await?.context("the game is over")?;
    let recording = folder.join("media/video").join(media.to_string());
    std::fs::create_dir_all(recording.parent().context("a folder")?)?;
    let limits = Limits { bytes: u64::MAX, ..Limits::default() };
    import(&Ffmpeg::find()?, file, &recording, far, limits, |_| {}).await?;
    store.stream_end(channel, EventId(GAME), media, i64::try_from(GAME_MS)?, far).await?;
    let capabilities = [Capability::Clipping, Capability::DownloadClip];
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
    let fans = testkit::crowd(&store, channel, 1, &capabilities, Timestamp(i64::try_from(now)?)).await?;
    fans.into_iter().next().context("nobody came")
}

/// Cuts a clip: how long it takes until its first segments are there, and until all bytes of its file are.
async fn cut(address: SocketAddr, fan: &Fan, start_ms: u64) -> Result<(Duration, Duration)> {
    let wish = json!({
        "api_key": fan.key, "event_id": GAME, "name": format!("From {start_ms}"), "tags": ["Goal"],
        "start_time": start_ms as f64 / 1000.0, "duration": CLIP_MS / 1000,
    });
    let wish = post("/api/clip", "127.0.0.1", &wish.to_string());
    // A player asks for files while the page asks how far the clip is.
    let (mut page, mut player) = (Connection::open(address).await?, Connection::open(address).await?);
    let begun = Instant::now();
    let clip = data(&mut page, &wish).await?;
    let look = get(&format!("/api/clip/{}?api_key={}", clip["id"], fan.key), "identity");
    let ask = get(&format!("/api/clip/download/{}?api_key={}", clip["id"], fan.key), "identity");
    let (watched, file) = tokio::try_join!(watch(&mut player, &clip, begun), download(&mut page, &ask, begun))?;
    // Its poster is made next, and must not be in the way of the next clip.
    while data(&mut page, &look).await?["poster_url"].is_null() {
        ensure!(begun.elapsed() < TIMEOUT, "a clip got no poster");
        tokio::time::sleep(PAUSE).await;
    }
    Ok((watched, file))
}

/// Playlists, heads and first segments of picture and sound, as a player asks for them.
async fn watch(player: &mut Connection, clip: &Value, begun: Instant) -> Result<Duration> {
    let url = clip["play"]["url"].as_str().context("a clip that cannot be watched")?;
    let folder = url.strip_suffix("index.m3u8").context("an address without a playlist")?;
    text(player, url).await?;
    for rendition in ["v0", "a0"] {
        let playlist = text(player, &format!("{folder}{rendition}/index.m3u8")).await?;
        let head = playlist.lines().find_map(|line| line.strip_prefix("#EXT-X-MAP:URI=\"")).context("no head")?;
        let first = playlist.lines().find(|line| line.ends_with(".m4s")).context("no segment")?;
        for name in [head.trim_end_matches('"'), first] {
            let path = format!("{folder}{rendition}/{name}");
            let (status, length) = player.exchange(&get(&path, "identity")).await?;
            ensure!(status == 200 && length > 0, "{path} answered {status} with {length} bytes");
        }
    }
    Ok(begun.elapsed())
}

/// Asks for the file until there is one, and takes all of it along.
async fn download(page: &mut Connection, ask: &[u8], begun: Instant) -> Result<Duration> {
    let url = loop {
        let answer = data(page, ask).await?;
        match (answer["status"].as_str(), answer["url"].as_str()) {
            (Some("ready"), Some(url)) => break url.to_owned(),
            (Some("processing"), _) => ensure!(begun.elapsed() < TIMEOUT, "a clip did not become ready"),
            _ => anyhow::bail!("a clip failed: {answer}"),
        }
        tokio::time::sleep(PAUSE).await;
    };
    let (head, file) = page.fetch(&get(&url, "identity")).await?;
    let taken = begun.elapsed();
    ensure!(head.status == 200 && file.get(4..8) == Some(b"ftyp"), "no file: {}", head.status);
    ensure!(file.len() >= FILE_BYTES, "a file of {} bytes", file.len());
    Ok(taken)
}

async fn text(connection: &mut Connection, path: &str) -> Result<String> {
    let (head, body) = connection.fetch(&get(path, "identity")).await?;
    ensure!(head.status == 200, "{path} answered {}", head.status);
    Ok(String::from_utf8(body)?)
}

async fn data(connection: &mut Connection, request: &[u8]) -> Result<Value> {
    let (head, body) = connection.fetch(request).await?;
    let mut answer: Value = serde_json::from_slice(&body)?;
    ensure!(head.status == 200, "answered {}: {answer}", head.status);
    Ok(answer["data"].take())
}

/// How long ffmpeg takes for the same range.
async fn by_ffmpeg(game: &Path, folder: &Path, start_ms: u64, how: &[&str]) -> Result<Duration> {
    let mut command = ffmpeg();
    command.args(["-ss", &format!("{start_ms}ms"), "-i"]).arg(game);
    command.args(["-t", &(CLIP_MS / 1000).to_string()]).args(how).args(["-movflags", "+faststart"]);
    command.arg(folder.join("clip.mp4"));
    let begun = Instant::now();
    ensure!(command.status().await?.success(), "ffmpeg cut nothing");
    Ok(begun.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_begin_all_over_the_game() {
        assert!(starts().all(|start| start + CLIP_MS <= GAME_MS));
        let quarters: std::collections::BTreeSet<u64> = starts().map(|start| start * 4 / GAME_MS).collect();
        assert_eq!(quarters.len(), 4);
    }

    #[test]
    fn percentiles_are_of_sorted_times() {
        let mut times: Vec<Duration> = (1..=20).rev().map(Duration::from_millis).collect();
        assert_eq!(percentile(&mut times, 50).unwrap(), Duration::from_millis(10));
        assert_eq!(percentile(&mut times, 95).unwrap(), Duration::from_millis(19));
        assert!(percentile(&mut [], 95).is_err());
    }
}
