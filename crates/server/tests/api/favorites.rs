//! Favourites: listed, added and removed by their owner.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::{Member, TestApp};

const WRONG_TYPE: &str = "favoritable_type must be one of participant, group, category";

async fn list(member: &Member) -> Vec<(String, i64)> {
    let answer = member.get("favorites").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let data = answer.body["data"].as_array().unwrap();
    assert_eq!(answer.body["meta"]["total"], data.len());
    data.iter()
        .map(|kept| (kept["favoritable_type"].as_str().unwrap().into(), kept["favoritable_id"].as_i64().unwrap()))
        .collect()
}

async fn add(member: &Member, kind: &str, id: i64) -> Value {
    let answer = member.post("favorite", json!({ "favoritable_id": id, "favoritable_type": kind })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

/// FAV-01: listed, added (twice is one) and removed; the list needs a login.
#[tokio::test]
async fn favourites_are_listed_added_once_and_removed() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(list(&fan).await, []);
    let first = add(&fan, "participant", 2).await;
    assert_eq!((&first["favoritable_id"], &first["favoritable_type"]), (&json!(2), &json!("participant")));
    assert_eq!(add(&fan, "participant", 2).await, first);
    assert_eq!(list(&fan).await, [("participant".into(), 2)]);

    let removed = fan.delete(&format!("favorite/{}", first["id"])).await;
    assert_eq!((removed.status, &removed.body["data"]), (StatusCode::OK, &json!({})));
    assert_eq!(list(&fan).await, []);
    let again = fan.delete(&format!("favorite/{}", first["id"])).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    assert_eq!(fan.delete("favorite/x").await.body["errors"]["id"][0], "id must be a number");
}

/// FAV-01: the same favourite from two tabs at once is one.
#[tokio::test]
async fn adding_from_many_tabs_at_once_is_one_favourite() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let tabs: Vec<_> = (0..10)
        .map(|_| {
            let fan = fan.clone();
            tokio::spawn(async move { add(&fan, "group", 1).await })
        })
        .collect();
    let mut given = Vec::new();
    for tab in tabs {
        given.push(tab.await.unwrap());
    }
    given.dedup();
    assert_eq!(given.len(), 1);
    assert_eq!(list(&fan).await, [("group".into(), 1)]);
}

/// FAV-02: teams, schools and sports, and by the same call games and places.
#[tokio::test]
async fn five_kinds_are_kept() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let kinds = [("participant", 1), ("group", 1), ("category", 1), ("event", 5), ("location", 1)];
    for (kind, id) in kinds {
        add(&fan, kind, id).await;
    }
    assert_eq!(list(&fan).await, kinds.map(|(kind, id)| (kind.to_owned(), id)));
}

/// FAV-02: the server names the field and the allowed values, whatever stands there instead of one.
#[tokio::test]
async fn a_wrong_type_is_named_with_the_allowed_values() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    for wrong in [
        json!("team"),
        json!("participant_group"),
        json!("Participant"),
        json!(""),
        json!(7),
        json!(null),
        json!(["group"]),
    ] {
        let answer = fan.post("favorite", json!({ "favoritable_id": 1, "favoritable_type": wrong })).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong}");
        assert_eq!(answer.body["errors"], json!({ "favoritable_type": [WRONG_TYPE] }), "{wrong}");
    }
    let none = fan.post("favorite", json!({ "favoritable_id": 1 })).await;
    assert_eq!(none.body["errors"]["favoritable_type"][0], WRONG_TYPE);
    for wrong in [json!("1"), json!(1.5), json!(null)] {
        let answer = fan.post("favorite", json!({ "favoritable_id": wrong, "favoritable_type": "group" })).await;
        assert_eq!(answer.body["errors"]["favoritable_id"][0], "favoritable_id is not valid", "{wrong}");
    }
    assert_eq!(list(&fan).await, []);
}

/// T26: only what the channel has is kept; another channel's ids are as unknown as any other.
#[tokio::test]
async fn favourite_unknown_to_the_channel_is_refused() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    for kind in ["participant", "group", "category", "event", "location"] {
        for id in [1001, 999_999, 0, -1, i64::MAX] {
            let answer = fan.post("favorite", json!({ "favoritable_id": id, "favoritable_type": kind })).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{kind} {id}");
            assert_eq!(answer.body["errors"]["favoritable_id"][0], format!("there is no such {kind}"));
        }
    }
    assert_eq!(list(&fan).await, []);
}

/// T25: nobody sees or removes what another member keeps, whatever id they give.
#[tokio::test]
async fn another_members_favourite_cannot_be_removed() {
    let app = TestApp::start().await;
    let (fan, rival) = (app.member("fan@demo.test").await, app.member("rival@demo.test").await);
    let kept = add(&fan, "category", 1).await;
    assert_eq!(list(&rival).await, []);
    let refused = rival.delete(&format!("favorite/{}", kept["id"])).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    assert_eq!(refused.body["message"], "favourite not found");
    assert_eq!(list(&fan).await, [("category".into(), 1)]);
}

/// T26: nor does a member of another channel, who may even have the same address there.
#[tokio::test]
async fn another_channels_favourite_cannot_be_removed() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let kept = add(&fan, "category", 1).await;
    app.account_create("other", testkit::account("fan@demo.test")).await;
    let there = Member::log_in(app.at("other.test"), "fan@demo.test").await;
    assert_eq!(there.delete(&format!("favorite/{}", kept["id"])).await.status, StatusCode::NOT_FOUND);
    assert_eq!(list(&there).await, []);
    assert_eq!(list(&fan).await, [("category".into(), 1)]);
}

