//! Clips: cut, watched at once, made into files, shown around, and taken away again.

use domain::account::Capability;
use domain::clip::Range;
use domain::ids::{AccountId, ClipId, EventId, MediaId};
use domain::operator::Role;
use domain::playback::{Scope, Token};
use domain::time::Timestamp;
use media::codec::cmaf::parse_fragments;
use media::hls::Rendition;
use media::recording::{Download, read};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::{ClipMade, ClipTerms, NewAccount, NewClip};
use testkit::account;

use crate::app::{CONSOLE, Member, TestApp, checked};
use crate::clip_files::made_of;
use crate::console::{ORIGIN, audit, get, hired, now};
use crate::stage::{FREE, NOW, PAID, REGISTER, Stage, beside, fetch, refused};

/// A member who may cut clips and take them along.
pub async fn clipper(app: &TestApp) -> Member {
    clipper_of(app, "keen@demo.test").await
}

pub async fn clipper_of(app: &TestApp, email: &str) -> Member {
    let capabilities = vec![Capability::Clipping, Capability::DownloadClip];
    app.account_create("demo", NewAccount { capabilities, ..account(email) }).await;
    Member::log_in(app.demo(), email).await
}

pub fn wish(event: i64, start: impl Into<Value>, duration: impl Into<Value>) -> Value {
    json!({
        "event_id": event, "name": "What a goal", "start_time": start.into(), "duration": duration.into(),
        "tags": ["Goal", "late winner"],
    })
}

pub async fn cut(member: &Member, wish: Value) -> Value {
    let answer = member.post("clip", wish).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

pub fn play_url(clip: &Value) -> &str {
    clip["play"]["url"].as_str().expect("it can be played")
}

pub async fn me(member: &Member) -> AccountId {
    AccountId(member.get("profile").await.body["data"]["id"].as_i64().unwrap())
}

/// Waits until the file of a clip is there.
pub async fn ready(app: &TestApp, member: &Member, id: &Value) -> Value {
    let call = format!("clip/{id}");
    app.until(async || member.get(&call).await.body["data"]["status"] != "processing").await;
    let clip = member.get(&call).await.body["data"].clone();
    assert_eq!((&clip["status"], &clip["queue_place"]), (&json!("ready"), &json!(null)), "{clip}");
    clip
}

/// CLIP-01, CLIP-02: a clip is watched the moment it is saved. T5: its address reaches its own seconds and nothing else.
#[tokio::test]
async fn a_clip_is_watched_at_once_and_reaches_its_own_seconds_only() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let clip = cut(&keen, wish(FREE, "0:06.5", 4)).await;
    assert_eq!((&clip["start_time"], &clip["duration"]), (&json!(6.5), &json!(4.0)));
    assert_eq!(
        (&clip["is_mine"], &clip["is_public"], &clip["can_download"]),
        (&json!(true), &json!(true), &json!(true))
    );
    assert_eq!(clip["event"]["access_type"], "free");
    let (url, client) = (play_url(&clip), stage.app.demo());
    let (status, playlist) = fetch(&client, url).await;
    assert!(status == StatusCode::OK && playlist.starts_with(b"#EXTM3U"));
    let ahead = client.request(Method::GET, &format!("{url}?ahead=1")).header("user-agent", "not watching yet");
    assert_eq!(ahead.send().await.unwrap().bytes().await.unwrap(), playlist);
    let (_, playlist) = fetch(&client, &beside(url, "v0/index.m3u8")).await;
    // A picture is shown for 40 ms: at 6.5 s it is the one of 6.48 s.
    let playlist = String::from_utf8(playlist.to_vec()).unwrap();
    assert!(playlist.contains("#EXT-X-START:TIME-OFFSET=0.480,PRECISE=YES\n"), "{playlist}");
    assert!(playlist.ends_with("#EXTINF:2.000,\n1.m4s\n#EXTINF:2.480,\n2.m4s\n#EXT-X-ENDLIST\n"), "{playlist}");
    assert_eq!(fetch(&client, &beside(url, "v0/init-0.mp4")).await.0, StatusCode::OK);
    let mut times = Vec::new();
    for name in ["v0/1.m4s", "v0/2.m4s"] {
        let (status, bytes) = fetch(&client, &beside(url, name)).await;
        assert_eq!(status, StatusCode::OK, "{name}");
        times.extend(parse_fragments(&bytes).unwrap().iter().map(|sample| sample.dts / 90));
    }
    assert_eq!((times.first(), times.last()), (Some(&6000), Some(&10_440)));
    for name in [
        "v0/0.m4s",
        "v0/3.m4s",
        "a0/0.m4s",
        "a0/3.m4s",
        "v0/1.0.m4s",
        "v1/1.m4s",
        "v0/init-9.mp4",
        "thumbs.vtt",
        "sprite-0.jpg",
        "still-0.jpg",
        "still-1.jpg",
        "preview.mp4",
        "download.mp4",
        "clip.mp4",
    ] {
        assert_eq!(fetch(&client, &beside(url, name)).await.0, StatusCode::NOT_FOUND, "{name}");
    }
    let profile = keen.get("profile").await.body["data"].clone();
    assert_eq!(profile["featureCount"], json!({ "clips": 1, "downloads": 0 }));
    // Opened again, by its link too, it was watched once; another browser is another viewer.
    let shared = format!("shared-clip/{}?uuid={}", clip["id"], clip["uuid"].as_str().unwrap());
    let shared = client.get(&shared).await.body["data"].clone();
    for url in [url, play_url(&shared)] {
        assert_eq!(fetch(&client, url).await.0, StatusCode::OK);
    }
    let elsewhere = client.request(Method::GET, url).header("user-agent", "another");
    assert_eq!(elsewhere.send().await.unwrap().status(), StatusCode::OK);
    let views = async || keen.get(&format!("clip/{}", clip["id"])).await.body["data"]["views"].as_i64().unwrap();
    stage.app.until(async || views().await >= 2).await;
    assert_eq!(views().await, 2);
}

