//! Saved cards and the provider's own page.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::shop::{GOOD, Shop, season};

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

/// PAY-11: the provider's page opens at the channel's own host, and leads back to a path of it alone.
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
    for elsewhere in ["https://evil.test", "//evil.test", "/\\evil.test"] {
        let refused = fan.get(&format!("stripe/customer-portal?return={elsewhere}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{elsewhere}");
    }
}
