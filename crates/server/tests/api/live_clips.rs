//! Clips of a game that is still going on.

use std::sync::Arc;

use domain::event::AccessType;
use domain::ids::{EventId, MediaId};
use media::codec::cmaf::parse_fragments;
use media::hls::Settings;
use media::live::{LivePackager, LiveStream, RingLimits};
use media::recording::{Meta, Recording};
use reqwest::StatusCode;
use testkit::channel;

use crate::app::{Member, TestApp};
use crate::clips::{clipper, cut, play_url, ready, wish};
use crate::stage::{FREE, NOW, beside, fetch, folder, stream};

/// A game for everybody that is about to be sent.
async fn begin_free_game(app: &TestApp) -> (MediaId, Arc<LiveStream>) {
    let mut games = channel("demo", 1);
    games.content.events[0].access = AccessType::Free;
    let demo = app.database.store.channel_import(games).await.unwrap();
    let media = app.database.store.stream_begin(demo, EventId(FREE), NOW).await.unwrap().unwrap();
    (
        media,
        Arc::new(LiveStream::new(Settings::default(), LivePackager::new(Settings::default(), RingLimits::default()))),
    )
}

/// A member who cuts clips, once the game is shown as the one for everybody that it is.
async fn clipper_of_free_game(app: &TestApp) -> Member {
    let keen = clipper(app).await;
    app.until(async || keen.get(&format!("events/{FREE}")).await.body["data"]["access_type"] == "free").await;
    keen
}

/// CLIP-01, CLIP-04: a live game is cut up to its edge and no further; the file follows as soon as it is recorded, not
/// with the next look for it.
#[tokio::test]
async fn a_live_game_is_cut_up_to_its_edge() {
    let app = TestApp::start().await;
    let (media, air) = begin_free_game(&app).await;
    let mut recording = Recording::create(&folder(&app, media), Meta::new(NOW, Settings::default())).unwrap();
    let mut send = |from, until| {
        for event in air.feed(|live| stream(live, from, until)) {
            recording.apply(&event).unwrap();
        }
    };
    send(0, 11);
    app.live_streams.insert(media, air.clone());
    let keen = clipper_of_free_game(&app).await;
    let late = keen.post("clip", wish(FREE, 5, 30)).await;
    assert_eq!(late.body["code"], "clip_too_long");
    let clip = cut(&keen, wish(FREE, 5, 5)).await;
    let (client, url) = (app.demo(), play_url(&clip));
    let (_, playlist) = fetch(&client, &beside(url, "v0/index.m3u8")).await;
    assert!(playlist.ends_with(b"#EXTINF:2.000,\n2.m4s\n#EXT-X-ENDLIST\n"), "{playlist:?}");
    let (status, open) = fetch(&client, &beside(url, "v0/2.m4s")).await;
    assert_eq!(status, StatusCode::OK);
    let last = parse_fragments(&open).unwrap().iter().map(|sample| sample.dts / 90).max();
    assert_eq!(last, Some(9960), "nothing after the clip");
    assert_eq!(clip["status"], "processing");
    // However often its last segment is looked for, that is no try.
    app.until(async || app.count("jobs WHERE kind = 'cut_clip' AND run_at >= created_at + 1500").await == 1).await;
    assert_eq!(app.count("jobs WHERE kind = 'cut_clip' AND attempts > 1").await, 0);
    // The next look is an hour away, once nobody has the clip in hand.
    let far = "jobs WHERE kind = 'cut_clip' AND run_at > created_at + 3000000 AND leased_until IS NULL";
    let put_off = "UPDATE jobs SET run_at = created_at + 3600000 WHERE kind = 'cut_clip' AND leased_until IS NULL";
    app.until(async || {
        app.database.execute(put_off).await;
        app.count(far).await == 1
    })
    .await;
    send(11, 14);
    app.live_streams.has_grown(media);
    ready(&app, &keen, &clip["id"]).await;
    assert!(keen.get(&format!("clip/download/{}", clip["id"])).await.body["data"]["url"].is_string());
}

/// T5: a clip that ends at the very edge of a live game does not grow with it.
#[tokio::test]
async fn a_clip_at_the_edge_does_not_grow() {
    let app = TestApp::start().await;
    let (media, air) = begin_free_game(&app).await;
    let _ = air.feed(|live| stream(live, 0, 10));
    app.live_streams.insert(media, air.clone());
    let keen = clipper_of_free_game(&app).await;
    let (begin, edge) = air.span().unwrap();
    let edge_ms = (edge - begin) / 90;
    assert!((8000..10_000).contains(&edge_ms), "a segment is open: {edge_ms}");
    let start = edge_ms - 3000;
    let clip = cut(&keen, wish(FREE, format!("0:{:02}.{:03}", start / 1000, start % 1000), 3)).await;
    let (client, url) = (app.demo(), play_url(&clip));
    let last = async || {
        let (status, open) = fetch(&client, &beside(url, "v0/2.m4s")).await;
        assert_eq!(status, StatusCode::OK);
        parse_fragments(&open).unwrap().iter().map(|sample| sample.dts).max().unwrap()
    };
    assert!(last().await < edge);
    for until in [12, 14] {
        let _ = air.feed(|live| stream(live, until - 2, until));
        assert!(air.span().unwrap().1 > edge, "the game goes on");
        assert!(last().await < edge, "the clip does not");
    }
}
