//! Captions of videos: those that a file brings along, those that operators add, and their viewers.

use std::process::{Command, Stdio};

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, audit, channel, get, hired};
use crate::stage::{FREE, PAID, REGISTER, Stage, beside, fetch, refused, url_of};
use crate::uploads::{FILM, Uploader};

const FILE: &str = "WEBVTT\n\nSTYLE\n::cue { background: url(https://evil.test/) }\n\n\
    00:01.000 --> 00:02.500 line:0\n<v Ann>Kick-off!</v> <script>x</script>\n\n00:03.000 --> 00:04.000\n<i>Goal & more</i>\n";
const SHOWN: &str = "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nKick-off! x\n\n\
    00:00:03.000 --> 00:00:04.000\n<i>Goal &amp; more</i>\n";

/// An editor of the channel `demo`.
struct Editor {
    client: Client,
    demo: String,
}

impl Editor {
    async fn hired(app: &TestApp) -> Self {
        let client = hired(app, "editor@demo.test", Role::Editor).await;
        Self { client, demo: channel(app, "demo").await.to_string() }
    }

    fn call(&self, video: &str) -> String {
        format!("channels/{}/videos/{video}", self.demo)
    }

    async fn shown(&self, video: &str) -> Value {
        get(&self.client, &self.call(video)).await.body["data"].clone()
    }

    /// Sets captions of `event/1/captions/en` and the like.
    async fn set(&self, captions: &str, file: impl Into<reqwest::Body>) -> Answer {
        write(&self.client, Method::PUT, &self.call(captions), Some(file.into())).await
    }

    async fn remove(&self, captions: &str) -> Answer {
        write(&self.client, Method::DELETE, &self.call(captions), None).await
    }
}

async fn write(client: &Client, method: Method, call: &str, file: Option<reqwest::Body>) -> Answer {
    let name = method.as_str().to_lowercase();
    let request = client.request(method, &format!("/console/api/{call}")).header("origin", ORIGIN);
    let request = if let Some(file) = file { request.body(file) } else { request };
    checked(&CONSOLE, &name, call, request.send().await.unwrap()).await
}

fn problem(answer: &Answer) -> (StatusCode, &Value) {
    (answer.status, &answer.body["code"])
}

/// The lines of a multivariant playlist that name captions.
async fn listed(client: &Client, url: &str) -> Vec<String> {
    let (status, playlist) = fetch(client, url).await;
    assert_eq!(status, StatusCode::OK);
    let playlist = String::from_utf8(playlist.to_vec()).unwrap();
    let named: Vec<String> =
        playlist.lines().filter(|line| line.contains("TYPE=SUBTITLES")).map(str::to_owned).collect();
    let pictures: Vec<&str> = playlist.lines().filter(|line| line.starts_with("#EXT-X-STREAM-INF")).collect();
    let with = pictures.iter().filter(|line| line.ends_with(",SUBTITLES=\"c\"")).count();
    assert_eq!(with, if named.is_empty() { 0 } else { pictures.len() }, "{playlist}");
    named
}

/// The folder of captions that a line names.
fn folder(line: &str) -> &str {
    line.split_once("URI=\"").unwrap().1.split_once("/index.m3u8\"").unwrap().0
}

/// A few seconds with captions in two languages, as editors write them.
fn captioned() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("en.srt"), "1\n00:00:01,000 --> 00:00:02,500\n<i>Kick-off</i> & more\n").unwrap();
    std::fs::write(path("bg.srt"), "1\n00:00:01,000 --> 00:00:02,500\nНачало\n").unwrap();
    let made = Command::new("ffmpeg")
        .args("-v error -nostdin -f lavfi -i testsrc2=size=160x90:rate=25 -i".split(' '))
        .arg(path("en.srt"))
        .arg("-i")
        .arg(path("bg.srt"))
        .args(
            "-map 0 -map 1 -map 2 -t 5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -c:s mov_text".split(' '),
        )
        .args("-metadata:s:s:0 language=eng -metadata:s:s:1 language=bul".split(' '))
        .arg(path("clip.mp4"))
        .stdin(Stdio::null())
        .status();
    assert!(made.expect("ffmpeg is installed").success());
    std::fs::read(path("clip.mp4")).unwrap()
}

