//! Logging in through other sites on a channel that registers by mail: an address that the other site has not seen proved
//! tells nobody whether it has an account.

use domain::channel::AccountRules;
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::NewAccount;
use testkit::{PASSWORD, account};

use crate::app::{Answer, TestApp};
use crate::provider::Provider;
use crate::social::{Visit, assert_refused, person, start, without_password};

const BY_MAIL: AccountRules = AccountRules { registration_by_mail: true, reveal_unknown_email: false };
const WITH_PASSWORD: &str = "fan@demo.test";
const WITHOUT_PASSWORD: &str = "keyless@demo.test";
const NOT_CONFIRMED: &str = "fresh@demo.test";
const UNKNOWN: &str = "nobody@demo.test";

/// A channel that registers by mail, and an account of every kind.
async fn start_by_mail() -> (TestApp, Provider) {
    let (app, provider) = start().await;
    app.account_create("demo", account(WITH_PASSWORD)).await;
    app.account_create("demo", without_password(WITHOUT_PASSWORD)).await;
    app.account_create("demo", NewAccount { email_verified_at: None, ..account(NOT_CONFIRMED) }).await;
    app.set_rules(BY_MAIL).await;
    (app, provider)
}

/// Everything of an answer that is not of that very request: status, headers and body.
fn heard(answer: &Answer) -> Value {
    let own = ["date", "x-request-id"];
    let headers = answer.headers.iter().filter(|(name, _)| !own.contains(&name.as_str()));
    let mut headers: Vec<_> = headers.map(|(name, value)| format!("{name}: {}", value.to_str().unwrap())).collect();
    headers.sort();
    json!({ "status": answer.status.as_u16(), "headers": headers, "body": answer.body })
}

/// All answers to a visitor who claims an address, in one visit.
async fn hears_once(app: &TestApp, provider: &Provider, word: &str, typed: Option<&str>) -> Vec<Value> {
    let mut visit = Visit::new(app).await;
    let code = visit.by(provider, word).await;
    let register = json!({ "code": code, "terms": true, "email": typed.unwrap_or_default() });
    vec![
        heard(&visit.add_session(&code, None).await),
        heard(&visit.add_session(&code, Some("guess")).await),
        heard(&visit.call("v2/auth/register", json!({ "code": code, "terms": false })).await),
        heard(&visit.call("v2/auth/register", register.clone()).await),
        heard(&visit.add_session(&code, None).await),
        heard(&visit.call("v2/auth/register", register).await),
    ]
}

/// The same in two visits: what came of the first must not tell either.
async fn hears(app: &TestApp, provider: &Provider, word: &str, claim: Value, typed: Option<&str>) -> Vec<Value> {
    provider.is_visited_by(claim);
    let mut all = hears_once(app, provider, word, typed).await;
    all.extend(hears_once(app, provider, word, typed).await);
    all
}

/// AUTH-04, T18, T21: with a password, without one, not confirmed or unknown: every answer is the same, also the second
/// time. What differs is in the mailbox, and nobody is logged in.
#[tokio::test]
async fn an_address_that_is_not_proved_tells_nothing() {
    for word in ["google", "facebook"] {
        let (app, provider) = start_by_mail().await;
        let claim = |email: &str| {
            let mut claim = person(email);
            claim["email_verified"] = false.into();
            claim
        };
        let unknown = hears(&app, &provider, word, claim(UNKNOWN), None).await;
        assert_eq!((&unknown[0]["body"]["code"], &unknown[0]["status"]), (&json!("not_registered"), &json!(400)));
        assert_eq!(unknown[1]["body"]["code"], "wrong_auth_data");
        assert_eq!(unknown[3]["body"]["data"], json!({ "api_key": null, "user": null }));
        assert_eq!(unknown[4]["body"]["code"], "wrong_code", "the code is used up");
        for email in [WITH_PASSWORD, WITHOUT_PASSWORD, NOT_CONFIRMED] {
            let known = hears(&app, &provider, word, claim(email), None).await;
            assert_eq!(known, unknown, "{word}, {email}");
            let kinds: Vec<_> = app.mails(email).await.into_iter().map(|mail| mail.kind).collect();
            assert_eq!(kinds, ["already_registered", "already_registered"], "{email}");
        }
        let mails = app.mails(UNKNOWN).await;
        assert_eq!(mails.iter().map(|mail| mail.kind.as_str()).collect::<Vec<_>>(), ["verify_email", "verify_email"]);
        assert!(mails.iter().all(|mail| !mail.text.contains("Frankie")), "nobody's words go to a stranger");
        assert_eq!((app.count("sessions").await, app.count("identities").await), (0, 1));
    }
}

