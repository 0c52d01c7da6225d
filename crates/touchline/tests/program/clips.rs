//! Clips on a real server: a hundred at once beside a live game, and a server that is killed while they wait.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use domain::account::Capability;
use domain::event::AccessType;
use domain::time::Timestamp;
use media::codec::cmaf::parse_fragments;
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::{JobKind, Store};
use testkit::{Fan, TIMEOUT};
use tokio::sync::Barrier;
use tokio::task::JoinSet;

use crate::broadcast::pictures;
use crate::encoder::Encoder;
use crate::process::Program;
use crate::viewer::{Playlist, Viewer, file, until_within};

const LIVE: i64 = 2;
const ON_DEMAND: i64 = 3;
/// A free game that has not begun.
const GAME: i64 = 2;
const FANS: usize = 4;

/// A game that is sent, and fans who cut clips out of it.
struct Studio {
    program: Program,
    store: Store,
    fans: Vec<Fan>,
    viewer: Viewer,
    http: reqwest::Client,
}

impl Studio {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sqlite = format!("sqlite:{}", folder.path().join("clips.db").display());
        let database = testkit::postgres_database().await.unwrap_or(sqlite);
        let store = Store::open(&database).await.unwrap();
        store.migrate().await.unwrap();
        let mut channel = testkit::channel("demo", 1);
        channel.hosts = vec!["localhost".into()];
        for game in &mut channel.content.events {
            game.access = AccessType::Free;
        }
        let channel = store.channel_import(channel).await.unwrap();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        let now = Timestamp(i64::try_from(now).unwrap());
        let capabilities = [Capability::Clipping, Capability::DownloadClip];
        let fans = testkit::crowd(&store, channel, FANS, &capabilities, now).await.unwrap();
        let settings = [("DATABASE_URL", database.as_str()), ("TOUCHLINE_RENDITION_CORES", "0")];
        let program = Program::serve_in(folder, &settings).await;
        let viewer = Viewer::new(&program).await;
        Self { program, store, fans, viewer, http: reqwest::Client::builder().no_proxy().build().unwrap() }
    }

    /// Clips of these numbers, asked for in one moment by all fans.
    async fn ask_at_once(&self, numbers: Range<usize>) -> Vec<Value> {
        let start = Arc::new(Barrier::new(numbers.len()));
        let mut asking = JoinSet::new();
        for number in numbers {
            let wish = json!({
                "api_key": self.fans[number % FANS].key, "event_id": GAME, "name": format!("Clip {number}"),
                "start_time": (number % 10) as f64 / 10.0, "duration": 2, "tags": ["Goal"],
            });
            let request = self.http.post(self.program.url("/api/clip")).json(&wish);
            let start = start.clone();
            asking.spawn(async move {
                start.wait().await;
                let answer = request.send().await.unwrap();
                let status = answer.status();
                let mut body: Value = answer.json().await.unwrap();
                assert_eq!(status, StatusCode::OK, "{body}");
                body["data"].take()
            });
        }
        asking.join_all().await
    }

    /// What all fans have, as their own lists tell.
    async fn clips(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for fan in &self.fans {
            let call = self.program.url(&format!("/api/clips/user?limit=50&api_key={}", fan.key));
            let body: Value = self.http.get(call).send().await.unwrap().json().await.unwrap();
            all.extend(body["data"].as_array().unwrap_or_else(|| panic!("{body}")).iter().cloned());
        }
        all
    }

    async fn until_all_are_ready(&self, count: usize) -> Vec<Value> {
        let mut last = Vec::new();
        let ready = until_within(TIMEOUT, async || {
            last = self.clips().await;
            last.iter().all(|clip| clip["status"] == "ready").then_some(())
        });
        ready.await.unwrap_or_else(|| panic!("not all became ready: {last:?}"));
        let numbers: BTreeSet<_> = last.iter().map(|clip| clip["id"].as_i64().unwrap()).collect();
        assert_eq!((last.len(), numbers.len()), (count, count), "each once");
        last
    }

    async fn download(&self, clip: &Value, format: &str) -> Value {
        let call = format!("/api/clip/download/{}?format={format}&api_key={}", clip["id"], self.fans[0].key);
        let mut body: Value = self.http.get(self.program.url(&call)).send().await.unwrap().json().await.unwrap();
        body["data"].take()
    }

    /// What was made of a clip, by the names of its files.
    fn made_of(&self, clip: &Value) -> BTreeSet<String> {
        names(&self.program.folder.path().join("data/media/clips").join(clip["id"].to_string()))
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let items = std::fs::read_dir(folder).unwrap_or_else(|cause| panic!("{}: {cause}", folder.display()));
    items.map(|item| item.unwrap().file_name().into_string().unwrap()).collect()
}

