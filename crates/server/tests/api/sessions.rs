//! Where a member is logged in.

use domain::session_key;
use domain::time::Timestamp;
use reqwest::StatusCode;
use serde_json::json;
use testkit::account;

use crate::app::{Member, TestApp};

const CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/// AUTH-12: a member sees their sessions, with devices by name, and which one is theirs now.
#[tokio::test]
async fn a_member_sees_where_they_are_logged_in() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    app.member("rival@demo.test").await;
    let browser = app.log_in_with("fan@demo.test", CHROME).await;
    let listed = browser.get("sessions").await.body["data"].clone();
    let named: Vec<_> =
        listed.as_array().unwrap().iter().map(|row| (row["device"].clone(), row["current"].clone())).collect();
    assert_eq!(
        named,
        [(json!("Chrome on Windows"), json!(true)), (json!("Unknown device"), json!(false))],
        "and nobody else's"
    );
    assert!(listed[0]["created_at"].as_i64().unwrap() > 1_700_000_000);
    assert_eq!(listed[0]["country"], json!(null));
    assert_eq!(fan.get("sessions").await.body["data"][1]["current"], true);
    let told = app.last_mail("fan@demo.test", "new_device").await.unwrap();
    assert!(told.text.contains("Chrome on Windows"), "{}", told.text);
}

/// T25: a session ends at once, by its owner's hand alone.
#[tokio::test]
async fn session_is_ended_by_its_owner_alone() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let lost = Member::log_in(app.demo(), "fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    app.account_create("other", account("fan@demo.test")).await;
    let abroad = Member::log_in(app.at("other.test"), "fan@demo.test").await;
    assert_eq!(lost.get("profile").await.status, StatusCode::OK);
    let listed = fan.get("sessions").await.body["data"].clone();
    let id = listed.as_array().unwrap().iter().find(|row| row["current"] == false).unwrap()["id"].clone();
    for stranger in [&rival, &abroad] {
        assert_eq!(stranger.delete(&format!("sessions/{id}")).await.status, StatusCode::NOT_FOUND);
        assert_eq!(stranger.post("sessions/end-others", json!({})).await.body["data"]["ended"], 0);
    }
    assert_eq!(lost.get("profile").await.status, StatusCode::OK, "nobody else ended it");

    assert_eq!(fan.delete(&format!("sessions/{id}")).await.body["data"]["ended"], 1);
    assert_eq!(lost.get("profile").await.status, StatusCode::UNAUTHORIZED, "at once");
    assert_eq!(fan.delete(&format!("sessions/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(fan.get("profile").await.status, StatusCode::OK);
}

/// AUTH-12: all sessions but one's own end together.
#[tokio::test]
async fn all_other_sessions_end_together() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let others = [Member::log_in(app.demo(), "fan@demo.test").await, app.log_in_with("fan@demo.test", CHROME).await];
    for other in &others {
        assert_eq!(other.get("profile").await.status, StatusCode::OK);
    }
    assert_eq!(fan.post("sessions/end-others", json!({})).await.body["data"]["ended"], 2);
    for other in &others {
        assert_eq!(other.get("profile").await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(fan.get("sessions").await.body["data"].as_array().unwrap().len(), 1);
    let nobody = json!({ "api_key": app.demo().api_key().await });
    assert_eq!(app.demo().post("sessions/end-others", &nobody).await.status, StatusCode::UNAUTHORIZED);
}

/// AUTH-12: a session that is not used ends after 400 days; one that was opened a moment later does not.
#[tokio::test]
async fn a_session_that_is_not_used_ends() {
    let app = TestApp::start().await;
    app.clock.stop();
    let forgotten = app.member("fan@demo.test").await;
    app.clock.advance(Timestamp::SECOND);
    let (kept, rival) = (Member::log_in(app.demo(), "fan@demo.test").await, app.member("rival@demo.test").await);
    app.clock.advance(session_key::LIFE - Timestamp::SECOND);
    assert_eq!(forgotten.get("profile").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(rival.get("profile").await.status, StatusCode::OK, "a second is left");
    let listed = kept.get("sessions").await.body["data"].clone();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["current"]), (1, &json!(true)), "{listed}");
}
