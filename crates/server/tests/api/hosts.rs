//! A channel with two hosts: who buys at one of them comes back there, where they are logged in.

use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::app::{Client, Member};
use crate::shop::{ASKING, Shop, season, sold};

const SECOND: &str = "www.demo.test";

/// Has the channel served at a second host too: a member as they are at the first one and at the second.
async fn at_both(shop: &Shop) -> [Member; 2] {
    let mut both = sold();
    both.hosts.push(SECOND.into());
    shop.app.database.store.import_channel(both).await.unwrap();
    let second = shop.app.at(SECOND);
    shop.app.until(async || second.raw("/api/channel-key").await.status() == StatusCode::OK).await;
    let first = shop.app.member("fan@demo.test").await;
    let key = first.key.clone();
    [first, Member { client: second, key }]
}

/// Answers the bank at the host that its page is shown at, and gives where it leads.
async fn approve(client: &Client, next_action: &Value) -> String {
    let url = next_action["url"].as_str().unwrap_or_else(|| panic!("{next_action}"));
    let (origin, path) = url.split_once("/testbank/").unwrap();
    let form = client.request(Method::POST, &format!("/testbank/{path}")).header("origin", origin);
    let form = form.header("content-type", "application/x-www-form-urlencoded").body("action=approve");
    let left = form.send().await.unwrap();
    assert_eq!(left.status(), StatusCode::SEE_OTHER);
    left.headers()["location"].to_str().unwrap().to_owned()
}

/// PAY-11, PAY-13, T30: banks and the provider's page lead back to the host where they were opened from, and only to
/// hosts of the channel.
#[tokio::test]
async fn banks_lead_back_to_where_the_buyer_is() {
    let shop = Shop::open().await;
    let [first, fan] = at_both(&shop).await;

    let card = shop.card(ASKING).await;
    let asked = fan.buy(season(), Some(&card), "a").await.body["data"].clone();
    let page = asked["next_action"]["url"].as_str().unwrap();
    assert!(page.starts_with(&format!("https://{SECOND}/testbank/")), "{page}");
    let elsewhere = first.buy(season(), Some(&card), "a").await.body["data"].clone();
    let page = elsewhere["next_action"]["url"].as_str().unwrap();
    assert!(page.starts_with("https://demo.test/testbank/"), "shown where it was asked for: {page}");
    let back = approve(&fan.client, &asked["next_action"]).await;
    assert!(back.starts_with(&format!("https://{SECOND}/buy?order={}", asked["order"]["id"])), "{back}");
    shop.order_is(&fan, &asked["order"]["id"], "paid").await;

    for (member, host) in [(&fan, SECOND), (&first, "demo.test")] {
        let opened = member.get("stripe/customer-portal?return=/profile/edit").await.body["data"].clone();
        let path = opened["url"].as_str().unwrap().strip_prefix(&format!("https://{host}")).unwrap();
        let page = member.client.raw(path).await.text().await.unwrap();
        assert!(page.contains(&format!("https://{host}/profile/edit")), "{page}");
    }
    let stranger = Member { client: shop.app.at("evil.test"), key: first.key.clone() };
    assert_eq!(stranger.buy(season(), Some(&card), "b").await.status, StatusCode::NOT_FOUND);
}

/// PAY-13: who takes another card at the other host comes back to that one.
#[tokio::test]
async fn another_card_is_taken_where_the_buyer_is() {
    let shop = Shop::open().await;
    let [first, fan] = at_both(&shop).await;
    let order = first.buy(season(), Some(&shop.card(ASKING).await), "a").await.body["data"]["order"]["id"].clone();
    let asked = fan.buy(season(), Some(&shop.card("4000002760003184").await), "a").await.body["data"].clone();
    assert_eq!(asked["order"]["id"], order);
    let back = approve(&fan.client, &asked["next_action"]).await;
    assert!(back.starts_with(&format!("https://{SECOND}/buy?order={order}")), "{back}");
    shop.order_is(&fan, &order, "paid").await;
    assert_eq!(shop.kept().await.len(), 1);
}
