//! Outgoing webhooks: what is told to whom, how it is signed, and what becomes of it when a receiver does not take it.

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId};
use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, Client, TestApp};
use crate::clips::{clipper_of, cut, me, wish};
use crate::console::{call, channel, get, hire, hired, post};
use crate::deletion::ask;
use crate::refunds::bought;
use crate::shop::{Shop, season};
use crate::stage::{FREE, Stage};
use crate::webhook_receiver::{Manner, Received, Receiver};

const GAME: EventId = EventId(2);
const EVERYTHING: [&str; 10] = [
    "game.upcoming",
    "game.live",
    "game.ended",
    "order.paid",
    "order.disputed",
    "order.refunded",
    "refund.failed",
    "clip.created",
    "clip.removed",
    "account.deleted",
];

/// A server that may send to this machine.
async fn start() -> TestApp {
    TestApp::start_with(|config| config.development = true).await
}

async fn create(owner: &Client, channel: ChannelId, url: &str, events: &[&str]) -> Answer {
    let body = json!({ "url": url, "description": "Scoreboard", "events": events });
    post(owner, &format!("channels/{channel}/webhooks"), body).await
}

/// A webhook at that address, with its secret.
async fn connected(owner: &Client, channel: ChannelId, receiver: &Receiver, events: &[&str]) -> (i64, String) {
    let made = create(owner, channel, &receiver.url, events).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let secret = made.body["data"]["secret"].as_str().unwrap().to_owned();
    (made.body["data"]["item"]["id"].as_i64().unwrap(), secret)
}

async fn webhook(owner: &Client, channel: ChannelId, id: i64) -> Value {
    get(owner, &format!("channels/{channel}/webhooks/{id}")).await.body["data"].clone()
}

async fn deliveries(owner: &Client, channel: ChannelId, id: i64, query: &str) -> Vec<Value> {
    let listed = get(owner, &format!("channels/{channel}/webhooks/{id}/deliveries{query}")).await;
    listed.body["data"].as_array().unwrap_or_else(|| panic!("{}", listed.body)).clone()
}

/// Waits until a webhook's newest delivery is in that state.
async fn settled(app: &TestApp, owner: &Client, channel: ChannelId, id: i64, state: &str) -> Value {
    app.until(async || deliveries(owner, channel, id, "").await.first().is_some_and(|one| one["state"] == state)).await;
    deliveries(owner, channel, id, "").await[0].clone()
}

async fn goes_live(app: &TestApp, channel: ChannelId, game: EventId) {
    moves(app, channel, game, StreamStatus::Upcoming, StreamStatus::Live).await;
}

async fn moves(app: &TestApp, channel: ChannelId, game: EventId, from: StreamStatus, to: StreamStatus) {
    let store = &app.database.store;
    assert!(store.event_move(channel, game, from, to, app.clock.now()).await.unwrap());
}

