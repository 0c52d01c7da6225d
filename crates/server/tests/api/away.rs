//! The database goes away on game night.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, Database, TransactionTrait};
use serde_json::json;
use server::RunError;
use testkit::Way;

use crate::app::{Client, TestApp};
use crate::stage::{REGISTER, Stage, fetch, url_of};

/// Everything a visitor needs to get in and look around.
async fn visit(client: &Client) {
    let key = client.api_key().await;
    for call in ["channel-bootstrap-data", "participants?no_limit=1", "settings", "pages/about", "faq"] {
        assert_eq!(client.get(call).await.status, StatusCode::OK, "{call}");
    }
    let home = client.get(&format!("events-for-homepage?api_key={key}")).await;
    assert_eq!(home.status, StatusCode::OK);
    assert_eq!(home.body["data"]["live"][0]["id"], 1);
    assert_eq!(client.raw("/").await.status(), StatusCode::OK);
    assert_eq!(client.raw("/healthz").await.status(), StatusCode::OK);
}

/// A broken store: keys, bootstrap and lists answer 200 from memory; what cannot is 503 with Retry-After, and
/// never 401, 403, 429 or `errors.api_key`, which would log everybody out.
#[tokio::test]
async fn visitors_stay_in_while_the_database_is_broken() {
    let app = TestApp::start().await;
    let member = app.member("fan@demo.test").await;
    for table in ["channels", "events", "participants", "pages", "favourites"] {
        app.database.execute(&format!("ALTER TABLE {table} RENAME TO {table}_gone")).await;
    }
    // Long enough for the server to have asked for changes in vain.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    visit(&app.demo()).await;
    for call in ["events/1", "events?team=hawks", "events-for-homepage?team=hawks", "search?text=hawks", "live-changes"]
    {
        assert_eq!(app.demo().get_keyed(call).await.status, StatusCode::OK, "{call}");
    }
    for call in ["favorites", "favorite"] {
        let answer = match call {
            "favorites" => member.get(call).await,
            _ => member.post(call, json!({ "favoritable_id": 1, "favoritable_type": "group" })).await,
        };
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{call}");
        assert_eq!(answer.headers["retry-after"], "2");
        assert_eq!(answer.body["code"], "unavailable");
        assert_eq!(answer.body["errors"], json!({}));
    }
    for table in ["channels", "events", "participants", "pages", "favourites"] {
        app.database.execute(&format!("ALTER TABLE {table}_gone RENAME TO {table}")).await;
    }
    assert_eq!(app.demo().get_keyed("events/1").await.status, StatusCode::OK);
}

/// A locked file: visitors do not notice the lock of any process.
#[tokio::test]
async fn visitors_stay_in_while_the_database_is_locked() {
    let app = TestApp::start().await;
    if !app.database.is_sqlite() {
        return;
    }
    let file = app.database.url.trim_start_matches("sqlite:").to_owned();
    let lock = sqlite_lock(&file).await;
    visit(&app.demo()).await;
    assert_eq!(app.demo().get_keyed("events/1").await.status, StatusCode::OK, "readers do not wait for writers");
    drop(lock);
}

/// Holds the lock that only one writer can have, from another connection.
async fn sqlite_lock(file: &str) -> sea_orm::DatabaseTransaction {
    use sea_orm::{SqliteTransactionMode, TransactionOptions};
    let connection = Database::connect(format!("sqlite:{file}")).await.unwrap();
    let exclusive = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Exclusive),
        ..TransactionOptions::default()
    };
    connection.begin_with_options(exclusive).await.unwrap()
}

