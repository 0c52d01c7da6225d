//! Short films ahead of games.

use domain::account::Capability;
use domain::ids::PrerollId;
use domain::preroll::Preroll;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::NewAccount;
use testkit::{account, channel};

use crate::app::{Member, TestApp};

async fn app_with_prerolls() -> TestApp {
    let app = TestApp::start().await;
    let preroll = |id: i64, for_live, for_vod| Preroll {
        id: PrerollId(id),
        url: format!("/storage/prerolls/demo/{id}.mp4"),
        weight: 1,
        location_id: None,
        categories: vec![],
        for_live,
        for_vod,
        active: true,
    };
    let mut import = channel("demo", 1);
    import.content.prerolls =
        vec![preroll(1, true, false), preroll(2, false, true), Preroll { active: false, ..preroll(3, true, true) }];
    app.database.store.channel_import(import).await.unwrap();
    app.until(async || app.demo().get("settings").await.body["data"]["prerolls"].as_array().unwrap().len() == 2).await;
    app
}

/// PLAY-02: live and on demand have their own; once seen to its end, one stays away from that viewer and game.
#[tokio::test]
async fn a_preroll_is_shown_until_it_was_seen() {
    let app = app_with_prerolls().await;
    let fan = app.member("fan@demo.test").await;
    let chosen = async |member: &Member, game: i64| -> Value {
        member.get(&format!("events/{game}/preroll")).await.body["data"].clone()
    };
    let live = json!({ "id": 1, "url": "/storage/prerolls/demo/1.mp4", "expires_s": 3600 });
    assert_eq!(chosen(&fan, 1).await, live);
    assert_eq!(chosen(&fan, 4).await["id"], 2, "the game is over");
    let done = fan.post("prerolls/2/completed", json!({ "event_id": 4 })).await;
    assert_eq!(done.body["data"], json!({ "hidden_s": 3600 }));
    assert_eq!(
        fan.post("prerolls/2/completed", json!({ "event_id": 4 })).await.status,
        StatusCode::OK,
        "twice is once"
    );
    assert_eq!(chosen(&fan, 4).await, Value::Null);
    assert_eq!(chosen(&fan, 5).await["id"], 2, "another game");
    let rival = app.member("rival@demo.test").await;
    assert_eq!(chosen(&rival, 4).await["id"], 2, "another viewer");
    assert_eq!(app.count("seen_prerolls").await, 1);
    for (call, game) in [("prerolls/99/completed", 4), ("prerolls/2/completed", 99), ("prerolls/2/completed", 1001)] {
        assert_eq!(fan.post(call, json!({ "event_id": game })).await.status, StatusCode::NOT_FOUND, "{call} {game}");
    }
}

/// PLAY-02: what was seen is back when the channel's pause is over, for each viewer by their own time.
#[tokio::test]
async fn a_preroll_is_back_after_its_pause() {
    let app = app_with_prerolls().await;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    let chosen = async |member: &Member| member.get("events/4/preroll").await.body["data"]["id"].clone();
    app.clock.stop();
    for member in [&fan, &rival] {
        app.clock.advance(Timestamp::SECOND);
        let done = member.post("prerolls/2/completed", json!({ "event_id": 4 })).await;
        assert_eq!(done.body["data"]["hidden_s"], 3600);
    }
    app.clock.advance(Timestamp::HOUR - 2 * Timestamp::SECOND);
    assert_eq!((chosen(&fan).await, chosen(&rival).await), (Value::Null, Value::Null));
    app.clock.advance(Timestamp::SECOND);
    assert_eq!((chosen(&fan).await, chosen(&rival).await), (json!(2), Value::Null));
}

/// PLAY-02: without an account it is by the key.
#[tokio::test]
async fn visitors_are_remembered_by_their_key() {
    let app = app_with_prerolls().await;
    let client = app.demo();
    let key = client.api_key().await;
    let call = format!("events/4/preroll?api_key={key}");
    assert_eq!(client.get(&call).await.body["data"]["id"], 2);
    client.post("prerolls/2/completed", &json!({ "api_key": key, "event_id": 4 })).await;
    assert_eq!(client.get(&call).await.body["data"], Value::Null);
    assert_eq!(client.get_keyed("events/4/preroll").await.body["data"]["id"], 2, "another viewer");
}

/// T9: a member with `no_ads` gets no preroll, whatever they ask for.
#[tokio::test]
async fn member_without_ads_gets_no_preroll() {
    let app = app_with_prerolls().await;
    let new = NewAccount { capabilities: vec![Capability::NoAds], ..account("calm@demo.test") };
    app.account_create("demo", new).await;
    let calm = Member::log_in(app.demo(), "calm@demo.test").await;
    for game in [1, 4] {
        assert_eq!(calm.get(&format!("events/{game}/preroll")).await.body["data"], Value::Null);
    }
}

/// PLAY-02: a preroll can be had in parts, without which Apple's players show none.
#[tokio::test]
async fn a_preroll_is_had_in_parts() {
    let app = TestApp::start().await;
    app.images.objects().put("prerolls/demo/1.mp4", "0123456789".into()).await.unwrap();
    let ask = async |range: Option<&str>| {
        let request = app.demo().request(Method::GET, "/storage/prerolls/demo/1.mp4");
        let request = range.into_iter().fold(request, |request, range| request.header("range", range));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.headers()["content-type"], "video/mp4");
        assert_eq!(answer.headers()["accept-ranges"], "bytes");
        let told = answer.headers().get("content-range").map(|range| range.to_str().unwrap().to_owned());
        (answer.status(), told, answer.text().await.unwrap())
    };
    let partial = |told: &str, bytes: &str| (StatusCode::PARTIAL_CONTENT, Some(told.to_owned()), bytes.to_owned());
    assert_eq!(ask(None).await, (StatusCode::OK, None, "0123456789".into()));
    assert_eq!(ask(Some("bytes=0-1")).await, partial("bytes 0-1/10", "01"));
    assert_eq!(ask(Some("bytes=7-")).await, partial("bytes 7-9/10", "789"));
    let nothing = (StatusCode::RANGE_NOT_SATISFIABLE, Some("bytes */10".to_owned()), String::new());
    assert_eq!(ask(Some("bytes=10-")).await, nothing);
}
