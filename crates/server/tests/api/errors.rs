//! Whatever is wrong with a request, the answer says so in the one shape, and is never a 500.

use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::app::TestApp;

async fn expect(request: reqwest::RequestBuilder, status: StatusCode, code: &str) {
    let answer = request.send().await.unwrap();
    let (got, text) = (answer.status(), answer.text().await.unwrap());
    assert_eq!(got, status, "{text}");
    let body: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(body["code"], code, "{text}");
    assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{text}");
    assert!(body["errors"].is_object(), "{text}");
    let fields =
        body["problems"].as_array().unwrap_or_else(|| panic!("{text}")).iter().map(|problem| &problem["field"]);
    assert!(fields.eq(body["errors"].as_object().unwrap().keys()), "{text}");
}

/// ERR-08: wrong paths, methods, bodies and parameters.
#[tokio::test]
async fn every_failure_has_the_same_shape() {
    let app = TestApp::start().await;
    let demo = app.demo();
    let json = |body: &str| {
        demo.request(Method::POST, "/api/get_api_key").header("content-type", "application/json").body(body.to_owned())
    };
    expect(demo.request(Method::GET, "/api/nothing"), StatusCode::NOT_FOUND, "not_found").await;
    expect(demo.request(Method::GET, "/api"), StatusCode::NOT_FOUND, "not_found").await;
    expect(demo.request(Method::GET, "/storage/settings/none.json"), StatusCode::NOT_FOUND, "not_found").await;
    expect(demo.request(Method::GET, "/assets/none.js"), StatusCode::NOT_FOUND, "not_found").await;
    expect(demo.request(Method::DELETE, "/api/settings"), StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed").await;
    expect(demo.request(Method::GET, "/api/get_api_key"), StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed").await;
    expect(demo.request(Method::POST, "/about"), StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed").await;
    expect(json(""), StatusCode::BAD_REQUEST, "invalid").await;
    expect(json("{"), StatusCode::BAD_REQUEST, "invalid").await;
    expect(json("[]"), StatusCode::BAD_REQUEST, "invalid").await;
    expect(json("{\"channel_key\": 7}"), StatusCode::BAD_REQUEST, "invalid").await;
    expect(json("{\"channel_key\": \"ck_demo\"} and more"), StatusCode::BAD_REQUEST, "invalid").await;
    expect(json("{\"channel_key\": \"\u{0}\"}"), StatusCode::BAD_REQUEST, "invalid").await;
    expect(json(&"[".repeat(10_000)), StatusCode::BAD_REQUEST, "invalid").await;
    expect(app.at("nowhere.test").request(Method::GET, "/api/settings"), StatusCode::NOT_FOUND, "unknown_host").await;
    expect(app.at("a b").request(Method::GET, "/api/settings"), StatusCode::NOT_FOUND, "unknown_host").await;
}

/// T40: a body that is not declared as JSON is not read; a form of another site cannot send one that is.
#[tokio::test]
async fn body_that_is_not_json_is_refused_with_415() {
    let app = TestApp::start().await;
    let post = || app.demo().request(Method::POST, "/api/get_api_key").body("{\"channel_key\":\"ck_demo\"}");
    expect(post(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json").await;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        expect(post().header("content-type", kind), StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json").await;
    }
    let gzipped = post().header("content-type", "application/json").header("content-encoding", "gzip");
    expect(gzipped, StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json").await;
    let good = post().header("content-type", "application/json; charset=utf-8").send().await.unwrap();
    assert_eq!(good.status(), StatusCode::OK);
}

/// T37: a body has a limit of 64 KB, whether or not its length is told ahead.
#[tokio::test]
async fn large_bodies_are_refused() {
    let app = TestApp::start().await;
    let large = format!("{{\"channel_key\": \"{}\"}}", "x".repeat(70_000));
    let post =
        app.demo().request(Method::POST, "/api/get_api_key").header("content-type", "application/json").body(large);
    expect(post, StatusCode::PAYLOAD_TOO_LARGE, "too_large").await;
}

/// T39: `_method` changes nothing, nor does any header that frameworks take for it.
#[tokio::test]
async fn methods_cannot_be_overridden() {
    let app = TestApp::start().await;
    let post = app.demo().request(Method::POST, "/api/settings?_method=get").header("x-http-method-override", "GET");
    expect(post, StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed").await;
}

/// T44: every answer has a request id, and no failure shows a path, a query or a trace.
#[tokio::test]
async fn failures_show_no_insides() {
    let app = TestApp::start().await;
    let member = app.member("fan@demo.test").await;
    app.database.execute("ALTER TABLE favourites RENAME TO gone").await;
    let answer = member.get("favorites").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.headers["x-request-id"].len(), 36);
    let text = answer.body.to_string().to_lowercase();
    for inside in ["select", "favourites", "sqlite", "postgres", "relation", "table", "/src/"] {
        assert!(!text.contains(inside), "{text}");
    }
}
