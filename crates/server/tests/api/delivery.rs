//! Media to those whose address is good, and not a byte or a hint to anybody else.

use domain::geo::Rule;
use domain::ids::{ChannelId, MediaId};
use domain::playback::{self, Scope, Token};
use domain::secret::Secret;
use reqwest::{Method, StatusCode};
use testkit::{CountryRecord, country_database};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::TestApp;
use crate::stage::{FREE, SECRET, Stage, beside, fetch, refused, token_of, url_of};

fn ended() -> (StatusCode, String) {
    (StatusCode::FORBIDDEN, "playback_ended".into())
}

async fn free_url(stage: &Stage) -> String {
    url_of(&stage.game(FREE).await, 3).unwrap()
}

/// T1, T2: a token that this channel did not issue for just this opens nothing.
#[tokio::test]
async fn a_token_is_taken_letter_for_letter() {
    let stage = Stage::set().await;
    let client = stage.app.demo();
    let url = free_url(&stage).await;
    let token = token_of(&url).to_owned();
    let good = stage.read_token(&url);
    for at in [0, 1, 5, 30, 50, token.len() - 1] {
        let mut changed = token.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert_eq!(refused(&client, &format!("/media/{changed}/v0/0.m4s")).await, ended(), "{at}");
    }
    let by_hand =
        |secret: [u8; 32], token: &Token| format!("/media/{}/v0/0.m4s", playback::issue(&Secret::new(secret), token));
    for (what, address) in [
        ("another secret", by_hand([8; 32], &good)),
        ("another channel", by_hand(SECRET, &Token { channel: ChannelId(stage.demo.0 + 1), ..good })),
        ("no channel", by_hand(SECRET, &Token { channel: ChannelId(999), ..good })),
        ("another session", by_hand(SECRET, &Token { session: [1; 16], ..good })),
        ("no token", "/media/x/v0/0.m4s".into()),
        ("padding", format!("/media/{token}=/v0/0.m4s")),
        ("encoded", format!("/media/%{:02x}{}/v0/0.m4s", token.as_bytes()[0], &token[1..])),
        ("none at all", "/media/v0/0.m4s".into()),
    ] {
        assert_eq!(refused(&client, &address).await, ended(), "{what}");
    }
    let other = Token { media: MediaId(999), ..good };
    assert_eq!(fetch(&client, &stage.address(&other, "index.m3u8")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(fetch(&client, &beside(&url, "v0/0.m4s")).await.0, StatusCode::OK);
}

/// PLAY-01: a recording lists its key frames, each of which is had by its bytes alone; a clip of it lists none.
#[tokio::test]
async fn key_frames_of_a_recording_can_be_had_alone() {
    let stage = Stage::set().await;
    let client = stage.app.demo();
    let url = free_url(&stage).await;
    let text = async |name: &str| {
        let (status, body) = fetch(&client, &beside(&url, name)).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        String::from_utf8(body.to_vec()).unwrap()
    };
    let renditions = text("index.m3u8").await;
    assert!(renditions.contains(",FRAME-RATE=30.000"), "{renditions}");
    assert!(renditions.contains(",URI=\"v0/key-frames.m3u8\"") && renditions.contains("#EXT-X-I-FRAME-STREAM-INF"));
    assert!(text("v0/index.m3u8").await.contains("#EXT-X-INDEPENDENT-SEGMENTS\n"));
    let keys = text("v0/key-frames.m3u8").await;
    let listed: Vec<&str> = keys.lines().collect();
    let mut count = 0;
    for pair in listed.windows(2) {
        let Some(length) = pair[0].strip_prefix("#EXT-X-BYTERANGE:").and_then(|range| range.strip_suffix("@0")) else {
            continue;
        };
        let (address, last) = (beside(&url, &format!("v0/{}", pair[1])), length.parse::<usize>().unwrap() - 1);
        let range = client.request(Method::GET, &address).header("range", format!("bytes=0-{last}"));
        let part = range.send().await.unwrap();
        assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT, "{address}");
        let (part, whole) = (part.bytes().await.unwrap(), fetch(&client, &address).await.1);
        let first = media::codec::cmaf::parse_fragments(&whole).unwrap()[0];
        assert!(first.keyframe);
        assert_eq!(part.len() as u64, first.offset + u64::from(first.size), "up to the end of the first picture");
        assert!(whole.len() > part.len());
        count += 1;
    }
    assert!(count > 1, "{keys}");
    for name in ["a0/key-frames.m3u8", "v9/key-frames.m3u8"] {
        assert_eq!(fetch(&client, &beside(&url, name)).await.0, StatusCode::NOT_FOUND, "{name}");
    }
}

/// T2: without a good token nobody learns what is there: the same answer for everything, to the byte.
#[tokio::test]
async fn request_without_a_token_gets_one_and_the_same_refusal() {
    let stage = Stage::set().await;
    let client = stage.app.demo();
    let token = "A".repeat(77);
    let mut answers = Vec::new();
    for name in ["v0/0.m4s", "v0/999.m4s", "index.m3u8", "nothing", "..%2fmeta.json", "meta.json"] {
        let answer = client.raw(&format!("/media/{token}/{name}")).await;
        let mut headers = answer.headers().clone();
        headers.remove("x-request-id");
        headers.remove("date");
        answers.push((answer.status(), headers, answer.bytes().await.unwrap()));
    }
    assert_eq!(answers[0].0, StatusCode::FORBIDDEN);
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

/// T2, T3: what lies in the folder but is for nobody has no address, and no address leads out of the folder.
#[tokio::test]
async fn a_good_token_opens_its_own_files_alone() {
    let stage = Stage::set().await;
    let client = stage.app.demo();
    let url = free_url(&stage).await;
    std::fs::write(stage.folder(stage.media[0]).join("v0/9.m4s.tmp"), "half").unwrap();
    let neighbour = stage.media[2];
    for name in [
        "meta.json".into(),
        "v0/index.log".into(),
        "v0/9.m4s.tmp".into(),
        "v0".into(),
        "v0/".into(),
        "v0/00.m4s".into(),
        "v0/0.m4s/".into(),
        "v0//0.m4s".into(),
        "%76%30/0.m4s".into(),
        "v0%2f0.m4s".into(),
        format!("..%2f{neighbour}/v0/0.m4s"),
        "v0/0.m4s%00".into(),
        "download.mp4".into(),
        "v9/index.m3u8".into(),
        "v0/999.m4s".into(),
        "v0/0.0.m4s".into(),
        "sprite-0.jpg".into(),
    ] {
        assert_eq!(refused(&client, &beside(&url, &name)).await, (StatusCode::NOT_FOUND, "not_found".into()), "{name}");
    }
    // Clients tidy such paths up by themselves; sent as they are, they are no names either.
    let neighbours = [format!("../{neighbour}/v0/0.m4s"), format!("%2e%2e/{neighbour}/v0/0.m4s")];
    let tricks = ["../../../../etc/passwd", "v0/../meta.json", "v0/%2e%2e/meta.json", "./v0/0.m4s", "..\\meta.json"];
    for name in tricks.map(String::from).into_iter().chain(neighbours) {
        let answer = raw(&stage.app, &beside(&url, &name)).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{name}: {answer}");
    }
    for path in ["/storage/video/1/meta.json", "/storage/1/v0/0.m4s", "/video/1/v0/0.m4s", "/media/", "/media"] {
        let (_, body) = fetch(&client, path).await;
        assert!(!body.windows(4).any(|part| part == b"moof") && !body.starts_with(b"{\n"), "{path}");
    }
}

/// A request with nothing but its host, as it goes over the wire, and the answer as it came.
async fn raw(app: &TestApp, path: &str) -> String {
    let mut socket = TcpStream::connect(app.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: tv.invalid\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// PLAY-07: a player that sends nothing but a host, as casting devices do, is served.
#[tokio::test]
async fn a_player_without_headers_is_served() {
    let stage = Stage::set().await;
    let url = free_url(&stage).await;
    let answer = raw(&stage.app, &url).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("#EXTM3U"), "{answer}");
}

/// T10, T40: answers can be read by every page, carry no cookie, say what they are, and are kept as they should be.
#[tokio::test]
async fn answers_say_what_they_are() {
    let stage = Stage::set().await;
    let url = free_url(&stage).await;
    let client = stage.app.demo();
    for (name, kind, caching) in [
        ("index.m3u8", "application/vnd.apple.mpegurl", "private, no-store"),
        ("v0/index.m3u8", "application/vnd.apple.mpegurl", "private, no-store"),
        ("v0/init-0.mp4", "video/mp4", "private, max-age=86400, immutable"),
        ("a0/1.m4s", "video/mp4", "private, max-age=86400, immutable"),
        ("nothing", "application/json", "no-store"),
    ] {
        let request = client.request(Method::GET, &beside(&url, name)).header("origin", "https://elsewhere.example");
        let answer = request.send().await.unwrap();
        let headers = answer.headers();
        assert_eq!(
            (&headers["content-type"], &headers["cache-control"]),
            (&kind.parse().unwrap(), &caching.parse().unwrap()),
            "{name}"
        );
        assert_eq!(headers["access-control-allow-origin"], "*", "{name}");
        assert_eq!(headers["cross-origin-resource-policy"], "cross-origin");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert!(!headers.contains_key("access-control-allow-credentials") && !headers.contains_key("set-cookie"));
    }
    let asked = client.request(Method::OPTIONS, &url).header("origin", "https://elsewhere.example");
    let allowed = asked.send().await.unwrap();
    assert_eq!(allowed.status(), StatusCode::NO_CONTENT);
    assert_eq!(allowed.headers()["access-control-allow-headers"], "range");
    let post = client.request(Method::POST, &url).send().await.unwrap();
    assert_eq!(post.status(), StatusCode::METHOD_NOT_ALLOWED);
}

/// Parts of a file are its bytes; a head has its length and no body.
#[tokio::test]
async fn range_and_head_requests_are_answered() {
    let stage = Stage::set().await;
    let path = beside(&free_url(&stage).await, "v0/1.m4s");
    let stored = stage.stored(stage.media[0], "v0/1.m4s");
    let client = stage.app.demo();
    let ask = async |range: &str| {
        let answer = client.request(Method::GET, &path).header("range", range).send().await.unwrap();
        let told = answer.headers().get("content-range").map(|range| range.to_str().unwrap().to_owned());
        (answer.status(), told, answer.bytes().await.unwrap().to_vec())
    };
    let length = stored.len();
    let partial = |start: usize, end: usize| {
        let told = Some(format!("bytes {start}-{}/{length}", end - 1));
        (StatusCode::PARTIAL_CONTENT, told, stored[start..end].to_vec())
    };
    assert_eq!(ask("bytes=0-99").await, partial(0, 100));
    assert_eq!(ask("bytes=100-").await, partial(100, length));
    assert_eq!(ask("bytes=-7").await, partial(length - 7, length));
    assert_eq!(ask("bytes=0-1,5-6").await, (StatusCode::OK, None, stored.clone()));
    let nothing = (StatusCode::RANGE_NOT_SATISFIABLE, Some(format!("bytes */{length}")), vec![]);
    assert_eq!(ask(&format!("bytes={length}-")).await, nothing);
    let head = client.request(Method::HEAD, &path).send().await.unwrap();
    assert_eq!(head.headers()["content-length"], length.to_string().as_str());
    assert!(head.bytes().await.unwrap().is_empty());
}

/// Reads one answer from a connection: the lines of its head but those that name the moment, in order, and its body.
async fn read_answer(socket: &mut TcpStream) -> (Vec<String>, Vec<u8>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(socket.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap();
    let moment = ["date: ", "x-request-id: "];
    assert!(moment.iter().all(|name| head.contains(&format!("\r\n{name}"))), "{head}");
    let lines = head.lines().filter(|line| !moment.iter().any(|name| line.starts_with(name)));
    let mut lines: Vec<_> = lines.map(str::to_owned).collect();
    lines.sort();
    let length = lines.iter().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    let mut body = vec![0; length];
    socket.read_exact(&mut body).await.unwrap();
    (lines, body)
}

/// PLAY-07: a piece of video is the same to the byte, whether its request is as plain as can be or not, alone or one of
/// many on its connection, whole or in two halves.
#[tokio::test]
async fn a_piece_is_the_same_whichever_way_it_is_asked_for() {
    let stage = Stage::set().await;
    let url = free_url(&stage).await;
    for name in ["v0/init-0.mp4", "v0/1.m4s", "a0/0.m4s"] {
        let stored = stage.stored(stage.media[0], name);
        let asking = |more: &str| format!("GET {} HTTP/1.1\r\nhost: tv.invalid\r\n{more}\r\n", beside(&url, name));
        let mut socket = TcpStream::connect(stage.app.address).await.unwrap();
        socket.write_all(asking("").as_bytes()).await.unwrap();
        let plain = read_answer(&mut socket).await;
        assert!(plain.0.contains(&"HTTP/1.1 200 OK".into()) && plain.1 == stored, "{name}: {:?}", plain.0);
        let plainly = asking("accept: */*\r\nuser-agent: x\r\n");
        let twice = plainly.repeat(2);
        let (half, rest) = plainly.split_at(30);
        let other = asking("x-other: 1\r\n");
        for (requests, answers) in [
            (vec![plainly.as_str()], 1),
            (vec![half, rest], 1),
            (vec![other.as_str()], 1),
            (vec![plainly.as_str()], 1),
            (vec![twice.as_str()], 2),
        ] {
            let mut fresh = TcpStream::connect(stage.app.address).await.unwrap();
            for socket in [&mut socket, &mut fresh] {
                for request in &requests {
                    socket.write_all(request.as_bytes()).await.unwrap();
                    tokio::task::yield_now().await;
                }
                for _ in 0..answers {
                    assert!(read_answer(socket).await == plain, "{name}: {requests:?}");
                }
            }
        }
    }
}

/// A connection that has had pieces of video is told no, and told of other things, like any other.
#[tokio::test]
async fn other_requests_follow_on_the_same_connection() {
    let stage = Stage::set().await;
    let url = free_url(&stage).await;
    let mut socket = TcpStream::connect(stage.app.address).await.unwrap();
    for (path, status) in [
        (beside(&url, "v0/0.m4s"), "200"),
        (beside(&url, "v0/999.m4s"), "404"),
        (beside(&url, "v0/0.m4s"), "200"),
        ("/media/x/v0/0.m4s".into(), "403"),
        ("/healthz".into(), "200"),
        (beside(&url, "v0/0.m4s"), "200"),
    ] {
        socket.write_all(format!("GET {path} HTTP/1.1\r\nhost: tv.invalid\r\n\r\n").as_bytes()).await.unwrap();
        let (head, _) = read_answer(&mut socket).await;
        assert!(head.iter().any(|line| line.starts_with(&format!("HTTP/1.1 {status}"))), "{path}: {head:?}");
    }
}

/// GEO-02, T8: the region is looked at with every request, so an address that travels is worth nothing; nor is that of a
/// preview, which has no end. A poster is shown everywhere.
#[tokio::test]
async fn the_region_is_looked_at_with_every_request() {
    let app = TestApp::start_with(|config| {
        let file = config.data_dir.join("countries.mmdb");
        std::fs::write(&file, country_database(CountryRecord::Flat("FR"), CountryRecord::Nested("BG"))).unwrap();
        config.geo_database = Some(file);
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let stage = Stage::set_on(app).await;
    let url = free_url(&stage).await;
    for (name, bytes) in [("poster.jpg", "a poster"), ("preview.mp4", "a preview")] {
        std::fs::write(stage.folder(stage.media[0]).join(name), bytes).unwrap();
    }
    let preview = Token::of_preview(stage.demo, stage.media[0]);
    let client = stage.app.demo();
    let get = async |path: &str, address: &str| {
        let request = client.request(Method::GET, path).header("x-forwarded-for", address);
        let answer = request.send().await.unwrap();
        (answer.status(), answer.bytes().await.unwrap())
    };
    let from = async |address: &str| get(&beside(&url, "v0/0.m4s"), address).await;
    let shown = async |name: &str, address: &str| get(&stage.address(&preview, name), address).await;
    let (france, bulgaria) = ("20.0.0.1", "198.51.100.4");
    assert_eq!(from(bulgaria).await.0, StatusCode::OK);
    assert_eq!(shown("preview.mp4", bulgaria).await, (StatusCode::OK, "a preview".into()));
    let only = serde_json::to_string(&Rule::OnlyIn { countries: ["FR".parse().unwrap()].into() }).unwrap();
    let database = &stage.app.database;
    let cast = if database.is_sqlite() { "" } else { "::jsonb" };
    database.execute(&format!("UPDATE events SET geo_rule = '{only}'{cast}, revision = 1000 WHERE id = {FREE}")).await;
    database.execute("UPDATE channels SET games_version = 1000 WHERE alias = 'demo'").await;
    stage.app.until(async || from(bulgaria).await.0 == StatusCode::FORBIDDEN).await;
    let (status, body) = from(bulgaria).await;
    let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((status, &body["code"]), (StatusCode::FORBIDDEN, &serde_json::json!("region_blocked")));
    assert_eq!(from(france).await, (StatusCode::OK, stage.stored(stage.media[0], "v0/0.m4s").into()));
    let (status, body) = shown("preview.mp4", bulgaria).await;
    assert!(status == StatusCode::FORBIDDEN && !body.windows(9).any(|part| part == b"a preview"), "{body:?}");
    assert_eq!(shown("preview.mp4", france).await, (StatusCode::OK, "a preview".into()));
    for address in [france, bulgaria] {
        assert_eq!(shown("poster.jpg", address).await, (StatusCode::OK, "a poster".into()));
    }
    let key = client.api_key().await;
    let request = client.request(Method::GET, &format!("/api/events/{FREE}/playback?api_key={key}"));
    let asked: serde_json::Value =
        request.header("x-forwarded-for", bulgaria).send().await.unwrap().json().await.unwrap();
    assert_eq!(asked["code"], "region_blocked");
}

/// T1: a token of one scope is no token of another.
#[tokio::test]
async fn scopes_are_part_of_the_proof() {
    let stage = Stage::set().await;
    let client = stage.app.demo();
    let good = stage.read_token(&free_url(&stage).await);
    let download = Token { scope: Scope::Download, ..good };
    assert_eq!(fetch(&client, &stage.address(&download, "v0/0.m4s")).await.0, StatusCode::NOT_FOUND);
}
