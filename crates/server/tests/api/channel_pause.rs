//! A paused channel: viewers are told so, and its operators go on.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, Client, DOCUMENT, TestApp};
use crate::console::{administrator, audit, call, channel, get, hired};
use crate::shop::{GOOD, Shop, monthly};
use crate::stage::{FREE, Stage, url_of};

/// The calls that go on during a pause. Every other one is closed, so that a new call is, too.
const OPEN: &[(&str, &str)] = &[
    ("post", "/auth/add_session"),
    ("post", "/auth/email-undo"),
    ("post", "/auth/email-verify"),
    ("post", "/auth/login-code"),
    ("post", "/auth/login-code/confirm"),
    ("post", "/auth/logout"),
    ("post", "/auth/passkey-login"),
    ("post", "/auth/passkey-login/begin"),
    ("get", "/auth/passkeys"),
    ("post", "/auth/passkeys"),
    ("post", "/auth/passkeys/begin"),
    ("delete", "/auth/passkeys/{id}"),
    ("post", "/auth/password-reset"),
    ("post", "/auth/password-reset-request"),
    ("post", "/auth/verify-resend"),
    ("get", "/captcha"),
    ("get", "/channel-bootstrap-data"),
    ("get", "/channel-key"),
    ("get", "/color-settings/web"),
    // The one of the contact page alone.
    ("get", "/custom-forms/{alias}"),
    ("post", "/custom-forms/{alias}"),
    ("post", "/delete-account-confirm"),
    ("get", "/favorites"),
    ("post", "/get_api_key"),
    ("get", "/orders"),
    ("get", "/orders/{id}"),
    ("get", "/participants"),
    ("get", "/player-addresses"),
    ("delete", "/player-addresses/{id}"),
    ("get", "/profile"),
    ("post", "/profile"),
    ("post", "/profile/delete"),
    ("get", "/profile/export"),
    ("get", "/sessions"),
    ("post", "/sessions/end-others"),
    ("delete", "/sessions/{id}"),
    ("get", "/settings"),
    ("delete", "/stripe/cards/{id}"),
    ("get", "/stripe/customer-portal"),
    ("get", "/stripe/list-cards"),
    ("post", "/stripe/unsubscribe"),
    ("post", "/stripe/webhook"),
    ("get", "/user/access"),
    ("post", "/v2/auth/login"),
    ("post", "/v2/auth/social/{provider}"),
];

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

    let call = app.demo().raw("/api/menu").await;
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
    let closed = [
        "/",
        "/robots.txt",
        "/sitemap.xml",
        "/api/",
        "/api/docs",
        "/tv/x",
        "/registration",
        "/packages",
        "/calendar/x",
    ];
    for closed in closed {
        assert_eq!(app.demo().raw(closed).await.status(), StatusCode::SERVICE_UNAVAILABLE, "{closed}");
    }
    for open in ["/healthz", "/console", "/.well-known/touchline/07", "/login", "/profile", "/contacts"] {
        assert_eq!(app.demo().raw(open).await.status(), StatusCode::OK, "{open}");
    }
    let message = app.demo().request(Method::POST, "/api/stripe/webhook").body("{}").send().await.unwrap();
    assert_ne!(message.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(app.at("other.test").raw("/api/settings").await.status(), StatusCode::OK);
    assert_eq!(get(&owner, "session").await.body["data"]["channels"][0]["is_paused"], true);

    let resumed = pause(&app, &admin, "demo", false).await;
    assert_eq!(resumed.body["data"], json!({ "paused_at": null }));
    assert_eq!(app.demo().raw("/api/menu").await.status(), StatusCode::OK);
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

/// Whether a call of the paused channel is answered by the pause.
async fn is_closed(app: &TestApp, method: &str, path: &str) -> bool {
    let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
    let request = app.demo().request(method, &format!("/api{path}")).header("content-type", "application/json");
    let answer = request.body("{}").send().await.unwrap();
    let status = answer.status();
    let code = answer.json::<Value>().await.ok().map(|body| body["code"].clone());
    (status, code) == (StatusCode::SERVICE_UNAVAILABLE, Some(json!("channel_paused")))
}

/// OPS-02, T24: of all documented calls those of the list go on during a pause, and no other.
#[tokio::test]
async fn paused_channel_answers_the_calls_of_the_account_alone() {
    let app = TestApp::start().await;
    let admin = administrator(&app).await;
    pause(&app, &admin, "demo", true).await;
    let mut open = Vec::new();
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        let filled: Vec<&str> = path
            .split('/')
            .map(|part| match part {
                "{alias}" => "contacts",
                part if part.starts_with('{') => "987654",
                part => part,
            })
            .collect();
        for method in methods.as_object().unwrap().keys() {
            if !is_closed(&app, method, &filled.join("/")).await {
                open.push((method.as_str(), path.as_str()));
            }
        }
    }
    let mut expected = OPEN.to_vec();
    expected.sort_unstable_by_key(|(method, path)| (*path, *method));
    open.sort_unstable_by_key(|(method, path)| (*path, *method));
    assert_eq!(open, expected);
    for (method, path) in [
        ("get", "/custom-forms/survey"),
        ("post", "/custom-forms/survey"),
        ("get", "/orders/1/2"),
        ("get", "/orders/"),
        ("get", "/orders%2F1"),
        ("delete", "/profile"),
        ("put", "/profile"),
        ("get", "/Profile"),
        ("get", "//profile"),
    ] {
        assert!(is_closed(&app, method, path).await, "{method} {path}");
    }
}