/// An anonymous visitor is told to log in before anything else, and their key stays good.
#[tokio::test]
async fn favourites_need_a_login() {
    let app = TestApp::start().await;
    let anonymous = Member { client: app.demo(), key: app.demo().api_key().await };
    for answer in [
        anonymous.get("favorites").await,
        anonymous.post("favorite", json!({ "favoritable_id": 1, "favoritable_type": "group" })).await,
        anonymous.post("favorite", json!({ "favoritable_type": "nonsense" })).await,
        anonymous.delete("favorite/1").await,
    ] {
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert_eq!(answer.body["message"], "user must be logged in");
        assert_eq!(answer.body["errors"], json!({}));
    }
}

/// I5: an account keeps 500; what it keeps already can still be added.
#[tokio::test]
async fn favourites_are_limited_to_500() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let kept = add(&fan, "participant", 1).await;
    let rows = (0..499).map(|id| format!("(1, {}, 1, 'event', 1)", 10_000 + id)).collect::<Vec<_>>().join(",");
    let sql = format!("INSERT INTO favourites (channel_id, target_id, account_id, kind, created_at) VALUES {rows}");
    app.database.execute(&sql).await;
    let full = fan.post("favorite", json!({ "favoritable_id": 2, "favoritable_type": "participant" })).await;
    assert_eq!(full.status, StatusCode::BAD_REQUEST);
    assert_eq!(full.body["errors"]["favoritable_id"][0], "an account keeps 500 favourites at most");
    assert_eq!(add(&fan, "participant", 1).await, kept);
    assert_eq!(list(&fan).await.len(), 500);
}

fn ids(answer: &crate::app::Answer, list: &str) -> Vec<i64> {
    let data = if list.is_empty() { &answer.body["data"] } else { &answer.body["data"][list] };
    data.as_array().unwrap().iter().map(|event| event["id"].as_i64().unwrap()).collect()
}

/// FAV-03, EVT-06: favourites come first on home and in lists, or alone, whatever kind they are.
#[tokio::test]
async fn favourites_shape_home_and_lists() {
    let app = TestApp::start().await;
    let member = app.member("fan@demo.test").await;
    assert_eq!(ids(&member.get("events/favorite").await, ""), Vec::<i64>::new());

    for (kind, id, games) in [("participant", 3, vec![4, 2]), ("event", 5, vec![4, 5, 2])] {
        member.post("favorite", json!({ "favoritable_id": id, "favoritable_type": kind })).await;
        let answer = member.get("events/favorite").await;
        assert_eq!(ids(&answer, ""), games, "{kind}");
        assert_eq!(answer.body["meta"]["total"], games.len());
    }
    assert_eq!(ids(&member.get("events?favorites=first").await, ""), [4, 5, 2, 1, 3]);
    assert_eq!(ids(&member.get("events?favorites=first&limit=2&offset=2").await, ""), [2, 1]);
    assert_eq!(ids(&member.get("events/favorite?stream_status=upcoming").await, ""), [2]);
    let home = member.get("events-for-homepage").await;
    assert_eq!(ids(&home, "upcoming"), [2, 3], "the favourite ahead of what starts sooner");
    assert_eq!(ids(&home, "favorites"), [2], "live and upcoming");
    let register = app.demo().get_keyed("events-for-homepage").await;
    assert_eq!(ids(&register, "favorites"), Vec::<i64>::new());
    for (kind, id) in [("group", 1), ("category", 1), ("location", 1)] {
        member.post("favorite", json!({ "favoritable_id": id, "favoritable_type": kind })).await;
        assert_eq!(ids(&member.get("events/favorite").await, "").len(), 5, "{kind}");
    }
}

/// T25, T26: the calendar of a member's favourites opens by its own address alone, on its own channel.
#[tokio::test]
async fn a_calendar_of_favourites_opens_by_its_address() {
    let app = TestApp::start().await;
    assert_eq!(app.demo().get_keyed("favorites/calendar").await.status, StatusCode::UNAUTHORIZED);
    let member = app.member("fan@demo.test").await;
    let other = app.member("other@demo.test").await;
    member.post("favorite", json!({ "favoritable_id": 1, "favoritable_type": "event" })).await;
    let now = jiff::Timestamp::now().as_millisecond();
    let mut import = testkit::channel("demo", 1);
    import.content.events[0].starts_at.0 = now;
    app.database.store.channel_import(import).await.unwrap();

    let address = member.get("favorites/calendar").await.body["data"]["url"].as_str().unwrap().to_owned();
    assert!(!address.contains(&member.key));
    app.until(async || app.demo().raw(&address).await.text().await.unwrap().contains("UID:game-1@demo")).await;
    let theirs = other.get("favorites/calendar").await.body["data"]["url"].as_str().unwrap().to_owned();
    assert!(!app.demo().raw(&theirs).await.text().await.unwrap().contains("BEGIN:VEVENT"));
    let mixed = address.split('-').next().unwrap().to_owned() + "-" + theirs.split_once('-').unwrap().1;
    for wrong in
        [mixed.as_str(), "/calendar/favorites/1.ics", "/calendar/favorites/1-.ics", "/calendar/favorites/999-AAAA.ics"]
    {
        assert_eq!(app.demo().raw(wrong).await.status(), StatusCode::NOT_FOUND, "{wrong}");
    }
    assert_eq!(app.at("other.test").raw(&address).await.status(), StatusCode::NOT_FOUND);
}
