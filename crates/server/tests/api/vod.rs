//! The library of films.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::{Member, TestApp};

fn ids(films: &Value) -> Vec<i64> {
    films.as_array().unwrap().iter().map(|film| film["id"].as_i64().unwrap()).collect()
}

/// VOD-01: a film has its fields, with the words of other languages where there are any.
#[tokio::test]
async fn a_film_has_its_fields() {
    let app = TestApp::start().await;
    let film = app.demo().get_keyed("vod-media-items/1").await.body["data"].clone();
    let expected = json!({
        "id": 1,
        "title": "St. Mary’s: the long way up",
        "description": "A film of demo.",
        "date": 10,
        "duration": 600,
        "access_type": "free",
        "has_access": true,
        "category_ids": [1],
        "assets": [{ "type": "image", "path": "/storage/images/demo/film-0.svg" }],
        "media": [{ "id": 1, "type": 1, "url": "/storage/images/demo/film-0.svg" }],
        "playback": null,
        "translations": { "fr": { "title": "La longue montée" } }
    });
    assert_eq!(film, expected);
    let untranslated = app.demo().get_keyed("vod-media-items/2").await.body["data"].clone();
    assert!(untranslated.get("translations").is_none(), "left out when there are none");
}

/// VOD-01, VOD-03: categories and rails, and the access that their films require.
#[tokio::test]
async fn categories_and_rails_come_in_their_order() {
    let app = TestApp::start().await;
    let categories = app.demo().get_keyed("vod-media-categories").await;
    assert_eq!(categories.body["meta"]["total"], 2);
    assert_eq!(categories.body["data"][0], json!({ "id": 1, "title": "demo Documentaries", "alias": "documentaries" }));
    let rails = app.demo().get_keyed("vod-media-rails").await.body["data"].clone();
    assert_eq!(rails[0]["title"], "New");
    assert_eq!(rails[0]["translations"]["fr"]["title"], "Nouveautés");
    assert_eq!(ids(&rails[0]["vod_media_items"]), [4, 1]);
    assert_eq!(ids(&rails[1]["vod_media_items"]), [2, 3]);
    let access = |film: &Value| (film["access_type"].clone(), film["has_access"].clone());
    assert_eq!(access(&rails[0]["vod_media_items"][0]), (json!("vod_media"), json!(false)));
    assert_eq!(access(&rails[0]["vod_media_items"][1]), (json!("free"), json!(true)));
}

/// VOD-01: newest first, by category, by title, in parts.
#[tokio::test]
async fn films_are_listed_in_a_stable_order() {
    let app = TestApp::start().await;
    let demo = app.demo();
    let all = demo.get_keyed("vod-media-items").await;
    assert_eq!(ids(&all.body["data"]), [4, 3, 2, 1]);
    assert_eq!(all.body["meta"], json!({ "total": 4, "offset": 0, "limit": 50 }));
    for (call, expected) in [
        ("vod-media-items?sort_field=title", vec![3, 2, 1, 4]),
        ("vod-media-items?sort_field=title&sort_direction=desc", vec![4, 1, 2, 3]),
        ("vod-media-items?sort_direction=asc", vec![1, 2, 3, 4]),
        ("vod-media-items?category_id=2", vec![4, 3]),
        ("vod-media-items?category_id=99", vec![]),
        ("vod-media-items?offset=1&limit=2", vec![3, 2]),
        ("vod-media-items?offset=9", vec![]),
    ] {
        assert_eq!(ids(&demo.get_keyed(call).await.body["data"]), expected, "{call}");
    }
}

