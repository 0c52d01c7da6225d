//! Forms of the channel's own.

use domain::form::Answer;
use domain::ids::ChannelId;
use reqwest::StatusCode;
use serde_json::{Value, json};
use store::{FormEntry, FormEntryFilter};

use crate::app::{Answer as Reply, Client, TestApp};

fn good() -> Vec<(&'static str, &'static str)> {
    vec![("name", "Ada"), ("email", "ada@example.org"), ("topic", "stream"), ("message", "Hello"), ("news", "true")]
}

async fn send(client: &Client, alias: &str, key: Option<&str>, fields: &[(&str, &str)]) -> Reply {
    let fields: Vec<Value> = fields.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    let body = json!({ "api_key": key, "fields": fields, "recaptcha_token": client.solve_captcha().await });
    client.post(&format!("custom-forms/{alias}"), &body).await
}

async fn kept(app: &TestApp) -> Vec<FormEntry> {
    let channels = app.database.store.channels().await.unwrap();
    let demo: ChannelId = channels[0].identity.id;
    app.database.store.form_entries(demo, 1, &FormEntryFilter::default(), None, 100).await.unwrap().entries
}

/// FORM-01: a form with its fields, options and translations; one that is not there is 404.
#[tokio::test]
async fn a_form_has_its_fields() {
    let app = TestApp::start().await;
    let form = app.demo().get_keyed("custom-forms/contacts").await.body["data"].clone();
    assert_eq!(form["alias"], "contacts");
    assert_eq!(form["translations"], json!({ "fr": { "title": "Écrivez-nous" } }));
    assert_eq!(
        form["fields"][2],
        json!({
            "name": "topic",
            "label": "topic",
            "type": "select",
            "required": false,
            "min_length": 2,
            "max_length": 80,
            "placeholder": "",
            "options": [
                { "value": "tickets", "label": "TICKETS", "translations": { "fr": { "label": "Billets" } } },
                { "value": "stream", "label": "STREAM", "translations": { "fr": { "label": "Billets" } } }
            ]
        })
    );
    for alias in ["none", "Contacts", "..%2Fcontacts"] {
        assert_eq!(
            app.demo().get_keyed(&format!("custom-forms/{alias}")).await.status,
            StatusCode::NOT_FOUND,
            "{alias}"
        );
    }
}

/// FORM-01: what was filled in is kept, and nothing of the visitor beside it.
#[tokio::test]
async fn a_form_that_is_filled_in_is_kept() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    let answer = send(&app.demo(), "contacts", Some(&key), &good()).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.body["data"], json!({ "received": true }));
    let entries = kept(&app).await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].answers["email"], Answer::Text("ada@example.org".into()));
    assert_eq!(entries[0].answers["news"], Answer::Checked(true));
    assert_eq!(entries[0].answers.len(), 5);
}

/// FORM-01, ERR-08: errors carry the specification's messages by the names of the fields, and codes with their numbers;
/// nothing is kept.
#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    let wrong = [("name", " "), ("email", "ada"), ("message", "x"), ("topic", "refunds"), ("admin", "1")];
    let answer = send(&app.demo(), "contacts", Some(&key), &wrong).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer.body["code"], "invalid");
    assert_eq!(
        answer.body["errors"],
        json!({
            "name": ["Field is required"],
            "email": ["A valid email address is required"],
            "message": ["Field length must be greater than 1, and must be less than 81"],
            "topic": ["Field is not valid"],
            "admin": ["There is no such field"]
        })
    );
    let expected = [
        json!(["admin", "unknown_field", {}]),
        json!(["email", "email", {}]),
        json!(["message", "length", { "min": 2, "max": 80 }]),
        json!(["name", "required", {}]),
        json!(["topic", "invalid", {}]),
    ];
    assert_eq!(answer.problems(), expected);
    let twice = [&good()[..], &[("name", "Eve")]].concat();
    let twice = send(&app.demo(), "contacts", Some(&key), &twice).await;
    assert_eq!((twice.status, twice.problems()), (StatusCode::BAD_REQUEST, vec![json!(["name", "duplicate", {}])]));
    for body in [
        json!({ "api_key": key }),
        json!({ "api_key": key, "fields": [{ "name": 7 }] }),
        json!({ "api_key": key, "fields": {} }),
    ] {
        assert_eq!(app.demo().post("custom-forms/contacts", &body).await.status, StatusCode::BAD_REQUEST, "{body}");
    }
    assert!(kept(&app).await.is_empty());
}

