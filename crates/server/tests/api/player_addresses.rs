//! Private addresses for televisions and players that cannot log in: made, listed, played and revoked.

use std::collections::HashSet;

use domain::account::{Capability, EmailKey};
use domain::ids::{AccountId, PassId};
use domain::pass::Source;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use sea_orm::Database;
use serde_json::{Value, json};
use store::{NewAccount, NewEntitlement};
use testkit::{PASSWORD, account};

use crate::app::{Client, Member, TestApp};
use crate::deletion::{ask, places_with};
use crate::live_media::game;
use crate::profile::{new_password, patch};
use crate::refunds::bought;
use crate::shop::{Shop, season};
use crate::stage::{FREE, PAID, PASS, REGISTER, Stage, beside, fetch, refused, url_of};

/// Makes an address; what stands in front of everything that it opens.
pub async fn address(member: &Member, name: &str) -> String {
    let made = member.post("player-addresses", json!({ "name": name })).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let url = made.body["data"]["url"].as_str().unwrap();
    let path = url.strip_prefix("https://demo.test").unwrap_or_else(|| panic!("{url}"));
    path.strip_suffix("/playlist.m3u").unwrap().to_owned()
}

pub fn secret_of(address: &str) -> &str {
    address.strip_prefix("/tv/").unwrap()
}

fn no(code: &str) -> (StatusCode, String) {
    (StatusCode::FORBIDDEN, code.into())
}

fn missing() -> (StatusCode, String) {
    (StatusCode::NOT_FOUND, "not_found".into())
}

async fn text(client: &Client, path: &str) -> String {
    let (status, body) = fetch(client, path).await;
    assert_eq!(status, StatusCode::OK, "{path}: {}", String::from_utf8_lossy(&body));
    String::from_utf8(body.to_vec()).unwrap()
}

/// The addresses of a list, without the host.
async fn listed(client: &Client, address: &str) -> Vec<String> {
    let list = text(client, &format!("{address}/playlist.m3u")).await;
    let urls = list.lines().filter(|line| !line.starts_with('#'));
    urls.map(|url| url.strip_prefix("https://demo.test").unwrap().to_owned()).collect()
}

/// The address that a line of a playlist names, as players find it.
fn resolved(playlist: &str, uri: &str) -> String {
    assert!(!uri.contains("://") && !uri.starts_with('/') && !uri.contains(".."), "{uri}");
    format!("{}/{uri}", playlist.rsplit_once('/').unwrap().0)
}

fn named(playlist: &str) -> Vec<String> {
    // What comes next is not there yet, and a report names another rendition's playlist.
    let is_there = |line: &&str| {
        line.starts_with("#EXT")
            && !["#EXT-X-PRELOAD-HINT", "#EXT-X-RENDITION-REPORT"].iter().any(|tag| line.starts_with(tag))
    };
    let quoted = playlist.lines().filter(is_there).filter_map(|line| {
        let (_, uri) = line.split_once("URI=\"")?;
        uri.split('"').next()
    });
    let plain = playlist.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    quoted.chain(plain).map(str::to_owned).collect()
}

/// Follows the playlists of a game as a player does, with nothing but the address; all files by their names.
async fn played(client: &Client, open: &str) -> Vec<(String, Vec<u8>)> {
    let base = open.strip_suffix("index.m3u8").unwrap();
    let mut files = Vec::new();
    let children: HashSet<String> = named(&text(client, open).await).into_iter().collect();
    assert!(children.len() >= 2, "picture and sound: {children:?}");
    for child in children {
        let child = resolved(open, &child);
        for file in named(&text(client, &child).await) {
            let path = resolved(&child, &file);
            let (status, bytes) = fetch(client, &path).await;
            assert_eq!(status, StatusCode::OK, "{path}");
            files.push((path.strip_prefix(base).unwrap().to_owned(), bytes.to_vec()));
        }
    }
    files
}

async fn id_of(stage: &Stage, email: &str) -> AccountId {
    let key = EmailKey::of(email).unwrap();
    stage.app.database.store.account_by_email(stage.demo, &key).await.unwrap().unwrap().account.id
}

/// Gives a member the pass that covers the paid game, until then.
async fn entitle(stage: &Stage, email: &str, ends_at: Option<Timestamp>) {
    let now = Timestamp(0);
    let part = domain::commerce::ownership::Part::whole(PassId(PASS));
    let new = NewEntitlement { part, source: Source::Grant, starts_at: now, ends_at, now };
    stage.app.database.store.entitlement_add(stage.demo, id_of(stage, email).await, new).await.unwrap();
}