/// VAL-08, VAL-13, T4: what cannot be a clip is refused in words, at the field.
#[tokio::test]
async fn invalid_clip_is_refused_at_its_field() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let with = |field: &str, value: Value| {
        let mut wish = wish(FREE, 2, 5);
        wish[field] = value;
        wish
    };
    for (wish, code, field, message) in [
        (with("tags", json!([])), "clip_tag", "tags", "Please select tag"),
        (with("name", json!("  ")), "clip_name", "name", "Please fill in the input field"),
        (with("duration", json!(13)), "clip_too_long", "duration", "Your clip duration is longer than the end time"),
        (
            with("start_time", json!(9000)),
            "clip_too_long",
            "duration",
            "Your clip duration is longer than the end time",
        ),
        (with("duration", json!(-5)), "clip_range", "duration", "A clip is between 1 and 120 seconds long"),
        (with("duration", json!(0)), "clip_range", "duration", "A clip is between 1 and 120 seconds long"),
        (with("duration", json!("0:0:0.9")), "clip_range", "duration", "A clip is between 1 and 120 seconds long"),
        (with("duration", json!(1e9)), "clip_range", "duration", "A clip is between 1 and 120 seconds long"),
        (with("start_time", json!(-1)), "clip_start", "start_time", "A clip begins within the game"),
        (with("tags", json!(["x".repeat(31)])), "clip_tags", "tags", "A clip has at most 10 tags of 30 letters"),
        (
            with("name", json!("x".repeat(101))),
            "clip_name_length",
            "name",
            "Field length must be greater than 0, and must be less than 101",
        ),
    ] {
        let answer = keen.post("clip", wish.clone()).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!(code)), "{wish}");
        assert_eq!(answer.body["errors"], json!({ field: [message] }), "{wish}");
        assert_eq!(answer.problems().len(), 1, "{wish}");
    }
    for (wish, problem) in [
        (with("tags", json!([])), json!(["tags", "tag_required", {}])),
        (with("name", json!("  ")), json!(["name", "clip_name_required", {}])),
        (with("name", json!("x".repeat(101))), json!(["name", "length", { "min": 1, "max": 100 }])),
        (with("tags", json!(["x".repeat(31)])), json!(["tags", "tags", { "max": 10, "letters": 30 }])),
        (with("duration", json!(0)), json!(["duration", "clip_length", { "min": 1, "max": 120 }])),
        (with("duration", json!(13)), json!(["duration", "past_end", {}])),
    ] {
        assert_eq!(keen.post("clip", wish).await.problems(), [problem]);
    }
    // A hole in the recording is no wrong length.
    std::fs::remove_file(stage.folder(stage.media[1]).join("v0/1.m4s")).unwrap();
    let hole = keen.post("clip", wish(REGISTER, 5, 2)).await;
    assert_eq!((hole.status, &hole.body["code"]), (StatusCode::BAD_REQUEST, &json!("clip_nothing")));
    assert_eq!(hole.body["errors"], json!({ "start_time": ["Nothing was recorded at this time"] }));
    for (wish, status, code) in [
        (with("start_time", json!("x")), StatusCode::BAD_REQUEST, "invalid"),
        (with("event_id", json!(999)), StatusCode::NOT_FOUND, "not_found"),
        (with("event_media_id", json!(stage.media[1])), StatusCode::NOT_FOUND, "not_found"),
        (with("event_id", json!(PAID)), StatusCode::FORBIDDEN, "no_access"),
    ] {
        let answer = keen.post("clip", wish.clone()).await;
        assert_eq!((answer.status, &answer.body["code"]), (status, &json!(code)), "{wish}");
    }
    let fan = stage.app.member("fan@demo.test").await;
    assert_eq!(fan.post("clip", wish(REGISTER, 2, 5)).await.body["code"], "no_clipping");
    let key = stage.app.demo().api_key().await;
    let mut stranger = wish(FREE, 2, 5);
    stranger["api_key"] = key.into();
    assert_eq!(stage.app.demo().post("clip", &stranger).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(stage.app.count("clips").await, 0);
}

