//! Settings files and pictures.

use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::app::TestApp;

/// BOOT-13: what the page needs before any call, cacheable.
#[tokio::test]
async fn the_settings_file_has_hosts_language_and_colours() {
    let app = TestApp::start().await;
    let answer = app.demo().raw("/storage/settings/demo.json").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.headers()["cache-control"].to_str().unwrap().starts_with("public"));
    assert!(answer.headers().contains_key("etag"));
    let file: Value = answer.json().await.unwrap();
    assert_eq!(file["alias"], "demo");
    assert_eq!(file["language"], "fr");
    assert!(file["color_settings"]["body_background"].as_str().unwrap().starts_with('#'));
    for host in ["api_host", "keys_host", "analytics_host"] {
        assert!(file.get(host).is_some_and(Value::is_null), "{host} is the page's own");
    }
}

/// T3: nothing but settings files and pictures is reachable under `/storage`.
#[tokio::test]
async fn paths_outside_settings_and_pictures_are_404() {
    let app = TestApp::start().await;
    let paths = [
        "/storage/",
        "/storage/settings/",
        "/storage/settings/demo",
        "/storage/settings/..%2Ftouchline.db",
        "/storage/settings/%2e%2e/touchline.db",
        "/storage/images/demo/..%2F..%2Ftouchline.db",
        "/storage/images/%2e%2e/touchline.db",
        "/storage/touchline.db",
        "/storage/images/demo/none.svg",
    ];
    for path in paths {
        let answer = app.demo().raw(path).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(!answer.text().await.unwrap().contains("SQLite"), "{path}");
    }
}

#[tokio::test]
async fn a_picture_is_served_so_that_it_can_run_nothing() {
    let app = TestApp::start().await;
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path d=\"M0 0h1v1z\"/></svg>";
    app.images.put_drawing("demo", "crest-hawks.svg", svg.to_owned()).await.unwrap();
    let answer = app.demo().raw("/storage/images/demo/crest-hawks.svg").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "image/svg+xml");
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    assert!(answer.headers()["content-security-policy"].to_str().unwrap().contains("sandbox"));
    let tag = answer.headers()["etag"].clone();
    assert_eq!(answer.text().await.unwrap(), svg);
    let drawn = app.demo().request(Method::GET, "/storage/images/demo/crest-hawks.svg").header("accept-encoding", "br");
    assert_eq!(drawn.send().await.unwrap().headers()["content-encoding"], "br");
    let again = app.demo().request(Method::GET, "/storage/images/demo/crest-hawks.svg").header("if-none-match", tag);
    assert_eq!(again.send().await.unwrap().status(), StatusCode::NOT_MODIFIED);
}