/// T18, T21: an address that is typed, since the other site tells none, tells as little; also to a visitor with an
/// account here.
#[tokio::test]
async fn a_typed_address_tells_nothing() {
    let (app, provider) = start_by_mail().await;
    let stranger = |number: usize| json!({ "id": number.to_string(), "first_name": "Frankie" });
    let unknown = hears(&app, &provider, "facebook", stranger(0), Some(UNKNOWN)).await;
    assert_eq!(unknown[3]["status"], 200);
    for (number, email) in [WITH_PASSWORD, WITHOUT_PASSWORD, NOT_CONFIRMED].into_iter().enumerate() {
        let known = hears(&app, &provider, "facebook", stranger(number + 1), Some(email)).await;
        assert_eq!(known, unknown, "{email}");
    }
    // The first of them has an account by now, which is not confirmed: whatever they type next is not looked at.
    provider.is_visited_by(stranger(0));
    let next = hears_once(&app, &provider, "facebook", Some("other@demo.test")).await;
    assert_eq!(hears_once(&app, &provider, "facebook", Some(WITH_PASSWORD)).await, next);
    assert_eq!(app.mails("other@demo.test").await, []);

    app.database.execute(&format!("UPDATE accounts SET email_verified_at = 1 WHERE email = '{UNKNOWN}'")).await;
    let mut visit = Visit::new(&app).await;
    for email in ["other@demo.test", WITH_PASSWORD] {
        let code = visit.by(&provider, "facebook").await;
        let body = json!({ "code": code, "terms": true, "email": email });
        assert_refused(&visit.call("v2/auth/register", body).await, "wrong_code");
    }
}

/// AUTH-04: the account opens once the link in the mail was followed, from then on by the other site too.
#[tokio::test]
async fn the_mail_completes_an_account_from_another_site() {
    let (app, provider) = start_by_mail().await;
    provider.is_visited_by(person(UNKNOWN));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "facebook").await;
    let made = visit.call("v2/auth/register", json!({ "code": code, "terms": true })).await;
    assert!(made.status == StatusCode::OK && !made.headers.contains_key("set-cookie"), "nobody is in yet");
    let mut again = Visit::new(&app).await;
    let code = again.by(&provider, "facebook").await;
    assert_refused(&again.add_session(&code, None).await, "not_registered");
    let link = app.mail(UNKNOWN, "verify_email").await.link("/verify-email");
    again.is_in(&again.call("auth/email-verify", link).await, UNKNOWN).await;
    let mut later = Visit::new(&app).await;
    let code = later.by(&provider, "facebook").await;
    later.is_in(&later.add_session(&code, None).await, UNKNOWN).await;
}

/// AUTH-04, T21: the account's owner connects it by its password; the mailbox's owner by the other site's own word.
#[tokio::test]
async fn an_owner_connects_their_account_where_it_is_not_told() {
    let (app, provider) = start_by_mail().await;
    provider.is_visited_by(person(WITH_PASSWORD));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "facebook").await;
    visit.is_in(&visit.add_session(&code, Some(PASSWORD)).await, WITH_PASSWORD).await;
    provider.is_visited_by(person(WITHOUT_PASSWORD));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;
    visit.is_in(&visit.add_session(&code, None).await, WITHOUT_PASSWORD).await;
}

/// T19, T21: a stranger's way in to an account that nobody had confirmed ends when the owner of the mailbox takes it.
#[tokio::test]
async fn a_strangers_way_in_ends_with_the_owners_first_proof() {
    let (app, provider) = start_by_mail().await;
    provider.is_visited_by(person(UNKNOWN));
    let mut stranger = Visit::new(&app).await;
    let code = stranger.by(&provider, "facebook").await;
    assert_eq!(stranger.call("v2/auth/register", json!({ "code": code, "terms": true })).await.status, StatusCode::OK);
    assert_eq!(app.count("identities").await, 1);
    let asked = app.demo().post_solved("auth/password-reset-request", json!({ "email": UNKNOWN })).await;
    assert_eq!(asked.status, StatusCode::OK);
    let mut link = app.mail(UNKNOWN, "reset_password").await.link("/password-reset");
    link["api_key"] = app.demo().api_key().await.into();
    (link["password"], link["password_confirmation"]) = ("kettle & moss".into(), "kettle & moss".into());
    assert_eq!(app.demo().post("auth/password-reset", &link).await.status, StatusCode::OK);
    assert_eq!(app.count("identities").await, 0);
    let mut stranger = Visit::new(&app).await;
    let code = stranger.by(&provider, "facebook").await;
    assert_refused(&stranger.add_session(&code, None).await, "not_registered");
    assert_eq!(app.count("sessions").await, 0);
}
