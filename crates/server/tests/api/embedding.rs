//! Sites that may show a channel's player: operators who set them, what is taken, what the player's page allows.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, at_console, audit, channel, get, hire, hired};

/// A game of each of the two channels.
const GAME: i64 = 1;
const GAME_OF_OTHER: i64 = 1001;

async fn set(app: &TestApp, operator: &Client, alias: &str, hosts: &[&str]) -> Answer {
    let call = format!("channels/{}/embedding", channel(app, alias).await);
    let request = operator.request(Method::PUT, &format!("/console/api/{call}"));
    let request = request.header("origin", ORIGIN).json(&json!({ "hosts": hosts }));
    checked(&CONSOLE, "put", &call, request.send().await.unwrap()).await
}

async fn hosts(app: &TestApp, operator: &Client, alias: &str) -> Value {
    let call = format!("channels/{}/embedding", channel(app, alias).await);
    get(operator, &call).await.body["data"]["hosts"].clone()
}

/// The sites that may show the page, as its policy says.
async fn framed_by(client: &Client, path: &str) -> String {
    let answer = client.raw(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    let policy = answer.headers()["content-security-policy"].to_str().unwrap();
    let (_, ancestors) = policy.split_once("frame-ancestors ").expect("it says who may show it");
    ancestors.split(';').next().unwrap().to_owned()
}

/// The versions of both channels' content: what grows with every change.
async fn versions(app: &TestApp) -> Vec<i64> {
    let versions = app.database.store.channel_versions().await.unwrap();
    versions.into_iter().map(|(_, version)| version.content).collect()
}

async fn details(app: &TestApp) -> Vec<Value> {
    let connection = Database::connect(&app.database.url).await.unwrap();
    let select = "SELECT channel_id, detail FROM audit WHERE action = 'set_embed_hosts' ORDER BY id";
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    rows.unwrap().iter().map(|row| row.try_get("", "detail").unwrap()).collect()
}

/// T10, ROUTE-21: an operator names sites, and the player's page is shown by them and by nobody else. The other channel
/// stays as it was.
#[tokio::test]
async fn named_sites_may_show_the_player() {
    let app = TestApp::start().await;
    let editor = hired(&app, "editor@demo.test", Role::Editor).await;
    hire(&app, "owner@other.test", "other", Role::Owner).await;
    let neighbour = at_console(&app, "owner@other.test").await;
    let (player, players) = (format!("/watch_embed/{GAME}"), format!("/watch_embed/{GAME_OF_OTHER}"));
    assert_eq!(hosts(&app, &editor, "demo").await, json!([]));
    assert_eq!(set(&app, &neighbour, "other", &["news.example"]).await.status, StatusCode::OK);
    let before = versions(&app).await;

    let answer =
        set(&app, &editor, "demo", &["", " https://Club.example/ ", "*.клуб.example:8443", "club.example"]).await;
    let kept = json!(["club.example", "*.xn--90ard6a.example:8443"]);
    assert_eq!(answer.body["data"]["hosts"], kept, "{}", answer.body);
    assert_eq!(hosts(&app, &editor, "demo").await, kept);
    assert_eq!(hosts(&app, &neighbour, "other").await, json!(["news.example"]));
    app.until(async || framed_by(&app.demo(), &player).await != "'self'").await;
    let named = "'self' https://club.example https://*.xn--90ard6a.example:8443";
    assert_eq!(framed_by(&app.demo(), &player).await, named);
    app.until(async || framed_by(&app.at("other.test"), &players).await != "'self'").await;
    assert_eq!(framed_by(&app.at("other.test"), &players).await, "'self' https://news.example");
    for path in ["/", "/login", &format!("/watch/{GAME}")] {
        assert_eq!(framed_by(&app.demo(), path).await, "'none'", "{path}");
    }

    // The same again is no change: nothing is read anew, and nothing is written down.
    let once = versions(&app).await;
    assert_eq!(once, [before[0] + 1, before[1]]);
    assert_eq!(set(&app, &editor, "demo", &["club.example", "*.клуб.example:8443"]).await.body["data"]["hosts"], kept);
    assert_eq!(versions(&app).await, once);
    assert_eq!(set(&app, &editor, "demo", &[]).await.body["data"]["hosts"], json!([]));
    app.until(async || framed_by(&app.demo(), &player).await == "'self'").await;
    let said: Vec<_> = audit(&app).await.into_iter().filter(|(action, ..)| action == "set_embed_hosts").collect();
    let entry = |alias: &str| ("set_embed_hosts".to_owned(), alias.to_owned(), true);
    assert_eq!(said, [entry("other"), entry("demo"), entry("demo")]);
    let of_editor = &details(&app).await[1..];
    assert_eq!(of_editor[0], json!({ "role": "editor", "before": [], "after": kept }));
    assert_eq!(of_editor[1], json!({ "role": "editor", "before": kept, "after": [] }));
}

/// T10, ERR-08: a line that names no site is told by its number, and then nothing is kept.
#[tokio::test]
async fn bad_lines_are_named() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let answer =
        set(&app, &owner, "demo", &["club.example", "", "club.example; script-src *", "http://club.example"]).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    let star = "line 3: a star stands for the first part of a name, as in *.club.example";
    let told = json!([star, "line 4: the site has to be served by https"]);
    assert_eq!(answer.body["errors"]["hosts"], told, "{}", answer.body);
    let expected = [json!(["hosts", "host_wildcard", { "line": 3 }]), json!(["hosts", "host_scheme", { "line": 4 }])];
    assert_eq!(answer.problems(), expected);
    for bad in ["*", "'self'", "127.0.0.1", "club.example/news", "a.example b.example", "localhost:3000", "a.example；"]
    {
        let answer = set(&app, &owner, "demo", &[bad]).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{bad}");
        assert!(answer.body["errors"]["hosts"][0].as_str().unwrap().starts_with("line 1: "), "{}", answer.body);
    }
    let many: Vec<String> = (0..51).map(|number| format!("club{number}.example")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let answer = set(&app, &owner, "demo", &many).await;
    assert_eq!(answer.body["errors"]["hosts"][0], "line 51: at most 50 sites can be named");
    assert_eq!(answer.problems(), [json!(["hosts", "too_many_hosts", { "line": 51, "max": 50 }])]);
    assert_eq!(hosts(&app, &owner, "demo").await, json!([]));
    assert_eq!(set(&app, &owner, "demo", &many[1..]).await.status, StatusCode::OK);

    let clerk = hired(&app, "clerk@demo.test", Role::Support).await;
    let refused = set(&app, &clerk, "demo", &["club.example"]).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("role_forbids")));
    assert_eq!(set(&app, &owner, "other", &["club.example"]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.database.store.embed_hosts(channel(&app, "other").await).await.unwrap(), Some(vec![]));
}

