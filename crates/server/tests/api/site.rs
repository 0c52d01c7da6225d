//! The content of a channel's site, edited at the console: what every kind has in common.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, at_console, channel, hire, hired};

/// Two channels with their editors. The small channel has three slides and one of everything else, from the id 1; the
/// other one has the same from 1001.
pub struct Site {
    pub app: TestApp,
    pub demo: i64,
    pub other: i64,
    pub editor: Client,
    pub neighbour: Client,
}

impl Site {
    pub async fn start() -> Self {
        Self::of(TestApp::start().await).await
    }

    /// The same with English as the main language of both channels.
    pub async fn in_english() -> Self {
        let site = Self::start().await;
        site.app.database.execute("UPDATE channels SET language = 'en', version = version + 1").await;
        let is_english = async |host: &str| site.app.at(host).get("settings").await.body["data"]["language"] == "en";
        site.app.until(async || is_english("demo.test").await && is_english("other.test").await).await;
        site
    }

    pub async fn of(app: TestApp) -> Self {
        let [demo, other] = [channel(&app, "demo").await.0, channel(&app, "other").await.0];
        let editor = hired(&app, "editor@demo.test", Role::Editor).await;
        hire(&app, "owner@other.test", "other", Role::Owner).await;
        let neighbour = at_console(&app, "owner@other.test").await;
        Self { app, demo, other, editor, neighbour }
    }

    /// A call of the editor about the channel `demo`.
    pub async fn call(&self, method: Method, call: &str, body: Value) -> Answer {
        call_with(&self.editor, method, &format!("channels/{}/{call}", self.demo), &[], body).await
    }

    pub async fn get(&self, call: &str) -> Answer {
        crate::console::get(&self.editor, &format!("channels/{}/{call}", self.demo)).await
    }

    pub async fn post(&self, call: &str, body: Value) -> Answer {
        self.call(Method::POST, call, body).await
    }

    pub async fn patch(&self, call: &str, body: Value) -> Answer {
        self.call(Method::PATCH, call, body).await
    }

    pub async fn delete(&self, call: &str) -> Answer {
        self.call(Method::DELETE, call, Value::Null).await
    }

    pub async fn put(&self, call: &str, body: Value) -> Answer {
        self.call(Method::PUT, call, body).await
    }

    /// A post with a key, so that it can be sent again.
    pub async fn post_keyed(&self, call: &str, key: &str, body: Value) -> Answer {
        let call = format!("channels/{}/{call}", self.demo);
        call_with(&self.editor, Method::POST, &call, &[("idempotency-key", key)], body).await
    }

    /// The items of a kind, as the console lists them.
    pub async fn list(&self, path: &str) -> Vec<Value> {
        self.get(path).await.body["data"].as_array().unwrap().clone()
    }

    pub async fn ids(&self, path: &str) -> Vec<i64> {
        self.list(path).await.iter().map(|item| item["id"].as_i64().unwrap()).collect()
    }

    /// The same of the other channel, as its own people see it.
    pub async fn others(&self, path: &str) -> Value {
        let answer = crate::console::get(&self.neighbour, &format!("channels/{}/{path}", self.other)).await;
        assert_eq!(answer.status, StatusCode::OK);
        answer.body["data"].clone()
    }

    /// What grows with every change of the content of both channels.
    pub async fn versions(&self) -> Vec<i64> {
        let versions = self.app.database.store.channel_versions().await.unwrap();
        versions.into_iter().map(|(_, version)| version.content).collect()
    }

    pub async fn bootstrap(&self) -> Value {
        self.app.demo().get("channel-bootstrap-data").await.body["data"].clone()
    }

    /// Action, subject and detail of what was recorded about the site, oldest first.
    pub async fn audit(&self) -> Vec<(String, String, Value)> {
        let connection = Database::connect(&self.app.database.url).await.unwrap();
        let select = "SELECT action, subject, detail FROM audit \
                      WHERE action NOT IN ('create_owner', 'log_in') ORDER BY id";
        let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
        let entry = |row: &sea_orm::QueryResult| {
            let text = |name| row.try_get::<String>("", name).unwrap();
            (text("action"), text("subject"), row.try_get("", "detail").unwrap())
        };
        rows.unwrap().iter().map(entry).collect()
    }
}

