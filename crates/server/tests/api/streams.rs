//! How many streams an account has at once, and when they end.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::Member;
use crate::stage::{REGISTER, Stage, beside, fetch, refused, url_of};

/// The playback of the game for members, as one of their devices asks for it.
async fn begin(member: &Member) -> Value {
    let answer = member.get(&format!("events/{REGISTER}/playback")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

async fn watch(member: &Member, playback: &Value) -> (StatusCode, String) {
    refused(&member.client, &beside(&url_of(playback, 3).unwrap(), "v0/0.m4s")).await
}

fn playing() -> (StatusCode, String) {
    (StatusCode::OK, String::new())
}

fn no(code: &str) -> (StatusCode, String) {
    (StatusCode::FORBIDDEN, code.into())
}

/// T7, I5: two at once; the third is refused until it takes over, which ends the others.
#[tokio::test]
async fn a_third_stream_waits_or_takes_over() {
    let stage = Stage::set().await;
    let fan = stage.app.member("fan@demo.test").await;
    let devices = [begin(&fan).await, begin(&fan).await, begin(&fan).await];
    assert_eq!(watch(&fan, &devices[0]).await, playing());
    assert_eq!(watch(&fan, &devices[1]).await, playing());
    assert_eq!(watch(&fan, &devices[2]).await, no("too_many_streams"));
    assert_eq!(watch(&fan, &devices[0]).await, playing(), "those who play go on");
    let fourth = fan.get(&format!("events/{REGISTER}/playback")).await;
    assert_eq!((fourth.status, &fourth.body["code"]), (StatusCode::FORBIDDEN, &json!("too_many_streams")));
    let known =
        fan.get(&format!("events/{REGISTER}/playback?session={}", devices[1]["session"].as_str().unwrap())).await;
    assert_eq!(known.body["data"]["session"], devices[1]["session"], "one that plays gets fresh addresses");

    let call = format!("events/{REGISTER}/playback/take-over");
    let taken = fan.post(&call, json!({ "session": devices[2]["session"] })).await;
    assert_eq!(taken.body["data"]["session"], devices[2]["session"]);
    assert_eq!(watch(&fan, &devices[2]).await, playing());
    for other in &devices[..2] {
        assert_eq!(watch(&fan, other).await, no("playback_ended"));
        let session = other["session"].as_str().unwrap();
        let again = fan.get(&format!("events/{REGISTER}/playback?session={session}")).await;
        assert_eq!(again.body["code"], "playback_ended", "it does not come back by itself");
    }
    assert_eq!(watch(&fan, &begin(&fan).await).await, playing(), "but a viewer may begin again");
}

/// T7: without a session of its own, a device that takes over begins one.
#[tokio::test]
async fn taking_over_needs_no_session() {
    let stage = Stage::set().await;
    let fan = stage.app.member("fan@demo.test").await;
    let devices = [begin(&fan).await, begin(&fan).await];
    for device in &devices {
        assert_eq!(watch(&fan, device).await, playing());
    }
    let taken = fan.post(&format!("events/{REGISTER}/playback/take-over"), json!({})).await.body["data"].clone();
    assert_eq!(watch(&fan, &taken).await, playing());
    assert_eq!(watch(&fan, &devices[0]).await, no("playback_ended"));
    let stranger = stage.app.demo();
    let body = json!({ "api_key": stranger.api_key().await });
    let refused = stranger.post(&format!("events/{REGISTER}/playback/take-over"), &body).await;
    assert_eq!(refused.body["code"], "needs_account");
}

/// T7: the streams of others are not counted, nor ended.
#[tokio::test]
async fn streams_are_counted_by_account() {
    let stage = Stage::set().await;
    let [fan, rival] = [stage.app.member("fan@demo.test").await, stage.app.member("rival@demo.test").await];
    let [first, second] = [begin(&fan).await, begin(&fan).await];
    assert_eq!((watch(&fan, &first).await, watch(&fan, &second).await), (playing(), playing()));
    let theirs = begin(&rival).await;
    assert_eq!(watch(&rival, &theirs).await, playing());
    rival.post(&format!("events/{REGISTER}/playback/take-over"), json!({})).await;
    assert_eq!(watch(&fan, &first).await, playing());
    assert_eq!(watch(&rival, &theirs).await, no("playback_ended"));
}

/// T1: a copied address ends with the login that it was made for, at once.
#[tokio::test]
async fn an_address_ends_with_its_login() {
    let stage = Stage::set().await;
    let fan = stage.app.member("fan@demo.test").await;
    let other = stage.app.log_in_with("fan@demo.test", "Mozilla/5.0").await;
    let [here, there] = [begin(&fan).await, begin(&other).await];
    assert_eq!((watch(&fan, &here).await, watch(&other, &there).await), (playing(), playing()));

    assert_eq!(fan.post("sessions/end-others", json!({})).await.status, StatusCode::OK);
    assert_eq!(watch(&fan, &there).await, no("playback_ended"));
    assert_eq!(watch(&fan, &here).await, playing());

    assert_eq!(fan.post("auth/logout", json!({})).await.status, StatusCode::OK);
    for name in ["index.m3u8", "v0/index.m3u8", "v0/0.m4s", "v0/init-0.mp4"] {
        let (status, body) = fetch(&stage.app.demo(), &beside(&url_of(&here, 3).unwrap(), name)).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{name}");
        assert!(!body.windows(4).any(|part| part == b"moof" || part == b"#EXT"), "{name}");
    }
}
