//! The authenticator app, recovery codes, the second step of a login, and channels that require it.

use domain::operator::Role;
use domain::time::Timestamp;
use domain::totp::TotpKey;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::PASSWORD;

use crate::app::{Answer, Client, TestApp};
use crate::console::{administrator, at_console, audit, channel, get, hire, hired, log_in, post};
use crate::me::{delete, send};

const STEP: i64 = 30 * Timestamp::SECOND;

/// An operator's phone, with the codes that they have written down.
struct Phone {
    key: TotpKey,
    codes: Vec<String>,
}

impl Phone {
    fn code(&self, app: &TestApp) -> String {
        self.key.code_at(app.clock.now())
    }
}

/// Sets up the authenticator app of a logged-in operator. The clock stands still, at the next step.
async fn set_up(app: &TestApp, client: &Client) -> Phone {
    let begun = post(client, "me/authenticator", json!({})).await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    let key = TotpKey::typed(begun.body["data"]["key"].as_str().unwrap()).unwrap();
    let code = key.code_at(app.clock.now());
    let confirmed = post(client, "me/authenticator/confirm", json!({ "code": code })).await;
    assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.body);
    app.clock.advance(STEP);
    let codes = confirmed.body["data"]["codes"].as_array().unwrap();
    Phone { key, codes: codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect() }
}

/// The browser of an operator whose password was right, and what else they are asked for.
async fn first_step(client: &Client, email: &str) -> (Client, Value) {
    let answer = log_in(client, email, PASSWORD).await;
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::FORBIDDEN, &json!("second_factor_required")));
    (client.keeping(&answer.headers), answer.body["factors"].clone())
}

async fn enter(client: &Client, code: &str) -> Answer {
    post(client, "login/code", json!({ "code": code })).await
}

fn assert_wrong(answer: &Answer) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!("wrong_code")));
    assert!(!answer.headers.contains_key("set-cookie"));
}

async fn failures(app: &TestApp, email: &str) -> usize {
    let said = audit(app).await;
    said.iter().filter(|(action, subject, _)| action == "log_in_failed" && subject == email).count()
}

/// OPS-01, T27: an app is asked for once its first code has confirmed it; a right password alone then opens nothing. Each
/// code works once, for its operator, near its time.
#[tokio::test]
async fn an_authenticator_app_is_asked_for() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    let begun = post(&owner, "me/authenticator", json!({})).await.body["data"].clone();
    let address = begun["address"].as_str().unwrap();
    assert!(address.starts_with("otpauth://totp/demo%20sports:owner%40demo.test?secret="), "{address}");
    assert!(address.contains(begun["key"].as_str().unwrap()), "{address}");
    for wrong in ["", "000000", "abcdef", "12345"] {
        assert_wrong(&post(&owner, "me/authenticator/confirm", json!({ "code": wrong })).await);
    }
    at_console(&app, "owner@demo.test").await;

    let phone = set_up(&app, &owner).await;
    assert_eq!(phone.codes.len(), 10);
    let me = get(&owner, "me").await.body["data"].clone();
    assert_eq!((me["authenticator_since"].is_i64(), &me["recovery_codes_left"]), (true, &json!(10)));
    assert!(!me.to_string().contains(&phone.key.text()), "a secret is answered once");
    assert_eq!(post(&owner, "me/authenticator", json!({})).await.body["code"], "authenticator_exists");
    let other = set_up(&app, &clerk).await;

    let sessions = app.count("operator_sessions").await;
    let answer = log_in(&app.demo(), "owner@demo.test", PASSWORD).await;
    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap()).collect();
    assert_eq!(cookies.len(), 1, "{cookies:?}");
    assert!(cookies[0].starts_with("__Host-touchline-console-login="), "{cookies:?}");
    for part in ["Path=/", "Max-Age=300", "HttpOnly", "SameSite=Strict", "Secure"] {
        assert!(cookies[0].contains(&format!("; {part}")), "{cookies:?}");
    }
    let (browser, factors) = first_step(&app.demo(), "owner@demo.test").await;
    assert_eq!(factors, json!(["authenticator", "recovery_code"]));
    assert_eq!(get(&browser, "me").await.status, StatusCode::UNAUTHORIZED);
    assert_wrong(&enter(&browser, &other.code(&app)).await);
    assert_wrong(&enter(&browser, &phone.key.code_at(app.clock.now().plus(-2 * STEP))).await);
    assert_wrong(&enter(&browser, &phone.key.code_at(app.clock.now().plus(2 * STEP))).await);
    assert_eq!(app.count("operator_sessions").await, sessions);

    let code = phone.code(&app);
    let entered = enter(&browser, &format!(" {} {}", &code[..3], &code[3..])).await;
    assert_eq!(entered.status, StatusCode::OK, "{}", entered.body);
    assert_eq!(entered.body["data"]["operator"]["email"], "owner@demo.test");
    assert_eq!(get(&app.demo().keeping(&entered.headers), "me").await.status, StatusCode::OK);
    assert_eq!(enter(&browser, &other.code(&app)).await.body["code"], "login_expired", "the first step is used up");
    let (again, _) = first_step(&app.demo(), "owner@demo.test").await;
    assert_wrong(&enter(&again, &code).await);
    assert_wrong(&enter(&again, &phone.key.code_at(app.clock.now().plus(-STEP))).await);
    app.clock.advance(STEP);
    assert_wrong(&enter(&again, &code).await);
    assert_eq!(enter(&again, &phone.code(&app)).await.status, StatusCode::OK);
    assert_eq!((failures(&app, "owner@demo.test").await, failures(&app, "clerk@demo.test").await), (6, 0));
    let (theirs, _) = first_step(&app.demo(), "clerk@demo.test").await;
    assert_eq!(enter(&theirs, &other.code(&app)).await.status, StatusCode::OK);
}

