//! Files made of clips: their viewers, and that none is left when the clip is gone.

use std::path::PathBuf;

use bytes::Bytes;
use domain::ids::ClipId;
use domain::playback::{Scope, Token};
use domain::time::Timestamp;
use reqwest::header::HeaderValue;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::JobKind;

use crate::app::TestApp;
use crate::clips::{clipper, clipper_of, cut, play_url, ready, wish};
use crate::deletion::ask;
use crate::stage::{FREE, Stage, beside, fetch, refused};

/// Where what was made of a clip lies.
pub fn made_of(app: &TestApp, clip: &Value) -> PathBuf {
    app.database.folder.path().join("media/clips").join(clip["id"].to_string())
}

/// CLIP-03, AUTH-10, T43: what was made of a clip goes with it, and with its owner's account; so does what is being made
/// meanwhile.
#[tokio::test]
async fn files_of_a_deleted_clip_are_removed() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let mut clips = Vec::new();
    for start in [1, 2, 3] {
        let clip = cut(&keen, wish(FREE, start, 5)).await;
        ready(&stage.app, &keen, &clip["id"]).await;
        assert!(made_of(&stage.app, &clip).join("plan").exists());
        clips.push(clip);
    }
    let client = stage.app.demo();
    let gone = async |clip: &Value| {
        stage.app.until(async || !made_of(&stage.app, clip).exists()).await;
        let url = clip["play"]["url"].as_str().unwrap();
        assert_eq!(refused(&client, url).await, (StatusCode::FORBIDDEN, "playback_ended".into()));
    };
    keen.delete(&format!("clip/{}", clips[0]["id"])).await;
    gone(&clips[0]).await;
    assert!(made_of(&stage.app, &clips[1]).join("plan").exists(), "the others stay");

    let link = ask(&stage.app, &keen).await;
    assert_eq!(stage.app.demo().post("delete-account-confirm", &link).await.status, StatusCode::OK);
    for clip in &clips[1..] {
        gone(clip).await;
    }
    let left = async || stage.app.database.store.jobs_count(JobKind::RemoveClip).await.unwrap();
    stage.app.until(async || left().await == 0).await;
    assert_eq!(stage.app.count("clips").await, 0);
}

/// A job of a clip that was deleted before its turn makes nothing, and clears up what a killed server had made.
#[tokio::test]
async fn a_clip_that_is_gone_before_its_turn_leaves_nothing() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let clip = cut(&keen, wish(FREE, 1, 5)).await;
    ready(&stage.app, &keen, &clip["id"]).await;
    let (folder, number) = (made_of(&stage.app, &clip), clip["id"].as_i64().unwrap());
    keen.delete(&format!("clip/{number}")).await;
    stage.app.until(async || stage.app.count("jobs WHERE kind IN ('remove_clip', 'clip_poster')").await == 0).await;
    // As if a server had been killed between its file and its word of it.
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("plan"), "half").unwrap();
    let sql = format!(
        "INSERT INTO jobs (channel_id, kind, payload, run_at, attempts, state, created_at) \
         VALUES ({}, 'cut_clip', '{{\"clip\": {number}}}', 1, 0, 'waiting', 1)",
        stage.demo
    );
    stage.app.database.execute(&sql).await;
    stage.app.until(async || !folder.exists()).await;
    stage.app.until(async || stage.app.count("jobs WHERE kind = 'cut_clip'").await == 0).await;
}

/// CLIP-03, T5: what a browser has kept of a clip is asked about each time that it is shown, and is worth nothing once the
/// clip is gone.
#[tokio::test]
async fn cached_clip_is_revalidated_and_ends_with_the_clip() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let clip = cut(&keen, wish(FREE, 2, 5)).await;
    let client = stage.app.demo();
    let pieces = ["v0/init-0.mp4", "v0/0.m4s", "v0/1.m4s"].map(|name| beside(play_url(&clip), name));
    let mut tags = Vec::new();
    for piece in &pieces {
        let answer = client.raw(piece).await;
        assert_eq!(answer.status(), StatusCode::OK, "{piece}");
        assert_eq!(answer.headers()["cache-control"], "private, no-cache", "{piece}");
        tags.push(answer.headers()["etag"].clone());
    }
    let again = async |piece: &str, tag: &HeaderValue| {
        let answer = client.request(Method::GET, piece).header("if-none-match", tag).send().await.unwrap();
        (answer.status(), answer.bytes().await.unwrap())
    };
    for (piece, tag) in pieces.iter().zip(&tags) {
        assert_eq!(again(piece, tag).await, (StatusCode::NOT_MODIFIED, Bytes::new()), "{piece}");
    }
    assert_eq!(again(&pieces[0], &tags[1]).await.0, StatusCode::OK, "each is its own");
    keen.delete(&format!("clip/{}", clip["id"])).await;
    for (piece, tag) in pieces.iter().zip(&tags) {
        assert_eq!(again(piece, tag).await.0, StatusCode::FORBIDDEN, "{piece}");
    }
}