/// AUTH-12, T35: an address is shown once, kept as a hash, told of by mail and listed without its secret, to its owner
/// alone; an account has five.
#[tokio::test]
async fn an_address_is_shown_once() {
    let app = TestApp::start().await;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    assert_eq!(fan.get("player-addresses").await.body["data"], json!({ "addresses": [], "most": 5 }));
    for wrong in ["", "  \n ", &"x".repeat(41)] {
        let refused = fan.post("player-addresses", json!({ "name": wrong })).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("invalid")), "{wrong}");
    }
    let made = fan.post("player-addresses", json!({ "name": " Living\nroom TV" })).await.body["data"].clone();
    assert_eq!((&made["name"], &made["last_used_at"]), (&json!("Living room TV"), &Value::Null));
    let theirs = address(&rival, "Kitchen").await;
    let listed = fan.get("player-addresses").await.body["data"]["addresses"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 1, "and nobody else's");
    assert_eq!((&listed[0]["id"], &listed[0]["url"]), (&made["id"], &Value::Null));
    let url = made["url"].as_str().unwrap();
    let secret = url.strip_prefix("https://demo.test/tv/").unwrap().strip_suffix("/playlist.m3u").unwrap();
    assert!(secret.len() == 26 && !listed.to_string().contains(secret));
    let told = app.mail("fan@demo.test", "player_address").await;
    assert!(!told.text.contains(secret) && told.text.contains("/profile/edit"), "{}", told.text);
    assert!(!told.text.contains("Living room"), "no words of its maker");
    let export = fan.get("profile/export").await.body;
    assert_eq!(export["player_addresses"], listed);
    let connection = Database::connect(&app.database.url).await.unwrap();
    for secret in [secret, secret_of(&theirs)] {
        assert_eq!(places_with(&connection, secret).await, Vec::<String>::new());
        assert!(!export.to_string().contains(secret));
    }

    for name in ["2", "3", "4", "5"] {
        address(&fan, name).await;
    }
    let sixth = fan.post("player-addresses", json!({ "name": "6" })).await;
    assert_eq!((sixth.status, &sixth.body["code"]), (StatusCode::BAD_REQUEST, &json!("too_many_addresses")));
    assert_eq!(app.count("player_addresses").await, 6);
    assert_eq!(app.mails("fan@demo.test").await.iter().filter(|mail| mail.kind == "player_address").count(), 5);
}

