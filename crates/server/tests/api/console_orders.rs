//! Orders at the console: operators who see them, and refunds.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::Client;
use crate::console::{at_console, audit, channel, get, hire, hired, post};
use crate::refunds::bought;
use crate::shop::{ASKING, GOOD, PAID_GAME, REFUND_FAILS, Shop, monthly, season};

/// The newest order as an operator sees it.
async fn newest(operator: &Client, shop: &Shop) -> Value {
    get(operator, &format!("channels/{}/orders?limit=1", shop.demo)).await.body["data"][0].clone()
}

pub async fn refund(operator: &Client, shop: &Shop, order: &Value) -> crate::app::Answer {
    post(operator, &format!("channels/{}/orders/{order}/refund", shop.demo), json!({})).await
}

/// What the bank has sent back of its payments, one by one.
async fn sent_back(shop: &Shop) -> Vec<(i64, String)> {
    let refunds = shop.bank(Method::GET, "refunds", "").await["data"].as_array().unwrap().clone();
    let read = |refund: &Value| (refund["amount"].as_i64().unwrap(), refund["status"].as_str().unwrap().to_owned());
    refunds.iter().map(read).collect()
}

/// PAY-16, T16, T27: an operator sends the money back: once, however often they press; the order is refunded, access ends,
/// and the actor is recorded.
#[tokio::test]
async fn an_operator_sends_money_back() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let finance = hired(&shop.app, "books@demo.test", Role::Finance).await;
    let shown = newest(&finance, &shop).await;
    assert_eq!((&shown["id"], &shown["status"], &shown["refund"]), (&order, &json!("paid"), &json!(null)));
    assert_eq!((&shown["email"], &shown["names"]), (&json!("fan@demo.test"), &json!(["Season pass"])));
    assert_eq!((&shown["price"], &shown["currency"]), (&json!("49.99"), &json!("CAD")));
    assert_eq!((&shown["can_be_refunded"], &shown["is_subscription"]), (&json!(true), &json!(false)));

    let (one, two) = tokio::join!(refund(&finance, &shop, &order), refund(&finance, &shop, &order));
    assert_eq!((one.status, two.status), (StatusCode::OK, StatusCode::OK), "{} {}", one.body, two.body);
    shop.app.until(async || newest(&finance, &shop).await["status"] == "refunded").await;
    let shown = newest(&finance, &shop).await;
    assert_eq!((&shown["refund"], &shown["can_be_refunded"]), (&json!(null), &json!(false)));
    shop.order_is(&fan, &order, "refunded").await;
    assert!(!fan.watches(PAID_GAME).await);
    assert_eq!(sent_back(&shop).await, [(4999, "succeeded".to_owned())]);
    let again = refund(&finance, &shop, &order).await;
    assert_eq!((again.status, &again.body["data"]["status"]), (StatusCode::OK, &json!("refunded")));
    let written: Vec<_> = audit(&shop.app).await.into_iter().filter(|(action, ..)| action == "refund_order").collect();
    assert_eq!(written, [("refund_order".to_owned(), order.to_string(), true)]);
    assert_eq!(sent_back(&shop).await.len(), 1);
    shop.books_hold().await;
}

/// PAY-16: a subscription whose money went back is not charged again.
#[tokio::test]
async fn a_refunded_subscription_ends() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, monthly()).await["id"].clone();
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    assert_eq!(refund(&owner, &shop, &order).await.status, StatusCode::OK);
    shop.order_is(&fan, &order, "refunded").await;
    assert!(!fan.watches(PAID_GAME).await);
    let ended = async || {
        let listed = shop.bank(Method::GET, "subscriptions?status=all", "").await;
        listed["data"][0]["status"] == "canceled"
    };
    shop.app.until(ended).await;
    shop.books_hold().await;
}

/// OPS-01, I8, T26, T27, T40: orders are for those whose role needs them, money for fewer, and other channels are unknown.
#[tokio::test]
async fn refund_is_limited_by_role_and_channel() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let call = format!("channels/{}/orders", shop.demo);
    let support = hired(&shop.app, "help@demo.test", Role::Support).await;
    assert_eq!(get(&support, &call).await.body["data"][0]["id"], order);
    let editor = hired(&shop.app, "editor@demo.test", Role::Editor).await;
    assert_eq!(get(&editor, &call).await.status, StatusCode::FORBIDDEN);
    for operator in [&support, &editor] {
        assert_eq!(refund(operator, &shop, &order).await.body["code"], "role_forbids");
    }
    assert_eq!(get(&shop.app.demo(), &call).await.status, StatusCode::UNAUTHORIZED);

    hire(&shop.app, "rival@demo.test", "other", Role::Owner).await;
    let rival = at_console(&shop.app, "rival@demo.test").await;
    let other = channel(&shop.app, "other").await;
    assert_eq!(get(&rival, &call).await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&rival, &format!("channels/{other}/orders")).await.body["data"], json!([]));
    for channel in [shop.demo, other] {
        let refused = post(&rival, &format!("channels/{channel}/orders/{order}/refund"), json!({})).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND, "{}", refused.body);
    }
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    let path = format!("/console/api/{call}/{order}/refund");
    let foreign = owner.request(Method::POST, &path).header("origin", "https://evil.test").json(&json!({}));
    assert_eq!(foreign.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(refund(&owner, &shop, &json!(999_999)).await.status, StatusCode::NOT_FOUND);
    assert!(fan.watches(PAID_GAME).await && sent_back(&shop).await.is_empty());
}

