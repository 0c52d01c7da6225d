//! Subscriptions: trials, renewals, and their end.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testbank::signature;

use crate::app::{Answer, Member};
use crate::shop::{ASKING, DECLINED, GOOD, MONTHLY, PAID_GAME, Shop, monthly};
use crate::webhooks::{seconds, send};

const DAY: i64 = 24 * 60 * 60;

async fn subscribe(shop: &Shop, fan: &Member) -> Value {
    let card = shop.card(GOOD).await;
    let bought = fan.buy(monthly(), Some(&card), "a").await;
    assert_eq!(bought.status, StatusCode::OK, "{}", bought.body);
    bought.body["data"]["order"].clone()
}

/// PAY-10, PAY-17: a subscription opens its games, and is renewed by the provider with an order of its own.
#[tokio::test]
async fn a_subscription_is_renewed() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = subscribe(&shop, &fan).await;
    assert_eq!((&order["status"], &order["auto_renewal"]), (&json!("paid"), &json!("active")), "{order}");
    assert_eq!((&order["subscription_type"], &order["next"]["amount"]), (&json!("created"), &json!("9.99")));
    assert!(fan.watches(PAID_GAME).await);
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * DAY)).await;
    shop.app.until(async || fan.get("orders").await.body["meta"]["total"] == 2).await;
    let newest = fan.get("orders").await.body["data"][0].clone();
    assert_eq!((&newest["status"], &newest["subscription_type"]), (&json!("paid"), &json!("updated")));
    assert_eq!(newest["card"], json!({ "brand": "visa", "last4": "4242" }));
    let amounts: Vec<_> = shop.kept().await.iter().map(|charge| charge["captured"].clone()).collect();
    assert_eq!(amounts, [999, 999]);
}

/// PAY-10, T17: a subscriber who cancels keeps what is paid, may do so twice, and may take it back.
#[tokio::test]
async fn cancelled_subscription_keeps_the_paid_period() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let id = subscribe(&shop, &fan).await["id"].clone();
    for _ in 0..2 {
        let left = fan.post("stripe/unsubscribe", json!({ "order_id": id })).await;
        let order = &left.body["data"]["order"];
        assert_eq!(
            (&order["auto_renewal"], &order["cancellation"]),
            (&json!("cancelled"), &json!("finished")),
            "{order}"
        );
        assert_eq!((&order["activity_status"], &order["next"]), (&json!("active"), &Value::Null));
    }
    assert!(fan.watches(PAID_GAME).await);
    shop.app.until(async || shop.app.last_mail("fan@demo.test", "unsubscribed").await.is_some()).await;
    let letter = shop.app.mail("fan@demo.test", "unsubscribed").await;
    assert!(letter.text.contains("Monthly pass"), "{}", letter.text);
    let back = fan.post("stripe/unsubscribe", json!({ "order_id": id, "undo": true })).await;
    assert_eq!(back.body["data"]["order"]["auto_renewal"], "active", "{}", back.body);
    let rival = shop.app.member("rival@demo.test").await;
    let refused = rival.post("stripe/unsubscribe", json!({ "order_id": id })).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    fan.post("stripe/unsubscribe", json!({ "order_id": id })).await;
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * DAY)).await;
    assert_eq!(shop.kept().await.len(), 1, "nothing more is charged");
}

/// PAY-10: cancelling names one day, until which it is paid: in the answer, in the lists, in the file of what is kept and in
/// the letter; also while the provider has not heard of it. A resumed subscription names the same day.
#[tokio::test]
async fn cancelling_names_the_day_until_which_it_is_paid() {
    let shop = Shop::open().await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    let (first, second) = (subscribe(&shop, &fan).await, subscribe(&shop, &rival).await);
    for order in [&first, &second] {
        assert_eq!(order["ends_at"], order["next"]["at"], "{order}");
    }
    let paid_until = first["next"]["at"].clone();
    let left = fan.post("stripe/unsubscribe", json!({ "order_id": first["id"] })).await.body["data"]["order"].clone();
    assert_eq!((&left["cancellation"], &left["ends_at"]), (&json!("finished"), &paid_until), "{left}");
    let shown = async |member: &Member, id: &Value| {
        let one = member.get(&format!("orders/{id}")).await.body["data"].clone();
        let file = member.get("profile/export").await.body;
        let listed = member.get("orders").await.body["data"][0].clone();
        [
            &one,
            &listed,
            &file["orders"][0],
            &file["orders"][0]["lines"][0],
            &file["passes"][0],
            &file["subscriptions"][0],
        ]
        .map(|place| place["ends_at"].clone())
    };
    assert_eq!(shown(&fan, &first["id"]).await, [(); 6].map(|()| paid_until.clone()));
    shop.app.until(async || shop.app.last_mail("fan@demo.test", "unsubscribed").await.is_some()).await;
    let at = jiff::Timestamp::from_second(paid_until.as_i64().unwrap()).unwrap();
    let day = at.in_tz("America/Toronto").unwrap().strftime("%Y-%m-%d").to_string();
    let letter = shop.app.mail("fan@demo.test", "unsubscribed").await.text;
    assert!(letter.contains(&day), "{day}: {letter}");

    let paid_until = second["next"]["at"].clone();
    assert_eq!(shown(&rival, &second["id"]).await, [(); 6].map(|()| paid_until.clone()));
    shop.chaos("down=true").await;
    let left =
        rival.post("stripe/unsubscribe", json!({ "order_id": second["id"] })).await.body["data"]["order"].clone();
    assert_eq!((&left["cancellation"], &left["ends_at"]), (&json!("processing"), &paid_until), "{left}");
    assert_eq!(shown(&rival, &second["id"]).await, [(); 6].map(|()| paid_until.clone()));
    shop.chaos("").await;
}

