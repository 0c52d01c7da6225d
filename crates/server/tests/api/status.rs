//! What the console tells operators of the server's disk and of their encoders.

use std::net::IpAddr;
use std::os::unix::fs::symlink;

use domain::ids::EventId;
use domain::operator::Role;
use domain::secret::Secret;
use domain::stream_key::{self, Claim};
use media::codec::frame::{Input, Track};
use media::ingest::{Feed, Protocol};
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::Encoder;

use crate::app::{Client, TestApp};
use crate::console::{at_console, channel, get, hire, hired};

/// Upcoming in the small channel.
const GAME: EventId = EventId(2);
const FROM: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

async fn sit(app: &TestApp) -> Feed {
    let claim = Claim { event: GAME, generation: 0 };
    let key = stream_key::issue(&Secret::new([7; 32]), channel(app, "demo").await, claim);
    app.hub.admit(key.expose(), Protocol::Rtmp, FROM).await.unwrap()
}

/// So many seconds, no faster than the disk takes them.
async fn send(app: &TestApp, seat: &Feed, encoder: &mut Encoder, seconds: u64) {
    for _ in 0..seconds {
        for _ in 0..25 {
            for input in encoder.step() {
                seat.send(input).await.unwrap();
            }
        }
        app.until(async || app.hub.health()[0].behind == 0).await;
    }
}

async fn status(client: &Client) -> Value {
    get(client, "status").await.body["data"].clone()
}

/// PLAY-05, OPS-01: every operator is told what an encoder of their channels does, and nobody else is.
#[tokio::test]
async fn operators_are_told_what_their_encoders_do() {
    let app = TestApp::start().await;
    assert_eq!(get(&app.demo(), "status").await.status, StatusCode::UNAUTHORIZED);
    let finance = hired(&app, "finance@demo.test", Role::Finance).await;
    hire(&app, "neighbour@demo.test", "other", Role::Owner).await;
    let neighbour = at_console(&app, "neighbour@demo.test").await;
    let quiet = status(&finance).await;
    assert_eq!((&quiet["games"], &quiet["storage"]["state"]), (&json!([]), &json!("ample")));
    assert_eq!(quiet["storage"]["since"], Value::Null);

    let seat = sit(&app).await;
    let mut encoder = Encoder::new(0);
    for config in encoder.configs() {
        seat.send(config).await.unwrap();
    }
    send(&app, &seat, &mut encoder, 2).await;
    app.until(async || status(&finance).await["games"][0]["encoder"] == "sending").await;
    let game = status(&finance).await["games"][0].clone();
    assert_eq!((game["event_id"].as_i64(), &game["is_recorded"]), (Some(GAME.0), &json!(true)));
    assert!(game["title"].as_str().is_some_and(|title| !title.is_empty()), "{game}");
    assert_eq!(status(&neighbour).await["games"], json!([]), "T26");

    drop(seat);
    app.until(async || status(&finance).await["games"][0]["encoder"] == "lost").await;
    let lost = status(&finance).await["games"][0].clone();
    assert!(lost["since"].as_i64() >= game["since"].as_i64(), "{lost}");
}

/// PLAY-05: operators are told of settings that viewers suffer from, until they are changed.
#[tokio::test]
async fn operators_are_told_what_to_set_at_an_encoder() {
    let app = TestApp::start().await;
    let editor = hired(&app, "editor@demo.test", Role::Editor).await;
    let advice = async || status(&editor).await["games"][0]["advice"].clone();
    let seat = sit(&app).await;
    let mut encoder = Encoder::new(0);
    for config in encoder.configs() {
        seat.send(config).await.unwrap();
    }
    send(&app, &seat, &mut encoder, 5).await;
    assert_eq!(advice().await, json!([]));
    seat.send(encoder.wider_colours()).await.unwrap();
    // A key frame every ten seconds.
    for picture in 0..501 {
        for mut input in encoder.step() {
            if let Input::Frame(frame) = &mut input
                && frame.track == Track::Video
            {
                frame.keyframe = picture % 250 == 0;
            }
            seat.send(input).await.unwrap();
        }
    }
    app.until(async || advice().await == json!(["key_frames", "colours"])).await;
    for config in encoder.configs() {
        seat.send(config).await.unwrap();
    }
    send(&app, &seat, &mut encoder, 5).await;
    app.until(async || advice().await == json!([])).await;
}

/// PLAY-05: a disk that is full is told while it lasts, and the recording's gap for good.
#[tokio::test]
async fn a_full_disk_is_told_while_it_lasts() {
    let app = TestApp::start().await;
    let editor = hired(&app, "editor@demo.test", Role::Editor).await;
    let demo = channel(&app, "demo").await;
    let gaps = async || get(&editor, &format!("channels/{demo}/recording-gaps")).await.body["data"].clone();
    let seat = sit(&app).await;
    let media = app.hub.health()[0].media;
    let folder = app.database.folder.path().join("media/video").join(media.to_string()).join("v0");
    std::fs::create_dir_all(&folder).unwrap();
    // The disk has no room for this one.
    symlink("/dev/full", folder.join("1.m4s.tmp")).unwrap();
    let mut encoder = Encoder::new(0);
    for config in encoder.configs() {
        seat.send(config).await.unwrap();
    }
    send(&app, &seat, &mut encoder, 9).await;
    app.until(async || status(&editor).await["storage"]["state"] == "full").await;
    let full = status(&editor).await;
    assert!(full["storage"]["since"].is_i64(), "{full}");
    let game = &full["games"][0];
    assert_eq!((&game["is_recorded"], &game["missing"]), (&json!(false), &json!(4.0)), "{full}");
    let live = gaps().await;
    assert_eq!((live[0]["missing"].as_f64(), &live[0]["is_live"]), (Some(4.0), &json!(true)), "{live}");

    send(&app, &seat, &mut encoder, 12).await;
    app.until(async || status(&editor).await["storage"]["state"] == "ample").await;
    drop(seat);
    assert!(app.hub.end(GAME).await);
    app.until(async || gaps().await[0]["is_live"] == json!(false)).await;
    let ended = gaps().await;
    assert_eq!((ended.as_array().map(Vec::len), ended[0]["missing"].as_f64()), (Some(1), Some(4.0)), "{ended}");
    let finance = hired(&app, "finance@demo.test", Role::Finance).await;
    let refused = get(&finance, &format!("channels/{demo}/recording-gaps")).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
