//! Subscriptions that cannot be renewed: by the card, the provider, or because their owner has left.

use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::Member;
use crate::deletion;
use crate::refunds::bought;
use crate::shop::{DECLINED_LATER, PAID_GAME, Shop, monthly};

const DAY: i64 = 24 * 60 * 60;

/// Lets so many days pass for what members hold.
async fn pass_days(shop: &Shop, fan: &Member, days: i64) {
    let time = days * Timestamp::DAY;
    let older = format!("UPDATE entitlements SET starts_at = starts_at - {time}, ends_at = ends_at - {time}");
    shop.app.database.execute(&older).await;
    // Whatever changes of a member has them read again.
    let favourite = json!({ "favoritable_id": 1, "favoritable_type": "event" });
    let added = fan.post("favorite", favourite).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.body);
    let removed = fan.delete(&format!("favorite/{}", added.body["data"]["id"])).await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.body);
}

/// PAY-10, PAY-17: a renewal that fails is told by mail; access goes on for the grace, and then ends.
#[tokio::test]
async fn a_renewal_that_fails_has_a_grace() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, monthly()).await;
    let subscription = shop.first("subscriptions").await;
    let (id, customer) = (subscription["id"].as_str().unwrap(), subscription["customer"].as_str().unwrap());
    let card = shop.card(DECLINED_LATER).await;
    shop.bank(Method::POST, &format!("payment_methods/{card}/attach"), &format!("customer={customer}")).await;
    shop.bank(Method::POST, &format!("subscriptions/{id}"), &format!("default_payment_method={card}")).await;
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * DAY)).await;
    let written = async |kind: &str| shop.app.last_mail("fan@demo.test", kind).await.is_some();
    shop.app.until(async || written("renewal_failed").await).await;
    assert_eq!(fan.get("orders").await.body["meta"]["total"], 1, "nothing was paid");
    assert_eq!(shop.kept().await.len(), 1);

    pass_days(&shop, &fan, 31).await;
    assert!(fan.watches(PAID_GAME).await, "a day after the period");
    pass_days(&shop, &fan, 3).await;
    assert!(!fan.watches(PAID_GAME).await, "the grace is over");
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 10 * DAY)).await;
    shop.app.until(async || written("subscription_ended").await).await;
    let shown = fan.get(&format!("orders/{}", order["id"])).await.body["data"].clone();
    assert_eq!((&shown["auto_renewal"], &shown["next"]), (&json!("cancelled"), &Value::Null), "{shown}");
    shop.app.mail("fan@demo.test", "renewal_failed").await;
}

/// PAY-17: while the provider is away everybody watches what they have, and what is to be renewed has its grace.
#[tokio::test]
async fn a_provider_that_is_away_ends_nothing() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, monthly()).await["id"].clone();
    shop.chaos("down=true").await;
    pass_days(&shop, &fan, 31).await;
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(fan.get(&format!("orders/{order}")).await.body["data"]["status"], "paid");
    assert_eq!(fan.get("stripe/list-cards").await.body["code"], "provider_unavailable");
    let left = fan.post("stripe/unsubscribe", json!({ "order_id": order })).await;
    assert_eq!(left.body["data"]["order"]["cancellation"], "processing", "it is kept, and told later");
    shop.chaos("down=false").await;
    shop.app.database.execute("UPDATE jobs SET run_at = 0 WHERE kind = 'errand'").await;
    let stopped = async || shop.first("subscriptions").await["cancel_at_period_end"] == true;
    shop.app.until(stopped).await;
}

/// AUTH-10, T43: who deletes their account is forgotten by the provider too, however often it has to be asked, and is
/// charged no more; the books stay, without them.
#[tokio::test]
async fn the_provider_forgets_who_leaves() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    bought(&shop, &fan, monthly()).await;
    let customer = shop.first("customers").await["id"].as_str().unwrap().to_owned();
    let link = deletion::ask(&shop.app, &fan).await;
    shop.chaos("down=true").await;
    assert_eq!(shop.app.demo().post("delete-account-confirm", &link).await.body["data"], json!({ "deleted": true }));
    let has_failed = "jobs WHERE kind = 'errand' AND attempts > 0 AND leased_until IS NULL";
    shop.app.until(async || shop.app.count(has_failed).await >= 1).await;
    shop.chaos("down=false").await;
    let is_forgotten = async || {
        shop.app.database.execute("UPDATE jobs SET run_at = 0 WHERE kind = 'errand' AND leased_until IS NULL").await;
        shop.bank(Method::GET, &format!("customers/{customer}"), "").await["deleted"] == true
    };
    shop.app.until(is_forgotten).await;
    assert_eq!(shop.first("subscriptions?status=all").await["status"], "canceled");
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * DAY)).await;
    assert_eq!(shop.kept().await.len(), 1);
    let books = "orders WHERE account_id IS NULL AND card_last4 IS NULL AND state = 'paid' AND total = 999";
    assert_eq!(shop.app.count(books).await, 1);
}