/// PAY-16: orders are found by the beginning of the address, by their card and by their number, in parts, the newest first.
#[tokio::test]
async fn orders_are_looked_through() {
    let shop = Shop::open().await;
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    let mut orders = Vec::new();
    for email in ["one@demo.test", "two@demo.test", "three@demo.test"] {
        let fan = shop.app.member(email).await;
        orders.insert(0, bought(&shop, &fan, season()).await["id"].clone());
    }
    let found = async |query: &str| {
        let list = get(&owner, &format!("channels/{}/orders?{query}", shop.demo)).await;
        assert_eq!(list.status, StatusCode::OK, "{}", list.body);
        let ids: Vec<_> = list.body["data"].as_array().unwrap().iter().map(|order| order["id"].clone()).collect();
        (ids, list.body["meta"]["total"].as_u64().unwrap())
    };
    assert_eq!(found("").await, (orders.clone(), 3));
    assert_eq!(found("limit=1&offset=1").await, (vec![orders[1].clone()], 3));
    assert_eq!(found("search=TWO%40").await, (vec![orders[1].clone()], 1));
    assert_eq!(found(&format!("search=%20{}%20", orders[2])).await, (vec![orders[2].clone()], 1));
    assert_eq!(found("search=%25").await, (vec![], 0));
    assert_eq!(found("search=demo.test").await, (vec![], 0), "not the beginning");
    assert_eq!(found("search=4242").await.1, 3, "the card");
    assert_eq!(found("refund_failed=true").await, (vec![], 0));
    assert_eq!(found("status=paid").await, (orders.clone(), 3));
    assert_eq!(found("status=failed").await, (vec![], 0));
    let oldest: Vec<_> = orders.iter().rev().cloned().collect();
    assert_eq!(found("sort=created_at").await, (oldest.clone(), 3));
    assert_eq!(found("sort=-price").await, (orders.clone(), 3), "all cost the same");
    assert_eq!(found("sort=price&limit=2").await, (oldest[..2].to_vec(), 3));
    for wrong in ["sort=email", "status=lost"] {
        let call = format!("channels/{}/orders?{wrong}", shop.demo);
        assert_eq!(get(&owner, &call).await.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let long = format!("channels/{}/orders?search={}", shop.demo, "a".repeat(255));
    assert_eq!(get(&owner, &long).await.status, StatusCode::BAD_REQUEST);
}

/// OPS-01, T26, T27, T31: the orders that a filter leaves go into a file, for those who see to money; it is recorded.
#[tokio::test]
async fn orders_are_taken_along() {
    let shop = Shop::open().await;
    for email in ["=cmd@demo.test", "two@demo.test"] {
        let fan = shop.app.member(email).await;
        bought(&shop, &fan, season()).await;
    }
    let finance = hired(&shop.app, "books@demo.test", Role::Finance).await;
    let file = async |query: &str| {
        let answer = finance.raw(&format!("/console/api/channels/{}/orders.csv?{query}", shop.demo)).await;
        assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"demo-orders.csv\"");
        answer.text().await.unwrap().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = file("").await;
    assert!(all[0].ends_with("id,created_at,paid_at,status,refund,items,price,currency,email"), "{}", all[0]);
    assert!(all[1].ends_with(",paid,,Season pass,49.99,CAD,two@demo.test"), "{}", all[1]);
    assert!(all[2].ends_with(",'=cmd@demo.test"), "{}", all[2]);
    assert_eq!((all.len(), file("search=two").await.len(), file("status=failed").await.len()), (3, 2, 1));
    let written = audit(&shop.app).await.into_iter().filter(|(action, ..)| action == "export_orders").count();
    assert_eq!(written, 3);
    let call = format!("channels/{}/orders.csv", shop.demo);
    let support = hired(&shop.app, "help@demo.test", Role::Support).await;
    assert_eq!(get(&support, &call).await.body["code"], "role_forbids");
    hire(&shop.app, "rival@demo.test", "other", Role::Owner).await;
    let rival = at_console(&shop.app, "rival@demo.test").await;
    assert_eq!(get(&rival, &call).await.status, StatusCode::NOT_FOUND);
}

/// PAY-16: what was not paid cannot go back, nor what cost nothing.
#[tokio::test]
async fn unpaid_or_free_order_is_not_refundable() {
    let shop = Shop::open().await;
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    let waiting = shop.app.member("waiting@demo.test").await;
    let card = shop.card(ASKING).await;
    let order = waiting.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    let refused = refund(&owner, &shop, &order).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("order_not_refundable")));
    shop.coupon("GIFT", 100, None, None).await;
    let fan = shop.app.member("fan@demo.test").await;
    let mut free = season();
    free["coupon"] = "GIFT".into();
    let order = fan.buy(free, None, "a").await.body["data"]["order"]["id"].clone();
    assert_eq!(newest(&owner, &shop).await["can_be_refunded"], false);
    assert_eq!(refund(&owner, &shop, &order).await.body["code"], "order_not_refundable");
    assert!(fan.watches(PAID_GAME).await);
    shop.books_hold().await;
}

