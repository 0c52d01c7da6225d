//! Slides that are shown for a time.

use domain::time::Timestamp;
use serde_json::{Value, json};

use crate::site::Site;

async fn titles(site: &Site, call: &str) -> Vec<String> {
    let shown = site.app.demo().get(call).await.body["data"].clone();
    let slides = if call.starts_with("slides") { &shown } else { &shown["slides"] };
    slides.as_array().unwrap().iter().map(|slide| slide["title"].as_str().unwrap().to_owned()).collect()
}

/// UI-16: a slide appears and disappears by the clock, to the second, in every call and in the page, and viewers are not
/// told when. The slide beside it stays.
#[tokio::test]
async fn slides_appear_and_disappear_by_the_clock() {
    let site = Site::start().await;
    site.app.clock.stop();
    let now = site.app.clock.now().seconds();
    let fields = json!({ "title": "Half time", "visible_from": now + 60, "visible_until": now + 120 });
    let made = site.post("slides", fields).await.body["data"].clone();
    assert_eq!((&made["visible_from"], &made["visible_until"]), (&json!(now + 60), &json!(now + 120)));
    // A change that is shown proves that the slide was read, and left out.
    site.patch("faq/1", json!({ "version": 1, "question": "Read?" })).await;
    site.app.until(async || site.bootstrap().await["faq"][0]["question"] == "Read?").await;
    let rest = ["Welcome", "Final", "Hawks"];
    let all = [rest.to_vec(), vec!["Half time"]].concat();
    let calls = ["channel-bootstrap-data", "slides/web"];
    let page = async || site.app.demo().raw("/").await.text().await.unwrap().contains("Half time");
    let version = async || site.bootstrap().await["content_version"].as_i64().unwrap();
    for call in calls {
        assert_eq!(titles(&site, call).await, rest);
    }
    assert!(!page().await);

    let before = version().await;
    site.app.clock.advance(60 * Timestamp::SECOND);
    site.app.until(async || titles(&site, "channel-bootstrap-data").await == all).await;
    assert!(version().await > before, "open pages are told");
    for call in calls {
        assert_eq!(titles(&site, call).await, all);
        assert!(!site.app.demo().get(call).await.body.to_string().contains("visible_"));
    }
    assert_eq!(titles(&site, "slides/web?type=main").await, ["Welcome", "Final", "Half time"]);
    assert!(page().await);

    site.app.clock.advance(59 * Timestamp::SECOND);
    site.patch("faq/1", json!({ "version": 2, "question": "Again?" })).await;
    site.app.until(async || site.bootstrap().await["faq"][0]["question"] == "Again?").await;
    assert_eq!(titles(&site, "channel-bootstrap-data").await, all);
    site.app.clock.advance(Timestamp::SECOND);
    site.app.until(async || titles(&site, "channel-bootstrap-data").await == rest).await;
    assert_eq!(titles(&site, "slides/web").await, rest);
    assert!(!page().await);
    assert_eq!(site.list("slides").await[3]["title"], "Half time", "the console has it still");
}

/// UI-16: a slide of a team's page names the team, and fields that refer to something find it by name: only what the channel
/// has, the asked one first.
#[tokio::test]
async fn what_slides_refer_to_has_a_name() {
    let site = Site::start().await;
    assert_eq!(site.list("slides").await[2]["view_name"], "demo Hawks");
    let school = json!({ "version": 1, "slidable_type": "group", "slidable_id": 1 });
    assert_eq!(site.patch("slides/3", school).await.body["data"]["view_name"], "Northridge");
    let home = json!({ "version": 2, "slidable_type": "main", "slidable_id": null });
    assert_eq!(site.patch("slides/3", home).await.body["data"]["view_name"], Value::Null);

    let names = async |query: &str| {
        let found = site.list(&format!("names?{query}")).await;
        found.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("kind=participant").await, ["demo Hawks", "demo Wolves", "demo Bears"]);
    assert_eq!(names("kind=participant&text=%20wol").await, ["demo Wolves"]);
    assert_eq!(names("kind=participant&text=wol&id=3").await, ["demo Bears", "demo Wolves"]);
    assert_eq!(names("kind=participant&text=wol&id=1001").await, ["demo Wolves"], "the other channel's");
    assert_eq!(names("kind=group&text=north").await, ["Northridge"]);
    assert_eq!(names("kind=category&text=none").await, [""; 0]);
    let game = site.list("names?kind=event&text=hawks&id=2").await;
    assert_eq!((&game[0]["id"], game[0]["date"].is_i64()), (&json!(2), true));
    for (query, field) in [("kind=pass", "kind"), ("text=a", "kind")] {
        let refused = site.get(&format!("names?{query}")).await;
        assert_eq!((refused.status.as_u16(), refused.problems()[0][0].as_str()), (400, Some(field)), "{query}");
    }
    let long = site.get(&format!("names?kind=group&text={}", "a".repeat(101))).await;
    assert_eq!(long.problems()[0][0], "text");
}

/// UI-16: the end of a slide comes after its beginning.
#[tokio::test]
async fn slides_end_after_they_begin() {
    let site = Site::start().await;
    let wrong = site.post("slides", json!({ "title": "Never", "visible_from": 20, "visible_until": 20 })).await;
    assert_eq!(wrong.problems(), [json!(["visible_until", "time_order", {}])]);
    let slide = site.patch("slides/1", json!({ "version": 1, "visible_until": 4_000_000_000_i64 })).await;
    assert_eq!(slide.body["data"]["visible_until"], 4_000_000_000_i64);
    let wrong = site.patch("slides/1", json!({ "version": 2, "visible_from": 4_000_000_000_i64 })).await;
    assert_eq!(wrong.problems(), [json!(["visible_until", "time_order", {}])]);
    let cleared = site.patch("slides/1", json!({ "version": 2, "visible_until": null })).await;
    assert_eq!(cleared.body["data"]["visible_until"], Value::Null);
}
