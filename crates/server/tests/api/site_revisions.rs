//! Earlier versions of the site's items, and their restoration.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::site::{Site, assert_refused, fields_of, kinds};

fn without_version(item: &Value) -> Value {
    let mut fields = fields_of(item);
    fields.as_object_mut().unwrap().retain(|field, _| !["id", "version"].contains(&field.as_str()));
    fields
}

/// OPS-01: an earlier version of every kind comes back as the newest one, and the versions between stay.
#[tokio::test]
async fn earlier_versions_come_back() {
    let site = Site::start().await;
    site.app.clock.stop();
    for (path, kind, first, _, change) in kinds() {
        let (before, others) = (site.list(path).await, site.others(path).await);
        let mut edit = change;
        edit["version"] = json!(1);
        let changed = site.patch(&format!("{path}/{first}"), edit).await.body["data"].clone();
        let call = format!("revisions/{kind}/{first}");
        let kept = site.get(&call).await.body["data"].clone();
        assert_eq!(
            (&kept[0]["version"], &kept[1]["version"], kept.as_array().unwrap().len()),
            (&json!(2), &json!(1), 2)
        );
        assert_eq!(kept[0]["body"], without_version(&changed));
        assert_eq!(kept[1]["body"], without_version(&before[0]));
        assert_eq!(kept[0]["by"]["name"], "Olive Owner");
        assert_eq!(kept[0]["at"], site.app.clock.now().seconds());
        assert!(kept[1]["by"].is_null(), "it came from a file");

        let stale = site.post(&format!("{call}/restore"), json!({ "revision": 1, "version": 1 })).await;
        assert_refused(&stale, StatusCode::CONFLICT, "version_conflict");
        assert_eq!(stale.body["conflict"]["current"], changed);
        let gone = site.post(&format!("{call}/restore"), json!({ "revision": 1, "version": null })).await;
        assert_refused(&gone, StatusCode::CONFLICT, "version_conflict");
        let restored = site.post(&format!("{call}/restore"), json!({ "revision": 1, "version": 2 })).await;
        assert_eq!(restored.body["data"], json!({ "kind": kind, "id": first, "version": 3 }), "{}", restored.body);
        let mut expected = before;
        expected[0]["version"] = json!(3);
        assert_eq!(site.list(path).await, expected);
        assert_eq!(site.get(&call).await.body["data"].as_array().unwrap().len(), 3);
        assert_eq!(site.others(path).await, others);
        let unknown = site.post(&format!("{call}/restore"), json!({ "revision": 9, "version": 3 })).await;
        assert_refused(&unknown, StatusCode::NOT_FOUND, "not_found");
    }
    assert_refused(&site.get("revisions/game/1").await, StatusCode::NOT_FOUND, "not_found");
}

/// OPS-01: an item that was removed comes back with its id, at its place in the list.
#[tokio::test]
async fn removed_items_come_back() {
    let site = Site::start().await;
    for (path, kind, first, fields, _) in kinds() {
        assert_eq!(site.post(path, fields).await.status, StatusCode::OK);
        let before = site.list(path).await;
        let removed = site.delete(&format!("{path}/{first}?version=1")).await;
        assert_eq!(removed.body["data"]["version"], 2);
        let call = format!("revisions/{kind}/{first}");
        let kept = site.get(&call).await.body["data"].clone();
        assert_eq!((&kept[0]["version"], &kept[0]["body"]), (&json!(2), &Value::Null));

        let nothing = site.post(&format!("{call}/restore"), json!({ "revision": 2, "version": null })).await;
        assert_refused(&nothing, StatusCode::NOT_FOUND, "not_found");
        let stale = site.post(&format!("{call}/restore"), json!({ "revision": 1, "version": 2 })).await;
        assert_refused(&stale, StatusCode::CONFLICT, "version_conflict");
        let restored = site.post(&format!("{call}/restore"), json!({ "revision": 1 })).await;
        assert_eq!(restored.body["data"], json!({ "kind": kind, "id": first, "version": 3 }), "{}", restored.body);
        let mut expected = before;
        expected[0]["version"] = json!(3);
        assert_eq!(site.list(path).await, expected);
    }
}

/// T58: a page does not come back to a path that another page has taken since.
#[tokio::test]
async fn restored_pages_keep_off_taken_paths() {
    let site = Site::start().await;
    assert_eq!(site.delete("pages/1?version=1").await.status, StatusCode::OK);
    let taker =
        site.post("pages", json!({ "url": "/about", "name": "Us", "alt_name": "us" })).await.body["data"].clone();
    let refused = site.post("revisions/page/1/restore", json!({ "revision": 1, "version": null })).await;
    assert_eq!(refused.problems(), [json!(["url", "page_url_taken", {}])]);
    assert_eq!(site.list("pages").await, [taker]);
}
