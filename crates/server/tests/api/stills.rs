//! Small pictures on the timeline of a live game, by a real ffmpeg. Its grey tells the time.
//!
//! Skipped, and said so, where ffmpeg is not installed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::event::AccessType;
use domain::ids::{EventId, MediaId};
use media::codec::flv::Reader;
use media::codec::frame::{Clock, Input};
use media::hls::Settings;
use media::live::{LivePackager, LiveStream, RingLimits};
use media::recording::{Meta, Recording};
use reqwest::{Method, StatusCode, header};
use testkit::channel;
use tokio::task::JoinSet;

use crate::app::{Client, TestApp};
use crate::stage::{FREE, NOW, beside, fetch, folder, refused, stream, url_of};

/// The encoder comes back after so many seconds of the game, and sends key frames every ten seconds from then on.
const BACK_AT: u64 = 18;
const END: u64 = 38;
const SIZE: (usize, usize) = (160, 90);

struct Game {
    app: TestApp,
    client: Client,
    media: MediaId,
    air: Arc<LiveStream>,
    recording: Recording,
    /// Of its playlist, and of its list of pictures.
    url: String,
    list: String,
}

impl Game {
    /// Nothing of it has been sent, but its addresses are there; memory holds ten seconds.
    async fn open() -> Self {
        let app = TestApp::start().await;
        let mut games = channel("demo", 1);
        games.content.events.iter_mut().for_each(|game| game.access = AccessType::Free);
        let demo = app.database.store.channel_import(games).await.unwrap();
        let media = app.database.store.stream_begin(demo, EventId(FREE), NOW).await.unwrap().unwrap();
        let limits = RingLimits { time: Duration::from_secs(10), ..RingLimits::default() };
        let air = Arc::new(LiveStream::new(Settings::default(), LivePackager::new(Settings::default(), limits)));
        let recording = Recording::create(&folder(&app, media), Meta::new(NOW, Settings::default())).unwrap();
        app.live_streams.insert(media, air.clone());
        let client = app.demo();
        let shown = async || client.get_keyed(&format!("events/{FREE}")).await.body["data"].clone();
        app.until(async || url_of(&shown().await, 2).is_some()).await;
        let game = shown().await;
        let [url, list] = [2, 5].map(|kind| url_of(&game, kind).unwrap());
        Self { app, client, media, air, recording, url, list }
    }

    /// A game with pictures, with a break in it.
    async fn sent() -> Self {
        let mut game = Self::open().await;
        let files = game.app.database.folder.path().to_owned();
        game.send(greys(&files, 0, BACK_AT, 2));
        game.feed(LivePackager::disconnect);
        game.send(greys(&files, BACK_AT, END - BACK_AT, 10));
        game
    }

    fn feed(&mut self, step: impl FnOnce(&mut LivePackager) -> Vec<media::hls::SegmentEvent>) {
        for event in self.air.feed(step) {
            self.recording.apply(&event).unwrap();
        }
    }

    fn send(&mut self, inputs: Vec<Input>) {
        self.feed(|live| live.connect(Clock::Milliseconds));
        for input in inputs {
            self.feed(|live| live.input(input, NOW));
        }
    }

    async fn cues(&self) -> Vec<Cue> {
        let (status, list) = fetch(&self.client, &self.list).await;
        assert_eq!(status, StatusCode::OK);
        let list = String::from_utf8(list.to_vec()).unwrap();
        let mut parts = list.split("\n\n");
        assert_eq!(parts.next(), Some("WEBVTT"));
        parts.map(Cue::parse).collect()
    }

    async fn picture(&self, name: &str) -> (StatusCode, Bytes) {
        fetch(&self.client, &beside(&self.url, name)).await
    }
}

/// A line of the list, in seconds.
#[derive(Debug)]
struct Cue {
    from: f64,
    to: f64,
    name: String,
}

impl Cue {
    fn parse(text: &str) -> Self {
        let (times, name) = text.trim_end().split_once('\n').unwrap();
        let seconds = |clock: &str| clock.split(':').fold(0.0, |sum, part| sum * 60.0 + part.parse::<f64>().unwrap());
        let (from, to) = times.split_once(" --> ").unwrap();
        let name = name.strip_suffix("#xywh=0,0,160,90").unwrap();
        Self { from: seconds(from), to: seconds(to), name: name.into() }
    }

    /// When its picture was taken: at its first key frame, or the last one before it.
    fn taken(&self) -> u64 {
        let keys: Vec<u64> = (0..BACK_AT).step_by(2).chain((BACK_AT..END).step_by(10)).collect();
        let within = keys.iter().find(|key| (self.from - 0.1..self.to - 0.1).contains(&(**key as f64)));
        *within.or(keys.iter().rfind(|key| **key as f64 <= self.from + 0.1)).unwrap()
    }
}