/// VOD-02: found by words of the title, ten from the start and newest first unless said otherwise.
#[tokio::test]
async fn films_are_found_by_their_title() {
    let app = TestApp::start().await;
    let demo = app.demo();
    let all = demo.get_keyed("vod-media/search").await;
    assert_eq!(all.body["meta"], json!({ "total": 4, "offset": 0, "limit": 10 }));
    assert_eq!(ids(&all.body["data"]), [4, 3, 2, 1]);
    for (title, expected) in [
        ("st+mary", vec![1]),
        ("ST.%20MARY%27S", vec![1]),
        ("longue", vec![1]),
        ("in+ten", vec![3]),
        ("nothing", vec![]),
    ] {
        let found = demo.get_keyed(&format!("vod-media/search?title={title}")).await;
        assert_eq!(ids(&found.body["data"]), expected, "{title}");
        assert_eq!(found.body["meta"]["total"], expected.len(), "{title}");
    }
    let of_category = demo.get_keyed("vod-media/search?title=t&category_id=1&limit=1").await;
    assert_eq!(of_category.body["meta"], json!({ "total": 2, "offset": 0, "limit": 1 }));
}

/// T37, T38: orders come from a list and parts have a ceiling; what is not on it is refused by name.
#[tokio::test]
async fn wrong_parameters_are_named() {
    let app = TestApp::start().await;
    for (call, field) in [
        ("vod-media-items?sort_field=access", "sort_field"),
        ("vod-media-items?sort_field=date;DROP%20TABLE%20vod_items", "sort_field"),
        ("vod-media/search?sort_field=id%20desc--", "sort_field"),
        ("vod-media-items?sort_direction=up", "sort_direction"),
        ("vod-media-items?category_id=1%20OR%201=1", "category_id"),
        ("vod-media-items?limit=201", "limit"),
        ("vod-media/search?limit=0", "limit"),
        ("vod-media/search?offset=10001", "offset"),
    ] {
        let answer = app.demo().get_keyed(call).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{call}");
        assert!(answer.body["errors"][field].is_array(), "{call} gave {}", answer.body);
    }
    let injected = app.demo().get_keyed("vod-media/search?title=%27%20OR%20%271%27=%271").await;
    assert_eq!(injected.body["meta"]["total"], 0);
}

/// T26: another channel's films are not found, by no call.
#[tokio::test]
async fn films_of_another_channel_are_not_found() {
    let app = TestApp::start().await;
    for id in [1001, 999] {
        let answer = app.demo().get_keyed(&format!("vod-media-items/{id}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}");
        assert_eq!(answer.body["message"], "film not found");
    }
    assert_eq!(app.demo().get_keyed("vod-media-items?category_id=1001").await.body["meta"]["total"], 0);
    for call in ["vod-media-items", "vod-media-items/1", "vod-media-categories", "vod-media-rails", "vod-media/search"]
    {
        let text = app.demo().get_keyed(call).await.body.to_string();
        assert!(!text.contains("other"), "{call} tells of the other channel: {text}");
        let anonymous = app.demo().get(call).await;
        assert_eq!(anonymous.status, StatusCode::UNAUTHORIZED, "{call}");
        assert!(anonymous.body["errors"]["api_key"].is_array(), "{call}");
    }
}

/// VOD-03: films that ask for the capability open to a member who has it, in every call, and to no other member.
#[tokio::test]
async fn films_open_to_members_with_the_capability() {
    let app = TestApp::start().await;
    let mut new = testkit::account("season@demo.test");
    new.capabilities = vec![domain::account::Capability::VodMedia];
    app.account_create("demo", new).await;
    let season = Member::log_in(app.demo(), "season@demo.test").await;
    let fan = app.member("fan@demo.test").await;
    for (member, open) in [(&season, true), (&fan, false)] {
        assert_eq!(member.get("vod-media-items/2").await.body["data"]["has_access"], open);
        assert_eq!(member.get("vod-media-items").await.body["data"][0]["has_access"], open);
        assert_eq!(member.get("vod-media/search?title=zone").await.body["data"][0]["has_access"], open);
        let rails = member.get("vod-media-rails").await.body["data"].clone();
        assert_eq!(rails[0]["vod_media_items"][0]["has_access"], open);
        assert_eq!(rails[0]["vod_media_items"][1]["has_access"], true, "free is free");
    }
}
