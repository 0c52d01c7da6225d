//! What plays by a private address counts as a stream of its account, and goes where that may watch.

use domain::geo::Rule;
use reqwest::StatusCode;
use serde_json::json;

use crate::app::{Client, Member};
use crate::geo::app_behind_a_proxy;
use crate::player_addresses::address;
use crate::stage::{FREE, PAID, REGISTER, Stage, beside, refused, url_of};

fn playing() -> (StatusCode, String) {
    (StatusCode::OK, String::new())
}

fn no(code: &str) -> (StatusCode, String) {
    (StatusCode::FORBIDDEN, code.into())
}

async fn open(client: &Client, address: &str, game: i64) -> (StatusCode, String) {
    refused(client, &format!("{address}/event/{game}/index.m3u8")).await
}

async fn segment(client: &Client, address: &str, game: i64) -> (StatusCode, String) {
    refused(client, &format!("{address}/event/{game}/v0/0.m4s")).await
}

/// A page of the member's that watches the game for members.
async fn watch(member: &Member) -> (StatusCode, String) {
    let playback = member.get(&format!("events/{REGISTER}/playback")).await;
    if playback.status != StatusCode::OK {
        return (playback.status, playback.body["code"].as_str().unwrap().to_owned());
    }
    refused(&member.client, &beside(&url_of(&playback.body["data"], 3).unwrap(), "v0/0.m4s")).await
}

/// T7, I5: each address is one stream of its account's two, and plays one thing at a time: the last that was opened.
#[tokio::test]
async fn an_address_is_one_stream() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    let [first, second] = [address(&fan, "First").await, address(&fan, "Second").await];
    let theirs = address(&rival, "TV").await;
    let tv = app.demo();
    assert_eq!(open(&tv, &first, FREE).await, playing());
    assert_eq!(segment(&tv, &first, FREE).await, playing());
    assert_eq!(watch(&fan).await, playing(), "the other stream");
    assert_eq!(open(&tv, &second, FREE).await, no("too_many_streams"));
    assert_eq!(segment(&tv, &second, FREE).await, no("too_many_streams"));
    assert_eq!(watch(&fan).await, no("too_many_streams"));
    assert_eq!(open(&tv, &theirs, FREE).await, playing(), "another member's are not counted");

    // A viewer who changes the channel does not wait until the game before has been idle.
    assert_eq!(open(&tv, &first, REGISTER).await, playing());
    assert_eq!(segment(&tv, &first, REGISTER).await, playing());
    assert_eq!(segment(&tv, &first, FREE).await, no("too_many_streams"), "one thing at a time");
    assert_eq!(open(&tv, &first, FREE).await, playing());
    assert_eq!(segment(&tv, &first, REGISTER).await, no("too_many_streams"));
    assert_eq!(segment(&tv, &theirs, FREE).await, playing());
    assert_eq!(open(&tv, &first, PAID).await, no("needs_pass"));
    assert_eq!(segment(&tv, &first, FREE).await, playing(), "what may not be watched ends nothing");
}

/// T7: taking over stops the television, which comes back by its owner's hand alone.
#[tokio::test]
async fn taking_over_stops_a_television() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    let [own, other, theirs] =
        [address(&fan, "First").await, address(&fan, "Second").await, address(&rival, "TV").await];
    let tv = app.demo();
    for address in [&own, &other, &theirs] {
        assert_eq!(open(&tv, address, REGISTER).await, playing());
    }
    let taken = fan.post(&format!("events/{REGISTER}/playback/take-over"), json!({})).await.body["data"].clone();
    let page = beside(&url_of(&taken, 3).unwrap(), "v0/0.m4s");
    assert_eq!(refused(&tv, &page).await, playing());
    for address in [&own, &other] {
        assert_eq!(segment(&tv, address, REGISTER).await, no("playback_ended"));
    }
    assert_eq!(segment(&tv, &theirs, REGISTER).await, playing());
    assert_eq!(open(&tv, &own, REGISTER).await, playing());
    assert_eq!(segment(&tv, &own, REGISTER).await, playing());
    assert_eq!(open(&tv, &other, REGISTER).await, no("too_many_streams"));
}

/// T7, T8: an address that is handed to another network is a stream more, and plays nowhere that the game may not go.
#[tokio::test]
async fn networks_and_regions_count() {
    let stage = Stage::set_with(app_behind_a_proxy(true).await, |channel| {
        channel.content.events[0].geo_rule = Some(Rule::OnlyIn { countries: ["FR".parse().unwrap()].into() });
    })
    .await;
    let app = &stage.app;
    let fan = app.member("fan@demo.test").await;
    let own = address(&fan, "TV").await;
    let [home, friend, stranger, abroad] = ["20.0.0.1", "20.0.0.2", "20.0.0.3", "198.51.100.4"]
        .map(|from| app.demo().with_header("x-forwarded-for", from));
    assert_eq!(segment(&home, &own, FREE).await, playing());
    assert_eq!(segment(&abroad, &own, FREE).await, no("region_blocked"));
    assert_eq!(segment(&friend, &own, FREE).await, playing(), "a second stream");
    assert_eq!(segment(&stranger, &own, FREE).await, no("too_many_streams"));
    assert_eq!(watch(&fan).await, no("too_many_streams"));
    assert_eq!(segment(&home, &own, FREE).await, playing());
    let listed = async |client: &Client| {
        let list = client.raw(&format!("{own}/playlist.m3u")).await.text().await.unwrap();
        [FREE, REGISTER].map(|game| list.contains(&format!("/event/{game}/")))
    };
    assert_eq!((listed(&home).await, listed(&abroad).await), ([true, true], [false, true]));
    let shown = async || fan.get("player-addresses").await.body["data"]["addresses"][0]["country"].clone();
    app.until(async || shown().await == "France").await;
}