/// OPS-01, T26: each webhook is told of the types that it chose on its own channel, signed with its own secret.
#[tokio::test]
async fn webhooks_reach_the_addresses_that_want_them() {
    let app = start().await;
    let [demo, other] = [channel(&app, "demo").await, channel(&app, "other").await];
    hire(&app, "owner@demo.test", "other", Role::Owner).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let [games, clips, elsewhere] = [
        Receiver::start(Manner::status(204)).await,
        Receiver::start(Manner::status(204)).await,
        Receiver::start(Manner::status(204)).await,
    ];
    let (id, secret) = connected(&owner, demo, &games, &["game.live", "game.ended"]).await;
    connected(&owner, demo, &clips, &["clip.created"]).await;
    let (_, others_secret) = connected(&owner, other, &elsewhere, &EVERYTHING).await;

    goes_live(&app, demo, GAME).await;
    moves(&app, demo, GAME, StreamStatus::Live, StreamStatus::Finished).await;
    let is_moved =
        app.database.store.event_move(demo, GAME, StreamStatus::Live, StreamStatus::Finished, app.clock.now());
    assert!(!is_moved.await.unwrap(), "it was in another state");
    let mut received = games.until(2).await;
    received.sort_by_key(|one| one.kind() == "game.live");
    let live = received[1].json();
    assert_eq!(live["data"]["channel_id"], demo.0);
    let told = ["game_id", "status", "previous_status"].map(|field| live["data"][field].clone());
    assert_eq!(told, [json!(GAME), json!("live"), json!("upcoming")]);
    assert_eq!(received[0].json()["data"]["status"], "finished");
    for one in &received {
        assert_eq!((one.signed_by(&secret), one.signed_by(&others_secret)), (1, 0), "{one:?}");
        assert!((one.timestamp.parse::<i64>().unwrap() - app.clock.now().seconds()).abs() < 60);
    }
    assert_ne!(received[0].id, received[1].id);
    let delivered = settled(&app, &owner, demo, id, "delivered").await;
    let facts = ["status", "problem", "attempts", "next_at"].map(|field| delivered[field].clone());
    assert_eq!(facts, [json!(204), Value::Null, json!(1), Value::Null]);
    assert!(delivered["message_id"] == received[0].id.as_str() || delivered["message_id"] == received[1].id.as_str());

    goes_live(&app, other, EventId(1002)).await;
    assert_eq!(elsewhere.until(1).await[0].json()["data"]["channel_id"], other.0);
    assert_eq!((games.received().len(), clips.received().len()), (2, 0));
    let of_other = format!("channels/{other}/webhooks/{id}");
    for path in [of_other.clone(), format!("{of_other}/deliveries")] {
        assert_eq!(get(&owner, &path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["test", "secret"] {
        assert_eq!(post(&owner, &format!("{of_other}/{path}"), json!({})).await.status, StatusCode::NOT_FOUND);
    }
}

/// PAY-16, T57: a payment and its refund are told with ids and amounts, and nothing of the person but the account.
#[tokio::test]
async fn orders_are_told_without_the_person() {
    let shop = Shop::open_with(|config| config.development = true).await;
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::status(200)).await;
    connected(&owner, shop.demo, &receiver, &EVERYTHING).await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await;
    let paid = receiver.until(1).await[0].clone();
    let account = me(&fan).await;
    let told = paid.json();
    assert_eq!(told["type"], "order.paid");
    let data = &told["data"];
    assert_eq!((&data["order_id"], &data["account_id"]), (&order["id"], &json!(account)));
    assert_eq!((&data["status"], &data["total"], &data["currency"]), (&json!("paid"), &json!(4999), &json!("CAD")));
    assert!(data["items"][0]["pass_id"].is_i64(), "{data}");

    shop.bank(Method::POST, "refunds", &format!("payment_intent={}", shop.payment().await)).await;
    shop.order_is(&fan, &order["id"], "refunded").await;
    let refunded = receiver.until(2).await[1].clone();
    assert_eq!(
        (refunded.kind().as_str(), &refunded.json()["data"]["previous_status"]),
        ("order.refunded", &json!("paid"))
    );
    for Received { body, .. } in [paid, refunded] {
        for personal in ["fan@demo.test", "4242", "pi_", "cus_", "visa", "first_name", "\"name\""] {
            assert!(!body.contains(personal), "{personal} in {body}");
        }
    }
}

/// PAY-17, CLIP-01: what is rolled back is not told, and what happened is.
#[tokio::test]
async fn failed_transactions_tell_nothing() {
    let shop = Shop::open_with(|config| config.development = true).await;
    let app = &shop.app;
    let owner = hired(app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::status(200)).await;
    connected(&owner, shop.demo, &receiver, &EVERYTHING).await;
    let fan = app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await;
    receiver.until(1).await;
    // The audit entry is the last that an order's change writes.
    if app.database.is_sqlite() {
        app.database
            .execute("CREATE TRIGGER planted BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'planted'); END")
            .await;
    } else {
        app.database
            .execute("CREATE FUNCTION planted() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$ LANGUAGE plpgsql")
            .await;
        app.database
            .execute("CREATE TRIGGER planted BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION planted()")
            .await;
    }
    let id = domain::ids::OrderId(order["id"].as_i64().unwrap());
    let fact = domain::commerce::order::Fact::DisputeOpened;
    assert!(app.database.store.order_apply_fact(shop.demo, id, fact, None, app.clock.now()).await.is_err());
    assert_eq!(app.count("webhook_deliveries").await, 1, "only the payment");
    let end = if app.database.is_sqlite() { "DROP TRIGGER planted" } else { "DROP TRIGGER planted ON audit" };
    app.database.execute(end).await;
    app.database.store.order_apply_fact(shop.demo, id, fact, None, app.clock.now()).await.unwrap();
    assert_eq!(receiver.until(2).await[1].kind(), "order.disputed");
}

/// CLIP-01, T5, T57: clips are told without their name and without the link that opens them.
#[tokio::test]
async fn clips_are_told_without_their_link() {
    let stage = Stage::set_on(start().await).await;
    let app = &stage.app;
    let demo = channel(app, "demo").await;
    let owner = hired(app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::status(200)).await;
    connected(&owner, demo, &receiver, &EVERYTHING).await;
    let fan = clipper_of(app, "fan@demo.test").await;
    let [own, taken_down] = [cut(&fan, wish(FREE, 1, 2)).await, cut(&fan, wish(FREE, 3, 2)).await];
    receiver.until(2).await;
    assert_eq!(fan.delete(&format!("clip/{}", own["id"])).await.status, StatusCode::OK);
    receiver.until(3).await;
    let path = format!("channels/{demo}/clips/{}", taken_down["id"]);
    assert_eq!(call(&owner, Method::DELETE, &path, Value::Null).await.status, StatusCode::OK);
    let received = receiver.until(4).await;
    let removers: Vec<Value> = received[2..].iter().map(|one| one.json()["data"]["removed_by"].clone()).collect();
    assert_eq!(removers, [json!("owner"), json!("operator")]);
    for one in &received {
        for secret in ["What a goal", own["uuid"].as_str().unwrap_or("What a goal"), "fan@demo.test"] {
            assert!(!one.body.contains(secret), "{secret} in {}", one.body);
        }
    }
}

/// OPS-01: a delivery that fails is tried again with growing pauses and the same id, until it arrives or the tries end.
#[tokio::test]
async fn failed_delivery_is_retried_with_growing_pauses() {
    let app = start().await;
    app.clock.stop();
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::Status(500, "no room".into())).await;
    let (id, _) = connected(&owner, demo, &receiver, &["game.live"]).await;
    goes_live(&app, demo, GAME).await;
    let first = receiver.until(1).await[0].clone();
    let mut next = 0;
    for (tries, pause) in [(1, 5), (2, 300), (3, 1_800), (4, 7_200)] {
        app.until(async || deliveries(&owner, demo, id, "").await[0]["attempts"] == tries).await;
        let waiting = deliveries(&owner, demo, id, "?state=waiting").await[0].clone();
        let facts = ["state", "status", "problem", "response"].map(|field| waiting[field].clone());
        assert_eq!(facts, [json!("waiting"), json!(500), json!("status"), json!("no room")]);
        next = waiting["next_at"].as_i64().unwrap();
        let waits = next - app.clock.now().seconds();
        assert!((pause * 9 / 10 - 1..=pause * 11 / 10 + 1).contains(&waits), "{waits} after {tries}");
        assert_eq!(receiver.received().len(), usize::try_from(tries).unwrap());
        if tries < 4 {
            app.clock.advance((waits + 1) * Timestamp::SECOND);
        }
    }
    // A second before, nothing comes.
    app.clock.advance((next - app.clock.now().seconds() - 2) * Timestamp::SECOND);
    tokio::time::sleep(std::time::Duration::from_millis(2_500)).await;
    assert_eq!(receiver.received().len(), 4);
    assert!(webhook(&owner, demo, id).await["failing_since"].is_i64());
    receiver.answer(Manner::status(200));
    app.clock.advance(3 * Timestamp::SECOND);
    let received = receiver.until(5).await;
    assert!(received.iter().all(|one| one.id == first.id && one.body == first.body), "{received:?}");
    assert_ne!(received[4].signature, first.signature, "each try is signed for its own time");
    settled(&app, &owner, demo, id, "delivered").await;
    assert_eq!(webhook(&owner, demo, id).await["failing_since"], Value::Null);

    // The tenth try is the last.
    receiver.answer(Manner::status(503));
    moves(&app, demo, GAME, StreamStatus::Live, StreamStatus::Upcoming).await;
    goes_live(&app, demo, GAME).await;
    receiver.until(6).await;
    app.until(async || deliveries(&owner, demo, id, "").await[0]["attempts"] == 1).await;
    app.database.execute("UPDATE webhook_deliveries SET tries = 9 WHERE state = 'waiting'").await;
    app.clock.advance(6 * Timestamp::SECOND);
    let failed = settled(&app, &owner, demo, id, "failed").await;
    assert_eq!((&failed["next_at"], receiver.received().len()), (&Value::Null, 7));
    assert_eq!(app.count("jobs WHERE lane IS NOT NULL").await, 0);
}

/// OPS-01, T32: a webhook that answers 410, or fails for five days, is switched off and says so, also in the audit log.
#[tokio::test]
async fn dead_webhooks_are_switched_off() {
    let app = start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let [gone, failing, good] = [
        Receiver::start(Manner::status(410)).await,
        Receiver::start(Manner::status(500)).await,
        Receiver::start(Manner::status(200)).await,
    ];
    let [(gone_id, _), (failing_id, _), (good_id, _)] = [
        connected(&owner, demo, &gone, &["game.live"]).await,
        connected(&owner, demo, &failing, &["game.live"]).await,
        connected(&owner, demo, &good, &["game.live"]).await,
    ];
    let since = app.clock.now().plus(-5 * Timestamp::DAY).0;
    let failing_since = format!("UPDATE webhook_endpoints SET failing_since = {since} WHERE id = {failing_id}");
    app.database.execute(&failing_since).await;
    goes_live(&app, demo, GAME).await;
    for (id, reason) in [(gone_id, "gone"), (failing_id, "failing")] {
        app.until(async || webhook(&owner, demo, id).await["is_on"] == false).await;
        let off = webhook(&owner, demo, id).await;
        assert_eq!((&off["off_reason"], off["off_at"].is_i64(), &off["version"]), (&json!(reason), true, &json!(1)));
        settled(&app, &owner, demo, id, "failed").await;
    }
    settled(&app, &owner, demo, good_id, "delivered").await;
    assert_eq!(webhook(&owner, demo, good_id).await["is_on"], true);
    let log = get(&owner, &format!("channels/{demo}/audit?action=switch_off_webhook")).await;
    let entries = log.body["data"].as_array().unwrap();
    assert_eq!(entries.len(), 2, "{entries:?}");
    assert!(entries.iter().all(|entry| entry["actor"]["kind"] == "system"), "{entries:?}");
    assert!(!log.body.to_string().contains("s3cret-path"), "the path of an address may let somebody in");

    moves(&app, demo, GAME, StreamStatus::Live, StreamStatus::Upcoming).await;
    goes_live(&app, demo, GAME).await;
    good.until(2).await;
    assert_eq!((gone.received().len(), failing.received().len()), (1, 1), "nothing is told to what is off");
    gone.answer(Manner::status(200));
    let change = json!({ "version": 1, "is_on": true });
    let on = call(&owner, Method::PATCH, &format!("channels/{demo}/webhooks/{gone_id}"), change).await;
    assert_eq!((&on.body["data"]["is_on"], &on.body["data"]["off_reason"]), (&json!(true), &Value::Null));
    let replays = json!({ "since": 0 });
    let again = post(&owner, &format!("channels/{demo}/webhooks/{gone_id}/replays"), replays).await;
    assert_eq!(again.body["data"], json!({ "count": 1, "has_more": false }));
    let received = gone.until(2).await;
    assert_eq!(received[0].id, received[1].id);
}

/// T32: redirects are not followed, of large answers the beginning is kept, and what does not answer is given up.
#[tokio::test]
async fn odd_answers_are_described() {
    let app = start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let elsewhere = Receiver::start(Manner::status(200)).await;
    let closed = {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}/", listener.local_addr().unwrap())
    };
    let silent = Receiver::start(Manner::Never).await;
    for (manner, state, status, problem) in [
        (Manner::Redirect(elsewhere.url.clone()), "failed", json!(307), json!("redirect")),
        (Manner::Large(8 * 1024 * 1024), "delivered", json!(200), Value::Null),
        (Manner::Status(200, "a\u{0}b\u{1b}[31m".into()), "delivered", json!(200), Value::Null),
        (Manner::status(404), "failed", json!(404), json!("status")),
    ] {
        let receiver = Receiver::start(manner.clone()).await;
        let (id, _) = connected(&owner, demo, &receiver, &["game.live"]).await;
        let sent = post(&owner, &format!("channels/{demo}/webhooks/{id}/test"), json!({})).await.body["data"].clone();
        let facts = ["type", "state", "status", "problem"].map(|field| sent[field].clone());
        assert_eq!(facts, [json!("webhook.test"), json!(state), status, problem], "{sent}");
        let response = sent["response"].as_str().unwrap();
        assert!(response.len() <= 1024 && !response.contains(['\0', '\u{1b}']), "{response}");
        assert_eq!(receiver.until(1).await[0].kind(), "webhook.test");
    }
    assert_eq!(elsewhere.received().len(), 0, "nobody went there");
    for (url, problem) in [(closed.as_str(), "refused"), (silent.url.as_str(), "timed_out")] {
        let made = create(&owner, demo, url, &["game.live"]).await.body["data"]["item"]["id"].clone();
        let sent = post(&owner, &format!("channels/{demo}/webhooks/{made}/test"), json!({})).await.body["data"].clone();
        assert_eq!(
            (&sent["state"], &sent["problem"], &sent["attempts"]),
            (&json!("failed"), &json!(problem), &json!(1))
        );
        assert!((0..6_000).contains(&sent["duration_ms"].as_i64().unwrap()), "{sent}");
        let replay = format!("channels/{demo}/webhooks/{made}/deliveries/{}/replay", sent["id"]);
        assert_eq!(post(&owner, &replay, json!({})).await.body["code"], "not_replayable");
    }
}

