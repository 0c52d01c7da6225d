//! Devices that are let in by a code.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::account;

use crate::app::{Answer, Client, Member, TestApp};

const TV: &str = "Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) TV Safari/537.36";

/// A TV without an account.
struct Television {
    client: Client,
    key: String,
    shown: Value,
}

impl Television {
    async fn start(app: &TestApp) -> Self {
        let client = app.demo();
        let key = client.api_key().await;
        let shown = call(&client, "auth/device-code", json!({ "api_key": key })).await;
        Self { client, key, shown }
    }

    async fn poll_with(&self, token: &Value) -> Value {
        call(&self.client, "auth/device-session", json!({ "api_key": self.key, "device_token": token })).await
    }

    async fn poll(&self) -> Value {
        self.poll_with(&self.shown["device_token"]).await
    }

    fn code(&self) -> &str {
        self.shown["code"].as_str().unwrap()
    }
}

async fn call(client: &Client, path: &str, body: Value) -> Value {
    let request = client.request(Method::POST, &format!("/api/{path}")).header("user-agent", TV).json(&body);
    request.send().await.unwrap().json::<Value>().await.unwrap()["data"].clone()
}

async fn type_in(member: &Member, code: &str) -> Answer {
    member.post("auth/add_session", json!({ "code": code })).await
}

/// A TV shows a code, a phone types it, and the TV is logged in as that person, under its own name.
#[tokio::test]
async fn a_tv_is_let_in_by_its_code() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let tv = Television::start(&app).await;
    assert_eq!((&tv.shown["expires_in"], &tv.shown["poll_every"]), (&json!(600), &json!(3)));
    assert_eq!(tv.shown["url"], "https://demo.test/activate");
    assert_eq!((tv.code().len(), &tv.code()[4..5]), (9, "-"));
    assert_eq!(tv.poll().await, json!({ "status": "pending", "api_key": null, "user": null }));

    let approved = type_in(&fan, &format!(" {} ", tv.code().to_lowercase().replace('-', ""))).await;
    assert_eq!(approved.status, StatusCode::OK, "{}", approved.body);
    assert_eq!(approved.body["data"], json!({ "api_key": null, "user": null, "device": "Samsung TV" }));
    let let_in = tv.poll().await;
    assert_eq!((&let_in["status"], &let_in["user"]["email"]), (&json!("approved"), &json!("fan@demo.test")));
    let on_tv = Member { client: app.demo(), key: let_in["api_key"].as_str().unwrap().to_owned() };
    assert_eq!(on_tv.get("profile").await.status, StatusCode::OK);
    assert_eq!(on_tv.get("sessions").await.body["data"][0]["device"], "Samsung TV");
    assert_eq!(tv.poll().await["status"], "expired", "once");
}

/// T25, T26: a code that is used, wrong, or another channel's lets nobody in, and a wrong token learns nothing.
#[tokio::test]
async fn a_code_is_good_once_and_on_its_own_channel() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    app.create_account("other", account("fan@demo.test")).await;
    let abroad = Member::log_in(app.at("other.test"), "fan@demo.test").await;
    let tv = Television::start(&app).await;
    for (member, code) in [(&abroad, tv.code()), (&fan, "AAAA-AAAA"), (&fan, ""), (&fan, "K7PM-4XQ0")] {
        let refused = type_in(member, code).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("wrong_code")), "{code}");
        assert_eq!(refused.body["errors"]["code"][0], "The code is wrong or has expired");
    }
    let nothing = json!({ "status": "expired", "api_key": null, "user": null });
    assert_eq!(tv.poll_with(&json!("guess")).await, nothing);
    assert_eq!(tv.poll_with(&tv.shown["code"]).await, nothing, "who sees the code cannot ask with it");
    assert_eq!(type_in(&fan, tv.code()).await.status, StatusCode::OK);
    assert_eq!(type_in(&rival, tv.code()).await.body["code"], "wrong_code", "used");
    assert_eq!(tv.poll_with(&json!("guess")).await, nothing);
    assert_eq!(tv.poll().await["user"]["email"], "fan@demo.test", "the first one counts");

    let late = Television::start(&app).await;
    app.database.execute("UPDATE tickets SET expires_at = 1").await;
    assert_eq!(late.poll().await, nothing);
    assert_eq!(type_in(&fan, late.code()).await.body["code"], "wrong_code");
}

/// AUTH-12: a TV that was let in but has not asked yet stays out when the password is changed.
#[tokio::test]
async fn a_new_password_keeps_out_devices_that_were_let_in() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let tv = Television::start(&app).await;
    assert_eq!(type_in(&fan, tv.code()).await.status, StatusCode::OK);
    let new = "a-new-password";
    let change = json!({
        "_method": "patch", "current_password": testkit::PASSWORD, "password": new, "password_confirmation": new
    });
    assert_eq!(fan.post("profile", change).await.status, StatusCode::OK);
    assert_eq!(tv.poll().await["status"], "expired");
}

/// T18: twenty wrong codes in an hour, then the account has to wait; right ones cost nothing.
#[tokio::test]
async fn guessing_codes_is_throttled() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let tv = Television::start(&app).await;
    assert_eq!(type_in(&fan, tv.code()).await.status, StatusCode::OK);
    for _ in 0..20 {
        assert_eq!(type_in(&fan, "AAAA-AAAA").await.status, StatusCode::BAD_REQUEST);
    }
    let refused = type_in(&fan, Television::start(&app).await.code()).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
}

/// Whoever is logged in needs no code, and whoever is not lets nobody in.
#[tokio::test]
async fn codes_are_for_those_who_are_not_in_and_typed_by_those_who_are() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(fan.post("auth/device-code", json!({})).await.body["code"], "already_logged_in");
    let tv = Television::start(&app).await;
    let nobody = json!({ "api_key": tv.key, "code": tv.code() });
    assert_eq!(app.demo().post("auth/add_session", &nobody).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(tv.poll().await["status"], "pending");
}
