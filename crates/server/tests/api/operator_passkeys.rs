//! Passkeys of operators, with the device of the members' tests.

use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::PASSWORD;

use crate::app::{Answer, Client, TestApp};
use crate::console::{ORIGIN, audit, channel, get, hired, log_in, post};
use crate::me::{delete, send};
use crate::passkeys::Device;

async fn begin(client: &Client) -> Value {
    let answer = post(client, "me/passkeys/begin", json!({})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

async fn add(client: &Client, question: &Value, name: &str, credential: Value) -> Answer {
    let body = json!({ "ticket": question["ticket"], "name": name, "credential": credential });
    post(client, "me/passkeys", body).await
}

async fn enrol(client: &Client) -> Device {
    let (mut device, question) = (Device::new(), begin(client).await);
    let made = add(client, &question, " Phone ", device.make(&question)).await;
    assert_eq!((made.status, &made.body["data"]["name"]), (StatusCode::OK, &json!("Phone")), "{}", made.body);
    device
}

async fn ask(client: &Client) -> Value {
    post(client, "login/passkey/begin", json!({})).await.body["data"].clone()
}

async fn prove(client: &Client, question: &Value, credential: Value) -> Answer {
    post(client, "login/passkey", json!({ "ticket": question["ticket"], "credential": credential })).await
}

async fn log_in_with(app: &TestApp, device: &mut Device) -> Answer {
    let question = ask(&app.demo()).await;
    prove(&app.demo(), &question, device.prove(&question)).await
}

fn assert_refused(answer: &Answer) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!("passkey_failed")));
    assert!(!answer.headers.contains_key("set-cookie"));
}

/// OPS-01, T27: a passkey finishes a login after the password, and logs in without one; removed, it does neither.
#[tokio::test]
async fn a_passkey_logs_its_operator_in() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    let question = begin(&owner).await;
    let options = &question["options"]["publicKey"];
    assert_eq!(options["rp"], json!({ "id": "demo.test", "name": "demo sports" }));
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    let [mut device, mut other] = [enrol(&owner).await, enrol(&clerk).await];
    let listed = get(&owner, "me/passkeys").await.body["data"].clone();
    assert_eq!((&listed[0]["host"], &listed[0]["last_used_at"]), (&json!("demo.test"), &Value::Null));
    assert_eq!(listed.as_array().unwrap().len(), 1);

    let asked = log_in(&app.demo(), "owner@demo.test", PASSWORD).await;
    assert_eq!((asked.status, &asked.body["factors"]), (StatusCode::FORBIDDEN, &json!(["passkey"])));
    let browser = app.demo().keeping(&asked.headers);
    let question = ask(&browser).await;
    let entered = prove(&browser, &question, device.prove(&question)).await;
    assert_eq!(entered.body["data"]["operator"]["email"], "owner@demo.test", "{}", entered.body);
    assert_eq!(get(&app.demo().keeping(&entered.headers), "me").await.status, StatusCode::OK);
    assert_eq!(log_in_with(&app, &mut device).await.body["data"]["operator"]["email"], "owner@demo.test");
    assert_eq!(log_in_with(&app, &mut other).await.body["data"]["operator"]["email"], "clerk@demo.test");
    assert!(get(&owner, "me/passkeys").await.body["data"][0]["last_used_at"].is_i64());

    let one = format!("me/passkeys/{}", listed[0]["id"]);
    assert_eq!(delete(&clerk, &one, json!({})).await.status, StatusCode::NOT_FOUND);
    assert_eq!(delete(&owner, &one, json!({})).await.body["data"], json!({ "removed": true }));
    assert_refused(&log_in_with(&app, &mut device).await);
    assert_eq!(log_in(&app.demo(), "owner@demo.test", PASSWORD).await.status, StatusCode::OK, "no factor is left");
    assert_eq!(log_in_with(&app, &mut other).await.status, StatusCode::OK);
    app.database.execute("UPDATE operators SET disabled_at = 1").await;
    assert_refused(&log_in_with(&app, &mut other).await);
    let said: Vec<_> = audit(&app).await.into_iter().map(|(action, ..)| action).collect();
    for (action, times) in [("add_passkey", 2), ("remove_passkey", 1), ("log_in_failed", 2)] {
        assert_eq!(said.iter().filter(|said| *said == action).count(), times, "{action}");
    }
}