/// T26, FORM-01: a key is needed, and only the channel's own forms and keys will do.
#[tokio::test]
async fn forms_need_a_key_of_their_channel() {
    let app = TestApp::start().await;
    let foreign = app.at("other.test").api_key().await;
    for key in [None, Some("wrong"), Some(foreign.as_str())] {
        let answer = send(&app.demo(), "contacts", key, &good()).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{key:?}");
        assert!(answer.body["errors"]["api_key"].is_array());
    }
    let mut only_there = testkit::channel("other", 1001);
    only_there.content.forms[0].alias = "survey".into();
    app.database.store.channel_import(only_there).await.unwrap();
    let key = app.demo().api_key().await;
    assert_eq!(app.demo().get_keyed("custom-forms/survey").await.status, StatusCode::NOT_FOUND);
    assert_eq!(send(&app.demo(), "survey", Some(&key), &good()).await.status, StatusCode::NOT_FOUND);
    assert!(kept(&app).await.is_empty());
}

/// T46, ERR-01: one address may send a few, then has to wait; slips do not count.
#[tokio::test]
async fn forms_have_a_limit() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    for _ in 0..8 {
        assert_eq!(send(&app.demo(), "contacts", Some(&key), &[]).await.status, StatusCode::BAD_REQUEST);
    }
    for _ in 0..5 {
        assert_eq!(send(&app.demo(), "contacts", Some(&key), &good()).await.status, StatusCode::OK);
    }
    let refused = send(&app.demo(), "contacts", Some(&key), &good()).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.body["code"], "too_many");
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    assert_eq!(kept(&app).await.len(), 5);
}

/// T28: what a visitor writes stays what it is, and no page or answer shows it.
#[tokio::test]
async fn form_entries_are_shown_on_no_page() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    let hostile = "<script>alert('mine')</script>";
    let fields: Vec<_> =
        good().into_iter().map(|(name, value)| (name, if name == "message" { hostile } else { value })).collect();
    let answer = send(&app.demo(), "contacts", Some(&key), &fields).await;
    assert!(!answer.body.to_string().contains("mine"));
    assert_eq!(kept(&app).await[0].answers["message"], Answer::Text(hostile.into()));
    for path in ["/", "/about", "/api/channel-bootstrap-data", &format!("/api/custom-forms/contacts?api_key={key}")] {
        assert!(!app.demo().raw(path).await.text().await.unwrap().contains("alert('mine')"), "{path}");
    }
}

/// PAY-15, NAV-01: a member chooses the basic pass by a form, once or twice, and is let through from then on.
#[tokio::test]
async fn the_basic_pass_is_chosen_by_a_form() {
    let app = TestApp::start().await;
    let mut offering = testkit::channel("demo", 1);
    let mut form = offering.content.forms[0].clone();
    form.id = 2;
    form.alias = "basic-pass".into();
    form.fields.retain(|field| field.name == "news");
    form.fields[0].name = domain::form::BASIC_PASS.into();
    offering.content.forms.push(form);
    app.database.store.channel_import(offering).await.unwrap();
    app.until(async || app.demo().get_keyed("custom-forms/basic-pass").await.status == StatusCode::OK).await;
    let new = store::NewAccount { basic_pass_selected: false, ..testkit::account("new@demo.test") };
    app.account_create("demo", new).await;
    let member = crate::app::Member::log_in(app.demo(), "new@demo.test").await;
    assert_eq!(member.get("favorites").await.body["code"], "basic_pass_required");

    let choose = async |value: &str| {
        let fields = json!([{ "name": "basic_pass", "value": value }]);
        member.post("custom-forms/basic-pass", json!({ "fields": fields })).await.status
    };
    assert_eq!(choose("false").await, StatusCode::OK);
    assert_eq!(member.get("profile").await.body["data"]["basic_pass_selected"], false, "not like that");
    let anonymous = app.demo().api_key().await;
    send(&app.demo(), "basic-pass", Some(&anonymous), &[("basic_pass", "true")]).await;
    assert_eq!(member.get("profile").await.body["data"]["basic_pass_selected"], false, "not by another member");
    for _ in 0..2 {
        assert_eq!(choose("true").await, StatusCode::OK);
        assert_eq!(member.get("profile").await.body["data"]["basic_pass_selected"], true);
    }
    assert_eq!(member.get("favorites").await.status, StatusCode::OK, "the next call is let through");
    assert_eq!(member.post("auth/logout", json!({})).await.status, StatusCode::OK);
}
