//! Links that prove whose an address is.

use domain::account::EmailKey;
use domain::ids::ChannelId;
use domain::one_time_token::{Purpose, TokenKey};
use domain::time::Timestamp;
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::NewOneTimeToken;
use testkit::{PASSWORD, account};

use crate::app::{Answer, Member, TestApp};

/// A logged-in member whose address is not confirmed.
async fn newcomer(app: &TestApp, email: &str) -> Member {
    let mut new = account(email);
    new.email_verified_at = None;
    app.account_create("demo", new).await;
    Member::log_in(app.demo(), email).await
}

async fn follow(app: &TestApp, call: &str, link: &Value) -> Answer {
    let mut body = link.clone();
    body["api_key"] = app.demo().api_key().await.into();
    app.demo().post(call, &body).await
}

fn assert_refused(answer: &Answer, message: &str) {
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
    assert_eq!(answer.body["message"], message);
}

/// AUTH-06: the link confirms the address, the welcome is sent once, and following it again says so.
#[tokio::test]
async fn a_link_confirms_the_address() {
    let app = TestApp::start().await;
    let fan = newcomer(&app, "fan@demo.test").await;
    assert_eq!(fan.get("profile").await.body["data"]["email_verified"], false);
    let sent = fan.post("auth/verify-resend", json!({})).await;
    assert_eq!((sent.status, &sent.body["data"]), (StatusCode::OK, &json!({ "sent": true })));
    let link = app.mail("fan@demo.test", "verify_email").await.link("/verify-email");
    let done = follow(&app, "auth/email-verify", &link).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.body);
    assert_eq!(done.body["data"], json!({ "api_key": null, "user": null }), "nobody is logged in by it here");
    assert_eq!(fan.get("profile").await.body["data"]["email_verified"], true, "seen at once");
    assert_refused(&follow(&app, "auth/email-verify", &link).await, "Email already verified");
    app.mail("fan@demo.test", "welcome").await;
    assert_refused(&fan.post("auth/verify-resend", json!({})).await, "Email already verified");
}

/// AUTH-06: the time of a link may come as the text that stands in its address; what is no number is named.
#[tokio::test]
async fn the_time_of_a_link_may_be_a_text() {
    let app = TestApp::start().await;
    let fan = newcomer(&app, "fan@demo.test").await;
    fan.post("auth/verify-resend", json!({})).await;
    let mut link = app.mail("fan@demo.test", "verify_email").await.link("/verify-email");
    let expires = link["expires"].as_i64().unwrap();
    for wrong in [json!("soon"), json!(""), json!(null), json!([expires]), json!(1.5)] {
        link["expires"] = wrong;
        let answer = follow(&app, "auth/email-verify", &link).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
        assert!(answer.body["errors"]["expires"].is_array(), "{}", answer.body);
    }
    link["expires"] = expires.to_string().into();
    assert_eq!(follow(&app, "auth/email-verify", &link).await.status, StatusCode::OK);
}

