//! Logging in and out, and the caller's identity in between.

use domain::event::AccessType;
use domain::password::{Memory, PasswordHash};
use domain::secret::Secret;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::NewAccount;
use testkit::{PASSWORD, account};

use crate::app::{Answer, Member, TestApp};

fn assert_wrong_key(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{}", answer.body);
    assert_eq!(answer.body["errors"]["api_key"][0], "wrong api key");
}

fn assert_away(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{}", answer.body);
    assert_eq!(answer.headers["retry-after"], "2");
    assert_eq!(answer.body["errors"], json!({}), "nobody is logged out by it");
}

async fn rename(app: &TestApp, tables: &[&str], away: bool) {
    for table in tables {
        let (from, to) = if away { ("", "_gone") } else { ("_gone", "") };
        app.database.execute(&format!("ALTER TABLE {table}{from} RENAME TO {table}{to}")).await;
    }
}

#[tokio::test]
async fn a_member_is_told_who_they_are() {
    let app = TestApp::start().await;
    let mut new = account("Fan@Demo.test");
    new.capabilities = domain::account::Capability::ALL.to_vec();
    app.account_create("demo", new).await;
    let login = app.demo().log_in(&app.demo().api_key().await, " fan@demo.TEST ", PASSWORD).await;
    assert_eq!(login.status, StatusCode::OK);
    assert_eq!(login.headers["cache-control"], "no-store");
    let user = &login.body["data"]["user"];
    assert_eq!(user["email"], "Fan@Demo.test");
    assert_eq!((&user["first_name"], &user["last_name"]), (&json!("Frankie"), &json!("Fan")));
    let all = ["watch", "download", "clipping", "download_clip", "no_ads", "vod_media"];
    assert_eq!(user["capabilities"], json!(all));
    assert_eq!(user["featureCount"], json!({ "clips": 0, "downloads": 0 }));
    assert_eq!((&user["temporary_password"], &user["basic_pass_selected"]), (&json!(false), &json!(true)));

    let key = login.body["data"]["api_key"].as_str().unwrap();
    let profile = app.demo().get(&format!("profile?api_key={key}")).await;
    assert_eq!(&profile.body["data"], user);
    let by_header = app.demo().request(Method::GET, "/api/profile").header("x-api-key", key).send().await.unwrap();
    assert_eq!(by_header.status(), StatusCode::OK);
}

/// Whichever is wrong, the answer is the same; nothing tells whether the address has an account.
#[tokio::test]
async fn wrong_auth_data_sounds_the_same_whatever_is_wrong() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.account_create("other", account("elsewhere@demo.test")).await;
    let mut social = account("social@demo.test");
    social.password = None;
    app.account_create("demo", social).await;
    let key = app.demo().api_key().await;
    for (email, password) in [
        ("fan@demo.test", "wrong"),
        ("fan@demo.test", ""),
        ("nobody@demo.test", PASSWORD),
        ("elsewhere@demo.test", PASSWORD),
        ("social@demo.test", ""),
        ("social@demo.test", PASSWORD),
        ("not an address", PASSWORD),
        ("", ""),
    ] {
        let answer = app.demo().log_in(&key, email, password).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{email}");
        let expected = json!({
            "message": "Wrong auth data", "code": "wrong_auth_data", "errors": { "email": ["Wrong auth data"] },
            "problems": [{ "field": "email", "code": "wrong_auth_data", "params": {}, "message": "Wrong auth data" }]
        });
        assert_eq!(answer.body, expected, "{email}");
    }
}

/// An unknown address is not told by a quicker answer: its password is checked against nobody's.
#[tokio::test]
async fn an_unknown_address_takes_as_long_as_a_wrong_password() {
    let app = TestApp::start().await;
    let hash = PasswordHash::of(&Secret::new(PASSWORD.to_owned()), [7; 16], &mut Memory::new()).unwrap();
    app.account_create("demo", NewAccount { password: Some(hash), ..account("fan@demo.test") }).await;
    app.account_create("demo", NewAccount { password: None, ..account("social@demo.test") }).await;
    let key = app.demo().api_key().await;
    let mut works = vec![];
    for email in ["fan@demo.test", "social@demo.test", "nobody@demo.test"] {
        let answer = app.demo().log_in(&key, email, "wrong").await;
        assert_eq!(answer.body["code"], "wrong_auth_data", "the password was checked: {answer:?}");
        works.push(app.password_work());
    }
    assert_eq!(works, [2 * 19 * 1024; 3], "two passes of 19 MiB each");
}

