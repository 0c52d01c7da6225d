//! Viewers who are given addresses to play, and that they play.

use bytes::Bytes;
use domain::account::{Capability, EmailKey};
use domain::ids::{AccountId, EntitlementId};
use domain::pass::Source;
use domain::playback::Token;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::{NewAccount, NewEntitlement};
use testkit::account;

use crate::app::{Client, Member, TestApp};
use crate::stage::{FREE, PAID, PASS, REGISTER, Stage, beside, fetch, refused, token_of, url_of};

/// Follows an address as a player would: renditions, playlists, inits and segments. Gives how many segments there were.
async fn play(stage: &Stage, client: &Client, url: &str, media: usize) -> usize {
    let media = stage.media[media];
    let (status, renditions) = fetch(client, url).await;
    assert_eq!(status, StatusCode::OK);
    assert!(renditions.windows(13).any(|part| part == b"v0/index.m3u8"));
    let mut segments = 0;
    for rendition in ["v0", "a0"] {
        let (status, playlist) = fetch(client, &beside(url, &format!("{rendition}/index.m3u8"))).await;
        assert_eq!(status, StatusCode::OK);
        let playlist = String::from_utf8(playlist.to_vec()).unwrap();
        assert!(playlist.ends_with("#EXT-X-ENDLIST\n"), "{playlist}");
        let init = playlist.split_once("#EXT-X-MAP:URI=\"").unwrap().1.split('"').next().unwrap();
        for name in playlist.lines().filter(|line| line.ends_with(".m4s")).chain([init]) {
            let name = format!("{rendition}/{name}");
            let (status, bytes) = fetch(client, &beside(url, &name)).await;
            assert_eq!((status, bytes.to_vec()), (StatusCode::OK, stage.stored(media, &name)), "{name}");
            segments += 1;
        }
    }
    segments - 2
}

async fn playback(member: &Member, game: i64) -> (StatusCode, Value) {
    let answer = member.get(&format!("events/{game}/playback")).await;
    (answer.status, answer.body)
}

/// EVT-04, PLAY-07: everybody plays what is free, with the bytes that were recorded.
#[tokio::test]
async fn a_free_game_is_played_by_everybody() {
    let stage = Stage::set().await;
    let game = stage.game(FREE).await;
    assert_eq!(game["access"], json!({ "reason": "free_for_all", "features": ["watch"], "pass": null }));
    assert_eq!(game["stream"], json!({ "state": "ended" }));
    assert_eq!(game["playback"]["refresh_after_s"], 120);
    assert_eq!(url_of(&game, 2), None, "it is not live any more");
    let url = url_of(&game, 3).unwrap();
    assert_eq!(play(&stage, &stage.app.demo(), &url, 0).await, 8);
    // No host is needed but one that the server answers to: the address says it all.
    assert_eq!(play(&stage, &stage.app.at("127.0.0.1"), &url, 0).await, 8);
}

/// EVT-04, PLAY-07, I7: an address goes to those with access, and what everybody sees of a game has none.
#[tokio::test]
async fn playback_address_requires_access() {
    let stage = Stage::set().await;
    let fan = stage.app.member("fan@demo.test").await;
    for (id, reason) in [(REGISTER, "needs_account"), (PAID, "needs_pass")] {
        let game = stage.game(id).await;
        assert_eq!((&game["access"]["reason"], &game["playback"]), (&json!(reason), &Value::Null));
        assert!(!game.to_string().contains("/media/"), "{game}");
        let refused = stage.app.demo().get_keyed(&format!("events/{id}/playback")).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!(reason)));
    }
    let (status, body) = playback(&fan, REGISTER).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(play(&stage, &stage.app.demo(), &url_of(&body["data"], 3).unwrap(), 1).await, 8);
    let (status, body) = playback(&fan, PAID).await;
    assert_eq!((status, &body["code"]), (StatusCode::FORBIDDEN, &json!("needs_pass")));
    let missing = fan.get("events/999/playback").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}

/// Gives a member the pass that covers the paid game.
async fn entitled(stage: &Stage, email: &str) -> (AccountId, EntitlementId) {
    let store = &stage.app.database.store;
    let key = EmailKey::of(email).unwrap();
    let id = store.account_by_email(stage.demo, &key).await.unwrap().unwrap().account.id;
    let now = Timestamp(0);
    let new = NewEntitlement {
        part: domain::commerce::ownership::Part::whole(domain::ids::PassId(PASS)),
        source: Source::Grant,
        starts_at: now,
        ends_at: None,
        now,
    };
    (id, store.entitlement_add(stage.demo, id, new).await.unwrap())
}