/// CLIP-03, T6: the file is the clip, to the frame; an address is good once, and the download is counted.
#[tokio::test]
async fn clip_download_address_works_once() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let clip = cut(&keen, wish(FREE, 6.52, 4)).await;
    let id = clip["id"].clone();
    ready(&stage.app, &keen, &id).await;
    let replay = read(&stage.folder(stage.media[0])).unwrap();
    let both = [Rendition::SOURCE, Rendition::SOUND];
    let mut expected = Vec::new();
    Download::plan(&replay, &both, 6520 * 90, 10_520 * 90).unwrap().write_to(&mut expected).unwrap();

    let answer = keen.get(&format!("clip/download/{id}?format=original")).await.body["data"].clone();
    assert_eq!(answer["status"], "ready");
    let (url, client) = (answer["url"].as_str().unwrap(), stage.app.demo());
    let file = client.raw(url).await;
    let disposition = file.headers()["content-disposition"].clone();
    assert_eq!(disposition, "attachment; filename=\"What-a-goal.mp4\"");
    assert_eq!(file.bytes().await.unwrap(), expected);
    assert_eq!(refused(&client, url).await, (StatusCode::FORBIDDEN, "playback_ended".into()), "once");
    assert_eq!(fetch(&client, &beside(url, "v0/1.m4s")).await.0, StatusCode::NOT_FOUND);
    let profile = keen.get("profile").await.body["data"].clone();
    assert_eq!(profile["featureCount"], json!({ "clips": 1, "downloads": 1 }));
    let fan = stage.app.member("fan@demo.test").await;
    assert_eq!(fan.get(&format!("clip/download/{id}")).await.body["code"], "downloads_not_included");
    let stranger = stage.app.demo().get_keyed(&format!("clip/download/{id}")).await;
    assert_eq!(stranger.body["code"], "needs_account");
    assert_eq!(keen.get("clip/download/999").await.status, StatusCode::NOT_FOUND);
}

