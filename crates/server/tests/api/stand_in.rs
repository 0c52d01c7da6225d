//! The demo's own OpenID provider: asked like a real one, and there for nobody but the demo.

use std::collections::BTreeSet;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::channel;

use crate::app::{Client, TestApp, set_demo};
use crate::provider::{Provider, parameters};
use crate::social::{Visit, assert_refused};

/// A demo whose two channels are at names of this machine.
async fn demo() -> TestApp {
    let app = TestApp::start_with(|config| set_demo(config, true)).await;
    for (alias, first_id) in [("demo", 1), ("other", 1001)] {
        let mut local = channel(alias, first_id);
        local.hosts.push(format!("{alias}.localhost"));
        app.database.store.channel_import(local).await.unwrap();
        let client = at(&app, alias);
        app.until(async || client.raw("/api/channel-key").await.status() == StatusCode::OK).await;
    }
    app
}

/// A visitor's browser at a channel.
fn at(app: &TestApp, alias: &str) -> Client {
    app.at(&format!("{alias}.localhost:{}", app.address.port()))
}

async fn ways_in(client: &Client) -> Value {
    client.get_keyed("settings").await.body["data"]["auth"]["social"].clone()
}

/// What the stand-in's page does with a choice: where it leads to.
async fn choose(app: &TestApp, url: &str, person: &str) -> String {
    let own = app.at(&app.address.to_string());
    let (path, asked) = url.strip_prefix(&format!("http://{}", app.address)).unwrap().split_once('?').unwrap();
    let page = own.raw(&format!("{path}?{asked}")).await;
    assert_eq!(page.status(), StatusCode::OK);
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(page.text().await.unwrap().contains(&format!("value=\"{person}\"")));
    let form =
        form_urlencoded::Serializer::new(String::new()).extend_pairs([("asked", asked), ("person", person)]).finish();
    let request = own.request(Method::POST, path).header("content-type", "application/x-www-form-urlencoded");
    let answer = request.body(form).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    answer.headers()["location"].to_str().unwrap().to_owned()
}

/// The way there and back to a channel, as one of its people; the code that they came back with.
async fn log_in(app: &TestApp, alias: &str, person: &str) -> (Visit, String) {
    let mut visit = Visit::at(at(app, alias)).await;
    let url = visit.leave("google", json!({})).await;
    let location = choose(app, &url, person).await;
    let home = format!("http://{alias}.localhost:{}/auth/login/google/callback?", app.address.port());
    let back = location.strip_prefix(&home).unwrap_or_else(|| panic!("{location}"));
    let told = visit.come_back("google", back).await;
    let code = told["social"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned();
    (visit, code)
}

/// AUTH-04, AUTH-05: each of its people is an account of their own, at each channel, and the same one the next time.
#[tokio::test]
async fn people_of_the_stand_in_are_accounts_of_their_own() {
    let app = demo().await;
    let mut emails = BTreeSet::new();
    for (alias, person) in [("demo", "person-1"), ("demo", "person-2"), ("other", "person-1")] {
        assert_eq!(ways_in(&at(&app, alias)).await, json!(["google"]));
        let (visit, code) = log_in(&app, alias, person).await;
        assert_refused(&visit.add_session(&code, None).await, "not_registered");
        let registered = visit.call("v2/auth/register", json!({ "code": code, "terms": true })).await;
        assert_eq!(registered.status, StatusCode::OK, "{}", registered.body);
        let key = registered.body["data"]["api_key"].as_str().unwrap();
        let profile = visit.client.get(&format!("profile?api_key={key}")).await;
        emails.insert(format!("{alias} {}", profile.body["data"]["email"]));
    }
    assert_eq!(emails.len(), 3, "{emails:?}");
    assert_eq!((app.count("accounts").await, app.count("identities").await), (3, 3));
    let (visit, code) = log_in(&app, "demo", "person-2").await;
    visit.is_in(&visit.add_session(&code, None).await, "robin.hale@people.test").await;
    assert_eq!((app.count("accounts").await, app.count("identities").await), (3, 3));
}

/// AUTH-04: a visitor who cancels is told so, and nothing has happened.
#[tokio::test]
async fn cancelled_stand_in_login_changes_nothing() {
    let app = demo().await;
    let mut visit = Visit::at(at(&app, "demo")).await;
    let url = visit.leave("google", json!({})).await;
    let location = choose(&app, &url, "").await;
    let told = visit.come_back("google", location.split_once('?').unwrap().1).await;
    assert_eq!(told, json!({ "social_error": "cancelled" }));
    assert_eq!(app.count("identities").await, 0);
}

/// T30: it sends people to the callback of a channel of this server, and nowhere else, whatever it is asked.
#[tokio::test]
async fn stand_in_redirects_to_own_callbacks_alone() {
    let app = demo().await;
    let mut visit = Visit::at(at(&app, "demo")).await;
    let url = visit.leave("google", json!({})).await;
    let (path, query) = url.strip_prefix(&format!("http://{}", app.address)).unwrap().split_once('?').unwrap();
    let asked = parameters(query.as_bytes());
    let own = app.at(&app.address.to_string());
    let status = async |name: &str, value: &str| {
        let mut asked = asked.clone();
        asked.insert(name.into(), value.into());
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&asked).finish();
        let page = own.raw(&format!("{path}?{query}")).await;
        assert!(page.headers().get("location").is_none());
        let form = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("asked", query.as_str()), ("person", "person-1")])
            .finish();
        let request = own.request(Method::POST, path).header("content-type", "application/x-www-form-urlencoded");
        let chosen = request.body(form).send().await.unwrap();
        assert_eq!(chosen.status() == StatusCode::SEE_OTHER, page.status() == StatusCode::OK, "{name} {value}");
        page.status()
    };
    assert_eq!(status("state", "another").await, StatusCode::OK);
    let port = app.address.port();
    for address in [
        "https://evil.test/auth/login/google/callback".to_owned(),
        format!("http://evil.test:{port}/auth/login/google/callback"),
        format!("http://demo.localhost.evil.test:{port}/auth/login/google/callback"),
        format!("http://demo.localhost:{port}@evil.test/auth/login/google/callback"),
        "http://demo.localhost:1/auth/login/google/callback".to_owned(),
        format!("http://demo.localhost:{port}/login"),
        format!("http://demo.localhost:{port}/auth/login/google/callback?next=x"),
        String::new(),
    ] {
        assert_eq!(status("redirect_uri", &address).await, StatusCode::BAD_REQUEST, "{address}");
    }
    for (name, value) in [
        ("client_id", "another"),
        ("response_type", "token"),
        ("code_challenge_method", "plain"),
        ("code_challenge", ""),
    ] {
        assert_eq!(status(name, value).await, StatusCode::BAD_REQUEST, "{name}");
    }
}

