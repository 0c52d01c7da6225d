//! Devices that are let in by a code.

use domain::time::Timestamp;
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
        Self::start_at(app, "127.0.0.1").await
    }

    /// One whose requests come from that address, where the server believes what is in front of it.
    async fn start_at(app: &TestApp, address: &str) -> Self {
        let client = app.demo();
        let key = client.api_key().await;
        let request = client.request(Method::POST, "/api/auth/device-code").header("x-forwarded-for", address);
        let sent = request.header("user-agent", TV).json(&json!({ "api_key": key })).send().await.unwrap();
        let shown = sent.json::<Value>().await.unwrap()["data"].clone();
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

async fn look_up(member: &Member, code: &str) -> Answer {
    member.post("auth/device-lookup", json!({ "code": code })).await
}

async fn confirm(member: &Member, code: &str, confirmation: &Value) -> Answer {
    member.post("auth/add_session", json!({ "code": code, "confirmation": confirmation })).await
}

/// Types a code and, if a device shows it, lets that device in.
async fn type_in(member: &Member, code: &str) -> Answer {
    let looked = look_up(member, code).await;
    if looked.status != StatusCode::OK {
        return looked;
    }
    confirm(member, code, &looked.body["data"]["confirmation"]).await
}

/// The mails of that kind to an address of a channel.
async fn mails(app: &TestApp, alias: &str, to: &str, kind: &str) -> Vec<store::Mail> {
    let channel = crate::console::channel(app, alias).await;
    let mut found = app.database.store.mails(channel, Some(to), 50).await.unwrap();
    found.retain(|mail| mail.kind == kind);
    found
}

/// T25, T30, AUTH-05: a member who types a code sees which device it is and where, and says yes to that very device. The
/// call without that lets nobody in, nor does another member's yes, one to another device, or a second one.
#[tokio::test]
async fn device_is_approved_only_after_it_was_shown() {
    let app = crate::geo::app_behind_a_proxy(true).await;
    let fan = app.member("fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    let (tv, other) = (Television::start_at(&app, "8.8.8.8").await, Television::start_at(&app, "192.168.1.7").await);

    let by_one_click = member_with_code_alone(&fan, tv.code()).await;
    assert_eq!(
        (by_one_click.status, &by_one_click.body["code"]),
        (StatusCode::BAD_REQUEST, &json!("confirmation_needed"))
    );
    let seen = look_up(&fan, tv.code()).await.body["data"].clone();
    assert_eq!(
        (&seen["device"], &seen["country"], &seen["address"]),
        (&json!("Samsung TV"), &json!("France"), &json!("8.8.8.8"))
    );
    let far = look_up(&rival, other.code()).await.body["data"].clone();
    assert_eq!((&far["country"], &far["address"]), (&Value::Null, &json!("192.168.1.7")));
    let yes = &seen["confirmation"];
    for (member, code, confirmation) in [
        (&fan, tv.code(), &Value::Null),
        (&fan, tv.code(), &json!("")),
        (&fan, tv.code(), &json!("guess")),
        (&fan, tv.code(), &json!(tv.code())),
        (&fan, tv.code(), &far["confirmation"]),
        (&fan, other.code(), yes),
        (&rival, tv.code(), yes),
    ] {
        let refused = confirm(member, code, confirmation).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("confirmation_needed")));
    }
    assert_eq!((&tv.poll().await["status"], &other.poll().await["status"]), (&json!("pending"), &json!("pending")));
    assert!(mails(&app, "demo", "fan@demo.test", "device_connected").await.is_empty());

    let let_in = confirm(&fan, tv.code(), yes).await;
    assert_eq!((let_in.status, &let_in.body["data"]["device"]), (StatusCode::OK, &json!("Samsung TV")));
    assert_eq!(confirm(&fan, tv.code(), yes).await.body["code"], "wrong_code", "used");
    assert_eq!(tv.poll().await["user"]["email"], "fan@demo.test");
    assert_eq!(other.poll().await["status"], "pending", "the other one waits");
}

async fn member_with_code_alone(member: &Member, code: &str) -> Answer {
    member.post("auth/add_session", json!({ "code": code })).await
}

