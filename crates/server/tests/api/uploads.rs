//! Videos that operators upload: sent in parts over whatever happens, checked, and played.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::event::AccessType;
use domain::ids::ChannelId;
use domain::operator::Role;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use testkit::channel as small_channel;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{Client, TestApp};
use crate::console::{ORIGIN, audit, channel, get, hired};
use crate::stage::{beside, fetch, url_of};

pub const FILM: (&str, i64) = ("vod", 1);
const GAME: (&str, i64) = ("event", 2);
const PART: &str = "application/offset+octet-stream";

/// An operator who uploads to the channel `demo`.
pub struct Uploader {
    client: Client,
    demo: ChannelId,
}

impl Uploader {
    pub async fn hired(app: &TestApp) -> Self {
        let client = hired(app, "editor@demo.test", Role::Editor).await;
        Self { client, demo: channel(app, "demo").await }
    }

    fn uploads(&self) -> String {
        format!("/console/api/channels/{}/uploads", self.demo)
    }

    async fn begin(&self, (kind, id): (&str, i64), name: &str, bytes: usize) -> Response {
        begin(&self.client, &self.uploads(), (kind, id), name, bytes).await
    }

    /// Begins one, and gives its address.
    async fn begun(&self, of: (&str, i64), bytes: usize) -> String {
        let answer = self.begin(of, "final.mp4", bytes).await;
        assert_eq!(answer.status(), StatusCode::CREATED, "{}", answer.text().await.unwrap());
        assert_eq!(answer.headers()["tus-resumable"], "1.0.0");
        assert!(answer.headers()["upload-expires"].to_str().unwrap().ends_with(" GMT"));
        answer.headers()["location"].to_str().unwrap().to_owned()
    }

    fn request(&self, method: Method, address: &str) -> reqwest::RequestBuilder {
        self.client.request(method, address).header("tus-resumable", "1.0.0").header("origin", ORIGIN)
    }

    async fn send(&self, address: &str, offset: usize, part: &[u8]) -> Response {
        let request = self.request(Method::PATCH, address).header("content-type", PART);
        request.header("upload-offset", offset).body(part.to_vec()).send().await.unwrap()
    }

    async fn offset(&self, address: &str) -> usize {
        let answer = self.request(Method::HEAD, address).send().await.unwrap();
        assert_eq!(
            (answer.status(), &answer.headers()["cache-control"]),
            (StatusCode::OK, &"no-store".parse().unwrap())
        );
        answer.headers()["upload-offset"].to_str().unwrap().parse().unwrap()
    }

    /// A whole file at once.
    pub async fn upload(&self, of: (&str, i64), bytes: &[u8]) -> String {
        let address = self.begun(of, bytes.len()).await;
        assert_eq!(self.send(&address, 0, bytes).await.status(), StatusCode::NO_CONTENT);
        address
    }

    pub async fn shown(&self, address: &str) -> Value {
        get(&self.client, address.strip_prefix("/console/api/").unwrap()).await.body["data"].clone()
    }

    /// The channel's uploads.
    pub async fn listed(&self) -> Value {
        get(&self.client, &format!("channels/{}/uploads", self.demo)).await.body["data"].clone()
    }