pub async fn call_with(
    client: &Client,
    method: Method,
    call: &str,
    headers: &[(&'static str, &str)],
    body: Value,
) -> Answer {
    let word = method.as_str().to_lowercase();
    let mut request = client.request(method, &format!("/console/api/{call}")).header("origin", ORIGIN);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = if body.is_null() { request } else { request.json(&body) };
    checked(&CONSOLE, &word, call, request.send().await.unwrap()).await
}

pub fn assert_refused(answer: &Answer, status: StatusCode, code: &str) {
    assert_eq!((answer.status, answer.body["code"].as_str()), (status, Some(code)), "{}", answer.body);
}

/// A kind: its path, its word, its first item, the fields of a new item, and a change of it.
pub fn kinds() -> [(&'static str, &'static str, i64, Value, Value); 7] {
    let translations = json!({ "fr": { "name": "Billets" } });
    [
        (
            "faq",
            "faq",
            1,
            json!({ "question": "Where?", "answer": "<p>Here.</p>", "translations": { "fr": { "question": "Où ?" } } }),
            json!({ "answer": "<p>There.</p>" }),
        ),
        (
            "slides",
            "slide",
            1,
            json!({
                "title": "Tickets", "text": "On sale", "image": "/storage/images/demo/a.svg", "link_url": "/tickets",
                "link_text": "Buy", "event_id": 1, "slidable_type": "group", "slidable_id": 1,
                "visible_from": null, "visible_until": null, "translations": { "fr": { "title": "Billets" } }
            }),
            json!({ "text": "Sold out", "link_text": null, "event_id": null }),
        ),
        (
            "pages",
            "page",
            1,
            json!({
                "url": "/tickets", "alt_name": "tickets", "name": "Tickets", "content": "<p>Ten dollars.</p>",
                "image": "/storage/images/demo/a.svg", "visible_from": null, "visible_until": null,
                "translations": translations
            }),
            json!({ "name": "Prices" }),
        ),
        (
            "redirects",
            "redirect",
            1,
            json!({ "path": "/old-tickets", "page_id": 1 }),
            json!({ "path": "/older-tickets" }),
        ),
        (
            "blocks",
            "block",
            1,
            json!({ "place": "footer", "content": "<p>Made with care.</p>", "translations": {} }),
            json!({ "place": "contacts" }),
        ),
        (
            "menu",
            "menu_link",
            1,
            json!({ "name": "Tickets", "url": "/tickets", "place": "footer", "parent_id": null, "translations": translations }),
            json!({ "place": "header" }),
        ),
        (
            "forms",
            "form",
            1,
            json!({
                "alias": "tickets", "title": "Tickets", "description": "We keep them for you.", "submit_text": "Order",
                "success_text": "Thank you.", "translations": { "fr": { "title": "Billets" } },
                "fields": [
                    {
                        "name": "kind", "label": "Kind", "type": "select", "required": true, "min_length": 0,
                        "max_length": 80, "placeholder": "", "translations": { "fr": { "label": "Sorte" } },
                        "options": [{ "value": "child", "label": "Child", "translations": { "fr": { "label": "Enfant" } } }]
                    }
                ]
            }),
            json!({ "title": "Season tickets", "submit_text": "" }),
        ),
    ]
}

/// An item without what the server reads off the rest of the channel.
pub fn fields_of(item: &Value) -> Value {
    let mut fields = item.clone();
    fields.as_object_mut().unwrap().remove("view_name");
    fields
}

/// CONT-01, CONT-02, CONT-03, T27, T58: an editor makes, changes and removes an item of every kind. Each answer is the
/// item as it is stored, versions count up, viewers are shown the change, and neither the item beside it nor the other
/// channel's moves.
#[tokio::test]
async fn items_are_made_changed_and_removed() {
    let site = Site::start().await;
    for (path, _, first, fields, change) in kinds() {
        let (before, others, versions) = (site.list(path).await, site.others(path).await, site.versions().await);
        assert_eq!(before[0]["id"], first);
        let made = site.post(path, fields.clone()).await;
        assert_eq!(made.status, StatusCode::OK, "{path}: {}", made.body);
        let made = made.body["data"].clone();
        let mut expected = fields;
        (expected["id"], expected["version"]) = (made["id"].clone(), json!(1));
        assert_eq!(fields_of(&made), expected);
        assert_eq!(site.list(path).await, [before.clone(), vec![made.clone()]].concat());

        let id = made["id"].as_i64().unwrap();
        let mut edit = change.clone();
        edit["version"] = json!(1);
        let changed = site.patch(&format!("{path}/{id}"), edit.clone()).await;
        assert_eq!(changed.status, StatusCode::OK, "{path}: {}", changed.body);
        for (field, value) in change.as_object().unwrap() {
            expected[field] = value.clone();
        }
        expected["version"] = json!(2);
        assert_eq!(fields_of(&changed.body["data"]), expected);
        // The same again changes nothing.
        edit["version"] = json!(2);
        let again = site.patch(&format!("{path}/{id}"), edit).await;
        assert_eq!(fields_of(&again.body["data"]), expected);

        let removed = site.delete(&format!("{path}/{id}?version=2")).await;
        assert_eq!(removed.body["data"], json!({ "id": id, "version": 3 }));
        assert_eq!(site.list(path).await, before);
        assert_eq!(site.others(path).await, others);
        assert_eq!(site.versions().await, [versions[0] + 3, versions[1]], "{path}");
        assert_eq!(site.patch(&format!("{path}/987654"), json!({ "version": 1 })).await.status, StatusCode::NOT_FOUND);
        assert_eq!(site.delete(&format!("{path}/987654?version=1")).await.status, StatusCode::NOT_FOUND);
    }
}

/// CONT-01: what an editor writes is soon on the channel's own pages, and not on the other channel's.
#[tokio::test]
async fn changes_are_shown_to_viewers() {
    let site = Site::start().await;
    let other = site.app.at("other.test").get("channel-bootstrap-data").await.body;
    for (path, _, first, _, change) in kinds() {
        let mut edit = change;
        edit["version"] = json!(1);
        assert_eq!(site.patch(&format!("{path}/{first}"), edit).await.status, StatusCode::OK, "{path}");
    }
    site.app
        .until(async || {
            let shown = site.bootstrap().await;
            shown["faq"][0]["answer"] == "<p>There.</p>"
                && shown["pages"][0]["name"] == "Prices"
                && shown["static_blocks"][0]["place"] == "contacts"
                && shown["menu"]["links"][0]["place"] == "header"
        })
        .await;
    assert!(site.app.demo().raw("/about").await.text().await.unwrap().contains("Prices"));
    assert_eq!(site.app.at("other.test").get("channel-bootstrap-data").await.body, other);
}

/// OPS-01: the audit log says what changed, by the names of the items, and only that.
#[tokio::test]
async fn edits_are_recorded() {
    let site = Site::start().await;
    let long = format!("<p>{}old</p>", "a".repeat(5_000));
    let made = site.post("pages", json!({ "url": "/tickets", "name": "Tickets", "content": long })).await;
    let id = made.body["data"]["id"].as_i64().unwrap();
    let changed = long.replace("old", "new");
    let edit = json!({ "version": 1, "name": "Prices", "content": changed, "url": "/tickets" });
    assert_eq!(site.patch(&format!("pages/{id}"), edit).await.status, StatusCode::OK);
    assert_eq!(site.delete(&format!("pages/{id}?version=2")).await.status, StatusCode::OK);
    site.post(&format!("revisions/page/{id}/restore"), json!({ "revision": 1, "version": null })).await;
    // Refused and empty edits leave nothing.
    site.patch("pages/1", json!({ "version": 1, "name": "About" })).await;
    site.patch("pages/1", json!({ "version": 1, "name": "" })).await;
    site.patch("pages/1", json!({ "version": 7, "name": "Stale" })).await;

    let entries = site.audit().await;
    let said: Vec<_> = entries.iter().map(|(action, subject, _)| (action.as_str(), subject.as_str())).collect();
    assert_eq!(
        said,
        [("create_page", "Tickets"), ("update_page", "Prices"), ("remove_page", "Prices"), ("restore_page", "Tickets")]
    );
    let details: Vec<&Value> = entries.iter().map(|(.., detail)| detail).collect();
    assert!(details.iter().all(|detail| detail["id"] == id && detail["role"] == "editor"), "{details:#?}");
    assert_eq!((&details[0]["before"], &details[0]["after"]["name"]), (&Value::Null, &json!("Tickets")));
    let (before, after) = (&details[1]["before"], &details[1]["after"]);
    assert_eq!((&before["name"], &after["name"]), (&json!("Tickets"), &json!("Prices")));
    assert!(before["url"].is_null() && after["url"].is_null(), "{before} {after}");
    for (state, word) in [(before, "old"), (after, "new")] {
        let text = state["content"].as_str().unwrap();
        assert!(text.starts_with('…') && text.contains(word) && text.len() < 400, "{text}");
    }
    assert_eq!((&details[2]["before"]["name"], &details[2]["after"]), (&json!("Prices"), &Value::Null));
    assert_eq!(details[3]["revision"], 1);
}

/// T26, T58: an item of another channel is as unknown as one that does not exist, and stays as it is.
#[tokio::test]
async fn items_of_other_channels_are_unknown() {
    let site = Site::start().await;
    for (path, kind, first, _, change) in kinds() {
        let theirs = first + 1000;
        let before = site.others(path).await;
        assert_eq!(before[0]["id"], theirs);
        let mut edit = change;
        edit["version"] = json!(1);
        let revisions = format!("revisions/{kind}/{theirs}");
        for answer in [
            site.patch(&format!("{path}/{theirs}"), edit.clone()).await,
            site.delete(&format!("{path}/{theirs}?version=1")).await,
            site.get(&revisions).await,
            site.post(&format!("{revisions}/restore"), json!({ "revision": 1, "version": 1 })).await,
            site.post(&format!("{revisions}/restore"), json!({ "revision": 1, "version": null })).await,
        ] {
            assert_refused(&answer, StatusCode::NOT_FOUND, "not_found");
        }
        let call = format!("channels/{}/{path}/{theirs}", site.other);
        let answer = call_with(&site.editor, Method::PATCH, &call, &[], edit).await;
        assert_refused(&answer, StatusCode::NOT_FOUND, "not_found");
        assert_eq!(site.others(path).await, before);
    }
    let slide = site.post("slides", json!({ "title": "Theirs", "event_id": 1001 })).await;
    assert_eq!(slide.problems(), [json!(["event_id", "not_found", {}])]);
    let slide =
        site.post("slides", json!({ "title": "Theirs", "slidable_type": "participant", "slidable_id": 1001 })).await;
    assert_eq!(slide.problems(), [json!(["slidable_id", "not_found", {}])]);
}

/// T27, T40: who may not edit the site neither sees nor changes its items; another site changes nothing.
#[tokio::test]
async fn others_are_refused() {
    let site = Site::start().await;
    let clerk = hired(&site.app, "clerk@demo.test", Role::Support).await;
    for (path, kind, first, fields, _) in kinds() {
        let before = site.list(path).await;
        let below = format!("channels/{}/{path}", site.demo);
        for (method, call, body) in [
            (Method::GET, below.clone(), Value::Null),
            (Method::POST, below.clone(), fields.clone()),
            (Method::PATCH, format!("{below}/{first}"), json!({ "version": 1 })),
            (Method::DELETE, format!("{below}/{first}?version=1"), Value::Null),
            (Method::GET, format!("channels/{}/revisions/{kind}/{first}", site.demo), Value::Null),
        ] {
            let answer = call_with(&clerk, method, &call, &[], body).await;
            assert_refused(&answer, StatusCode::FORBIDDEN, "role_forbids");
        }
        let foreign = site.editor.request(Method::POST, &format!("/console/api/{below}"));
        let foreign = foreign.header("origin", "https://evil.test").json(&fields).send().await.unwrap();
        assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
        assert_eq!(site.list(path).await, before);
    }
    assert_eq!(site.audit().await, []);
}

/// A request that is sent again, also at the same time, makes one item. Another kind has keys of its own.
#[tokio::test]
async fn repeated_requests_make_one_item() {
    let site = Site::start().await;
    let body = json!({ "question": "Where?", "answer": "<p>Here.</p>" });
    let made = site.post_keyed("faq", "k1", body.clone()).await.body["data"].clone();
    let id = made["id"].as_i64().unwrap();
    let edit = json!({ "version": 1, "answer": "<p>There.</p>" });
    assert_eq!(site.patch(&format!("faq/{id}"), edit).await.body["data"]["version"], 2);
    let again = site.post_keyed("faq", "k1", body.clone()).await;
    assert_eq!((again.status, &again.body["data"]), (StatusCode::OK, &made), "what was made first");
    assert_eq!(site.list("faq").await[1]["answer"], "<p>There.</p>");

    let requests = (0..6).map(|_| site.post_keyed("faq", "k2", body.clone()));
    let answers = futures::future::join_all(requests).await;
    let ids: std::collections::HashSet<i64> =
        answers.iter().map(|answer| answer.body["data"]["id"].as_i64().unwrap()).collect();
    assert_eq!(ids.len(), 1);
    let link = site.post_keyed("menu", "k1", json!({ "name": "Shop", "url": "/shop" })).await;
    assert_eq!(link.status, StatusCode::OK, "{}", link.body);
    let [faq, menu] = [site.ids("faq").await, site.ids("menu").await];
    assert_eq!((faq.len(), menu.len()), (3, 2));
    assert_eq!(site.post("faq", body.clone()).await.status, StatusCode::OK);
    assert_eq!(site.ids("faq").await.len(), 4, "without a key every request makes one");
    let long = site.post_keyed("faq", &"k".repeat(201), body).await;
    assert_eq!(long.problems(), [json!(["Idempotency-Key", "length", { "min": 1, "max": 200 }])]);
}

/// T28: script is removed from every HTML field, in every language, before anything keeps it.
#[tokio::test]
async fn script_is_removed() {
    let site = Site::start().await;
    let hostile = "<p>Hi</p><script>alert(1)</script><img src=x onerror=alert(1)>";
    for (path, kind, field, mut body) in [
        ("faq", "faq", "answer", json!({ "question": "Why?" })),
        ("pages", "page", "content", json!({ "url": "/tickets", "name": "Tickets" })),
        ("blocks", "block", "content", json!({ "place": "home" })),
    ] {
        body[field] = json!(hostile);
        body["translations"] = json!({ "bg": { field: hostile } });
        let made = site.post(path, body).await.body["data"].clone();
        let id = &made["id"];
        assert_eq!(made[field], "<p>Hi</p><img src=\"x\">", "{path}");
        assert_eq!(made["translations"]["bg"][field], made[field]);
        let revisions = site.get(&format!("revisions/{kind}/{id}")).await;
        for kept in [revisions.body.to_string(), format!("{:?}", site.audit().await)] {
            assert!(!kept.contains("alert") && !kept.contains("onerror"), "{kept}");
        }
    }
    for (path, body) in [
        ("menu", json!({ "name": "Shop", "url": "javascript:alert(1)" })),
        ("slides", json!({ "title": "Shop", "link_url": "javascript:alert(1)" })),
    ] {
        let field = if path == "menu" { "url" } else { "link_url" };
        assert_eq!(site.post(path, body).await.problems(), [json!([field, "unsafe_link", {}])]);
    }
}

/// ERR-08: every wrong field is named at once, with its numbers, and nothing is stored.
#[tokio::test]
async fn wrong_fields_are_named() {
    let site = Site::start().await;
    let required = |field: &str| json!([field, "required", {}]);
    for (path, missing) in [
        ("faq", vec![required("answer"), required("question")]),
        ("slides", vec![required("title")]),
        ("pages", vec![required("name"), required("url")]),
        ("blocks", vec![required("content"), required("place")]),
        ("menu", vec![required("name"), required("url")]),
        ("forms", vec![required("fields"), required("title")]),
    ] {
        let before = site.ids(path).await;
        let answer = site.post(path, json!({})).await;
        assert_refused(&answer, StatusCode::BAD_REQUEST, "invalid");
        assert_eq!(answer.problems(), missing, "{path}");
        assert_eq!(site.ids(path).await, before);
    }
    let long = json!({
        "version": 1, "question": "é".repeat(301), "answer": "é".repeat(50_001),
        "translations": { "fr": { "url": "/x" } }
    });
    assert_eq!(
        site.patch("faq/1", long).await.problems(),
        [
            json!(["answer", "length", { "min": 1, "max": 50_000 }]),
            json!(["question", "length", { "min": 1, "max": 300 }]),
            json!(["translations.fr.url", "unknown_field", {}])
        ]
    );
    let whole = json!({ "version": 1, "answer": format!("<p>{}</p>", "é".repeat(49_993)) });
    assert_eq!(site.patch("faq/1", whole).await.status, StatusCode::OK, "the longest text fits");
    assert_eq!(site.patch("faq/1", json!({ "version": 2, "question": 5 })).await.problems()[0][0], "question");
    assert_eq!(site.patch("faq/1", json!({ "version": "x" })).await.problems()[0][0], "version");
    let place = site.patch("blocks/1", json!({ "version": 1, "place": "sidebar" })).await;
    assert_eq!(place.problems(), [json!(["place", "unknown_place", {}])]);
}

/// T37: a channel has at most 500 items of a kind, and 200 pages.
#[tokio::test]
async fn kinds_have_a_limit() {
    let site = Site::start().await;
    let rows: Vec<String> =
        (1..200).map(|number| format!("({}, '/p{number}', 'p{number}', '', '')", site.demo)).collect();
    let insert = format!("INSERT INTO pages (channel_id, url, alt_name, name, content) VALUES {}", rows.join(", "));
    site.app.database.execute(&insert).await;
    let full = site.post("pages", json!({ "url": "/tickets", "name": "Tickets" })).await;
    assert_refused(&full, StatusCode::CONFLICT, "too_many_items");
    assert_eq!(site.delete("pages/1?version=1").await.status, StatusCode::OK);
    assert_eq!(site.post("pages", json!({ "url": "/tickets", "name": "Tickets" })).await.status, StatusCode::OK);
    let restored = site.post("revisions/page/1/restore", json!({ "revision": 1, "version": null })).await;
    assert_refused(&restored, StatusCode::CONFLICT, "too_many_items");
}