/// PLAY-01, T25, T26: a television plays what its owner may watch, by the address alone: the same bytes as a browser gets.
#[tokio::test]
async fn an_address_plays_what_its_owner_may_watch() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    entitle(&stage, "fan@demo.test", None).await;
    app.account_create("other", account("abroad@other.test")).await;
    let abroad = Member::log_in(app.at("other.test"), "abroad@other.test").await;
    let elsewhere = abroad.post("player-addresses", json!({ "name": "TV" })).await.body["data"]["url"].clone();
    let elsewhere = elsewhere.as_str().unwrap().strip_prefix("https://other.test").unwrap().to_owned();
    let [own, other] = [address(&fan, "Living room").await, address(&rival, "Kitchen").await];
    let television = app.demo();
    let entry = |address: &str, game: i64| format!("{address}/event/{game}/index.m3u8");
    app.until(async || listed(&television, &own).await.contains(&entry(&own, PAID))).await;
    for game in [FREE, REGISTER, PAID] {
        assert!(listed(&television, &own).await.contains(&entry(&own, game)), "{game}");
        assert_eq!(listed(&television, &other).await.contains(&entry(&other, game)), game != PAID, "{game}");
    }

    let playback = fan.get(&format!("events/{PAID}/playback")).await.body["data"].clone();
    let by_login = url_of(&playback, 3).unwrap();
    let files = played(&television, &entry(&own, PAID)).await;
    assert!(files.len() > 10, "{}", files.len());
    for (name, bytes) in &files {
        assert_eq!(*bytes, stage.stored(stage.media[2], name), "{name}");
        assert_eq!(*bytes, fetch(&television, &beside(&by_login, name)).await.1, "{name}");
    }
    let segment = format!("{own}/event/{PAID}/v0/0.m4s");
    let head = television.request(Method::HEAD, &segment).send().await.unwrap();
    assert_eq!((head.status(), head.headers()["accept-ranges"].to_str().unwrap()), (StatusCode::OK, "bytes"));
    let part = television.request(Method::GET, &segment).header("range", "bytes=10-19").send().await.unwrap();
    assert_eq!(part.status(), StatusCode::PARTIAL_CONTENT);
    assert_eq!(part.bytes().await.unwrap(), stage.stored(stage.media[2], "v0/0.m4s")[10..20]);
    for path in [format!("{own}/playlist.m3u"), entry(&own, PAID), format!("{own}/event/{PAID}/v0/index.m3u8")] {
        for method in [Method::GET, Method::HEAD] {
            let answer = television.request(method, &path).send().await.unwrap();
            let headers = answer.headers();
            assert_eq!(
                (answer.status(), &headers["cache-control"]),
                (StatusCode::OK, &"private, no-store".parse().unwrap())
            );
            assert_eq!(
                (&headers["referrer-policy"], &headers["x-robots-tag"]),
                (&"no-referrer".parse().unwrap(), &"noindex, nofollow".parse().unwrap())
            );
        }
    }

    // Whatever is wrong is answered alike, and nothing of another's or of another channel is opened.
    assert_eq!(refused(&television, &entry(&other, PAID)).await, no("needs_pass"));
    assert_eq!(refused(&television, &format!("{other}/event/{PAID}/v0/0.m4s")).await, no("needs_pass"));
    let wrong = fetch(&television, &entry("/tv/00000000000000000000000000", PAID)).await;
    assert_eq!(wrong.0, StatusCode::NOT_FOUND);
    let secret = secret_of(&own);
    for path in [
        entry(&own, 999),
        format!("{own}/event/{PAID}/download.mp4"),
        format!("{own}/event/{PAID}/meta.json"),
        format!("{own}/film/{PAID}/v0/0.m4s"),
        format!("{own}x/playlist.m3u"),
        own.clone(),
        elsewhere.clone(),
    ] {
        assert_eq!(fetch(&television, &path).await, wrong, "{path}");
    }
    assert_eq!(fetch(&app.at("other.test"), &elsewhere).await.0, StatusCode::OK);
    assert_eq!(fetch(&app.at("other.test"), &format!("{own}/playlist.m3u")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(app.demo().get(&format!("profile?api_key={secret}")).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(fetch(&television, &format!("/tv/{}/playlist.m3u", fan.key)).await.0, StatusCode::NOT_FOUND);
    let typed = format!("/tv/{}/playlist.m3u", secret.to_uppercase());
    assert_eq!(fetch(&television, &typed).await.0, StatusCode::OK, "as a remote control types it");
    let used = async |member: &Member| {
        let listed = member.get("player-addresses").await.body["data"]["addresses"].clone();
        listed[0]["last_used_at"].clone()
    };
    app.until(async || used(&fan).await.is_i64() && used(&rival).await.is_i64()).await;

    // A player does not open a game anew when the server was away: it asks for its next segment.
    let bytes = stage.stored(stage.media[2], "v0/1.m4s");
    let app = stage.app.restarted().await;
    assert_eq!(fetch(&app.demo(), &format!("{own}/event/{PAID}/v0/1.m4s")).await, (StatusCode::OK, bytes.into()));
}

/// PLAY-01, PLAY-05: a live game, with its parts, and on into its recording.
#[tokio::test]
async fn an_address_plays_a_live_game() {
    let game = game().await;
    let [fan, rival] = [game.app.member("fan@demo.test").await, game.app.member("rival@demo.test").await];
    let [own, other] = [address(&fan, "TV").await, address(&rival, "TV").await];
    let television = game.app.demo();
    let open = format!("{own}/event/{FREE}/index.m3u8");
    let list = text(&television, &format!("{own}/playlist.m3u")).await;
    assert!(list.starts_with("#EXTM3U\n") && list.contains("group-title=\"En direct\""), "{list}");
    assert!(list.contains(&format!("https://demo.test{open}\n")), "{list}");
    let files = played(&television, &open).await;
    assert!(files.iter().any(|(name, _)| name.matches('.').count() == 2), "parts");
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".m4s") && name.matches('.').count() == 1) {
        assert_eq!(*bytes, fetch(&television, &beside(&game.url, name)).await.1, "{name}");
    }
    assert_eq!(fetch(&television, &format!("{other}/event/{FREE}/v0/0.m4s")).await.0, StatusCode::OK);

    game.app.live_streams.remove(game.media);
    let ended = domain::ids::EventId(FREE);
    game.app.database.store.stream_end(game.demo, ended, game.media, 26_000, crate::stage::NOW).await.unwrap();
    let shown = async || game.app.demo().get_keyed(&format!("events/{FREE}")).await.body["data"].clone();
    game.app.until(async || url_of(&shown().await, 3).is_some()).await;
    assert_eq!(fetch(&television, &format!("{own}/event/{FREE}/v0/1.m4s")).await.0, StatusCode::OK);
    let list = text(&television, &format!("{own}/playlist.m3u")).await;
    assert!(list.contains("group-title=\"Matchs enregistrés\""), "{list}");
}

