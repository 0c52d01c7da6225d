//! What tells people from programs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::secret::Secret;
use reqwest::StatusCode;
use serde_json::{Value, json};
use server::config::RecaptchaConfig;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::app::{Client, TestApp, set_demo};

/// Every call that strangers knock with, filled in well.
fn doors() -> [(&'static str, Value); 4] {
    let fields = [("name", "Ada"), ("email", "ada@example.org"), ("message", "Hello")];
    let fields = fields.map(|(name, value)| json!({ "name": name, "value": value }));
    [
        (
            "v2/auth/register",
            json!({
                "first_name": "Ada", "last_name": "Lovelace", "email": "ada@demo.test",
                "password": "kettle & moss", "password_confirmation": "kettle & moss", "terms": true
            }),
        ),
        ("auth/password-reset-request", json!({ "email": "ada@demo.test" })),
        ("auth/login-code", json!({ "email": "ada@demo.test" })),
        ("custom-forms/contacts", json!({ "fields": fields })),
    ]
}

async fn knock(client: &Client, call: &str, body: &Value, token: Option<&str>) -> (StatusCode, Value) {
    let mut body = body.clone();
    body["api_key"] = client.api_key().await.into();
    body["recaptcha_token"] = token.into();
    let answer = client.post(call, &body).await;
    (answer.status, answer.body)
}

/// AUTH-11, T46: no token, a made-up one, one of another channel and one that was used before are refused everywhere.
#[tokio::test]
async fn anonymous_form_requires_a_fresh_challenge() {
    let app = TestApp::start().await;
    let mut used: Option<String> = None;
    for (call, body) in doors() {
        let (status, said) = knock(&app.demo(), call, &body, None).await;
        assert_eq!((status, &said["message"]), (StatusCode::BAD_REQUEST, &json!("recaptcha token required")), "{call}");
        let foreign = app.at("other.test").solve_captcha().await;
        for token in [Some("made up"), Some(foreign.as_str()), used.as_deref()].into_iter().flatten() {
            let (status, said) = knock(&app.demo(), call, &body, Some(token)).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{call}");
            assert_eq!(said["errors"]["recaptcha_token"], json!(["recaptcha token invalid"]), "{call} {token}");
        }
        let token = app.demo().solve_captcha().await;
        let (status, said) = knock(&app.demo(), call, &body, Some(&token)).await;
        assert_eq!(status, StatusCode::OK, "{call} {said}");
        used = Some(token);
    }
}

/// AUTH-11: a riddle is as ALTCHA has it, with a time and an amount of work.
#[tokio::test]
async fn challenge_has_an_expiry_and_an_amount_of_work() {
    let app = TestApp::start_with(|config| config.captcha.work = 1234).await;
    let answer = app.demo().get_keyed("captcha").await;
    assert_eq!(answer.headers["cache-control"], "no-store");
    let challenge = &answer.body["data"]["challenge"];
    assert_eq!((&challenge["algorithm"], &challenge["maxnumber"]), (&json!("SHA-256"), &json!(1234)));
    assert_eq!(challenge["challenge"].as_str().unwrap().len(), 64);
    assert!(challenge["salt"].as_str().unwrap().contains("?expires="), "{challenge}");
}

/// AUTH-11: members are known, and are not asked when they write.
#[tokio::test]
async fn members_are_not_asked_when_they_write() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let [.., (call, body)] = doors();
    assert_eq!(fan.post(call, body).await.status, StatusCode::OK);
}

/// AUTH-11: at a demo on one's own machine nothing is asked.
#[tokio::test]
async fn demo_requires_no_captcha_on_its_own_machine() {
    let app = TestApp::start_with(|config| set_demo(config, true)).await;
    assert_eq!(app.demo().get_keyed("captcha").await.body["data"], json!({ "kind": "none" }));
    for (call, body) in doors() {
        let (status, said) = knock(&app.demo(), call, &body, None).await;
        assert_eq!(status, StatusCode::OK, "{call} {said}");
    }
}

/// AUTH-11, T48: a request through a proxy requires a captcha, even if the proxy stands at the same machine.
#[tokio::test]
async fn demo_requires_a_captcha_behind_a_proxy() {
    let app = TestApp::start_with(|config| set_demo(config, true)).await;
    for (name, value) in crate::mail::PASSED_ON {
        let client = app.demo().with_header(name, value);
        assert_eq!(client.get_keyed("captcha").await.body["data"]["kind"], "pow", "{name}");
        for (call, body) in doors() {
            let (_, said) = knock(&client, call, &body, None).await;
            assert_eq!(said["code"], "captcha_required", "{name} {call}");
        }
    }
}

/// Stands in for Google: takes the token `a person`, and counts how often it was asked.
async fn google(asked: Arc<AtomicUsize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/siteverify", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            asked.fetch_add(1, Ordering::SeqCst);
            let mut request = String::new();
            while !request.contains("response=") {
                let mut part = [0; 4096];
                let read = connection.read(&mut part).await.unwrap();
                request.push_str(std::str::from_utf8(&part[..read]).unwrap());
            }
            assert!(request.contains("secret=its+secret&response="), "{request}");
            let verdict = json!({ "success": request.ends_with("response=a+person") }).to_string();
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
                verdict.len()
            );
            connection.write_all(format!("{head}{verdict}").as_bytes()).await.unwrap();
        }
    });
    url
}

fn recaptcha(url: String) -> Option<RecaptchaConfig> {
    Some(RecaptchaConfig { site_key: "its site key".into(), secret_key: Secret::new("its secret".into()), url })
}

/// AUTH-11: with its keys configured, Google is asked instead, and its word is what counts.
#[tokio::test]
async fn google_is_asked_where_it_is_configured() {
    let asked = Arc::new(AtomicUsize::new(0));
    let url = google(asked.clone()).await;
    let app = TestApp::start_with(|config| config.captcha.recaptcha = recaptcha(url)).await;
    let offered = app.demo().get_keyed("captcha").await.body["data"].clone();
    assert_eq!(offered, json!({ "kind": "recaptcha", "site_key": "its site key" }));
    let page = app.demo().raw("/login").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("script-src 'self' https://www.google.com/recaptcha/ "), "{policy}");
    assert!(policy.contains("frame-src https://www.google.com/recaptcha/ "), "{policy}");
    let [(call, body), ..] = doors();
    assert_eq!(knock(&app.demo(), call, &body, None).await.1["message"], "recaptcha token required");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(knock(&app.demo(), call, &body, Some("a program")).await.1["message"], "recaptcha token invalid");
    assert_eq!(knock(&app.demo(), call, &body, Some("a person")).await.0, StatusCode::OK);
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

/// AUTH-11: while Google does not answer nobody is let through, and nobody is told that they are a program.
#[tokio::test]
async fn forms_return_503_while_google_is_away() {
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let app = TestApp::start_with(|config| config.captcha.recaptcha = recaptcha(format!("http://{gone}/"))).await;
    let [(call, body), ..] = doors();
    let (status, said) = knock(&app.demo(), call, &body, Some("a person")).await;
    assert_eq!((status, &said["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("unavailable")));
    assert!(app.mails("ada@demo.test").await.is_empty());
}