/// Every picture of the segments follows the one before, and every part that is listed is there.
async fn goes_on_without_a_break(viewer: &Viewer, live: &str, playlist: &Playlist) {
    assert_eq!((playlist.gaps, playlist.discontinuities), (0, 0), "{}", playlist.text);
    let mut next = None;
    for (name, number) in playlist.segments.iter().zip(playlist.first..) {
        assert_eq!(*name, format!("{number}.m4s"), "no number is left out");
        let (status, bytes) = viewer.get(&file(live, &format!("v0/{name}"))).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        for sample in parse_fragments(&bytes).unwrap() {
            assert!(next.is_none_or(|next| next == sample.dts), "{name}: {next:?} is followed by {}", sample.dts);
            next = Some(sample.dts + u64::from(sample.duration));
        }
    }
    let parts = playlist.text.lines().filter(|line| line.starts_with("#EXT-X-PART:"));
    let parts: Vec<&str> = parts.map(|line| line.split_once("URI=\"").unwrap().1.split_once('"').unwrap().0).collect();
    assert!(!parts.is_empty());
    for part in parts {
        assert_eq!(viewer.get(&file(live, &format!("v0/{part}"))).await.0, StatusCode::OK, "{part}");
    }
}

/// Waits for one segment of a live game after the other, for three of them and until that is enough: the longest time
/// between two of them, and the number of the last.
async fn longest_wait(viewer: &Viewer, live: &str, newest: u64, is_enough: &AtomicBool) -> (Duration, u64) {
    let (mut next, mut last, mut longest) = (newest + 1, None::<Instant>, Duration::ZERO);
    while !is_enough.load(Ordering::Relaxed) || next <= newest + 3 {
        let (status, _) = viewer.get(&file(live, &format!("v0/index.m3u8?_HLS_msn={next}"))).await;
        assert_eq!(status, StatusCode::OK, "{next}");
        let now = Instant::now();
        longest = longest.max(last.map_or(Duration::ZERO, |last| now - last));
        (next, last) = (next + 1, Some(now));
    }
    (longest, next - 1)
}

/// CLIP-02: a hundred clips at once are taken, show their place and all arrive; the live game loses nothing beside them,
/// and none of its segments comes late.
#[tokio::test]
async fn a_hundred_clips_at_once_leave_the_live_game_alone() {
    let studio = Studio::open().await;
    let _encoder = Encoder::push(&studio.program.ingest_address(GAME));
    let live = studio.viewer.address(&studio.program, GAME, LIVE).await;
    let before = studio.viewer.until(&live, |playlist| playlist.segments.len() >= 2).await;
    let newest = before.newest().unwrap();
    let all_ready = AtomicBool::new(false);
    let cutting = async {
        let asked = studio.ask_at_once(0..100).await;
        let (status, playlist) =
            studio.viewer.get(&studio.program.url(asked[99]["play"]["url"].as_str().unwrap())).await;
        assert!(status == StatusCode::OK && playlist.starts_with(b"#EXTM3U"));
        let clips = studio.until_all_are_ready(100).await;
        all_ready.store(true, Ordering::Relaxed);
        (asked, clips)
    };
    // What a segment takes on this machine at this hour, before and after.
    let (before, newest) = longest_wait(&studio.viewer, &live, newest, &AtomicBool::new(true)).await;
    let watching = longest_wait(&studio.viewer, &live, newest, &all_ready);
    let ((asked, clips), (longest, newest)) = tokio::join!(cutting, watching);
    let (after, newest) = longest_wait(&studio.viewer, &live, newest, &AtomicBool::new(true)).await;
    assert!(longest <= 4 * before.max(after), "a segment came after {longest:?}, alone after {before:?} and {after:?}");
    assert_eq!(asked.len(), 100, "every call was answered");
    for clip in &asked {
        assert!(clip["play"]["url"].is_string(), "it can be watched at once: {clip}");
        assert!(clip["status"] == "ready" || clip["queue_place"].as_u64() >= Some(1), "{clip}");
    }
    let farthest = asked.iter().filter_map(|clip| clip["queue_place"].as_u64()).max();
    assert!(farthest > Some(1), "they wait for their turn, and say so");
    assert!(clips.iter().all(|clip| clip["queue_place"].is_null()));
    let after = studio.viewer.until(&live, |playlist| playlist.newest() >= Some(newest + 3)).await;
    goes_on_without_a_break(&studio.viewer, &live, &after).await;
    let along = studio.download(&clips[0], "original").await;
    let (status, bytes) = studio.viewer.get(&studio.program.url(along["url"].as_str().unwrap())).await;
    assert_eq!((status, &bytes[4..8]), (StatusCode::OK, &b"ftyp"[..]));
    // Two seconds of 25 pictures each, as a foreign program counts them.
    let taken = studio.program.folder.path().join("taken.mp4");
    std::fs::write(&taken, &bytes).unwrap();
    assert_eq!(pictures(taken.to_str().unwrap(), "320x180"), 50);
}

