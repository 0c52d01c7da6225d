//! Who else has a form of the console open.

use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::{Client, TestApp};
use crate::console::{at_console, channel, get, hire, hired, post};
use crate::live::Events;

/// Opens a form in a window.
async fn open(operator: &Client, channel: i64, form: &str, place: &str) -> Events {
    Events::of(operator.raw(&format!("/console/api/channels/{channel}/presence?{form}&place={place}")).await)
}

/// Who else has it open, and whether they have typed.
fn others(event: Option<Value>) -> Vec<(String, bool)> {
    let event = event.expect("the stream goes on");
    let person = |person: &Value| (person["name"].as_str().unwrap().to_owned(), person["edited_at"].is_i64());
    event.as_array().unwrap().iter().map(person).collect()
}

async fn named(app: &TestApp, email: &str, name: &str, role: Role) -> Client {
    hire(app, email, "demo", role).await;
    app.database.execute(&format!("UPDATE operators SET name = '{name}' WHERE email = '{email}'")).await;
    at_console(app, email).await
}

fn seen(name: &str, has_typed: bool) -> Vec<(String, bool)> {
    vec![(name.to_owned(), has_typed)]
}

/// OPS-01, T26, T27: operators of a channel see who else has the same form open, here and at another server; not those of
/// other forms, windows of their own, or other channels.
#[tokio::test]
async fn open_form_shows_who_else_has_it() {
    let app = TestApp::start().await;
    let beside = app.beside().await;
    let demo = channel(&app, "demo").await.0;
    let ann = named(&app, "ann@demo.test", "Ann", Role::Editor).await;
    let ben = named(&app, "ben@demo.test", "Ben", Role::Owner).await;
    let page = "kind=page&item=1";

    let mut to_ann = open(&ann, demo, page, "a1").await;
    assert_eq!(others(to_ann.next().await), []);
    let mut own = open(&ann, demo, page, "a2").await;
    assert_eq!(others(own.next().await), [], "her own window");
    let mut another = open(&ben, demo, "kind=page&item=2", "b0").await;
    assert_eq!(others(another.next().await), []);

    let mut to_ben = open(&ben, demo, page, "b1").await;
    assert_eq!(others(to_ben.next().await), seen("Ann", false));
    assert_eq!(others(to_ann.next().await), seen("Ben", false));
    let typed = post(&ann, &format!("channels/{demo}/presence"), json!({ "place": "a1", "is_edited": true })).await;
    assert_eq!(typed.body["data"], json!({ "renewed": true }));
    assert_eq!(others(to_ben.next().await), seen("Ann", true));
    drop(to_ben);
    assert_eq!(others(to_ann.next().await), []);

    let cara = named(&app, "cara@demo.test", "Cara", Role::Editor).await;
    let cookie = cara.cookie().unwrap();
    let mut to_cara = open(&beside.demo().with_cookie(cookie), demo, page, "c1").await;
    let mut first = others(to_cara.next().await);
    if first.is_empty() {
        first = others(to_cara.next().await);
    }
    assert_eq!(first, seen("Ann", true), "at the other server");
    assert_eq!(others(to_ann.next().await), seen("Cara", false));
    drop(to_cara);
    assert_eq!(others(to_ann.next().await), []);

    hire(&app, "eve@other.test", "other", Role::Owner).await;
    let eve = at_console(&app, "eve@other.test").await;
    let call = format!("channels/{demo}/presence?{page}&place=e1");
    assert_eq!(get(&eve, &call).await.status, StatusCode::NOT_FOUND);
    let mut elsewhere = open(&eve, channel(&app, "other").await.0, page, "e1").await;
    assert_eq!(others(elsewhere.next().await), [], "the same number in another channel");
    for wrong in ["kind=game&item=1&place=x", "kind=page&item=1&place=", "kind=page&place=x"] {
        let refused = ann.raw(&format!("/console/api/channels/{demo}/presence?{wrong}")).await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST, "{wrong}");
    }
}

/// OPS-01: a window that says nothing for a minute is forgotten, one that says that it is there is not.
#[tokio::test]
async fn silent_window_is_forgotten() {
    let app = TestApp::start().await;
    app.clock.stop();
    let demo = channel(&app, "demo").await.0;
    let ann = named(&app, "ann@demo.test", "Ann", Role::Editor).await;
    let ben = hired(&app, "ben@demo.test", Role::Owner).await;
    let _silent = open(&ann, demo, "kind=faq&item=1", "a1").await;
    let mut to_ben = open(&ben, demo, "kind=faq&item=1", "b1").await;
    assert_eq!(others(to_ben.next().await), seen("Ann", false));
    let renew =
        async || post(&ben, &format!("channels/{demo}/presence"), json!({ "place": "b1", "is_edited": false })).await;
    app.clock.advance(59 * Timestamp::SECOND);
    assert_eq!(renew().await.status, StatusCode::OK);
    app.clock.advance(2 * Timestamp::SECOND);
    assert_eq!(others(to_ben.next().await), []);
}

/// T37: windows of one operator are limited.
#[tokio::test]
async fn windows_of_an_operator_are_limited() {
    let app = TestApp::start().await;
    let demo = channel(&app, "demo").await.0;
    let ann = hired(&app, "ann@demo.test", Role::Editor).await;
    let ben = hired(&app, "ben@demo.test", Role::Editor).await;
    let mut windows = vec![];
    for number in 0..32 {
        windows.push(open(&ann, demo, "kind=page&item=1", &format!("w{number}")).await);
    }
    let call = format!("channels/{demo}/presence?kind=page&item=1&place=more");
    assert_eq!(get(&ann, &call).await.status, StatusCode::SERVICE_UNAVAILABLE);
    let _other = open(&ben, demo, "kind=page&item=1", "b").await;
    windows.pop();
    app.until(async || ann.raw(&format!("/console/api/{call}")).await.status() == StatusCode::OK).await;
}