/// T32: an address of this machine or a network around it is refused when it is saved, however it is spelt, and again when
/// something is to be sent there.
#[tokio::test]
async fn private_addresses_are_refused() {
    let app = TestApp::start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    for url in [
        "https://localhost/",
        "https://127.0.0.1:8443/",
        "https://127.1/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://metadata.google.internal/",
        "http://127.0.0.1/",
    ] {
        let refused = create(&owner, demo, url, &["game.live"]).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (400, &json!("private_address")), "{url}");
        assert_eq!(refused.problems(), [json!(["url", "address_private", {}])], "{url}");
    }
    for (url, code) in [
        ("http://hooks.example.com/", "address_https"),
        ("hooks.example.com", "address"),
        ("https://user:word@hooks.example.com/", "address_user"),
        ("https://hooks.example.com/ x", "address_spaces"),
    ] {
        assert_eq!(create(&owner, demo, url, &["game.live"]).await.problems(), [json!(["url", code, {}])], "{url}");
    }
    assert_eq!(app.count("webhook_endpoints").await, 0);

    // As if its name had moved since.
    let receiver = Receiver::start(Manner::status(200)).await;
    let made = create(&owner, demo, "https://192.0.3.1/", &["game.live"]).await;
    let id = made.body["data"]["item"]["id"].as_i64().unwrap_or_else(|| panic!("{}", made.body));
    for url in [receiver.url.clone(), receiver.url.replace("127.0.0.1", "localhost").replace("http:", "https:")] {
        app.database.execute(&format!("UPDATE webhook_endpoints SET url = '{url}'")).await;
        let sent = post(&owner, &format!("channels/{demo}/webhooks/{id}/test"), json!({})).await.body["data"].clone();
        assert_eq!((&sent["problem"], &sent["status"]), (&json!("private_address"), &Value::Null), "{url}");
    }
    goes_live(&app, demo, GAME).await;
    app.until(async || deliveries(&owner, demo, id, "").await[0]["problem"] == "private_address").await;
    assert_eq!(receiver.received().len(), 0, "nothing was sent");
}