/// T21: a code is good once, for the holder of the client's secret and the verifier of its challenge.
#[tokio::test]
async fn a_code_is_of_no_use_to_others() {
    let app = demo().await;
    let mut visit = Visit::at(at(&app, "demo")).await;
    let url = visit.leave("google", json!({})).await;
    let location = choose(&app, &url, "person-1").await;
    let back = location.split_once('?').unwrap().1;
    let code = parameters(back.as_bytes())["code"].clone();
    let callback = location.split_once('?').unwrap().0;
    let form = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("grant_type", "authorization_code"), ("code", &code), ("redirect_uri", callback)])
        .extend_pairs([("client_id", "touchline-demo"), ("code_verifier", "guessed")])
        .finish();
    let own = app.at(&app.address.to_string());
    let request = own.request(Method::POST, "/testlogin/token").body(form);
    let answer = request.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(own.raw("/testlogin/userinfo").await.status(), StatusCode::UNAUTHORIZED);
    // The failed try has used it up.
    assert_eq!(visit.come_back("google", back).await, json!({ "social_error": "failed" }));
    assert_eq!(app.count("identities").await, 0);
}

/// T21: a real installation has none of it, nor has a demo that others can reach; a channel's own provider stays.
#[tokio::test]
async fn stand_in_is_absent_outside_a_local_demo() {
    let provider = Provider::start().await;
    let settings = provider.settings();
    let gone = async |app: &TestApp| {
        let own = app.at("demo.test");
        for path in ["/testlogin/.well-known/openid-configuration", "/testlogin/jwks", "/testlogin/authorize"] {
            let answer = own.raw(path).await;
            let kind = answer.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
            let text = answer.text().await.unwrap();
            assert!(!text.contains("jwks_uri") && !text.contains("P-256") && !text.contains("Test login"), "{kind:?}");
        }
        assert_eq!(ways_in(&own).await, json!([]));
    };
    gone(&TestApp::start().await).await;
    let everywhere = TestApp::start_with(|config| {
        set_demo(config, true);
        config.listen = [0, 0, 0, 0].into();
    });
    gone(&everywhere.await).await;

    let app = TestApp::start_with(|config| {
        set_demo(config, true);
        config.social.insert("demo".into(), settings);
    })
    .await;
    assert_eq!(ways_in(&app.at("demo.test")).await, json!(["google", "facebook"]));
    assert_eq!(ways_in(&app.at("other.test")).await, json!(["google"]));
    let url = Visit::new(&app).await.leave("google", json!({})).await;
    assert!(url.starts_with(provider.issuer()), "{url}");
}
