//! A server that nobody runs yet: its set-up link, its first operator, and the channels that they create.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::PASSWORD;

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{audit, get, hired, post};

fn link_file(app: &TestApp) -> std::path::PathBuf {
    app.data_dir().join("setup-link")
}

/// The secret of the link that the server wrote down.
fn token(app: &TestApp) -> String {
    let link = std::fs::read_to_string(link_file(app)).unwrap();
    link.trim().split_once("/console/setup#").unwrap().1.to_owned()
}

fn owner(token: &str) -> Value {
    json!({ "token": token, "name": "Ann Miller", "email": "ann@lions.example", "password": PASSWORD })
}

fn lions() -> Value {
    json!({
        "name": "Lions TV", "alias": "lions", "host": "tv.lions.example", "language": "fr", "currency": "EUR",
        "time_zone": "Europe/Paris"
    })
}

async fn post_at(client: &Client, host: &str, call: &str, body: Value) -> Answer {
    let request = client.request(Method::POST, &format!("/console/api/{call}"));
    let request = request.header("origin", format!("https://{host}")).json(&body);
    checked(&CONSOLE, "post", call, request.send().await.unwrap()).await
}

/// OPS-02, T48: the link makes the first operator, who creates a channel that visitors see; others' channels stay as they
/// were.
#[tokio::test]
async fn a_link_leads_to_a_channel() {
    let app = TestApp::start().await;
    let host = "tv.lions.example";
    let here = app.at(host);
    assert_eq!(here.raw("/").await.status(), StatusCode::NOT_FOUND, "nothing is served here yet");
    assert_eq!(get(&here, "setup").await.body["data"], json!({ "is_needed": true }));
    let others = app.demo().get("settings").await.body;

    let made = post_at(&here, host, "setup", owner(&token(&app))).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    assert_eq!(made.body["data"]["operator"]["is_administrator"], true);
    assert_eq!(made.body["data"]["channels"], json!([]));
    assert!(!link_file(&app).exists(), "the link is dead");
    assert_eq!(get(&here, "setup").await.body["data"], json!({ "is_needed": false }));
    let ann = here.keeping(&made.headers);

    let created = post_at(&ann, host, "channels", lions()).await;
    assert_eq!(created.status, StatusCode::OK, "{}", created.body);
    assert_eq!(here.get("settings").await.body["data"]["name"], "Lions TV");
    assert_eq!(here.raw("/").await.status(), StatusCode::OK);
    let session = get(&ann, "session").await.body["data"].clone();
    assert_eq!((&session["channels"][0]["alias"], &session["channels"][0]["role"]), (&json!("lions"), &json!("owner")));
    assert_eq!(session["channels"].as_array().unwrap().len(), 1, "of others' channels they see nothing");
    assert_eq!(app.demo().get("settings").await.body, others);
    let doings: Vec<String> = audit(&app).await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(doings, ["set_up", "log_in", "create_channel"]);
}

/// T48: nobody else uses the link: not with another secret, not after its first use, not at the same moment.
#[tokio::test]
async fn a_link_is_used_once() {
    let app = TestApp::start().await;
    let secret = token(&app);
    for wrong in ["", "x", &secret[1..]] {
        let refused = post(&app.demo(), "setup", owner(wrong)).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::CONFLICT, &json!("setup_link_used")));
    }
    let bad = json!({ "token": secret, "name": " ", "email": "ann", "password": "password" });
    let errors = post(&app.demo(), "setup", bad).await.body["errors"].clone();
    assert_eq!(errors.as_object().unwrap().keys().collect::<Vec<_>>(), ["email", "name", "password"]);
    assert_eq!(app.count("operators").await, 0);

    let both = [owner(&secret), json!({ "token": secret, "name": "Eve", "email": "eve@x.test", "password": PASSWORD })];
    let (here, there) = (app.demo(), app.demo());
    let [first, second] = both;
    let (first, second) = tokio::join!(post(&here, "setup", first), post(&there, "setup", second));
    let mut both = [first.status, second.status];
    both.sort();
    assert_eq!(both, [StatusCode::OK, StatusCode::CONFLICT]);
    assert_eq!(app.count("operators").await, 1);
    assert_eq!(app.count("operator_sessions").await, 1);
    assert_eq!(post(&app.demo(), "setup", owner(&secret)).await.status, StatusCode::CONFLICT);
    let app = app.restarted().await;
    assert!(!link_file(&app).exists(), "a start with an operator makes no link");
    assert_eq!(post(&app.demo(), "setup", owner(&secret)).await.status, StatusCode::CONFLICT);
}

/// T48: a restart keeps the link that the operator has noted, until it was used.
#[tokio::test]
async fn a_link_outlives_a_restart() {
    let app = TestApp::start().await;
    let secret = token(&app);
    let app = app.restarted().await;
    assert_eq!(token(&app), secret);
    assert_eq!(post(&app.demo(), "setup", owner(&secret)).await.status, StatusCode::OK);
}

/// OPS-02, T26, T27: only an administrator creates channels, and never over one that is there.
#[tokio::test]
async fn a_channel_is_created_by_administrators_alone() {
    let app = TestApp::start().await;
    let secret = token(&app);
    let made = post(&app.demo(), "setup", owner(&secret)).await;
    let ann = app.demo().keeping(&made.headers);
    let clerk = hired(&app, "owner@demo.test", Role::Owner).await;
    let refused = post(&clerk, "channels", lions()).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("role_forbids")));
    assert_eq!(post(&app.demo(), "channels", lions()).await.status, StatusCode::UNAUTHORIZED);

    let with = |field: &str, value: &str| {
        let mut body = lions();
        body[field] = json!(value);
        body
    };
    for (field, value, code) in [
        ("alias", "demo", "alias_taken"),
        ("host", "demo.test", "host_taken"),
        ("host", "DEMO.test:8080", "host_taken"),
        ("alias", "me", "invalid"),
        ("alias", "Lions TV", "invalid"),
        ("alias", "", "required"),
        ("host", "no host", "invalid"),
        ("name", "\u{7}", "invalid"),
        ("name", "  ", "required"),
        ("time_zone", "Mars/Olympus", "time_zone"),
    ] {
        let answer = post(&ann, "channels", with(field, value)).await;
        let problem = &answer.body["problems"][0];
        assert_eq!((answer.status, &problem["field"]), (StatusCode::BAD_REQUEST, &json!(field)), "{}", answer.body);
        assert_eq!(problem["code"], code, "{field} {value}");
    }
    for (field, value) in [("language", "xx"), ("currency", "DOUBLOONS")] {
        assert_eq!(post(&ann, "channels", with(field, value)).await.status, StatusCode::BAD_REQUEST, "{field}");
    }
    assert_eq!(app.count("channels").await, 2);

    let twice = [lions(), with("host", "tv2.lions.example")].map(|body| post(&ann, "channels", body));
    let [first, second] = twice;
    let (first, second) = tokio::join!(first, second);
    let mut both = [first.status, second.status];
    both.sort();
    assert_eq!(both, [StatusCode::OK, StatusCode::BAD_REQUEST], "two at the same moment are one");
    assert_eq!(app.count("channels").await, 3);
}
