//! Lower renditions that uploads get once they can be watched.

use std::process::{Command, Stdio};

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::stage::{beside, fetch, url_of};
use crate::uploads::{FILM, Uploader};

/// Four seconds of 720 lines, few pictures of them.
fn clip() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("clip.mp4");
    let made = Command::new("ffmpeg")
        .args("-v error -nostdin -f lavfi -i testsrc2=size=1280x720:rate=10 -t 4".split(' '))
        .args("-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 20 -movflags +faststart".split(' '))
        .arg(&file)
        .stdin(Stdio::null())
        .status();
    assert!(made.expect("ffmpeg is installed").success());
    std::fs::read(file).unwrap()
}

/// PLAY-05, PLAY-06: an upload of 720 lines has two smaller pictures soon after it is ready, listed at once; the console
/// tells how far they are.
#[tokio::test]
async fn an_upload_gets_lower_renditions() {
    let app = TestApp::start_with(|config| config.rendition_cores = Some(1.0)).await;
    let editor = Uploader::hired(&app).await;
    let address = editor.upload(FILM, &clip()).await;
    assert_eq!(editor.ended(&address).await["state"], "ready");
    let viewer = app.demo();
    let film = async || viewer.get_keyed("vod-media-items/1").await.body["data"].clone();
    app.until(async || url_of(&film().await, 3).is_some()).await;
    // A viewer plays it meanwhile.
    let url = url_of(&film().await, 3).unwrap();
    assert_eq!(fetch(&viewer, &beside(&url, "v0/index.m3u8")).await.0, StatusCode::OK);

    let mut seen: Vec<Value> = Vec::new();
    let ready = async {
        loop {
            let rungs = editor.shown(&address).await["rungs"].clone();
            let states: Vec<&Value> = rungs.as_array().unwrap().iter().map(|rung| &rung["state"]).collect();
            if !states.is_empty() && states.iter().all(|state| **state == "ready") {
                return rungs;
            }
            seen.push(rungs);
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let rungs = tokio::time::timeout(testkit::TIMEOUT, ready).await.expect("they are made");
    let whole = |height: u16| json!({ "height": height, "state": "ready", "percent": 100 });
    assert_eq!(rungs, json!([whole(480), whole(360)]));
    assert!(seen.iter().any(|rungs| rungs[0]["state"] == "making"), "it is told while they are made: {seen:?}");
    let (_, playlist) = fetch(&viewer, &url).await;
    let playlist = String::from_utf8(playlist.to_vec()).unwrap();
    for (size, name) in [("854x480", "v2"), ("640x360", "v3")] {
        assert!(playlist.contains(&format!("RESOLUTION={size}")), "{playlist}");
        assert!(playlist.contains(&format!("\n{name}/index.m3u8\n")), "{playlist}");
        let (status, segment) = fetch(&viewer, &beside(&url, &format!("{name}/0.m4s"))).await;
        assert_eq!((status, &segment[4..8]), (StatusCode::OK, &b"moof"[..]));
    }
    let listed = editor.listed().await;
    assert_eq!((&listed[0]["rungs"], &listed[0]["problem_code"]), (&rungs, &json!(null)));
}
