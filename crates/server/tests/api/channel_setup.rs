//! The set-up assistant of a channel, and the sports, schools and teams that its steps make.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Client, TestApp};
use crate::console::{administrator, audit, call, get, post};
use crate::site::Site;

async fn created(client: &Client) -> i64 {
    let channel = json!({
        "name": "Lions TV", "alias": "lions", "host": "tv.lions.example", "language": "en", "currency": "EUR",
        "time_zone": "Europe/Sofia"
    });
    let made = post(client, "channels", channel).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    made.body["data"]["id"].as_i64().unwrap()
}

fn states(setup: &Value) -> Value {
    json!([setup["is_open"], setup["look"], setup["sports"], setup["school"]])
}

/// OPS-02, T27: a new channel has an open set-up, whose steps are done by what they made or skipped, on every device; a
/// channel from a file has none. Another channel's stays as it is.
#[tokio::test]
async fn set_up_is_as_far_as_what_was_made() {
    let app = TestApp::start().await;
    let admin = administrator(&app).await;
    let id = created(&admin).await;
    let other = json!({
        "name": "Bears TV", "alias": "bears", "host": "tv.bears.example", "language": "en", "currency": "EUR",
        "time_zone": "UTC"
    });
    let other = post(&admin, "channels", other).await.body["data"]["id"].as_i64().unwrap();
    let path = format!("channels/{id}/setup");
    let setup = async |path: &str| get(&admin, path).await.body["data"].clone();
    assert_eq!(states(&setup(&path).await), json!([true, "open", "open", "open"]));
    assert_eq!(get(&admin, "session").await.body["data"]["channels"][0]["time_zone"], "Europe/Sofia");

    let skipped = call(&admin, Method::PUT, &path, json!({ "step": "look", "is_skipped": true })).await;
    assert_eq!(states(&skipped.body["data"]), json!([true, "skipped", "open", "open"]));
    let sport = json!({ "name": "Volleyball", "alias": "volleyball" });
    let sport = post(&admin, &format!("channels/{id}/event-categories"), sport).await;
    assert_eq!(sport.status, StatusCode::OK, "{}", sport.body);
    let school = json!({ "name": "Lions High", "short_name": "LIO", "color": "#c8102e" });
    post(&admin, &format!("channels/{id}/participant-groups"), school).await;
    let colours = json!({ "version": 1, "accent": "#c8102e" });
    call(&admin, Method::PATCH, &format!("channels/{id}/colours"), colours).await;
    assert_eq!(states(&setup(&path).await), json!([true, "done", "done", "done"]));

    for _ in 0..2 {
        let ended = post(&admin, &format!("{path}/end"), json!({})).await;
        assert_eq!(states(&ended.body["data"]), json!([false, "done", "done", "done"]));
    }
    let late = call(&admin, Method::PUT, &path, json!({ "step": "look", "is_skipped": true })).await;
    assert_eq!(states(&late.body["data"]), json!([false, "done", "done", "done"]));
    assert_eq!(states(&setup(&format!("channels/{other}/setup")).await), json!([true, "open", "open", "open"]));
    let demo = crate::console::channel(&app, "demo").await;
    assert_eq!(setup(&format!("channels/{demo}/setup")).await["is_open"], false);
    let ends = audit(&app).await.into_iter().filter(|(action, ..)| action == "end_setup").count();
    assert_eq!(ends, 1);
}

/// OPS-02, T26, T58: sports, schools and teams are made once for one key, named in every language, changed by version, and
/// refer to their own channel alone.
#[tokio::test]
async fn sports_schools_and_teams_are_made_once() {
    let site = Site::start().await;
    let others = [site.others("event-categories").await, site.others("participant-groups").await];
    let fields =
        json!({ "name": "Volleyball", "alias": "volleyball", "translations": { "bg": { "name": "Волейбол" } } });
    let made = site.post_keyed("event-categories", "k1", fields.clone()).await.body["data"].clone();
    assert_eq!(site.post_keyed("event-categories", "k1", fields.clone()).await.body["data"], made);
    let taken = site.post("event-categories", fields).await;
    assert_eq!(taken.problems(), [json!(["alias", "duplicate", {}])]);
    let wrong = site.post("event-categories", json!({ "name": " ", "alias": "A b" })).await;
    assert_eq!(wrong.problems(), [json!(["alias", "identifier", {}]), json!(["name", "required", {}])]);
    assert_eq!(site.list("event-categories").await.len(), 2);
    site.app
        .until(async || site.app.demo().get_keyed("events-categories").await.body.to_string().contains("Volley"))
        .await;

    let school = json!({ "name": "Lions High", "short_name": "LIO", "color": "rgb(200, 16, 46)", "city": "Sofia" });
    let school = site.post("participant-groups", school).await.body["data"].clone();
    assert_eq!((&school["color"], &school["version"]), (&json!("#c8102e"), &json!(1)));
    let path = format!("participant-groups/{}", school["id"]);
    let changed = site.patch(&path, json!({ "version": 1, "city": "Plovdiv" })).await;
    assert_eq!((&changed.body["data"]["city"], &changed.body["data"]["version"]), (&json!("Plovdiv"), &json!(2)));
    let stale = site.patch(&path, json!({ "version": 1, "city": "Varna" })).await;
    assert_eq!((stale.status, &stale.body["conflict"]["current"]["city"]), (StatusCode::CONFLICT, &json!("Plovdiv")));
    let theirs = site.patch("participant-groups/1001", json!({ "version": 1, "city": "Varna" })).await;
    assert_eq!(theirs.status, StatusCode::NOT_FOUND);

    let team = |group: &Value, sport: &Value| json!({ "name": "Lions", "short_name": "LIO", "group_id": group, "event_category_id": sport });
    let made = site.post("participants", team(&school["id"], &made["id"])).await;
    assert_eq!((made.status, &made.body["data"]["group_id"]), (StatusCode::OK, &school["id"]), "{}", made.body);
    let foreign = site.post("participants", team(&json!(1001), &json!(1001))).await;
    assert_eq!(
        foreign.problems(),
        [json!(["event_category_id", "not_found", {}]), json!(["group_id", "not_found", {}])]
    );
    assert_eq!([site.others("event-categories").await, site.others("participant-groups").await], others);
    let doings: Vec<_> = site.audit().await.into_iter().map(|(action, ..)| action).collect();
    for action in ["create_sport", "create_school", "update_school", "create_team"] {
        assert_eq!(doings.iter().filter(|done| *done == action).count(), 1, "{action}: {doings:?}");
    }
}

/// OPS-02: every common sport can be made, and is offered to any operator.
#[tokio::test]
async fn common_sports_have_names() {
    let app = TestApp::start().await;
    let support = crate::console::hired(&app, "support@demo.test", Role::Support).await;
    let sports = get(&support, "common-sports").await.body["data"].clone();
    assert_eq!(sports.as_array().unwrap().len(), domain::sports::COMMON_SPORTS.len());
    assert!(sports.as_array().unwrap().iter().all(|sport| sport["bg"].is_string()));
}
