//! Every text of a channel beside its translations, and the files of translators.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::console::hired;
use crate::site::{Site, assert_refused, call_with};

async fn item(site: &Site, kind: &str, id: i64) -> Option<Value> {
    let items = site.list("translations").await;
    items.into_iter().find(|item| item["kind"] == kind && item["id"] == id)
}

async fn faq(site: &Site) -> Value {
    item(site, "faq", 1).await.unwrap()
}

fn edit(version: i64, field: &str, text: &str) -> Value {
    json!({ "version": version, "language": "fr", "field": field, "text": text })
}

/// CONT-02: each text stands beside its translations, also those within forms and those of mails that the channel wrote.
#[tokio::test]
async fn texts_stand_beside_their_translations() {
    let site = Site::in_english().await;
    let form = item(&site, "form", 1).await.unwrap();
    let option = form["texts"].as_array().unwrap().iter().find(|text| text["field"] == "fields.2.options.0.label");
    assert_eq!(option.unwrap()["translations"]["fr"], "Billets", "{form}");
    let answer = faq(&site).await["texts"][1].clone();
    assert_eq!((&answer["field"], &answer["is_html"]), (&json!("answer"), &json!(true)));
    assert!(item(&site, "text", 2).await.is_none());
    let words = json!({ "version": 0, "translations": { "fr": { "subject": "Bienvenue" } } });
    assert_eq!(site.patch("texts/2", words).await.status, StatusCode::OK);
    let mail = item(&site, "text", 2).await.unwrap();
    assert_eq!((&mail["name"], &mail["texts"][0]["translations"]), (&json!("welcome"), &json!({ "fr": "Bienvenue" })));
    assert_eq!(mail["texts"][0]["text"], "Welcome to {{ channel }}");
}

/// CONT-02: a mail without own words is still there for those who are just translating it.
#[tokio::test]
async fn last_translation_of_a_mail_is_taken_back_and_written_again() {
    let site = Site::in_english().await;
    let words = json!({ "version": 0, "translations": { "fr": { "subject": "Bienvenue" } } });
    assert_eq!(site.patch("texts/2", words).await.status, StatusCode::OK);
    let none = site.patch("translations/text/2", edit(1, "subject", "")).await;
    assert_eq!((none.status, &none.body["data"]["texts"]), (StatusCode::OK, &json!([])), "{}", none.body);
    assert!(item(&site, "text", 2).await.is_none());
    let late = site.patch("translations/text/2", edit(1, "subject", "Salut")).await;
    assert_refused(&late, StatusCode::CONFLICT, "version_conflict");
    assert_eq!(late.body["conflict"]["current"]["version"], 2, "{}", late.body);
    let again = site.patch("translations/text/2", edit(2, "subject", "Salut")).await;
    assert_eq!(again.body["data"]["texts"][0]["translations"], json!({ "fr": "Salut" }), "{}", again.body);
    let wrong = site.patch("translations/text/2", edit(3, "text", "a")).await;
    assert_refused(&wrong, StatusCode::BAD_REQUEST, "invalid");
}

/// CONT-02, T58: one translation changes by a versioned edit of its thing; an older version is told what is there.
#[tokio::test]
async fn translations_are_edited_one_by_one() {
    let site = Site::in_english().await;
    let others = site.others("translations").await;
    let before = site.list("faq").await[0].clone();
    let saved = site.patch("translations/faq/1", edit(1, "question", "À quoi bon ?")).await;
    assert_eq!((saved.status, &saved.body["data"]["version"]), (StatusCode::OK, &json!(2)), "{}", saved.body);
    let after = site.list("faq").await[0].clone();
    assert_eq!((&after["question"], &after["answer"]), (&before["question"], &before["answer"]));
    assert_eq!(after["translations"]["fr"]["question"], "À quoi bon ?");
    let owner = hired(&site.app, "owner@demo.test", Role::Owner).await;
    let call = format!("channels/{}/translations/faq/1", site.demo);
    let late = call_with(&owner, Method::PATCH, &call, &[], edit(1, "question", "Pourquoi ?")).await;
    assert_refused(&late, StatusCode::CONFLICT, "version_conflict");
    assert_eq!(late.body["conflict"]["current"], faq(&site).await);
    let none = site.patch("translations/faq/1", edit(2, "question", " ")).await.body["data"].clone();
    assert_eq!(none["texts"][0]["translations"].get("fr"), None, "{none}");
    for (call, body, status, code) in [
        ("translations/faq/1", edit(3, "url", "a"), StatusCode::BAD_REQUEST, "invalid"),
        ("translations/faq/1", edit(3, "question", &"é".repeat(301)), StatusCode::BAD_REQUEST, "invalid"),
        ("translations/faq/9", edit(1, "question", "a"), StatusCode::NOT_FOUND, "not_found"),
        ("translations/faq/1001", edit(1, "question", "a"), StatusCode::NOT_FOUND, "not_found"),
        ("translations/colours/1", edit(1, "accent", "a"), StatusCode::NOT_FOUND, "not_found"),
        ("translations/redirect/1", edit(1, "path", "a"), StatusCode::NOT_FOUND, "not_found"),
        ("translations/category/1001", edit(1, "name", "a"), StatusCode::NOT_FOUND, "not_found"),
    ] {
        assert_refused(&site.patch(call, body).await, status, code);
    }
    let main = json!({ "version": 3, "language": "en", "field": "question", "text": "a" });
    assert_eq!(site.patch("translations/faq/1", main).await.status, StatusCode::BAD_REQUEST);
    let missing = json!({ "language": "fr", "field": "question", "text": "a" });
    assert_refused(
        &site.patch("translations/faq/1", missing).await,
        StatusCode::PRECONDITION_REQUIRED,
        "version_required",
    );
    assert_eq!(site.others("translations").await, others);
    let (action, _, detail) = site.audit().await.remove(0);
    assert_eq!((action.as_str(), &detail["language"]), ("update_faq", &json!("fr")));
}