/// PAY-16, I1: money that the card does not take comes back with its access, and is shown so; it can be tried again.
#[tokio::test]
async fn a_refund_that_failed_is_shown() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(REFUND_FAILS).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    for tries in 1..=2 {
        assert_eq!(refund(&owner, &shop, &order).await.status, StatusCode::OK);
        let has_failed = async || {
            shop.bank(Method::POST, "testbank/clock", "advance=10").await;
            newest(&owner, &shop).await["refund"] == "failed"
        };
        shop.app.until(has_failed).await;
        let shown = newest(&owner, &shop).await;
        assert_eq!((&shown["status"], &shown["can_be_refunded"]), (&json!("paid"), &json!(true)));
        assert!(fan.watches(PAID_GAME).await);
        assert_eq!(sent_back(&shop).await, vec![(4999, "failed".to_owned()); tries]);
    }
    let failed = get(&owner, &format!("channels/{}/orders?refund_failed=true", shop.demo)).await;
    assert_eq!((&failed.body["data"][0]["id"], &failed.body["meta"]["total"]), (&order, &json!(1)));
    shop.books_hold().await;
}

/// PAY-16: a refund that has come back before its answer did has left no trace on the charge, and is shown all the same.
#[tokio::test]
async fn a_refund_that_failed_unseen_is_shown() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(REFUND_FAILS).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    // So that no letter is taken for the refund below.
    shop.app.until(async || shop.app.count("jobs WHERE kind = 'errand'").await == 0).await;
    shop.chaos("lose_answer=100&webhook_drop=100").await;
    assert_eq!(refund(&owner, &shop, &order).await.status, StatusCode::OK);
    let is_unanswered = "jobs WHERE kind = 'errand' AND attempts = 1 AND leased_until IS NULL";
    shop.app.until(async || shop.app.count(is_unanswered).await == 1).await;
    shop.chaos("webhook_drop=100").await;
    shop.bank(Method::POST, "testbank/clock", "advance=10").await;
    assert_eq!(sent_back(&shop).await, [(4999, "failed".to_owned())]);
    shop.chaos("").await;
    shop.app.database.execute("UPDATE jobs SET run_at = 0 WHERE kind = 'errand'").await;
    shop.app.until(async || newest(&owner, &shop).await["refund"] == "failed").await;
    assert!(fan.watches(PAID_GAME).await);
    shop.books_hold().await;
}

/// PAY-16: while the bank is away a refund waits; one that was given up is shown, and asked for again.
#[tokio::test]
async fn a_refund_that_was_given_up_is_shown() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let owner = hired(&shop.app, "owner@demo.test", Role::Owner).await;
    // So that no letter is taken for the refund below.
    shop.app.until(async || shop.app.count("jobs WHERE kind = 'errand'").await == 0).await;
    shop.chaos("down=true").await;
    let asked = refund(&owner, &shop, &order).await;
    assert_eq!(asked.body["data"]["refund"], "under_way");
    let has_failed = "jobs WHERE kind = 'errand' AND attempts = 1 AND leased_until IS NULL";
    shop.app.until(async || shop.app.count(has_failed).await == 1).await;
    assert_eq!(newest(&owner, &shop).await["refund"], "under_way");
    shop.app.database.execute("UPDATE jobs SET attempts = 7, run_at = 0 WHERE kind = 'errand'").await;
    shop.app.until(async || newest(&owner, &shop).await["refund"] == "failed").await;
    assert!(fan.watches(PAID_GAME).await);
    shop.chaos("down=false").await;
    shop.app.database.execute("DELETE FROM jobs WHERE kind = 'errand' AND state = 'dead'").await;
    let again = refund(&owner, &shop, &order).await;
    assert_eq!(again.body["data"]["can_be_refunded"], false, "{} {}", again.status, again.body);
    shop.order_is(&fan, &order, "refunded").await;
    assert_eq!(sent_back(&shop).await, [(4999, "succeeded".to_owned())]);
    let card = shop.card(GOOD).await;
    assert_eq!(fan.buy(season(), Some(&card), "again").await.status, StatusCode::OK);
    shop.books_hold().await;
}
