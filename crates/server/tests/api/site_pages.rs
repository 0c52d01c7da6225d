//! Pages of the channel with their own paths, edited at the console.

use reqwest::StatusCode;
use serde_json::json;

use crate::site::{Site, assert_refused};

/// T58, ROUTE-10: a page stands at no path of the product's own, and at none that another page of the channel has. Another channel
/// may have the same path.
#[tokio::test]
async fn pages_stand_at_free_paths() {
    let site = Site::start().await;
    for wrong in
        ["/watch/1", "/login", "/console", "/api/x", "/storage", "tickets", "/a b", "/../x", "//x.example", "/"]
    {
        let answer = site.post("pages", json!({ "url": wrong, "name": "Page" })).await;
        assert_eq!(answer.problems(), [json!(["url", "page_url", {}])], "{wrong}");
    }
    let taken = site.post("pages", json!({ "url": "/about", "name": "Page", "alt_name": "us" })).await;
    assert_eq!(taken.problems(), [json!(["url", "page_url_taken", {}])]);
    let taken = site.post("pages", json!({ "url": "/us", "name": "Page", "alt_name": "about" })).await;
    assert_eq!(taken.problems(), [json!(["alt_name", "page_url_taken", {}])]);

    let made = site.post("pages", json!({ "url": "/help/about", "name": "Help" })).await.body["data"].clone();
    assert_eq!(made["alt_name"], "about-2", "the end of the path, as far as it is free");
    let id = made["id"].as_i64().unwrap();
    let moved = site.patch(&format!("pages/{id}"), json!({ "version": 1, "url": "/about" })).await;
    assert_eq!(moved.problems(), [json!(["url", "page_url_taken", {}])]);
    assert_eq!(site.list("pages").await.len(), 2);
    site.app.until(async || site.app.demo().raw("/help/about").await.status() == StatusCode::OK).await;
    assert_eq!(site.app.at("other.test").raw("/help/about").await.status(), StatusCode::NOT_FOUND);
    let own = site.patch("pages/1", json!({ "version": 1, "url": "/about", "name": "Us" })).await;
    assert_eq!(own.body["data"]["version"], 2, "its own path is not taken");
}

/// T58: two pages that take one path at once do not both get it.
#[tokio::test]
async fn one_path_has_one_page() {
    let site = Site::start().await;
    let requests = (0..5).map(|_| site.post("pages", json!({ "url": "/tickets", "name": "Tickets" })));
    let answers = futures::future::join_all(requests).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == StatusCode::OK);
    assert_eq!(made.len(), 1);
    for answer in refused {
        assert_refused(answer, StatusCode::BAD_REQUEST, "invalid");
        assert_eq!(answer.problems()[0][1], "page_url_taken");
    }
}
