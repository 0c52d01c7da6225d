//! Several channels on one server, none of which sees another.

use reqwest::StatusCode;

use crate::app::TestApp;

/// I8: no answer of one channel contains anything of another.
#[tokio::test]
async fn no_answer_contains_another_channels_data() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    let calls = [
        "channel-key",
        "channel-bootstrap-data",
        "settings",
        "menu",
        "slides/web",
        "pages",
        "pages/about",
        "faq",
        "color-settings/web",
        "packages",
        "subscriptions",
        "participants?no_limit=1",
        "participant-groups",
        "events-locations",
    ];
    let keyed = [
        "events-for-homepage",
        "events-for-homepage?school=northridge",
        "events/1",
        "events-categories",
        "vod-media-items",
        "vod-media-rails",
        "vod-media-categories",
        "vod-media/search",
        "custom-forms/contacts",
    ];
    let paths = calls.map(|call| format!("/api/{call}")).into_iter().chain(keyed.map(|call| {
        let mark = if call.contains('?') { '&' } else { '?' };
        format!("/api/{call}{mark}api_key={key}")
    }));
    for path in paths.chain(["/".into(), "/about".into(), "/storage/settings/demo.json".into()]) {
        let answer = app.demo().raw(&path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let text = answer.text().await.unwrap();
        assert!(!text.contains("other"), "{path} tells of the other channel: {text}");
    }
}

/// BOOT-03: a key opens its own channel only; the other channel calls it a wrong key.
#[tokio::test]
async fn a_key_of_one_channel_is_wrong_at_another() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    for call in ["events-for-homepage", "events/1", "events/1001", "profile"] {
        let answer = app.at("other.test").get(&format!("{call}?api_key={key}")).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{call}");
        assert!(answer.body["errors"]["api_key"].is_array(), "{call}");
    }
}

/// T26: an id of another channel's game is as unknown as any other.
#[tokio::test]
async fn ids_of_another_channel_are_unknown() {
    let app = TestApp::start().await;
    assert_eq!(app.demo().get_keyed("events/1").await.status, StatusCode::OK);
    assert_eq!(app.demo().get_keyed("events/1001").await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.at("other.test").get_keyed("events/1001").await.status, StatusCode::OK);
}