/// Once one call has seen that the database is away, no request waits for it: players go on, members with access begin to
/// play, and what needs the database is refused at once. When it is back, so is everything, and so a second time.
#[tokio::test]
async fn requests_do_not_wait_for_a_database_that_is_away() {
    let stage = Stage::set().await;
    if stage.app.database.is_sqlite() {
        return;
    }
    let (app, way) = stage.app.restarted_behind_relay().await;
    let [fan, newcomer] = [app.member("fan@demo.test").await, app.member("newcomer@demo.test").await];
    let playback = format!("events/{REGISTER}/playback");
    let url = url_of(&fan.get(&playback).await.body["data"], 3).unwrap();
    newcomer.get("profile").await;
    let player = app.demo();
    for how in [Way::Silent, Way::Closed] {
        // For longer than what is known of a member is fresh.
        tokio::time::sleep(Duration::from_secs(11)).await;
        way.set(how);
        let begun = Instant::now();
        let first = tokio::join!(fan.get("profile"), newcomer.get(&playback), fan.get("favorites"));
        assert_eq!((first.0.status, first.1.status), (StatusCode::OK, StatusCode::OK), "{how:?}");
        assert_eq!(first.2.status, StatusCode::SERVICE_UNAVAILABLE, "{how:?}");
        assert!(begun.elapsed() < Duration::from_secs(4), "{how:?}: it was seen after {:?}", begun.elapsed());
        let begun = Instant::now();
        for _ in 0..20 {
            let calls = tokio::join!(fan.get("favorites"), newcomer.get(&playback), fetch(&player, &url));
            assert_eq!(calls.0.status, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(calls.0.headers["retry-after"], "2");
            assert_eq!((calls.1.status, calls.2.0), (StatusCode::OK, StatusCode::OK), "{how:?}");
            let write = fan.post("favorite", json!({ "favoritable_id": 1, "favoritable_type": "group" })).await;
            assert_eq!(write.status, StatusCode::SERVICE_UNAVAILABLE, "{how:?}");
        }
        assert!(begun.elapsed() < Duration::from_secs(8), "{how:?}: 20 rounds took {:?}", begun.elapsed());
        way.set(Way::Open);
        app.until(async || fan.get("favorites").await.status == StatusCode::OK).await;
        let written = fan.post("favorite", json!({ "favoritable_id": 1, "favoritable_type": "group" })).await;
        assert_eq!(written.status, StatusCode::OK, "{how:?}");
        assert_eq!(app.demo().raw("/readyz").await.status(), StatusCode::OK, "{how:?}");
    }
}

/// A database that is only slow is no database that is away: a request that waits for a lock gets its answer.
#[tokio::test]
async fn a_slow_database_is_waited_for() {
    let app = TestApp::start().await;
    if app.database.is_sqlite() {
        return;
    }
    let (app, _way) = app.restarted_behind_relay().await;
    let fan = app.member("fan@demo.test").await;
    let lock = Database::connect(&app.database.url).await.unwrap().begin().await.unwrap();
    lock.execute_unprepared("LOCK TABLE favourites IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let unlock = async {
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        lock.rollback().await.unwrap();
    };
    let ((), slow) = tokio::join!(unlock, fan.get("favorites"));
    assert_eq!(slow.status, StatusCode::OK);
    assert_eq!(app.demo().raw("/readyz").await.status(), StatusCode::OK);
}

/// Changes made anywhere are seen without a restart.
#[tokio::test]
async fn a_change_is_seen_within_seconds() {
    let app = TestApp::start().await;
    let mut changed = testkit::channel("demo", 1);
    changed.profile.name = "Renamed".into();
    app.database.store.channel_import(changed).await.unwrap();
    let seen = async {
        while app.demo().get("settings").await.body["data"]["name"] != "Renamed" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), seen).await.expect("the change is seen");
}

/// A writer that dies ends the server: nothing goes on answering that cannot write.
#[tokio::test]
async fn a_dead_writer_ends_the_server() {
    let app = TestApp::start().await;
    if !app.database.is_sqlite() {
        return;
    }
    let address = app.address;
    let write: Result<(), store::Error> =
        app.database.store.write(|_| Box::pin(async { panic!("the writer dies") })).await;
    assert!(write.is_err());
    let ended = tokio::time::timeout(testkit::TIMEOUT, app.ended()).await.expect("the server ends");
    assert!(matches!(ended, Err(RunError::WriterDied)));
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn readiness_follows_the_database_and_health_does_not() {
    let app = TestApp::start().await;
    assert_eq!(app.demo().raw("/readyz").await.status(), StatusCode::OK);
    assert_eq!(app.at("anything.test").raw("/healthz").await.status(), StatusCode::OK, "health asks for no channel");
}
