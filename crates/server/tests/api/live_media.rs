//! A live game as players are shown it: from memory, with what has left it from disk.

use std::sync::Arc;
use std::time::Duration;

use domain::event::{AccessType, StreamStatus};
use domain::ids::{ChannelId, EventId, MediaId};
use media::hls::Settings;
use media::live::{LivePackager, LiveStream, RingLimits};
use media::recording::{Meta, Recording};
use reqwest::{Method, StatusCode};
use serde_json::json;
use store::UploadFor;
use testkit::channel;

use crate::app::TestApp;
use crate::stage::{FREE, NOW, REGISTER, beside, fetch, folder, refused, stream, url_of};

pub struct Game {
    pub app: TestApp,
    pub demo: ChannelId,
    pub media: MediaId,
    pub air: Arc<LiveStream>,
    pub url: String,
}

/// Twenty-six seconds of a game, of which memory holds about ten.
pub async fn game() -> Game {
    let app = TestApp::start().await;
    let mut games = channel("demo", 1);
    games.content.events[0].access = AccessType::Free;
    games.content.events[1].access = AccessType::Free;
    let demo = app.database.store.channel_import(games).await.unwrap();
    let media = app.database.store.stream_begin(demo, EventId(FREE), NOW).await.unwrap().unwrap();
    let limits = RingLimits { time: Duration::from_secs(10), ..RingLimits::default() };
    let air = Arc::new(LiveStream::new(Settings::default(), LivePackager::new(Settings::default(), limits)));
    let mut recording = Recording::create(&folder(&app, media), Meta::new(NOW, Settings::default())).unwrap();
    for event in air.feed(|live| stream(live, 0, 26)) {
        recording.apply(&event).unwrap();
    }
    app.live_streams.insert(media, air.clone());
    let shown = async || app.demo().get_keyed(&format!("events/{FREE}")).await.body["data"].clone();
    app.until(async || url_of(&shown().await, 2).is_some()).await;
    let details = shown().await;
    assert_eq!(details["stream"], json!({ "state": "on_air" }));
    let url = url_of(&details, 2).unwrap();
    Game { app, demo, media, air, url }
}

/// PLAY-01: everything that is listed can be had, from the first segment to the newest part.
#[tokio::test]
async fn listed_segments_and_parts_are_served() {
    let game = game().await;
    let client = game.app.demo();
    assert_eq!(fetch(&client, &game.url).await.0, StatusCode::OK);
    let (status, playlist) = fetch(&client, &beside(&game.url, "v0/index.m3u8")).await;
    assert_eq!(status, StatusCode::OK);
    let playlist = String::from_utf8(playlist.to_vec()).unwrap();
    let parts = playlist.lines().filter_map(|line| line.strip_prefix("#EXT-X-PART:")?.split('"').nth(1));
    let names: Vec<&str> = playlist.lines().filter(|line| line.ends_with(".m4s")).chain(parts).collect();
    assert!(names.contains(&"0.m4s") && names.iter().any(|name| name.matches('.').count() == 2), "{playlist}");
    for name in names {
        let (status, bytes) = fetch(&client, &beside(&game.url, &format!("v0/{name}"))).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        assert!(bytes.windows(4).any(|part| part == b"moof"), "{name}");
    }
    let stored = std::fs::read(folder(&game.app, game.media).join("v0/0.m4s")).unwrap();
    assert_eq!(fetch(&client, &beside(&game.url, "v0/0.m4s")).await.1, stored);
}