/// PAY-10, T17: an answer of the bank that has become out of date on its way takes nothing back, and nobody gets a second
/// letter for it.
#[tokio::test]
async fn a_late_answer_takes_nothing_back() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let id = subscribe(&shop, &fan).await["id"].clone();
    let body = json!({
        "id": "evt_late", "type": "customer.subscription.updated", "created": seconds(), "livemode": false,
        "data": { "object": { "id": shop.first("subscriptions").await["id"] } },
    })
    .to_string();
    let signature = signature::header(&[&shop.webhook_secret], seconds(), body.as_bytes());
    let is_told = async || {
        let told = shop.bank(Method::GET, "events?limit=100", "").await["data"].clone();
        told.as_array().unwrap().iter().all(|event| event["pending_webhooks"] == 0)
    };
    shop.app.until(is_told).await;
    let held = async |count: u64| shop.bank(Method::GET, "testbank/chaos", "").await["held"] == count;
    shop.chaos("hold_next=1").await;
    let (answer, ()) = tokio::join!(send(&shop, &signature, &body), async {
        shop.app.until(async || held(1).await).await;
        // The first read is for whose it is, the second for how it stands.
        shop.chaos("hold_next=1").await;
        shop.app.until(async || held(2).await).await;
        let left = fan.post("stripe/unsubscribe", json!({ "order_id": id })).await;
        assert_eq!(left.body["data"]["order"]["cancellation"], "finished", "{}", left.body);
        shop.chaos("").await;
    });
    assert_eq!(answer, StatusCode::OK);
    let order = fan.get(&format!("orders/{id}")).await.body["data"].clone();
    assert_eq!((&order["auto_renewal"], &order["cancellation"]), (&json!("cancelled"), &json!("finished")), "{order}");
    fan.post("stripe/unsubscribe", json!({ "order_id": id })).await;
    shop.app.until(async || shop.app.last_mail("fan@demo.test", "unsubscribed").await.is_some()).await;
    shop.app.until(async || shop.app.count("jobs WHERE kind = 'errand'").await == 0).await;
    shop.app.mail("fan@demo.test", "unsubscribed").await;
}

/// PAY-10, PAY-17: a cancellation taken back before the bank has heard of it does not stop the subscription later.
#[tokio::test]
async fn unsent_cancellation_can_be_taken_back() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let id = subscribe(&shop, &fan).await["id"].clone();
    shop.chaos("down=true").await;
    let left = fan.post("stripe/unsubscribe", json!({ "order_id": id })).await;
    assert_eq!(left.body["data"]["order"]["cancellation"], "processing", "{}", left.body);
    let back = fan.post("stripe/unsubscribe", json!({ "order_id": id, "undo": true })).await;
    assert_eq!(back.status, StatusCode::SERVICE_UNAVAILABLE, "whether it has heard is not known: {}", back.body);
    shop.chaos("").await;
    let back = fan.post("stripe/unsubscribe", json!({ "order_id": id, "undo": true })).await;
    assert_eq!(back.body["data"]["order"]["auto_renewal"], "active", "{}", back.body);
    let is_done = async || {
        shop.app.database.execute("UPDATE jobs SET run_at = 0 WHERE kind = 'errand' AND leased_until IS NULL").await;
        shop.app.count("jobs WHERE kind = 'errand'").await == 0
    };
    shop.app.until(is_done).await;
    assert_eq!(shop.first("subscriptions").await["cancel_at_period_end"], false);
    assert!(shop.app.last_mail("fan@demo.test", "unsubscribed").await.is_none());
}

