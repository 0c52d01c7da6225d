//! How people get an account.

use domain::channel::AccountRules;
use domain::form::{FormField, FormFieldType};
use domain::translations::Translations;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::account;

use crate::app::{Answer, Client, TestApp};

const BY_MAIL: AccountRules = AccountRules { registration_by_mail: true, reveal_unknown_email: false };
const PASSWORD: &str = "kettle & moss";

fn ada(email: &str) -> Value {
    json!({
        "first_name": " Ada ",
        "last_name": "Lovelace",
        "email": email,
        "password": PASSWORD,
        "password_confirmation": PASSWORD,
        "terms": true,
    })
}

async fn register(client: &Client, email: &str) -> Answer {
    client.post_solved("v2/auth/register", ada(email)).await
}

async fn log_in(client: &Client, email: &str) -> Answer {
    client.log_in(&client.api_key().await, email, PASSWORD).await
}

/// AUTH-01, T22: an account is made and logged in under a new key, and a mail goes to its address.
#[tokio::test]
async fn registration_logs_the_new_member_in() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    let mut body = ada(" Ada@Demo.test ");
    body["api_key"] = key.as_str().into();
    body["language"] = "bg".into();
    body["recaptcha_token"] = app.demo().solve_captcha().await.into();
    let answer = app.demo().post("v2/auth/register", &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let (new_key, user) = (answer.body["data"]["api_key"].as_str().unwrap(), &answer.body["data"]["user"]);
    assert_ne!(new_key, key);
    assert_eq!((&user["email"], &user["first_name"]), (&json!("Ada@Demo.test"), &json!("Ada")));
    assert_eq!((&user["email_verified"], &user["has_password"]), (&json!(false), &json!(true)));
    assert_eq!((&user["language"], &user["basic_pass_selected"]), (&json!("bg"), &json!(true)));
    assert!(answer.headers["set-cookie"].to_str().unwrap().starts_with("__Host-"), "the browser is known from now on");
    let profile = app.demo().get(&format!("profile?api_key={new_key}")).await;
    assert_eq!(&profile.body["data"], user);

    let link = app.mail("Ada@Demo.test", "verify_email").await.link("/verify-email");
    assert_eq!(link["email"], "ada@demo.test");
    assert_eq!(app.mails("Ada@Demo.test").await.len(), 1, "the welcome waits until the address is known to be theirs");
    assert_eq!(log_in(&app.demo(), "ada@demo.test").await.status, StatusCode::OK);
    body["api_key"] = new_key.into();
    let again = app.demo().post("v2/auth/register", &body).await;
    assert_eq!(again.body["message"], "already logged in");
}

/// AUTH-01, VAL-09: an address has one account, however it is spelt; on another channel it may have another.
#[tokio::test]
async fn an_address_has_one_account() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    let taken = register(&app.demo(), "FAN@demo.test").await;
    assert_eq!(taken.status, StatusCode::BAD_REQUEST);
    let expected = json!({
        "message": "email already registered", "code": "email_taken", "errors": { "email": ["email already registered"] },
        "problems": [{ "field": "email", "code": "taken", "params": {}, "message": "email already registered" }]
    });
    assert_eq!(taken.body, expected);
    assert!(app.mails("FAN@demo.test").await.is_empty() && app.mails("fan@demo.test").await.is_empty());
    assert_eq!(
        log_in(&app.demo(), "fan@demo.test").await.status,
        StatusCode::BAD_REQUEST,
        "the password is the old one"
    );
    assert_eq!(register(&app.at("other.test"), "fan@demo.test").await.status, StatusCode::OK);
}

/// Two at the same moment are one account.
#[tokio::test]
async fn concurrent_registrations_make_one_account() {
    let app = TestApp::start().await;
    let client = app.demo();
    let (one, two) = tokio::join!(register(&client, "ada@demo.test"), register(&client, "Ada@demo.test"));
    let mut said = [one.status, two.status];
    said.sort();
    assert_eq!(said, [StatusCode::OK, StatusCode::BAD_REQUEST]);
    assert_eq!(app.mails("ada@demo.test").await.len() + app.mails("Ada@demo.test").await.len(), 1);
}

/// VAL-01 to VAL-07, ERR-08: everything that is wrong is said at once, before a captcha is asked for, and nothing is made.
#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    let empty = app.demo().post("v2/auth/register", &json!({ "api_key": key })).await;
    assert_eq!((empty.status, &empty.body["code"]), (StatusCode::BAD_REQUEST, &json!("invalid")));
    assert_eq!(
        empty.body["errors"],
        json!({
            "first_name": ["Enter your first name"],
            "last_name": ["Enter your last name"],
            "email": ["Enter your Email"],
            "password": ["Field is required"],
            "password_confirmation": ["Field is required"],
            "terms": ["Please accept terms & conditions"],
        })
    );
    let expected = [
        json!(["email", "email_required", {}]),
        json!(["first_name", "first_name_required", {}]),
        json!(["last_name", "last_name_required", {}]),
        json!(["password", "required", {}]),
        json!(["password_confirmation", "required", {}]),
        json!(["terms", "terms_required", {}]),
    ];
    assert_eq!(empty.problems(), expected);
    let length = "Field length must be greater than 0, and must be less than 65";
    let mismatch = "The password and password confirmation do not match";
    for (field, value, said, code, params) in [
        ("first_name", "x".repeat(65), length, "length", json!({ "min": 1, "max": 64 })),
        ("last_name", " ".into(), "Enter your last name", "last_name_required", json!({})),
        ("last_name", "Ada\nBcc: all@demo.test".into(), "Field is not valid", "invalid", json!({})),
        ("email", "ada@demo".into(), "A valid email address is required", "email", json!({})),
        ("password", "moss".into(), "The password is too short", "password_too_short", json!({ "min": 8 })),
        ("password", "ж".repeat(129), "The password is too long", "password_too_long", json!({ "max": 128 })),
        ("password", "Password1".into(), "This password is too common", "too_common", json!({})),
        ("password", "ada@demo.test".into(), "This password is too common", "too_common", json!({})),
        ("password_confirmation", "kettle & mess".into(), mismatch, "mismatch", json!({})),
    ] {
        let mut body = ada("ada@demo.test");
        body["api_key"] = key.as_str().into();
        body[field] = value.clone().into();
        let answer = app.demo().post("v2/auth/register", &body).await;
        assert_eq!(answer.body["errors"][field], json!([said]), "{value}");
        assert!(answer.problems().contains(&json!([field, code, params])), "{value}: {}", answer.body);
    }
    assert!(app.mails("ada@demo.test").await.is_empty());
    assert_eq!(register(&app.demo(), "ada@demo.test").await.status, StatusCode::OK, "the address is still free");
}

