//! A buyer who has a part of a pass, and wants all of it.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::shop::{GOOD, MONTHLY, PAID_GAME, SEASON_PASS, Shop, monthly, season};

fn sports(mut wanted: Value, sports: &[i64]) -> Value {
    wanted["event_category_ids"] = json!(sports);
    wanted
}

/// PAY-14, PAY-09, T13: the whole of a pass is sold as what is missing, for what is left of its price, once.
#[tokio::test]
async fn the_rest_of_a_pass_costs_the_rest() {
    let shop = Shop::open().await;
    shop.with_four_sports().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(GOOD).await;
    let shown = async || fan.get(&format!("packages/{SEASON_PASS}")).await.body["data"].clone();
    assert_eq!(shown().await["rest_price"], json!(null));
    assert_eq!(fan.buy(sports(season(), &[2]), Some(&card), "one").await.status, StatusCode::OK);
    assert!(!fan.watches(PAID_GAME).await, "it is of another sport");

    let partly = shown().await;
    assert_eq!((&partly["is_purchased"], &partly["disabled_category_ids"]), (&json!(false), &json!([2])));
    assert_eq!(partly["rest_price"], "37.49");
    let preview = fan.post("stripe/invoice-preview", json!({ "items": [season()] })).await.body["data"].clone();
    assert_eq!((&preview["total"], &preview["covers"]["games"]), (&json!("37.49"), &json!(4)));
    assert_eq!(preview["rest"], json!({ "pass_id": SEASON_PASS, "held": 1, "of": 4 }));
    let chosen: Vec<_> = preview["lines"].as_array().unwrap().iter().map(sport_of).collect();
    assert_eq!(chosen, [1, 3, 4]);
    let stranger = shop.app.member("rival@demo.test").await;
    let whole = stranger.post("stripe/invoice-preview", json!({ "items": [season()] })).await.body["data"].clone();
    assert_eq!((&whole["total"], &whole["rest"]), (&json!("49.99"), &json!(null)));

    // One that was not saved pays once.
    let card = shop.card(GOOD).await;
    let (first, second) =
        tokio::join!(fan.buy(season(), Some(&card), "rest"), fan.buy(season(), Some(&card), "in another tab"));
    let paid = if first.status == StatusCode::OK { &first.body } else { &second.body };
    let order = &paid["data"]["order"];
    assert_eq!(order["price"], "37.49", "{paid}");
    shop.order_is(&fan, &order["id"], "paid").await;
    let bought: Vec<_> = order["products"].as_array().unwrap().iter().map(sport_of_product).collect();
    assert_eq!(bought, [1, 3, 4]);
    let mut taken: Vec<_> = shop.kept().await.iter().map(|charge| charge["captured"].as_i64().unwrap()).collect();
    taken.sort_unstable();
    assert_eq!(taken, [1250, 3749]);
    assert!(fan.watches(PAID_GAME).await);

    let all = shown().await;
    assert_eq!((&all["is_purchased"], &all["rest_price"]), (&json!(true), &json!(null)));
    for wanted in [season(), sports(season(), &[1, 2, 3, 4]), sports(season(), &[3])] {
        assert_eq!(fan.buy(wanted, Some(&card), "again").await.body["code"], "already_owned");
    }
    shop.books_hold().await;
}

/// PAY-09, PAY-10: the rest of a subscription is renewed at what it costs, beside the part that is renewed already.
#[tokio::test]
async fn the_rest_of_a_subscription_renews_at_its_own_price() {
    let shop = Shop::open().await;
    shop.with_four_sports().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(GOOD).await;
    assert_eq!(fan.buy(sports(monthly(), &[1]), Some(&card), "one").await.status, StatusCode::OK);
    let preview = fan.post("stripe/invoice-preview", json!({ "items": [monthly()] })).await.body["data"].clone();
    assert_eq!((&preview["total"], &preview["next"]["amount"]), (&json!("7.49"), &json!("7.49")));
    let order = fan.buy(monthly(), Some(&card), "rest").await.body["data"]["order"].clone();
    assert_eq!((&order["price"], &order["next"]["amount"]), (&json!("7.49"), &json!("7.49")), "{order}");
    let all = fan.get(&format!("subscriptions/{MONTHLY}")).await.body["data"].clone();
    assert_eq!(all["is_purchased"], true);
    assert_eq!(fan.buy(monthly(), Some(&card), "again").await.body["code"], "already_owned");
    shop.books_hold().await;
}

fn sport_of(line: &Value) -> i64 {
    sport_of_product(&line["product"])
}

fn sport_of_product(product: &Value) -> i64 {
    product["event_category_id"].as_i64().unwrap()
}
