//! Who is given addresses to play, and that they play.

use domain::account::{Capability, EmailKey};
use domain::pass::Source;
use domain::time::Timestamp;
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::{NewAccount, NewEntitlement};
use testkit::account;

use crate::app::{Client, Member};
use crate::stage::{FREE, PAID, PASS, REGISTER, Stage, beside, fetch, token_of, url_of};

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
async fn addresses_are_for_those_with_access() {
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

/// PAY-14: whoever holds a pass plays what it covers, and is told which pass it is; for as long as they hold it.
#[tokio::test]
async fn a_pass_opens_paid_games() {
    let stage = Stage::set().await;
    let store = &stage.app.database.store;
    let fan = stage.app.member("fan@demo.test").await;
    let key = EmailKey::of("fan@demo.test").unwrap();
    let id = store.account_by_email(stage.demo, &key).await.unwrap().unwrap().account.id;
    let now = Timestamp(0);
    let new = NewEntitlement {
        part: domain::commerce::ownership::Part::whole(domain::ids::PassId(PASS)),
        source: Source::Grant,
        starts_at: now,
        ends_at: None,
        now,
    };
    let held = store.entitle(stage.demo, id, new).await.unwrap();
    stage.app.until(async || playback(&fan, PAID).await.0 == StatusCode::OK).await;
    let game = fan.get(&format!("events/{PAID}")).await.body["data"].clone();
    assert_eq!(game["access"]["reason"], "covered_by_pass");
    assert_eq!((&game["access"]["pass"], &game["has_access"]), (&json!("Season Pass"), &json!(true)));
    assert_eq!(play(&stage, &stage.app.demo(), &url_of(&game, 3).unwrap(), 2).await, 8);

    assert!(store.end_entitlement(stage.demo, id, held, now).await.unwrap());
    assert!(!store.end_entitlement(stage.demo, id, held, now).await.unwrap());
    stage.app.until(async || playback(&fan, PAID).await.1["code"] == "needs_pass").await;
}

/// T24: who has something to do first is given nothing.
#[tokio::test]
async fn members_who_are_held_back_get_nothing() {
    let stage = Stage::set().await;
    for (email, new) in [
        ("temp@demo.test", NewAccount { temporary_password: true, ..account("temp@demo.test") }),
        ("new@demo.test", NewAccount { basic_pass_selected: false, ..account("new@demo.test") }),
    ] {
        stage.app.create_account("demo", new).await;
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
    // An address whose own time is over, of a session that goes on.
    let late = domain::playback::Token { expires_at: Timestamp(1_000_000), ..old };
    assert_eq!(fetch(&client, &stage.address(&late, "index.m3u8")).await.0, StatusCode::OK);

    let fan = stage.app.member("fan@demo.test").await;
    let theirs = fan.get(&format!("events/{FREE}/playback?session={session}")).await.body["data"].clone();
    assert_ne!(theirs["session"], session, "a session is one visitor's");
    for nonsense in ["x", "!!", &"a".repeat(500)] {
        assert!(ask(nonsense).await["session"].is_string());
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
    stage.app.database.store.media_has_pictures(stage.demo, media).await.unwrap();
    stage.app.until(async || url_of(&stage.game(PAID).await, 6).is_some()).await;
    let client = stage.app.demo();
    let game = stage.game(PAID).await;
    let [poster, preview] = [1, 6].map(|kind| url_of(&game, kind).unwrap());
    assert_eq!(fetch(&client, &poster).await.1, "poster");
    assert_eq!(fetch(&client, &preview).await.1, "preview");
    let listed = client.get_keyed("events").await.body["data"].clone();
    let listed = listed.as_array().unwrap().iter().find(|game| game["id"] == PAID).unwrap().clone();
    assert_eq!(url_of(&listed, 6), Some(preview.clone()), "the same wherever it is shown");
    for name in ["index.m3u8", "v0/index.m3u8", "v0/0.m4s", "v0/init-0.mp4", "thumbs.vtt", "download.mp4"] {
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
    stage.app.create_account("demo", capable).await;
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