/// BOOT-06: the key of a call that writes comes in its body (or a header), not in the address.
#[tokio::test]
async fn the_key_of_a_login_comes_in_its_body() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let key = app.demo().api_key().await;
    let body = json!({ "email": "fan@demo.test", "password": PASSWORD });
    assert_wrong_key(&app.demo().post("v2/auth/login", &body).await);
    assert_wrong_key(&app.demo().post(&format!("v2/auth/login?api_key={key}"), &body).await);
    assert_wrong_key(&app.demo().log_in("nonsense", "fan@demo.test", PASSWORD).await);
    assert_wrong_key(&app.demo().log_in(&app.at("other.test").api_key().await, "fan@demo.test", PASSWORD).await);
    let by_header = app.demo().request(Method::POST, "/api/v2/auth/login").header("x-api-key", &key).json(&body);
    assert_eq!(by_header.send().await.unwrap().status(), StatusCode::OK);
    let missing = app.demo().post("v2/auth/login", &json!({ "api_key": key, "email": "fan@demo.test" })).await;
    assert_eq!(missing.body["errors"]["password"][0], "password is required");
    let number = app.demo().post("v2/auth/login", &json!({ "api_key": key, "email": 7, "password": "x" })).await;
    assert_eq!(number.body["errors"]["email"][0], "email is not valid");
}

/// AUTH-02, T22: the key changes at login and at logout, and the one before it is dead; a member does not log in again.
#[tokio::test]
async fn every_login_and_logout_makes_a_new_key_and_ends_the_old_one() {
    let app = TestApp::start().await;
    let first = app.member("fan@demo.test").await;
    let again = app.demo().log_in(&first.key, "fan@demo.test", PASSWORD).await;
    assert_eq!(again.status, StatusCode::BAD_REQUEST);
    assert_eq!(
        (&again.body["message"], &again.body["code"]),
        (&json!("already logged in"), &json!("already_logged_in"))
    );
    assert_eq!(first.get("profile").await.status, StatusCode::OK);
    assert_eq!(first.post("auth/logout", json!({})).await.status, StatusCode::OK);
    assert_wrong_key(&first.get("profile").await);
    let second = Member::log_in(app.demo(), "fan@demo.test").await;
    assert_ne!(first.key, second.key);
    assert_eq!(second.get("profile").await.status, StatusCode::OK);

    let elsewhere = Member::log_in(app.demo(), "fan@demo.test").await;
    let left = second.post("auth/logout", json!({})).await;
    assert_eq!(left.status, StatusCode::OK);
    let anonymous = left.body["data"]["api_key"].as_str().unwrap();
    assert_ne!(anonymous, second.key);
    assert_wrong_key(&second.get("profile").await);
    assert_wrong_key(&second.get("events-for-homepage").await);
    assert_wrong_key(&second.post("auth/logout", json!({})).await);
    assert_eq!(elsewhere.get("profile").await.status, StatusCode::OK, "another browser stays logged in");
    let nobody = app.demo().get(&format!("profile?api_key={anonymous}")).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    assert_eq!(nobody.body["message"], "user must be logged in");
    assert_eq!(nobody.body["errors"], json!({}));
    assert_eq!(app.demo().get(&format!("geo?api_key={anonymous}")).await.status, StatusCode::OK);
}

/// A failed login changes nothing for a logged-in member.
#[tokio::test]
async fn a_failed_login_keeps_the_session() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(app.demo().log_in(&fan.key, "fan@demo.test", "wrong").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(fan.get("profile").await.status, StatusCode::OK);
}

/// A visitor without a login or without a basic pass does not log out.
#[tokio::test]
async fn logout_is_refused_without_login_or_basic_pass() {
    let app = TestApp::start().await;
    let anonymous = json!({ "api_key": app.demo().api_key().await });
    let nobody = app.demo().post("auth/logout", &anonymous).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
    assert_eq!(nobody.body["message"], "user must be logged in");
    assert_eq!(nobody.body["errors"], json!({}));

    let mut new = account("new@demo.test");
    new.basic_pass_selected = false;
    app.account_create("demo", new).await;
    let undecided = Member::log_in(app.demo(), "new@demo.test").await;
    let refused = undecided.post("auth/logout", json!({})).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(
        (&refused.body["message"], &refused.body["code"]),
        (&json!("user can't be logged out"), &json!("cannot_log_out"))
    );
    assert_eq!(undecided.get("profile").await.body["data"]["basic_pass_selected"], false);
}