/// T10: sites of this machine may show the player in development, and no longer when the same data is served for real.
#[tokio::test]
async fn sites_of_this_machine_are_for_development() {
    let app = TestApp::start_with(|config| config.development = true).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let answer = set(&app, &owner, "demo", &["http://localhost:3000", "club.example"]).await;
    assert_eq!(answer.body["data"]["hosts"], json!(["localhost:3000", "club.example"]), "{}", answer.body);
    let player = format!("/watch_embed/{GAME}");
    app.until(async || framed_by(&app.demo(), &player).await != "'self'").await;
    assert_eq!(framed_by(&app.demo(), &player).await, "'self' http://localhost:3000 https://club.example");

    let app = app.restarted_with(|config| config.development = false).await;
    assert_eq!(framed_by(&app.demo(), &player).await, "'self' https://club.example");
}

/// T10: an import that names no sites leaves those that operators named; one that names some has the last word.
#[tokio::test]
async fn an_import_leaves_what_operators_named() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    assert_eq!(set(&app, &owner, "demo", &["club.example"]).await.status, StatusCode::OK);
    app.database.store.channel_import(testkit::channel("demo", 1)).await.unwrap();
    assert_eq!(hosts(&app, &owner, "demo").await, json!(["club.example"]));
    let mut named = testkit::channel("demo", 1);
    named.profile.playback.embed_hosts = vec!["news.example".into()];
    app.database.store.channel_import(named.clone()).await.unwrap();
    assert_eq!(hosts(&app, &owner, "demo").await, json!(["news.example"]));
    for bad in ["a.example; script-src *", "News.example", "[::1]", "10.0.0.1", "*"] {
        named.profile.playback.embed_hosts = vec![bad.into()];
        assert!(app.database.store.channel_import(named.clone()).await.is_err(), "{bad}");
    }
    assert_eq!(hosts(&app, &owner, "demo").await, json!(["news.example"]));
}

/// ROUTE-21: the games to embed are the channel's own, at the channel's own address, wherever the console is.
#[tokio::test]
async fn games_are_offered_at_their_channels_address() {
    let app = TestApp::start().await;
    hire(&app, "owner@other.test", "other", Role::Owner).await;
    // The login is at the host of the channel `demo`.
    let owner = at_console(&app, "owner@other.test").await;
    let call = format!("channels/{}/embedding/games", channel(&app, "other").await);
    let games = get(&owner, &call).await.body["data"].clone();
    let offered: Vec<&str> =
        games.as_array().unwrap().iter().map(|game| game["player_url"].as_str().unwrap()).collect();
    assert!(offered.contains(&format!("https://other.test/watch_embed/{GAME_OF_OTHER}").as_str()), "{offered:?}");
    assert!(offered.iter().all(|url| url.starts_with("https://other.test/watch_embed/1")), "{offered:?}");

    let title = games[0]["title"].as_str().unwrap();
    let found = get(&owner, &format!("{call}?text={}", title.split(' ').next().unwrap())).await.body["data"].clone();
    assert!(found.as_array().unwrap().contains(&games[0]), "{found}");
    assert_eq!(get(&owner, &format!("{call}?text=zzzzzz")).await.body["data"], json!([]));
    assert_eq!(get(&owner, &format!("{call}?text={}", "a".repeat(101))).await.status, StatusCode::BAD_REQUEST);
}
