//! Changes of one's own profile.

use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{PASSWORD, account};

use crate::app::{Answer, Member, TestApp};

const NEW: &str = "a-new-password";

pub async fn patch(member: &Member, mut change: Value) -> Answer {
    change["_method"] = "patch".into();
    member.post("profile", change).await
}

pub fn new_password(current: Option<&str>) -> Value {
    json!({ "current_password": current, "password": NEW, "password_confirmation": NEW })
}

fn key(answer: &Answer) -> String {
    answer.body["data"]["api_key"].as_str().unwrap().to_owned()
}

/// AUTH-08: what is given is changed, the rest stays, and the next call sees it.
#[tokio::test]
async fn a_member_changes_name_and_language() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let changed = patch(&fan, json!({ "first_name": "  Ada ", "language": "bg", "email": "FAN@demo.test" })).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.body);
    let user = &changed.body["data"];
    assert_eq!((&user["first_name"], &user["last_name"]), (&json!("Ada"), &json!("Fan")));
    assert_eq!((&user["language"], &user["api_key"]), (&json!("bg"), &Value::Null));
    assert_eq!(user["pending_email"], Value::Null, "the same address is no change");
    let seen = fan.get("profile").await.body["data"].clone();
    assert_eq!((&seen["first_name"], &seen["language"]), (&json!("Ada"), &json!("bg")));
}

/// VAL-02, VAL-03, VAL-04, ERR-08: everything that is wrong is said at once, by field, and nothing is changed.
#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let wrong = json!({
        "first_name": " ", "last_name": "x".repeat(65), "email": "nowhere",
        "current_password": PASSWORD, "password": "short", "password_confirmation": "other"
    });
    let refused = patch(&fan, wrong).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("invalid")));
    assert_eq!(
        refused.body["errors"],
        json!({
            "first_name": ["Enter your first name"],
            "last_name": ["Field length must be greater than 0, and must be less than 65"],
            "email": ["A valid email address is required"],
            "password": ["The password is too short"],
            "password_confirmation": ["The password and password confirmation do not match"]
        })
    );
    let expected = [
        json!(["email", "email", {}]),
        json!(["first_name", "first_name_required", {}]),
        json!(["last_name", "length", { "min": 1, "max": 64 }]),
        json!(["password", "password_too_short", { "min": 8 }]),
        json!(["password_confirmation", "mismatch", {}]),
    ];
    assert_eq!(refused.problems(), expected);
    let long = "x".repeat(129);
    let long = json!({ "current_password": PASSWORD, "password": long, "password_confirmation": long });
    assert_eq!(patch(&fan, long).await.body["errors"]["password"][0], "The password is too long");
    let unconfirmed = json!({ "current_password": PASSWORD, "password": NEW });
    assert!(patch(&fan, unconfirmed).await.body["errors"]["password_confirmation"].is_array());
    assert_eq!(patch(&fan, json!({ "email": " " })).await.body["errors"]["email"][0], "Enter your Email");
    assert_eq!(patch(&fan, json!({ "language": "xx" })).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(fan.get("profile").await.body["data"]["first_name"], "Frankie");
}

/// T39, AUTH-08: the profile takes one method in its body, and does not do without it.
#[tokio::test]
async fn the_profile_is_patched_or_nothing() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    for body in [json!({ "first_name": "Eve" }), json!({ "_method": "put", "first_name": "Eve" })] {
        assert_eq!(fan.post("profile", body).await.status, StatusCode::METHOD_NOT_ALLOWED);
    }
    assert_eq!(fan.get("profile").await.body["data"]["first_name"], "Frankie");
    let nobody = json!({ "api_key": app.demo().api_key().await, "_method": "patch", "first_name": "Eve" });
    assert_eq!(app.demo().post("profile", &nobody).await.status, StatusCode::UNAUTHORIZED);
}

/// AUTH-12, T20: a new address needs the password, is confirmed by mail to it, and can be taken back from the old one.
#[tokio::test]
async fn a_new_address_has_to_be_confirmed() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let required = patch(&fan, json!({ "email": "new@demo.test" })).await;
    assert_eq!(required.body["errors"]["current_password"][0], "Field is required");
    assert_eq!(required.problems(), [json!(["current_password", "required", {}])]);
    let wrong = patch(&fan, json!({ "email": "new@demo.test", "current_password": "wrong" })).await;
    assert_eq!((wrong.status, &wrong.body["code"]), (StatusCode::BAD_REQUEST, &json!("wrong_password")));
    assert_eq!(wrong.body["errors"]["current_password"][0], "Wrong password");
    assert_eq!(wrong.problems(), [json!(["current_password", "wrong_password", {}])]);
    assert!(app.mails("new@demo.test").await.is_empty());

    let changed = patch(&fan, json!({ "email": " New@demo.test ", "current_password": PASSWORD })).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.body);
    let user = &changed.body["data"];
    assert_eq!((&user["email"], &user["pending_email"]), (&json!("fan@demo.test"), &json!("New@demo.test")));
    let to_new = app.last_mail("New@demo.test", "change_email").await.unwrap();
    assert_eq!(to_new.link("https://demo.test/verify-email")["email"], "new@demo.test");
    let to_old = app.last_mail("fan@demo.test", "email_change").await.unwrap();
    assert!(to_old.text.contains("undo=1") && to_old.text.contains("New@demo.test"), "{}", to_old.text);
    assert_eq!(to_old.link("https://demo.test/verify-email")["email"], "fan@demo.test");
    assert_eq!(fan.get("profile").await.body["data"]["email"], "fan@demo.test", "nothing has moved yet");
    let login = app.demo().log_in(&app.demo().api_key().await, "new@demo.test", PASSWORD).await;
    assert_eq!(login.status, StatusCode::BAD_REQUEST, "nobody logs in with it yet");
}

