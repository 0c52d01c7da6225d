//! Development mode: an address chooses the channel, for itself and for all that its page then asks for.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::app::{Client, TestApp};

async fn developing() -> TestApp {
    TestApp::start_with(|config| config.development = true).await
}

/// The channel whose page it is, by the key that the page carries.
async fn page_of(client: &Client, path: &str) -> String {
    let page = client.raw(path).await.text().await.unwrap();
    let (_, rest) = page.split_once("\"channel_key\":\"").unwrap_or_else(|| panic!("{path}: {page}"));
    rest.split('"').next().unwrap().to_owned()
}

async fn key_of(client: &Client, call: &str) -> String {
    client.get(call).await.body["data"]["channel_key"].as_str().unwrap().to_owned()
}

/// The same browser after it has opened the address.
async fn after(client: &Client, path: &str) -> Client {
    let answer = client.raw(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    client.keeping(answer.headers())
}

/// BOOT-02, EVT-13: what a page asks for is of the channel that its address has chosen, until another address chooses
/// another one.
#[tokio::test]
async fn the_choice_holds_for_what_the_page_asks_for() {
    let app = developing().await;
    let browser = app.demo();
    assert_eq!(page_of(&browser, "/?channel=other").await, "ck_other");
    let other = after(&browser, "/?channel=other&team=bears").await;
    assert_eq!(page_of(&other, "/schedule").await, "ck_other");
    assert_eq!(key_of(&other, "channel-key").await, "ck_other");
    let key = other.post("get_api_key", &json!({ "channel_key": "ck_other" })).await.body["data"]["api_key"].clone();
    let key = key.as_str().unwrap();
    assert_eq!(other.get(&format!("events/1001?api_key={key}")).await.status, StatusCode::OK);
    assert_eq!(other.get(&format!("events/1?api_key={key}")).await.status, StatusCode::NOT_FOUND);
    let games = other.get(&format!("events?api_key={key}")).await.body["data"].clone();
    assert!(games.as_array().unwrap().iter().all(|game| game["id"].as_i64().unwrap() > 1000), "{games}");

    // The parameter goes before what was chosen earlier, and an empty one leads back to the host's own channel.
    assert_eq!(key_of(&other, "channel-key?channel=demo").await, "ck_demo");
    assert_eq!(page_of(&other, "/?channel=demo").await, "ck_demo");
    assert_eq!(page_of(&other, "/?channel=").await, "ck_demo");
    let back = after(&other, "/?channel=").await;
    assert_eq!(key_of(&back, "channel-key").await, "ck_demo");
    // Another browser has chosen nothing.
    assert_eq!(key_of(&app.demo(), "channel-key").await, "ck_demo");
    assert_eq!(key_of(&app.at("other.test"), "channel-key").await, "ck_other");
}

/// BOOT-02: an alias that no channel has is not found and not kept; a kept one that is gone since is nothing.
#[tokio::test]
async fn an_unknown_alias_is_not_kept() {
    let app = developing().await;
    for path in ["/?channel=none", "/?channel=OTHER", "/?channel=a%3B%20Domain%3Dx"] {
        let answer = app.demo().raw(path).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(!answer.headers().contains_key("set-cookie"), "{path}");
    }
    let stale = app.demo().with_cookie("touchline-channel=gone");
    assert_eq!(key_of(&stale, "channel-key").await, "ck_demo");
}

/// EVT-13: the lists of games take the name in development; elsewhere it is one that nobody knows.
#[tokio::test]
async fn game_lists_take_the_channel_parameter_in_development() {
    let app = developing().await;
    let key = app.at("other.test").api_key().await;
    for call in ["events", "events/with_clip", "events-for-homepage"] {
        let answer = app.demo().get(&format!("{call}?channel=other&api_key={key}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{call}: {}", answer.body);
        let refused = app.demo().get(&format!("{call}?channel=demo&api_key={key}")).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{call}: the key is the other channel's");
    }
    let plain = TestApp::start().await;
    let answer = plain.demo().get_keyed("events?channel=other").await;
    assert_eq!(answer.body["errors"]["channel"][0], "channel is not a parameter of this list");
}

/// T41: nothing that one channel answered is taken from a cache for another one.
#[tokio::test]
async fn answers_are_not_cached_in_development() {
    let app = developing().await;
    for call in ["settings", "faq", "menu"] {
        let answer = app.demo().raw(&format!("/api/{call}")).await;
        assert_eq!(answer.headers()["cache-control"], "no-store", "{call}");
    }
}

/// BOOT-02, T26: without development mode, and on a public name even with it, neither the parameter nor a cookie chooses.
#[tokio::test]
async fn channel_parameter_is_ignored_on_a_public_host() {
    let plain = TestApp::start().await;
    let mut channel = testkit::channel("demo", 1);
    channel.hosts.push("tv.example.com".into());
    let public = developing().await;
    public.database.store.channel_import(channel).await.unwrap();
    let at_public = public.at("tv.example.com");
    public.until(async || at_public.get("channel-key").await.status == StatusCode::OK).await;
    for client in [plain.demo(), at_public] {
        for client in [client.clone(), client.with_cookie("touchline-channel=other")] {
            assert_eq!(page_of(&client, "/?channel=other").await, "ck_demo");
            assert_eq!(page_of(&client, "/").await, "ck_demo");
            assert_eq!(key_of(&client, "channel-key?channel=other").await, "ck_demo");
            let page = client.raw("/?channel=other").await;
            assert!(!page.headers().contains_key("set-cookie"));
        }
        let answer = client.raw("/api/settings").await;
        assert_ne!(answer.headers()["cache-control"], "no-store", "what is public is kept by caches as usual");
    }
}

/// BOOT-02, T40: a page at a bare address, where no channel is served, can also write for the channel that it has chosen;
/// a page of another address cannot.
#[tokio::test]
async fn a_chosen_channel_can_be_written_to() {
    let app = developing().await;
    let bare = app.at("127.0.0.1:8080");
    assert_eq!(bare.raw("/").await.status(), StatusCode::NOT_FOUND);
    let other = after(&bare, "/?channel=other").await;
    let ask = async |origin: &str| {
        let request = other.request(Method::POST, "/api/get_api_key").header("origin", origin);
        request.json(&json!({ "channel_key": "ck_other" })).send().await.unwrap().status()
    };
    assert_eq!(ask("http://127.0.0.1:8080").await, StatusCode::OK);
    assert_eq!(ask("http://evil.test").await, StatusCode::FORBIDDEN);
    assert_eq!(ask("http://127.0.0.2:8080").await, StatusCode::FORBIDDEN);
}
