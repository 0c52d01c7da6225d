//! Saved cards and the provider's own page.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::app::Member;
use crate::shop::{ASKING, DECLINED_LATER, GOOD, MONTHLY, Shop, monthly, season};
use crate::subscriptions::start_trial;

/// The provider's names of the cards that it keeps for anybody.
async fn kept_cards(shop: &Shop) -> Vec<String> {
    let customers = shop.bank(Method::GET, "customers?limit=100", "").await["data"].clone();
    let mut kept = vec![];
    for customer in customers.as_array().unwrap() {
        let listed = format!("payment_methods?type=card&customer={}", customer["id"].as_str().unwrap());
        let cards = shop.bank(Method::GET, &listed, "").await["data"].clone();
        kept.extend(cards.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap().to_owned()));
    }
    kept
}

async fn saved(member: &Member) -> usize {
    member.get("stripe/list-cards").await.body["data"].as_array().unwrap().len()
}

/// PAY-07, T45: a card that nobody asked to keep is not kept: not when a trial is refused, nor when its bank says no, nor when
/// its buyer takes another one. One that was asked to be kept is.
#[tokio::test]
async fn card_is_kept_at_the_buyers_request_alone() {
    let shop = Shop::open().await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    assert_eq!(start_trial(&shop, &fan, GOOD, "a").await.status, StatusCode::OK);
    assert_eq!((saved(&fan).await, kept_cards(&shop).await.len()), (0, 1), "it is charged when the trial is over");
    assert_eq!(start_trial(&shop, &rival, GOOD, "a").await.body["code"], "trial_card_used", "the same card");
    assert_eq!((saved(&rival).await, kept_cards(&shop).await.len()), (0, 1));

    let later = shop.card(DECLINED_LATER).await;
    assert_eq!(rival.buy(monthly(), Some(&later), "b").await.body["code"], "card_declined");
    assert_eq!((saved(&rival).await, kept_cards(&shop).await.len()), (0, 1));
    let asking = shop.card(ASKING).await;
    let asked = rival.buy(monthly(), Some(&asking), "c").await.body["data"].clone();
    assert_eq!((&asked["order"]["status"], saved(&rival).await), (&json!("processing"), 0), "{asked}");
    assert!(kept_cards(&shop).await.contains(&asking), "its bank may still say yes");
    shop.answer_bank(&asked["next_action"], "fail").await;
    shop.order_is(&rival, &asked["order"]["id"], "failed").await;
    let is_gone = async |card: &String| !kept_cards(&shop).await.contains(card);
    shop.app.until(async || is_gone(&asking).await).await;

    let [asking, good] = [shop.card(ASKING).await, shop.card(GOOD).await];
    let asked = rival.buy(monthly(), Some(&asking), "d").await.body["data"].clone();
    let paid = rival.buy(monthly(), Some(&good), "d").await.body["data"].clone();
    assert_eq!((&paid["order"]["status"], &paid["order"]["id"]), (&json!("paid"), &asked["order"]["id"]), "{paid}");
    shop.app.until(async || is_gone(&asking).await).await;
    assert!(!is_gone(&good).await, "the next period is charged to it");
    assert_eq!(saved(&rival).await, 0);

    let late = shop.app.member("late@demo.test").await;
    let wish = json!({ "subscription_id": MONTHLY, "save_card": true, "idempotency_key": "a", "payment_method": shop.card("5555555555554444").await });
    assert_eq!(late.post("stripe/subscription/start_trial", wish).await.status, StatusCode::OK);
    assert_eq!((saved(&late).await, saved(&fan).await), (1, 0));
    // A subscription that is over needs its card no more; one that goes on does.
    let order = rival.get("orders").await.body["data"][0]["id"].clone();
    rival.post("stripe/unsubscribe", json!({ "order_id": order })).await;
    let kept = kept_cards(&shop).await.len();
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * 24 * 60 * 60)).await;
    shop.app.until(async || is_gone(&good).await).await;
    assert_eq!((kept_cards(&shop).await.len(), saved(&late).await), (kept - 1, 1));
}

