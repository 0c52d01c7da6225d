//! Where a visitor seems to be, and whether the channel may be watched from there.

use domain::geo::Rule;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{CountryRecord, channel, country_database};

use crate::app::TestApp;

/// Addresses below 128.0.0.0 are in France, the others in Bulgaria; loopback is a proxy.
pub async fn app_behind_a_proxy(trusted: bool) -> TestApp {
    TestApp::start_with(|config| {
        let file = config.data_dir.join("countries.mmdb");
        std::fs::write(&file, country_database(CountryRecord::Flat("FR"), CountryRecord::Nested("BG"))).unwrap();
        config.geo_database = Some(file);
        config.trusted_proxies = if trusted { vec!["127.0.0.0/8".parse().unwrap()] } else { vec![] };
    })
    .await
}

async fn seen_from(app: &TestApp, forwarded: &str) -> Value {
    let key = app.demo().api_key().await;
    let request = app.demo().request(Method::GET, &format!("/api/geo?api_key={key}"));
    let answer: Value = request.header("x-forwarded-for", forwarded).send().await.unwrap().json().await.unwrap();
    answer["data"].clone()
}

/// GEO-01: country, code, address, and whether the channel's rule keeps the visitor out.
#[tokio::test]
async fn geo_tells_country_and_rule() {
    let app = app_behind_a_proxy(true).await;
    assert_eq!(
        seen_from(&app, "198.51.100.4").await,
        json!({ "country": "Bulgaria", "country_code": "BG", "ip": "198.51.100.4", "is_geo_blocked": false })
    );
    let mut ruled = channel("demo", 1);
    ruled.profile.geo_rule = Rule::OnlyIn { countries: ["FR".parse().unwrap()].into() };
    app.database.store.channel_import(ruled).await.unwrap();
    app.until(async || seen_from(&app, "198.51.100.4").await["is_geo_blocked"] == true).await;
    let seen = seen_from(&app, "20.0.0.1").await;
    assert_eq!((&seen["country"], &seen["is_geo_blocked"]), (&json!("France"), &json!(false)));
    assert_eq!(seen_from(&app, "2001:db8::1").await["is_geo_blocked"], true, "unknown is on no list");
}

/// T8: a visitor who names an address is not believed; one behind a trusted proxy is where the proxy saw them.
#[tokio::test]
async fn a_visitor_cannot_choose_a_country() {
    let direct = app_behind_a_proxy(false).await;
    let seen = seen_from(&direct, "198.51.100.4").await;
    assert_eq!((&seen["ip"], &seen["country_code"]), (&json!("127.0.0.1"), &Value::Null));
    let proxied = app_behind_a_proxy(true).await;
    assert_eq!(seen_from(&proxied, "20.0.0.1, 198.51.100.4").await["country_code"], "BG");
    assert_eq!(seen_from(&proxied, "20.0.0.1, nonsense").await["ip"], "127.0.0.1");
}

/// GEO-01: an address that is in no country is no country's, and is kept out by allow-lists alone.
#[tokio::test]
async fn loopback_is_in_no_country() {
    let app = TestApp::start().await;
    let seen = app.demo().get_keyed("geo").await.body["data"].clone();
    assert_eq!(seen, json!({ "country": null, "country_code": null, "ip": "127.0.0.1", "is_geo_blocked": false }));
}

/// GEO-01: a member's profile says the same, at the login and after it.
#[tokio::test]
async fn a_profile_tells_whether_its_member_is_kept_out() {
    let app = TestApp::start().await;
    let member = app.member("fan@demo.test").await;
    assert_eq!(member.get("profile").await.body["data"]["is_geo_blocked"], false);
    let mut ruled = channel("demo", 1);
    ruled.profile.geo_rule = Rule::OnlyIn { countries: ["FR".parse().unwrap()].into() };
    app.database.store.channel_import(ruled).await.unwrap();
    app.until(async || member.get("profile").await.body["data"]["is_geo_blocked"] == true).await;
    let login = app.demo().log_in(&app.demo().api_key().await, "fan@demo.test", testkit::PASSWORD).await;
    assert_eq!(login.body["data"]["user"]["is_geo_blocked"], true);
}