/// The brightness of the game at a second: a step every four.
fn grey(second: u64) -> u64 {
    40 + second / 4 * 12
}

/// What an encoder sends of some seconds, with a key frame every so many.
fn greys(folder: &Path, from: u64, seconds: u64, key_every: u64) -> Vec<Input> {
    let picture = format!("color=black:s=128x72:r=25,geq=lum='40+12*floor(({}+N)/100)':cb=128:cr=128", from * 25);
    let (keys, seconds) = ((key_every * 25).to_string(), seconds.to_string());
    let coding = "-pix_fmt yuv420p -c:v libx264 -preset ultrafast -crf 10 -threads 1 -sc_threshold 0 -c:a aac";
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.current_dir(folder).stdin(Stdio::null()).args(["-v", "error", "-f", "lavfi", "-i", &picture]);
    ffmpeg.args(["-f", "lavfi", "-i", "sine=f=440:r=48000", "-t", &seconds]).args(coding.split(' '));
    let sent = ffmpeg.args(["-g", &keys, "-keyint_min", &keys, "-y", "sent.flv"]).status().unwrap();
    assert!(sent.success());
    let mut reader = Reader::default();
    reader.push(&std::fs::read(folder.join("sent.flv")).unwrap());
    std::iter::from_fn(|| reader.next_input().unwrap()).collect()
}

/// What a JPEG of our size shows in its middle, of 255.
fn brightness(folder: &Path, jpeg: &[u8]) -> u64 {
    assert!(jpeg.starts_with(&[0xff, 0xd8]), "this is no JPEG");
    std::fs::write(folder.join("still.jpg"), jpeg).unwrap();
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.current_dir(folder).stdin(Stdio::null()).args(["-v", "error", "-i", "still.jpg"]);
    let shown = ffmpeg.args(["-pix_fmt", "yuvj420p", "-f", "rawvideo", "-"]).output().unwrap().stdout;
    assert_eq!(shown.len(), SIZE.0 * SIZE.1 * 3 / 2, "one picture of the size that the list says");
    shown[SIZE.0 * SIZE.1 / 2 + SIZE.0 / 2].into()
}

/// CLIP-04, PLAY-08: every second of a live game has its picture, from the first to the newest, before and after a break.
#[tokio::test]
async fn a_live_game_has_pictures_of_its_times() {
    let game = Game::sent().await;
    let cues = game.cues().await;
    assert!(cues.windows(2).all(|pair| (pair[0].to - pair[1].from).abs() < 0.002), "{cues:?}");
    let (first, last) = (cues.first().unwrap(), cues.last().unwrap());
    assert!(first.from == 0.0 && last.to > END as f64 - 1.0 && cues.len() >= 8, "{cues:?}");
    for cue in &cues {
        let answer = game.client.raw(&beside(&game.list, &cue.name)).await;
        assert_eq!(answer.status(), StatusCode::OK, "{cue:?}");
        assert_eq!(answer.headers()["content-type"], "image/jpeg");
        assert_eq!(answer.headers()["cache-control"], "private, max-age=86400, immutable");
        let shown = brightness(game.app.database.folder.path(), &answer.bytes().await.unwrap());
        // Pictures use all 256 steps, video 16 to 235.
        let expected = (grey(cue.taken()) - 16) * 255 / 219;
        assert!(shown.abs_diff(expected) <= 4, "{cue:?} shows {shown} instead of {expected}");
    }
}

/// PLAY-08: a list that a browser has is not sent again, and one that has grown is.
#[tokio::test]
async fn a_list_is_asked_for_by_its_tag() {
    let mut game = Game::sent().await;
    let answer = game.client.raw(&game.list).await;
    assert_eq!(answer.headers()["content-type"], "text/vtt; charset=utf-8");
    assert_eq!(answer.headers()["cache-control"], "private, no-cache");
    let tag = answer.headers()[header::ETAG].clone();
    let ask = async |client: &Client, list: &str| {
        let asked = client.request(Method::GET, list).header(header::IF_NONE_MATCH, tag.clone());
        asked.send().await.unwrap().status()
    };
    assert_eq!(ask(&game.client, &game.list).await, StatusCode::NOT_MODIFIED);
    let files = game.app.database.folder.path().to_owned();
    game.send(greys(&files, END, 6, 2));
    game.app.until(async || ask(&game.client, &game.list).await == StatusCode::OK).await;
}

