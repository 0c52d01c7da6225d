//! A paused channel: viewers are told so, and its operators go on.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, Client, TestApp};
use crate::console::{administrator, audit, call, channel, get, hired};
use crate::stage::{FREE, Stage, url_of};

pub async fn pause(app: &TestApp, client: &Client, alias: &str, is_paused: bool) -> Answer {
    let path = format!("channels/{}/pause", channel(app, alias).await);
    call(client, Method::PUT, &path, json!({ "is_paused": is_paused })).await
}

/// OPS-02, T26: pages and calls of the one channel answer 503 with a time to come back, those of another go on, and so do
/// the console and the payment provider's messages.
#[tokio::test]
async fn paused_channel_tells_its_viewers() {
    let app = TestApp::start().await;
    let admin = administrator(&app).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let refused = pause(&app, &owner, "demo", true).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("role_forbids")));
    for _ in 0..2 {
        let paused = pause(&app, &admin, "demo", true).await;
        assert!(paused.body["data"]["paused_at"].is_i64(), "{}", paused.body);
    }

    let call = app.demo().raw("/api/settings").await;
    assert_eq!(
        (call.status(), &call.headers()["retry-after"]),
        (StatusCode::SERVICE_UNAVAILABLE, &"300".parse().unwrap())
    );
    assert_eq!(call.json::<Value>().await.unwrap()["code"], "channel_paused");
    for (asked, said) in [("bg", "Nous revenons"), ("", "Nous revenons")] {
        let page = app.demo().with_header("accept-language", asked).raw("/watch/1").await;
        assert_eq!(page.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(
            (&page.headers()["cache-control"], &page.headers()["retry-after"]),
            (&"no-store".parse().unwrap(), &"300".parse().unwrap())
        );
        assert!(page.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
        let text = page.text().await.unwrap();
        assert!(text.contains(said) && text.contains("lang=\"fr\""), "{asked}: {text}");
    }
    for closed in ["/", "/robots.txt", "/sitemap.xml", "/api/", "/tv/x"] {
        assert_eq!(app.demo().raw(closed).await.status(), StatusCode::SERVICE_UNAVAILABLE, "{closed}");
    }
    for open in ["/healthz", "/console", "/.well-known/touchline/07"] {
        assert_eq!(app.demo().raw(open).await.status(), StatusCode::OK, "{open}");
    }
    let message = app.demo().request(Method::POST, "/api/stripe/webhook").body("{}").send().await.unwrap();
    assert_ne!(message.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(app.at("other.test").raw("/api/settings").await.status(), StatusCode::OK);
    assert_eq!(get(&owner, "session").await.body["data"]["channels"][0]["is_paused"], true);

    let resumed = pause(&app, &admin, "demo", false).await;
    assert_eq!(resumed.body["data"], json!({ "paused_at": null }));
    assert_eq!(app.demo().raw("/api/settings").await.status(), StatusCode::OK);
    let log: Vec<_> = audit(&app).await.into_iter().filter(|(action, ..)| action.ends_with("_channel")).collect();
    let said = |action: &str| (action.to_owned(), "demo".to_owned(), true);
    assert_eq!(log, [said("pause_channel"), said("resume_channel")]);
}

/// OPS-02, PLAY-01: what is being watched stops with the pause, and goes on after it by the same address.
#[tokio::test]
async fn paused_channel_streams_nothing() {
    let stage = Stage::set().await;
    let admin = administrator(&stage.app).await;
    let playlist = url_of(&stage.game(FREE).await, 3).unwrap();
    let asked = async || stage.app.demo().raw(&playlist).await.status();
    assert_eq!(asked().await, StatusCode::OK);
    pause(&stage.app, &admin, "demo", true).await;
    assert_eq!(asked().await, StatusCode::SERVICE_UNAVAILABLE);
    pause(&stage.app, &admin, "demo", false).await;
    assert_eq!(asked().await, StatusCode::OK);
}
