//! Money that goes back, is disputed, or comes too late.

use domain::commerce::order::Fact;
use domain::ids::{EventId, OrderId};
use domain::money::Cents;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::app::Member;
use crate::shop::{ASKING, GOOD, PAID_GAME, REFUND_FAILS, Shop, monthly, season};
use crate::stage::{PAID, Stage, beside, fetch, refused, url_of};

pub async fn bought(shop: &Shop, fan: &Member, wanted: Value) -> Value {
    let card = shop.card(GOOD).await;
    let answer = fan.buy(wanted, Some(&card), "a").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"]["order"].clone()
}

/// PAY-16, T16: a refund ends access, and what was downloaded until then is written down; one in part does not.
#[tokio::test]
async fn a_refund_ends_access() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let payment = shop.payment().await;
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}&amount=100")).await;
    assert!(fan.watches(PAID_GAME).await);
    let (store, now) = (&shop.app.database.store, Timestamp(jiff::Timestamp::now().as_millisecond()));
    let bought = store.order(shop.demo, OrderId(order.as_i64().unwrap())).await.unwrap().unwrap();
    store.download_count(shop.demo, bought.account.unwrap(), EventId(PAID_GAME), 5, now, now).await.unwrap();
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "refunded").await;
    assert!(!fan.watches(PAID_GAME).await);
    let noted = format!("audit WHERE subject = 'order {order}' AND CAST(detail AS TEXT) LIKE '%\"downloaded\":%1]%'");
    assert_eq!(shop.app.count(&noted).await, 1, "what was taken along is written down");
    assert_eq!(fan.get(&format!("orders/{order}")).await.body["data"]["activity_status"], "inactive");
    let again = bought_again(&shop, &fan).await;
    assert_eq!(again["status"], "paid");
    shop.books_hold().await;
}

/// I1, PAY-17: a refund that the bank cannot bring to its card comes back, and access with it.
#[tokio::test]
async fn a_refund_that_fails_gives_access_back() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(REFUND_FAILS).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    shop.bank(Method::POST, "refunds", &format!("payment_intent={}", shop.payment().await)).await;
    shop.app.until(async || shop.app.last_mail("fan@demo.test", "refunded").await.is_some()).await;
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NOT NULL").await, 1);
    shop.bank(Method::POST, "testbank/clock", "advance=10").await;
    shop.order_is(&fan, &order, "paid").await;
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NULL").await, 1);
    shop.books_hold().await;
}

/// I1, I2: a refund that fails when the same was bought since is tried again, as often as it makes sense.
#[tokio::test]
async fn a_refund_that_fails_is_tried_again() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(REFUND_FAILS).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    let payment = shop.payment().await;
    // Heard of before the bank begins, so that the same can be bought in peace.
    let (store, now) = (&shop.app.database.store, Timestamp(jiff::Timestamp::now().as_millisecond()));
    let all = Fact::Refunded { amount: Cents(4999) };
    store.order_apply_fact(shop.demo, OrderId(order.as_i64().unwrap()), all, None, now).await.unwrap();
    // As another server's change is, it is seen after a moment.
    shop.app.until(async || !fan.watches(PAID_GAME).await).await;
    assert_eq!(bought_again(&shop, &fan).await["status"], "paid");
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    let have_failed = async || {
        shop.bank(Method::POST, "testbank/clock", "advance=10").await;
        let refunds = shop.bank(Method::GET, &format!("refunds?payment_intent={payment}"), "").await;
        let refunds = refunds["data"].as_array().unwrap().clone();
        refunds.len() == 3 && refunds.iter().all(|refund| refund["status"] == "failed")
    };
    shop.app.until(have_failed).await;
    shop.order_is(&fan, &order, "failed").await;
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NULL").await, 1);
}

async fn bought_again(shop: &Shop, fan: &Member) -> Value {
    let card = shop.card(GOOD).await;
    let answer = fan.buy(season(), Some(&card), "again").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"]["order"].clone()
}

