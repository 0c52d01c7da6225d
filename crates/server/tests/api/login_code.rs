//! Logging in with a code from a mail.

use domain::time::Timestamp;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{PASSWORD, account};

use crate::app::{Answer, Client, TestApp};

async fn ask(app: &TestApp, email: &str) -> Answer {
    app.demo().post_solved("auth/login-code", json!({ "email": email })).await
}

/// The code that was sent last.
async fn code(app: &TestApp, email: &str) -> String {
    assert_eq!(ask(app, email).await.body["data"], json!({ "sent": true }));
    app.last_mail(email, "login_code").await.unwrap().code()
}

async fn confirm(client: &Client, email: &str, code: &str) -> Answer {
    let body = json!({ "api_key": client.api_key().await, "email": email, "code": code });
    client.post("auth/login-code/confirm", &body).await
}

/// Another code of six digits.
fn wrong(code: &str, n: u32) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1 + n) % 1_000_000)
}

fn assert_wrong(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.body);
    let expected = json!({
        "message": "The code is wrong or has expired",
        "code": "wrong_code",
        "errors": { "code": ["The code is wrong or has expired"] },
        "problems": [
            { "field": "code", "code": "wrong_code", "params": {}, "message": "The code is wrong or has expired" }
        ]
    });
    assert_eq!(answer.body, expected);
}

/// AUTH-02, T22: a code logs in once, under a new key, and confirms the address that it was sent to.
#[tokio::test]
async fn a_code_logs_in_once() {
    let app = TestApp::start().await;
    let mut new = account("fan@demo.test");
    new.password = None;
    new.email_verified_at = None;
    app.account_create("demo", new).await;
    let code = code(&app, "fan@demo.test").await;
    let typed = format!(" {} {} ", &code[..3], &code[3..]);
    let answer = confirm(&app.demo(), "FAN@demo.test", &typed).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert_eq!(answer.body["data"]["user"]["email_verified"], true);
    let key = answer.body["data"]["api_key"].as_str().unwrap();
    assert_eq!(app.demo().get(&format!("profile?api_key={key}")).await.body["data"]["email"], "fan@demo.test");
    app.mail("fan@demo.test", "welcome").await;
    assert_wrong(&confirm(&app.demo(), "fan@demo.test", &code).await);
}

/// T18: a code has five tries, also when they come at once, and ten minutes; only the last one that was sent is good.
#[tokio::test]
async fn a_code_has_five_tries_and_ten_minutes() {
    let app = TestApp::start().await;
    for email in ["fan@demo.test", "rival@demo.test", "third@demo.test", "fourth@demo.test"] {
        app.account_create("demo", account(email)).await;
    }
    let first = code(&app, "fan@demo.test").await;
    for n in 0..4 {
        assert_wrong(&confirm(&app.demo(), "fan@demo.test", &wrong(&first, n)).await);
    }
    assert_eq!(confirm(&app.demo(), "fan@demo.test", &first).await.status, StatusCode::OK, "the fifth is right");

    let second = code(&app, "rival@demo.test").await;
    let client = app.demo();
    let guesses = (0..5).map(|n| {
        let (client, guess) = (client.clone(), wrong(&second, n));
        tokio::spawn(async move { confirm(&client, "rival@demo.test", &guess).await.status })
    });
    for guess in guesses.collect::<Vec<_>>() {
        assert_eq!(guess.await.unwrap(), StatusCode::BAD_REQUEST);
    }
    let after = confirm(&app.demo(), "rival@demo.test", &second).await;
    assert_ne!(after.status, StatusCode::OK, "{}", after.body);

    let (older, newer) = (code(&app, "third@demo.test").await, code(&app, "third@demo.test").await);
    if older != newer {
        assert_wrong(&confirm(&app.demo(), "third@demo.test", &older).await);
    }
    assert_eq!(confirm(&app.demo(), "third@demo.test", &newer).await.status, StatusCode::OK);

    app.clock.stop();
    let newest = code(&app, "third@demo.test").await;
    app.clock.advance(Timestamp::SECOND);
    let younger = code(&app, "fourth@demo.test").await;
    app.clock.advance(10 * Timestamp::MINUTE - Timestamp::SECOND);
    assert_wrong(&confirm(&app.demo(), "third@demo.test", &newest).await);
    let in_time = confirm(&app.demo(), "fourth@demo.test", &younger).await;
    assert_eq!(in_time.status, StatusCode::OK, "a second is left: {}", in_time.body);
}

/// T18: asking for one code after the other does not buy guesses without end.
#[tokio::test]
async fn guessing_codes_is_throttled() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let mut guesses = 0;
    'asked: for _ in 0..5 {
        let code = code(&app, "fan@demo.test").await;
        for n in 0..5 {
            let answer = confirm(&app.demo(), "fan@demo.test", &wrong(&code, n)).await;
            if answer.status == StatusCode::TOO_MANY_REQUESTS {
                break 'asked;
            }
            assert_wrong(&answer);
            guesses += 1;
        }
    }
    assert!((5..10).contains(&guesses), "{guesses}");
    assert_eq!(ask(&app, "fan@demo.test").await.status, StatusCode::OK);
}

/// An unknown address gets the same answers, and no mail. A code is of one address and one channel.
#[tokio::test]
async fn an_unknown_address_is_not_told() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.account_create("demo", account("rival@demo.test")).await;
    app.account_create("other", account("fan@demo.test")).await;
    let answer = ask(&app, "nobody@demo.test").await;
    assert_eq!((answer.status, &answer.body["data"]), (StatusCode::OK, &json!({ "sent": true })));
    assert!(app.mails("nobody@demo.test").await.is_empty());
    assert_wrong(&confirm(&app.demo(), "nobody@demo.test", "000000").await);
    let code = code(&app, "fan@demo.test").await;
    assert_wrong(&confirm(&app.demo(), "rival@demo.test", &code).await);
    assert_wrong(&confirm(&app.at("other.test"), "fan@demo.test", &code).await);
    for odd in ["", "12345", "not a code", &"1".repeat(10_000)] {
        assert_wrong(&confirm(&app.demo(), "rival@demo.test", odd).await);
    }
    assert_wrong(&confirm(&app.demo(), "not an address", &code).await);
    assert_eq!(confirm(&app.demo(), "fan@demo.test", &code).await.status, StatusCode::OK);
}

/// AUTH-02: a logged-in member needs no code.
#[tokio::test]
async fn login_code_is_refused_to_a_logged_in_member() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let body: Value = json!({ "email": "fan@demo.test", "code": "123456" });
    for call in ["auth/login-code", "auth/login-code/confirm"] {
        assert_eq!(fan.post(call, body.clone()).await.body["message"], "already logged in");
    }
    assert_eq!(app.demo().log_in(&app.demo().api_key().await, "fan@demo.test", PASSWORD).await.status, StatusCode::OK);
}