/// T27: a recovery code logs in once, also when it comes twice at the same moment; new ones end the old.
#[tokio::test]
async fn a_recovery_code_works_once() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    let [phone, other] = [set_up(&app, &owner).await, set_up(&app, &clerk).await];
    let sessions = app.count("operator_sessions").await;
    let (one, _) = first_step(&app.demo(), "owner@demo.test").await;
    let (two, _) = first_step(&app.demo(), "owner@demo.test").await;
    assert_wrong(&enter(&one, &other.codes[0]).await);
    let both = tokio::join!(enter(&one, &phone.codes[0]), enter(&two, &phone.codes[0]));
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::BAD_REQUEST]);
    assert_eq!(app.count("operator_sessions").await, sessions + 1);

    let (again, _) = first_step(&app.demo(), "owner@demo.test").await;
    let typed = phone.codes[1].replace('-', " ").to_uppercase();
    assert_wrong(&enter(&again, &phone.codes[0]).await);
    assert_eq!(enter(&again, &typed).await.status, StatusCode::OK);
    assert_eq!(get(&owner, "me").await.body["data"]["recovery_codes_left"], 8);
    assert_eq!(get(&clerk, "me").await.body["data"]["recovery_codes_left"], 10);

    let new = post(&owner, "me/recovery-codes", json!({})).await.body["data"]["codes"].clone();
    assert_eq!(get(&owner, "me").await.body["data"]["recovery_codes_left"], 10);
    let (last, _) = first_step(&app.demo(), "owner@demo.test").await;
    assert_wrong(&enter(&last, &phone.codes[2]).await);
    assert_eq!(enter(&last, new[9].as_str().unwrap()).await.status, StatusCode::OK);
    assert_eq!(app.count("operator_recovery_codes WHERE length(code_hash) = 32").await, 20, "only hashes are stored");
}