/// OPS-01: a webhook that does not answer delays no other one.
#[tokio::test]
async fn dead_webhook_delays_no_others() {
    let app = start().await;
    let [demo, other] = [channel(&app, "demo").await, channel(&app, "other").await];
    hire(&app, "owner@demo.test", "other", Role::Owner).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let [dead, good, elsewhere] = [
        Receiver::start(Manner::Never).await,
        Receiver::start(Manner::status(200)).await,
        Receiver::start(Manner::status(200)).await,
    ];
    connected(&owner, demo, &dead, &["game.live", "game.upcoming"]).await;
    connected(&owner, demo, &good, &["game.live", "game.upcoming"]).await;
    connected(&owner, other, &elsewhere, &["game.live"]).await;
    let begun = std::time::Instant::now();
    for _ in 0..15 {
        goes_live(&app, demo, GAME).await;
        moves(&app, demo, GAME, StreamStatus::Live, StreamStatus::Upcoming).await;
    }
    goes_live(&app, other, EventId(1002)).await;
    elsewhere.until(1).await;
    good.until(30).await;
    let (tried, took) = (dead.received().len(), begun.elapsed());
    assert!(tried <= 4 * (1 + took.as_secs() as usize / 5), "{tried} at a time in {took:?}");
    app.until(async || app.count("webhook_deliveries WHERE state = 'waiting'").await == 30).await;
}