/// VOD-03: a film asks for its capability.
#[tokio::test]
async fn an_address_plays_films() {
    let stage = Stage::set().await;
    // The recording of the free game becomes a film's.
    let film = format!("UPDATE media SET event_id = NULL, vod_item_id = 2 WHERE id = {}", stage.media[0]);
    stage.app.database.execute(&film).await;
    stage.app.database.execute("UPDATE channels SET version = version + 1, games_version = games_version + 1").await;
    let capable = NewAccount { capabilities: vec![Capability::VodMedia], ..account("film@demo.test") };
    stage.app.account_create("demo", capable).await;
    let watcher = Member::log_in(stage.app.demo(), "film@demo.test").await;
    let fan = stage.app.member("fan@demo.test").await;
    let [own, other] = [address(&watcher, "TV").await, address(&fan, "TV").await];
    let television = stage.app.demo();
    let open = format!("{own}/film/2/index.m3u8");
    stage.app.until(async || fetch(&television, &open).await.0 == StatusCode::OK).await;
    assert!(listed(&television, &own).await.contains(&open));
    assert!(!listed(&television, &other).await.iter().any(|entry| entry.contains("/film/")));
    for (name, bytes) in played(&television, &open).await {
        assert_eq!(bytes, stage.stored(stage.media[0], &name), "{name}");
    }
    assert_eq!(refused(&television, &format!("{other}/film/2/v0/0.m4s")).await, no("needs_pass"));
}

