//! The operator's own account: name, password and sessions.

use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::PASSWORD;

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, at_console, audit, get, hire, hired, log_in, post};

const NEW_PASSWORD: &str = "a long walk to kick-off";

pub async fn send(client: &Client, method: Method, call: &str, body: Value) -> Answer {
    let name = method.as_str().to_lowercase();
    let request = client.request(method, &format!("/console/api/{call}")).header("origin", ORIGIN).json(&body);
    checked(&CONSOLE, &name, call, request.send().await.unwrap()).await
}

pub async fn delete(client: &Client, call: &str, body: Value) -> Answer {
    send(client, Method::DELETE, call, body).await
}

async fn sessions(client: &Client) -> Vec<Value> {
    get(client, "me/sessions").await.body["data"].as_array().unwrap().clone()
}

/// OPS-01: an operator sees and changes their own name, and nobody else's.
#[tokio::test]
async fn an_operator_has_a_name() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    let me = get(&owner, "me").await.body["data"].clone();
    assert_eq!((&me["email"], &me["name"]), (&json!("owner@demo.test"), &json!("Olive Owner")));
    assert_eq!(me["authenticator_since"], Value::Null);
    assert_eq!((&me["passkeys"], &me["recovery_codes_left"]), (&json!(0), &json!(0)));

    let renamed = send(&owner, Method::PATCH, "me", json!({ "name": " Zoë Ødegård " })).await;
    assert_eq!(renamed.body["data"]["name"], "Zoë Ødegård");
    assert_eq!(get(&owner, "session").await.body["data"]["operator"]["name"], "Zoë Ødegård");
    assert_eq!(get(&clerk, "me").await.body["data"]["name"], "Olive Owner");
    for wrong in ["", "  ", &"a".repeat(65), "<b>", "a\nb"] {
        let refused = send(&owner, Method::PATCH, "me", json!({ "name": wrong })).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    assert_eq!(get(&owner, "me").await.body["data"]["name"], "Zoë Ødegård");
    assert_eq!(audit(&app).await.iter().filter(|(action, ..)| action == "change_name").count(), 1);
}

/// T18, T27: a new password needs the present one, and ends the operator's other sessions, and nobody else's.
#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let elsewhere = at_console(&app, "owner@demo.test").await;
    let clerk = hired(&app, "clerk@demo.test", Role::Owner).await;
    let change = async |now: &str, new: &str| {
        post(&owner, "me/password", json!({ "current_password": now, "password": new })).await
    };
    assert_eq!(change("wrong", NEW_PASSWORD).await.problems(), [json!(["current_password", "wrong_password", {}])]);
    for weak in ["", "short", "password", &"a".repeat(129)] {
        let refused = change(PASSWORD, weak).await;
        assert_eq!((refused.status, refused.problems()[0][0].as_str()), (StatusCode::BAD_REQUEST, Some("password")));
    }
    assert_eq!(get(&elsewhere, "me").await.status, StatusCode::OK, "nothing has changed");

    assert_eq!(change(PASSWORD, NEW_PASSWORD).await.status, StatusCode::OK);
    assert_eq!(get(&elsewhere, "me").await.status, StatusCode::UNAUTHORIZED);
    for untouched in [&owner, &clerk] {
        assert_eq!(get(untouched, "me").await.status, StatusCode::OK);
    }
    assert_eq!(log_in(&app.demo(), "owner@demo.test", PASSWORD).await.body["code"], "wrong_auth_data");
    assert_eq!(log_in(&app.demo(), "owner@demo.test", NEW_PASSWORD).await.status, StatusCode::OK);
    assert_eq!(log_in(&app.demo(), "clerk@demo.test", PASSWORD).await.status, StatusCode::OK);
    assert_eq!(audit(&app).await.iter().filter(|(action, ..)| action == "change_password").count(), 1);

    for _ in 0..5 {
        assert_eq!(change("wrong", NEW_PASSWORD).await.status, StatusCode::BAD_REQUEST);
    }
    assert_eq!(change(NEW_PASSWORD, PASSWORD).await.status, StatusCode::TOO_MANY_REQUESTS, "T18");
}

/// T27: a session that its operator ends is refused at once; no operator ends another's.
#[tokio::test]
async fn an_operator_ends_their_sessions() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    app.clock.advance(Timestamp::MINUTE);
    let [phone, laptop] = [at_console(&app, "owner@demo.test").await, at_console(&app, "owner@demo.test").await];
    hire(&app, "clerk@demo.test", "demo", Role::Support).await;
    let clerk = at_console(&app, "clerk@demo.test").await;
    let listed = sessions(&owner).await;
    assert_eq!(listed.len(), 3);
    assert_eq!(
        listed.iter().map(|session| session["current"].as_bool().unwrap()).collect::<Vec<_>>(),
        [false, false, true]
    );
    assert_eq!(sessions(&clerk).await.len(), 1);
    assert_eq!(listed[0]["country"], Value::Null, "this machine is in no country");
    app.database.execute("UPDATE operator_sessions SET country = 'BG'").await;
    assert_eq!(sessions(&owner).await[0]["country"], "BG");
    let of = async |client: &Client| {
        let all = sessions(client).await;
        all.iter().find(|session| session["current"] == true).unwrap()["id"].clone()
    };
    let one = format!("me/sessions/{}", of(&phone).await);
    assert_eq!(delete(&clerk, &one, json!({})).await.status, StatusCode::NOT_FOUND);
    let foreign = owner.request(Method::DELETE, &format!("/console/api/{one}")).header("origin", "https://evil.test");
    assert_eq!(foreign.send().await.unwrap().status(), StatusCode::FORBIDDEN, "T40");
    assert_eq!(get(&phone, "me").await.status, StatusCode::OK);
    assert_eq!(delete(&owner, &one, json!({})).await.body["data"], json!({ "ended": 1 }));
    assert_eq!(get(&phone, "me").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(delete(&owner, &one, json!({})).await.status, StatusCode::NOT_FOUND);

    assert_eq!(get(&laptop, "me").await.status, StatusCode::OK);
    assert_eq!(delete(&owner, "me/sessions", json!({})).await.body["data"], json!({ "ended": 1 }));
    assert_eq!(get(&laptop, "me").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(sessions(&owner).await.len(), 1);
    assert_eq!(get(&clerk, "me").await.status, StatusCode::OK);
    let ends: Vec<_> =
        audit(&app).await.into_iter().map(|(action, ..)| action).filter(|a| a.starts_with("end_")).collect();
    assert_eq!(ends, ["end_session", "end_other_sessions"]);
}