/// CLIP-05, T5: messengers get the file of a public clip, to be shown in place; its address opens nothing else.
#[tokio::test]
async fn a_public_clip_is_shown_in_messengers() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let clip = cut(&keen, wish(FREE, 6.5, 4)).await;
    ready(&stage.app, &keen, &clip["id"]).await;
    let client = stage.app.demo();
    let html = async || client.raw(clip["share_path"].as_str().unwrap()).await.text().await.unwrap();
    stage.app.until(async || html().await.contains("og:video")).await;
    let html = html().await;
    assert!(html.contains("video/mp4") && html.contains("twitter:player"));
    let said = |property: &str| {
        let value = html.split(&format!("property=\"{property}\" content=\"")).nth(1).unwrap().split('"').next();
        value.unwrap().replace("&#x2f;", "/")
    };
    // Nothing of this game can be drawn: what is shown is its own nevertheless, and not the channel's logo.
    assert!(said("og:image").contains("/storage/images/demo/"), "{html}");
    let file = said("og:video");
    let path = &file[file.find("/media/").unwrap()..];
    let answer = client.raw(path).await;
    assert_eq!(
        (answer.status(), &answer.headers()["content-disposition"]),
        (StatusCode::OK, &"inline".parse().unwrap())
    );
    assert_eq!(answer.bytes().await.unwrap()[4..8], *b"ftyp");
    for name in ["v0/1.m4s", "v0/index.m3u8", "index.m3u8", "download.mp4"] {
        assert_eq!(fetch(&client, &beside(path, name)).await.0, StatusCode::NOT_FOUND, "{name}");
    }
    // The token of a clip that plays is none for the file.
    let token = Token::of_clip(
        stage.demo,
        ClipId(clip["id"].as_i64().unwrap()),
        stage.media[0],
        Scope::Clip,
        Timestamp(i64::MAX / 2),
    );
    assert_eq!(fetch(&client, &stage.address(&token, "clip.mp4")).await.0, StatusCode::NOT_FOUND);
}

/// The logo is offered where the channel has one, and refused in words where it has none: never left out in silence.
#[tokio::test]
async fn the_logo_is_offered_where_there_is_one() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let clip = cut(&keen, wish(FREE, 2, 4)).await;
    ready(&stage.app, &keen, &clip["id"]).await;
    let offered = async || {
        let start = stage.app.demo().get("channel-bootstrap-data").await.body["data"]["settings"].clone();
        start["clips"]["watermark"].clone()
    };
    let ask = async |format: &str, watermark: u8| {
        keen.get(&format!("clip/download/{}?format={format}&watermark={watermark}", clip["id"])).await
    };
    assert_eq!(offered().await, false);
    for format in ["original", "portrait_crop", "portrait_padded"] {
        let refused = ask(format, 1).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("no_watermark")));
        assert_eq!(
            refused.body["errors"],
            json!({ "watermark": ["The channel has no logo that can be put on clips"] })
        );
    }
    assert_eq!(stage.app.count("clip_exports").await, 0);
    let logo = "UPDATE channels SET logo = '/storage/images/demo/logo.svg', version = version + 1 WHERE alias = 'demo'";
    stage.app.database.execute(logo).await;
    stage.app.until(async || offered().await == true).await;
    assert_eq!(ask("original", 0).await.body["data"]["status"], "ready", "as it is, it needs no making");
    assert_eq!(stage.app.count("clip_exports").await, 0);
    // Its picture is not in the storage: the clip says so, and does not come without it.
    let failed = async || ask("original", 1).await.body["data"]["status"] == "failed";
    stage.app.until(failed).await;
    assert_eq!(ask("original", 1).await.body["data"]["failure"], "no_logo");
    // CLIP-03: a repeated request has it made again, from any member.
    let drawn =
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30"/></svg>"#;
    stage.app.images.put_drawing("demo", "logo.svg", drawn.into()).await.unwrap();
    assert_eq!(ask("original", 1).await.body["data"]["status"], "failed", "looking changes nothing");
    let other = clipper_of(&stage.app, "other@demo.test").await;
    let again = other.get(&format!("clip/download/{}?watermark=1&anew=1", clip["id"])).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.body);
    // There is a picture now. What else is wrong with a game of blank pieces is not this test's.
    assert_ne!(again.body["data"]["failure"], "no_logo");
    assert_ne!(ask("original", 1).await.body["data"]["failure"], "no_logo", "for everybody");
}