/// AUTH-06, T19: whatever is changed in a link, it is none; nobody learns from one that is made up whether an address is
/// confirmed.
#[tokio::test]
async fn links_that_are_made_up_confirm_nothing() {
    let app = TestApp::start().await;
    app.account_create("demo", account("known@demo.test")).await;
    let fan = newcomer(&app, "fan@demo.test").await;
    fan.post("auth/verify-resend", json!({})).await;
    let link = app.mail("fan@demo.test", "verify_email").await.link("/verify-email");
    for (part, value) in [
        ("email", json!("known@demo.test")),
        ("email", json!("nobody@demo.test")),
        ("email", json!("")),
        ("expires", json!(link["expires"].as_i64().unwrap() + 1)),
        ("signature", json!("AAAA")),
    ] {
        let mut changed = link.clone();
        changed[part] = value;
        assert_refused(&follow(&app, "auth/email-verify", &changed).await, "Verification failed");
    }
    let mut past = link.clone();
    past["expires"] = json!(1_700_000_000);
    assert_refused(&follow(&app, "auth/email-verify", &past).await, "Verification failed");
    assert_refused(&follow(&app, "auth/email-undo", &link).await, "Verification failed");
    let mut elsewhere = link.clone();
    elsewhere["api_key"] = app.at("other.test").api_key().await.into();
    assert_refused(&app.at("other.test").post("auth/email-verify", &elsewhere).await, "Verification failed");
    app.clock.stop();
    let rival = newcomer(&app, "rival@demo.test").await;
    for newcomer in [&fan, &rival] {
        app.clock.advance(Timestamp::SECOND);
        newcomer.post("auth/verify-resend", json!({})).await;
    }
    let last = async |email| app.last_mail(email, "verify_email").await.unwrap().link("/verify-email");
    let (late, in_time) = (last("fan@demo.test").await, last("rival@demo.test").await);
    app.clock.advance(7 * Timestamp::DAY - Timestamp::SECOND);
    for past in [&link, &late] {
        assert_refused(&follow(&app, "auth/email-verify", past).await, "Verification failed");
    }
    let confirmed = follow(&app, "auth/email-verify", &in_time).await;
    assert_eq!(confirmed.status, StatusCode::OK, "a second is left: {}", confirmed.body);
    assert_eq!(fan.get("profile").await.body["data"]["email_verified"], false);
    assert!(app.mails("fan@demo.test").await.iter().all(|mail| mail.kind != "welcome"));
}

/// T46: a foreign address gets no words of the person who registered it, and not many mails.
#[tokio::test]
async fn an_address_that_is_not_confirmed_gets_few_mails_and_no_names() {
    let app = TestApp::start().await;
    let fan = newcomer(&app, "fan@demo.test").await;
    for _ in 0..5 {
        assert_eq!(fan.post("auth/verify-resend", json!({})).await.status, StatusCode::OK);
    }
    assert_eq!(fan.post("auth/verify-resend", json!({})).await.status, StatusCode::TOO_MANY_REQUESTS);
    let mails = app.mails("fan@demo.test").await;
    let links: Vec<_> = mails.iter().filter(|mail| mail.kind == "verify_email").collect();
    assert_eq!(links.len(), 5);
    assert!(mails.iter().all(|mail| !mail.text.contains("Frankie")), "{mails:?}");
    let nobody = json!({ "api_key": app.demo().api_key().await });
    assert_eq!(app.demo().post("auth/verify-resend", &nobody).await.status, StatusCode::UNAUTHORIZED);
}

/// A change of address as the profile begins it: what waits, and the links that go out.
async fn begin_change(app: &TestApp, from: &str, to: &str) -> [Value; 2] {
    let store = &app.database.store;
    let channel: ChannelId = store.channels().await.unwrap()[0].identity.id;
    let address = EmailKey::of(from).unwrap();
    let id = store.account_by_email(channel, &address).await.unwrap().unwrap().account.id;
    app.database.execute(&format!("UPDATE accounts SET pending_email = '{to}' WHERE id = {}", id.0)).await;
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
    let mut links = [(Purpose::ChangeEmail, to), (Purpose::UndoEmailChange, from)].map(|(purpose, email)| {
        let signature = domain::one_time_token::secret(rand::random());
        let expires = now.plus(purpose.life()).seconds();
        let key = TokenKey::of_link(&EmailKey::of(email).unwrap(), expires, &signature);
        let ticket = NewOneTimeToken::new(purpose, key, now).of(id).with(&json!({ "email": email })).unwrap();
        (ticket, json!({ "email": email, "expires": expires, "signature": signature }))
    });
    for (ticket, _) in &mut links {
        store.one_time_token_add(channel, ticket.clone(), None, now).await.unwrap();
    }
    links.map(|(_, link)| link)
}

async fn log_in(app: &TestApp, email: &str) -> StatusCode {
    app.demo().log_in(&app.demo().api_key().await, email, PASSWORD).await.status
}

