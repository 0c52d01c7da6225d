//! What the provider tells of: forged, late, twice, never.

use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::json;
use testbank::signature;

use crate::app::{DOCUMENT, checked};
use crate::refunds::bought;
use crate::shop::{ASKING, PAID_GAME, Shop, season};

pub async fn send(shop: &Shop, signature: &str, body: &str) -> StatusCode {
    let request = shop.app.at("127.0.0.1").request(Method::POST, "/api/stripe/webhook");
    let request = request.header("stripe-signature", signature).header("content-type", "application/json");
    let answer = request.body(body.to_owned()).send().await.unwrap();
    checked(&DOCUMENT, "post", "stripe/webhook", answer).await.status
}

pub fn seconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    Timestamp(i64::try_from(since.as_millis()).unwrap()).seconds()
}

/// T12: only what the provider has signed, and lately, is read; and what it says is not believed but asked for.
#[tokio::test]
async fn forged_webhooks_move_nothing() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(ASKING).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    let payment = shop.payment().await;
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
    shop.books_hold().await;
}

/// T12, PAY-17: a message that could not be dealt with is sent again, and none is ever led elsewhere.
#[tokio::test]
async fn a_webhook_that_fails_comes_again() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(ASKING).await;
    assert_eq!(fan.buy(season(), Some(&card), "a").await.status, StatusCode::OK);
    let object = json!({ "id": shop.payment().await, "object": "payment_intent" });
    let body = json!({
        "id": "evt_again", "type": "payment_intent.processing", "created": seconds(), "livemode": false,
        "data": { "object": object },
    })
    .to_string();
    let signed = || signature::header(&[&shop.webhook_secret], seconds(), body.as_bytes());
    shop.chaos("down=true").await;
    assert_eq!(send(&shop, &signed(), &body).await, StatusCode::SERVICE_UNAVAILABLE);
    shop.chaos("down=false").await;
    assert_eq!(send(&shop, &signed(), &body).await, StatusCode::OK);
    for host in ["127.0.0.1", "demo.test", "nobody.test"] {
        for path in ["/api/stripe/webhook", "/api/stripe/webhook/", "/api/stripe/webhook?x=1"] {
            for signature in [signed(), String::new()] {
                let request = shop.app.at(host).request(Method::POST, path).header("stripe-signature", signature);
                let status = request.body(body.clone()).send().await.unwrap().status();
                assert!(!status.is_redirection(), "{host}{path} {status}");
            }
        }
    }
    shop.books_hold().await;
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
        let payment = shop.payment().await;
        shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
        shop.order_is(&fan, &order, "refunded").await;
        assert!(!fan.watches(PAID_GAME).await, "{chaos}");
    }
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NULL").await, 0);
    shop.books_hold().await;
}