/// CLIP-03, CLIP-05, T5: a member told that a clip can be taken along takes it along, by its link where it is not public.
#[tokio::test]
async fn unlisted_clip_is_downloaded_by_its_link() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let mut hidden = wish(FREE, 2, 4);
    hidden["is_public"] = json!(false);
    let clip = cut(&keen, hidden).await;
    let (id, uuid) = (&clip["id"], clip["uuid"].as_str().unwrap());
    ready(&stage.app, &keen, id).await;
    let other = clipper_of(&stage.app, "other@demo.test").await;
    let shared = other.get(&format!("shared-clip/{id}?uuid={uuid}")).await.body["data"].clone();
    assert_eq!((&shared["is_mine"], &shared["can_download"]), (&json!(false), &json!(true)));
    for wrong in [String::new(), "?uuid=".into(), format!("?uuid={}", uuid.to_uppercase() + "x")] {
        let answer = other.get(&format!("clip/download/{id}{wrong}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{wrong}");
    }
    let answer = other.get(&format!("clip/download/{id}?uuid={uuid}")).await.body["data"].clone();
    let (status, file) = fetch(&stage.app.demo(), answer["url"].as_str().unwrap()).await;
    assert_eq!((status, &file[4..8]), (StatusCode::OK, b"ftyp".as_slice()));
}

