//! What the provider tells of: forged, late, twice, never.

use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testbank::signature;

use crate::app::Member;
use crate::shop::{ASKING, GOOD, PAID_GAME, Shop, monthly, season};
use crate::stage::{PAID, Stage, fetch, url_of};

async fn send(shop: &Shop, signature: &str, body: &str) -> StatusCode {
    let request = shop.app.at("127.0.0.1").request(Method::POST, "/api/stripe/webhook");
    let request = request.header("stripe-signature", signature).header("content-type", "application/json");
    request.body(body.to_owned()).send().await.unwrap().status()
}

fn seconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    Timestamp(i64::try_from(since.as_millis()).unwrap()).seconds()
}

async fn payment_of(shop: &Shop) -> Value {
    shop.bank(Method::GET, "payment_intents", "").await["data"][0].clone()
}

async fn bought(shop: &Shop, fan: &Member, wanted: Value) -> Value {
    let card = shop.card(GOOD).await;
    let answer = fan.buy(wanted, Some(&card), "a").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"]["order"].clone()
}

/// T12: only what the provider has signed, and lately, is read; and what it says is not believed but asked for.
#[tokio::test]
async fn forged_webhooks_move_nothing() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(ASKING).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    let payment = payment_of(&shop).await["id"].as_str().unwrap().to_owned();
    let body = json!({
        "id": "evt_forged", "type": "payment_intent.succeeded", "created": seconds(), "livemode": false,
        "data": { "object": { "id": payment, "status": "succeeded", "amount_received": 4999 } },
    })
    .to_string();
    let good = signature::header(&[&shop.webhook_secret], seconds(), body.as_bytes());
    let stale = signature::header(&[&shop.webhook_secret], seconds() - 301, body.as_bytes());
    let forged = signature::header(&["whsec_guess"], seconds(), body.as_bytes());
    for signature in ["", "t=1,v1=00", &stale, &forged] {
        assert_eq!(send(&shop, signature, &body).await, StatusCode::BAD_REQUEST);
    }
    for _ in 0..2 {
        assert_eq!(send(&shop, &good, &body).await, StatusCode::OK, "signed, and twice");
    }
    assert_eq!(send(&shop, &good, &body.replace("4999", "1")).await, StatusCode::BAD_REQUEST, "changed");
    assert_eq!(fan.get(&format!("orders/{order}")).await.body["data"]["status"], "processing");
    assert!(!fan.watches(PAID_GAME).await);
    let strange = json!({ "id": "evt_2", "type": "lunar.eclipse", "created": 1, "livemode": false, "data": { "object": { "id": "x_1" } } });
    let signed = signature::header(&[&shop.webhook_secret], seconds(), strange.to_string().as_bytes());
    assert_eq!(send(&shop, &signed, &strange.to_string()).await, StatusCode::OK);
}

/// PAY-16, T16: a refund ends access; one in part does not.
#[tokio::test]
async fn a_refund_ends_access() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let payment = payment_of(&shop).await["id"].as_str().unwrap().to_owned();
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}&amount=100")).await;
    assert!(fan.watches(PAID_GAME).await);
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "refunded").await;
    assert!(!fan.watches(PAID_GAME).await);
    assert_eq!(fan.get(&format!("orders/{order}")).await.body["data"]["activity_status"], "inactive");
    let again = bought_again(&shop, &fan).await;
    assert_eq!(again["status"], "paid");
}

async fn bought_again(shop: &Shop, fan: &Member) -> Value {
    let card = shop.card(GOOD).await;
    let answer = fan.buy(season(), Some(&card), "again").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"]["order"].clone()
}

/// T16: whoever watches when the money goes back is stopped at their next request.
#[tokio::test]
async fn a_refund_stops_who_watches() {
    let stage = Stage::set().await;
    let keys = std::fs::read(stage.app.database.folder.path().join("testbank/keys.json")).unwrap();
    let keys: Value = serde_json::from_slice(&keys).unwrap();
    let key = |name: &str| keys[name].as_str().unwrap().to_owned();
    let shop = Shop {
        demo: stage.demo,
        secret_key: key("secret_key"),
        publishable_key: key("publishable_key"),
        webhook_secret: key("webhook_secret"),
        app: stage.app,
    };
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let playback = fan.get(&format!("events/{PAID}/playback")).await.body["data"].clone();
    let url = url_of(&playback, 3).unwrap_or_else(|| panic!("{playback}"));
    assert_eq!(fetch(&fan.client, &url).await.0, StatusCode::OK);
    let payment = payment_of(&shop).await["id"].as_str().unwrap().to_owned();
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "refunded").await;
    assert_eq!(fetch(&fan.client, &url).await.0, StatusCode::FORBIDDEN);
}

/// T16, I4: a dispute ends access and the renewal; whoever disputes cannot buy the same meanwhile.
#[tokio::test]
async fn a_dispute_ends_access() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, monthly()).await["id"].clone();
    let payment = payment_of(&shop).await["id"].as_str().unwrap().to_owned();
    shop.bank(Method::POST, "testbank/disputes", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "disputed").await;
    assert!(!fan.watches(PAID_GAME).await);
    let ended = async || {
        let listed = shop.bank(Method::GET, "subscriptions?status=all", "").await;
        listed["data"][0]["status"] == "canceled"
    };
    shop.app.until(ended).await;
}

/// PAY-17: webhooks that come twice and out of turn change nothing, and lost ones are found by the sweep.
#[tokio::test]
async fn lost_and_doubled_webhooks_change_nothing() {
    let shop = Shop::open().await;
    for (email, chaos) in
        [("lost@demo.test", "webhook_drop=100"), ("twice@demo.test", "webhook_duplicate=100&webhook_reorder=100")]
    {
        let fan = shop.app.member(email).await;
        shop.chaos(chaos).await;
        let order = bought(&shop, &fan, season()).await["id"].clone();
        let payment = payment_of(&shop).await["id"].as_str().unwrap().to_owned();
        shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
        shop.order_is(&fan, &order, "refunded").await;
        assert!(!fan.watches(PAID_GAME).await, "{chaos}");
    }
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NULL").await, 0);
}
