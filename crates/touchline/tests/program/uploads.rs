//! An upload that outlives the server: killed while it is imported, it is ready after the next start.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::console::Owner;
use crate::process::Program;
use crate::viewer::{Viewer, file};

const ON_DEMAND: i64 = 3;

impl Owner {
    /// Announces a file for a game, and gives the upload's address.
    async fn begin(&self, program: &Program, game: i64, bytes: usize) -> String {
        let path = format!("/console/api/channels/{}/uploads", self.channel);
        // "event"
        let metadata = format!("kind ZXZlbnQ=,id {}", base64(game));
        let request = self.request(program, Method::POST, &path);
        let answer = request.header("upload-length", bytes).header("upload-metadata", metadata).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
        answer.headers()["location"].to_str().unwrap().to_owned()
    }

    async fn send(&self, program: &Program, upload: &str, offset: usize, part: &[u8]) {
        let request = self.request(program, Method::PATCH, upload).header("upload-offset", offset);
        let request = request.header("content-type", "application/offset+octet-stream").body(part.to_vec());
        assert_eq!(request.send().await.unwrap().status(), StatusCode::NO_CONTENT);
    }

    async fn offset(&self, program: &Program, upload: &str) -> usize {
        let answer = self.request(program, Method::HEAD, upload).send().await.unwrap();
        answer.headers()["upload-offset"].to_str().unwrap().parse().unwrap()
    }

    /// The upload, as soon as it has come so far.
    async fn until(&self, program: &Program, upload: &str, far: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let answer = self.request(program, Method::GET, upload).send().await.unwrap();
            let shown = answer.json::<Value>().await.unwrap()["data"].clone();
            if far(&shown) {
                return shown;
            }
            assert!(begun.elapsed() < testkit::TIMEOUT && shown["state"] != "failed", "{shown}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Of a small number.
fn base64(number: i64) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let sign = |bits: u32| char::from(SIGNS[(bits & 63) as usize]);
    let block = |bytes: &[u8]| {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(bytes.get(at).copied().unwrap_or(0)));
        let signs = [sign(bits >> 18), sign(bits >> 12), sign(bits >> 6), sign(bits)];
        let kept = bytes.len() + 1;
        signs.into_iter().take(kept).chain(std::iter::repeat_n('=', 4 - kept)).collect::<String>()
    };
    number.to_string().as_bytes().chunks(3).map(block).collect()
}

/// A minute that has to be encoded, which takes a while.
fn old_clip(folder: &Path) -> Vec<u8> {
    let file = folder.join("old.avi");
    let made = Command::new("ffmpeg")
        .args("-v error -nostdin -f lavfi -i testsrc2=size=640x360:rate=25 -t 60 -c:v mpeg4 -q:v 6".split(' '))
        .arg(&file)
        .stdin(Stdio::null())
        .status();
    assert!(made.expect("scripts/setup-system installs ffmpeg").success());
    std::fs::read(file).unwrap()
}

/// PLAY-06, I3: the server is killed while a file comes and while it is imported. Nothing of the file is lost, and the game
/// plays in the end.
#[tokio::test]
async fn an_upload_outlives_a_killed_server() {
    let mut program = Program::serve_demo(&[("TOUCHLINE_RENDITION_CORES", "8")]).await;
    // Before anybody has a connection, which the server would end while the clip is drawn.
    let clip = old_clip(program.folder.path());
    let viewer = Viewer::new(&program).await;
    let owner = Owner::log_in(&program).await;
    let game = viewer.upcoming_game(&program).await;
    let upload = owner.begin(&program, game, clip.len()).await;
    let half = clip.len() / 2;
    owner.send(&program, &upload, 0, &clip[..half]).await;
    program.crash_and_start_again().await;
    assert_eq!(owner.offset(&program, &upload).await, half);
    owner.send(&program, &upload, half, &clip[half..]).await;

    let seen = owner.until(&program, &upload, |upload| upload["progress"].as_i64() > Some(0)).await;
    assert_eq!(seen["state"], "importing", "it is killed in the middle");
    program.crash_and_start_again().await;
    owner.until(&program, &upload, |upload| upload["state"] == "ready").await;
    let address = viewer.address(&program, game, ON_DEMAND).await;
    let playlist = viewer.until(&address, |playlist| playlist.ended).await;
    assert!(playlist.segments.len() >= 10 && playlist.gaps == 0, "{}", playlist.text);
    viewer.has_all(&address, &playlist).await;
    let thumbnails = viewer.get(&file(&address, "thumbs.vtt")).await.1;
    assert!(String::from_utf8_lossy(&thumbnails).contains("\nsprite-0.jpg#"), "{thumbnails:?}");
    let left = std::fs::read_dir(program.folder.path().join("data/uploads")).unwrap().count();
    assert_eq!(left, 0, "the file itself is gone");

    // PLAY-05: killed once more while its lower rendition is made.
    owner.until(&program, &upload, |upload| upload["rungs"][0]["height"] == 180).await;
    program.crash_and_start_again().await;
    let address = viewer.address(&program, game, ON_DEMAND).await;
    let is_listed = String::from_utf8_lossy(&viewer.get(&address).await.1).contains("v4/");
    if is_listed {
        let rung = viewer.rendition(&address, "v4").await.unwrap();
        assert_eq!(rung.segments.len(), playlist.segments.len(), "what is listed is whole: {}", rung.text);
    }
    let shown = owner.until(&program, &upload, |upload| upload["rungs"][0]["state"] == "ready").await;
    assert_eq!(shown["rungs"], json!([{ "height": 180, "state": "ready", "percent": 100 }]));
    let rung = viewer.rendition(&address, "v4").await.unwrap();
    assert_eq!((rung.segments.len(), rung.gaps), (playlist.segments.len(), 0), "{}", rung.text);
    assert!(String::from_utf8_lossy(&viewer.get(&address).await.1).contains("RESOLUTION=320x180"));
}
