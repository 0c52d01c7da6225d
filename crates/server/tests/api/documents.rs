//! The API describes itself.

use reqwest::StatusCode;
use serde_json::Value;

use crate::app::TestApp;

#[tokio::test]
async fn the_document_is_openapi_3_1_and_has_every_call() {
    let app = TestApp::start().await;
    let document: Value = app.demo().raw("/api/openapi.json").await.json().await.unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document, serde_json::to_value(server::openapi()).unwrap());
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            assert!(call["summary"].is_string(), "{method} {path} says what it does");
            assert!(
                call["responses"].as_object().unwrap().values().all(|answer| answer["description"] != ""),
                "{path}"
            );
        }
    }
}

/// Every call of both APIs describes a failure, and every failure has the one body.
#[test]
fn failures_have_the_same_body_in_every_call() {
    for document in [server::openapi(), server::console_openapi()] {
        let document = serde_json::to_value(document).unwrap();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, call) in methods.as_object().unwrap() {
                let responses = call["responses"].as_object().unwrap();
                assert!(responses.contains_key("default"), "{method} {path}");
                for (status, response) in responses.iter().filter(|(status, _)| !status.starts_with('2')) {
                    let body = &response["content"]["application/json"]["schema"]["$ref"];
                    assert_eq!(body, "#/components/schemas/Failure", "{method} {path} {status}");
                }
            }
        }
    }
}

/// OPS-02: an edit or a removal of a version says how it is refused.
#[test]
fn edits_describe_conflicts() {
    let document = serde_json::to_value(server::console_openapi()).unwrap();
    for (method, described) in [("patch", true), ("delete", true), ("get", false)] {
        let call = &document["paths"]["/channels/{id}/faq/{item}"][method];
        if call.is_null() {
            assert!(!described, "{method}");
            continue;
        }
        for status in ["409", "428"] {
            assert_eq!(call["responses"].get(status).is_some(), described, "{method} {status}");
        }
    }
    let removal = &document["paths"]["/channels/{id}/forms/{item}"]["delete"]["responses"]["409"]["description"];
    assert!(removal.as_str().unwrap().contains("has answers"), "{removal}");
}

#[tokio::test]
async fn api_docs_page_is_readable_without_scripts() {
    let app = TestApp::start().await;
    let answer = app.demo().raw("/api/docs").await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.headers()["content-security-policy"].to_str().unwrap().contains("style-src 'sha256-"));
    let html = answer.text().await.unwrap();
    assert!(html.contains("/channel-bootstrap-data") || html.contains("channel-bootstrap-data"));
    assert!(!html.contains("<script"));
}

/// Figures are on a listener of their own, not where visitors come.
#[tokio::test]
async fn metrics_have_their_own_listener() {
    let app = TestApp::start_with(|config| config.metrics_port = server::config::OptionalPort::On(0)).await;
    app.demo().get("settings").await;
    let address = app.metrics.unwrap();
    let text = reqwest::get(format!("http://{address}/metrics")).await.unwrap().text().await.unwrap();
    assert!(text.contains("touchline_request_seconds_bucket{route=\"/api/settings\",status=\"ok\""), "{text}");
    assert_eq!(app.demo().raw("/metrics").await.status(), StatusCode::NOT_FOUND);
}
