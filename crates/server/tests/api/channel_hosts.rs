//! The hosts of a channel: added, removed, chosen as the main one, and looked at from the server.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, Client, TestApp};
use crate::console::{administrator, audit, call, channel, get, hired, post};

async fn hosts(app: &TestApp, client: &Client, alias: &str) -> Value {
    let answer = get(client, &format!("channels/{}/hosts", channel(app, alias).await)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"]["hosts"].clone()
}

async fn add(app: &TestApp, client: &Client, alias: &str, host: &str) -> Answer {
    post(client, &format!("channels/{}/hosts", channel(app, alias).await), json!({ "host": host })).await
}

async fn remove(app: &TestApp, client: &Client, host: &str) -> Answer {
    let path = format!("channels/{}/hosts/{host}", channel(app, "demo").await);
    call(client, Method::DELETE, &path, json!({})).await
}

async fn make_main(app: &TestApp, client: &Client, host: &str) -> Answer {
    let path = format!("channels/{}/main-host", channel(app, "demo").await);
    call(client, Method::PUT, &path, json!({ "host": host })).await
}

async fn check(app: &TestApp, client: &Client, host: &str) -> Answer {
    post(client, &format!("channels/{}/hosts/{host}/check", channel(app, "demo").await), json!({})).await
}

fn said(action: &str, subject: &str) -> (String, String, bool) {
    (action.to_owned(), subject.to_owned(), true)
}

/// OPS-02, T26: visitors are served at the hosts as they are now, another channel stays as it was, and what is done
/// already is not recorded again.
#[tokio::test]
async fn hosts_are_added_chosen_and_removed() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let admin = administrator(&app).await;
    let second = app.at("www.demo.test");
    assert_eq!(second.raw("/api/channel-key").await.status(), StatusCode::NOT_FOUND);
    for typed in [" WWW.demo.test:443 ", "www.demo.test"] {
        let added = add(&app, &owner, "demo", typed).await;
        assert_eq!(added.body["data"]["hosts"], json!(["demo.test", "www.demo.test"]), "{}", added.body);
    }
    app.until(async || second.raw("/api/channel-key").await.status() == StatusCode::OK).await;

    for _ in 0..2 {
        let chosen = make_main(&app, &owner, "www.demo.test").await;
        assert_eq!(chosen.body["data"]["hosts"], json!(["www.demo.test", "demo.test"]));
    }
    assert_eq!(app.database.store.channels().await.unwrap()[0].identity.hosts[0], "www.demo.test");
    assert_eq!(remove(&app, &owner, "www.demo.test").await.body["data"]["hosts"], json!(["demo.test"]));
    app.until(async || second.raw("/api/channel-key").await.status() == StatusCode::NOT_FOUND).await;
    assert_eq!(remove(&app, &owner, "www.demo.test").await.status, StatusCode::NOT_FOUND);
    let last = remove(&app, &owner, "demo.test").await;
    assert_eq!((last.status, &last.body["code"]), (StatusCode::CONFLICT, &json!("last_host")));

    assert_eq!(hosts(&app, &admin, "other").await, json!(["other.test"]));
    let log: Vec<_> = audit(&app).await.into_iter().filter(|(action, ..)| action.contains("host")).collect();
    let expected = ["add_host", "set_main_host", "remove_host"].map(|action| said(action, "www.demo.test"));
    assert_eq!(log, expected);
}

/// T26: a host belongs to one channel, and is a name.
#[tokio::test]
async fn wrong_hosts_are_refused() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    for (host, code) in [("other.test", "host_taken"), ("no host", "invalid"), (" ", "required"), ("a/b", "invalid")] {
        let refused = add(&app, &owner, "demo", host).await;
        let problem = &refused.body["problems"][0];
        assert_eq!((refused.status, &problem["code"]), (StatusCode::BAD_REQUEST, &json!(code)), "{host}");
    }
    assert_eq!(make_main(&app, &owner, "other.test").await.status, StatusCode::NOT_FOUND);
    assert_eq!(check(&app, &owner, "other.test").await.status, StatusCode::NOT_FOUND);
    for number in 0..domain::hosts::MAX_HOSTS - 1 {
        assert_eq!(add(&app, &owner, "demo", &format!("h{number}.test")).await.status, StatusCode::OK);
    }
    let full = add(&app, &owner, "demo", "more.test").await;
    assert_eq!(full.problems(), [json!(["host", "too_many", { "max": 20 }])]);
    remove(&app, &owner, "h0.test").await;
    let admin = administrator(&app).await;
    let both = tokio::join!(add(&app, &owner, "demo", "same.test"), add(&app, &admin, "other", "same.test"));
    let mut both = [both.0.status, both.1.status];
    both.sort();
    assert_eq!(both, [StatusCode::OK, StatusCode::BAD_REQUEST], "two channels at the same moment");
}

/// OPS-02: in development a host of this machine is asked, and this server is told from another one.
#[tokio::test]
async fn host_that_leads_here_is_found() {
    let app = TestApp::start_with(|config| config.development = true).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    add(&app, &owner, "demo", "127.0.0.1").await;
    let found = check(&app, &owner, "127.0.0.1").await;
    assert_eq!(found.status, StatusCode::OK, "{}", found.body);
    let found = &found.body["data"];
    assert_eq!((&found["host"], &found["lookup"]), (&json!("127.0.0.1"), &json!("found")));
    let here = json!({
        "address": "127.0.0.1", "outcome": "this_server", "is_encrypted": false, "status": 200, "certificate": null
    });
    assert_eq!(found["addresses"], json!([here]));

    let answer = app.demo().raw("/.well-known/touchline/07").await;
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(answer.text().await.unwrap().len(), 64);
    for wrong in ["/.well-known/touchline/", "/.well-known/touchline/xyz"] {
        assert_eq!(app.demo().raw(wrong).await.status(), StatusCode::NOT_FOUND, "{wrong}");
    }
    let unknown = app.at("evil.test").raw("/.well-known/touchline/07").await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
}

/// T32: a host that leads into a private network is reported and not asked.
#[tokio::test]
async fn private_addresses_are_not_asked() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    for host in ["127.0.0.1", "localhost", "[::ffff:169.254.169.254]", "10.0.0.1", "2130706433"] {
        assert_eq!(add(&app, &owner, "demo", host).await.status, StatusCode::OK, "{host}");
        let found = check(&app, &owner, host).await;
        assert_eq!(found.status, StatusCode::OK, "{host}: {}", found.body);
        let addresses = found.body["data"]["addresses"].as_array().unwrap();
        let is_private = |address: &Value| address["outcome"] == "private" && address["status"].is_null();
        assert!(!addresses.is_empty() && addresses.iter().all(is_private), "{host}: {}", found.body);
    }
    for _ in 0..25 {
        check(&app, &owner, "10.0.0.1").await;
    }
    let wait = check(&app, &owner, "10.0.0.1").await;
    assert_eq!(wait.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(wait.headers.contains_key("retry-after"));
}

/// T27: an administrator manages every channel's hosts; the entry says that they did it without a role.
#[tokio::test]
async fn administrators_manage_hosts_of_every_channel() {
    let app = TestApp::start().await;
    let admin = administrator(&app).await;
    assert_eq!(add(&app, &admin, "other", "tv.other.test").await.status, StatusCode::OK);
    assert_eq!(hosts(&app, &admin, "demo").await, json!(["demo.test"]));
    assert_eq!(get(&admin, "channels/987654/hosts").await.status, StatusCode::NOT_FOUND);
}