/// OPS-01: a delivery is retried, replayed and listed by state; a switched off webhook takes none.
#[tokio::test]
async fn deliveries_are_sent_again() {
    let app = start().await;
    app.clock.stop();
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::status(500)).await;
    let (id, _) = connected(&owner, demo, &receiver, &["game.live", "game.ended"]).await;
    let (quiet, _) = connected(&owner, demo, &receiver, &["clip.created"]).await;
    goes_live(&app, demo, GAME).await;
    receiver.until(1).await;
    app.until(async || deliveries(&owner, demo, id, "").await[0]["attempts"] == 1).await;
    let path = format!("channels/{demo}/webhooks/{id}");
    let first = deliveries(&owner, demo, id, "").await[0]["id"].clone();
    let of = |what: &str| format!("{path}/deliveries/{first}/{what}");
    assert_eq!(post(&owner, &of("replay"), json!({})).await.body["code"], "delivery_waits");
    receiver.answer(Manner::status(200));
    assert_eq!(post(&owner, &of("retry"), json!({})).await.status, StatusCode::OK);
    receiver.until(2).await;
    settled(&app, &owner, demo, id, "delivered").await;
    let refused = post(&owner, &of("retry"), json!({})).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (409, &json!("delivery_does_not_wait")));
    assert_eq!(post(&owner, &of("replay"), json!({})).await.body["data"]["state"], "waiting");
    let received = receiver.until(3).await;
    assert!(received.iter().all(|one| one.id == received[0].id), "{received:?}");
    assert_eq!(settled(&app, &owner, demo, id, "delivered").await["attempts"], 3);

    moves(&app, demo, GAME, StreamStatus::Live, StreamStatus::Finished).await;
    receiver.until(4).await;
    settled(&app, &owner, demo, id, "delivered").await;
    let page = get(&owner, &format!("{path}/deliveries?limit=1")).await.body;
    let next = page["meta"]["next"].as_i64().unwrap();
    let rest = deliveries(&owner, demo, id, &format!("?limit=1&cursor={next}")).await;
    assert_eq!((&page["data"][0]["type"], &rest[0]["type"]), (&json!("game.ended"), &json!("game.live")));
    for (state, count) in [("waiting", 0), ("delivered", 2), ("failed", 0)] {
        assert_eq!(deliveries(&owner, demo, id, &format!("?state={state}")).await.len(), count, "{state}");
    }
    let wrong = get(&owner, &format!("{path}/deliveries?state=lost")).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert_eq!(deliveries(&owner, demo, quiet, "").await.len(), 0);
    let of_quiet = format!("channels/{demo}/webhooks/{quiet}/deliveries/{first}/replay");
    assert_eq!(post(&owner, &of_quiet, json!({})).await.status, StatusCode::NOT_FOUND);

    let off = call(&owner, Method::PATCH, &path, json!({ "version": 1, "is_on": false })).await;
    assert_eq!((&off.body["data"]["is_on"], &off.body["data"]["off_reason"]), (&json!(false), &Value::Null));
    for (path, body) in [(of("replay"), json!({})), (format!("{path}/replays"), json!({ "since": 0 }))] {
        let refused = post(&owner, &path, body).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (409, &json!("webhook_is_off")), "{path}");
    }
    // A test says whether it can be switched on again.
    assert_eq!(post(&owner, &format!("{path}/test"), json!({})).await.body["data"]["state"], "delivered");
    let query = "action=retry_webhook&action=replay_webhook&action=test_webhook";
    let log = get(&owner, &format!("channels/{demo}/audit?{query}")).await;
    let actions: Vec<Value> = log.body["data"].as_array().unwrap().iter().map(|one| one["action"].clone()).collect();
    assert_eq!(actions, ["test_webhook", "replay_webhook", "retry_webhook"]);
}