/// AUTH-06, AUTH-12: the new address takes the place of the old one when its link is followed, and links that were sent
/// to the old one end.
#[tokio::test]
async fn a_change_of_address_is_confirmed_at_the_new_one() {
    let app = TestApp::start().await;
    let fan = newcomer(&app, "fan@demo.test").await;
    fan.post("auth/verify-resend", json!({})).await;
    let old_link = app.mail("fan@demo.test", "verify_email").await.link("/verify-email");
    let [confirm, _] = begin_change(&app, "fan@demo.test", "New.Fan@demo.test").await;
    assert_eq!(follow(&app, "auth/email-verify", &confirm).await.status, StatusCode::OK);
    let user = fan.get("profile").await.body["data"].clone();
    assert_eq!((&user["email"], &user["pending_email"]), (&json!("New.Fan@demo.test"), &Value::Null));
    assert_eq!(user["email_verified"], true);
    assert_eq!(log_in(&app, "new.fan@demo.test").await, StatusCode::OK);
    assert_eq!(log_in(&app, "fan@demo.test").await, StatusCode::BAD_REQUEST);
    assert_refused(&follow(&app, "auth/email-verify", &confirm).await, "Verification failed");
    assert_refused(&follow(&app, "auth/email-verify", &old_link).await, "Verification failed");
}

/// AUTH-12: a change overtaken by another one, or whose address was taken meanwhile, is none.
#[tokio::test]
async fn a_change_that_was_overtaken_is_none() {
    let app = TestApp::start().await;
    let fan = newcomer(&app, "fan@demo.test").await;
    let [first, _] = begin_change(&app, "fan@demo.test", "first@demo.test").await;
    let [second, _] = begin_change(&app, "fan@demo.test", "second@demo.test").await;
    assert_refused(&follow(&app, "auth/email-verify", &first).await, "Verification failed");
    app.account_create("demo", account("Second@demo.test")).await;
    assert_refused(&follow(&app, "auth/email-verify", &second).await, "Verification failed");
    assert_eq!(fan.get("profile").await.body["data"]["email"], "fan@demo.test");
}

/// AUTH-12, T20: the owner of the address before takes a change back, and its maker is out, with all their links.
#[tokio::test]
async fn the_owner_takes_a_change_back() {
    let app = TestApp::start().await;
    let thief = app.member("fan@demo.test").await;
    let [confirm, undo] = begin_change(&app, "fan@demo.test", "thief@demo.test").await;
    assert_eq!(follow(&app, "auth/email-verify", &confirm).await.status, StatusCode::OK);
    // The thief changes it once more, which sends a way back to an address of theirs. Its token is the younger one.
    app.database.execute("UPDATE tickets SET expires_at = expires_at - 1000").await;
    let [second, way_back] = begin_change(&app, "thief@demo.test", "thief2@demo.test").await;
    assert_eq!(thief.get("profile").await.status, StatusCode::OK);

    let undone = follow(&app, "auth/email-undo", &undo).await;
    assert_eq!((undone.status, &undone.body["data"]), (StatusCode::OK, &json!({ "undone": true })), "{}", undone.body);
    assert_eq!(thief.get("profile").await.status, StatusCode::UNAUTHORIZED);
    assert_refused(&follow(&app, "auth/email-verify", &second).await, "Verification failed");
    assert_refused(&follow(&app, "auth/email-undo", &way_back).await, "Verification failed");
    assert_refused(&follow(&app, "auth/email-undo", &undo).await, "Verification failed");
    assert_eq!(log_in(&app, "fan@demo.test").await, StatusCode::OK);
    assert_eq!(log_in(&app, "thief@demo.test").await, StatusCode::BAD_REQUEST);
}

/// T20: a thief who takes their own change back does not end the owner's way back.
#[tokio::test]
async fn later_undo_link_does_not_end_an_earlier_one() {
    let app = TestApp::start().await;
    app.member("fan@demo.test").await;
    let [confirm, undo] = begin_change(&app, "fan@demo.test", "thief@demo.test").await;
    follow(&app, "auth/email-verify", &confirm).await;
    app.clock.advance(Timestamp::SECOND);
    let [second, way_back] = begin_change(&app, "thief@demo.test", "thief2@demo.test").await;
    follow(&app, "auth/email-verify", &second).await;
    assert_eq!(follow(&app, "auth/email-undo", &way_back).await.status, StatusCode::OK);
    assert_eq!(follow(&app, "auth/email-undo", &undo).await.status, StatusCode::OK);
    assert_eq!(log_in(&app, "fan@demo.test").await, StatusCode::OK);
}