/// CONT-02, UI-13: the channel's own words and its sports stand beside their translations too, go out and in by a file, and reach
/// viewers.
#[tokio::test]
async fn channel_and_sports_are_translated() {
    let site = Site::in_english().await;
    let others = site.others("translations").await;
    let channel = item(&site, "settings", site.demo).await.unwrap();
    let fields: Vec<_> = channel["texts"].as_array().unwrap().iter().map(|text| text["field"].clone()).collect();
    assert_eq!(fields, ["name", "tagline"]);
    assert_eq!(channel["texts"][1]["translations"], json!({ "bg": "Всички мачове" }));
    let sport = item(&site, "category", 1).await.unwrap();
    assert_eq!((&sport["name"], &sport["texts"][0]["translations"]["bg"]), (&json!("Basketball"), &json!("Баскетбол")));

    let version = channel["version"].as_i64().unwrap();
    let call = format!("translations/settings/{}", site.demo);
    let saved = site.patch(&call, edit(version, "tagline", "Tous les matchs")).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.body);
    let long = site.patch(&call, edit(version + 1, "name", &"é".repeat(81))).await;
    assert_refused(&long, StatusCode::BAD_REQUEST, "invalid");
    let out = file(&site).await;
    for context in [format!("settings/{}/tagline", site.demo), "category/1/name".to_owned()] {
        assert!(out.contains(&format!("msgctxt \"{context}\"")), "{out}");
    }
    let found = check(&site, &entry("category/1/name", "Basketball", "Basket-ball")).await;
    let batch = json!({ "language": "fr", "changes": found["changes"] });
    assert_eq!(site.post("translations/import", batch).await.body["data"][0]["state"], "saved");
    site.app
        .until(async || {
            let shown = site.bootstrap().await;
            shown["settings"]["translations"]["fr"]["tagline"] == "Tous les matchs"
                && shown["event_categories"][0]["translations"]["fr"]["name"] == "Basket-ball"
        })
        .await;
    let settings = site.get("settings").await.body["data"].clone();
    assert_eq!(settings["translations"]["bg"]["tagline"], "Всички мачове", "{settings}");
    let reverted = json!({ "revision": version, "version": version + 1 });
    let back = site.post(&format!("revisions/settings/{}/restore", site.demo), reverted).await;
    assert_eq!(back.status, StatusCode::OK, "{}", back.body);
    assert_eq!(site.get("settings").await.body["data"]["translations"].get("fr"), None);
    assert_eq!(site.others("translations").await, others);
}

async fn file(site: &Site) -> String {
    let call = format!("/console/api/channels/{}/translations.po?language=fr", site.demo);
    let answer = site.editor.request(Method::GET, &call).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"demo-fr.po\"");
    answer.text().await.unwrap()
}