/// OPS-01, T44, T57: the secret is shown when it is made and never again; after a rotation both sign for a day.
#[tokio::test]
async fn secret_is_shown_once_and_rotated() {
    let app = start().await;
    app.clock.stop();
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::status(200)).await;
    let (id, first) = connected(&owner, demo, &receiver, &["game.live"]).await;
    let path = format!("channels/{demo}/webhooks/{id}");
    let rotated = post(&owner, &format!("{path}/secret"), json!({})).await.body["data"].clone();
    let second = rotated["secret"].as_str().unwrap().to_owned();
    assert!(first != second && second.starts_with("whsec_"));
    let until = app.clock.now().plus(Timestamp::DAY).seconds();
    assert_eq!(rotated["item"]["old_secret_until"], until);
    goes_live(&app, demo, GAME).await;
    let both = receiver.until(1).await[0].clone();
    assert_eq!((both.signed_by(&first), both.signed_by(&second)), (1, 1));
    settled(&app, &owner, demo, id, "delivered").await;
    app.clock.advance(Timestamp::DAY);
    let owner = crate::console::at_console(&app, "owner@demo.test").await;
    assert_eq!(webhook(&owner, demo, id).await["old_secret_until"], Value::Null);
    post(&owner, &format!("{path}/test"), json!({})).await;
    let alone = receiver.until(2).await[1].clone();
    assert_eq!((alone.signed_by(&first), alone.signed_by(&second)), (0, 1));
    for call in ["webhooks", &format!("webhooks/{id}"), &format!("webhooks/{id}/deliveries"), "audit", "export"] {
        let answer = owner.raw(&format!("/console/api/channels/{demo}/{call}")).await;
        assert_eq!(answer.status(), StatusCode::OK, "{call}");
        let bytes = answer.bytes().await.unwrap();
        let text = String::from_utf8_lossy(&bytes);
        for secret in [&first, &second] {
            let bare = secret.strip_prefix("whsec_").unwrap();
            assert!(!text.contains(bare), "{call}");
        }
        assert!(call.starts_with("webhooks") || !text.contains("s3cret-path"), "{call}");
    }
}

