//! Games on the home page, and one by one.

use reqwest::StatusCode;
use serde_json::Value;

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

#[tokio::test]
async fn a_game_shows_its_teams_and_who_may_watch() {
    let app = TestApp::start().await;
    let game = app.demo().get_keyed("events/4").await.body["data"].clone();
    assert_eq!(game["stream_status"], "finished");
    assert_eq!(game["access_type"], "ppv");
    assert_eq!(game["type"], "paid");
    assert_eq!(game["has_access"], false);
    assert_eq!(game["event_utc_ts"], 1);
    assert_eq!(game["score"], serde_json::json!([3, 4]));
    assert_eq!(game["participants"][0]["short_name"], "HAW");
    assert_eq!(game["participants"][0]["image"], "/storage/images/demo/Hawks.svg");
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
