//! Logging in while others guess.

use std::collections::BTreeMap;

use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{PASSWORD, account};

use crate::app::{Answer, Client, TestApp};

async fn log_in(client: &Client, email: &str, password: &str, token: Option<String>) -> Answer {
    let key = client.api_key().await;
    let body = json!({ "api_key": key, "email": email, "password": password, "recaptcha_token": token });
    client.post("v2/auth/login", &body).await
}

/// How often each answer came.
async fn guess(client: &Client, tries: usize, email: impl Fn(usize) -> String, solve: bool) -> BTreeMap<String, usize> {
    let mut said = BTreeMap::new();
    let key = client.api_key().await;
    for n in 0..tries {
        let mut body = json!({ "api_key": key, "email": email(n), "password": format!("guess {n}") });
        let mut answer = client.post("v2/auth/login", &body).await;
        if solve && answer.body["code"] == "captcha_required" {
            body["recaptcha_token"] = client.solve_captcha().await.into();
            answer = client.post("v2/auth/login", &body).await;
        }
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=900).contains(&wait), "{wait}");
        }
        *said.entry(answer.body["code"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    said
}

/// AUTH-02, AUTH-11, T18: after three failures a captcha is asked for, even with the right password; then it is taken.
#[tokio::test]
async fn a_captcha_is_asked_for_after_failures() {
    let app = TestApp::start().await;
    for email in ["fan@demo.test", "rival@demo.test"] {
        app.account_create("demo", account(email)).await;
    }
    // Nobody is there, and it is the same.
    for email in ["fan@demo.test", "nobody@demo.test"] {
        for _ in 0..3 {
            assert_eq!(log_in(&app.demo(), email, "wrong", None).await.body["code"], "wrong_auth_data");
        }
        let asked = log_in(&app.demo(), email, PASSWORD, None).await;
        assert_eq!(asked.status, StatusCode::BAD_REQUEST);
        let expected = json!({
            "message": "recaptcha token required",
            "code": "captcha_required",
            "errors": { "recaptcha_token": ["recaptcha token required"] },
            "problems": [{
                "field": "recaptcha_token",
                "code": "captcha_required",
                "params": {},
                "message": "recaptcha token required"
            }]
        });
        assert_eq!(asked.body, expected);
        let wrong = log_in(&app.demo(), email, PASSWORD, Some("made up".into())).await;
        assert_eq!(wrong.body["errors"]["recaptcha_token"][0], "recaptcha token invalid");
    }
    assert_eq!(log_in(&app.demo(), "rival@demo.test", PASSWORD, None).await.status, StatusCode::OK);
    let token = app.demo().solve_captcha().await;
    assert_eq!(log_in(&app.demo(), "fan@demo.test", PASSWORD, Some(token)).await.status, StatusCode::OK);
    let after = log_in(&app.demo(), "fan@demo.test", PASSWORD, None).await;
    assert_eq!(after.status, StatusCode::OK, "nothing is held against the account any more");
}

/// T18: a thousand wrong passwords for one account are not looked at but for a few, captchas solved or not. Its owner
/// gets in with a browser that was used before, and nobody else is held up.
#[tokio::test]
async fn a_thousand_guesses_at_an_account_are_throttled() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.account_create("demo", account("rival@demo.test")).await;
    let before = log_in(&app.demo(), "fan@demo.test", PASSWORD, None).await;
    let owner = app.demo().keeping(&before.headers);
    let rival = log_in(&app.demo(), "rival@demo.test", PASSWORD, None).await;

    let said = guess(&app.demo(), 1_000, |_| "fan@demo.test".into(), true).await;
    assert!((5..20).contains(&said["wrong_auth_data"]), "{said:?}");
    assert!(said["too_many"] > 900, "{said:?}");

    let stranger = log_in(&app.demo(), "FAN@demo.test ", PASSWORD, None).await;
    // A wait may have ended just then: the first to come after it still has a captcha to solve.
    let code = stranger.body["code"].as_str().unwrap();
    let is_held_up = ["too_many", "captcha_required"].contains(&code);
    assert!(is_held_up, "another spelling and the right password change nothing: {}", stranger.body);
    let let_in = log_in(&owner, "fan@demo.test", PASSWORD, None).await;
    assert_eq!(let_in.status, StatusCode::OK, "{}", let_in.body);
    let foreign = app.demo().keeping(&rival.headers);
    let refused = guess(&foreign, 30, |_| "fan@demo.test".into(), true).await;
    assert!(
        refused.get("wrong_auth_data").is_none_or(|count| *count < 20),
        "a cookie of another account opens no tries: {refused:?}"
    );
}

/// T18: a known browser has a few tries of its own; it is no way to guess on.
#[tokio::test]
async fn a_known_browser_does_not_guess_for_ever() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let owner = app.demo().keeping(&log_in(&app.demo(), "fan@demo.test", PASSWORD, None).await.headers);
    let said = guess(&owner, 200, |_| "fan@demo.test".into(), true).await;
    assert!((5..10).contains(&said["wrong_auth_data"]), "{said:?}");
}