    /// The upload, as soon as nothing more becomes of it.
    pub async fn ended(&self, address: &str) -> Value {
        let ended = async {
            loop {
                let shown = self.shown(address).await;
                if shown["state"] == "ready" || shown["state"] == "failed" {
                    return shown;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::time::timeout(testkit::TIMEOUT, ended).await.expect("it ends")
    }

    /// Sends a part over a connection that stays open in the middle of it.
    async fn stall(&self, app: &TestApp, address: &str, announced: usize, part: &[u8]) -> TcpStream {
        let cookie = self.client.cookie().unwrap();
        let head = format!(
            "PATCH {address} HTTP/1.1\r\nhost: demo.test\r\norigin: {ORIGIN}\r\ncookie: {cookie}\r\ntus-resumable: 1.0.0\r\n\
             content-type: {PART}\r\nupload-offset: 0\r\ncontent-length: {announced}\r\n\r\n"
        );
        let mut connection = TcpStream::connect(app.address).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        connection.write_all(part).await.unwrap();
        connection
    }
}

async fn begin(client: &Client, uploads: &str, (kind, id): (&str, i64), name: &str, bytes: usize) -> Response {
    let said = |text: &str| STANDARD.encode(text);
    let metadata = format!("filename {},kind {},id {}", said(name), said(kind), said(&id.to_string()));
    let request = client.request(Method::POST, uploads).header("tus-resumable", "1.0.0").header("origin", ORIGIN);
    request.header("upload-length", bytes).header("upload-metadata", metadata).send().await.unwrap()
}

async fn code(answer: Response) -> (StatusCode, String) {
    let status = answer.status();
    let body: Value = answer.json().await.unwrap();
    (status, body["code"].as_str().unwrap().to_owned())
}

fn files(app: &TestApp) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(app.database.folder.path().join("uploads")).unwrap();
    folder.map(|file| file.unwrap().path()).collect()
}

/// A few seconds that browsers can show.
fn clip() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("clip.mp4");
    let made = Command::new("ffmpeg")
        .args(
            "-v error -nostdin -f lavfi -i testsrc2=size=160x90:rate=25 -f lavfi -i sine=sample_rate=48000".split(' '),
        )
        .args("-t 5 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -c:a aac -movflags +faststart".split(' '))
        .arg(&file)
        .stdin(Stdio::null())
        .status();
    assert!(made.expect("ffmpeg is installed").success());
    std::fs::read(file).unwrap()
}

/// PLAY-06, VOD-01: a film that was sent in two parts is played with a token, and the file itself is gone.
#[tokio::test]
async fn a_film_is_uploaded_and_plays() {
    let app = TestApp::start().await;
    let editor = Uploader::hired(&app).await;
    let clip = clip();
    let (first, rest) = clip.split_at(clip.len() / 2);
    let address = editor.begun(FILM, clip.len()).await;
    assert_eq!(editor.offset(&address).await, 0);
    let sent = editor.send(&address, 0, first).await;
    assert_eq!((sent.status(), &sent.headers()["upload-offset"]), (StatusCode::NO_CONTENT, &first.len().into()));
    assert_eq!(editor.offset(&address).await, first.len());
    let half = editor.shown(&address).await;
    assert_eq!((&half["state"], &half["received"]), (&json!("receiving"), &json!(first.len())));
    assert_eq!(half["target"], json!({ "kind": "vod", "id": 1, "title": "St. Mary’s: the long way up" }));
    assert_eq!(editor.send(&address, first.len(), rest).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(editor.offset(&address).await, clip.len());

    let ended = editor.ended(&address).await;
    assert_eq!(
        (&ended["state"], &ended["problem"], &ended["name"]),
        (&json!("ready"), &json!(null), &json!("final.mp4"))
    );
    assert_eq!(files(&app), Vec::<PathBuf>::new());
    let viewer = app.demo();
    let film = async || viewer.get_keyed("vod-media-items/1").await.body["data"].clone();
    app.until(async || url_of(&film().await, 6).is_some()).await;
    let film = film().await;
    assert_eq!(film["duration"], 5);
    let url = url_of(&film, 3).expect("it can be played");
    let (status, playlist) = fetch(&viewer, &url).await;
    assert!(status == StatusCode::OK && playlist.starts_with(b"#EXTM3U"));
    let (status, playlist) = fetch(&viewer, &beside(&url, "v0/index.m3u8")).await;
    assert!(status == StatusCode::OK && String::from_utf8_lossy(&playlist).contains("#EXT-X-ENDLIST"));
    let (status, segment) = fetch(&viewer, &beside(&url, "v0/0.m4s")).await;
    assert_eq!((status, &segment[4..8]), (StatusCode::OK, &b"moof"[..]));
    let (status, preview) = fetch(&viewer, &url_of(&film, 6).unwrap()).await;
    assert!(status == StatusCode::OK && preview.len() > 1000);
    let removed = editor.request(Method::DELETE, &address).send().await.unwrap();
    assert_eq!(code(removed).await, (StatusCode::BAD_REQUEST, "upload_is_ready".into()));
}

/// PLAY-06: a game with a video is over, and on demand; the console finds it, and says that it has one.
#[tokio::test]
async fn a_game_is_uploaded_and_is_over() {
    let app = TestApp::start().await;
    let mut games = small_channel("demo", 1);
    games.content.events.iter_mut().for_each(|game| game.access = AccessType::Free);
    app.database.store.channel_import(games).await.unwrap();
    let editor = Uploader::hired(&app).await;
    let targets = format!("channels/{}/upload-targets", editor.demo);
    let target = async || {
        let found = get(&editor.client, &format!("{targets}?kind=event&text=game")).await.body["data"].clone();
        found.as_array().unwrap().iter().find(|target| target["id"] == GAME.1).cloned()
    };
    assert_eq!(target().await.unwrap()["has_video"], false);
    let address = editor.upload(GAME, &clip()).await;
    assert_eq!(editor.ended(&address).await["state"], "ready");
    let game = async || app.demo().get_keyed("events/2").await.body["data"].clone();
    app.until(async || url_of(&game().await, 3).is_some()).await;
    assert_eq!(game().await["stream_status"], "finished");
    assert_eq!(target().await.unwrap()["has_video"], true);
    let films = get(&editor.client, &format!("{targets}?kind=vod&text=long way")).await.body["data"].clone();
    assert_eq!((films.as_array().unwrap().len(), &films[0]["id"]), (1, &json!(1)));
}

/// T58: another video of a game or a film takes the place of its own alone, in the rows and on the disk.
#[tokio::test]
async fn another_video_replaces_its_own_alone() {
    let app = TestApp::start().await;
    let mut games = small_channel("demo", 1);
    games.content.events.iter_mut().for_each(|game| game.access = AccessType::Free);
    app.database.store.channel_import(games).await.unwrap();
    let editor = Uploader::hired(&app).await;
    let clip = clip();
    let targets = [GAME, ("event", 3), FILM, ("vod", 3)];
    let upload = async |target| {
        let address = editor.upload(target, &clip).await;
        assert_eq!(editor.ended(&address).await["state"], "ready");
    };
    let shown = async |(kind, id): (&str, i64)| {
        let call = if kind == "vod" { format!("vod-media-items/{id}") } else { format!("events/{id}") };
        app.demo().get_keyed(&call).await.body["data"].clone()
    };
    let video = async |target| {
        let shown = shown(target).await;
        shown["media"].as_array().unwrap().iter().find(|media| media["type"] == 3).map(|media| media["id"].clone())
    };
    for target in targets {
        upload(target).await;
        app.until(async || video(target).await.is_some()).await;
    }
    for target in [GAME, FILM] {
        let before =
            [video(targets[0]).await, video(targets[1]).await, video(targets[2]).await, video(targets[3]).await];
        upload(target).await;
        app.until(async || {
            let now = video(target).await;
            now.is_some() && !before.contains(&now)
        })
        .await;
        for (one, was) in targets.into_iter().zip(before) {
            assert_eq!(video(one).await == was, one != target, "{one:?}");
            let (status, segment) =
                fetch(&app.demo(), &beside(&url_of(&shown(one).await, 3).unwrap(), "v0/0.m4s")).await;
            assert_eq!((status, &segment[4..8]), (StatusCode::OK, &b"moof"[..]), "{one:?}");
        }
    }
    let kept = std::fs::read_dir(app.database.folder.path().join("media/video")).unwrap().count();
    assert_eq!(kept, 6, "what was replaced is kept aside");
}

/// PLAY-06: a connection that breaks costs nothing of what came, and nobody writes in between.
#[tokio::test]
async fn an_upload_goes_on_after_a_cut() {
    let app = TestApp::start().await;
    let editor = Uploader::hired(&app).await;
    let bytes: Vec<u8> = (0..200_000_u32).map(|n| (n % 251) as u8).collect();
    let address = editor.begun(FILM, bytes.len()).await;
    let connection = editor.stall(&app, &address, bytes.len(), &bytes[..70_000]).await;
    app.until(async || editor.offset(&address).await == 70_000).await;
    let second = editor.send(&address, 70_000, &bytes[70_000..]).await;
    assert_eq!(code(second).await, (StatusCode::LOCKED, "upload_busy".into()));
    drop(connection);
    app.until(async || editor.shown(&address).await["received"] == 70_000).await;
    assert_eq!(std::fs::read(&files(&app)[0]).unwrap(), bytes[..70_000]);
    assert_eq!(editor.send(&address, 70_000, &bytes[70_000..]).await.status(), StatusCode::NO_CONTENT);
    let failed = editor.ended(&address).await;
    assert_eq!(failed["state"], "failed", "which is no video, but whole");
}

/// PLAY-06, T37: parts come in their order, and no more than was announced.
#[tokio::test]
async fn parts_that_do_not_fit_are_refused() {
    let app = TestApp::start_with(|config| config.upload_max_mb = 1).await;
    let editor = Uploader::hired(&app).await;
    let large = editor.begin(FILM, "a.mp4", 1_000_001).await;
    assert_eq!(code(large).await, (StatusCode::PAYLOAD_TOO_LARGE, "upload_too_large".into()));
    let address = editor.begun(FILM, 10).await;
    assert_eq!(editor.send(&address, 0, b"01234").await.status(), StatusCode::NO_CONTENT);
    for offset in [0, 4, 6, 10] {
        let wrong = editor.send(&address, offset, b"5").await;
        assert_eq!(code(wrong).await, (StatusCode::CONFLICT, "wrong_offset".into()), "{offset}");
    }
    let long = editor.send(&address, 5, b"567890").await;
    assert_eq!(code(long).await, (StatusCode::PAYLOAD_TOO_LARGE, "upload_too_large".into()));
    let plain = editor.request(Method::PATCH, &address).header("upload-offset", 5).body("5").send().await.unwrap();
    assert_eq!(plain.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let other = editor.client.request(Method::HEAD, &address).header("tus-resumable", "0.2.2").send().await.unwrap();
    assert_eq!(
        (other.status(), &other.headers()["tus-resumable"]),
        (StatusCode::PRECONDITION_FAILED, &"1.0.0".parse().unwrap())
    );
    assert_eq!(std::fs::read(&files(&app)[0]).unwrap(), b"01234");
    let described = editor.client.request(Method::OPTIONS, &editor.uploads()).send().await.unwrap();
    assert_eq!(described.headers()["tus-max-size"], "1000000");
    for nothing in [("vod", 1001), ("event", 999), ("page", 1)] {
        assert!(editor.begin(nothing, "a.mp4", 10).await.status().is_client_error(), "{nothing:?}");
    }
    for _ in 1..10 {
        editor.begun(FILM, 10).await;
    }
    assert_eq!(code(editor.begin(FILM, "a.mp4", 10).await).await, (StatusCode::BAD_REQUEST, "too_many_uploads".into()));
}

/// A disk that is nearly full takes no more, and says so.
#[tokio::test]
async fn an_upload_needs_room() {
    let app = TestApp::start_with(|config| config.disk_refuse_mb = 1_000_000_000_000).await;
    let editor = Uploader::hired(&app).await;
    let refused = editor.begin(FILM, "a.mp4", 10).await;
    assert_eq!(code(refused).await, (StatusCode::INSUFFICIENT_STORAGE, "no_room".into()));
}

/// OPS-05, T26, T27, T40: nobody but the channel's owners and editors, from the console's own page.
#[tokio::test]
async fn upload_requires_an_owner_or_editor_of_the_channel() {
    let app = TestApp::start().await;
    let editor = Uploader::hired(&app).await;
    let address = editor.begun(FILM, 10).await;
    let other = channel(&app, "other").await;
    let theirs = format!("/console/api/channels/{other}/uploads");
    assert_eq!(begin(&editor.client, &theirs, ("vod", 1001), "a.mp4", 10).await.status(), StatusCode::NOT_FOUND);
    let rival = {
        crate::console::hire(&app, "rival@demo.test", "other", Role::Owner).await;
        crate::console::at_console(&app, "rival@demo.test").await
    };
    let support = hired(&app, "support@demo.test", Role::Support).await;
    let under_theirs = address.replace(&editor.uploads(), &theirs);
    for (client, address, expected) in [
        (&app.demo(), &address, StatusCode::UNAUTHORIZED),
        (&support, &address, StatusCode::FORBIDDEN),
        (&rival, &address, StatusCode::NOT_FOUND),
        (&rival, &under_theirs, StatusCode::NOT_FOUND),
    ] {
        for method in [Method::HEAD, Method::GET, Method::PATCH, Method::DELETE] {
            let request = client.request(method.clone(), address).header("tus-resumable", "1.0.0");
            let request = request.header("origin", ORIGIN).header("content-type", PART).header("upload-offset", "0");
            let answer = request.body(Vec::from(&b"x"[..usize::from(method == Method::PATCH)])).send().await.unwrap();
            assert_eq!(answer.status(), expected, "{method} {address}");
        }
    }
    for origin in ["https://evil.test", "https://other.test"] {
        for (method, address) in [(Method::POST, editor.uploads()), (Method::PATCH, address.clone())] {
            let request = editor.client.request(method, &address).header("tus-resumable", "1.0.0");
            let answer = request.header("origin", origin).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{origin}");
        }
    }
    let without =
        editor.client.request(Method::DELETE, &address).header("tus-resumable", "1.0.0").send().await.unwrap();
    assert_eq!(without.status(), StatusCode::FORBIDDEN);
    assert_eq!(editor.offset(&address).await, 0);
}

/// An upload that is taken back leaves nothing, and the actors of its beginning and end are recorded.
#[tokio::test]
async fn an_upload_is_taken_back() {
    let app = TestApp::start().await;
    let editor = Uploader::hired(&app).await;
    let address = editor.begun(FILM, 10).await;
    editor.send(&address, 0, b"01234").await;
    let removed = editor.request(Method::DELETE, &address).send().await.unwrap();
    assert_eq!(removed.status(), StatusCode::NO_CONTENT);
    assert_eq!(files(&app), Vec::<PathBuf>::new());
    assert_eq!(editor.send(&address, 5, b"56789").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(editor.request(Method::HEAD, &address).send().await.unwrap().status(), StatusCode::NOT_FOUND);
    let list = get(&editor.client, &format!("channels/{}/uploads", editor.demo)).await;
    assert_eq!((&list.body["data"], &list.body["meta"]["total"]), (&json!([]), &json!(0)));
    let id = address.rsplit('/').next().unwrap();
    let mut doings = audit(&app).await;
    doings.retain(|(action, ..)| action != "log_in");
    let said = |action: &str| (action.to_owned(), id.to_owned(), true);
    assert_eq!(doings, [said("upload_video"), said("remove_upload")]);
}

/// T31, T33, T34: what is no video fails with a reason in words, whatever it calls itself, and none of it is kept.
#[tokio::test]
async fn hostile_files_fail_with_a_reason() {
    let app = TestApp::start().await;
    let editor = Uploader::hired(&app).await;
    let clip = clip();
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0";
    let cases: [(&[u8], &str, &str); 4] = [
        (b"Just some words, in a file called final.mp4.\n", "this is a text", "text"),
        (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", "this is a playlist", "playlist"),
        (&clip[..clip.len() / 3], "damaged or incomplete", "broken"),
        (picture, "this is a picture", "picture"),
    ];
    for (bytes, reason, word) in cases {
        let address = editor.upload(FILM, bytes).await;
        let failed = editor.ended(&address).await;
        assert_eq!((&failed["state"], &failed["problem_code"]), (&json!("failed"), &json!(word)));
        let problem = failed["problem"].as_str().unwrap();
        assert!(problem.contains(reason) && !problem.contains('/'), "{problem}");
    }
    app.until(async || files(&app).is_empty()).await;
    let kept = std::fs::read_dir(app.database.folder.path().join("media/video")).unwrap().count();
    assert_eq!(kept, 0, "nothing was made of them");
    let film = app.demo().get_keyed("vod-media-items/1").await.body["data"].clone();
    assert_eq!((url_of(&film, 3), &film["playback"]), (None, &json!(null)));
}

/// A server that ended between the last byte and its note of it takes the upload up when it is asked, or starts.
#[tokio::test]
async fn a_whole_file_is_taken_up() {
    let app = TestApp::start().await;
    let editor = Uploader::hired(&app).await;
    let address = editor.begun(FILM, 10).await;
    let id = address.rsplit('/').next().unwrap();
    std::fs::write(app.database.folder.path().join("uploads").join(id), b"0123456789").unwrap();
    assert_eq!(editor.offset(&address).await, 10);
    assert_eq!(editor.ended(&address).await["state"], "failed");
}

/// T37: a connection that says nothing more is let go, and what it holds with it.
#[tokio::test]
async fn a_silent_sender_is_let_go() {
    let app = TestApp::start_with(|config| config.body_idle_s = 1).await;
    let editor = Uploader::hired(&app).await;
    let address = editor.begun(FILM, 10).await;
    let mut connection = editor.stall(&app, &address, 10, b"0123").await;
    let mut answer = vec![0; 1024];
    let read = tokio::time::timeout(testkit::TIMEOUT, connection.read(&mut answer)).await.expect("it is told").unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]).to_lowercase();
    assert!(answer.starts_with("http/1.1 204") && answer.contains("upload-offset: 4\r\n"), "{answer}");
    assert_eq!(editor.send(&address, 4, b"456789").await.status(), StatusCode::NO_CONTENT);
}
