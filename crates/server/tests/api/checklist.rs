//! The checklist of a channel and its tests, which do the real thing.

use domain::operator::Role;
use domain::secret::Secret;
use reqwest::StatusCode;
use serde_json::{Value, json};
use server::config::OptionalPort;
use testkit::{MailSink, Manner};

use crate::app::{Client, TestApp};
use crate::console::{audit, channel, get, hired, post};

struct Owner<'a> {
    app: &'a TestApp,
    client: Client,
    demo: i64,
}

impl<'a> Owner<'a> {
    async fn of(app: &'a TestApp) -> Self {
        let demo = channel(app, "demo").await.0;
        Self { app, client: hired(app, "owner@demo.test", Role::Owner).await, demo }
    }

    async fn list(&self) -> Value {
        get(&self.client, &format!("channels/{}/checklist", self.demo)).await.body["data"].clone()
    }

    async fn test(&self, what: &str) -> Value {
        let answer = post(&self.client, &format!("channels/{}/checklist/{what}/test", self.demo), json!({})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body["data"].clone()
    }

    async fn tested(&self) -> Vec<String> {
        let all = audit(self.app).await.into_iter().map(|(action, ..)| action);
        all.filter(|action| action.starts_with("test_")).collect()
    }
}

/// OPS-02: a test mail goes to the operator's own address by the server's mail server, and what that said is kept. The other
/// channel's list stays as it is.
#[tokio::test]
async fn test_mail_is_accepted_or_refused_in_words() {
    let sink = MailSink::start(Manner::Answers(vec!["250 taken", "550 no such user"])).await;
    let url = sink.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(Secret::new(url.clone()))).await;
    let owner = Owner::of(&app).await;
    let before = owner.list().await;
    assert_eq!((&before["mail"]["state"], &before["mail"]["last"]), (&json!("untested"), &Value::Null));
    assert_eq!(before["mail"]["sender"], "noreply@demo.test");

    let sent = owner.test("mail").await;
    assert_eq!((&sent["outcome"], &sent["is_ok"]), (&json!("mail_accepted"), &json!(true)), "{sent}");
    assert_eq!(sent["target"], sink.address.to_string());
    let received = sink.received().remove(0);
    assert_eq!(received.to, "owner@demo.test");
    let list = owner.list().await;
    assert_eq!((&list["mail"]["state"], &list["mail"]["last"]), (&json!("done"), &sent));

    let refused = owner.test("mail").await;
    assert_eq!((&refused["outcome"], &refused["is_ok"]), (&json!("mail_refused"), &json!(false)));
    assert!(refused["response"].as_str().unwrap().contains("no such user"), "{refused}");
    assert_eq!(owner.list().await["mail"]["state"], "failed");
    crate::console::hire(&app, "owner@demo.test", "other", Role::Owner).await;
    let other = channel(&app, "other").await.0;
    // A new role ends the sessions.
    let again = crate::console::at_console(&app, "owner@demo.test").await;
    let others = get(&again, &format!("channels/{other}/checklist")).await;
    assert_eq!(others.body["data"]["mail"]["state"], "untested", "{}", others.body);
    assert_eq!(owner.tested().await, ["test_mail", "test_mail"]);
}

/// OPS-02: what is not configured says so, and nothing is sent or charged.
#[tokio::test]
async fn tests_say_what_is_not_configured() {
    let app = TestApp::start_with(|config| config.rtmp_port = OptionalPort::Off).await;
    let owner = Owner::of(&app).await;
    let list = owner.list().await;
    for item in ["mail", "encoder"] {
        assert_eq!(list[item]["state"], "missing", "{item}");
    }
    assert_eq!(owner.test("mail").await["outcome"], "mail_not_configured");
    assert_eq!(owner.test("encoder").await["outcome"], "no_listener");
    assert_eq!(app.count("mails").await, 0);
    assert_eq!(
        (&list["has_games"], &list["is_in_setup"], &list["is_ready"]),
        (&json!(true), &json!(false), &json!(false))
    );
    let legal = [("imprint", Value::Null), ("terms", Value::Null), ("privacy", Value::Null)];
    assert_eq!(list["legal"], json!(legal.map(|(page, path)| json!({ "page": page, "path": path }))));
    let page = json!({ "url": "/privacy_policy", "name": "Privacy", "content": "<p>Ours.</p>" });
    post(&owner.client, &format!("channels/{}/pages", owner.demo), page).await;
    app.until(async || owner.list().await["legal"][2]["path"] == "/privacy_policy").await;
}

/// OPS-02, T13: a test payment is made and refunded at the test bank. No order knows it, and the books hold.
#[tokio::test]
async fn test_payment_is_made_and_refunded() {
    let shop = crate::shop::Shop::open().await;
    let owner = Owner::of(&shop.app).await;
    assert_eq!(owner.list().await["payments"]["state"], "untested");
    let paid = owner.test("payments").await;
    assert_eq!((&paid["outcome"], &paid["target"]), (&json!("paid_and_refunded"), &json!("Test bank")), "{paid}");
    let list = owner.list().await;
    assert_eq!((&list["payments"]["state"], &list["payments"]["is_live"]), (&json!("done"), &json!(false)));
    assert_eq!(shop.app.count("orders").await, 0);
}

/// OPS-02: the host check of the checklist says whether this server answers at the main host.
#[tokio::test]
async fn host_that_leads_elsewhere_is_not_reached() {
    let app = TestApp::start().await;
    let owner = Owner::of(&app).await;
    let found = owner.test("host").await;
    assert_eq!((&found["outcome"], &found["target"]), (&json!("host_not_reached"), &json!("demo.test")));
    assert_eq!(owner.list().await["host"]["state"], "failed");
}

/// OPS-02, T35: a test picture goes in by the real listener and comes out as a segment; no game is begun by it.
#[tokio::test]
async fn test_picture_comes_out_as_a_segment() {
    let app = TestApp::start_with(|config| config.rtmp_port = OptionalPort::On(0)).await;
    let owner = Owner::of(&app).await;
    let list = owner.list().await;
    assert_eq!((&list["encoder"]["state"], &list["encoder"]["is_local"]), (&json!("untested"), &json!(true)));
    let found = owner.test("encoder").await;
    assert_eq!(found["outcome"], "on_air", "{found}");
    assert_eq!(found["target"], list["encoder"]["address"]);
    assert!(app.hub.health().is_empty(), "no game is live");
    assert_eq!(owner.list().await["encoder"]["state"], "done");
}

/// T32: tests are limited for each operator.
#[tokio::test]
async fn tests_are_limited() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = Owner::of(&app).await;
    for _ in 0..10 {
        owner.test("mail").await;
    }
    let path = format!("channels/{}/checklist/mail/test", owner.demo);
    let refused = post(&owner.client, &path, json!({})).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.body);
    assert!(refused.headers.contains_key("retry-after"));
}