/// PAY-14: a holder of a pass plays what it covers, and is told which pass it is; for as long as they hold it.
#[tokio::test]
async fn a_pass_opens_paid_games() {
    let stage = Stage::set().await;
    let store = &stage.app.database.store;
    let fan = stage.app.member("fan@demo.test").await;
    let (id, held) = entitled(&stage, "fan@demo.test").await;
    let now = Timestamp(0);
    stage.app.until(async || playback(&fan, PAID).await.0 == StatusCode::OK).await;
    let game = fan.get(&format!("events/{PAID}")).await.body["data"].clone();
    assert_eq!(game["access"]["reason"], "covered_by_pass");
    assert_eq!((&game["access"]["pass"], &game["has_access"]), (&json!("Season Pass"), &json!(true)));
    assert_eq!(play(&stage, &stage.app.demo(), &url_of(&game, 3).unwrap(), 2).await, 8);

    assert!(store.entitlement_end(stage.demo, id, held, now).await.unwrap());
    assert!(!store.entitlement_end(stage.demo, id, held, now).await.unwrap());
    stage.app.until(async || playback(&fan, PAID).await.1["code"] == "needs_pass").await;
}

/// T24: a member with a pending step is given nothing.
#[tokio::test]
async fn members_who_are_held_back_get_nothing() {
    let stage = Stage::set().await;
    for (email, new) in [
        ("temp@demo.test", NewAccount { temporary_password: true, ..account("temp@demo.test") }),
        ("new@demo.test", NewAccount { basic_pass_selected: false, ..account("new@demo.test") }),
    ] {
        stage.app.account_create("demo", new).await;
        let member = Member::log_in(stage.app.demo(), email).await;
        for call in [
            format!("events/{FREE}"),
            format!("events/{FREE}/playback"),
            format!("events/{FREE}/preroll"),
            format!("download-event/{FREE}"),
        ] {
            let answer = member.get(&call).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{email} {call}");
            assert!(!answer.body.to_string().contains("/media/"), "{call}");
        }
    }
}

/// T1: new addresses are of the same session, and older ones go on as long as it does; another's session is not taken.
#[tokio::test]
async fn fresh_addresses_go_on_with_the_session() {
    let stage = Stage::set().await;
    let client = stage.app.demo();
    let key = client.api_key().await;
    let ask = async |session: &str| {
        client.get(&format!("events/{FREE}/playback?session={session}&api_key={key}")).await.body["data"].clone()
    };
    let first = ask("").await;
    let session = first["session"].as_str().unwrap().to_owned();
    let second = ask(&session).await;
    assert_eq!(second["session"], session);
    let [old, new] = [&first, &second].map(|data| stage.read_token(&url_of(data, 3).unwrap()));
    assert_eq!(old.session, new.session);
    assert!(new.expires_at >= old.expires_at);
    // An address whose own time is over, of a session that goes on, where it was asked for.
    assert_eq!(fetch(&client, &stage.address(&over(old), "index.m3u8")).await.0, StatusCode::OK);

    let fan = stage.app.member("fan@demo.test").await;
    let theirs = fan.get(&format!("events/{FREE}/playback?session={session}")).await.body["data"].clone();
    assert_ne!(theirs["session"], session, "a session is one visitor's");
    for nonsense in ["x", "!!", &"a".repeat(500)] {
        assert!(ask(nonsense).await["session"].is_string());
    }
}

/// The same token when its time is over.
fn over(token: Token) -> Token {
    Token { expires_at: Timestamp(1_000_000), ..token }
}

