//! Subscriptions that cannot be renewed: by the card, the provider, or because their owner has left.

use domain::ids::SubscriptionId;
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
    let path = format!("orders/{}", order["id"]);
    assert_eq!(
        (&order["is_past_due"], &fan.get(&path).await.body["data"]["is_past_due"]),
        (&json!(false), &json!(true))
    );

    pass_days(&shop, &fan, 31).await;
    assert!(fan.watches(PAID_GAME).await, "a day after the period");
    pass_days(&shop, &fan, 3).await;
    assert!(!fan.watches(PAID_GAME).await, "the grace is over");
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 10 * DAY)).await;
    shop.app.until(async || written("subscription_ended").await).await;
    let shown = fan.get(&path).await.body["data"].clone();
    assert_eq!((&shown["auto_renewal"], &shown["next"]), (&json!("cancelled"), &Value::Null), "{shown}");
    shop.app.mail("fan@demo.test", "renewal_failed").await;
    shop.books_hold().await;
}

/// PAY-17: how long the grace is, is the server's to say, for the first period and for later ones.
#[tokio::test]
async fn the_grace_is_as_long_as_the_server_says() {
    let shop = Shop::open_with(|config| config.renewal_grace_days = 10).await;
    let fan = shop.app.member("fan@demo.test").await;
    bought(&shop, &fan, monthly()).await;
    pass_days(&shop, &fan, 39).await;
    assert!(fan.watches(PAID_GAME).await);
    pass_days(&shop, &fan, 2).await;
    assert!(!fan.watches(PAID_GAME).await);
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * DAY)).await;
    shop.app.until(async || fan.get("orders").await.body["meta"]["total"] == 2).await;
    let with_grace = format!("order_lines WHERE ends_at - starts_at = {}", 40 * Timestamp::DAY);
    assert_eq!(shop.app.count(&with_grace).await, 1, "the newest: the one before ends where it begins");
    shop.books_hold().await;
}

/// Has the periods of subscriptions after this one end in six days, at two in the night of UTC; gives that moment.
async fn end_soon(shop: &Shop, after: SubscriptionId) -> Timestamp {
    let today = jiff::Timestamp::now().as_millisecond() / Timestamp::DAY;
    let ends_at = Timestamp((today + 6) * Timestamp::DAY + 2 * Timestamp::HOUR);
    let found = shop.app.database.store.subscriptions_named(shop.demo, &shop.account().await, after, 10).await.unwrap();
    for stored in found {
        let mut known = stored.known;
        (known.current.starts_at, known.current.ends_at) = (ends_at.plus(-30 * Timestamp::DAY), ends_at);
        let known = serde_json::to_string(&known).unwrap();
        let older = format!("UPDATE subscriptions SET known = '{known}' WHERE id = {}", stored.id);
        shop.app.database.execute(&older).await;
    }
    ends_at
}

/// PAY-10, PAY-17: a charge is told of ahead, once, with amount, card, day and the way out; not to former subscribers.
#[tokio::test]
async fn a_renewal_is_told_of_ahead() {
    let shop = Shop::open().await;
    let (fan, left) = (shop.app.member("fan@demo.test").await, shop.app.member("left@demo.test").await);
    bought(&shop, &fan, monthly()).await;
    let order = bought(&shop, &left, monthly()).await["id"].clone();
    left.post("stripe/unsubscribe", json!({ "order_id": order })).await;
    let known = shop
        .app
        .database
        .store
        .subscriptions_named(shop.demo, &shop.account().await, SubscriptionId(0), 10)
        .await
        .unwrap();
    let ends_at = end_soon(&shop, SubscriptionId(0)).await;
    let written = async |to: &str| shop.app.last_mail(to, "renews_soon").await.is_some();
    shop.app.until(async || written("fan@demo.test").await).await;
    let letter = shop.app.mail("fan@demo.test", "renews_soon").await.text;
    let day = |zone: &str| {
        let at = jiff::Timestamp::from_millisecond(ends_at.0).unwrap().in_tz(zone).unwrap();
        at.strftime("%Y-%m-%d").to_string()
    };
    // The channel's places are in Toronto, where it is still the evening before.
    for fact in ["Monthly pass", "9.99 CAD", "Visa •••• 4242", &day("America/Toronto"), "https://demo.test/profile"]
    {
        assert!(letter.contains(fact), "{fact}: {letter}");
    }
    assert!(!letter.contains(&day("UTC")), "{letter}");

    // Rounds later, by which another subscriber was told: nobody was told twice.
    let late = shop.app.member("late@demo.test").await;
    bought(&shop, &late, monthly()).await;
    end_soon(&shop, known.last().unwrap().id).await;
    shop.app.until(async || written("late@demo.test").await).await;
    shop.app.mail("fan@demo.test", "renews_soon").await;
    assert!(!written("left@demo.test").await);
    shop.books_hold().await;
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
    shop.books_hold().await;
}

/// PAY-10, T17: a subscriber who asked to stop is not charged because the job that tells the provider was given up.
#[tokio::test]
async fn cancellation_whose_job_was_lost_is_sent_again() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, monthly()).await["id"].clone();
    shop.chaos("down=true").await;
    let left = fan.post("stripe/unsubscribe", json!({ "order_id": order })).await;
    assert_eq!(left.body["data"]["order"]["cancellation"], "processing");
    let stops = "jobs WHERE attempts > 0 AND leased_until IS NULL AND CAST(payload AS TEXT) LIKE '%ask_to_cancel%'";
    shop.app.until(async || shop.app.count(stops).await == 1).await;
    shop.app.database.execute(&format!("DELETE FROM {stops}")).await;
    shop.chaos("down=false").await;
    let shown = async || fan.get(&format!("orders/{order}")).await.body["data"]["cancellation"].clone();
    shop.app.until(async || shown().await == "finished").await;
    assert_eq!(shop.first("subscriptions").await["cancel_at_period_end"], true);
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * DAY)).await;
    assert_eq!(shop.kept().await.len(), 1, "nothing more is charged");
    shop.books_hold().await;
}

/// AUTH-10, T43: the provider forgets the customer of a deleted account, however often it has to be asked, and charges
/// no more; the books stay, without them.
#[tokio::test]
async fn provider_deletes_the_customer_of_a_deleted_account() {
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
