//! Games with something to watch: recorded by the media crate's own recorder, and shown by a running server.

use std::path::PathBuf;

use bytes::Bytes;
use domain::event::AccessType;
use domain::ids::{ChannelId, EventId, MediaId};
use domain::pass::{Pass, PassKind, PassType, Period};
use domain::playback::{self, Token};
use domain::secret::Secret;
use domain::time::Timestamp;
use media::codec::frame::{Clock, Config, Frame, Input, Track};
use media::codec::{AacConfig, AvcConfig};
use media::hls::{SegmentEvent, Settings};
use media::live::{LivePackager, RingLimits};
use media::recording::{Meta, Recording};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use store::ChannelImport;
use testkit::channel;

use crate::app::{Client, TestApp};

pub const NOW: Timestamp = Timestamp(1_800_000_000_000);
/// Of every test channel.
pub const SECRET: [u8; 32] = [7; 32];
/// The games of the channel `demo` by the access that they require.
pub const FREE: i64 = 1;
pub const REGISTER: i64 = 2;
pub const PAID: i64 = 3;
/// The pass that covers the paid game.
pub const PASS: i64 = 1;

/// 1280x720, High, level 3.1; AAC-LC, 48 kHz, stereo.
const AVCC: &[u8] = &[
    1, 100, 0, 31, 0xff, 0xe1, 0, 26, 0x67, 0x64, 0x00, 0x1f, 0xac, 0xd9, 0x40, 0x50, 0x05, 0xbb, 0x01, 0x10, 0x00,
    0x00, 0x03, 0x00, 0x10, 0x00, 0x00, 0x03, 0x03, 0xc0, 0xf1, 0x83, 0x19, 0x60, 1, 0, 6, 0x68, 0xeb, 0xe3, 0xcb,
    0x22, 0xc0,
];
const ASC: &[u8] = &[0x11, 0x90];
/// Bytes of a picture.
pub const SMALL: usize = 1000;

/// A server whose first three games were recorded, one for everybody, one for members, one for holders of a pass.
pub struct Stage {
    pub app: TestApp,
    pub demo: ChannelId,
    /// In the order of the games.
    pub media: [MediaId; 3],
}

impl Stage {
    pub async fn set() -> Self {
        Self::set_on(TestApp::start().await).await
    }

    pub async fn set_on(app: TestApp) -> Self {
        Self::set_with(app, |_| {}).await
    }

    /// With something changed of the channel before anything is recorded.
    pub async fn set_with(app: TestApp, change: impl FnOnce(&mut ChannelImport)) -> Self {
        Self::set_in(app, [SMALL; 3], change).await
    }

    /// With pictures of so many bytes in each game.
    pub async fn set_in(app: TestApp, sizes: [usize; 3], change: impl FnOnce(&mut ChannelImport)) -> Self {
        let mut games = channel("demo", 1);
        let access = [AccessType::Free, AccessType::Register, AccessType::Paid];
        for (event, access) in games.content.events.iter_mut().zip(access) {
            event.access = access;
        }
        games.content.passes = vec![season_pass()];
        change(&mut games);
        let demo = app.database.store.channel_import(games).await.unwrap();
        let mut media = Vec::new();
        for (event, size) in [FREE, REGISTER, PAID].into_iter().zip(sizes) {
            media.push(record(&app, demo, event, size).await);
        }
        let stage = Self { app, demo, media: media.try_into().unwrap() };
        stage.app.until(async || stage.game(PAID).await["stream_status"] == "finished").await;
        stage
    }

    /// A game as a visitor without an account is shown it.
    pub async fn game(&self, id: i64) -> Value {
        self.app.demo().get_keyed(&format!("events/{id}")).await.body["data"].clone()
    }

    /// Where the recording of a game is.
    pub fn folder(&self, media: MediaId) -> PathBuf {
        folder(&self.app, media)
    }

    pub fn stored(&self, media: MediaId, name: &str) -> Vec<u8> {
        std::fs::read(self.folder(media).join(name)).unwrap()
    }

