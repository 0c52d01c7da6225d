//! A channel with two hosts: a buyer at one of them comes back there, where they are logged in.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Client, Member};
use crate::shop::{ASKING, Shop, season, sold};

const SECOND: &str = "www.demo.test";

/// Has the channel served at a second host too: a member as they are at the first one and at the second.
async fn at_both(shop: &Shop) -> [Member; 2] {
    let mut both = sold();
    both.hosts.push(SECOND.into());
    shop.app.database.store.channel_import(both).await.unwrap();
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

/// PAY-13: a buyer who takes another card at the other host comes back to that one.
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

/// T30: a browser's key may name any way back, and the bank's page, which is one of the channel's own host, leads to screens
/// of that channel alone; a buyer sent elsewhere is told that it is done.
#[tokio::test]
async fn the_banks_page_leads_to_screens_of_the_channel_alone() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    for (back, leads) in [
        ("https://demo.test/buy?order=7", true),
        ("https://demo.test/profile/edit", true),
        ("https://evil.test/buy", false),
        ("https://other.test/buy", false),
        ("https://demo.test.evil.test/buy", false),
        ("https://demo.test@evil.test/buy", false),
        ("https://demo.test:444/buy", false),
        ("http://demo.test/buy", false),
        ("https://demo.test//evil.test", false),
        ("https://demo.test/api/profile", false),
    ] {
        let setup = fan.post("stripe/setup-intent", json!({})).await.body["data"].clone();
        let (id, secret) = (setup["id"].as_str().unwrap(), setup["client_secret"].as_str().unwrap());
        let card = shop.card(ASKING).await;
        let form = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("client_secret", secret), ("payment_method", &card), ("return_url", back)])
            .finish();
        let confirm = shop.app.demo().request(Method::POST, &format!("/testbank/v1/setup_intents/{id}/confirm"));
        let confirm = confirm.bearer_auth(&shop.publishable_key).body(form);
        let confirm = confirm.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
        let asked: Value = confirm.json().await.unwrap();
        let url = asked["next_action"]["redirect_to_url"]["url"].as_str().unwrap_or_else(|| panic!("{asked}"));
        let page = format!("/testbank/{}", url.split_once("/testbank/").unwrap().1);
        let shown = shop.app.demo().raw(&page).await;
        let policy = shown.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert_eq!(policy.contains("form-action 'self' https://demo.test;"), leads, "{back}: {policy}");
        assert!(!policy.contains("evil") && !policy.contains("other.test"), "{policy}");
        let answer = shop.app.demo().request(Method::POST, &page).header("origin", "https://demo.test");
        let answer = answer.header("content-type", "application/x-www-form-urlencoded").body("action=approve");
        let answer = answer.send().await.unwrap();
        let to = answer.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
        match to {
            Some(to) => assert!(leads && to.starts_with(back), "{back}: {to}"),
            None => {
                assert!(!leads && answer.status() == StatusCode::OK, "{back}");
                assert!(!answer.text().await.unwrap().contains(back), "{back}");
            }
        }
    }
    assert_eq!(fan.get("stripe/list-cards").await.body["data"].as_array().unwrap().len(), 10, "all were saved");
}