/// T1, T16, T25: a refund, a revoked address and an erased account stop the next segment, and nobody else's.
#[tokio::test]
async fn end_of_access_stops_the_next_segment() {
    let stage = Stage::set().await;
    let shop = Shop::of(stage.app, stage.demo);
    let app = &shop.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let payment = shop.payment().await;
    bought(&shop, &rival, season()).await;
    let [lost, kept] = [address(&fan, "Lost").await, address(&fan, "Kept").await];
    let theirs = address(&rival, "TV").await;
    let television = app.demo();
    let segment =
        async |address: &str, game: i64| refused(&television, &format!("{address}/event/{game}/v0/0.m4s")).await;
    let playing = || (StatusCode::OK, String::new());
    for address in [&lost, &kept, &theirs] {
        assert_eq!(segment(address, PAID).await, playing());
    }
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "refunded").await;
    for address in [&lost, &kept] {
        assert_eq!(segment(address, PAID).await, no("needs_pass"));
        assert_eq!(refused(&television, &format!("{address}/event/{PAID}/v0/index.m3u8")).await, no("needs_pass"));
        assert!(!listed(&television, address).await.iter().any(|entry| entry.contains(&format!("/event/{PAID}/"))));
    }
    assert_eq!(segment(&theirs, PAID).await, playing());

    let addresses = fan.get("player-addresses").await.body["data"]["addresses"].clone();
    let id = &addresses.as_array().unwrap().iter().find(|row| row["name"] == "Lost").unwrap()["id"];
    assert_eq!(rival.delete(&format!("player-addresses/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(fetch(&television, &format!("{lost}/event/{REGISTER}/index.m3u8")).await.0, StatusCode::OK);
    assert_eq!(fan.delete(&format!("player-addresses/{id}")).await.body["data"], json!({ "revoked": 1 }));
    assert_eq!(segment(&lost, REGISTER).await, missing(), "at once");
    assert_eq!(fan.delete(&format!("player-addresses/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(fetch(&television, &format!("{kept}/event/{REGISTER}/index.m3u8")).await.0, StatusCode::OK);

    let link = ask(app, &fan).await;
    assert_eq!(app.demo().post("delete-account-confirm", &link).await.body["data"], json!({ "deleted": true }));
    assert_eq!(segment(&kept, REGISTER).await, missing());
    assert_eq!(segment(&theirs, PAID).await, playing());
    assert_eq!(app.count("player_addresses").await, 1);
}

/// T1, T19, T22: a new password and "log out everywhere" revoke what plays without a login; a logout does not.
#[tokio::test]
async fn addresses_end_with_all_sessions() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    let theirs = address(&rival, "TV").await;
    let television = app.demo();
    let segment = async |address: &str| refused(&television, &format!("{address}/event/{REGISTER}/v0/0.m4s")).await;
    let playing = || (StatusCode::OK, String::new());

    let first = address(&fan, "First").await;
    let browser = app.log_in_with("fan@demo.test", "Mozilla/5.0").await;
    assert_eq!(browser.post("auth/logout", json!({})).await.status, StatusCode::OK);
    assert_eq!(segment(&first).await, playing());
    assert_eq!(fan.post("sessions/end-others", json!({})).await.body["data"]["ended"], 1);
    assert_eq!(segment(&first).await, missing());

    let second = address(&fan, "Second").await;
    assert_eq!(segment(&second).await, playing());
    let changed = patch(&fan, new_password(Some(PASSWORD))).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.body);
    assert_eq!(segment(&second).await, missing());
    assert_eq!(segment(&theirs).await, playing(), "nobody else's moved");
    assert_eq!(app.count("player_addresses").await, 1);
}

/// T1, PAY-14: an address plays as long as the pass lasts, and the next request after it is refused.
#[tokio::test]
async fn an_address_ends_with_the_pass() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    app.clock.stop();
    let ends_at = app.clock.now().plus(Timestamp::DAY);
    entitle(&stage, "fan@demo.test", Some(ends_at)).await;
    entitle(&stage, "rival@demo.test", Some(ends_at.plus(1))).await;
    let [own, other] = [address(&fan, "TV").await, address(&rival, "TV").await];
    let television = app.demo();
    let segment = async |address: &str| refused(&television, &format!("{address}/event/{PAID}/v0/0.m4s")).await;
    for address in [&own, &other] {
        app.until(async || segment(address).await.0 == StatusCode::OK).await;
    }
    app.clock.advance(Timestamp::DAY - 1);
    assert_eq!(segment(&own).await.0, StatusCode::OK, "until its last millisecond");
    app.clock.advance(1);
    assert_eq!(segment(&own).await, no("needs_pass"));
    assert_eq!(segment(&other).await.0, StatusCode::OK);
    app.clock.advance(1);
    assert_eq!(segment(&other).await, no("needs_pass"));
}

/// T24: a member with a pending step does that first; their address waits.
#[tokio::test]
async fn members_who_are_held_back_play_nothing() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    let [own, other] = [address(&fan, "TV").await, address(&rival, "TV").await];
    app.database.execute("UPDATE accounts SET temporary_password = true WHERE email = 'fan@demo.test'").await;
    let television = app.demo();
    let segment = async |address: &str| refused(&television, &format!("{address}/event/{FREE}/v0/0.m4s")).await;
    app.until(async || segment(&own).await == no("playback_ended")).await;
    assert_eq!(refused(&television, &format!("{own}/playlist.m3u")).await, no("playback_ended"));
    assert_eq!(segment(&other).await.0, StatusCode::OK);
}

/// T35, T55, T56: a network that guesses is told to wait; a television beside it plays on, and other channels are open.
#[tokio::test]
async fn guesses_have_a_limit() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let fan = app.member("fan@demo.test").await;
    let own = address(&fan, "TV").await;
    let guess =
        async |client: &Client, number: usize| client.raw(&format!("/tv/{number:026}/event/{FREE}/index.m3u8")).await;
    let television = app.demo();
    let mut last = None;
    for number in 0..200 {
        let answer = guess(&television, number).await;
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            last = Some(answer);
            break;
        }
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    }
    let waits: u64 = last.expect("there is a limit").headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&waits), "{waits}");
    assert_eq!(fetch(&television, &format!("{own}/event/{FREE}/v0/0.m4s")).await.0, StatusCode::OK);
    assert_eq!(guess(&app.at("other.test"), 1).await.status(), StatusCode::NOT_FOUND);
    let app = stage.app.restarted().await;
    assert_eq!(fetch(&app.demo(), &format!("{own}/playlist.m3u")).await.0, StatusCode::OK);
}