/// CLIP-02, I3: a server that is killed while clips, posters and upright forms wait finishes each of them once after its
/// next start, and leaves nothing half done.
#[tokio::test]
async fn a_killed_server_finishes_its_clips() {
    let mut studio = Studio::open().await;
    let encoder = Encoder::push(&studio.program.ingest_address(GAME));
    let live = studio.viewer.address(&studio.program, GAME, LIVE).await;
    studio.viewer.until(&live, |playlist| playlist.segments.len() >= 2).await;
    encoder.kill();
    studio.program.end_game(GAME);
    studio.viewer.address(&studio.program, GAME, ON_DEMAND).await;

    let first = studio.ask_at_once(0..4).await.remove(0);
    studio.until_all_are_ready(4).await;
    assert_eq!(studio.download(&first, "portrait_crop").await["status"], "processing");
    studio.ask_at_once(4..16).await;
    studio.program.crash();
    let waiting = async |kind| studio.store.jobs_count(kind).await.unwrap();
    let left = async || {
        waiting(JobKind::CutClip).await + waiting(JobKind::ClipPoster).await + waiting(JobKind::ExportClip).await
    };
    assert!(left().await > 0, "something is left to do");
    let work = studio.program.folder.path().join("data/clip-work");
    std::fs::write(work.join("half-done.mp4"), "of the server that was killed").unwrap();
    studio.program.start_again().await;

    let clips = studio.until_all_are_ready(16).await;
    let done = until_within(TIMEOUT, async || {
        let waiting = async |kind| studio.store.jobs_count(kind).await.unwrap();
        let cut = waiting(JobKind::CutClip).await;
        (cut + waiting(JobKind::ClipPoster).await + waiting(JobKind::ExportClip).await == 0).then_some(())
    });
    done.await.expect("all of it is done");
    for clip in &clips {
        let mut expected = BTreeSet::from(["plan".to_owned(), "poster.jpg".to_owned()]);
        if clip["id"] == first["id"] {
            expected.insert("portrait-crop.mp4".to_owned());
        }
        assert_eq!(studio.made_of(clip), expected, "{}", clip["id"]);
    }
    assert_eq!(names(&work), BTreeSet::new());
    let along = studio.download(&first, "portrait_crop").await;
    assert_eq!(along["status"], "ready", "{along}");
    let (status, bytes) = studio.viewer.get(&studio.program.url(along["url"].as_str().unwrap())).await;
    assert_eq!(status, StatusCode::OK);
    let taken = studio.program.folder.path().join("taken.mp4");
    std::fs::write(&taken, &bytes).unwrap();
    assert!(pictures(taken.to_str().unwrap(), "720x1280").abs_diff(50) <= 1);
}