/// PAY-07, T45: the same when the process dies after the card was taken and before the order was begun.
#[tokio::test]
async fn a_card_that_was_left_behind_is_let_go() {
    let shop = Shop::open().await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    for member in [&fan, &rival] {
        let (card, mut wanted) = (shop.card(GOOD).await, season());
        wanted["save_card"] = true.into();
        assert_eq!(member.buy(wanted, Some(&card), "a").await.status, StatusCode::OK);
    }
    let [fan_id, _] =
        ["fan", "rival"].map(|name| format!("(SELECT id FROM accounts WHERE email = '{name}@demo.test')"));
    let left = shop.card("5555555555554444").await;
    let customer = shop.bank(Method::GET, "customers", "").await["data"][1]["id"].as_str().unwrap().to_owned();
    let note = format!(
        "INSERT INTO unsaved_cards (channel_id, account_id, customer_id, card_id, look_at) VALUES ({}, {fan_id}, '{customer}', '{left}', 1)",
        shop.demo
    );
    shop.bank(Method::POST, &format!("payment_methods/{left}/attach"), &format!("customer={customer}")).await;
    shop.app.database.execute(&note).await;
    shop.app.until(async || !kept_cards(&shop).await.contains(&left)).await;
    shop.app.until(async || shop.app.count("unsaved_cards").await == 0).await;
    assert_eq!((saved(&fan).await, saved(&rival).await), (1, 1));
}

/// PAY-07: a card is saved with a purchase or by itself, listed, and removed by its owner alone.
#[tokio::test]
async fn cards_are_saved_listed_and_removed() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    assert_eq!(fan.get("stripe/list-cards").await.body["data"], json!([]));
    let card = shop.card(GOOD).await;
    let mut wanted = season();
    wanted["save_card"] = true.into();
    assert_eq!(fan.buy(wanted, Some(&card), "a").await.status, StatusCode::OK);
    let listed = fan.get("stripe/list-cards").await.body["data"].clone();
    assert_eq!((&listed[0]["id"], &listed[0]["last4"]), (&json!(card), &json!("4242")));

    let setup = fan.post("stripe/setup-intent", json!({})).await.body["data"].clone();
    let second = shop.card("5555555555554444").await;
    let form = format!("client_secret={}&payment_method={second}", setup["client_secret"].as_str().unwrap());
    let path = format!("/testbank/v1/setup_intents/{}/confirm", setup["id"].as_str().unwrap());
    let confirm = shop.app.demo().request(Method::POST, &path).bearer_auth(&shop.publishable_key).body(form);
    let confirm = confirm.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
    assert_eq!(confirm.status(), StatusCode::OK);
    assert_eq!(fan.get("stripe/list-cards").await.body["data"].as_array().unwrap().len(), 2);

    let rival = shop.app.member("rival@demo.test").await;
    assert_eq!(rival.delete(&format!("stripe/cards/{card}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(fan.delete(&format!("stripe/cards/{card}")).await.status, StatusCode::OK);
    assert_eq!(fan.get("stripe/list-cards").await.body["data"].as_array().unwrap().len(), 1);
}

/// PAY-11, T30: the provider's page opens at the channel's own host, and leads back to a path of it alone.
#[tokio::test]
async fn the_portal_opens() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let opened = fan.get("stripe/customer-portal?return=/profile/edit").await.body["data"].clone();
    let url = opened["url"].as_str().unwrap();
    let path = url.strip_prefix("https://demo.test").unwrap_or_else(|| panic!("{url}"));
    let page = shop.app.demo().raw(path).await;
    assert_eq!(page.status(), StatusCode::OK);
    assert!(page.text().await.unwrap().contains("https://demo.test/profile/edit"));
    for elsewhere in [
        "https://evil.test",
        "//evil.test",
        "/\\evil.test",
        "/.//evil.test",
        "/%2e//evil.test",
        "/watch/17/..//evil.test",
        "/%252fevil.test",
        "/api/profile",
        "/testbank/portal/x",
        "/auth/login/google/callback",
        "/console",
        "/profile%23x",
        "/profile%00",
        "/watch/17@evil.test",
    ] {
        let refused = fan.get(&format!("stripe/customer-portal?return={elsewhere}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{elsewhere}");
    }
}
