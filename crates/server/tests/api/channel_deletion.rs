//! The deletion of a channel from the console, with its files.

use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, Client, TestApp};
use crate::channel_pause::pause;
use crate::console::{administrator, at_console, audit, call, channel, get, hired};
use crate::refunds::bought;
use crate::shop::{GOOD, MONTHLY, Shop, season};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n the rest of a picture";

async fn delete(client: &Client, id: i64, body: Value) -> Answer {
    call(client, Method::DELETE, &format!("channels/{id}"), body).await
}

async fn obstacles(client: &Client, id: i64) -> Value {
    let answer = get(client, &format!("channels/{id}/deletion")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

/// Ends the games of the small channel that are live.
async fn end_games(app: &TestApp) {
    app.database.execute("UPDATE events SET status = 'finished' WHERE status = 'live'").await;
}

/// OPS-02, T26: a paused channel is deleted by its name, with its pictures; another channel and its pictures stay, and the
/// same request again is harmless.
#[tokio::test]
async fn channel_is_deleted_by_its_name() {
    let app = TestApp::start().await;
    end_games(&app).await;
    let admin = administrator(&app).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let [demo, other] = [channel(&app, "demo").await.0, channel(&app, "other").await.0];
    for alias in ["demo", "other"] {
        app.images.put(alias, "logo.png", PNG.into()).await.unwrap();
        app.images.objects().put(&format!("originals/{alias}/0123.png"), PNG.into()).await.unwrap();
    }
    let named = json!({ "name": "demo sports" });
    let served = delete(&admin, demo, named.clone()).await;
    assert_eq!((served.status, &served.body["code"]), (StatusCode::CONFLICT, &json!("deletion_obstructed")));
    assert_eq!(obstacles(&admin, demo).await["is_served"], true);
    pause(&app, &admin, "demo", true).await;
    let wrong = delete(&admin, demo, json!({ "name": "other sports" })).await;
    assert_eq!(wrong.problems(), [json!(["name", "invalid", {}])]);
    assert_eq!(delete(&owner, demo, named.clone()).await.status, StatusCode::FORBIDDEN);

    assert_eq!(delete(&admin, demo, named.clone()).await.status, StatusCode::OK);
    assert_eq!(delete(&admin, demo, named.clone()).await.status, StatusCode::OK, "the same again");
    assert_eq!(delete(&admin, 987_654, named).await.status, StatusCode::NOT_FOUND);
    assert_eq!(app.demo().raw("/api/settings").await.status(), StatusCode::NOT_FOUND);
    assert_eq!(app.at("other.test").raw("/api/settings").await.status(), StatusCode::OK);
    assert_eq!(get(&at_console(&app, "owner@demo.test").await, "session").await.body["data"]["channels"], json!([]));
    let files = |alias: &str| {
        let media = app.database.folder.path().join("media");
        [format!("images/{alias}/logo.png"), format!("originals/{alias}/0123.png")]
            .map(|file| media.join(file).exists())
    };
    app.until(async || files("demo") == [false, false]).await;
    assert_eq!(files("other"), [true, true]);
    let listed = get(&admin, "server/channels").await.body["data"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!((&listed[0]["id"], &listed[0]["hosts"]), (&json!(other), &json!(["other.test"])));
    let log = audit(&app).await;
    assert!(log.contains(&("delete_channel".to_owned(), "demo".to_owned(), true)), "{log:?}");
}

/// T27: once the login is ten minutes old, the password is asked for.
#[tokio::test]
async fn deletion_asks_for_the_password() {
    let app = TestApp::start().await;
    app.clock.stop();
    end_games(&app).await;
    let admin = administrator(&app).await;
    let other = channel(&app, "other").await.0;
    pause(&app, &admin, "other", true).await;
    app.clock.advance(10 * Timestamp::MINUTE);
    let named = json!({ "name": "other sports" });
    let asked = delete(&admin, other, named).await;
    assert_eq!((asked.status, &asked.body["code"]), (StatusCode::FORBIDDEN, &json!("confirm_identity")));
    let with = |password: &str| json!({ "name": "other sports", "current_password": password });
    assert_eq!(delete(&admin, other, with("wrong")).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(delete(&admin, other, with(testkit::PASSWORD)).await.status, StatusCode::OK);
}

/// OPS-02, PAY-10: a subscription that would be charged again keeps the channel until it has ended; what is paid once does
/// not.
#[tokio::test]
async fn renewing_subscription_keeps_the_channel() {
    let shop = Shop::open().await;
    let app = &shop.app;
    end_games(app).await;
    let admin = administrator(app).await;
    let fan = app.member("fan@demo.test").await;
    bought(&shop, &fan, season()).await;
    let card = shop.card(GOOD).await;
    let wanted = json!({ "subscription_id": MONTHLY, "payment_method": card, "idempotency_key": "trial" });
    let trial = fan.post("stripe/subscription/start_trial", wanted).await.body["data"]["order"].clone();
    pause(app, &admin, "demo", true).await;
    let demo = shop.demo.0;
    let done = async || obstacles(&admin, demo).await["payment_jobs"] == 0;
    app.until(done).await;
    let found = obstacles(&admin, demo).await;
    assert_eq!(found["renewing_orders"], json!({ "ids": [trial["id"]], "total": 1 }), "{found}");
    assert_eq!(found["open_orders"]["total"], 0);
    let name = json!({ "name": "demo sports" });
    assert_eq!(delete(&admin, demo, name.clone()).await.status, StatusCode::CONFLICT);

    pause(app, &admin, "demo", false).await;
    assert_eq!(fan.post("stripe/unsubscribe", json!({ "order_id": trial["id"] })).await.status, StatusCode::OK);
    pause(app, &admin, "demo", true).await;
    let clear = json!({
        "is_served": false, "live_games": { "ids": [], "total": 0 }, "open_orders": { "ids": [], "total": 0 },
        "renewing_orders": { "ids": [], "total": 0 }, "payment_jobs": 0
    });
    app.until(async || obstacles(&admin, demo).await == clear).await;
    assert_eq!(delete(&admin, demo, name).await.status, StatusCode::OK);
    assert_eq!(app.count("orders").await, 0);
}