/// T26, T27: a passkey of another host, of another operator or of a fan opens nothing, and no question is answered twice.
#[tokio::test]
async fn wrong_passkey_does_not_log_an_operator_in() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    let mut device = enrol(&owner).await;
    let sessions = app.count("operator_sessions").await;

    device.site = "https://other.test";
    let other = app.at("other.test");
    let at_other = async |call: &str, body: Value| {
        let request = other.request(Method::POST, &format!("/console/api/{call}"));
        let answer = request.header("origin", "https://other.test").json(&body).send().await.unwrap();
        answer.json::<Value>().await.unwrap()
    };
    let question = at_other("login/passkey/begin", json!({})).await["data"].clone();
    assert_eq!(question["options"]["publicKey"]["rpId"], "other.test");
    let answer = json!({ "ticket": question["ticket"], "credential": device.prove(&question) });
    assert_eq!(at_other("login/passkey", answer).await["code"], "passkey_failed");
    let asked = at_other("login", json!({ "email": "owner@demo.test", "password": PASSWORD })).await;
    assert_eq!((&asked["code"], &asked["factors"]), (&json!("second_factor_required"), &json!([])));
    assert_refused(&prove(&app.demo(), &question, device.prove(&question)).await);
    device.site = ORIGIN;

    let question = ask(&app.demo()).await;
    device.flags = 0b001;
    assert_refused(&prove(&app.demo(), &question, device.prove(&question)).await);
    device.flags = 0b101;
    let (first, second) = (ask(&app.demo()).await, ask(&app.demo()).await);
    assert_refused(&prove(&app.demo(), &first, device.prove(&second)).await);
    assert_refused(&prove(&app.demo(), &first, device.prove(&first)).await);
    app.clock.advance(5 * Timestamp::MINUTE);
    assert_refused(&prove(&app.demo(), &second, device.prove(&second)).await);
    assert_eq!(app.count("operator_sessions").await, sessions);

    let question = begin(&owner).await;
    assert_refused(&add(&clerk, &question, "Phone", Device::new().make(&question)).await);
    assert_refused(&add(&owner, &question, "Phone", Device::new().make(&question)).await);
    let question = ask(&app.demo()).await;
    let proof = device.prove(&question);
    assert_eq!(prove(&app.demo(), &question, proof.clone()).await.status, StatusCode::OK);
    assert_refused(&prove(&app.demo(), &question, proof).await);
    assert_eq!(app.count("operator_sessions").await, sessions + 1);
}

/// OPS-01: the last passkey stays while a channel requires a second factor; recovery codes stand in for it.
#[tokio::test]
async fn the_last_passkey_stays_where_one_is_required() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    enrol(&owner).await;
    enrol(&owner).await;
    let security = format!("channels/{}/security", channel(&app, "demo").await);
    let required = send(&owner, Method::PUT, &security, json!({ "requires_second_factor": true })).await;
    assert_eq!(required.status, StatusCode::OK, "{}", required.body);
    let codes = post(&owner, "me/recovery-codes", json!({})).await.body["data"]["codes"].clone();
    let listed = get(&owner, "me/passkeys").await.body["data"].clone();
    let remove = async |at: usize| delete(&owner, &format!("me/passkeys/{}", listed[at]["id"]), json!({})).await;
    assert_eq!(remove(0).await.status, StatusCode::OK);
    assert_eq!(remove(1).await.body["code"], "last_second_factor");

    let asked = log_in(&app.demo(), "owner@demo.test", PASSWORD).await;
    assert_eq!(asked.body["factors"], json!(["passkey", "recovery_code"]));
    let browser = app.demo().keeping(&asked.headers);
    let entered = post(&browser, "login/code", json!({ "code": codes[0] })).await;
    assert_eq!(entered.status, StatusCode::OK, "{}", entered.body);
}
