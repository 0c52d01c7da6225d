//! What a channel shows around its games.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::TestApp;

/// BOOT-12: everything a page needs at its start, in one answer.
#[tokio::test]
async fn bootstrap_has_every_part() {
    let app = TestApp::start().await;
    let answer = app.demo().get("channel-bootstrap-data?client_interface=web").await;
    assert_eq!(answer.status, StatusCode::OK);
    let data = &answer.body["data"];
    let parts = [
        "content_version",
        "color_settings",
        "event_categories",
        "locations",
        "faq",
        "menu",
        "packages",
        "pages",
        "participant_groups",
        "settings",
        "slides",
        "subscriptions",
        "participant_group_properties",
        "static_blocks",
    ];
    for part in parts {
        assert!(!data[part].is_null(), "{part}");
    }
    assert_eq!(data.as_object().unwrap().len(), parts.len());
}

/// CONT-01, BOOT-08, EVT-05, EVT-09: each part by itself, always with 200 and the same as in the bootstrap data.
#[tokio::test]
async fn each_part_has_a_call_of_its_own() {
    let app = TestApp::start().await;
    let bootstrap = app.demo().get("channel-bootstrap-data").await.body["data"].clone();
    let calls = [
        ("settings", "settings"),
        ("menu", "menu"),
        ("slides/web", "slides"),
        ("pages", "pages"),
        ("color-settings/web", "color_settings"),
        ("faq", "faq"),
        ("packages", "packages"),
        ("subscriptions", "subscriptions"),
        ("events-locations", "locations"),
        ("participant-groups", "participant_groups"),
    ];
    for (call, part) in calls {
        let answer = app.demo().get(call).await;
        assert_eq!(answer.status, StatusCode::OK, "{call}");
        assert_eq!(answer.body["data"], bootstrap[part], "{call}");
    }
    for (call, part) in
        [("events-categories", "event_categories"), ("participant-group-properties", "participant_group_properties")]
    {
        assert_eq!(app.demo().get_keyed(call).await.body["data"], bootstrap[part], "{call}");
    }
}

/// CONT-01: where the visitor seems to be.
#[tokio::test]
async fn geo_tells_the_address_of_the_connection() {
    let app = TestApp::start().await;
    let answer = app.demo().get_keyed("geo").await;
    assert_eq!(
        answer.body["data"],
        json!({ "country": null, "country_code": null, "ip": "127.0.0.1", "is_geo_blocked": false })
    );
}

/// CONT-02: the settings carry what the specification names, by its names.
#[tokio::test]
async fn settings_have_their_fields() {
    let app = TestApp::start().await;
    let settings = app.demo().get("settings").await.body["data"].clone();
    assert_eq!(settings["language"], "fr");
    assert_eq!(settings["currency"], "CAD");
    assert_eq!(settings["google-analytics"], json!({ "google-tag": null }));
    assert_eq!(settings["yare-analytics"], json!({ "key": null }));
    assert_eq!(settings["prerolls"], json!([]));
    assert!(settings["static_blocks"].is_array());
}

/// CONT-03: pages, menu entries and slides have their fields.
#[tokio::test]
async fn pages_menu_and_slides_have_their_fields() {
    let app = TestApp::start().await;
    let page = app.demo().get("pages").await.body["data"][0].clone();
    let names = json!({ "bg": { "name": "За нас" } });
    assert_eq!(page, json!({ "id": 1, "url": "/about", "alt_name": "about", "name": "About", "translations": names }));
    let menu = app.demo().get("menu").await.body["data"].clone();
    assert_eq!(menu["groups"][0], json!({ "id": 1, "name": "Northridge", "alias": null, "images": [] }));
    assert_eq!(menu["participants"][0]["alias"], "hawks");
    assert_eq!(menu["participants"][0]["images"][0]["type"], "crest");
    let slides = app.demo().get("slides/web").await.body["data"].clone();
    assert_eq!((&slides[0]["slidable_type"], &slides[0]["slidable_id"]), (&Value::Null, &Value::Null));
}

/// CONT-01, UI-16: slides of one kind of view; no type means main.
#[tokio::test]
async fn slides_come_by_type() {
    let app = TestApp::start().await;
    let titles = async |call: &str| {
        let answer = app.demo().get(call).await;
        let slides = answer.body["data"].as_array().unwrap().clone();
        slides.iter().map(|slide| slide["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles("slides/web").await, ["Welcome", "Final", "Hawks"]);
    assert_eq!(titles("slides/web?type=main").await, ["Welcome", "Final"]);
    assert_eq!(titles("slides/web?type=participant").await, ["Hawks"]);
    let wrong = app.demo().get("slides/web?type=banner").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(wrong.body["errors"]["type"].is_array());
}

/// CONT-01: one page with its content, which was sanitised when it was written.
#[tokio::test]
async fn a_page_has_its_content() {
    let app = TestApp::start().await;
    let page = app.demo().get("pages/about").await;
    assert_eq!(page.body["data"]["content"], "<p>Hello</p>");
    assert_eq!(page.body["data"]["translations"]["bg"]["content"], "<p>Здравейте</p>");
    let unknown = app.demo().get("pages/none").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    assert_eq!(unknown.body["message"], "page not found");
}

/// T37: lists have a ceiling, and `no_limit` is one prepared answer.
#[tokio::test]
async fn lists_come_in_parts() {
    let app = TestApp::start().await;
    let part = app.demo().get("participants?offset=1&limit=1").await;
    assert_eq!(part.body["meta"], json!({ "total": 3, "offset": 1, "limit": 1 }));
    assert_eq!(part.body["data"][0]["alias"], "wolves");
    let whole = app.demo().get("participants?no_limit=1").await;
    assert_eq!(whole.body["meta"]["total"], 3);
    assert_eq!(whole.body["data"].as_array().unwrap().len(), 3);
    for (call, field) in [
        ("participants?limit=201", "limit"),
        ("participants?limit=0", "limit"),
        ("participants?limit=-1", "limit"),
        ("participants?offset=10001", "offset"),
        ("participant-groups?limit=ten", "limit"),
    ] {
        let answer = app.demo().get(call).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{call}");
        assert!(answer.body["errors"][field].is_array(), "{call} gave {}", answer.body);
    }
}

/// CONT-02, UI-15, T28: blocks of words come with the settings, by their place, sanitised in every language.
#[tokio::test]
async fn static_blocks_come_with_the_settings() {
    let app = TestApp::start().await;
    let blocks = app.demo().get("settings").await.body["data"]["static_blocks"].clone();
    let french = json!({ "fr": { "content": "<p>Première visite ?</p><img src=\"x\">" } });
    assert_eq!(blocks, json!([{ "id": 1, "place": "home", "content": "<p>New here?</p>", "translations": french }]));
    assert_eq!(app.demo().get("channel-bootstrap-data").await.body["data"]["static_blocks"], blocks);
}

/// CONT-03, UI-13: what is translated carries its translations, the rest leaves them out.
#[tokio::test]
async fn translations_are_left_out_where_there_are_none() {
    let app = TestApp::start().await;
    let sport = app.demo().get_keyed("events-categories").await.body["data"][0].clone();
    assert_eq!(sport["translations"], json!({ "bg": { "name": "Баскетбол" } }));
    let question = app.demo().get("faq").await.body["data"][0].clone();
    assert_eq!(question["translations"], json!({ "fr": { "answer": "<p>Parce que.</p>" } }));
    let link = app.demo().get("menu").await.body["data"]["links"][0].clone();
    assert!(link.get("translations").is_none());
    assert!(app.demo().get("slides/web").await.body["data"][0].get("translations").is_none());
}
