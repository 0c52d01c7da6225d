//! A new password by mail.

use std::time::{Duration, Instant};

use domain::channel::AccountRules;
use domain::time::Timestamp;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{PASSWORD, account};

use crate::app::{Answer, Member, TestApp};

const NEW: &str = "kettle & moss";

async fn ask(app: &TestApp, email: &str) -> Answer {
    app.demo().post_solved("auth/password-reset-request", json!({ "email": email })).await
}

/// Asks for a link, and gives what the screen behind the one that was sent last sends.
async fn link(app: &TestApp, email: &str) -> Value {
    assert_eq!(ask(app, email).await.body["data"], json!({ "sent": true }));
    app.last_mail(email, "reset_password").await.unwrap().link("/password-reset")
}

async fn reset(app: &TestApp, link: &Value, password: &str) -> Answer {
    let mut body = link.clone();
    body["api_key"] = app.demo().api_key().await.into();
    body["password"] = password.into();
    body["password_confirmation"] = password.into();
    app.demo().post("auth/password-reset", &body).await
}

async fn log_in(app: &TestApp, email: &str, password: &str) -> StatusCode {
    app.demo().log_in(&app.demo().api_key().await, email, password).await.status
}

fn assert_refused(answer: &Answer, message: &str) {
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
    assert_eq!(answer.body["message"], message);
}

/// AUTH-07, T19: the link sets a password once; every session ends at once, and the owner is told.
#[tokio::test]
async fn a_link_sets_a_password_and_ends_every_session() {
    let app = TestApp::start().await;
    let mut new = account("fan@demo.test");
    new.temporary_password = true;
    app.account_create("demo", new).await;
    let (here, there) =
        (Member::log_in(app.demo(), "fan@demo.test").await, Member::log_in(app.demo(), "fan@demo.test").await);
    for member in [&here, &there] {
        assert_eq!(member.get("profile").await.status, StatusCode::OK);
    }
    let (older, link) = (link(&app, "fan@demo.test").await, link(&app, "fan@demo.test").await);
    assert_ne!(older, link);
    let done = reset(&app, &link, NEW).await;
    assert_eq!((done.status, &done.body["data"]), (StatusCode::OK, &json!({ "reset": true })), "{}", done.body);
    for member in [&here, &there] {
        assert_eq!(member.get("profile").await.status, StatusCode::UNAUTHORIZED);
    }
    app.mail("fan@demo.test", "password_changed").await;
    assert_eq!(log_in(&app, "fan@demo.test", PASSWORD).await, StatusCode::BAD_REQUEST);
    let again = app.demo().log_in(&app.demo().api_key().await, "fan@demo.test", NEW).await;
    assert_eq!(again.body["data"]["user"]["temporary_password"], false);

    assert_refused(&reset(&app, &link, "another & moss").await, "Reset password failed");
    assert_refused(&reset(&app, &older, "another & moss").await, "Reset password failed");
    assert_eq!(log_in(&app, "fan@demo.test", NEW).await, StatusCode::OK, "nothing was set by those");
}

/// AUTH-07, T19: nothing of a link can be changed, it ends after half an hour, and is of one channel and one purpose.
#[tokio::test]
async fn a_link_is_good_for_one_thing_and_for_a_while() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.account_create("demo", account("rival@demo.test")).await;
    app.account_create("other", account("fan@demo.test")).await;
    let link = link(&app, "fan@demo.test").await;
    let life = link["expires"].as_i64().unwrap() - app.clock.now().seconds();
    assert!((29 * 60..=30 * 60).contains(&life), "{life}");
    for (part, value) in [
        ("email", json!("rival@demo.test")),
        ("email", json!("nobody")),
        ("expires", json!(link["expires"].as_i64().unwrap() + 1)),
        ("signature", json!("AAAA")),
        ("signature", json!("")),
    ] {
        let mut changed = link.clone();
        changed[part] = value;
        assert_refused(&reset(&app, &changed, NEW).await, "Reset password failed");
    }
    let mut past = link.clone();
    past["expires"] = json!(1_700_000_000);
    assert_refused(&reset(&app, &past, NEW).await, "Reset password key expired");
    let mut elsewhere = link.clone();
    let other = app.at("other.test");
    elsewhere["api_key"] = other.api_key().await.into();
    elsewhere["password"] = NEW.into();
    elsewhere["password_confirmation"] = NEW.into();
    assert_refused(&other.post("auth/password-reset", &elsewhere).await, "Reset password failed");
    elsewhere["api_key"] = app.demo().api_key().await.into();
    assert_refused(&app.demo().post("auth/email-verify", &elsewhere).await, "Verification failed");
    assert_refused(&app.demo().post("auth/email-undo", &elsewhere).await, "Verification failed");

    app.database.execute("UPDATE tickets SET expires_at = 1000 WHERE purpose = 'reset_password'").await;
    assert_refused(&reset(&app, &link, NEW).await, "Reset password failed");
    assert_eq!(log_in(&app, "fan@demo.test", PASSWORD).await, StatusCode::OK);
    assert_eq!(log_in(&app, "rival@demo.test", PASSWORD).await, StatusCode::OK);
}

