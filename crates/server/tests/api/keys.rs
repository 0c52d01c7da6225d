//! Channel keys and api keys.

use reqwest::StatusCode;
use serde_json::json;

use crate::app::TestApp;

/// BOOT-02: the channel is found by the host, whatever its case and port; an unknown host is told so.
#[tokio::test]
async fn the_channel_key_is_that_of_the_host() {
    let app = TestApp::start().await;
    for host in ["demo.test", "DEMO.test", "demo.test:8080"] {
        let answer = app.at(host).get("channel-key").await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.body["data"]["channel_key"], "ck_demo");
    }
    assert_eq!(app.at("other.test").get("channel-key").await.body["data"]["channel_key"], "ck_other");

    let unknown = app.at("nowhere.test").get("channel-key").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert_eq!(unknown.body["message"], "no channel is served at this address");
}

/// BOOT-02: the parameter `channel` stands in for the host in development mode only.
#[tokio::test]
async fn development_mode_takes_the_channel_from_a_parameter() {
    let plain = TestApp::start().await;
    assert_eq!(plain.demo().get("channel-key?channel=other").await.body["data"]["channel_key"], "ck_demo");
    let development = TestApp::start_with(|config| config.development = true).await;
    assert_eq!(development.demo().get("channel-key?channel=other").await.body["data"]["channel_key"], "ck_other");
    assert_eq!(development.demo().get("channel-key?channel=none").await.status, StatusCode::NOT_FOUND);
}

/// BOOT-03, BOOT-08: a channel key buys an anonymous api key, each time another one.
#[tokio::test]
async fn an_api_key_is_given_for_the_channel_key() {
    let app = TestApp::start().await;
    let answer = app.demo().post("get_api_key", &json!({ "channel_key": "ck_demo" })).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert_ne!(app.demo().api_key().await, app.demo().api_key().await);
}

/// BOOT-03: a wrong channel key is answered with `errors.channel_key`; another channel's is wrong too.
#[tokio::test]
async fn a_wrong_channel_key_is_named() {
    let app = TestApp::start().await;
    for wrong in ["", "ck_other", "ck_demo "] {
        let answer = app.demo().post("get_api_key", &json!({ "channel_key": wrong })).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert_eq!(answer.body["errors"]["channel_key"][0], "wrong channel key");
    }
    let missing = app.demo().post("get_api_key", &json!({})).await;
    assert_eq!(missing.body["errors"]["channel_key"][0], "channel_key is required");
}

/// BOOT-06: exempt calls need no key, the others take it from the query (or a header) and say `errors.api_key`.
#[tokio::test]
async fn keyed_calls_want_a_key_and_exempt_ones_do_not() {
    let app = TestApp::start().await;
    let exempt = [
        "menu",
        "pages",
        "pages/about",
        "faq",
        "color-settings/web",
        "settings",
        "slides/web",
        "events-locations",
        "subscriptions",
        "packages",
        "participants?no_limit=1",
        "participant-groups",
        "channel-bootstrap-data",
    ];
    for call in exempt {
        assert_eq!(app.demo().get(call).await.status, StatusCode::OK, "{call}");
    }
    for call in
        ["events-for-homepage", "events/1", "events-categories", "participant-group-properties", "geo", "profile"]
    {
        let without = app.demo().get(call).await;
        assert_eq!(without.status, StatusCode::UNAUTHORIZED, "{call}");
        assert_eq!(without.body["errors"]["api_key"][0], "wrong api key", "{call}");
        let wrong = app.demo().get(&format!("{call}?api_key=nonsense")).await;
        assert_eq!(wrong.body["errors"]["api_key"][0], "wrong api key", "{call}");
    }
    let key = app.demo().api_key().await;
    let by_header = app.demo().request(reqwest::Method::GET, "/api/geo").header("x-api-key", key).send().await.unwrap();
    assert_eq!(by_header.status(), StatusCode::OK);
}

/// An anonymous visitor's profile is 401 without `errors.api_key`: the browser keeps its key.
#[tokio::test]
async fn an_anonymous_visitor_has_no_profile() {
    let app = TestApp::start().await;
    let answer = app.demo().get_keyed("profile").await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert_eq!(answer.body["errors"], json!({}));
}