/// T25: the owner is told of the device by mail, with what it is, where, and how it is removed; nobody else is, and of one
/// device there is one mail.
#[tokio::test]
async fn the_owner_is_told_of_a_device_that_was_let_in() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    app.member("rival@demo.test").await;
    app.account_create("other", account("fan@demo.test")).await;
    let logins = mails(&app, "demo", "fan@demo.test", "new_device").await.len();
    assert_eq!(logins, 1, "the account is old enough to be told of new devices");
    let tv = Television::start(&app).await;
    assert_eq!(type_in(&fan, tv.code()).await.status, StatusCode::OK);
    assert_eq!(tv.poll().await["status"], "approved");
    let told = mails(&app, "demo", "fan@demo.test", "device_connected").await;
    assert_eq!(told.len(), 1);
    for part in ["Samsung TV", "127.0.0.1", "https://demo.test/profile/edit", "Déconnecter"] {
        assert!(told[0].text.contains(part) && told[0].html.contains(part), "{part} in {}", told[0].text);
    }
    assert_eq!(mails(&app, "demo", "fan@demo.test", "new_device").await.len(), logins, "one mail says it");
    assert!(mails(&app, "demo", "rival@demo.test", "device_connected").await.is_empty());
    assert!(mails(&app, "other", "fan@demo.test", "device_connected").await.is_empty());
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
    app.account_create("other", account("fan@demo.test")).await;
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

    app.clock.stop();
    let late = Television::start(&app).await;
    app.clock.advance(Timestamp::SECOND);
    let in_time = Television::start(&app).await;
    app.clock.advance(10 * Timestamp::MINUTE - Timestamp::SECOND);
    assert_eq!(late.poll().await, nothing);
    assert_eq!(type_in(&fan, late.code()).await.body["code"], "wrong_code");
    assert_eq!(in_time.poll().await["status"], "pending", "a second is left");
    assert_eq!(type_in(&fan, in_time.code()).await.status, StatusCode::OK);
    assert_eq!(in_time.poll().await["user"]["email"], "fan@demo.test");
}

/// AUTH-12: a TV that was let in but has not asked yet stays out when the password is changed.
#[tokio::test]
async fn a_new_password_keeps_out_devices_that_were_let_in() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let tv = Television::start(&app).await;
    assert_eq!(type_in(&fan, tv.code()).await.status, StatusCode::OK);
    let seen = Television::start(&app).await;
    let yes = look_up(&fan, seen.code()).await.body["data"]["confirmation"].clone();
    let new = "a-new-password";
    let change = json!({
        "_method": "patch", "current_password": testkit::PASSWORD, "password": new, "password_confirmation": new
    });
    let changed = fan.post("profile", change).await;
    assert_eq!(changed.status, StatusCode::OK);
    assert_eq!(tv.poll().await["status"], "expired");
    let after = Member { client: app.demo(), key: changed.body["data"]["api_key"].as_str().unwrap().to_owned() };
    assert_eq!(confirm(&after, seen.code(), &yes).await.body["code"], "confirmation_needed", "seen before");
}

/// T18: twenty wrong codes in an hour, then the account has to wait; right ones cost nothing.
#[tokio::test]
async fn guessing_codes_is_throttled() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let tv = Television::start(&app).await;
    assert_eq!(type_in(&fan, tv.code()).await.status, StatusCode::OK);
    let seen = Television::start(&app).await;
    let yes = look_up(&fan, seen.code()).await.body["data"]["confirmation"].clone();
    for _ in 0..20 {
        assert_eq!(type_in(&fan, "AAAA-AAAA").await.status, StatusCode::BAD_REQUEST);
    }
    let refused = type_in(&fan, Television::start(&app).await.code()).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(confirm(&fan, seen.code(), &yes).await.status, StatusCode::TOO_MANY_REQUESTS, "the yes guesses too");
}

/// A logged-in member needs no code, and an anonymous visitor lets nobody in.
#[tokio::test]
async fn device_code_is_requested_logged_out_and_typed_logged_in() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(fan.post("auth/device-code", json!({})).await.body["code"], "already_logged_in");
    let tv = Television::start(&app).await;
    let nobody = json!({ "api_key": tv.key, "code": tv.code() });
    assert_eq!(app.demo().post("auth/add_session", &nobody).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.demo().post("auth/device-lookup", &nobody).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(tv.poll().await["status"], "pending");
}