async fn check(site: &Site, po: &str) -> Value {
    let answer = site.post("translations/check", json!({ "language": "fr", "po": po })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

fn counts(check: &Value) -> Vec<i64> {
    let names = ["new", "changed", "stale", "unknown"];
    names.iter().map(|name| check[name].as_i64().unwrap()).collect()
}

fn entry(context: &str, text: &str, translation: &str) -> String {
    format!("\nmsgctxt \"{context}\"\nmsgid \"{text}\"\nmsgstr \"{translation}\"\n")
}

/// CONT-02, T58: a file says what it would change, writes that by one edit of each thing, and then changes nothing more.
#[tokio::test]
async fn files_come_back_in() {
    let site = Site::in_english().await;
    let others = site.others("translations").await;
    let out = file(&site).await;
    assert!(out.contains("\"Language: fr\\n\"") && out.contains("msgctxt \"faq/1/question\""), "{out}");
    assert_eq!(counts(&check(&site, &out).await), [0, 0, 0, 0]);
    let question = site.list("faq").await[0]["question"].as_str().unwrap().to_owned();
    let po = [
        entry("faq/1/question", &question, "Pourquoi ?"),
        entry("faq/1/answer", "old", "Ancien"),
        entry("faq/9/question", "Gone", "Parti"),
        entry("faq/1001/question", &question, "Des autres"),
    ]
    .concat();
    let before = site.versions().await;
    let found = check(&site, &po).await;
    let is_new = site.list("faq").await[0]["translations"]["fr"]["question"].is_null();
    assert_eq!(counts(&found), [i64::from(is_new), i64::from(!is_new), 1, 2], "{found}");
    assert_eq!(found["left_out"].as_array().unwrap().len(), 3);
    assert_eq!(site.versions().await, before, "nothing is written by a check");

    let wanted: Vec<Value> = found["changes"].as_array().unwrap().clone();
    let gone = json!({ "kind": "page", "id": 99, "version": 1, "field": "name", "text": "a" });
    let long = json!({ "kind": "menu_link", "id": 1, "version": 1, "field": "name", "text": "é".repeat(121) });
    let batch = json!({ "language": "fr", "changes": ([wanted.as_slice(), &[gone, long]].concat()) });
    let outcomes = site.post("translations/import", batch.clone()).await;
    let states: Vec<_> = outcomes.body["data"].as_array().unwrap().iter().map(|one| one["state"].clone()).collect();
    assert_eq!(states, ["saved", "gone", "refused"], "{}", outcomes.body);
    assert_eq!(site.list("faq").await[0]["translations"]["fr"]["question"], "Pourquoi ?");
    let again = site.post("translations/import", batch).await.body["data"][0].clone();
    assert_eq!(again["state"], "conflict", "{again}");
    assert_eq!(counts(&check(&site, &po).await), [0, 0, 1, 2]);
    assert_eq!(site.others("translations").await, others);
    let imported = site.audit().await.into_iter().find(|(action, ..)| action == "update_faq").unwrap();
    assert_eq!(imported.2["import"], "po");
    assert!(site.audit().await.iter().any(|(action, subject, _)| action == "export_translations" && subject == "fr"));
}

/// T28, T58: rich text of a file is compared as it is kept, so that the same file changes nothing more.
#[tokio::test]
async fn rich_text_of_files_is_compared_as_it_is_kept() {
    let site = Site::in_english().await;
    let answer = site.list("faq").await[0]["answer"].as_str().unwrap().to_owned();
    let po = entry("faq/1/answer", &answer.replace('"', "\\\""), "<p>Ainsi<script>alert(1)</script></p>");
    let found = check(&site, &po).await;
    assert_eq!(found["changes"][0]["text"], "<p>Ainsi</p>", "{found}");
    let batch = json!({ "language": "fr", "changes": found["changes"] });
    assert_eq!(site.post("translations/import", batch).await.body["data"][0]["state"], "saved");
    let again = check(&site, &po).await;
    assert_eq!((counts(&again), &again["unchanged"]), (vec![0, 0, 0, 0], &json!(1)), "{again}");
}

/// T34, T37: a file that cannot be read is refused with its line, and neither it nor a batch may be large.
#[tokio::test]
async fn hostile_files_are_refused() {
    let site = Site::in_english().await;
    for (po, code, line) in [
        ("msgid \"a\"\nmsgstr b", "po_syntax", 2),
        ("<html>", "po_syntax", 1),
        ("msgid \"a\nmsgstr \"\"", "po_quotes", 1),
        ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"", "po_plural", 2),
    ] {
        let answer = site.post("translations/check", json!({ "language": "fr", "po": po })).await;
        assert_eq!(answer.problems(), [json!(["po", code, { "line": line }])], "{po}");
    }
    let other = "msgid \"\"\nmsgstr \"Language: bg\\n\"\n";
    let answer = site.post("translations/check", json!({ "language": "fr", "po": other })).await;
    assert_eq!(answer.problems(), [json!(["po", "po_language", {}])]);
    let large = json!({ "language": "fr", "po": "#".repeat(4 * 1024 * 1024 + 1) });
    assert_eq!(site.post("translations/check", large).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    let change = json!({ "kind": "faq", "id": 1, "version": 1, "field": "question", "text": "a" });
    let many = json!({ "language": "fr", "changes": vec![change; 51] });
    let answer = site.post("translations/import", many).await;
    assert_eq!(answer.problems(), [json!(["changes", "too_many", { "max": 50 }])]);
    for call in ["translations/check", "translations/import"] {
        let main = json!({ "language": "en", "po": "", "changes": [] });
        assert_eq!(site.post(call, main).await.status, StatusCode::BAD_REQUEST, "{call}");
    }
}