/// T26: a member's key opens their own channel only; the other one calls it a wrong key.
#[tokio::test]
async fn a_session_of_one_channel_is_wrong_at_another() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    app.account_create("other", account("fan@demo.test")).await;
    assert_eq!(fan.get("profile").await.status, StatusCode::OK);
    let abroad = Member { client: app.at("other.test"), ..fan.clone() };
    assert_wrong_key(&abroad.get("profile").await);
    assert_wrong_key(&abroad.get("favorites").await);
    assert_wrong_key(&abroad.post("auth/logout", json!({})).await);
    assert_wrong_key(&app.at("other.test").log_in(&fan.key, "fan@demo.test", PASSWORD).await);
    assert_eq!(fan.get("profile").await.status, StatusCode::OK, "nothing has ended at home");
    let there = Member::log_in(app.at("other.test"), "fan@demo.test").await;
    assert_ne!(there.get("profile").await.body["data"]["id"], fan.get("profile").await.body["data"]["id"]);
}

/// A broken store is 503 for members and for visitors who log in, and never 401; logged-in members stay.
#[tokio::test]
async fn members_stay_logged_in_while_the_database_is_broken() {
    let app = TestApp::start().await;
    let tables = ["sessions", "accounts", "favourites"];
    let (here, gone) = (app.member("here@demo.test").await, app.member("gone@demo.test").await);
    let anonymous = app.demo().api_key().await;
    assert_eq!(here.get("profile").await.status, StatusCode::OK);
    rename(&app, &tables, true).await;

    assert_away(&gone.get("profile").await);
    assert_away(&gone.get("events-for-homepage").await);
    assert_away(&app.demo().log_in(&anonymous, "here@demo.test", PASSWORD).await);
    assert_away(&here.post("auth/logout", json!({})).await);
    assert_away(&here.get("favorites").await);
    assert_eq!(here.get("profile").await.status, StatusCode::OK, "from memory");
    assert_eq!(here.get("events-for-homepage").await.status, StatusCode::OK, "from memory");
    assert_eq!(app.demo().get(&format!("geo?api_key={anonymous}")).await.status, StatusCode::OK);

    rename(&app, &tables, false).await;
    assert_eq!(gone.get("profile").await.status, StatusCode::OK);
    assert_eq!(here.post("auth/logout", json!({})).await.status, StatusCode::OK);
}

/// A page view does not ask the database for each of its calls, and a logout is seen by the very next one.
#[tokio::test]
async fn a_session_is_held_in_memory_until_it_ends() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(fan.get("profile").await.status, StatusCode::OK);
    app.database.execute("UPDATE accounts SET first_name = 'Somebody else'").await;
    assert_eq!(fan.get("profile").await.body["data"]["first_name"], "Frankie");
    assert_eq!(fan.post("auth/logout", json!({})).await.status, StatusCode::OK);
    assert_wrong_key(&fan.get("profile").await);
}

/// Nothing that was stored can be used to log in.
#[tokio::test]
async fn the_database_holds_no_key_and_no_password() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    if !app.database.is_sqlite() {
        return;
    }
    let file = app.database.url.trim_start_matches("sqlite:").to_owned();
    let files = ["", "-wal"].map(|suffix| std::fs::read(format!("{file}{suffix}")).unwrap_or_default());
    let holds = |secret: &[u8]| files.iter().any(|file| file.windows(secret.len()).any(|part| part == secret));
    assert!(holds(b"fan@demo.test"), "the right files were read");
    assert!(!holds(fan.key.as_bytes()) && !holds(PASSWORD.as_bytes()));
    let random = base64::Engine::decode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, &fan.key).unwrap();
    assert!(!holds(&random[1..]));
}

/// T39: a body cannot turn one call into another.
#[tokio::test]
async fn a_body_overrides_no_method() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let body = json!({ "api_key": fan.key, "_method": "delete" });
    for path in ["/api/profile", "/api/favorite/1", "/api/favorites"] {
        let answer = app.demo().request(Method::POST, path).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
        assert_eq!(answer.json::<Value>().await.unwrap()["code"], "method_not_allowed", "{path}");
    }
}

/// EVT-02: a game for those with an account opens to a logged-in member; one that is sold does not.
#[tokio::test]
async fn an_account_opens_the_games_for_members() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let mut changed = testkit::channel("demo", 1);
    changed.content.events[0].access = AccessType::Register;
    app.database.store.channel_import(changed).await.unwrap();
    app.until(async || fan.get("events/1").await.body["data"]["access_type"] == "register").await;
    assert_eq!(fan.get("events/1").await.body["data"]["has_access"], true);
    assert_eq!(app.demo().get_keyed("events/1").await.body["data"]["has_access"], false);
    assert_eq!(fan.get("events/2").await.body["data"]["has_access"], false);
    let listed = fan.get("events-for-homepage").await.body["data"]["live"][0].clone();
    assert_eq!((&listed["id"], &listed["has_access"]), (&json!(1), &json!(true)));
}