/// OPS-02, PAY-10, AUTH-02: during a pause a member logs in, sees the order, cancels the renewal, takes their data along and
/// logs out; nothing can be bought or watched, and the start-up data have none of the channel's lists.
#[tokio::test]
async fn member_of_a_paused_channel_reaches_the_account() {
    let shop = Shop::open().await;
    let app = &shop.app;
    let admin = administrator(app).await;
    let fan = app.member("fan@demo.test").await;
    let card = shop.card(GOOD).await;
    let order = fan.buy(monthly(), Some(&card), "a").await.body["data"]["order"].clone();
    let count = async || {
        let answer = get(&admin, &format!("channels/{}/pause", shop.demo)).await;
        answer.body["data"]["renewing"].clone()
    };
    assert_eq!(count().await, 1);
    pause(app, &admin, "demo", true).await;

    let key = app.demo().api_key().await;
    let again = app.demo().log_in(&key, "fan@demo.test", testkit::PASSWORD).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.body);
    assert_eq!(fan.get("orders").await.body["data"][0]["id"], order["id"]);
    let left = fan.post("stripe/unsubscribe", json!({ "order_id": order["id"] })).await;
    assert_eq!(left.body["data"]["order"]["auto_renewal"], "cancelled", "{}", left.body);
    app.until(async || count().await == 0).await;
    assert_eq!(fan.get("profile/export").await.status, StatusCode::OK);
    for closed in ["stripe/buy", "stripe/setup-intent", "v2/auth/register"] {
        assert_eq!(fan.post(closed, json!({})).await.body["code"], "channel_paused", "{closed}");
    }
    for closed in ["events", "events/1/playback", "packages", "faq", "pages", "live-changes"] {
        assert_eq!(fan.get(closed).await.body["code"], "channel_paused", "{closed}");
    }
    let data = app.demo().get("channel-bootstrap-data").await.body["data"].clone();
    assert_eq!(data["settings"]["is_paused"], true);
    for list in ["slides", "faq", "pages", "packages", "subscriptions", "event_categories", "participant_groups"] {
        assert_eq!(data[list], json!([]), "{list}");
    }
    let page = app.demo().raw("/profile").await.text().await.unwrap();
    for name in ["Basketball", "North Arena", "Northridge"] {
        assert!(!page.contains(name), "{name} is of a list");
    }
    assert_eq!(fan.post("auth/logout", json!({})).await.status, StatusCode::OK);
}