/// T18, T27: wrong codes are slowed down as wrong passwords are, for their operator alone; a right password gives no new
/// tries.
#[tokio::test]
async fn wrong_codes_are_throttled() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    let [phone, other] = [set_up(&app, &owner).await, set_up(&app, &clerk).await];
    let known = log_in(&app.demo(), "nobody@demo.test", PASSWORD).await;
    assert_eq!(known.body["code"], "wrong_auth_data", "nothing says which addresses there are");
    for _ in 0..5 {
        let (browser, _) = first_step(&app.demo(), "owner@demo.test").await;
        assert_wrong(&enter(&browser, "000000").await);
    }
    let (browser, _) = first_step(&app.demo(), "owner@demo.test").await;
    let refused = enter(&browser, &phone.code(&app)).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let wait: i64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    let (theirs, _) = first_step(&app.demo(), "clerk@demo.test").await;
    assert_eq!(enter(&theirs, &other.code(&app)).await.status, StatusCode::OK, "nobody guessed at the clerk");
    app.clock.advance(wait * Timestamp::SECOND);
    assert_eq!(enter(&browser, &phone.code(&app)).await.status, StatusCode::OK);
    assert_eq!(failures(&app, "owner@demo.test").await, 5);
}

/// T19, T27: the first step is good for five minutes, in its browser, at its host, for its password and once.
#[tokio::test]
async fn a_first_step_does_not_last() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let phone = set_up(&app, &owner).await;
    let expired = async |client: &Client| {
        let answer = enter(client, &phone.code(&app)).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!("login_expired")));
    };
    expired(&app.demo()).await;
    expired(&app.demo().with_cookie("__Host-touchline-console-login=made-up")).await;
    let (browser, _) = first_step(&app.demo(), "owner@demo.test").await;
    let ticket = browser.cookie().unwrap().to_owned();
    let elsewhere = app.at("other.test").with_cookie(&ticket);
    let answer = elsewhere
        .request(Method::POST, "/console/api/login/code")
        .header("origin", "https://other.test")
        .json(&json!({ "code": phone.code(&app) }));
    assert_eq!(answer.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    let as_session = ticket.replace("console-login=", "console=");
    assert_eq!(get(&app.demo().with_cookie(&as_session), "me").await.status, StatusCode::UNAUTHORIZED);

    app.clock.advance(5 * Timestamp::MINUTE - 1);
    let (fresh, _) = first_step(&app.demo(), "owner@demo.test").await;
    app.clock.advance(1);
    expired(&browser).await;
    let new = json!({ "current_password": PASSWORD, "password": "a long walk to kick-off" });
    assert_eq!(post(&owner, "me/password", new).await.status, StatusCode::OK);
    expired(&fresh).await;
}

/// T27: how an operator logs in is changed only soon after a login, or with the password.
#[tokio::test]
async fn changes_of_the_login_need_the_password() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    app.clock.advance(10 * Timestamp::MINUTE - STEP - 1);
    let phone = set_up(&app, &owner).await;
    assert_eq!(post(&owner, "me/recovery-codes", json!({})).await.status, StatusCode::OK, "a moment is left");
    app.clock.advance(1);
    for (method, call) in [
        (Method::POST, "me/authenticator"),
        (Method::DELETE, "me/authenticator"),
        (Method::POST, "me/recovery-codes"),
        (Method::POST, "me/passkeys/begin"),
        (Method::DELETE, "me/passkeys/1"),
    ] {
        let unproven = send(&owner, method.clone(), call, json!({})).await;
        let told = (unproven.status, &unproven.body["code"]);
        assert_eq!(told, (StatusCode::FORBIDDEN, &json!("confirm_identity")), "{method} {call}");
    }
    let wrong = delete(&owner, "me/authenticator", json!({ "current_password": "wrong" })).await;
    assert_eq!(wrong.problems(), [json!(["current_password", "wrong_password", {}])]);
    first_step(&app.demo(), "owner@demo.test").await;
    let right = json!({ "current_password": PASSWORD });
    assert_eq!(delete(&owner, "me/authenticator", right.clone()).await.status, StatusCode::OK);
    assert_eq!(delete(&owner, "me/authenticator", right.clone()).await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&owner, "me").await.body["data"]["recovery_codes_left"], 0);
    assert_eq!(post(&owner, "me/recovery-codes", right).await.body["code"], "no_second_factor");
    at_console(&app, "owner@demo.test").await;
    let again = set_up(&app, &at_console(&app, "owner@demo.test").await).await;
    assert_ne!(again.key, phone.key);
}

