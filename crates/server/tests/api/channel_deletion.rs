//! The deletion of a channel from the console: it is kept for 30 days, restored or erased, with its files.

use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, Client, TestApp};
use crate::channel_pause::pause;
use crate::console::{administrator, at_console, audit, call, channel, get, hired, post};
use crate::refunds::bought;
use crate::shop::{GOOD, MONTHLY, Shop, season};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n the rest of a picture";

async fn delete(client: &Client, id: i64, body: Value) -> Answer {
    call(client, Method::DELETE, &format!("channels/{id}"), body).await
}

async fn restore(client: &Client, id: i64) -> Answer {
    post(client, &format!("channels/{id}/restore"), json!({})).await
}

async fn erase(client: &Client, id: i64, body: Value) -> Answer {
    post(client, &format!("channels/{id}/erase"), body).await
}

/// The channels of the server by alias, each with whether it is deleted.
async fn listed(client: &Client) -> Vec<(String, bool)> {
    let answer = get(client, "server/channels").await;
    let rows = answer.body["data"].as_array().unwrap();
    rows.iter().map(|row| (row["alias"].as_str().unwrap().to_owned(), row["deleted_at"].is_i64())).collect()
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

/// A server whose channel `demo` is paused and deleted, its administrator, and the ids of `demo` and `other`.
async fn deleted() -> (TestApp, Client, [i64; 2]) {
    let app = TestApp::start().await;
    end_games(&app).await;
    let admin = administrator(&app).await;
    let ids = [channel(&app, "demo").await.0, channel(&app, "other").await.0];
    for alias in ["demo", "other"] {
        app.images.put(alias, "logo.png", PNG.into()).await.unwrap();
    }
    pause(&app, &admin, "demo", true).await;
    let answer = delete(&admin, ids[0], json!({ "name": "demo sports" })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    (app, admin, ids)
}

fn logo(app: &TestApp, alias: &str) -> std::path::PathBuf {
    app.database.folder.path().join(format!("media/images/{alias}/logo.png"))
}

/// OPS-02, T26, T58: a paused channel is deleted by its name and is gone for viewers and its team, while its rows and files
/// stay; another channel does not move, and the same request again is harmless.
#[tokio::test]
async fn channel_is_deleted_by_its_name() {
    let app = TestApp::start().await;
    end_games(&app).await;
    let admin = administrator(&app).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let demo = channel(&app, "demo").await.0;
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
    let early = erase(&admin, demo, named.clone()).await;
    assert_eq!((early.status, &early.body["code"]), (StatusCode::CONFLICT, &json!("channel_not_deleted")));

    let first = delete(&admin, demo, named.clone()).await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.body);
    let again = delete(&admin, demo, named.clone()).await;
    assert_eq!(again.body["data"], first.body["data"], "the same again");
    assert_eq!(delete(&admin, 987_654, named).await.status, StatusCode::NOT_FOUND);
    for gone in ["/api/settings", "/", "/storage/images/demo/logo.png", "/storage/settings/demo.json"] {
        assert_eq!(app.demo().raw(gone).await.status(), StatusCode::NOT_FOUND, "{gone}");
    }
    for there in ["/api/settings", "/", "/storage/images/other/logo.png"] {
        assert_eq!(app.at("other.test").raw(there).await.status(), StatusCode::OK, "{there}");
    }
    assert_eq!(get(&at_console(&app, "owner@demo.test").await, "session").await.body["data"]["channels"], json!([]));
    for (method, path) in [(Method::GET, "hosts"), (Method::PUT, "pause"), (Method::GET, "deletion")] {
        let closed = call(&admin, method, &format!("channels/{demo}/{path}"), json!({ "is_paused": false })).await;
        assert_eq!(closed.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(restore(&owner, demo).await.status, StatusCode::NOT_FOUND, "its team does not find it");
    assert_eq!(listed(&admin).await, [("demo".to_owned(), true), ("other".to_owned(), false)]);
    assert_eq!(app.count("channels").await, 2, "the rows stay");
    assert!(logo(&app, "demo").exists());
    let log = audit(&app).await;
    let deletions = log.iter().filter(|(action, ..)| action == "delete_channel").count();
    assert_eq!(deletions, 1, "{log:?}");
}

/// T26: nobody else gets the hosts and the address of a deleted channel.
#[tokio::test]
async fn deleted_channel_keeps_its_names() {
    let (app, admin, _) = deleted().await;
    let other = channel(&app, "other").await;
    let hosts = post(&admin, &format!("channels/{other}/hosts"), json!({ "host": "demo.test" })).await;
    assert_eq!(hosts.problems(), [json!(["host", "host_taken", {}])]);
    let path = format!("channels/{other}/alias");
    let alias = call(&admin, Method::PUT, &path, json!({ "alias": "demo" })).await;
    assert_eq!(alias.problems(), [json!(["alias", "alias_taken", {}])]);
    let new = json!({
        "name": "New", "alias": "demo", "host": "new.test", "language": "en", "currency": "USD", "time_zone": "Europe/Paris"
    });
    assert_eq!(post(&admin, "channels", new).await.problems(), [json!(["alias", "alias_taken", {}])]);
}

/// OPS-02, T58: of two deleted channels the one that is restored comes back as it was, paused; another server notices both.
#[tokio::test]
async fn deleted_channel_is_restored() {
    let (app, admin, [demo, other]) = deleted().await;
    let beside = app.beside().await;
    pause(&app, &admin, "other", true).await;
    assert_eq!(delete(&admin, other, json!({ "name": "other sports" })).await.status, StatusCode::OK);
    let status = async |host: &str| beside.at(host).raw("/api/menu").await.status();
    beside.until(async || status("other.test").await == StatusCode::NOT_FOUND).await;
    assert_eq!(status("demo.test").await, StatusCode::NOT_FOUND);

    for _ in 0..2 {
        let back = restore(&admin, demo).await;
        assert_eq!(back.status, StatusCode::OK, "{}", back.body);
    }
    beside.until(async || status("demo.test").await == StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(app.demo().raw("/api/menu").await.status(), StatusCode::SERVICE_UNAVAILABLE, "it is paused");
    pause(&app, &admin, "demo", false).await;
    assert_eq!(app.demo().raw("/api/menu").await.status(), StatusCode::OK);
    assert_eq!(app.demo().raw("/storage/images/demo/logo.png").await.status(), StatusCode::OK);
    assert_eq!(listed(&admin).await, [("demo".to_owned(), false), ("other".to_owned(), true)]);
    assert_eq!(status("other.test").await, StatusCode::NOT_FOUND);
    let restored = audit(&app).await.into_iter().filter(|(action, ..)| action == "restore_channel").count();
    assert_eq!(restored, 1, "what is done already is not recorded again");
    assert_eq!(restore(&admin, 987_654).await.status, StatusCode::NOT_FOUND);
}

/// OPS-02, T58, T43: a deleted channel is there a second before its 30 days are over, and is erased at their end, with its
/// files; one that was deleted a moment later is still there.
#[tokio::test]
async fn deleted_channel_is_erased_at_the_end_of_its_time() {
    let app = TestApp::start().await;
    app.clock.stop();
    end_games(&app).await;
    let admin = administrator(&app).await;
    let [demo, other] = [channel(&app, "demo").await.0, channel(&app, "other").await.0];
    for (alias, id) in [("demo", demo), ("other", other)] {
        app.images.put(alias, "logo.png", PNG.into()).await.unwrap();
        pause(&app, &admin, alias, true).await;
        let answer = delete(&admin, id, json!({ "name": format!("{alias} sports") })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        app.clock.advance(Timestamp::MINUTE);
    }
    app.clock.advance(30 * Timestamp::DAY - 2 * Timestamp::MINUTE - Timestamp::SECOND);
    let due = async || app.database.store.channels_to_erase(app.clock.now()).await.unwrap();
    assert_eq!(due().await, [], "one second before");
    assert_eq!(app.count("channels").await, 2);
    app.clock.advance(Timestamp::SECOND);
    let admin = at_console(&app, "admin@server.test").await;
    app.until(async || listed(&admin).await == [("other".to_owned(), true)]).await;
    app.until(async || !logo(&app, "demo").exists()).await;
    assert!(logo(&app, "other").exists());
    assert_eq!(restore(&admin, demo).await.status, StatusCode::NOT_FOUND);
    assert_eq!(restore(&admin, other).await.status, StatusCode::OK, "the other one can be restored to the last");
    let log = audit(&app).await;
    assert!(log.contains(&("expire_channel".to_owned(), "demo".to_owned(), false)), "{log:?}");
}

/// OPS-02, T27, T58: a deleted channel is erased before its time by its name, with its files; another one stays.
#[tokio::test]
async fn deleted_channel_is_erased_by_its_name() {
    let (app, admin, [demo, other]) = deleted().await;
    let wrong = erase(&admin, demo, json!({ "name": "demo" })).await;
    assert_eq!(wrong.problems(), [json!(["name", "invalid", {}])]);
    let named = json!({ "name": "demo sports" });
    for _ in 0..2 {
        let gone = erase(&admin, demo, named.clone()).await;
        assert_eq!(gone.status, StatusCode::OK, "{}", gone.body);
    }
    assert_eq!(restore(&admin, demo).await.status, StatusCode::NOT_FOUND);
    app.until(async || !logo(&app, "demo").exists()).await;
    assert!(logo(&app, "other").exists());
    let rows = get(&admin, "server/channels").await.body["data"].clone();
    assert_eq!((rows.as_array().unwrap().len(), &rows[0]["id"]), (1, &json!(other)));
    let log = audit(&app).await;
    assert!(log.contains(&("erase_channel".to_owned(), "demo".to_owned(), true)), "{log:?}");
}

/// OPS-02, PAY-16, T16: what the payment provider says of a deleted channel is recorded, and its buyer gets the mail; the
/// restored channel knows of it.
#[tokio::test]
async fn refund_at_the_provider_reaches_a_deleted_channel() {
    let shop = Shop::open().await;
    let app = &shop.app;
    end_games(app).await;
    let admin = administrator(app).await;
    let (fan, rival) = (app.member("fan@demo.test").await, app.member("rival@demo.test").await);
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let payment = shop.payment().await;
    let kept = bought(&shop, &rival, season()).await["id"].clone();
    pause(app, &admin, "demo", true).await;
    let demo = shop.demo.0;
    app.until(async || obstacles(&admin, demo).await["payment_jobs"] == 0).await;
    assert_eq!(delete(&admin, demo, json!({ "name": "demo sports" })).await.status, StatusCode::OK);

    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    let refunded = |order: &Value| format!("orders WHERE id = {order} AND state = 'refunded'");
    app.until(async || app.count(&refunded(&order)).await == 1).await;
    assert_eq!(app.count(&refunded(&kept)).await, 0);
    let letters = "mails WHERE kind = 'refunded' AND recipient = 'fan@demo.test'";
    app.until(async || app.count(letters).await == 1).await;
    assert_eq!(restore(&admin, demo).await.status, StatusCode::OK);
    assert_eq!(fan.get("orders").await.body["data"][0]["status"], "refunded");
}

/// T27: once the login is ten minutes old, the password is asked for, before a deletion and before the end.
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
    assert_eq!(erase(&admin, other, json!({ "name": "other sports" })).await.body["code"], "confirm_identity");
    assert_eq!(erase(&admin, other, with(testkit::PASSWORD)).await.status, StatusCode::OK);
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
    assert!(app.count("orders").await > 0, "they stay until the channel is erased");
}
