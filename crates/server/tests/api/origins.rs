//! Pages of other sites.

use reqwest::{Method, StatusCode};

use crate::app::TestApp;

fn post(app: &TestApp) -> reqwest::RequestBuilder {
    app.demo().request(Method::POST, "/api/get_api_key").json(&serde_json::json!({ "channel_key": "ck_demo" }))
}

/// T40: only pages of the channel's own hosts are shown answers.
#[tokio::test]
async fn answers_are_readable_by_the_channels_own_pages_alone() {
    let app = TestApp::start().await;
    let asked_from = async |origin: &str| {
        let answer = app.demo().request(Method::GET, "/api/settings").header("origin", origin).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        answer.headers().get("access-control-allow-origin").map(|value| value.to_str().unwrap().to_owned())
    };
    assert_eq!(asked_from("https://demo.test").await.as_deref(), Some("https://demo.test"));
    for foreign in [
        "https://other.test",
        "https://evil.test",
        "null",
        "https://demo.test.evil.test",
        "https://evil.test/demo.test",
    ] {
        assert_eq!(asked_from(foreign).await, None, "{foreign}");
    }
}

/// T40: a page of another site changes nothing.
#[tokio::test]
async fn foreign_pages_cannot_write() {
    let app = TestApp::start().await;
    assert_eq!(post(&app).send().await.unwrap().status(), StatusCode::OK);
    assert_eq!(post(&app).header("origin", "http://demo.test:8080").send().await.unwrap().status(), StatusCode::OK);
    for foreign in ["https://other.test", "https://evil.test", "null"] {
        let answer = post(&app).header("origin", foreign).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{foreign}");
        assert!(!answer.text().await.unwrap().contains("\"api_key\":"), "{foreign}");
    }
}

#[tokio::test]
async fn a_preflight_is_answered_for_own_pages_only() {
    let app = TestApp::start().await;
    let preflight = async |origin: &str| {
        let request = app.demo().request(Method::OPTIONS, "/api/get_api_key").header("origin", origin);
        request.header("access-control-request-method", "POST").send().await.unwrap()
    };
    let own = preflight("https://demo.test").await;
    assert_eq!(own.status(), StatusCode::OK);
    assert_eq!(own.headers()["access-control-allow-origin"], "https://demo.test");
    assert!(!preflight("https://evil.test").await.headers().contains_key("access-control-allow-origin"));
}
