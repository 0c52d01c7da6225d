//! Forms at the console: their fields, and what viewers answered.

use domain::ids::ChannelId;
use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::{FilledForm, FormEntryFilter};

use crate::app::Answer;
use crate::console::{at_console, hire, hired};
use crate::site::{Site, assert_refused, call_with};

fn field(label: &str, kind: &str) -> Value {
    let options = if kind == "select" { json!([{ "value": "a", "label": "A" }]) } else { json!([]) };
    json!({
        "name": "", "label": label, "type": kind, "required": false, "min_length": 0, "max_length": 80,
        "placeholder": "", "options": options
    })
}

/// A second form of the channel `demo`, of which the API knows as soon as viewers can fill it in.
async fn survey(site: &Site) -> i64 {
    let body = json!({ "title": "Fan survey", "fields": [field("Your name", "text"), field("Name", "checkbox")] });
    let made = site.post("forms", body).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    let shown = async || site.app.demo().get_keyed("custom-forms/fan-survey").await.status == StatusCode::OK;
    site.app.until(shown).await;
    made.body["data"]["id"].as_i64().unwrap()
}

async fn say(site: &Site, form: i64, field: &str, text: &str) -> i64 {
    say_before(site, form, field, text, 0).await
}

/// Says something by a form of the channel `demo`, or of the other one, some days ago.
async fn say_before(site: &Site, form: i64, field: &str, text: &str, days: i64) -> i64 {
    let channel = if form == 1001 { site.other } else { site.demo };
    let answers = serde_json::from_value(json!({ field: text, "news": true })).unwrap();
    let filled = FilledForm { form, account: None, answers, selects_basic_pass: false };
    let (store, channel) = (&site.app.database.store, ChannelId(channel));
    let at = site.app.clock.now().plus(-days * Timestamp::DAY);
    store.form_entry_add(channel, filled, at).await.unwrap();
    store.form_entries(channel, form, &FormEntryFilter::default(), None, 1).await.unwrap().entries[0].id
}

fn ids(answer: &Answer) -> Vec<i64> {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].as_array().unwrap().iter().map(|found| found["id"].as_i64().unwrap()).collect()
}

