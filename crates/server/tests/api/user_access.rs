//! What a visitor may do, in general and with single games.

use domain::account::Capability;
use domain::event::AccessType;
use domain::geo::Rule;
use reqwest::StatusCode;
use serde_json::json;
use testkit::{account, channel};

use crate::app::{Member, TestApp};

/// AUTH-09: what may be done with each game, and why, for members and for others.
#[tokio::test]
async fn access_is_told_by_game_and_feature() {
    let app = TestApp::start().await;
    let mut games = channel("demo", 1);
    games.content.events[0].access = AccessType::Free;
    games.content.events[1].access = AccessType::Register;
    games.content.events[3].access = AccessType::Free;
    games.content.events[3].geo_rule = Some(Rule::OnlyIn { countries: ["FR".parse().unwrap()].into() });
    app.database.store.channel_import(games).await.unwrap();
    let new = store::NewAccount {
        capabilities: vec![Capability::Download, Capability::VodMedia],
        ..account("fan@demo.test")
    };
    app.account_create("demo", new).await;
    let fan = Member::log_in(app.demo(), "fan@demo.test").await;
    app.until(async || fan.get("events/1").await.body["data"]["access_type"] == "free").await;

    let told = fan.get("user/access?event_id=1,2,3,4,99,1001").await.body["data"].clone();
    assert_eq!(told["capabilities"], json!(["download", "vod_media"]));
    assert_eq!(
        told["events"],
        json!([
            { "event_id": 1, "features": ["watch", "download", "vod_media_access"], "reason": "free_for_all" },
            { "event_id": 2, "features": ["watch", "download", "vod_media_access"], "reason": "has_account" },
            { "event_id": 3, "features": [], "reason": "needs_pass" },
            { "event_id": 4, "features": [], "reason": "region" }
        ]),
        "what is not there, or another channel's, is left out"
    );
    let nobody = app.demo().get_keyed("user/access?event_id=1,2").await.body["data"].clone();
    assert_eq!(nobody["capabilities"], json!([]));
    assert_eq!(nobody["events"][0]["features"], json!(["watch"]));
    assert_eq!(
        (&nobody["events"][1]["features"], &nobody["events"][1]["reason"]),
        (&json!([]), &json!("needs_account"))
    );
}

/// AUTH-09, T37: no more than fifty games at once, and only numbers.
#[tokio::test]
async fn wrong_lists_of_games_are_refused() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(fan.get("user/access").await.body["data"]["events"], json!([]));
    let ids = |count: usize| (0..count).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    assert_eq!(fan.get(&format!("user/access?event_id={}", ids(50))).await.status, StatusCode::OK);
    for wrong in [ids(51), "one".into(), "1,2x".into(), "99999999999999999999".into()] {
        let refused = fan.get(&format!("user/access?event_id={wrong}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}");
        assert!(refused.body["errors"]["event_id"].is_array());
    }
}