/// PLAY-06, PLAY-08: what a file says in words can be read along, in each of its languages.
#[tokio::test]
async fn captions_of_a_file_are_played() {
    let app = TestApp::start().await;
    let uploader = Uploader::hired(&app).await;
    let address = uploader.upload(FILM, &captioned()).await;
    let ended = uploader.ended(&address).await;
    assert_eq!((&ended["state"], &ended["problem"]), (&json!("ready"), &Value::Null));
    let viewer = app.demo();
    let film = async || viewer.get_keyed("vod-media-items/1").await.body["data"].clone();
    app.until(async || url_of(&film().await, 6).is_some()).await;
    let url = url_of(&film().await, 3).expect("it can be played");
    let named = listed(&viewer, &url).await;
    assert_eq!(named.len(), 2, "{named:?}");
    for (line, name, tag, text) in
        [(&named[0], "Български", "bg", "Начало"), (&named[1], "English", "en", "<i>Kick-off</i> &amp; more")]
    {
        let described = format!("NAME=\"{name}\",LANGUAGE=\"{tag}\",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,");
        assert!(line.contains(&described), "{line}");
        let (status, list) = fetch(&viewer, &beside(&url, &format!("{}/index.m3u8", folder(line)))).await;
        let list = String::from_utf8(list.to_vec()).unwrap();
        assert!(status == StatusCode::OK && list.contains("\n#EXT-X-PLAYLIST-TYPE:VOD\n"), "{list}");
        assert!(list.contains("\n#EXTINF:5.0") && list.ends_with(",\ntext.vtt\n#EXT-X-ENDLIST\n"), "{list}");
        let read = viewer.raw(&beside(&url, &format!("{}/text.vtt", folder(line)))).await;
        assert_eq!(read.headers()["content-type"], "text/vtt; charset=utf-8");
        assert_eq!(read.headers()["x-content-type-options"], "nosniff");
        let expected = format!("WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n{text}\n");
        assert_eq!(read.text().await.unwrap(), expected);
    }
}

/// PLAY-08, OPS-05: an operator adds captions, in place of those before, and takes them away; the actor is recorded.
#[tokio::test]
async fn an_operator_adds_captions() {
    let stage = Stage::set().await;
    let editor = Editor::hired(&stage.app).await;
    let viewer = stage.app.demo();
    let url = url_of(&stage.game(FREE).await, 3).unwrap();
    assert_eq!(listed(&viewer, &url).await, Vec::<String>::new());
    let before = editor.shown("event/1").await;
    assert_eq!((&before["has_video"], &before["captions"]), (&json!(true), &json!([])));
    assert!(before["languages"].as_array().unwrap().contains(&json!({ "tag": "bg", "name": "Български" })));

    let set = editor.set("event/1/captions/en", FILE).await;
    assert_eq!((set.status, &set.body["data"]), (StatusCode::OK, &json!({ "language": "en", "captions": 2 })));
    assert_eq!(editor.shown("event/1").await["captions"], json!([{ "tag": "en", "name": "English" }]));
    stage.app.until(async || !listed(&viewer, &url).await.is_empty()).await;
    let first = listed(&viewer, &url).await;
    let text = beside(&url, &format!("{}/text.vtt", folder(&first[0])));
    assert_eq!(fetch(&viewer, &text).await, (StatusCode::OK, SHOWN.into()));

    let again = editor.set("event/1/captions/en", "1\r\n00:00:01,000 --> 00:00:02,000\r\nAnew\r\n").await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.body);
    stage.app.until(async || listed(&viewer, &url).await != first).await;
    let second = listed(&viewer, &url).await;
    assert_eq!(second.len(), 1);
    assert_eq!(refused(&viewer, &text).await.0, StatusCode::NOT_FOUND, "what was replaced is gone");
    let (_, text) = fetch(&viewer, &beside(&url, &format!("{}/text.vtt", folder(&second[0])))).await;
    assert_eq!(text, "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnew\n");

    assert_eq!(editor.remove("event/1/captions/en").await.status, StatusCode::OK);
    assert_eq!(editor.remove("event/1/captions/en").await.status, StatusCode::NOT_FOUND);
    stage.app.until(async || listed(&viewer, &url).await.is_empty()).await;
    let done: Vec<String> = audit(&stage.app).await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(done, ["log_in", "set_captions", "set_captions", "remove_captions"]);
}