pub async fn start_trial(shop: &Shop, member: &Member, number: &str, key: &str) -> Answer {
    let card = shop.card(number).await;
    start_trial_by(member, &card, key).await
}

async fn start_trial_by(member: &Member, card: &str, key: &str) -> Answer {
    let body = json!({ "subscription_id": MONTHLY, "payment_method": card, "idempotency_key": key });
    member.post("stripe/subscription/start_trial", body).await
}

/// PAY-08, PAY-13: a bank that asks is answered before the trial begins; one that was not answered was not had.
#[tokio::test]
async fn a_trial_waits_for_the_bank() {
    let shop = Shop::open().await;
    for (email, action, status) in [("no@demo.test", "fail", "failed"), ("yes@demo.test", "approve", "paid")] {
        let fan = shop.app.member(email).await;
        let asked = start_trial(&shop, &fan, ASKING, "a").await.body["data"].clone();
        assert_eq!((&asked["order"]["status"], &asked["order"]["price"]), (&json!("processing"), &json!("0.00")));
        assert_eq!(asked["next_action"]["type"], "redirect", "{asked}");
        assert!(!fan.watches(PAID_GAME).await);
        assert_eq!(fan.get("profile").await.body["data"]["trial_period_used"], false);
        let left = shop.answer_bank(&asked["next_action"], action).await;
        let back = left.headers()["location"].to_str().unwrap().to_owned();
        assert!(back.starts_with(&format!("https://demo.test/buy?order={}", asked["order"]["id"])), "{back}");
        shop.order_is(&fan, &asked["order"]["id"], status).await;
        assert_eq!(fan.watches(PAID_GAME).await, action == "approve");
        assert_eq!(fan.get("profile").await.body["data"]["trial_period_used"], action == "approve");
    }
    let running = async || {
        let listed = shop.bank(Method::GET, "subscriptions?status=all", "").await["data"].clone();
        listed.as_array().unwrap().iter().filter(|found| found["status"] != "canceled").count()
    };
    shop.app.until(async || running().await == 1).await;
    let fan = Member::log_in(shop.app.demo(), "no@demo.test").await;
    let declined = start_trial(&shop, &fan, DECLINED, "b").await;
    assert_eq!((&declined.body["code"], declined.status), (&json!("card_declined"), StatusCode::BAD_REQUEST));
    let card = shop.card(GOOD).await;
    shop.chaos("lose_next=3").await;
    let begun = start_trial_by(&fan, &card, "c").await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    shop.order_is(&fan, &begun.body["data"]["order"]["id"], "paid").await;
    assert!(fan.watches(PAID_GAME).await);
    shop.app.until(async || running().await == 2).await;
    assert!(shop.kept().await.is_empty());
    shop.books_hold().await;
}

/// PAY-08, T15: a trial costs nothing, is had once by each person and each card, and becomes a paid period by itself.
#[tokio::test]
async fn a_trial_is_had_once() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let trial = async |member: &Member, number: &str, key: &str| start_trial(&shop, member, number, key).await;
    let begun = trial(&fan, GOOD, "a").await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    let order = &begun.body["data"]["order"];
    assert_eq!((&order["status"], &order["price"]), (&json!("paid"), &json!("0.00")));
    assert_eq!(order["next"]["amount"], "9.99");
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(fan.get("profile").await.body["data"]["trial_period_used"], true);
    assert!(shop.kept().await.is_empty());
    let rival = shop.app.member("rival@demo.test").await;
    assert_eq!(trial(&rival, GOOD, "b").await.body["code"], "trial_card_used", "the same card");
    let alias = shop.app.member("fan+2@demo.test").await;
    assert_eq!(trial(&alias, "5555555555554444", "c").await.body["code"], "trial_used", "the same mailbox");
    assert_eq!(trial(&rival, "5555555555554444", "d").await.status, StatusCode::OK, "another person and card");
    // Days before its end, for nobody is told ahead of what is over.
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 28 * DAY)).await;
    shop.app.until(async || shop.app.last_mail("fan@demo.test", "trial_ends").await.is_some()).await;
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 3 * DAY)).await;
    shop.app.until(async || fan.get("orders").await.body["meta"]["total"] == 2).await;
    assert_eq!(fan.get("orders").await.body["data"][0]["price"], "9.99");
    for kind in ["trial_started", "trial_ends", "renewed"] {
        shop.app.until(async || shop.app.last_mail("fan@demo.test", kind).await.is_some()).await;
        shop.app.mail("fan@demo.test", kind).await;
    }
}