/// What a visitor there is answered, and the page that the server sends them.
async fn asked_from(app: &TestApp, forwarded: &str, call: &str) -> Value {
    let key = app.demo().api_key().await;
    let mark = if call.contains('?') { '&' } else { '?' };
    let request = app.demo().request(Method::GET, &format!("/api/{call}{mark}api_key={key}"));
    let answer: Value = request.header("x-forwarded-for", forwarded).send().await.unwrap().json().await.unwrap();
    answer["data"].clone()
}

async fn page_from(app: &TestApp, forwarded: &str, path: &str) -> String {
    let request = app.demo().request(Method::GET, path).header("x-forwarded-for", forwarded);
    request.send().await.unwrap().text().await.unwrap()
}

const FRANCE: &str = "20.0.0.1";
const BULGARIA: &str = "198.51.100.4";
const BLOCKED: &str = "\"is_geo_blocked\":true";

/// GEO-02, UI-14: a game's own rule is told wherever the game is, in the page too, and nobody else is touched by it.
#[tokio::test]
async fn a_games_rule_is_told_wherever_the_game_is() {
    let app = app_behind_a_proxy(true).await;
    let mut ruled = channel("demo", 1);
    ruled.content.events[0].access = domain::event::AccessType::Free;
    ruled.content.events[0].geo_rule = Some(Rule::OnlyIn { countries: ["FR".parse().unwrap()].into() });
    app.database.store.channel_import(ruled).await.unwrap();
    app.until(async || asked_from(&app, BULGARIA, "events/1").await["is_geo_blocked"] == true).await;

    for (from, blocked) in [(FRANCE, false), (BULGARIA, true), ("2001:db8::1", true)] {
        let single = asked_from(&app, from, "events/1").await;
        let listed = asked_from(&app, from, "events?stream_status=live").await[0].clone();
        let home = asked_from(&app, from, "events-for-homepage").await["live"][0].clone();
        let found = asked_from(&app, from, "search?text=game").await["games"][0].clone();
        for game in [single, listed, home, found] {
            assert_eq!((&game["id"], &game["is_geo_blocked"]), (&json!(1), &json!(blocked)), "{from}");
            assert_eq!(game["has_access"], !blocked, "{from}");
        }
        let other = asked_from(&app, from, "events/2").await;
        assert_eq!(other["is_geo_blocked"], false);
        assert_eq!(page_from(&app, from, "/").await.contains(BLOCKED), blocked, "{from}");
        assert_eq!(page_from(&app, from, "/watch/1").await.contains(BLOCKED), blocked, "{from}");
        assert!(!page_from(&app, from, "/watch/2").await.contains(BLOCKED));
        let access = asked_from(&app, from, "user/access?event_id=1").await["events"][0].clone();
        assert_eq!(access["reason"], if blocked { "region" } else { "free_for_all" });
    }
}

/// GEO-02: the channel's rule holds for all of its games, whatever theirs say.
#[tokio::test]
async fn the_channels_rule_holds_for_all_games() {
    let app = app_behind_a_proxy(true).await;
    let mut ruled = channel("demo", 1);
    ruled.profile.geo_rule = Rule::NotIn { countries: ["BG".parse().unwrap()].into() };
    ruled.content.events[0].geo_rule = Some(Rule::OnlyIn { countries: ["BG".parse().unwrap()].into() });
    app.database.store.channel_import(ruled).await.unwrap();
    app.until(async || asked_from(&app, BULGARIA, "events/2").await["is_geo_blocked"] == true).await;
    assert_eq!(asked_from(&app, BULGARIA, "events/1").await["is_geo_blocked"], true);
    assert_eq!(asked_from(&app, FRANCE, "events/1").await["is_geo_blocked"], true);
    assert_eq!(asked_from(&app, FRANCE, "events/2").await["is_geo_blocked"], false);
    let home = asked_from(&app, BULGARIA, "events-for-homepage").await;
    assert!(home["finished"].as_array().unwrap().iter().all(|game| game["is_geo_blocked"] == true));
}
