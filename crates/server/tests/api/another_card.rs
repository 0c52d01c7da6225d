//! A buyer who left the page of their bank takes another card.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::Member;
use crate::shop::{ASKING, DECLINED, GOOD, PAID_GAME, Shop, monthly, season};
use crate::subscriptions::start_trial;

const ALSO_ASKING: &str = "4000002760003184";

async fn statuses(fan: &Member) -> Vec<String> {
    let orders = fan.get("orders").await.body["data"].clone();
    orders.as_array().unwrap().iter().map(|order| order["status"].as_str().unwrap().to_owned()).collect()
}

/// PAY-04, PAY-13, I2: another card pays the order that waits for the first one's bank, once, with its promo code.
#[tokio::test]
async fn another_card_pays_the_same_order() {
    let shop = Shop::open().await;
    shop.coupon("ONCE", 10, Some(1), Some(1)).await;
    let mut cheaper = season();
    cheaper["coupon"] = "once".into();
    for (number, wanted) in (1..).zip([season(), monthly(), cheaper]) {
        let fan = shop.app.member(&format!("fan{number}@demo.test")).await;
        let asking = shop.card(ASKING).await;
        let asked = fan.buy(wanted.clone(), Some(&asking), "a").await.body["data"].clone();
        assert_eq!(asked["order"]["status"], "processing", "{asked}");
        let good = shop.card(GOOD).await;
        for _ in 0..2 {
            let paid = fan.buy(wanted.clone(), Some(&good), "a").await.body["data"].clone();
            assert_eq!(
                (&paid["order"]["status"], &paid["order"]["id"]),
                (&json!("paid"), &asked["order"]["id"]),
                "{paid}"
            );
            assert_eq!((&paid["next_action"], &paid["order"]["card"]["last4"]), (&Value::Null, &json!("4242")));
        }
        assert!(fan.watches(PAID_GAME).await);
        // The first tab is still open on the page of its bank.
        shop.answer_bank(&asked["next_action"], "approve").await;
        assert_eq!((shop.kept().await.len(), statuses(&fan).await), (number, vec!["paid".to_owned()]));
        assert_eq!(fan.get("stripe/list-cards").await.body["data"], json!([]), "nobody asked to save one");
        if number == 2 {
            let subscription = shop.first("subscriptions").await;
            assert_eq!(subscription["default_payment_method"], good, "the next period is charged to it");
        }
    }
    shop.books_hold().await;
}

/// PAY-13, T13: each card that asks has a page of its own, also the first one again; only the last page pays.
#[tokio::test]
async fn each_card_has_its_own_page() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let cards = [shop.card(ASKING).await, shop.card(ALSO_ASKING).await];
    let mut pages = vec![];
    for card in [&cards[0], &cards[1], &cards[0], &cards[1]] {
        let [asked, again] = [fan.buy(season(), Some(card), "a").await, fan.buy(season(), Some(card), "a").await];
        assert_eq!(asked.body["data"]["next_action"], again.body["data"]["next_action"], "pressed twice");
        let page = asked.body["data"]["next_action"].clone();
        assert!(page["url"].is_string() && !pages.contains(&page), "{}", asked.body);
        pages.push(page);
    }
    let last = pages.pop().unwrap();
    for left in &pages {
        assert_eq!(shop.answer_bank(left, "approve").await.status(), StatusCode::NOT_FOUND);
    }
    assert_eq!(shop.kept().await, Vec::<Value>::new());
    shop.answer_bank(&last, "approve").await;
    shop.app.until(async || statuses(&fan).await == ["paid"]).await;
    assert_eq!(shop.kept().await.len(), 1);
    shop.books_hold().await;
}

/// T13, I2: two tabs with a card each, at once: one order, one payment, whichever comes first.
#[tokio::test]
async fn two_tabs_with_two_cards_pay_once() {
    let shop = Shop::open().await;
    for (number, wanted) in (1..).zip([season(), monthly(), season(), monthly()]) {
        let fan = shop.app.member(&format!("fan{number}@demo.test")).await;
        let (asking, good) = (shop.card(ASKING).await, shop.card(GOOD).await);
        tokio::join!(fan.buy(wanted.clone(), Some(&asking), "a"), fan.buy(wanted.clone(), Some(&good), "b"));
        let is_paid = async || {
            fan.buy(wanted.clone(), Some(&good), "b").await;
            statuses(&fan).await == ["paid"]
        };
        shop.app.until(is_paid).await;
        assert_eq!(shop.kept().await.len(), number);
    }
    shop.books_hold().await;
}

/// PAY-04, VAL-09: another card that is declined is said so, ends the first try too, and a third one can be taken.
#[tokio::test]
async fn another_card_may_be_declined() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let asking = shop.card(ASKING).await;
    let asked = fan.buy(season(), Some(&asking), "a").await.body["data"].clone();
    let card_of_rival = shop.card(GOOD).await;
    let rival = shop.app.member("rival@demo.test").await;
    rival.buy(monthly(), Some(&card_of_rival), "a").await;
    let refused = fan.buy(season(), Some(&card_of_rival), "a").await;
    assert_eq!(refused.body["code"], "card_not_selected", "T13: a card is its owner's: {}", refused.body);
    assert_eq!(statuses(&fan).await, ["processing"], "the first card's bank can still be answered");
    let declined = fan.buy(season(), Some(&shop.card(DECLINED).await), "a").await;
    assert_eq!((declined.status, &declined.body["code"]), (StatusCode::BAD_REQUEST, &json!("card_declined")));
    shop.answer_bank(&asked["next_action"], "approve").await;
    let bought = fan.buy(season(), Some(&shop.card(GOOD).await), "a").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    assert_eq!(statuses(&fan).await, ["paid", "failed"]);
    assert_eq!(shop.kept().await.len(), 2, "the rival's, and one");
    shop.books_hold().await;
}

/// PAY-08, T15: a trial with another card is another order, and that card has its trial once; the first one has none.
#[tokio::test]
async fn a_trial_with_another_card_is_checked_anew() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let asked = start_trial(&shop, &fan, ASKING, "a").await.body["data"].clone();
    let begun = start_trial(&shop, &fan, GOOD, "a").await.body["data"].clone();
    assert_eq!((&begun["order"]["status"], &begun["next_action"]), (&json!("paid"), &Value::Null), "{begun}");
    assert!(fan.watches(PAID_GAME).await);
    shop.answer_bank(&asked["next_action"], "approve").await;

    let rival = shop.app.member("rival@demo.test").await;
    let asked = start_trial(&shop, &rival, ALSO_ASKING, "a").await.body["data"].clone();
    assert_eq!(start_trial(&shop, &rival, GOOD, "a").await.body["code"], "trial_card_used");
    shop.answer_bank(&asked["next_action"], "approve").await;
    let running = async || {
        let listed = shop.bank(Method::GET, "subscriptions?status=all", "").await["data"].clone();
        listed.as_array().unwrap().iter().filter(|found| found["status"] != "canceled").count()
    };
    shop.app.until(async || running().await == 1).await;
    assert!(!rival.watches(PAID_GAME).await);
    assert_eq!(
        (statuses(&fan).await, statuses(&rival).await),
        (vec!["paid".into(), "failed".into()], vec!["failed".into()])
    );
    assert_eq!(start_trial(&shop, &rival, ASKING, "b").await.body["data"]["order"]["status"], "processing", "not had");
    assert_eq!(shop.kept().await, Vec::<Value>::new());
    shop.books_hold().await;
}
