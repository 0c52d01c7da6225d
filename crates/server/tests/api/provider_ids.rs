//! Ids that other providers gave a channel: what they do, their secrets, and checks that ask the provider.

use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::app::{Client, TestApp};
use crate::provider::parameters;
use crate::site::{Site, assert_refused};
use crate::social::Visit;

const CLIENT: &str = "12-ab.apps.googleusercontent.com";
const SECRET: &str = "hunter2";

/// What the providers were asked: the path, the query and the body.
type Asked = Arc<Mutex<Vec<(String, String, String)>>>;

/// All providers at one address of this machine. They know `GTM-KNOWN1`, the project 42, and the secret.
async fn imitated() -> (String, Asked) {
    let asked = Asked::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().fallback(answer).with_state((asked.clone(), address.clone()));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, asked)
}

async fn answer(
    State((asked, address)): State<(Asked, String)>,
    uri: Uri,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let query = query.unwrap_or_default();
    let text = String::from_utf8(body.to_vec()).unwrap();
    asked.lock().unwrap().push((uri.path().to_owned(), query.clone(), text));
    let form = parameters(&body);
    let is_known = form.get("secret").or(form.get("client_secret")).is_some_and(|secret| secret == SECRET);
    let refused = |status: StatusCode, body: Value| (status, Json(body)).into_response();
    match uri.path() {
        "/gtm.js" if query == "id=GTM-KNOWN1" => StatusCode::OK.into_response(),
        "/gtag/js" => StatusCode::OK.into_response(),
        "/api/42/envelope/" => StatusCode::OK.into_response(),
        path if path.starts_with("/api/") => refused(StatusCode::FORBIDDEN, json!({ "detail": "ProjectId" })),
        "/siteverify" => {
            let code = if is_known { "invalid-input-response" } else { "invalid-input-secret" };
            Json(json!({ "success": false, "error-codes": [code] })).into_response()
        }
        "/.well-known/openid-configuration" => {
            Json(json!({ "token_endpoint": format!("{address}/token") })).into_response()
        }
        "/token" if is_known => refused(StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant" })),
        "/token" => refused(
            StatusCode::UNAUTHORIZED,
            json!({ "error": "invalid_client", "error_description": format!("no client with {}", form["client_secret"]) }),
        ),
        "/oauth/access_token" if is_known => Json(json!({ "access_token": "x" })).into_response(),
        "/oauth/access_token" => refused(
            StatusCode::BAD_REQUEST,
            json!({ "error": { "message": "Error validating client secret.", "code": 1 } }),
        ),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn site(address: String, development: bool) -> Site {
    let app = TestApp::start_with(|config| {
        config.development = development;
        config.provider_urls.google_tag = address.clone();
        config.provider_urls.recaptcha = format!("{address}/siteverify");
        config.provider_urls.google_login = address.clone();
        config.provider_urls.facebook_graph = address;
    });
    Site::of(app.await).await
}

impl Site {
    async fn set_ids(&self, ids: Value) {
        let mut edit = ids;
        edit["version"] = self.get("settings").await.body["data"]["version"].clone();
        assert_eq!(self.patch("settings", edit).await.status, StatusCode::OK);
    }

    /// The outcome of a check, and what was said.
    async fn check(&self, kind: &str) -> [Value; 2] {
        let answer = self.post(&format!("ids/{kind}/checks"), json!({})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        ["outcome", "said"].map(|field| answer.body["data"][field].clone())
    }

    async fn id(&self, kind: &str) -> Value {
        self.list("ids").await.into_iter().find(|item| item["kind"] == kind).unwrap()
    }

    async fn set_secret(&self, kind: &str, secret: &str) -> Value {
        let answer = self.put(&format!("ids/{kind}/secret"), json!({ "secret": secret })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body["data"].clone()
    }
}

/// OPS-02, T32: each check asks the provider about the id as it is stored and says what was answered; the result is kept
/// for that very id. The other channel has none.
#[tokio::test]
async fn checks_say_what_the_provider_answered() {
    let (address, asked) = imitated().await;
    let site = site(address.clone(), true).await;
    let none = site.others("ids").await;
    assert_eq!(none.as_array().unwrap().len(), 5);
    assert_refused(&site.post("ids/google_tag/checks", json!({})).await, StatusCode::NOT_FOUND, "not_found");
    assert_refused(&site.post("ids/colour/checks", json!({})).await, StatusCode::NOT_FOUND, "not_found");

    let host = address.strip_prefix("http://").unwrap();
    for (tag, outcome) in [("GTM-KNOWN1", "known"), ("GTM-OTHER1", "unknown"), ("G-AB12", "served")] {
        site.set_ids(json!({ "google_tag": tag })).await;
        assert_eq!(site.id("google_tag").await["last"], Value::Null, "nothing is known of {tag} yet");
        assert_eq!(site.check("google_tag").await, [json!(outcome), json!("")], "{tag}");
        let kept = site.id("google_tag").await;
        assert_eq!((&kept["last"]["outcome"], &kept["id"]), (&json!(outcome), &json!(tag)));
    }
    for (project, outcome, said) in [(42, "known", ""), (7, "unknown", "ProjectId")] {
        site.set_ids(json!({ "sentry_dsn": format!("http://abc@{host}/{project}") })).await;
        assert_eq!(site.check("sentry").await, [outcome, said]);
    }
    let sent = asked.lock().unwrap().iter().find(|(path, ..)| path == "/api/42/envelope/").cloned().unwrap();
    assert!(sent.1.contains("sentry_key=abc") && sent.2.lines().count() == 3, "{sent:?}");
    assert_eq!(site.others("ids").await, none);
    let entries = site.audit().await;
    let (action, subject, detail) = entries.last().unwrap();
    assert_eq!(
        (action.as_str(), subject.as_str(), &detail["outcome"]),
        ("check_provider_id", "sentry", &json!("unknown"))
    );
}

/// OPS-02, T44: a secret is tried with its own id alone, never shown again, and not in the audit log or the revisions.
#[tokio::test]
async fn secrets_belong_to_their_id_and_are_never_shown() {
    let (address, asked) = imitated().await;
    let site = site(address, true).await;
    let refused = site.put("ids/recaptcha/secret", json!({ "secret": SECRET })).await;
    assert_refused(&refused, StatusCode::NOT_FOUND, "not_found");
    site.set_ids(json!({ "recaptcha_site_key": "6Le", "google_client_id": CLIENT, "facebook_client_id": "123" })).await;
    for kind in ["recaptcha", "google_login", "facebook_login"] {
        assert_eq!(site.id(kind).await["secret"], "missing");
        assert_eq!(site.check(kind).await, ["no_secret", ""]);
        let wrong = site.put(&format!("ids/{kind}/secret"), json!({ "secret": "two words" })).await;
        assert_eq!(wrong.problems(), [json!(["secret", "invalid", {}])]);
        assert_eq!(site.set_secret(kind, "wrong").await["secret"], "set");
        // Words that repeat the secret are left out.
        let said = if kind == "facebook_login" { "Error validating client secret." } else { "" };
        assert_eq!(site.check(kind).await, ["wrong_secret", said]);
        site.set_secret(kind, &format!(" {SECRET}\n")).await;
        assert_eq!(site.check(kind).await, ["known", ""], "{kind}");
    }
    let count = asked.lock().unwrap().len();
    site.set_ids(json!({ "google_client_id": format!("9{CLIENT}") })).await;
    assert_eq!(site.id("google_login").await["secret"], "missing");
    assert_eq!(site.check("google_login").await, ["no_secret", ""]);
    assert_eq!(asked.lock().unwrap().len(), count, "nobody was asked");
    site.set_ids(json!({ "google_client_id": CLIENT })).await;
    assert_eq!(site.id("google_login").await["secret"], "set");
    assert_eq!(site.delete("ids/google_login/secret").await.body["data"]["secret"], "missing");
    for kind in ["google_tag", "sentry"] {
        let refused = site.put(&format!("ids/{kind}/secret"), json!({ "secret": SECRET })).await;
        assert_refused(&refused, StatusCode::NOT_FOUND, "not_found");
    }
    let revisions = site.get(&format!("revisions/settings/{}", site.demo)).await.body;
    let told = format!("{revisions} {:?} {}", site.audit().await, site.bootstrap().await);
    assert!(!told.contains(SECRET), "{told}");
}

/// T32: without development nothing of this machine is asked, whatever an operator entered.
#[tokio::test]
async fn private_addresses_are_not_asked() {
    let (address, asked) = imitated().await;
    let site = site(address.clone(), false).await;
    let dsn = format!("http://abc@{}/42", address.strip_prefix("http://").unwrap());
    site.set_ids(json!({ "google_tag": "GTM-KNOWN1", "sentry_dsn": dsn })).await;
    for kind in ["google_tag", "sentry"] {
        assert_eq!(site.check(kind).await, ["private", ""]);
    }
    assert!(asked.lock().unwrap().is_empty());
}

/// T27, T40: who may not edit the site neither sees nor checks its ids; another site's page changes nothing.
#[tokio::test]
async fn ids_are_refused_to_others() {
    let site = site("http://127.0.0.1:9".into(), false).await;
    site.set_ids(json!({ "facebook_client_id": "123" })).await;
    let path = format!("/console/api/channels/{}/ids/facebook_login/secret", site.demo);
    let put = |client: &Client, origin: &str| {
        client.request(Method::PUT, &path).header("origin", origin).json(&json!({ "secret": "x" }))
    };
    let stranger = put(&site.neighbour, crate::console::ORIGIN).send().await.unwrap();
    assert_eq!(stranger.status(), StatusCode::NOT_FOUND);
    assert_eq!(put(&site.editor, "https://evil.test").send().await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(site.id("facebook_login").await["secret"], "missing");
}

/// T32: checks are limited for each operator.
#[tokio::test]
async fn checks_are_limited() {
    let site = site("http://127.0.0.1:9".into(), true).await;
    site.app.clock.stop();
    site.set_ids(json!({ "google_tag": "GTM-KNOWN1" })).await;
    for _ in 0..30 {
        assert_eq!(site.check("google_tag").await, ["refused", ""]);
    }
    let refused = site.post("ids/google_tag/checks", json!({})).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.body);
}

/// AUTH-04: a client that an operator entered lets people in, once it has its secret, on its own channel alone.
#[tokio::test]
async fn entered_client_lets_people_in() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let client = testlogin::Client { id: CLIENT.into(), secret: SECRET.into() };
    let provider = testlogin::Provider::new(issuer.clone(), client, Arc::new(|_| true));
    let router = provider.router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let site = site(issuer.clone(), true).await;
    let ways = async |host: &str| site.app.at(host).get_keyed("settings").await.body["data"]["auth"]["social"].clone();
    site.set_ids(json!({ "google_client_id": CLIENT })).await;
    site.set_secret("google_login", SECRET).await;
    site.app.until(async || ways("demo.test").await == json!(["google"])).await;
    assert_eq!(ways("other.test").await, json!([]));
    assert_eq!(site.check("google_login").await, ["known", ""]);

    provider.is_visited_by(crate::social::person("fan@demo.test"));
    let mut visit = Visit::new(&site.app).await;
    let url = visit.leave("google", json!({})).await;
    assert!(url.starts_with(&issuer), "{url}");
    let told = visit.come_back("google", &provider.agree(&url).unwrap()).await;
    let registered = visit.call("v2/auth/register", json!({ "code": told["social"], "terms": true })).await;
    assert_eq!(registered.status, StatusCode::OK, "{}", registered.body);

    assert_eq!(site.delete("ids/google_login/secret").await.status, StatusCode::OK);
    site.app.until(async || ways("demo.test").await == json!([])).await;
}

/// AUTH-11, T28: a channel's own captcha keys hold for it alone, and its page lets in what its ids need; frames on other
/// sites and the other channel's pages do not.
#[tokio::test]
async fn ids_change_their_own_channels_pages_alone() {
    let (address, _) = imitated().await;
    let site = site(address, true).await;
    let policy = async |host: &str, path: &str| {
        let page = site.app.at(host).raw(path).await;
        page.headers()["content-security-policy"].to_str().unwrap().to_owned()
    };
    let before = policy("other.test", "/").await;
    assert!(before.contains("trusted-types") && !before.contains("google"), "{before}");
    site.set_ids(json!({ "google_tag": "G-AB12", "sentry_dsn": "https://abc@o1.ingest.sentry.io/42" })).await;
    site.app.until(async || policy("demo.test", "/").await.contains("https://www.googletagmanager.com")).await;
    let with = policy("demo.test", "/").await;
    assert!(with.contains("https://o1.ingest.sentry.io;") && !with.contains("recaptcha"), "{with}");
    let framed = policy("demo.test", "/watch_embed/1").await;
    assert!(!framed.contains("google") && !framed.contains("sentry"), "{framed}");

    site.set_ids(json!({ "recaptcha_site_key": "6Le" })).await;
    site.set_secret("recaptcha", SECRET).await;
    let captcha = async |host: &str| site.app.at(host).get_keyed("captcha").await.body["data"].clone();
    site.app.until(async || captcha("demo.test").await["kind"] == "recaptcha").await;
    assert_eq!(captcha("demo.test").await["site_key"], "6Le");
    assert_eq!(captcha("other.test").await["kind"], "pow");
    assert!(policy("demo.test", "/").await.contains("https://www.google.com/recaptcha/"));
    assert_eq!(policy("other.test", "/").await, before);
}