/// PLAY-07, PLAY-08, T2: captions are for viewers with access to their very video.
#[tokio::test]
async fn captions_require_access_to_their_video() {
    let stage = Stage::set().await;
    let editor = Editor::hired(&stage.app).await;
    for game in [FREE, REGISTER, PAID] {
        assert_eq!(editor.set(&format!("event/{game}/captions/en"), FILE).await.status, StatusCode::OK);
    }
    let fan = stage.app.member("fan@demo.test").await;
    let viewer = stage.app.demo();
    let free = url_of(&stage.game(FREE).await, 3).unwrap();
    stage.app.until(async || !listed(&viewer, &free).await.is_empty()).await;
    let theirs = async || url_of(&fan.get(&format!("events/{REGISTER}")).await.body["data"], 3).unwrap();
    let members = theirs().await;
    stage.app.until(async || !listed(&viewer, &members).await.is_empty()).await;
    let of_members = folder(&listed(&viewer, &members).await[0]).to_owned();
    let (own, others) =
        (beside(&members, &format!("{of_members}/text.vtt")), beside(&free, &format!("{of_members}/text.vtt")));
    assert_eq!(fetch(&viewer, &own).await, (StatusCode::OK, SHOWN.into()));
    // A good token of another video opens nothing of this one.
    assert_eq!(refused(&viewer, &others).await.0, StatusCode::NOT_FOUND);
    assert_eq!(refused(&viewer, &beside(&free, &format!("{of_members}/index.m3u8"))).await.0, StatusCode::NOT_FOUND);
    // None at all opens nothing.
    for name in ["text.vtt", "index.m3u8"] {
        let path = format!("/media/{}/{of_members}/{name}", "A".repeat(80));
        assert_eq!(refused(&viewer, &path).await, (StatusCode::FORBIDDEN, "playback_ended".into()));
    }
    let paid = stage.game(PAID).await;
    assert!(!paid.to_string().contains("/media/"), "{paid}");
}

/// PLAY-08, T27, T40: what is no file of captions is refused, and operators who may not upload.
#[tokio::test]
async fn captions_are_checked() {
    let stage = Stage::set().await;
    let editor = Editor::hired(&stage.app).await;
    let invalid = |answer: &Answer| (answer.status, answer.body["errors"].to_string());
    for (file, why) in [
        (b"not captions".to_vec(), "no captions"),
        (b"WEBVTT\n\n00:01 --> 00:02\nx\n".to_vec(), "line 3"),
        (vec![0xff, 0xfe, 0], "UTF-8"),
    ] {
        let (status, errors) = invalid(&editor.set("event/1/captions/en", file).await);
        assert!(status == StatusCode::BAD_REQUEST && errors.contains("file") && errors.contains(why), "{errors}");
    }
    let timing = editor.set("event/1/captions/en", b"WEBVTT\n\n00:01 --> 00:02\nx\n".to_vec()).await;
    assert_eq!(timing.problems(), [json!(["file", "caption_time", { "line": 3 }])]);
    let large = editor.set("event/1/captions/en", vec![b'a'; 1024 * 1024 + 1]).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(editor.set("event/1/captions/tlh", FILE).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(editor.set("game/1/captions/en", FILE).await.status, StatusCode::BAD_REQUEST);
    let none = editor.set("event/4/captions/en", FILE).await;
    assert_eq!(problem(&none), (StatusCode::BAD_REQUEST, &json!("no_video")));
    assert_eq!(get(&editor.client, &editor.call("event/999")).await.status, StatusCode::NOT_FOUND);

    let call = editor.call("event/1/captions/en");
    let foreign =
        editor.client.request(Method::PUT, &format!("/console/api/{call}")).header("origin", "https://evil.test");
    assert_eq!(foreign.body(FILE).send().await.unwrap().status(), StatusCode::FORBIDDEN);
    let clerk = hired(&stage.app, "clerk@demo.test", Role::Finance).await;
    let refused = write(&clerk, Method::PUT, &call, Some(FILE.into())).await;
    assert_eq!(problem(&refused), (StatusCode::FORBIDDEN, &json!("role_forbids")));
    let stranger = write(&stage.app.demo(), Method::DELETE, &call, None).await;
    assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
    assert_eq!(editor.shown("event/1").await["captions"], json!([]));
}
