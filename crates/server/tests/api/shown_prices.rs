//! Nobody is charged another price than the one that they were shown.

use domain::money::Cents;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::Member;
use crate::shop::{ADDON, ASKING, GOOD, MONTHLY, OWN_GAME, PAID_GAME, SINGLE, Shop, monthly, season, sold};

/// Has everything cost so much more, and waits until it does.
async fn raise_prices(shop: &Shop, by: i64) {
    let mut dearer = sold();
    for pass in &mut dearer.content.passes {
        (pass.price, pass.base_price) = (Cents(pass.price.0 + by), Cents(pass.base_price.0 + by));
    }
    let price = dearer.content.passes[0].price.decimal();
    shop.app.database.store.channel_import(dearer).await.unwrap();
    shop.app.until(async || shop.app.demo().get("packages").await.body["data"][0]["price"] == price).await;
}

async fn quoted(member: &Member, items: Value) -> Value {
    member.post("stripe/invoice-preview", json!({ "items": items })).await.body["data"].clone()
}

fn single() -> Value {
    json!({ "type": "event", "single_event_package_id": SINGLE, "event_id": OWN_GAME })
}

/// PAY-04, PAY-09, T11: with a price that has changed since it was shown nothing is begun or charged, and the answer has the
/// new total. Said with that it is bought; others, who say no total, are served as ever.
#[tokio::test]
async fn purchase_at_a_changed_price_is_refused() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let wanted = [season(), monthly(), single()];
    let mut shown = vec![];
    for item in &wanted {
        shown.push(quoted(&fan, json!([item])).await["total"].clone());
    }
    raise_prices(&shop, 5000).await;
    for (number, (item, total)) in wanted.iter().zip(&shown).enumerate() {
        let mut buying = item.clone();
        buying["expected_total"] = total.clone();
        let card = shop.card(GOOD).await;
        let refused = fan.buy(buying.clone(), Some(&card), &format!("old {number}")).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("price_changed")));
        let now = quoted(&fan, json!([item])).await["total"].clone();
        assert_eq!(
            (&refused.body["new_price"]["total"], &refused.body["new_price"]["currency"]),
            (&now, &json!("CAD")),
            "{}",
            refused.body
        );
        assert_ne!(&now, total);
    }
    assert_eq!((shop.kept().await, shop.app.count("orders").await), (vec![], 0));
    assert!(!fan.watches(PAID_GAME).await);
    for (number, item) in wanted.iter().enumerate() {
        let mut buying = item.clone();
        buying["expected_total"] = quoted(&fan, json!([item])).await["total"].clone();
        let bought = fan.buy(buying, Some(&shop.card(GOOD).await), &format!("new {number}")).await;
        assert_eq!(bought.status, StatusCode::OK, "{}", bought.body);
    }
    // An add-on is sold to holders of a pass to add to.
    let addon = |total: &str| json!({ "type": "addon", "id": ADDON, "expected_total": total });
    let refused = fan.buy(addon("2.99"), Some(&shop.card(GOOD).await), "addon").await;
    assert_eq!(
        (&refused.body["code"], &refused.body["new_price"]["total"]),
        (&json!("price_changed"), &json!("52.99"))
    );
    let bought = fan.buy(addon("52.99"), Some(&shop.card(GOOD).await), "addon").await;
    assert_eq!(bought.body["data"]["order"]["price"], "52.99", "{}", bought.body);
    let rival = shop.app.member("rival@demo.test").await;
    let bought = rival.buy(season(), Some(&shop.card(GOOD).await), "a").await;
    assert_eq!(bought.body["data"]["order"]["price"], "99.99", "{}", bought.body);
    for wrong in ["49,99", "about 50", "4999", "49.990", "-1.00", ""] {
        let mut buying = single();
        buying["expected_total"] = wrong.into();
        let refused = rival.buy(buying, Some(&shop.card(GOOD).await), "b").await;
        assert_eq!(
            (refused.status, refused.body["errors"]["expected_total"].is_array()),
            (StatusCode::BAD_REQUEST, true),
            "{wrong}: {}",
            refused.body
        );
    }
    shop.books_hold().await;
}