/// AUTH-01: where the channel has a pass to choose, a new member has not chosen it.
#[tokio::test]
async fn the_basic_pass_is_chosen_where_there_is_one() {
    let app = TestApp::start().await;
    let mut changed = testkit::channel("demo", 1);
    changed.content.forms[0].fields.push(FormField {
        name: "basic_pass".into(),
        label: "Your pass".into(),
        kind: FormFieldType::Checkbox,
        required: false,
        min_length: 1,
        max_length: 5,
        placeholder: String::new(),
        options: vec![],
        translations: Translations::default(),
    });
    app.database.store.channel_import(changed).await.unwrap();
    app.until(async || {
        app.demo().get_keyed("custom-forms/contacts").await.body["data"]["fields"].as_array().unwrap().len() == 6
    })
    .await;
    let answer = register(&app.demo(), "ada@demo.test").await;
    assert_eq!(answer.body["data"]["user"]["basic_pass_selected"], false);
}

/// AUTH-01, T18: on a channel that registers by mail nobody learns whether an address has an account. What is made opens
/// nothing before its address is confirmed; confirming it logs in.
#[tokio::test]
async fn registration_by_mail_tells_nothing() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.set_rules(BY_MAIL).await;
    for email in ["fan@demo.test", "ada@demo.test"] {
        let answer = register(&app.demo(), email).await;
        assert_eq!(answer.status, StatusCode::OK, "{email}");
        assert_eq!(answer.body["data"], json!({ "api_key": null, "user": null }), "{email}");
        assert!(!answer.headers.contains_key("set-cookie"), "{email}");
    }
    let known = app.mail("fan@demo.test", "already_registered").await;
    assert!(!known.text.contains("Ada"), "no stranger's words are passed on: {}", known.text);
    let early = log_in(&app.demo(), "ada@demo.test").await;
    assert_eq!(early.body["message"], "Wrong auth data", "the address is not confirmed yet");

    let mut link = app.mail("ada@demo.test", "verify_email").await.link("/verify-email");
    link["api_key"] = app.demo().api_key().await.into();
    let confirmed = app.demo().post("auth/email-verify", &link).await;
    assert_eq!(confirmed.status, StatusCode::OK, "{}", confirmed.body);
    assert_eq!(confirmed.body["data"]["user"]["email"], "ada@demo.test");
    let key = confirmed.body["data"]["api_key"].as_str().unwrap();
    assert_eq!(app.demo().get(&format!("profile?api_key={key}")).await.body["data"]["email_verified"], true);
    assert_eq!(log_in(&app.demo(), "ada@demo.test").await.status, StatusCode::OK);
    let again = app.demo().post("auth/email-verify", &link).await;
    assert_eq!(again.body["message"], "Email already verified", "the link logs in once");
}

/// T18: the same work for known and unknown addresses, where the channel registers by mail.
#[tokio::test]
async fn registration_by_mail_takes_the_same_time() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.set_rules(BY_MAIL).await;
    for email in ["fan@demo.test", "ada@demo.test"] {
        assert_eq!(register(&app.demo(), email).await.status, StatusCode::OK);
        assert_eq!(app.password_work(), 2 * 19 * 1024, "{email}: two passes of 19 MiB");
    }
}

/// T46: mails to one address, and registrations from one address, have a limit.
#[tokio::test]
async fn registrations_have_a_limit() {
    let app = TestApp::start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.set_rules(BY_MAIL).await;
    for _ in 0..5 {
        assert_eq!(register(&app.demo(), "fan@demo.test").await.status, StatusCode::OK);
    }
    let refused = register(&app.demo(), "fan@demo.test").await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too_many")));
    assert_eq!(app.mails("fan@demo.test").await.len(), 5);
    // Counted before the captcha is looked at, so that these cost the server next to nothing.
    let mut body = ada("ada@demo.test");
    body["api_key"] = app.demo().api_key().await.into();
    let mut from_here = 6;
    // The answer that ends it is the one that is looked at: a moment later there may be room for one more.
    let refused = loop {
        let answer = app.demo().post("v2/auth/register", &body).await;
        if answer.body["code"] != "captcha_required" {
            break answer;
        }
        from_here += 1;
    };
    assert_eq!(refused.body["code"], "too_many", "{}", refused.body);
    assert!((30..100).contains(&from_here), "{from_here}");
}