/// AUTH-12, T20: an address that has an account is answered for like any other, and its owner is not written to.
#[tokio::test]
async fn a_taken_address_is_not_told() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    app.account_create("demo", account("rival@demo.test")).await;
    let free = patch(&fan, json!({ "email": "free@demo.test", "current_password": PASSWORD })).await;
    let taken = patch(&fan, json!({ "email": "rival@demo.test", "current_password": PASSWORD })).await;
    assert_eq!(taken.status, free.status);
    let (mut free, mut taken) = (free.body["data"].clone(), taken.body["data"].clone());
    assert_eq!(taken["pending_email"], "rival@demo.test");
    for user in [&mut free, &mut taken] {
        user["pending_email"] = Value::Null;
    }
    assert_eq!(free, taken, "nothing else differs");
    assert!(app.mails("rival@demo.test").await.is_empty());
    assert_eq!(app.mails("free@demo.test").await.len(), 1);
}

/// T46: a member cannot have mail sent to strangers without end.
#[tokio::test]
async fn changes_of_address_have_a_limit() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    for n in 0..5 {
        let change = json!({ "email": format!("somebody{n}@demo.test"), "current_password": PASSWORD });
        assert_eq!(patch(&fan, change).await.status, StatusCode::OK);
    }
    let refused = patch(&fan, json!({ "email": "last@demo.test", "current_password": PASSWORD })).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(app.mails("last@demo.test").await.is_empty());
}

/// AUTH-12, T22: a new password ends all other sessions, gives this one a new key, and its owner is told.
#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let elsewhere = Member::log_in(app.demo(), "fan@demo.test").await;
    assert_eq!(elsewhere.get("profile").await.status, StatusCode::OK);
    let wrong = patch(&fan, new_password(Some("wrong"))).await;
    assert_eq!(wrong.body["code"], "wrong_password");
    assert_eq!(patch(&fan, new_password(None)).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(elsewhere.get("profile").await.status, StatusCode::OK, "a refusal ends nothing");

    let changed = patch(&fan, new_password(Some(PASSWORD))).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.body);
    let renewed = Member { key: key(&changed), ..fan.clone() };
    assert_ne!(renewed.key, fan.key);
    assert_eq!(renewed.get("profile").await.status, StatusCode::OK);
    for dead in [&fan, &elsewhere] {
        let answer = dead.get("profile").await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::UNAUTHORIZED, &json!("api_key")));
    }
    let sessions = renewed.get("sessions").await.body["data"].clone();
    assert_eq!((sessions.as_array().unwrap().len(), &sessions[0]["current"]), (1, &json!(true)));
    let anonymous = app.demo().api_key().await;
    assert_eq!(app.demo().log_in(&anonymous, "fan@demo.test", PASSWORD).await.body["code"], "wrong_auth_data");
    assert_eq!(app.demo().log_in(&anonymous, "fan@demo.test", NEW).await.status, StatusCode::OK);
    let told = app.last_mail("fan@demo.test", "password_changed").await.unwrap();
    assert!(told.text.contains("/password-reset-request"), "{}", told.text);
}

/// NAV-02, AUTH-08: a temporary password is changed without being typed again, but not into itself; then all is open.
#[tokio::test]
async fn a_temporary_password_is_changed() {
    let app = TestApp::start().await;
    app.account_create("demo", store::NewAccount { temporary_password: true, ..account("temp@demo.test") }).await;
    let member = Member::log_in(app.demo(), "temp@demo.test").await;
    assert_eq!(member.get("favorites").await.status, StatusCode::FORBIDDEN);
    let same = json!({ "password": PASSWORD, "password_confirmation": PASSWORD });
    assert_eq!(patch(&member, same).await.problems(), [json!(["password", "known_to_others", {}])]);
    let changed = patch(&member, new_password(None)).await;
    assert_eq!(changed.body["data"]["temporary_password"], false);
    let renewed = Member { key: key(&changed), ..member };
    assert_eq!(renewed.get("favorites").await.status, StatusCode::OK);
}

/// AUTH-08: a member who logs in by another site can choose a password; there is none to ask for.
#[tokio::test]
async fn a_first_password_needs_no_other() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    app.database.execute("UPDATE accounts SET password_hash = NULL").await;
    let changed = patch(&fan, new_password(None)).await;
    assert_eq!((changed.status, &changed.body["data"]["has_password"]), (StatusCode::OK, &json!(true)));
}

/// T18: the thief of a session cannot guess the password with it.
#[tokio::test]
async fn guessing_the_current_password_is_throttled() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let mut last = StatusCode::OK;
    for _ in 0..15 {
        last = patch(&fan, new_password(Some("guess"))).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}