/// T1, PLAY-07: an address that was copied ends with its token, however long its session goes on; where it was asked for,
/// and where a casting device began with it in time, it goes on. Each further place counts as a stream.
#[tokio::test]
async fn a_copied_address_ends_with_its_token() {
    let app = TestApp::start_with(|config| config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()]).await;
    let stage = Stage::set_on(app).await;
    let fan = stage.app.member("fan@demo.test").await;
    let get = async |path: &str, from: &str| {
        let request = fan.client.request(Method::GET, path).header("x-forwarded-for", from);
        let answer = request.send().await.unwrap();
        (answer.status(), answer.bytes().await.unwrap())
    };
    let (home, television, strangers) = ("2001:db8:1:2::1", "203.0.113.7", ["198.51.100.4", "198.51.100.5"]);
    let ask = async |from: &str, session: &str| -> Value {
        let (status, body) =
            get(&format!("/api/events/{REGISTER}/playback?session={session}&api_key={}", fan.key), from).await;
        assert_eq!(status, StatusCode::OK);
        serde_json::from_slice::<Value>(&body).unwrap()["data"].clone()
    };
    let first = ask(home, "").await;
    let (session, good) = (first["session"].as_str().unwrap(), stage.read_token(&url_of(&first, 3).unwrap()));
    let (fresh, late) = (stage.address(&good, "v0/0.m4s"), stage.address(&over(good), "v0/0.m4s"));
    let piece = (StatusCode::OK, Bytes::from(stage.stored(stage.media[1], "v0/0.m4s")));

    // Nobody has played yet, and it is over: it goes on where it was asked for, in all of that network.
    for from in strangers.into_iter().chain([television]) {
        let (status, body) = get(&late, from).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{from}");
        assert!(body.starts_with(b"{") && !body.windows(4).any(|part| part == b"moof"), "{from}");
    }
    assert_eq!(get(&late, "2001:db8:1:2:3::4").await, piece);
    assert_eq!(get(&fresh, television).await, piece);
    assert_eq!(get(&late, television).await, piece, "a device that began with it in time");

    // The owner goes on, on another network too; a holder of the old address does not.
    let second = ask("192.0.2.9", session).await;
    assert_eq!(second["session"], session);
    assert_eq!(get(&late, "192.0.2.9").await, piece);
    for name in ["index.m3u8", "v0/index.m3u8", "v0/init-0.mp4", "v0/0.m4s"] {
        let (status, body) = get(&stage.address(&over(good), name), strangers[0]).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{name}");
        assert!(!body.windows(4).any(|part| part == b"moof" || part == b"#EXT"), "{name}");
    }
    // Three places are two streams, and there are no more.
    let (status, body) = get(&fresh, strangers[1]).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(String::from_utf8_lossy(&body).contains("too_many_streams"));
    assert_eq!(get(&late, home).await, piece);
}

/// T1, T7, T16: a server that begins anew takes up viewers with access, within their limit, and none who had left
/// or lost what they held.
#[tokio::test]
async fn a_restart_brings_nothing_back_that_had_ended() {
    let stage = Stage::set().await;
    let [stays, leaves, payer] = ["stays", "leaves", "payer"].map(|name| format!("{name}@demo.test"));
    let (mut stays, leaves) = (stage.app.member(&stays).await, stage.app.member(&leaves).await);
    let (payer, (account, held)) = (stage.app.member(&payer).await, entitled(&stage, &payer).await);
    stage.app.until(async || playback(&payer, PAID).await.0 == StatusCode::OK).await;
    let piece = |body: &Value| beside(&url_of(&body["data"], 3).unwrap(), "v0/0.m4s");
    let begin = async |member: &Member, game: i64| piece(&playback(member, game).await.1);
    let devices = [begin(&stays, REGISTER).await, begin(&stays, REGISTER).await, begin(&stays, REGISTER).await];
    let (left, lost) = (begin(&leaves, REGISTER).await, begin(&payer, PAID).await);
    let anonymous = piece(&stage.app.demo().get_keyed(&format!("events/{FREE}/playback")).await.body);
    for path in [&devices[0], &left, &lost, &anonymous] {
        assert_eq!(fetch(&stage.app.demo(), path).await.0, StatusCode::OK);
    }
    assert_eq!(leaves.post("auth/logout", json!({})).await.status, StatusCode::OK);
    assert!(stage.app.database.store.entitlement_end(stage.demo, account, held, Timestamp(0)).await.unwrap());

    let Stage { app, demo, media } = stage;
    let stage = Stage { app: app.restarted().await, demo, media };
    let client = stage.app.demo();
    for path in [&left, &lost] {
        for _ in 0..2 {
            let (status, body) = fetch(&client, path).await;
            assert_eq!(status, StatusCode::FORBIDDEN);
            assert!(!body.windows(4).any(|part| part == b"moof"));
            assert_eq!(refused(&client, path).await.1, "playback_ended");
        }
    }
    let recorded = Bytes::from(stage.stored(media[1], "v0/0.m4s"));
    for path in &devices[..2] {
        assert_eq!(fetch(&client, path).await, (StatusCode::OK, recorded.clone()));
    }
    assert_eq!(refused(&client, &devices[2]).await, (StatusCode::FORBIDDEN, "too_many_streams".into()));
    assert_eq!(fetch(&client, &anonymous).await.0, StatusCode::OK);
    // What was taken up ends like any other.
    stays.client = client.clone();
    assert_eq!(stays.post("auth/logout", json!({})).await.status, StatusCode::OK);
    for path in &devices {
        assert_eq!(refused(&client, path).await, (StatusCode::FORBIDDEN, "playback_ended".into()));
    }
}