/// PLAY-05: some players ask for gaps and end where they get nothing: they get an empty segment, and nobody keeps it.
#[tokio::test]
async fn gap_is_served_as_an_empty_segment() {
    let game = game().await;
    let client = game.app.demo();
    let ask = async |name: &str| {
        let answer = client.request(Method::GET, &beside(&game.url, name)).send().await.unwrap();
        let kept = answer.headers()["cache-control"].to_str().unwrap().to_owned();
        (answer.status(), kept, answer.bytes().await.unwrap())
    };
    let whole = ask("v0/1.m4s").await;
    std::fs::remove_file(folder(&game.app, game.media).join("v0/0.m4s")).unwrap();
    assert_eq!(ask("v0/0.m4s").await.0, StatusCode::NOT_FOUND, "it is listed as being there");
    game.air.not_recorded(media::hls::Rendition::SOURCE, 0);
    game.air.feed(|live| stream(live, 26, 27));
    let listed = ask("v0/index.m3u8").await.2;
    assert!(String::from_utf8_lossy(&listed).contains("#EXT-X-GAP\n#EXTINF:4.000,\n0.m4s\n"));
    let (status, kept, bytes) = ask("v0/0.m4s").await;
    assert_eq!((status, kept.as_str()), (StatusCode::OK, "private, no-store"));
    assert!(bytes.len() < 200 && bytes.windows(4).any(|part| part == b"moof"), "{bytes:?}");
    assert_eq!(ask("v0/1.m4s").await, whole);
    for name in ["v0/99.m4s", "v3/0.m4s", "v0/0.0.m4s"] {
        assert_eq!(ask(name).await.0, StatusCode::NOT_FOUND, "{name}");
    }
}

/// PLAY-01: a player that asks ahead waits for its part; one that asks too far ahead is told so at once.
#[tokio::test]
async fn a_reload_waits_for_what_it_asks_for() {
    let game = game().await;
    let client = game.app.demo();
    let edge = game.air.playlist(media::hls::Rendition::SOURCE).unwrap().edge;
    let ask = |number: u64, part: u32| {
        beside(&game.url, &format!("v0/index.m3u8?_HLS_msn={number}&_HLS_part={part}&_HLS_skip=YES"))
    };
    let path = ask(edge.number, edge.parts);
    let waiting = tokio::spawn({
        let client = client.clone();
        async move { fetch(&client, &path).await }
    });
    game.air.feed(|live| stream(live, 26, 28));
    let (status, playlist) = waiting.await.unwrap();
    assert_eq!(status, StatusCode::OK);
    let wanted = format!("URI=\"{}.{}.m4s\"", edge.number, edge.parts);
    assert!(String::from_utf8_lossy(&playlist).contains(&wanted), "{wanted}");
    let far = ask(edge.number + 20, 0);
    assert_eq!(refused(&client, &far).await, (StatusCode::BAD_REQUEST, "invalid".into()));
    let wrong = beside(&game.url, "v0/index.m3u8?_HLS_msn=x");
    assert_eq!(refused(&client, &wrong).await.0, StatusCode::BAD_REQUEST);
    let ended = async || fetch(&client, &ask(edge.number + 1, 0)).await;
    game.air.feed(LivePackager::end);
    assert!(ended().await.1.ends_with(b"#EXT-X-ENDLIST\n"));
}

/// The full playlist comes packed to players that accept it so.
#[tokio::test]
async fn playlists_are_packed() {
    let game = game().await;
    let path = beside(&game.url, "v0/index.m3u8");
    let answer = game.app.demo().request(Method::GET, &path).header("accept-encoding", "gzip").send().await.unwrap();
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    assert_eq!(answer.headers()["vary"], "accept-encoding");
    assert_eq!(answer.bytes().await.unwrap(), game.air.playlist(media::hls::Rendition::SOURCE).unwrap().gzip);
}

/// PLAY-05: when the game has ended, the same address goes on from what was recorded.
#[tokio::test]
async fn an_address_goes_on_after_the_end() {
    let game = game().await;
    game.app.live_streams.remove(game.media);
    game.app.database.store.stream_end(game.demo, EventId(FREE), game.media, 26_000, crate::stage::NOW).await.unwrap();
    let client = game.app.demo();
    assert_eq!(fetch(&client, &game.url).await.0, StatusCode::OK);
    assert_eq!(fetch(&client, &beside(&game.url, "v0/1.m4s")).await.0, StatusCode::OK);
    let shown = async || client.get_keyed(&format!("events/{FREE}")).await.body["data"].clone();
    game.app.until(async || url_of(&shown().await, 3).is_some()).await;
    assert_eq!(shown().await["stream"], json!({ "state": "ended" }));
}