    /// What a token says.
    pub fn read_token(&self, url: &str) -> Token {
        playback::verify(&Secret::new(SECRET), self.demo, token_of(url)).expect("a token of the channel")
    }

    /// An address as the server would make it, of a token that is said.
    pub fn address(&self, token: &Token, name: &str) -> String {
        format!("/media/{}/{name}", playback::issue(&Secret::new(SECRET), token))
    }
}

/// The token of an address.
pub fn token_of(url: &str) -> &str {
    url.strip_prefix("/media/").and_then(|rest| rest.split('/').next()).expect("an address of media")
}

/// The address of another file behind the same token.
pub fn beside(url: &str, name: &str) -> String {
    format!("/media/{}/{name}", token_of(url))
}

/// The address of a type of media in an answer.
pub fn url_of(data: &Value, kind: u8) -> Option<String> {
    let found = data["media"].as_array().unwrap().iter().find(|media| media["type"] == kind);
    found.map(|media| media["url"].as_str().expect("an address").to_owned())
}

/// Status and body of an address.
pub async fn fetch(client: &Client, path: &str) -> (StatusCode, Bytes) {
    let answer = client.request(Method::GET, path).send().await.unwrap();
    (answer.status(), answer.bytes().await.unwrap())
}

/// The word that a refusal is known by.
pub async fn refused(client: &Client, path: &str) -> (StatusCode, String) {
    let (status, body) = fetch(client, path).await;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

pub fn folder(app: &TestApp, media: MediaId) -> PathBuf {
    app.database.folder.path().join("media/video").join(media.to_string())
}

/// Lets a game be sent in pictures of so many bytes, recorded and ended.
async fn record(app: &TestApp, channel: ChannelId, event: i64, size: usize) -> MediaId {
    let store = &app.database.store;
    let media = store.stream_begin(channel, EventId(event), NOW).await.unwrap().expect("the game is not over");
    let mut live = LivePackager::new(Settings::default(), RingLimits::default());
    let mut events = stream_in(&mut live, 0, 14, size);
    events.extend(live.end());
    let mut recording = Recording::create(&folder(app, media), Meta::new(NOW, Settings::default())).unwrap();
    for event in &events {
        recording.apply(event).unwrap();
    }
    store.stream_end(channel, EventId(event), media, 14_000, NOW).await.unwrap();
    media
}

/// Seconds of a game that nobody can see, with the configurations ahead of them.
pub fn stream(live: &mut LivePackager, from: u64, until: u64) -> Vec<SegmentEvent> {
    stream_in(live, from, until, SMALL)
}

fn stream_in(live: &mut LivePackager, from: u64, until: u64, size: usize) -> Vec<SegmentEvent> {
    let mut events = Vec::new();
    if from == 0 {
        events.extend(live.connect(Clock::Milliseconds));
        let video = Config::Video(AvcConfig::parse(Bytes::from_static(AVCC)).unwrap());
        events.extend(live.input(Input::Config(video), NOW));
        let audio = Config::Audio(AacConfig::parse(Bytes::from_static(ASC)).unwrap());
        events.extend(live.input(Input::Config(audio), NOW));
    }
    for index in from * 25..until * 25 {
        let dts = index * 40;
        let data = vec![u8::try_from(index % 251).unwrap(); size].into();
        let frame = Frame { track: Track::Video, dts, pts: dts, keyframe: index % 50 == 0, data };
        events.extend(live.input(Input::Frame(frame), NOW.plus(dts.cast_signed())));
    }
    events
}

fn season_pass() -> Pass {
    Pass {
        id: domain::ids::PassId(PASS),
        kind: PassKind::Package,
        name: "Season Pass".into(),
        price: domain::money::Cents(1000),
        base_price: domain::money::Cents(1000),
        service_fee: domain::money::Cents(0),
        image: None,
        offer: "annual".into(),
        period: Period::Annual,
        trial_days: None,
        pass_type: PassType::Regular,
        is_team_pass: false,
        categories: vec![domain::ids::CategoryId(1)],
        category_id: None,
        weight: 1,
        capabilities: vec![],
        max_clips: None,
        max_downloads: None,
    }
}