/// T18: a thousand wrong passwords from one address, each for another account, are throttled as well.
#[tokio::test]
async fn a_thousand_guesses_from_an_address_are_throttled() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let owner = app.demo().keeping(&log_in(&app.demo(), "fan@demo.test", PASSWORD, None).await.headers);
    let without = guess(&app.demo(), 20, |n| format!("fan{n}@demo.test"), false).await;
    assert_eq!(without["wrong_auth_data"], 10, "{without:?}");
    let said = guess(&app.demo(), 1_000, |n| format!("rival{n}@demo.test"), true).await;
    assert!(said["wrong_auth_data"] < 60, "{said:?}");
    let let_in = log_in(&owner, "fan@demo.test", PASSWORD, None).await;
    assert_eq!(let_in.status, StatusCode::OK, "{}", let_in.body);
}

/// AUTH-02: the right password costs nothing, however often; a logged-in member is told so.
#[tokio::test]
async fn the_right_password_is_free() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let mut last = Value::Null;
    for _ in 0..12 {
        let answer = log_in(&app.demo(), "fan@demo.test", PASSWORD, None).await;
        assert_eq!(answer.status, StatusCode::OK);
        last = answer.body["data"]["api_key"].clone();
    }
    let again = app.demo().log_in(last.as_str().unwrap(), "fan@demo.test", PASSWORD).await;
    assert_eq!(
        (&again.body["message"], &again.body["code"]),
        (&json!("already logged in"), &json!("already_logged_in"))
    );
}

/// What fifty logins to one account get that come at once.
async fn crowd(app: &TestApp, password: &str) -> BTreeMap<String, usize> {
    let key = app.demo().api_key().await;
    let mut crowd = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let (client, key, password) = (app.demo(), key.clone(), password.to_owned());
        crowd.spawn(async move { client.log_in(&key, "fan@demo.test", &password).await });
    }
    let mut said = BTreeMap::new();
    for answer in crowd.join_all().await {
        *said.entry(answer.body["code"].as_str().unwrap_or("let in").to_owned()).or_default() += 1;
    }
    said
}

/// AUTH-02, T18: right passwords that come at once are all let in; of wrong ones no more are looked at than of those
/// that come one after the other.
#[tokio::test]
async fn concurrent_logins_are_judged_like_sequential_ones() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    assert_eq!(crowd(&app, PASSWORD).await, BTreeMap::from([("let in".to_owned(), 50)]));

    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let said = crowd(&app, "wrong").await;
    assert_eq!(said, BTreeMap::from([("captcha_required".to_owned(), 47), ("wrong_auth_data".to_owned(), 3)]));
}

/// T18, T56: guesses at an account do not make its owner wait, who solves a captcha; wrong passwords that come with one
/// are still few.
#[tokio::test]
async fn a_solved_captcha_lets_the_owner_past_the_guesses_of_others() {
    let app = TestApp::start().await;
    for email in ["fan@demo.test", "rival@demo.test"] {
        app.account_create("demo", account(email)).await;
    }
    let said = guess(&app.demo(), 5, |_| "fan@demo.test".into(), true).await;
    assert_eq!(said, BTreeMap::from([("wrong_auth_data".to_owned(), 5)]));
    let asked = log_in(&app.demo(), "fan@demo.test", PASSWORD, None).await;
    assert_eq!((asked.status, &asked.body["code"]), (StatusCode::BAD_REQUEST, &json!("captcha_required")));
    let token = app.demo().solve_captcha().await;
    let wrong = log_in(&app.demo(), "fan@demo.test", "wrong", Some(token.clone())).await;
    assert_eq!(wrong.body["code"], "wrong_auth_data");
    let again = log_in(&app.demo(), "fan@demo.test", PASSWORD, Some(token)).await;
    assert_eq!(again.body["code"], "captcha_invalid", "each is good once");
    assert_eq!(log_in(&app.demo(), "rival@demo.test", PASSWORD, None).await.status, StatusCode::OK);
    let token = app.demo().solve_captcha().await;
    let let_in = log_in(&app.demo(), "fan@demo.test", PASSWORD, Some(token)).await;
    assert_eq!(let_in.status, StatusCode::OK, "{}", let_in.body);
    assert_eq!(log_in(&app.demo(), "fan@demo.test", PASSWORD, None).await.status, StatusCode::OK);
}

/// T56: guesses do not keep out a member asked for the password again, or with a code from their mail.
#[tokio::test]
async fn other_proofs_are_not_kept_out_by_guesses() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    app.account_create("demo", account("rival@demo.test")).await;
    app.demo().post_solved("auth/login-code", json!({ "email": "fan@demo.test" })).await;
    let code = app.mail("fan@demo.test", "login_code").await.code();
    let said = guess(&app.demo(), 5, |_| "fan@demo.test".into(), true).await;
    assert_eq!(said, BTreeMap::from([("wrong_auth_data".to_owned(), 5)]));
    let change = json!({ "_method": "patch", "email": "new@demo.test", "current_password": PASSWORD });
    let changed = fan.post("profile", change).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.body);

    // Which was right, so that nothing was held against the account any more.
    guess(&app.demo(), 5, |_| "fan@demo.test".into(), true).await;
    let confirm = async |email: &str| {
        let body = json!({ "api_key": app.demo().api_key().await, "email": email, "code": code });
        app.demo().post("auth/login-code/confirm", &body).await
    };
    let let_in = confirm("fan@demo.test").await;
    assert_eq!(let_in.status, StatusCode::OK, "{}", let_in.body);
    assert_eq!(confirm("rival@demo.test").await.body["code"], "wrong_code");
}