/// PLAY-05: a game that was ended by a command is over before its stream has ended. A viewer who opens it in between is
/// sent to no live edge, where no picture comes any more, but waits for the end; one of another game does not wait.
#[tokio::test]
async fn a_finished_game_is_not_opened_as_a_live_one() {
    let game = game().await;
    let (store, client) = (&game.app.database.store, game.app.demo());
    let other = store.stream_begin(game.demo, EventId(REGISTER), NOW).await.unwrap().unwrap();
    let going_on = LiveStream::new(Settings::default(), LivePackager::new(Settings::default(), RingLimits::default()));
    going_on.feed(|live| stream(live, 0, 8));
    game.app.live_streams.insert(other, Arc::new(going_on));
    let shown = async |id: i64| client.get_keyed(&format!("events/{id}")).await.body["data"].clone();
    game.app.until(async || url_of(&shown(REGISTER).await, 2).is_some()).await;
    let other = url_of(&shown(REGISTER).await, 2).unwrap();

    store
        .event_move(game.demo, EventId(FREE), StreamStatus::Live, StreamStatus::Finished, crate::console::now())
        .await
        .unwrap();
    game.app.until(async || shown(FREE).await["stream_status"] == "finished").await;
    let opening = tokio::spawn({
        let (client, url) = (client.clone(), game.url.clone());
        async move { fetch(&client, &url).await.0 }
    });
    for _ in 0..3 {
        assert_eq!(fetch(&client, &other).await.0, StatusCode::OK);
        assert_eq!(fetch(&client, &beside(&game.url, "v0/1.m4s")).await.0, StatusCode::OK, "who watches goes on");
    }
    assert!(!opening.is_finished(), "it was opened as a live game");
    game.air.feed(LivePackager::end);
    assert_eq!(opening.await.unwrap(), StatusCode::OK);
    let (_, playlist) = fetch(&client, &beside(&game.url, "v0/index.m3u8")).await;
    assert!(playlist.ends_with(b"#EXT-X-ENDLIST\n"));
    let (_, playlist) = fetch(&client, &beside(&other, "v0/index.m3u8")).await;
    assert!(!playlist.ends_with(b"#EXT-X-ENDLIST\n"));
}

/// EVT-04: a game that is over says of its recording that it is being made ready, until it is there or will not come.
#[tokio::test]
async fn a_recording_that_is_being_made_is_announced() {
    let game = game().await;
    let store = &game.app.database.store;
    let client = game.app.demo();
    let shown = async |id: i64| client.get_keyed(&format!("events/{id}")).await.body["data"]["stream"].clone();
    // Over since long ago.
    let (over, other) = (4, FREE);
    let before = shown(other).await;
    assert_eq!(shown(over).await, json!(null));
    let of = UploadFor::Game(EventId(over));
    let media = store.video_await(game.demo, of, crate::stage::NOW).await.unwrap();
    game.app.until(async || shown(over).await == json!({ "state": "processing" })).await;
    store.video_give_up(game.demo, of).await.unwrap();
    game.app.until(async || shown(over).await.is_null()).await;
    let again = store.video_await(game.demo, of, crate::stage::NOW).await.unwrap();
    assert_ne!(again, media, "what failed stays so");
    store.stream_end(game.demo, EventId(over), again, 9_000, crate::stage::NOW).await.unwrap();
    game.app.until(async || shown(over).await == json!({ "state": "ended" })).await;
    assert_eq!(shown(other).await, before);
}

/// A game whose encoder has come, but of which nothing can be shown yet, is asked for again in a second.
#[tokio::test]
async fn a_game_without_a_picture_is_asked_for_again() {
    let game = game().await;
    let empty = LiveStream::new(Settings::default(), LivePackager::new(Settings::default(), RingLimits::default()));
    game.app.live_streams.insert(game.media, Arc::new(empty));
    let answer = game.app.demo().raw(&game.url).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.headers()["retry-after"], "1");
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
}