/// PAY-05, PAY-08, PAY-09: the same for bundles, for what is charged after a trial, and for the next periods of what is paid
/// now.
#[tokio::test]
async fn bundles_trials_and_later_charges_are_as_shown() {
    let shop = Shop::open().await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    let bundle = |total: &Value, card: &str, key: &str| json!({ "items": [season(), single()], "payment_method": card, "idempotency_key": key, "expected_total": total });
    let trial = |next: &Value, card: &str, key: &str| {
        json!({
            "subscription_id": MONTHLY, "payment_method": card, "idempotency_key": key,
            "expected_total": "0.00", "expected_next": next,
        })
    };
    let total = quoted(&fan, json!([season(), single()])).await["total"].clone();
    raise_prices(&shop, 100).await;
    let card = shop.card(GOOD).await;
    let refused = fan.post("stripe/buy_bundle", bundle(&total, &card, "a")).await;
    assert_eq!(
        (&refused.body["code"], &refused.body["new_price"]["total"]),
        (&json!("price_changed"), &json!("59.98"))
    );
    let refused = fan.post("stripe/subscription/start_trial", trial(&json!("9.99"), &card, "b")).await;
    assert_eq!((&refused.body["code"], &refused.body["new_price"]["total"]), (&json!("price_changed"), &json!("0.00")));
    let mut subscribing = monthly();
    (subscribing["expected_total"], subscribing["expected_next"]) = ("10.99".into(), "9.99".into());
    let refused = rival.buy(subscribing, Some(&shop.card(GOOD).await), "a").await;
    assert_eq!(refused.body["code"], "price_changed", "{}", refused.body);
    assert_eq!((shop.kept().await, shop.app.count("orders").await), (vec![], 0));

    let begun = fan.post("stripe/subscription/start_trial", trial(&json!("10.99"), &card, "c")).await;
    assert_eq!(begun.body["data"]["order"]["next"]["amount"], "10.99", "{}", begun.body);
    let bought = rival.post("stripe/buy_bundle", bundle(&refused_total(), &shop.card(GOOD).await, "d")).await;
    assert_eq!(bought.body["data"]["order"]["price"], "59.98", "{}", bought.body);
    shop.books_hold().await;
}

fn refused_total() -> Value {
    json!("59.98")
}

/// PAY-04, PAY-13, PAY-14: the same with another card for an order that waits for its bank, with a promo code, and for the
/// rest of a pass.
#[tokio::test]
async fn another_card_and_the_rest_of_a_pass_cost_what_was_shown() {
    let shop = Shop::open().await;
    shop.coupon("TEN", 10, None, None).await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    let said = |total: &str| {
        let mut wanted = season();
        (wanted["expected_total"], wanted["coupon"]) = (total.into(), "ten".into());
        wanted
    };
    let asked = fan.buy(said("44.99"), Some(&shop.card(ASKING).await), "a").await.body["data"].clone();
    assert_eq!(asked["order"]["status"], "processing", "{asked}");
    let other = rival.buy(said("44.99"), Some(&shop.card(ASKING).await), "a").await.body["data"].clone();
    raise_prices(&shop, 1000).await;
    let good = shop.card(GOOD).await;
    let refused = fan.buy(said("44.99"), Some(&good), "b").await;
    assert_eq!(
        (&refused.body["code"], &refused.body["new_price"]["total"]),
        (&json!("price_changed"), &json!("53.99"))
    );
    assert_eq!(shop.kept().await, Vec::<Value>::new());
    let bought = fan.buy(said("53.99"), Some(&good), "c").await.body["data"]["order"].clone();
    assert_eq!((&bought["status"], &bought["price"]), (&json!("paid"), &json!("53.99")), "{bought}");
    // Begun at the price that was shown, and answered at the bank after it changed.
    shop.answer_bank(&other["next_action"], "approve").await;
    shop.order_is(&rival, &other["order"]["id"], "paid").await;
    assert_eq!(rival.get(&format!("orders/{}", other["order"]["id"])).await.body["data"]["price"], "44.99");
    shop.books_hold().await;

    let shop = Shop::open().await;
    shop.with_four_sports().await;
    let fan = shop.app.member("fan@demo.test").await;
    let mut part = season();
    part["event_category_ids"] = json!([2]);
    assert_eq!(fan.buy(part, Some(&shop.card(GOOD).await), "one").await.status, StatusCode::OK);
    let mut rest = season();
    rest["expected_total"] = "49.99".into();
    let refused = fan.buy(rest.clone(), Some(&shop.card(GOOD).await), "two").await;
    assert_eq!(
        (&refused.body["code"], &refused.body["new_price"]["total"]),
        (&json!("price_changed"), &json!("37.49"))
    );
    rest["expected_total"] = "37.49".into();
    assert_eq!(fan.buy(rest, Some(&shop.card(GOOD).await), "three").await.body["data"]["order"]["price"], "37.49");
    shop.books_hold().await;
}