/// OPS-01: wrong fields are named, an old version is refused, and a channel has twenty webhooks at most.
#[tokio::test]
async fn wrong_webhooks_are_refused_by_field() {
    let app = start().await;
    let [demo, other] = [channel(&app, "demo").await, channel(&app, "other").await];
    hire(&app, "owner@demo.test", "other", Role::Owner).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let url = "http://127.0.0.1:9/";
    assert_eq!(create(&owner, demo, url, &[]).await.problems(), [json!(["events", "required", {}])]);
    assert_eq!(create(&owner, demo, url, &["webhook.test"]).await.problems()[0][0], "events");
    assert_eq!(create(&owner, demo, url, &["game.lost"]).await.status, StatusCode::BAD_REQUEST);
    let made = create(&owner, demo, url, &["game.live"]).await.body["data"]["item"].clone();
    let path = format!("channels/{demo}/webhooks/{}", made["id"]);
    let missing = call(&owner, Method::PATCH, &path, json!({ "is_on": false })).await;
    assert_eq!(missing.status.as_u16(), 428);
    let first = call(&owner, Method::PATCH, &path, json!({ "version": 1, "description": "Board" })).await;
    assert_eq!((&first.body["data"]["version"], &first.body["data"]["description"]), (&json!(2), &json!("Board")));
    let stale = call(&owner, Method::PATCH, &path, json!({ "version": 1, "description": "Other" })).await;
    assert_eq!((stale.status.as_u16(), &stale.body["code"]), (409, &json!("version_conflict")));
    assert_eq!(stale.body["conflict"]["current"]["description"], "Board");
    for _ in 1..20 {
        assert_eq!(create(&owner, demo, url, &["game.live"]).await.status, StatusCode::OK);
    }
    assert_eq!(create(&owner, demo, url, &["game.live"]).await.body["code"], "too_many_items");
    assert_eq!(create(&owner, other, url, &["game.live"]).await.status, StatusCode::OK);
    let removed = call(&owner, Method::DELETE, &path, Value::Null).await;
    assert_eq!(removed.body["data"]["id"], made["id"]);
    assert_eq!(call(&owner, Method::DELETE, &path, Value::Null).await.status, StatusCode::NOT_FOUND);
    let log = get(&owner, &format!("channels/{demo}/audit?action=update_webhook")).await.body["data"][0].clone();
    assert_eq!((&log["before"]["description"], &log["after"]["description"]), (&json!("Scoreboard"), &json!("Board")));
    assert_eq!(log["subject"], "http://127.0.0.1:9");
}