/// T16: a viewer who watches when the money goes back is stopped at their next request.
#[tokio::test]
async fn refund_stops_running_playback() {
    let stage = Stage::set().await;
    let segment = stage.stored(stage.media[2], "v0/0.m4s");
    let shop = Shop::of(stage.app, stage.demo);
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let playback = fan.get(&format!("events/{PAID}/playback")).await.body["data"].clone();
    let url = url_of(&playback, 3).unwrap_or_else(|| panic!("{playback}"));
    let address = beside(&url, "v0/0.m4s");
    assert_eq!(fetch(&fan.client, &address).await, (StatusCode::OK, segment.clone().into()));
    let payment = shop.payment().await;
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "refunded").await;
    // The order is refunded a moment before the server that wrote it has told its players.
    let ended = (StatusCode::FORBIDDEN, "playback_ended".to_owned());
    shop.app.until(async || refused(&fan.client, &address).await == ended).await;
    // Not a byte of it from here on, by the same address or a new one.
    for address in [&address, &url] {
        assert_eq!(refused(&fan.client, address).await, ended);
    }
    let playback = fan.get(&format!("events/{PAID}/playback")).await;
    assert_eq!(playback.status, StatusCode::FORBIDDEN, "{}", playback.body);
    shop.books_hold().await;
}

/// T16, I4: a dispute ends access and the renewal; the buyer cannot buy the same meanwhile.
#[tokio::test]
async fn a_dispute_ends_access() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, monthly()).await["id"].clone();
    let payment = shop.payment().await;
    shop.bank(Method::POST, "testbank/disputes", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "disputed").await;
    assert!(!fan.watches(PAID_GAME).await);
    let ended = async || {
        let listed = shop.bank(Method::GET, "subscriptions?status=all", "").await;
        listed["data"][0]["status"] == "canceled"
    };
    shop.app.until(ended).await;
    shop.books_hold().await;
}

/// T16, I4: a dispute that is won gives access back.
#[tokio::test]
async fn a_won_dispute_gives_access_back() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let form = format!("payment_intent={}", shop.payment().await);
    let dispute = shop.bank(Method::POST, "testbank/disputes", &form).await;
    shop.order_is(&fan, &order, "disputed").await;
    assert!(!fan.watches(PAID_GAME).await);
    let again = fan.buy(season(), Some(&shop.card(GOOD).await), "b").await;
    assert_eq!(again.body["code"], "already_owned", "it may still be won");
    let path = format!("disputes/{}", dispute["id"].as_str().unwrap());
    shop.bank(Method::POST, &path, "evidence[uncategorized_text]=winning_evidence").await;
    shop.order_is(&fan, &order, "paid").await;
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NULL").await, 1);
    shop.books_hold().await;
}

/// PAY-17: an order that its buyer left is given up after a day, and cannot be paid any more.
#[tokio::test]
async fn an_order_that_was_left_is_given_up() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(ASKING).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    let day_and_more = 25 * Timestamp::HOUR;
    let older =
        format!("UPDATE orders SET created_at = created_at - {day_and_more}, changed_at = changed_at - {day_and_more}");
    shop.app.database.execute(&older).await;
    shop.order_is(&fan, &order, "failed").await;
    let shown = fan.get(&format!("orders/{order}")).await.body["data"].clone();
    assert_eq!(shown["failure"], "The payment was left unfinished. Nothing was charged.");
    shop.app.until(async || shop.first("payment_intents").await["status"] == "canceled").await;
    assert_eq!(bought(&shop, &fan, season()).await["status"], "paid", "the same can be bought again");
    shop.books_hold().await;
}

/// I1, I2: a buyer who pays an order that was given up, and has bought the same since, gets the money back.
#[tokio::test]
async fn a_late_payment_goes_back() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(ASKING).await;
    let asked = fan.buy(season(), Some(&card), "late").await.body["data"].clone();
    let order = asked["order"]["id"].clone();
    // Given up while the bank is away, so that the payment stays open there.
    shop.chaos("down=true").await;
    let (store, now) = (&shop.app.database.store, Timestamp(jiff::Timestamp::now().as_millisecond()));
    let id = OrderId(order.as_i64().unwrap());
    store.order_apply_fact(shop.demo, id, Fact::Abandoned, None, now).await.unwrap();
    let has_failed = "jobs WHERE kind = 'errand' AND attempts > 0 AND leased_until IS NULL";
    shop.app.until(async || shop.app.count(has_failed).await == 1).await;
    shop.app.database.execute("UPDATE jobs SET run_at = 4000000000000 WHERE kind = 'errand'").await;
    shop.chaos("down=false").await;
    assert_eq!(bought(&shop, &fan, season()).await["status"], "paid");
    shop.answer_bank(&asked["next_action"], "approve").await;
    shop.order_is(&fan, &order, "refunded").await;
    let kept = async || {
        let ledger = shop.kept().await;
        let kept = |charge: &&Value| charge["captured"].as_i64() > charge["refunded"].as_i64();
        ledger.iter().filter(kept).count()
    };
    assert_eq!(kept().await, 1);
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NULL").await, 1);
    assert!(fan.watches(PAID_GAME).await);
    shop.books_hold().await;
}