/// CLIP-05, T5: a viewer with the whole link sees the clip of a paid game, and nothing of the game.
#[tokio::test]
async fn a_link_shows_the_clip_and_never_the_game() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let uuid = "4f7c1a90-6d2e-4b8f-9a31-0c5d7e2f1b64";
    let new = NewClip {
        account: me(&keen).await,
        event: EventId(PAID),
        media: stage.media[2],
        uuid: uuid.into(),
        name: "Saved \"by\" <b>the</b> post".into(),
        range: Range { start_ms: 6500, duration_ms: 4000 },
        tags: vec!["Save".into()],
        is_public: false,
        terms: ClipTerms::OPEN,
    };
    let made = stage.app.database.store.clip_create(stage.demo, new, 10, now()).await.unwrap();
    let ClipMade::New(clip) = made else { panic!("{made:?}") };
    let (client, id) = (stage.app.demo(), clip.id);
    for wrong in ["", "?uuid=", "?uuid=4f7c1a90-6d2e-4b8f-9a31-0c5d7e2f1b65", "?uuid=x"] {
        assert_eq!(client.get(&format!("shared-clip/{id}{wrong}")).await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
    let other = stage.app.at("other.test");
    assert_eq!(other.get(&format!("shared-clip/{id}?uuid={uuid}")).await.status, StatusCode::NOT_FOUND);
    // Not public: nobody else sees it by its number, nor in lists.
    assert_eq!(client.get_keyed(&format!("clip/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(client.get_keyed(&format!("clips/event/{PAID}")).await.body["meta"]["total"], 0);
    let shared = client.get(&format!("shared-clip/{id}?uuid={uuid}")).await.body["data"].clone();
    assert_eq!((&shared["is_mine"], &shared["can_download"]), (&json!(false), &json!(false)));
    let url = play_url(&shared);
    assert_eq!(fetch(&client, &beside(url, "v0/1.m4s")).await.0, StatusCode::OK);
    assert_eq!(fetch(&client, &beside(url, "v0/0.m4s")).await.0, StatusCode::NOT_FOUND);
    // The same token for another clip, media or use is none.
    let token = stage.read_token(url);
    let mut session = token.session;
    session[7] ^= 1;
    for forged in [
        Token { session, ..token },
        Token { media: stage.media[0], ..token },
        Token { expires_at: NOW.plus(-100 * Timestamp::DAY * 365), ..token },
    ] {
        let address = stage.address(&forged, "v0/1.m4s");
        assert_eq!(refused(&client, &address).await, (StatusCode::FORBIDDEN, "playback_ended".into()));
    }
    ready(&stage.app, &keen, &json!(id)).await;
    let page = async |path: String| {
        let answer = client.raw(&path).await;
        let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
        (answer.status(), policy, answer.text().await.unwrap())
    };
    let (status, policy, html) = page(format!("/share/{id}/{uuid}")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(policy.contains("frame-ancestors 'none'"));
    assert!(html.contains("Saved &quot;by&quot; &lt;b&gt;the") && !html.contains("<b>the"), "T28");
    for part in ["twitter:player", "application/json+oembed", "noindex"] {
        assert!(html.contains(part), "{part}");
    }
    // Not public: no address of a file goes out, and a made-up one opens nothing.
    assert!(!html.contains("og:video"), "{html}");
    let forged = Token::of_clip(stage.demo, id, stage.media[2], Scope::ClipPreview, Timestamp(0));
    assert_eq!(fetch(&client, &stage.address(&forged, "clip.mp4")).await.0, StatusCode::NOT_FOUND);
    let (status, policy, _) = page(format!("/embed/clip/{id}/{uuid}")).await;
    assert!(status == StatusCode::OK && policy.contains("frame-ancestors *"), "{policy}");
    for wrong in [format!("/share/{id}"), format!("/share/{id}/{}", uuid.replace('4', "5"))] {
        assert_eq!(page(wrong).await.0, StatusCode::NOT_FOUND);
    }
    let link = format!("https://demo.test/share/{id}/{uuid}");
    let embed = client.get(&format!("oembed?url={link}")).await.body;
    assert_eq!(embed["type"], "video");
    assert_eq!(embed["html"].as_str().unwrap().matches("fullscreen").count(), 1, "allowed once: {embed}");
    assert_eq!(client.get("oembed?url=https://demo.test/share/1/x").await.status, StatusCode::NOT_FOUND);
}

/// CLIP-03, OPS-05, T5, T25, T27: its owner deletes a clip, an operator takes one down; both are gone at once, everywhere:
/// pictures and files whose addresses have no end, pages of other sites, and a download that was issued.
#[tokio::test]
async fn a_clip_is_gone_at_once() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let [first, second] = [2, 3].map(|start| wish(FREE, start, 5));
    let (first, second) = (cut(&keen, first).await, cut(&keen, second).await);
    let client = stage.app.demo();
    let ways = async |clip: &Value| {
        ready(&stage.app, &keen, &clip["id"]).await;
        std::fs::write(made_of(&stage.app, clip).join("poster.jpg"), "a picture").unwrap();
        let (id, uuid) = (clip["id"].as_i64().unwrap(), clip["uuid"].as_str().unwrap());
        let token = Token::of_clip(stage.demo, ClipId(id), stage.media[0], Scope::ClipPreview, Timestamp(0));
        let posters = [beside(play_url(clip), "poster.jpg"), stage.address(&token, "poster.jpg")];
        for poster in &posters {
            let answer = client.raw(poster).await;
            assert_eq!(answer.headers()["cache-control"], "private, no-cache");
            assert_eq!(answer.text().await.unwrap(), "a picture");
        }
        let download = keen.get(&format!("clip/download/{id}")).await.body["data"]["url"].clone();
        let others = [
            stage.address(&token, "clip.mp4"),
            format!("/embed/clip/{id}/{uuid}"),
            format!("/api/oembed?url=https://demo.test/share/{id}/{uuid}"),
            download.as_str().unwrap().to_owned(),
        ];
        for way in &others {
            // The head alone: a download begins once.
            let answer = client.request(Method::HEAD, way).send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::OK, "{way}");
        }
        posters.into_iter().chain(others).collect::<Vec<String>>()
    };
    let ways = [ways(&first).await, ways(&second).await];
    let gone = async |clip: &Value, ways: &[String]| {
        for way in ways {
            let (status, body) = fetch(&client, way).await;
            assert!(matches!(status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND), "{way}: {status}");
            assert!(body != "a picture" && !body.windows(4).any(|part| part == b"ftyp"), "{way}");
        }
        let url = play_url(clip);
        assert_eq!(refused(&client, url).await, (StatusCode::FORBIDDEN, "playback_ended".into()));
        assert_eq!(refused(&client, &beside(url, "v0/1.m4s")).await.0, StatusCode::FORBIDDEN);
        let shared = format!("shared-clip/{}?uuid={}", clip["id"], clip["uuid"].as_str().unwrap());
        assert_eq!(client.get(&shared).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.raw(clip["share_path"].as_str().unwrap()).await.status(), StatusCode::NOT_FOUND);
    };
    assert_eq!(fetch(&client, play_url(&first)).await.0, StatusCode::OK);
    let fan = stage.app.member("fan@demo.test").await;
    assert_eq!(fan.delete(&format!("clip/{}", first["id"])).await.status, StatusCode::NOT_FOUND);
    assert_eq!(fan.post(&format!("clip/{}/retry", first["id"]), json!({})).await.status, StatusCode::NOT_FOUND);
    assert_eq!(keen.delete(&format!("clip/{}", first["id"])).await.body["data"]["id"], first["id"]);
    gone(&first, &ways[0]).await;
    assert_eq!(keen.get("profile").await.body["data"]["featureCount"]["clips"], 1);

    assert_eq!(fetch(&client, play_url(&second)).await.0, StatusCode::OK);
    let call = format!("channels/{}/clips", stage.demo);
    let finance = hired(&stage.app, "books@demo.test", Role::Finance).await;
    assert_eq!(get(&finance, &call).await.status, StatusCode::FORBIDDEN);
    let support = hired(&stage.app, "help@demo.test", Role::Support).await;
    assert_eq!(get(&support, &call).await.body["data"][0]["id"], second["id"]);
    let call = format!("{call}/{}", second["id"]);
    let delete = async |origin: &str| {
        let request = support.request(Method::DELETE, &format!("/console/api/{call}")).header("origin", origin);
        checked(&CONSOLE, "delete", &call, request.send().await.unwrap()).await.status
    };
    assert_eq!(delete("https://evil.test").await, StatusCode::FORBIDDEN);
    assert_eq!(delete(ORIGIN).await, StatusCode::OK);
    gone(&second, &ways[1]).await;
    assert_eq!(delete(ORIGIN).await, StatusCode::NOT_FOUND);
    let written = audit(&stage.app).await;
    let down = written.iter().filter(|(action, ..)| action == "take_down_clip");
    assert_eq!(
        down.map(|(_, subject, known)| (subject.clone(), *known)).collect::<Vec<_>>(),
        [(second["id"].to_string(), true)]
    );
}

/// EVT-07, ROUTE-14: public clips are listed by game, tag and owner, and their games are found.
#[tokio::test]
async fn public_clips_are_listed() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let client = stage.app.demo();
    let first = cut(&keen, wish(FREE, 1, 2)).await;
    let mut hidden = wish(FREE, 2, 2);
    hidden["is_public"] = json!(false);
    let hidden = cut(&keen, hidden).await;
    let mut save = wish(REGISTER, 3, 2);
    save["tags"] = json!(["Save", "GOAL"]);
    let save = cut(&keen, save).await;
    let ids = async |call: &str| -> Vec<Value> {
        let body = client.get_keyed(call).await.body;
        body["data"].as_array().unwrap().iter().map(|clip| clip["id"].clone()).collect()
    };
    assert_eq!(ids(&format!("clips/event/{FREE}")).await, [first["id"].clone()]);
    assert_eq!(ids("clips/moments").await, [save["id"].clone(), first["id"].clone()]);
    assert_eq!(ids("clips/moments?tag=save").await, [save["id"].clone()]);
    assert_eq!(ids("clips/moments?limit=1&offset=1").await, [first["id"].clone()]);
    let tags = client.get_keyed("clips/moments").await.body["meta"]["tags"].clone();
    assert_eq!((tags[0]["count"].clone(), tags.as_array().unwrap().len()), (json!(2), 3), "{tags}");
    let own = keen.get("clips/user").await.body;
    assert_eq!((&own["meta"]["total"], &own["data"][1]["id"]), (&json!(3), &hidden["id"]));
    assert_eq!(client.get_keyed("clips/user").await.status, StatusCode::UNAUTHORIZED);
    let offered = client.get_keyed(&format!("clip-tags?event_id={FREE}")).await.body["data"]["tags"].clone();
    assert!(offered.as_array().unwrap().contains(&json!("late winner")), "{offered}");
    stage
        .app
        .until(async || {
            ids("events/with_clip").await == [json!(FREE), json!(REGISTER)]
                || ids("events/with_clip").await == [json!(REGISTER), json!(FREE)]
        })
        .await;
    keen.delete(&format!("clip/{}", save["id"])).await;
    stage.app.until(async || ids("events/with_clip").await == [json!(FREE)]).await;
}

/// CLIP-01, I5: a second press is the same clip; however many are asked for at once, no more than the limit are kept.
#[tokio::test]
async fn clip_limit_holds_and_a_repeated_request_returns_the_first() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let first = cut(&keen, wish(FREE, 1, 2)).await;
    assert_eq!(cut(&keen, wish(FREE, 1, 2)).await["id"], first["id"]);
    assert_ne!(cut(&keen, wish(FREE, 1, 3)).await["id"], first["id"]);
    let account = me(&keen).await;
    let asked: Vec<_> = (0..12)
        .map(|number| {
            let (store, channel, media) = (stage.app.database.store.clone(), stage.demo, stage.media[0]);
            let new = NewClip {
                account,
                event: EventId(FREE),
                media,
                uuid: format!("uuid-{number}"),
                name: format!("Clip {number}"),
                range: Range { start_ms: 0, duration_ms: 2000 },
                tags: vec!["Goal".into()],
                is_public: true,
                terms: ClipTerms::OPEN,
            };
            tokio::spawn(async move { store.clip_create(channel, new, 6, NOW).await.unwrap() })
        })
        .collect();
    let mut kept = 0;
    for one in asked {
        kept += usize::from(matches!(one.await.unwrap(), ClipMade::New(_)));
    }
    assert_eq!((kept, stage.app.count("clips").await), (4, 6));
}

/// CLIP-02: clips that come at once wait for their turn, say which they are, and all of them arrive.
#[tokio::test]
async fn concurrent_clips_all_become_ready() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let mut clips = Vec::new();
    for number in 0..30 {
        let mut wish = wish(FREE, f64::from(number) * 0.1, 5);
        wish["name"] = json!(format!("Clip {number}"));
        let clip = cut(&keen, wish).await;
        let place = clip["queue_place"].as_u64();
        assert!(clip["status"] == "ready" || place.is_some_and(|place| place >= 1), "{clip}");
        clips.push(clip["id"].clone());
    }
    stage.app.until(async || stage.app.count("clips WHERE state = 'processing'").await == 0).await;
    assert_eq!(stage.app.count("clips WHERE state = 'ready'").await, 30);
    for id in [&clips[0], &clips[29]] {
        assert!(keen.get(&format!("clip/download/{id}")).await.body["data"]["url"].is_string());
    }
}