/// AUTH-10, T43: no delivery names an account that was deleted, but for the one that says so until it arrived.
#[tokio::test]
async fn deleted_account_leaves_the_deliveries() {
    let shop = Shop::open_with(|config| config.development = true).await;
    let app = &shop.app;
    let owner = hired(app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::Status(200, "thank you, fan".into())).await;
    let down = Receiver::start(Manner::status(500)).await;
    let (id, _) = connected(&owner, shop.demo, &receiver, &["order.paid", "account.deleted"]).await;
    let (down_id, _) = connected(&owner, shop.demo, &down, &["order.paid"]).await;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    bought(&shop, &fan, season()).await;
    bought(&shop, &rival, season()).await;
    receiver.until(2).await;
    app.until(async || app.count("webhook_deliveries WHERE state = 'delivered'").await == 2).await;
    let [gone, stays] = [me(&fan).await, me(&rival).await];
    let named = async |account: domain::ids::AccountId| {
        app.count(&format!("webhook_deliveries WHERE payload LIKE '%\"account_id\":{account},%'")).await
            + app.count(&format!("webhook_deliveries WHERE payload LIKE '%\"account_id\":{account}}}%'")).await
    };
    assert_eq!((named(gone).await, named(stays).await), (2, 2));
    let link = ask(app, &fan).await;
    assert_eq!(app.demo().post("delete-account-confirm", &link).await.body["data"], json!({ "deleted": true }));
    let told = receiver.until(3).await[2].clone();
    assert_eq!((told.kind().as_str(), &told.json()["data"]["account_id"]), ("account.deleted", &json!(gone)));
    settled(app, &owner, shop.demo, id, "delivered").await;
    assert_eq!((named(gone).await, named(stays).await), (0, 2));
    assert_eq!(app.count(&format!("webhook_deliveries WHERE account_id = {gone}")).await, 0);
    let last = deliveries(&owner, shop.demo, id, "").await[0].clone();
    let replay = format!("channels/{}/webhooks/{id}/deliveries/{}/replay", shop.demo, last["id"]);
    assert_eq!(post(&owner, &replay, json!({})).await.body["code"], "not_replayable");
    let waiting = deliveries(&owner, shop.demo, down_id, "?state=waiting").await;
    assert_eq!(waiting.len(), 2, "what waits is still sent, without the person");
}

/// OPS-02, T26: with its channel go webhooks, deliveries and what was to be sent; another channel's stay.
#[tokio::test]
async fn webhooks_end_with_their_channel() {
    let app = start().await;
    let [demo, other] = [channel(&app, "demo").await, channel(&app, "other").await];
    hire(&app, "owner@demo.test", "other", Role::Owner).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::status(500)).await;
    for (channel, game) in [(demo, GAME), (other, EventId(1002))] {
        connected(&owner, channel, &receiver, &["game.live"]).await;
        goes_live(&app, channel, game).await;
    }
    receiver.until(2).await;
    app.database.execute(&format!("DELETE FROM channels WHERE id = {demo}")).await;
    for (table, left) in [("webhook_endpoints", 1), ("webhook_deliveries", 1), ("jobs WHERE lane IS NOT NULL", 1)] {
        assert_eq!(app.count(table).await, left, "{table}");
    }
}

/// OPS-01, T51: a fact whose server died before it was told is told after the next start, also if its job was begun.
#[tokio::test]
async fn webhooks_survive_the_end_of_the_server() {
    let app = start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let receiver = Receiver::start(Manner::status(200)).await;
    connected(&owner, demo, &receiver, &["game.live", "game.ended"]).await;
    let database = app.database.shared().await;
    let clock = app.clock.clone();
    // Written by a server that is no more: nobody runs its jobs.
    let app = app
        .restarted_after(async || {
            let now = clock.now();
            let store = &database.store;
            store.event_move(demo, GAME, StreamStatus::Upcoming, StreamStatus::Live, now).await.unwrap();
            store.event_move(demo, GAME, StreamStatus::Live, StreamStatus::Finished, now).await.unwrap();
            let begun = store.job_claim(store::JobKind::SendWebhook, Timestamp::MINUTE, now).await.unwrap();
            assert!(begun.is_some(), "one was being sent");
            assert_eq!(receiver.received().len(), 0);
        })
        .await;
    receiver.until(1).await;
    app.clock.advance(Timestamp::MINUTE);
    let mut kinds = {
        receiver.until(2).await;
        receiver.kinds()
    };
    kinds.sort();
    assert_eq!(kinds, ["game.ended", "game.live"]);
}