/// FORM-01, OPS-02: what an operator makes is what viewers fill in, and what they fill in is what the operator reads.
#[tokio::test]
async fn answers_come_back_to_the_operator() {
    let site = Site::start().await;
    let form = survey(&site).await;
    let shown = site.app.demo().get_keyed("custom-forms/fan-survey").await.body["data"].clone();
    let names: Vec<_> = shown["fields"].as_array().unwrap().iter().map(|field| field["name"].clone()).collect();
    assert_eq!(names, ["your-name", "name"]);
    let page = site.app.demo().raw("/forms/fan-survey").await;
    assert_eq!(page.status(), StatusCode::OK);
    assert!(page.text().await.unwrap().contains("<title>Fan survey"));
    for (client, path) in [(site.app.demo(), "/forms/none"), (site.app.at("other.test"), "/forms/fan-survey")] {
        assert_eq!(client.raw(path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let member = site.app.member("ada@demo.test").await;
    let fields = json!([{ "name": "your-name", "value": "Ada" }, { "name": "name", "value": "true" }]);
    let sent = member.post("custom-forms/fan-survey", json!({ "fields": fields })).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.body);
    say(&site, 1001, "name", "Theirs").await;

    let list = site.get(&format!("forms/{form}/answers")).await;
    let [answer] = list.body["data"].as_array().unwrap().as_slice() else { panic!("{}", list.body) };
    assert_eq!(answer["values"], json!({ "your-name": "Ada", "name": true }));
    assert_eq!(answer["account_id"], crate::clips::me(&member).await.0);
    assert!(!list.body.to_string().contains("ada@demo.test"), "who it is, is not shown");
    let one = site.get(&format!("forms/{form}/answers/{}", answer["id"])).await;
    assert_eq!(&one.body["data"], answer);
    let forms = site.get("form-answers").await.body["data"].clone();
    assert_eq!(forms[0]["answers"], 0);
    assert_eq!((&forms[1]["id"], &forms[1]["answers"]), (&json!(form), &json!(1)));
    assert_eq!(forms[1]["newest_at"], answer["at"]);
}

/// CONT-03: an alias is one form's alone, in its channel.
#[tokio::test]
async fn aliases_are_unique_per_channel() {
    let site = Site::start().await;
    let form = survey(&site).await;
    let taken = json!([["alias", "form_alias_taken", {}]]);
    let body = json!({ "alias": "contacts", "title": "Again", "fields": [field("A", "text")] });
    assert_eq!(json!(site.post("forms", body.clone()).await.problems()), taken);
    let moved = site.patch(&format!("forms/{form}"), json!({ "version": 1, "alias": "contacts" })).await;
    assert_eq!(json!(moved.problems()), taken);
    let call = format!("channels/{}/forms", site.other);
    let body = json!({ "alias": "fan-survey", "title": "Theirs", "fields": [field("A", "text")] });
    let theirs = call_with(&site.neighbour, Method::POST, &call, &[], body).await;
    assert_eq!(theirs.status, StatusCode::OK, "{}", theirs.body);
    // The name of a removed form is free, until the form is restored.
    assert_eq!(site.delete(&format!("forms/{form}?version=1")).await.status, StatusCode::OK);
    let second = survey(&site).await;
    assert_ne!(second, form);
    let restored =
        site.post(&format!("revisions/form/{form}/restore"), json!({ "revision": 1, "version": null })).await;
    assert_eq!(json!(restored.problems()), taken);
}

/// ERR-08: every part of a field is named by its place.
#[tokio::test]
async fn wrong_parts_are_named() {
    let site = Site::start().await;
    let mut fields = [field("", "text"), field("Kind", "select"), field("Kind", "text")];
    fields[0]["max_length"] = json!(5_001);
    fields[1]["options"] = json!([{ "value": "a", "label": "A" }, { "value": "a", "label": "" }]);
    (fields[2]["name"], fields[2]["options"]) = (json!("Kind"), json!([{ "value": "a", "label": "A" }]));
    let edit = json!({ "version": 1, "alias": "Contacts", "fields": fields });
    let problems = site.patch("forms/1", edit).await.problems();
    assert_eq!(
        problems,
        [
            json!(["alias", "identifier", {}]),
            json!(["fields.0.label", "required", {}]),
            json!(["fields.0.max_length", "range", { "min": 0, "max": 5_000 }]),
            json!(["fields.1.options.1.label", "required", {}]),
            json!(["fields.1.options.1.value", "duplicate", {}]),
            json!(["fields.2.name", "identifier", {}]),
            json!(["fields.2.options", "invalid", {}])
        ]
    );
    let many: Vec<_> = (0..41).map(|_| field("A", "text")).collect();
    let problems = site.patch("forms/1", json!({ "version": 1, "fields": many })).await.problems();
    assert_eq!(problems, [json!(["fields", "too_many", { "max": 40 }])]);
    for fields in [json!([{ "label": "A" }]), json!("A"), json!([field("A", "colour")])] {
        let answer = site.patch("forms/1", json!({ "version": 1, "fields": fields })).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{fields}: {}", answer.body);
    }
    assert_eq!(site.list("forms").await[0]["version"], 1);
}

/// FORM-01: a form is not removed with what viewers sent; without answers it is, and can be restored.
#[tokio::test]
async fn answered_forms_stay() {
    let site = Site::start().await;
    let form = survey(&site).await;
    let answer = say(&site, 1, "name", "Ada").await;
    let before = site.list("forms").await;
    assert_refused(&site.delete("forms/1?version=1").await, StatusCode::CONFLICT, "has_answers");
    assert_eq!(site.list("forms").await, before);
    assert_eq!(site.delete(&format!("forms/{form}?version=1")).await.status, StatusCode::OK, "the other one has none");
    assert_eq!(site.delete(&format!("forms/1/answers/{answer}")).await.status, StatusCode::OK);
    assert_eq!(site.delete("forms/1?version=1").await.status, StatusCode::OK);
    let restore = json!({ "revision": 1, "version": null });
    assert_eq!(site.post("revisions/form/1/restore", restore).await.status, StatusCode::OK);
    assert!(ids(&site.get("forms/1/answers").await).is_empty());
}

/// FORM-01: answers are found by a text in any language, by days, and part by part.
#[tokio::test]
async fn answers_are_found() {
    let site = Site::start().await;
    let form = survey(&site).await;
    site.app.clock.stop();
    let mut sent = vec![];
    for (text, days) in [("Ада", 3), ("Bob \"b_b\"", 2), ("Éva", 1)] {
        sent.push(say_before(&site, 1, "name", text, days).await);
    }
    let other = say(&site, form, "your-name", "Ада").await;
    say(&site, 1001, "name", "Ада").await;
    let found = async |query: &str| ids(&site.get(&format!("forms/1/answers{query}")).await);
    assert_eq!(found("").await, [sent[2], sent[1], sent[0]]);
    for (text, expected) in [("%D0%B0%D0%B4", 0), ("B_B%22", 1), ("%C3%A9V", 2)] {
        assert_eq!(found(&format!("?q={text}")).await, [sent[expected]], "{text}");
    }
    // Names of fields, signs of JSON and wildcards are no part of an answer.
    for text in ["name", "%7B", "%25", "true"] {
        assert!(found(&format!("?q={text}")).await.is_empty(), "{text}");
    }
    let first = site.get("forms/1/answers?limit=2").await;
    assert_eq!((ids(&first), &first.body["meta"]["next"]), (vec![sent[2], sent[1]], &json!(sent[1])));
    let last = site.get(&format!("forms/1/answers?limit=2&cursor={}", sent[1])).await;
    assert_eq!((ids(&last), &last.body["meta"]["next"]), (vec![sent[0]], &Value::Null));
    let day = |ahead: i64| {
        let at = site.app.clock.now().plus(ahead * Timestamp::DAY).seconds();
        let zone = jiff::tz::TimeZone::get(first.body["meta"]["time_zone"].as_str().unwrap()).unwrap();
        jiff::Timestamp::from_second(at).unwrap().to_zoned(zone).date().to_string()
    };
    assert_eq!(found(&format!("?from={}&to={}", day(-2), day(-2))).await, [sent[1]]);
    assert!(found(&format!("?to={}", day(-4))).await.is_empty());
    assert_eq!(ids(&site.get(&format!("forms/{form}/answers")).await), [other]);
    for (query, field) in [("?from=today", "from"), ("?q=a&q=b", "q"), ("?since=1", "since"), ("?cursor=0", "cursor")] {
        let refused = site.get(&format!("forms/1/answers{query}")).await;
        assert_eq!(refused.problems()[0][0], field, "{query}");
    }
}

/// FORM-01: a search reads so many answers, says how far it came, and goes on from there.
#[tokio::test]
async fn long_search_stops_and_goes_on() {
    let site = Site::start().await;
    let needle = say_before(&site, 1, "name", "Needle", 9).await;
    let at = site.app.clock.now().0;
    let row = format!("({}, 1, {at}, '{{\"name\": \"Hay\"}}')", site.demo);
    let rows = vec![row.as_str(); 10_001].join(", ");
    let insert = format!("INSERT INTO form_entries (channel_id, form_id, created_at, \"values\") VALUES {rows}");
    site.app.database.execute(&insert).await;
    let near = site.get("forms/1/answers?q=needle").await;
    assert_eq!((ids(&near), &near.body["meta"]["searched_until"]), (vec![], &json!(at / 1_000)));
    let far = site.get(&format!("forms/1/answers?q=needle&cursor={}", near.body["meta"]["next"])).await;
    assert_eq!(ids(&far), [needle]);
    assert_eq!((&far.body["meta"]["next"], &far.body["meta"]["searched_until"]), (&Value::Null, &Value::Null));
    let all = site.get("forms/1/answers").await;
    assert_eq!((ids(&all).len(), &all.body["meta"]["searched_until"]), (50, &Value::Null));
}

/// T31, OPS-01: the file has a column for each field, also for those that the form had; formulas are text, and the export
/// is recorded.
#[tokio::test]
async fn answers_are_exported() {
    let site = Site::start().await;
    say(&site, 1, "name", "=HYPERLINK(\"https://evil.test\")").await;
    say(&site, 1, "colour", "red, \"dark\"").await;
    say(&site, 1001, "name", "Theirs").await;
    let file = async |query: &str| {
        let path = format!("/console/api/channels/{}/forms/1/answers.csv{query}", site.demo);
        let answer = site.editor.raw(&path).await;
        assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
        assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"demo-contacts.csv\"");
        answer.text().await.unwrap()
    };
    let all = file("").await;
    let lines: Vec<&str> = all.trim_start_matches('\u{feff}').trim_end().split("\r\n").collect();
    assert_eq!(lines[0], "id,at,account_id,name,email,topic,message,news,colour");
    assert!(lines[1].ends_with(",,,,,,true,\"red, \"\"dark\"\"\""), "{}", lines[1]);
    assert!(lines[2].ends_with(",,\"'=HYPERLINK(\"\"https://evil.test\"\")\",,,,true,"), "{}", lines[2]);
    assert_eq!((lines.len(), file("?q=dark").await.lines().count()), (3, 2));
    let recorded = site.audit().await;
    assert!(recorded.iter().all(|(action, subject, _)| action == "export_form_answers" && subject == "contacts"));
    assert_eq!(recorded.iter().map(|(.., detail)| &detail["rows"]).collect::<Vec<_>>(), [&json!(2), &json!(1)]);
}

/// OPS-01: one answer is deleted, or all that the operator has seen; the log says how many.
#[tokio::test]
async fn answers_are_deleted() {
    let site = Site::start().await;
    let form = survey(&site).await;
    let mut sent = vec![];
    for text in ["One", "Two", "Three", "Four"] {
        sent.push(say(&site, 1, "name", text).await);
    }
    let [other, theirs] = [say(&site, form, "your-name", "Beside").await, say(&site, 1001, "name", "Theirs").await];
    let before = site.audit().await.len();
    assert_eq!(site.delete(&format!("forms/1/answers/{}", sent[0])).await.body["data"], json!({ "deleted": 1 }));
    for gone in [
        format!("forms/1/answers/{}", sent[0]),
        format!("forms/1/answers/{other}"),
        format!("forms/1001/answers/{theirs}"),
    ] {
        assert_refused(&site.delete(&gone).await, StatusCode::NOT_FOUND, "not_found");
        assert_refused(&site.get(&gone).await, StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(site.delete("forms/1/answers").await.status, StatusCode::BAD_REQUEST, "up to which one?");
    let all = site.delete(&format!("forms/1/answers?until={}", sent[2])).await;
    assert_eq!(all.body["data"], json!({ "deleted": 2 }));
    assert_eq!(ids(&site.get("forms/1/answers").await), [sent[3]], "nobody has seen it yet");
    let again = site.delete(&format!("forms/1/answers?until={}", sent[2])).await;
    assert_eq!(again.body["data"], json!({ "deleted": 0 }));
    assert_refused(&site.delete("forms/1001/answers?until=9999").await, StatusCode::NOT_FOUND, "not_found");
    assert_eq!(ids(&site.get(&format!("forms/{form}/answers")).await), [other]);
    assert_eq!(site.others("forms/1001/answers").await[0]["id"], theirs);

    let recorded = &site.audit().await[before..];
    let rows: Vec<_> =
        recorded.iter().map(|(action, subject, detail)| (&**action, &**subject, &detail["rows"])).collect();
    let deleted = "delete_form_answers";
    assert_eq!(rows, [(deleted, "contacts", &json!(1)), (deleted, "contacts", &json!(2))]);
    assert!(!format!("{recorded:?}").contains("Two"));
}

/// T27: support reads answers, deletes none and edits no form; who has no part in them sees nothing.
#[tokio::test]
async fn roles_see_and_delete_answers() {
    let site = Site::start().await;
    let answer = say(&site, 1, "name", "Ada").await;
    let helper = hired(&site.app, "helper@demo.test", Role::Support).await;
    let clerk = hired(&site.app, "clerk@demo.test", Role::Finance).await;
    let below = format!("channels/{}/forms/1/answers", site.demo);
    let one = format!("{below}/{answer}");
    for call in [&below, &one, &format!("channels/{}/form-answers", site.demo)] {
        assert_eq!(crate::console::get(&helper, call).await.status, StatusCode::OK);
        assert_refused(&crate::console::get(&clerk, call).await, StatusCode::FORBIDDEN, "role_forbids");
    }
    for client in [&helper, &clerk] {
        for call in [&one, &format!("{below}?until={answer}")] {
            let refused = call_with(client, Method::DELETE, call, &[], Value::Null).await;
            assert_refused(&refused, StatusCode::FORBIDDEN, "role_forbids");
        }
    }
    hire(&site.app, "producer@demo.test", "demo", Role::Producer).await;
    let producer = at_console(&site.app, "producer@demo.test").await;
    assert_refused(&crate::console::get(&producer, &below).await, StatusCode::FORBIDDEN, "role_forbids");
    assert_eq!(ids(&site.get("forms/1/answers").await), [answer]);
}