/// CLIP-02: a clip whose game is lost says so, and can be tried again.
#[tokio::test]
async fn a_clip_that_failed_says_why_and_is_tried_again() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let new = NewClip {
        account: me(&keen).await,
        event: EventId(FREE),
        media: MediaId(999),
        uuid: "x".into(),
        name: "Lost".into(),
        range: Range { start_ms: 0, duration_ms: 2000 },
        tags: vec!["Goal".into()],
        is_public: true,
        terms: ClipTerms::OPEN,
    };
    // Made long ago: nothing of it is waited for.
    let made = stage.app.database.store.clip_create(stage.demo, new, 10, Timestamp(1)).await.unwrap();
    let ClipMade::New(domain::clip::Clip { id: ClipId(id), .. }) = made else { panic!("{made:?}") };
    let shown = async || keen.get(&format!("clip/{id}")).await.body["data"].clone();
    stage.app.until(async || shown().await["status"] == "failed").await;
    let failed = shown().await;
    assert_eq!((&failed["failure"], &failed["play"]), (&json!("not_recorded"), &json!(null)));
    assert_eq!(keen.get(&format!("clip/download/{id}")).await.body["data"]["status"], "failed");
    assert_eq!(keen.post(&format!("clip/{id}/retry"), json!({})).await.status, StatusCode::OK);
    stage.app.until(async || stage.app.count("jobs WHERE kind = 'cut_clip'").await == 0).await;
    assert_eq!(shown().await["status"], "failed");
}
