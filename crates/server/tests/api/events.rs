//! Games: in lists, on the home page, and one by one.

use reqwest::StatusCode;
use serde_json::Value;

use testkit::SEASON;

use crate::app::TestApp;

fn ids(events: &Value) -> Vec<i64> {
    events.as_array().unwrap().iter().map(|event| event["id"].as_i64().unwrap()).collect()
}

/// ROUTE-01: the home page's lists, filtered by school and team, by alias or by name.
#[tokio::test]
async fn home_lists_filter_by_school_and_team() {
    let app = TestApp::start().await;
    let all = app.demo().get_keyed("events-for-homepage").await.body["data"].clone();
    assert_eq!(ids(&all["live"]), [1]);
    assert_eq!(ids(&all["upcoming"]), [3, 2]);
    assert_eq!(ids(&all["finished"]), [5, 4]);

    for filter in ["team=bears", "team=BEARS", "team=demo%20Bears", "team=bears&school=northridge"] {
        let some = app.demo().get_keyed(&format!("events-for-homepage?{filter}")).await.body["data"].clone();
        assert_eq!(ids(&some["live"]), Vec::<i64>::new(), "{filter}");
        assert_eq!(ids(&some["upcoming"]), [2], "{filter}");
        assert_eq!(ids(&some["finished"]), [4], "{filter}");
    }
    let of_school = app.demo().get_keyed("events-for-homepage?school=Northridge").await.body["data"].clone();
    assert_eq!(of_school, all);
    let of_nobody = app.demo().get_keyed("events-for-homepage?team=nobody").await.body["data"].clone();
    assert_eq!(ids(&of_nobody["upcoming"]), Vec::<i64>::new());
    let not_asked = app.demo().get_keyed("events-for-homepage?team=&school=").await.body["data"].clone();
    assert_eq!(not_asked, all);
}

/// EVT-01, EVT-04: a game with its teams, its media, and whether the visitor may watch; no address to play without access.
#[tokio::test]
async fn a_game_shows_its_teams_and_who_may_watch() {
    let app = TestApp::start().await;
    let game = app.demo().get_keyed("events/4").await.body["data"].clone();
    assert_eq!(game["stream_status"], "finished");
    assert_eq!(game["access_type"], "ppv");
    assert_eq!(game["type"], "paid");
    assert_eq!(game["has_access"], false);
    assert_eq!(game["event_utc_ts"], SEASON / 1000 + 1);
    assert_eq!(game["score"], serde_json::json!([3, 4]));
    assert_eq!(game["media"], serde_json::json!([]));
    assert_eq!(game["participants"][0]["short_name"], "HAW");
    assert_eq!(game["participants"][0]["image"], "/storage/images/demo/Hawks.svg");
}

/// EVT-04: a picture is media of type 1, which everybody may see.
#[tokio::test]
async fn a_picture_is_media() {
    let app = TestApp::start().await;
    let mut import = testkit::channel("demo", 1);
    import.content.events[1].image = Some("/storage/images/demo/final.svg".into());
    app.database.store.channel_import(import).await.unwrap();
    let image = serde_json::json!([{ "id": 2, "type": 1, "url": "/storage/images/demo/final.svg" }]);
    app.until(async || app.demo().get_keyed("events/2").await.body["data"]["media"] == image).await;
}