/// T2: pictures are behind the token of their game, and there is none of what is not there.
#[tokio::test]
async fn pictures_are_behind_the_games_own_token() {
    let game = Game::sent().await;
    assert_eq!(game.picture("still-0.jpg").await.0, StatusCode::OK);
    let ended = (StatusCode::FORBIDDEN, "playback_ended".to_owned());
    let (head, token) = game.url.split_at("/media/".len());
    let changed = format!("{head}{}", token.replacen(|c: char| c.is_ascii_lowercase(), "A", 1));
    for address in [&changed, "/media/still-0.jpg", "/media//still-0.jpg"] {
        assert_eq!(refused(&game.client, &beside_of(address)).await, ended, "{address}");
    }
    // Another game of the same channel, which nothing has come of.
    let store = &game.app.database.store;
    let demo =
        store.channels().await.unwrap().iter().find(|channel| channel.identity.alias == "demo").unwrap().identity.id;
    let other = store.stream_begin(demo, EventId(2), NOW).await.unwrap().unwrap();
    let empty = LiveStream::new(Settings::default(), LivePackager::new(Settings::default(), RingLimits::default()));
    game.app.live_streams.insert(other, Arc::new(empty));
    let shown = async || url_of(&game.client.get_keyed("events/2").await.body["data"], 2);
    game.app.until(async || shown().await.is_some()).await;
    let other = shown().await.unwrap();
    let missing = (StatusCode::NOT_FOUND, "not_found".to_owned());
    assert_eq!(refused(&game.client, &beside(&other, "still-0.jpg")).await, missing);
    let newest = game.cues().await.len();
    for name in [format!("still-{}.jpg", newest + 3), format!("still-{}.jpg", u64::MAX)] {
        assert_eq!(refused(&game.client, &beside(&game.url, &name)).await, missing, "{name}");
    }
}

/// The picture beside the playlist of an address that is none of ours.
fn beside_of(address: &str) -> String {
    address.replace("index.m3u8", "still-0.jpg")
}

/// A picture is made once: it comes again when nothing is left that it could be made of.
#[tokio::test]
async fn a_picture_is_made_once() {
    let game = Game::sent().await;
    let (status, first) = game.picture("still-1.jpg").await;
    assert_eq!(status, StatusCode::OK);
    game.app.live_streams.remove(game.media);
    std::fs::remove_dir_all(folder(&game.app, game.media)).unwrap();
    assert_eq!(game.picture("still-1.jpg").await, (StatusCode::OK, first));
    assert_eq!(game.picture("still-2.jpg").await.0, StatusCode::NOT_FOUND);
}

/// PLAY-05, PLAY-08: after the end the pictures go on from what was recorded, until the sheets take over.
#[tokio::test]
async fn sprite_sheets_replace_stills_after_the_end() {
    let mut game = Game::sent().await;
    game.feed(LivePackager::end);
    game.app.live_streams.remove(game.media);
    let cues = game.cues().await;
    assert_eq!(game.picture(&cues[2].name).await.0, StatusCode::OK);
    let sheets = "WEBVTT\n\n00:00:00.000 --> 00:00:10.000\nsprite-0.jpg#xywh=0,0,160,90\n";
    std::fs::write(folder(&game.app, game.media).join("thumbs.vtt"), sheets).unwrap();
    assert_eq!(fetch(&game.client, &game.list).await, (StatusCode::OK, sheets.into()));
    assert_eq!(game.picture(&cues[3].name).await.0, StatusCode::OK, "a viewer with the other list goes on with it");
}

/// T33: when too many wait for a picture, the rest is told to ask again; afterwards there is room.
#[tokio::test]
async fn a_crowd_is_told_to_ask_again() {
    let mut game = Game::open().await;
    game.feed(|live| stream(live, 0, 600));
    let mut asking = JoinSet::new();
    for number in 0..120 {
        let (client, address) = (game.client.clone(), beside(&game.url, &format!("still-{number}.jpg")));
        asking.spawn(async move {
            let answer = client.raw(&address).await;
            (answer.status(), answer.headers().get("retry-after").cloned())
        });
    }
    let answers = asking.join_all().await;
    // What is sent cannot be decoded, so nobody gets a picture.
    let (told, tried): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status != StatusCode::NOT_FOUND);
    assert!(!tried.is_empty() && !told.is_empty(), "{} of {} were tried", tried.len(), told.len() + tried.len());
    for answer in told {
        assert_eq!(answer, (StatusCode::SERVICE_UNAVAILABLE, Some("1".parse().unwrap())));
    }
    assert_eq!(game.picture("still-119.jpg").await.0, StatusCode::NOT_FOUND);
}