/// AUTH-07, T19: a link is good for half an hour, and cannot be made to say otherwise.
#[tokio::test]
async fn a_link_is_good_for_half_an_hour() {
    let app = TestApp::start().await;
    for email in ["fan@demo.test", "rival@demo.test"] {
        app.account_create("demo", account(email)).await;
    }
    app.clock.stop();
    let late = link(&app, "fan@demo.test").await;
    app.clock.advance(Timestamp::SECOND);
    let in_time = link(&app, "rival@demo.test").await;
    app.clock.advance(30 * Timestamp::MINUTE - Timestamp::SECOND);
    assert_refused(&reset(&app, &late, NEW).await, "Reset password key expired");
    let mut longer = late.clone();
    longer["expires"] = json!(late["expires"].as_i64().unwrap() + 60);
    assert_refused(&reset(&app, &longer, NEW).await, "Reset password failed");
    assert_eq!(reset(&app, &in_time, NEW).await.status, StatusCode::OK, "a second is left");
    for (email, password) in [("fan@demo.test", PASSWORD), ("rival@demo.test", NEW)] {
        assert_eq!(log_in(&app, email, password).await, StatusCode::OK, "{email}");
    }
}

/// VAL-03, VAL-04: a slip is named and does not cost the link.
#[tokio::test]
async fn refused_password_does_not_use_up_the_link() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let link = link(&app, "fan@demo.test").await;
    for (password, said) in [
        ("moss", "The password is too short"),
        ("Password1", "This password is too common"),
        ("fan@demo.test", "This password is too common"),
    ] {
        assert_eq!(reset(&app, &link, password).await.body["errors"]["password"], json!([said]));
    }
    let mut body = link.clone();
    body["api_key"] = app.demo().api_key().await.into();
    body["password"] = NEW.into();
    body["password_confirmation"] = "kettle & mess".into();
    let answer = app.demo().post("auth/password-reset", &body).await;
    let said = json!({ "password_confirmation": ["The password and password confirmation do not match"] });
    assert_eq!(answer.body["errors"], said);
    assert_eq!(reset(&app, &link, NEW).await.status, StatusCode::OK);
}

/// T19: links have the channel's own host in them, whatever a request says.
#[tokio::test]
async fn a_request_does_not_say_where_links_lead() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let body = json!({
        "api_key": app.demo().api_key().await,
        "recaptcha_token": app.demo().solve_captcha().await,
        "email": "fan@demo.test",
    });
    let call = app.demo().request(reqwest::Method::POST, "/api/auth/password-reset-request");
    let answer = call.header("x-forwarded-host", "evil.example").json(&body).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let mail = app.mail("fan@demo.test", "reset_password").await;
    assert!(mail.text.contains("https://demo.test/password-reset?") && !mail.text.contains("evil"), "{}", mail.text);
}

/// AUTH-07: an unknown address gets the same answer after the same time, and no mail.
#[tokio::test]
async fn an_unknown_address_is_not_told() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    for email in ["fan@demo.test", "nobody@demo.test"] {
        let body = json!({
            "api_key": app.demo().api_key().await,
            "recaptcha_token": app.demo().solve_captcha().await,
            "email": email,
        });
        let begun = Instant::now();
        let answer = app.demo().post("auth/password-reset-request", &body).await;
        // More than the work takes, so that it does not show.
        assert!(begun.elapsed() >= Duration::from_millis(250), "{email}: {:?}", begun.elapsed());
        assert_eq!((answer.status, &answer.body["data"]), (StatusCode::OK, &json!({ "sent": true })), "{email}");
    }
    assert_eq!(app.mails("fan@demo.test").await.len(), 1);
    assert!(app.mails("nobody@demo.test").await.is_empty());
    let wrong = ask(&app, "nobody").await;
    assert_eq!(wrong.body["errors"]["email"], json!(["A valid email address is required"]));
}

/// AUTH-07: a channel may choose to say so.
#[tokio::test]
async fn channel_may_reveal_unknown_addresses() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.set_rules(AccountRules { reveal_unknown_email: true, ..AccountRules::default() }).await;
    let unknown = ask(&app, "nobody@demo.test").await;
    assert_refused(&unknown, "User not found");
    assert_eq!(unknown.body["errors"]["email"], json!(["User not found"]));
    assert_eq!(ask(&app, "fan@demo.test").await.status, StatusCode::OK);
}

/// T19, T20: a reset confirms the address, and ends what was begun with the password before.
#[tokio::test]
async fn a_reset_confirms_the_address_and_ends_what_was_begun() {
    let app = TestApp::start().await;
    let mut new = account("fan@demo.test");
    new.email_verified_at = None;
    app.account_create("demo", new).await;
    app.database.execute("UPDATE accounts SET pending_email = 'thief@demo.test'").await;
    let link = link(&app, "fan@demo.test").await;
    assert_eq!(reset(&app, &link, NEW).await.status, StatusCode::OK);
    app.mail("fan@demo.test", "welcome").await;
    let user = app.demo().log_in(&app.demo().api_key().await, "fan@demo.test", NEW).await.body["data"]["user"].clone();
    assert_eq!((&user["email_verified"], &user["pending_email"]), (&json!(true), &Value::Null));
}

/// T46: nobody's mailbox is filled by strangers.
#[tokio::test]
async fn mails_to_an_address_have_a_limit() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    for _ in 0..5 {
        assert_eq!(ask(&app, "fan@demo.test").await.status, StatusCode::OK);
    }
    let refused = ask(&app, "Fan@demo.test").await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too_many")));
    assert_eq!(app.mails("fan@demo.test").await.len(), 5);
}
