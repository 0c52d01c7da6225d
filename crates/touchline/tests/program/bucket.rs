//! A game on a server that keeps its recordings in a bucket.

use std::collections::BTreeMap;

use bytes::Bytes;
use reqwest::{Method, StatusCode};
use serde_json::json;
use testkit::S3;

use crate::broadcast::pictures;
use crate::encoder::Encoder;
use crate::process::Program;
use crate::viewer::{Viewer, file, until};

const IMAGE: i64 = 1;
const LIVE: i64 = 2;
const ON_DEMAND: i64 = 3;
const THUMBNAILS: i64 = 5;
/// Of what the encoder sends.
const SIZE: &str = "320,180";

/// Everything that the playlists of a game name.
async fn files(viewer: &Viewer, address: &str) -> BTreeMap<String, Bytes> {
    let mut found = BTreeMap::new();
    for rendition in ["v0", "a0"] {
        let playlist = viewer.rendition(address, rendition).await.unwrap();
        let init = playlist.text.lines().find_map(|line| line.strip_prefix("#EXT-X-MAP:URI=\"")).unwrap();
        let names = playlist.segments.iter().map(String::as_str).chain([init.trim_end_matches('"')]);
        for name in names {
            let name = format!("{rendition}/{name}");
            let (status, bytes) = viewer.get(&file(address, &name)).await;
            assert_eq!(status, StatusCode::OK, "{name}");
            found.insert(name, bytes);
        }
    }
    found
}

/// PLAY-05, PLAY-07: after its end a game gets its pictures and lies in the bucket, byte for byte as it was; this machine
/// has nothing of it any more. A kill in the middle costs time and nothing else.
#[tokio::test]
async fn a_game_that_has_ended_is_served_from_the_bucket() {
    let s3 = S3::start().await;
    let url = s3.url();
    let keys = [("AWS_ACCESS_KEY_ID", "of-the-test"), ("AWS_SECRET_ACCESS_KEY", "any")];
    let settings = [&keys[..], &[("MEDIA_URL", url.as_str()), ("TOUCHLINE_RENDITION_CORES", "0")]].concat();
    let mut program = Program::serve_demo(&settings).await;
    let mut viewer = Viewer::new(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let encoder = Encoder::push(&program.ingest_address(game));
    let live = viewer.address(&program, game, LIVE).await;
    viewer.until(&live, |playlist| playlist.segments.len() >= 3).await;
    let spool = program.folder.path().join("data/video");
    let before = files(&viewer, &live).await;
    assert_eq!(std::fs::read_dir(&spool).unwrap().count(), 1, "it is recorded on this machine");
    encoder.kill();
    program.end_game(game);
    // The end is written down.
    until(async || viewer.game(&program, game).await["duration"].as_i64()).await.expect("the game is over");
    // As it is just being seen to.
    program.crash_and_start_again().await;
    let thumbnails = viewer.address(&program, game, THUMBNAILS).await;
    let moved = async || std::fs::read_dir(&spool).unwrap().next().is_none().then_some(());
    until(moved).await.expect("it is moved");
    let recorded = viewer.address(&program, game, ON_DEMAND).await;
    assert!(viewer.playlist(&recorded).await.unwrap().ended);
    let after = files(&viewer, &recorded).await;
    assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)), "something is not as it was");
    let (status, list) = viewer.get(&thumbnails).await;
    assert_eq!(status, StatusCode::OK);
    let sprite = String::from_utf8(list.to_vec()).unwrap();
    let sprite = sprite.lines().find_map(|line| line.split_once("#xywh=")).expect("a thumbnail").0.to_owned();
    let poster = viewer.address(&program, game, IMAGE).await;
    for picture in [file(&thumbnails, &sprite), poster] {
        let (status, bytes) = viewer.get(&picture).await;
        assert_eq!((status, &bytes[..2]), (StatusCode::OK, &[0xff, 0xd8][..]), "{picture}");
    }
    let folders: Vec<_> = std::fs::read_dir(&spool).unwrap().map(|folder| folder.unwrap().path()).collect();
    assert!(folders.iter().all(|folder| !folder.join("v0/0.m4s").exists()), "only what it is read by is fetched");

    viewer.log_in(&program, "season@demo.test").await;
    let download = viewer.call(&program, &format!("/api/download-event/{game}")).await;
    let (status, bytes) = viewer.get(&program.url(download["data"]["url"].as_str().unwrap())).await;
    assert_eq!((status, &bytes[4..8]), (StatusCode::OK, &b"ftyp"[..]));
    let taken_along = program.folder.path().join("game.mp4");
    std::fs::write(&taken_along, bytes).unwrap();
    assert_eq!(pictures(taken_along.to_str().unwrap(), SIZE), pictures(&recorded, SIZE));

    // CLIP-03: what is made of a clip lies in the bucket too, and goes with it.
    let wish = json!({ "event_id": game, "name": "Goal", "start_time": 0.5, "duration": 2, "tags": ["Goal"] });
    let clip = viewer.send(&program, Method::POST, "/api/clip", wish).await["data"].clone();
    let (call, folder) = (format!("/api/clip/{}", clip["id"]), format!("clips/{}", clip["id"]));
    let has_poster = until(async || (s3.names(&folder) == ["plan", "poster.jpg"]).then_some(()));
    has_poster.await.unwrap_or_else(|| panic!("{:?}", s3.names(&folder)));
    let download = viewer.call(&program, &format!("/api/clip/download/{}", clip["id"])).await;
    let (status, bytes) = viewer.get(&program.url(download["data"]["url"].as_str().unwrap())).await;
    assert_eq!((status, &bytes[4..8]), (StatusCode::OK, &b"ftyp"[..]));
    let deleted = viewer.send(&program, Method::DELETE, &call, json!({})).await;
    assert_eq!(deleted["data"]["id"], clip["id"], "{deleted}");
    let gone = until(async || s3.names(&folder).is_empty().then_some(()));
    gone.await.unwrap_or_else(|| panic!("{:?}", s3.names(&folder)));
}