#[tokio::test]
async fn an_unknown_game_is_not_found() {
    let app = TestApp::start().await;
    for id in ["999", "0", "-5", "9223372036854775807"] {
        let answer = app.demo().get_keyed(&format!("events/{id}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}");
        assert_eq!(answer.body["message"], "game not found");
    }
    for id in ["x", "1.5", "99999999999999999999", "%27"] {
        let answer = app.demo().get_keyed(&format!("events/{id}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{id}");
        assert_eq!(answer.body["errors"]["id"][0], "id must be a number");
    }
}

async fn list(app: &TestApp, query: &str) -> (Vec<i64>, i64) {
    let answer = app.demo().get_keyed(&format!("events?{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.body);
    (ids(&answer.body["data"]), answer.body["meta"]["total"].as_i64().unwrap())
}

/// EVT-03: every filter alone, in its own spelling, with the total.
#[tokio::test]
async fn lists_are_narrowed() {
    let app = TestApp::start().await;
    let all = [4, 5, 1, 3, 2];
    for (query, expected) in [
        ("", all.to_vec()),
        ("stream_status=upcoming", vec![3, 2]),
        ("stream_status=live,upcoming", vec![1, 3, 2]),
        ("stream_status=finished", vec![5, 4]),
        ("access_type=ppv", all.to_vec()),
        ("access_type=free,register", vec![]),
        ("category_id=1", all.to_vec()),
        ("category_id=2", vec![]),
        ("sport=Basketball", all.to_vec()),
        ("sport=rowing", vec![]),
        ("location_id=1,7", all.to_vec()),
        ("participant_id=3", vec![4, 2]),
        ("team=bears", vec![4, 2]),
        ("team=demo%20Wolves,bears", all.to_vec()),
        ("group_id=1", all.to_vec()),
        ("school=northridge", all.to_vec()),
        ("division=a", all.to_vec()),
        ("division=B", vec![]),
        ("gender=W", all.to_vec()),
        ("gender=women", all.to_vec()),
        ("gender=M,N", vec![]),
        ("gender=men", vec![]),
        ("event_id=3,5", vec![5, 3]),
        ("event_id=1001", vec![]),
        ("event_category_id=1", all.to_vec()),
        ("event_category_id=2", vec![]),
        ("category_id=1&event_category_id=2", vec![]),
        ("team=3", vec![4, 2]),
        ("sport=1&school=1", all.to_vec()),
        ("group=1&team=bears", vec![4, 2]),
        ("group=northridge", all.to_vec()),
        ("group=2", vec![]),
        ("location=1", all.to_vec()),
        ("location=1001", vec![]),
        ("location=nowhere", vec![]),
        ("city=toronto", all.to_vec()),
        ("state=ON&team=bears", vec![4, 2]),
        ("state=QC", vec![]),
        ("search=bears", vec![4, 2]),
        ("search=baers", vec![4, 2]),
        ("search=northridge%20bears", vec![4, 2]),
        ("search=game%202", vec![3]),
        ("search=", all.to_vec()),
        ("start_date=2026-05-28&end_date=2026-05-28", all.to_vec()),
        ("start_date=2026-05-29", vec![]),
        ("end_date=2026-05-27", vec![]),
        ("start_date=1970-01-01", all.to_vec()),
    ] {
        let (found, total) = list(&app, query).await;
        assert_eq!(found, expected, "{query}");
        assert_eq!(total, i64::try_from(expected.len()).unwrap(), "{query}");
    }
}

/// EVT-13: a name that nobody knows is an error that names it, in every list.
#[tokio::test]
async fn unknown_names_are_named() {
    let app = TestApp::start().await;
    for (query, name) in
        [("colour=red", "colour"), ("Team=bears", "Team"), ("team=bears&%F0%9F%8F%80=1", "🏀"), ("=1", "")]
    {
        for call in ["events", "events/with_clip", "events/favorite", "events-days", "events-for-homepage"] {
            let answer = app.demo().get_keyed(&format!("{call}?{query}")).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{call}?{query}");
            let words = format!("{name} is not a parameter of this list");
            assert_eq!(answer.body["errors"][name][0], words, "{call}?{query}: {}", answer.body);
        }
    }
}

/// EVT-12, EVT-13: what narrows a list narrows home, and a game that is played elsewhere is not there.
#[tokio::test]
async fn home_is_narrowed_by_place() {
    let app = TestApp::start().await;
    let mut import = testkit::channel("demo", 1);
    let mut annex = import.content.locations[0].clone();
    (annex.id, annex.name) = (domain::ids::LocationId(2), "The Annex".into());
    import.content.locations.push(annex);
    import.content.events[2].location_id = Some(domain::ids::LocationId(2));
    let there = import.content.events[2].id.0;
    app.database.store.channel_import(import).await.unwrap();
    app.until(async || list(&app, "location=2").await.1 == 1).await;
    for place in ["location=2", "location=the%20annex", "location_id=2"] {
        assert_eq!(list(&app, place).await.0, [there], "{place}");
        let home = app.demo().get_keyed(&format!("events-for-homepage?{place}")).await.body["data"].clone();
        let all = ["live", "upcoming", "finished"].map(|rail| ids(&home[rail])).concat();
        assert_eq!(all, [there], "{place}");
    }
    assert_eq!(list(&app, "location=1").await.1, 4);
}

/// EVT-03: a day is a day of the zone that is asked for.
#[tokio::test]
async fn days_are_of_a_zone() {
    let app = TestApp::start().await;
    // The season begins at 20:26 UTC on May 28.
    assert_eq!(list(&app, "start_date=2026-05-29&time_zone=Pacific/Auckland").await.1, 5);
    assert_eq!(list(&app, "end_date=2026-05-28&time_zone=Pacific/Auckland").await.1, 0);
    let days = app.demo().get_keyed("events-days?start_date=2026-05-01&end_date=2026-06-30").await.body["data"].clone();
    assert_eq!(days, serde_json::json!([{ "date": "2026-05-28", "total": 5, "live": 1 }]));
    let days = app
        .demo()
        .get_keyed("events-days?start_date=2026-05-20&end_date=2026-05-30&time_zone=Pacific/Auckland&team=bears")
        .await;
    assert_eq!(days.body["data"], serde_json::json!([{ "date": "2026-05-29", "total": 2, "live": 0 }]));
}

/// EVT-03: sorted both ways by both fields, and pages that put together are the list.
#[tokio::test]
async fn lists_are_sorted_and_paged() {
    let app = TestApp::start().await;
    assert_eq!(list(&app, "sort_field=date&sort_direction=desc").await.0, [2, 3, 1, 5, 4]);
    assert_eq!(list(&app, "sort_field=event_utc_ts&sort_direction=asc").await.0, [4, 5, 1, 3, 2]);
    assert_eq!(list(&app, "sort_field=name").await.0, [1, 2, 3, 4, 5]);
    assert_eq!(list(&app, "sort_field=name&sort_direction=desc").await.0, [5, 4, 3, 2, 1]);
    assert_eq!(list(&app, "stream_status=finished&sort_direction=asc").await.0, [4, 5]);

    let answer = app.demo().get_keyed("events?offset=2&limit=2").await;
    assert_eq!(ids(&answer.body["data"]), [1, 3]);
    assert_eq!(answer.body["meta"], serde_json::json!({ "total": 5, "offset": 2, "limit": 2 }));
    assert_eq!(list(&app, "offset=4&limit=2").await.0, [2]);
    assert_eq!(list(&app, "offset=10000&limit=200").await, (vec![], 5));
    let whole = app.demo().get_keyed("events?no_limit=1").await;
    assert_eq!(whole.body["meta"]["limit"], 50, "a list of games is never given whole");
}

/// EVT-03, T37, T38: what cannot be is refused and named; what looks like SQL is a word like any other.
#[tokio::test]
async fn wrong_parameters_are_named() {
    let app = TestApp::start().await;
    for (query, field) in [
        ("stream_status=paused", "stream_status"),
        ("stream_status=live'--", "stream_status"),
        ("access_type=1", "access_type"),
        ("category_id=1;DROP%20TABLE%20events", "category_id"),
        ("location_id=x", "location_id"),
        ("participant_id=1%20OR%201=1", "participant_id"),
        ("group_id=-", "group_id"),
        ("gender=X", "gender"),
        ("start_date=yesterday", "start_date"),
        ("end_date=2026-13-01", "end_date"),
        ("time_zone=Mars/Olympus", "time_zone"),
        ("sort_field=starts_at%20DESC--", "sort_field"),
        ("sort_field=id", "sort_field"),
        ("sort_direction=up", "sort_direction"),
        ("favorites=all", "favorites"),
        ("offset=10001", "offset"),
        ("limit=201", "limit"),
        ("limit=0", "limit"),
        ("limit=-1", "limit"),
        ("event_id=x", "event_id"),
        ("event_category_id=x", "event_category_id"),
    ] {
        let answer = app.demo().get_keyed(&format!("events?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(answer.body["errors"][field].is_array(), "{query}: {}", answer.body);
    }
    let long = format!("events?search={}", "x".repeat(201));
    assert_eq!(app.demo().get_keyed(&long).await.status, StatusCode::BAD_REQUEST);
    let many = format!("events?category_id={}", vec!["1"; 101].join(","));
    assert_eq!(app.demo().get_keyed(&many).await.status, StatusCode::BAD_REQUEST);
    for field in ["sport", "team", "school", "division", "city", "state", "search"] {
        let hostile = "%27%20OR%201%3D1%3B%20DROP%20TABLE%20events%3B--";
        assert_eq!(list(&app, &format!("{field}={hostile}")).await.1, 0, "{field}");
    }
    assert_eq!(list(&app, "").await.1, 5);
    for query in [
        "",
        "start_date=2026-05-01",
        "start_date=2026-05-01&end_date=2026-07-02",
        "start_date=2026-05-02&end_date=2026-05-01",
    ] {
        let answer = app.demo().get_keyed(&format!("events-days?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
    }
}

/// EVT-06, EVT-07: favourites ask for a login, and nothing has a clip yet.
#[tokio::test]
async fn favourites_need_a_login_and_clips_are_counted() {
    let app = TestApp::start().await;
    for call in ["events/favorite", "events?favorites=only"] {
        let answer = app.demo().get_keyed(call).await;
        assert_eq!(
            (answer.status, &answer.body["message"]),
            (StatusCode::UNAUTHORIZED, &"user must be logged in".into())
        );
    }
    assert_eq!(list(&app, "favorites=first").await.1, 5, "first of none is all");

    let mut import = testkit::channel("demo", 1);
    import.content.events[2].clips = 2;
    app.database.store.channel_import(import).await.unwrap();
    app.until(async || ids(&app.demo().get_keyed("events/with_clip").await.body["data"]) == [3]).await;
}

/// EVT-03: teams, schools, sports and games by a few letters, with a typo too.
#[tokio::test]
async fn search_finds_by_a_few_letters() {
    let app = TestApp::start().await;
    let search = async |text: &str| app.demo().get_keyed(&format!("search?text={text}")).await.body["data"].clone();
    let bears = search("bear").await;
    assert_eq!((ids(&bears["teams"]), ids(&bears["games"])), (vec![3], vec![2, 4]));
    assert_eq!(ids(&search("nortrhidge").await["schools"]), [1]);
    assert_eq!(ids(&search("basket").await["sports"]), [1]);
    let nothing = search("%3F").await;
    assert_eq!((ids(&nothing["teams"]), ids(&nothing["games"]).len()), (vec![], 5), "no word asks for nothing");
    for (query, field) in [("", "text"), ("text=a&limit=21", "limit"), ("text=a&limit=0", "limit")] {
        let answer = app.demo().get_keyed(&format!("search?{query}")).await;
        assert!(answer.status == StatusCode::BAD_REQUEST && answer.body["errors"][field].is_array(), "{query}");
    }
}

/// T26: no list, search or count shows a game of another channel.
#[tokio::test]
async fn lists_stay_within_their_channel() {
    let app = TestApp::start().await;
    for call in ["events", "events?participant_id=1001", "events?search=other", "events/with_clip"] {
        let answer = app.demo().get_keyed(call).await;
        assert!(ids(&answer.body["data"]).iter().all(|id| *id < 1000), "{call}");
    }
    assert_eq!(app.demo().get_keyed("events/1001").await.status, StatusCode::NOT_FOUND);
    assert_eq!(list(&app, "participant_id=1001").await.1, 0);
}
