//! The order of the site's lists.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::site::Site;

/// UI-16: slides stand in the order that an editor gives them, for viewers too. What is not named comes after, what
/// nobody knows is ignored, and versions stay.
#[tokio::test]
async fn lists_take_another_order() {
    let site = Site::start().await;
    let others = site.others("slides").await;
    let ordered = site.put("slides/order", json!({ "ids": [3, 987_654, 1001, 1, 3] })).await;
    assert_eq!(ordered.status, StatusCode::OK, "{}", ordered.body);
    assert_eq!(ordered.body["data"], json!(site.list("slides").await));
    assert_eq!(site.ids("slides").await, [3, 1, 2]);
    assert!(site.list("slides").await.iter().all(|slide| slide["version"] == 1));
    let ids = |list: &Value| list.as_array().unwrap().iter().map(|of| of["id"].as_i64().unwrap()).collect::<Vec<_>>();
    site.app.until(async || ids(&site.bootstrap().await["slides"]) == [3, 1, 2]).await;
    let shown = site.app.demo().get("slides/web").await.body;
    assert_eq!(ids(&shown["data"]), [3, 1, 2]);
    assert_eq!(site.others("slides").await, others);

    let made = site.post("slides", json!({ "title": "Last" })).await.body["data"]["id"].as_i64().unwrap();
    assert_eq!(site.ids("slides").await, [3, 1, 2, made]);
    let versions = site.versions().await;
    site.put("slides/order", json!({ "ids": [3, 1] })).await;
    assert_eq!(site.versions().await, versions, "the same order is no change");
    let orders: Vec<_> = site.audit().await.into_iter().filter(|(action, ..)| action == "order_slides").collect();
    assert_eq!(orders.len(), 1);
    assert_eq!(
        (&orders[0].2["before"], &orders[0].2["after"]),
        (&json!(["Welcome", "Final", "Hawks"]), &json!(["Hawks", "Welcome", "Final"]))
    );
}

/// CONT-01, CONT-02: questions and menu links take another order too.
#[tokio::test]
async fn questions_and_menu_take_another_order() {
    let site = Site::start().await;
    let second =
        site.post("faq", json!({ "question": "Where?", "answer": "<p>Here.</p>" })).await.body["data"]["id"].clone();
    let link = site.post("menu", json!({ "name": "Shop", "url": "/shop" })).await.body["data"]["id"].clone();
    assert_eq!(site.put("faq/order", json!({ "ids": [second] })).await.body["data"][0]["id"], second);
    assert_eq!(site.put("menu/order", json!({ "ids": [link, 1] })).await.body["data"][0]["id"], link);
    site.app
        .until(async || {
            let shown = site.bootstrap().await;
            shown["faq"][0]["id"] == second && shown["menu"]["links"][0]["id"] == link
        })
        .await;
}

/// CONT-02, T26: a link stands under one of the top of its own channel's menu, at the place of that one, and at the top again
/// while that one is removed.
#[tokio::test]
async fn links_stand_under_links() {
    let site = Site::start().await;
    let others = site.others("menu").await;
    let post = async |name: &str, parent: Option<i64>| {
        let fields = json!({ "name": name, "url": "/faq", "place": "header", "parent_id": parent });
        site.post("menu", fields).await
    };
    let under = post("History", Some(1)).await.body["data"].clone();
    assert_eq!((&under["parent_id"], &under["place"]), (&json!(1), &json!("header")));
    let id = under["id"].as_i64().unwrap();
    for (parent, code) in [(id, "invalid"), (1001, "not_found"), (987_654, "not_found")] {
        assert_eq!(post("Deeper", Some(parent)).await.problems(), [json!(["parent_id", code, {}])]);
    }
    let top = post("Shop", None).await.body["data"]["id"].as_i64().unwrap();
    let turned = site.patch("menu/1", json!({ "version": 1, "parent_id": top })).await;
    assert_eq!(turned.problems(), [json!(["parent_id", "invalid", {}])], "it has a link under it itself");
    let link = async |id: i64| {
        let links = site.bootstrap().await["menu"]["links"].clone();
        links.as_array().unwrap().iter().find(|link| link["id"] == id).cloned().unwrap_or_default()
    };
    site.app.until(async || link(id).await["parent_id"] == 1).await;
    assert_eq!(link(id).await["place"], "footer", "of its parent");
    assert_eq!(link(top).await["parent_id"], Value::Null);
    assert_eq!(site.delete("menu/1?version=1").await.status, StatusCode::OK);
    site.app.until(async || link(1).await.is_null()).await;
    assert_eq!((&link(id).await["parent_id"], &link(id).await["place"]), (&Value::Null, &json!("header")));
    let renamed = site.patch(&format!("menu/{id}"), json!({ "version": 1, "name": "Our history" })).await;
    assert_eq!(renamed.status, StatusCode::OK, "{}", renamed.body);
    let back = site.post("revisions/menu_link/1/restore", json!({ "revision": 1, "version": null })).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.body);
    site.app.until(async || link(id).await["parent_id"] == 1).await;
    assert_eq!(site.others("menu").await, others);
}
