//! Slides that are shown for a time.

use domain::local_time::ZonedTime;
use domain::time::Timestamp;
use serde_json::{Value, json};

use crate::site::Site;

/// A moment as it is typed.
fn at(seconds: i64) -> Value {
    let ZonedTime { local, zone, .. } = ZonedTime::of(Timestamp::from_seconds(seconds), "UTC");
    json!({ "local": local, "zone": zone })
}

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
    let fields = json!({ "title": "Half time", "visible_from": at(now + 60), "visible_until": at(now + 120) });
    let made = site.post("slides", fields).await.body["data"].clone();
    let moments = (&made["visible_from"]["at"], &made["visible_until"]["at"]);
    assert_eq!(moments, (&json!(now + 60), &json!(now + 120)));
    assert_eq!(made["visible_from"]["zone"], "America/Toronto", "the channel's");
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
    let (first, last) = (at(20), at(4_000_000_000));
    let wrong = site.post("slides", json!({ "title": "Never", "visible_from": first, "visible_until": first })).await;
    assert_eq!(wrong.problems(), [json!(["visible_until", "time_order", {}])]);
    let slide = site.patch("slides/1", json!({ "version": 1, "visible_until": last })).await;
    assert_eq!(slide.body["data"]["visible_until"]["at"], 4_000_000_000_i64);
    let wrong = site.patch("slides/1", json!({ "version": 2, "visible_from": last })).await;
    assert_eq!(wrong.problems(), [json!(["visible_until", "time_order", {}])]);
    let cleared = site.patch("slides/1", json!({ "version": 2, "visible_until": null })).await;
    assert_eq!(cleared.body["data"]["visible_until"], Value::Null);
}

/// UI-16: a local time means the moment at which the zone's clocks show it. One that the clocks leave out is refused, and of
/// one that they show twice the offset says which is meant.
#[tokio::test]
async fn slide_times_are_local_times_of_a_zone() {
    let site = Site::start().await;
    let local = |local: &str, zone: &str, offset: Value| json!({ "local": local, "zone": zone, "offset": offset });
    let from = async |version: i64, time: Value| {
        site.patch("slides/1", json!({ "version": version, "visible_from": time })).await
    };
    let sofia = from(1, local("2026-11-20T19:00", "Europe/Sofia", Value::Null)).await;
    assert_eq!(
        sofia.body["data"]["visible_from"],
        json!({
            "local": "2026-11-20T12:00", "zone": "America/Toronto", "at": 1_795_194_000, "offset": "-05:00",
            "clock": "unique"
        }),
        "shown in the channel's zone"
    );
    let twice = |offset| local("2026-11-01T01:30", "America/Toronto", offset);
    let first = from(2, twice(Value::Null)).await.body["data"]["visible_from"].clone();
    assert_eq!((&first["offset"], &first["clock"]), (&json!("-04:00"), &json!("repeated")));
    let second = from(3, twice(json!("-05:00"))).await.body["data"]["visible_from"].clone();
    assert_eq!(second["at"].as_i64().unwrap() - first["at"].as_i64().unwrap(), 3600);
    for (time, code) in [
        (local("2027-03-14T02:30", "America/Toronto", Value::Null), "time_skipped"),
        (local("2027-03-14T02:30", "Mars/Olympus", Value::Null), "time_zone"),
        (local("tomorrow", "UTC", Value::Null), "date"),
    ] {
        assert_eq!(from(4, time).await.problems(), [json!(["visible_from", code, {}])]);
    }
    let asked = site.get("local-time?local=2026-11-01T01:30").await.body["data"].clone();
    assert_eq!((&asked["clock"], asked["moments"].as_array().unwrap().len()), (&json!("repeated"), 2));
    let skipped = site.get("local-time?local=2027-03-28T03:30&zone=Europe/Sofia").await.body["data"].clone();
    assert_eq!(skipped, json!({ "clock": "skipped", "moments": [] }));
    assert_eq!(site.get("local-time?local=soon").await.problems(), [json!(["local", "date", {}])]);
    let nowhere = site.get("local-time?local=2026-11-01T01:30&zone=Mars/Olympus").await;
    assert_eq!(nowhere.problems()[0][0], "zone");

    // A conflict and a revision show the times as the list does.
    let stale = from(1, local("2026-01-01T00:00", "UTC", Value::Null)).await;
    assert_eq!(stale.body["conflict"]["current"]["visible_from"], second);
    let kept = site.get("revisions/slide/1").await.body["data"].clone();
    assert_eq!((&kept[0]["body"]["visible_from"], &kept[1]["body"]["visible_from"]), (&second, &first));
}