/// OPS-01, T27: on a channel that requires a second factor every call waits for one; other channels do not.
#[tokio::test]
async fn a_channel_requires_a_second_factor() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    hire(&app, "clerk@demo.test", "demo", Role::Support).await;
    hire(&app, "clerk@demo.test", "other", Role::Support).await;
    let clerk = at_console(&app, "clerk@demo.test").await;
    let (demo, other) = (channel(&app, "demo").await, channel(&app, "other").await);
    let security = format!("channels/{demo}/security");
    let require = async |client: &Client, required: bool| {
        send(client, Method::PUT, &security, json!({ "requires_second_factor": required })).await
    };
    let refused = require(&owner, true).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("no_second_factor")));
    assert_eq!(require(&clerk, true).await.body["code"], "role_forbids");
    set_up(&app, &owner).await;
    for _ in 0..2 {
        assert_eq!(require(&owner, true).await.body["data"], json!({ "requires_second_factor": true }));
    }

    let flags = async |client: &Client| {
        let channels = get(client, "session").await.body["data"]["channels"].clone();
        let flag =
            |channel: &Value| [&channel["requires_second_factor"], &channel["needs_second_factor"]].map(|f| f == true);
        channels.as_array().unwrap().iter().map(flag).collect::<Vec<_>>()
    };
    assert_eq!(flags(&owner).await, [[true, false]]);
    assert_eq!(flags(&clerk).await, [[true, true], [false, false]]);
    for call in
        [format!("channels/{demo}/mails"), format!("channels/{demo}/orders"), format!("channels/{demo}/embedding")]
    {
        let closed = get(&clerk, &call).await;
        let told = (closed.status, &closed.body["code"]);
        assert_eq!(told, (StatusCode::FORBIDDEN, &json!("second_factor_required")), "{call}");
        assert_eq!(get(&owner, &call).await.status, StatusCode::OK, "{call}");
    }
    assert_eq!(require(&clerk, false).await.body["code"], "second_factor_required");
    assert_eq!(get(&clerk, &format!("channels/{other}/mails")).await.status, StatusCode::OK);
    let admin = administrator(&app).await;
    for call in ["hosts", "deletion"] {
        assert_eq!(
            get(&admin, &format!("channels/{demo}/{call}")).await.body["code"],
            "second_factor_required",
            "{call}"
        );
        assert_eq!(get(&admin, &format!("channels/{other}/{call}")).await.status, StatusCode::OK, "{call}");
    }

    let last = delete(&owner, "me/authenticator", json!({})).await;
    assert_eq!((last.status, &last.body["code"]), (StatusCode::BAD_REQUEST, &json!("last_second_factor")));
    assert!(last.body["message"].as_str().unwrap().contains("demo sports"), "{}", last.body);
    set_up(&app, &clerk).await;
    assert_eq!(flags(&clerk).await, [[true, false], [false, false]]);
    assert_eq!(get(&clerk, &format!("channels/{demo}/mails")).await.status, StatusCode::OK);
    assert_eq!(require(&owner, false).await.body["data"], json!({ "requires_second_factor": false }));
    assert_eq!(delete(&owner, "me/authenticator", json!({})).await.status, StatusCode::OK);
    let said = audit(&app).await;
    assert_eq!(
        said.iter().filter(|(action, ..)| action == "require_second_factor").count(),
        2,
        "the same again is none"
    );
}

/// OPS-01: an operator who is made again has lost their factors, and nobody else has.
#[tokio::test]
async fn an_operator_who_lost_everything_is_let_in_again() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    set_up(&app, &owner).await;
    set_up(&app, &clerk).await;
    hire(&app, "owner@demo.test", "demo", Role::Owner).await;
    let back = at_console(&app, "owner@demo.test").await;
    let me = get(&back, "me").await.body["data"].clone();
    assert_eq!((&me["authenticator_since"], &me["recovery_codes_left"]), (&Value::Null, &json!(0)));
    first_step(&app.demo(), "clerk@demo.test").await;
    let written = "audit WHERE action = 'create_owner' AND CAST(detail AS TEXT) LIKE '%second_factors_removed%'";
    assert_eq!(app.count(written).await, 1);
}