/// T23, T41: what carries a token is kept by no cache, and lists and pages carry none.
#[tokio::test]
async fn tokens_are_in_no_list_and_no_page() {
    let stage = Stage::set().await;
    let client = stage.app.demo();
    for call in [format!("events/{FREE}"), format!("events/{FREE}/playback")] {
        let answer = client.get_keyed(&call).await;
        assert_eq!(answer.headers["cache-control"], "no-store", "{call}");
        assert!(url_of(&answer.body["data"], 3).is_some());
    }
    for call in ["events", "events-for-homepage", "search?text=game"] {
        assert!(!client.get_keyed(call).await.body.to_string().contains("index.m3u8"), "{call}");
    }
    for path in ["/".to_owned(), format!("/watch/{FREE}")] {
        let page = client.raw(&path).await.text().await.unwrap();
        assert!(page.contains("stream_status") && !page.contains("index.m3u8"), "{path}");
    }
}

/// EVT-04: poster and preview are for everybody, by an address that opens nothing else.
#[tokio::test]
async fn pictures_are_for_everybody() {
    let stage = Stage::set().await;
    let media = stage.media[2];
    for (name, bytes) in [("poster.jpg", "poster"), ("preview.mp4", "preview"), ("thumbs.vtt", "WEBVTT\n")] {
        std::fs::write(stage.folder(media).join(name), bytes).unwrap();
    }
    stage.app.database.store.media_set_has_pictures(stage.demo, media).await.unwrap();
    stage.app.until(async || url_of(&stage.game(PAID).await, 6).is_some()).await;
    let client = stage.app.demo();
    let game = stage.game(PAID).await;
    let [poster, preview] = [1, 6].map(|kind| url_of(&game, kind).unwrap());
    assert_eq!(fetch(&client, &poster).await.1, "poster");
    assert_eq!(fetch(&client, &preview).await.1, "preview");
    let listed = client.get_keyed("events").await.body["data"].clone();
    let listed = listed.as_array().unwrap().iter().find(|game| game["id"] == PAID).unwrap().clone();
    assert_eq!(url_of(&listed, 6), Some(preview.clone()), "the same wherever it is shown");
    for name in
        ["index.m3u8", "v0/index.m3u8", "v0/0.m4s", "v0/init-0.mp4", "thumbs.vtt", "still-0.jpg", "download.mp4"]
    {
        assert_eq!(fetch(&client, &beside(&preview, name)).await.0, StatusCode::NOT_FOUND, "{name}");
    }
    assert_eq!(token_of(&poster), token_of(&preview));
}

/// VOD-03: a film asks for its capability, in its addresses too.
#[tokio::test]
async fn films_ask_for_their_capability() {
    let stage = Stage::set().await;
    let media = stage.media[0].0;
    // The recording of the free game becomes the film that asks for the capability.
    stage.app.database.execute(&format!("UPDATE media SET event_id = NULL, vod_item_id = 2 WHERE id = {media}")).await;
    stage.app.database.execute("UPDATE channels SET version = version + 1, games_version = games_version + 1").await;
    let capable = NewAccount { capabilities: vec![Capability::VodMedia], ..account("film@demo.test") };
    stage.app.account_create("demo", capable).await;
    let fan = stage.app.member("fan@demo.test").await;
    let watcher = Member::log_in(stage.app.demo(), "film@demo.test").await;
    stage.app.until(async || url_of(&watcher.get("vod-media-items/2").await.body["data"], 3).is_some()).await;
    let url = url_of(&watcher.get("vod-media-items/2/playback").await.body["data"], 3).unwrap();
    assert_eq!(play(&stage, &stage.app.demo(), &url, 0).await, 8);
    assert_eq!(url_of(&fan.get("vod-media-items/2").await.body["data"], 3), None);
    assert_eq!(fan.get("vod-media-items/2/playback").await.body["code"], "needs_pass");
    let stranger = stage.app.demo().get_keyed("vod-media-items/2/playback").await;
    assert_eq!((stranger.status, &stranger.body["code"]), (StatusCode::FORBIDDEN, &json!("needs_account")));
}
