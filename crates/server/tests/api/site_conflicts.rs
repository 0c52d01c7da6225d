//! Two operators who edit the same item of the site.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::console::hired;
use crate::site::{Site, assert_refused, call_with, kinds};

/// T58: an edit without a version is refused.
#[tokio::test]
async fn edits_need_a_version() {
    let site = Site::start().await;
    for (path, _, first, _, change) in kinds() {
        let before = site.list(path).await;
        let mut null = change.clone();
        null["version"] = Value::Null;
        for answer in [
            site.patch(&format!("{path}/{first}"), change).await,
            site.patch(&format!("{path}/{first}"), null).await,
            site.delete(&format!("{path}/{first}")).await,
        ] {
            assert_refused(&answer, StatusCode::PRECONDITION_REQUIRED, "version_required");
        }
        assert_eq!(site.list(path).await, before);
    }
}

/// T58: an edit of an older version is told what it was, what it is now, and who changed it; then both changes are
/// kept.
#[tokio::test]
async fn two_operators_keep_both_changes() {
    let site = Site::start().await;
    site.app.clock.stop();
    let owner = hired(&site.app, "owner@demo.test", Role::Owner).await;
    let before = site.list("faq").await[0].clone();
    let call = format!("channels/{}/faq/1", site.demo);
    let edit = json!({ "version": 1, "question": "What for?" });
    let first = call_with(&owner, Method::PATCH, &call, &[], edit).await.body["data"].clone();
    let second = site.patch("faq/1", json!({ "version": 1, "answer": "<p>For fun.</p>" })).await;
    assert_refused(&second, StatusCode::CONFLICT, "version_conflict");
    let conflict = &second.body["conflict"];
    assert_eq!(conflict["current"], first);
    let mut base = before;
    base.as_object_mut().unwrap().retain(|field, _| !["id", "version"].contains(&field.as_str()));
    assert_eq!(conflict["base"], base);
    assert_eq!(conflict["changed_by"], "Olive Owner");
    assert_eq!(conflict["changed_at"], site.app.clock.now().seconds());

    let merged = site.patch("faq/1", json!({ "version": 2, "answer": "<p>For fun.</p>" })).await;
    assert_eq!(merged.body["data"]["version"], 3);
    assert_eq!(merged.body["data"]["question"], "What for?");
    assert_eq!(merged.body["data"]["answer"], "<p>For fun.</p>");
    let late = site.delete("faq/1?version=1").await;
    assert_refused(&late, StatusCode::CONFLICT, "version_conflict");
    assert_eq!(late.body["conflict"]["current"], merged.body["data"]);
    assert_eq!(site.list("faq").await, [merged.body["data"].clone()]);
}

/// An edit of an item that was removed is told so.
#[tokio::test]
async fn removed_items_are_a_conflict() {
    let site = Site::start().await;
    for (path, _, first, _, change) in kinds() {
        assert_eq!(site.delete(&format!("{path}/{first}?version=1")).await.status, StatusCode::OK);
        let mut edit = change;
        edit["version"] = json!(1);
        for answer in [
            site.patch(&format!("{path}/{first}"), edit).await,
            site.delete(&format!("{path}/{first}?version=1")).await,
        ] {
            assert_refused(&answer, StatusCode::CONFLICT, "version_conflict");
            let conflict = &answer.body["conflict"];
            assert!(conflict["current"].is_null() && conflict["base"].is_object(), "{conflict}");
            assert_eq!(conflict["changed_by"], "Olive Owner");
        }
    }
}

/// Of many edits of one version at once, one is taken.
#[tokio::test]
async fn one_of_many_edits_at_once_is_taken() {
    let site = Site::start().await;
    let second = site.post("faq", json!({ "question": "Where?", "answer": "<p>Here.</p>" })).await.body["data"].clone();
    let edits: Vec<_> = (0..6).map(|number| json!({ "version": 1, "question": format!("Why {number}?") })).collect();
    let answers = futures::future::join_all(edits.into_iter().map(|edit| site.patch("faq/1", edit))).await;
    let (taken, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == StatusCode::OK);
    assert_eq!(taken.len(), 1);
    let now = &taken[0].body["data"];
    for answer in refused {
        assert_refused(answer, StatusCode::CONFLICT, "version_conflict");
        assert_eq!(&answer.body["conflict"]["current"], now);
    }
    assert_eq!(site.list("faq").await, [now.clone(), second]);
}
