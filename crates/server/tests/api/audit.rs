//! The audit log: its readers, what it shows, how it is searched and taken along.

use domain::ids::ChannelId;
use domain::operator::{Action, Role};
use domain::time::Timestamp;
use jiff::tz::TimeZone;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::AuditEntry;
use testkit::audit_entry;

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, at_console, audit, channel, get, hire, hired, post};
use crate::console_orders::refund;
use crate::refunds::bought;
use crate::shop::{Shop, season};

async fn log(app: &TestApp, client: &Client, alias: &str, query: &str) -> Answer {
    get(client, &format!("channels/{}/audit{query}", channel(app, alias).await)).await
}

/// Action and subject of each entry, newest first, without those that made and logged in the operators.
async fn found(app: &TestApp, client: &Client, query: &str) -> Vec<(String, String)> {
    let answer = log(app, client, "demo", query).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let entries = answer.body["data"].as_array().unwrap().iter();
    let of = |entry: &Value| (text(&entry["action"]), text(&entry["subject"]));
    entries.map(of).filter(|(action, _)| !["create_owner", "log_in"].contains(&action.as_str())).collect()
}

async fn embed(app: &TestApp, client: &Client, alias: &str, hosts: &[&str]) {
    let call = format!("channels/{}/embedding", channel(app, alias).await);
    let request = client.request(Method::PUT, &format!("/console/api/{call}")).header("origin", ORIGIN);
    let answer = checked(&CONSOLE, "put", &call, request.json(&json!({ "hosts": hosts })).send().await.unwrap()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
}

/// Something about a subject, done by nobody in particular.
async fn record(app: &TestApp, channel: ChannelId, action: Action, subject: &str) {
    let (at, subject) = (app.clock.now(), subject.to_owned());
    let entry = AuditEntry { channel: Some(channel), at, subject, ..audit_entry(action) };
    app.database.store.record(entry).await.unwrap();
}

async fn csv(app: &TestApp, client: &Client, query: &str) -> (reqwest::header::HeaderMap, String) {
    let path = format!("/console/api/channels/{}/audit.csv{query}", channel(app, "demo").await);
    let answer = client.raw(&path).await;
    assert_eq!(answer.status(), StatusCode::OK);
    (answer.headers().clone(), String::from_utf8(answer.bytes().await.unwrap().to_vec()).unwrap())
}

/// OPS-01, T27, T26: an owner sees who changed what on their channel, with the state before and after, and logins of
/// their people. Nothing of another channel is there, not even its name.
#[tokio::test]
async fn an_owner_sees_who_changed_what() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let editor = hired(&app, "editor@demo.test", Role::Editor).await;
    hire(&app, "owner@other.test", "other", Role::Owner).await;
    let neighbour = at_console(&app, "owner@other.test").await;
    embed(&app, &neighbour, "other", &["news.example"]).await;
    embed(&app, &editor, "demo", &["club.example"]).await;
    app.clock.advance(5 * Timestamp::SECOND);
    embed(&app, &owner, "demo", &[]).await;

    let answer = log(&app, &owner, "demo", "").await;
    assert_eq!(answer.body["meta"], json!({ "limit": 50, "next": null, "time_zone": "America/Toronto" }));
    assert_eq!(answer.headers["cache-control"], "no-store");
    let entries = answer.body["data"].as_array().unwrap();
    let (last, first) = (&entries[0], &entries[1]);
    assert_eq!(last["at"], app.clock.now().seconds());
    assert_eq!(first["at"], app.clock.now().seconds() - 5);
    assert_eq!((&first["action"], &first["subject"]), (&json!("set_embed_hosts"), &json!("demo")));
    assert_eq!((&first["before"], &first["after"]), (&json!([]), &json!(["club.example"])));
    assert_eq!((&last["before"], &last["after"]), (&json!(["club.example"]), &json!([])));
    assert_eq!(first["detail"], json!({ "role": "editor" }));
    let id = first["actor"]["id"].clone();
    assert!(id.is_i64());
    assert_eq!(
        first["actor"],
        json!({ "kind": "operator", "id": id, "name": "Olive Owner", "email": "editor@demo.test" })
    );
    let of = |action: &str| entries.iter().filter(|entry| entry["action"] == action).collect::<Vec<_>>();
    assert_eq!(of("log_in").len(), 2, "{entries:#?}");
    assert!(of("log_in")[0]["detail"]["device"].is_string());
    let made = of("create_owner")[0];
    assert_eq!(made["actor"], json!({ "kind": "command", "id": null, "name": null, "email": null }));
    assert!(!answer.body.to_string().contains("other"), "{}", answer.body);
    assert_eq!(log(&app, &neighbour, "other", "").await.body["data"][0]["after"], json!(["news.example"]));

    let people = get(&owner, &format!("channels/{}/audit/operators", channel(&app, "demo").await)).await;
    let mails: Vec<_> = people.body["data"].as_array().unwrap().iter().map(|person| &person["email"]).collect();
    assert_eq!(mails, ["owner@demo.test", "editor@demo.test"]);
}

/// T27, T26: nobody but owners reads the log, lists its people or takes it along, and an attempt leaves nothing.
#[tokio::test]
async fn the_log_is_for_owners_alone() {
    let app = TestApp::start().await;
    let [demo, other] = [channel(&app, "demo").await, channel(&app, "other").await];
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Owner) {
        let client = hired(&app, &format!("{role:?}@demo.test").to_lowercase(), role).await;
        for call in ["audit", "audit/operators", "audit.csv"] {
            let refused = get(&client, &format!("channels/{demo}/{call}")).await;
            assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("role_forbids")));
        }
    }
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    for call in ["audit", "audit/operators", "audit.csv"] {
        assert_eq!(get(&owner, &format!("channels/{other}/{call}")).await.status, StatusCode::NOT_FOUND);
        assert_eq!(get(&app.demo(), &format!("channels/{demo}/{call}")).await.status, StatusCode::UNAUTHORIZED);
    }
    assert!(audit(&app).await.iter().all(|(action, ..)| action != "export_audit"));
}

/// OPS-01: the log is narrowed to people, actions, days of the channel's zone and parts of subjects, and walked in parts.
#[tokio::test]
async fn the_log_is_filtered_and_walked() {
    let app = TestApp::start().await;
    app.clock.stop();
    let demo = channel(&app, "demo").await;
    // A day ends at midnight in Toronto.
    let toronto = TimeZone::get("America/Toronto").unwrap();
    let today = jiff::Timestamp::from_millisecond(app.clock.now().0).unwrap().to_zoned(toronto);
    let midnight = today.tomorrow().unwrap().start_of_day().unwrap().timestamp().as_millisecond();
    let (today, tomorrow) = (today.date(), today.tomorrow().unwrap().date());
    app.clock.advance(midnight - 1 - app.clock.now().0);
    record(&app, demo, Action::EndPass, "the last of today").await;
    app.clock.advance(1);
    record(&app, demo, Action::EndPass, "the first of tomorrow").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    embed(&app, &owner, "demo", &["club.example"]).await;
    record(&app, demo, Action::MoveOrder, "order 12").await;
    record(&app, demo, Action::MoveOrder, "Order 7_7").await;
    record(&app, demo, Action::GivePass, "entitlement 12").await;
    record(&app, channel(&app, "other").await, Action::MoveOrder, "order 12").await;
    let pair = |action: &str, subject: &str| (action.to_owned(), subject.to_owned());
    let hosts = pair("set_embed_hosts", "demo");
    let [order, seven] = [pair("move_order", "order 12"), pair("move_order", "Order 7_7")];
    let pass = pair("give_pass", "entitlement 12");
    let [late, early] = [pair("end_pass", "the last of today"), pair("end_pass", "the first of tomorrow")];
    let by = async |query: &str| found(&app, &owner, query).await;
    assert_eq!(by("").await, [&pass, &seven, &order, &hosts, &early, &late].map(Clone::clone));
    assert_eq!(by("?q=").await.len(), 6);
    assert_eq!(by("?action=give_pass&action=set_embed_hosts&action=give_pass").await, [pass.clone(), hosts.clone()]);
    assert_eq!(by("?q=%2012%20").await, [pass.clone(), order.clone()]);
    assert_eq!(by("?q=ORDER%207_&action=move_order").await, std::slice::from_ref(&seven));
    let id = log(&app, &owner, "demo", "?action=set_embed_hosts").await.body["data"][0]["actor"]["id"].clone();
    assert_eq!(by(&format!("?operator={id}")).await, std::slice::from_ref(&hosts));
    assert!(by("?operator=987654").await.is_empty());

    assert_eq!(by(&format!("?to={today}")).await, std::slice::from_ref(&late));
    assert_eq!(by(&format!("?from={tomorrow}&action=end_pass")).await, std::slice::from_ref(&early));
    assert_eq!(by(&format!("?from={today}&to={tomorrow}&action=end_pass")).await, [early, late]);

    let part = log(&app, &owner, "demo", "?limit=2").await.body;
    assert_eq!((&part["data"][1]["subject"], &part["meta"]["limit"]), (&json!("Order 7_7"), &json!(2)));
    assert_eq!(part["meta"]["next"], part["data"][1]["id"]);
    assert_eq!(by(&format!("?limit=2&cursor={}", part["meta"]["next"])).await, [order, hosts]);
}

/// OPS-01, ERR-08, T37: a value that makes no sense is named, and so is a parameter that nobody knows.
#[tokio::test]
async fn wrong_filters_are_named() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let long = format!("q={}", "я".repeat(255));
    for (query, field, code) in [
        ("action=fly", "action", "invalid"),
        ("action=", "action", "invalid"),
        ("operator=me", "operator", "number"),
        ("operator=1&operator=2", "operator", "duplicate"),
        ("from=yesterday", "from", "date"),
        ("to=2026-02-30", "to", "date"),
        ("from=2026-11-02&to=2026-11-01", "to", "date"),
        (long.as_str(), "q", "length"),
        ("sort=-at", "sort", "unknown_field"),
    ] {
        for call in ["audit", "audit.csv"] {
            let answer = get(&owner, &format!("channels/{}/{call}?{query}", channel(&app, "demo").await)).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
            let problem = &answer.problems()[0];
            assert_eq!((&problem[0], &problem[1]), (&json!(field), &json!(code)), "{query}");
        }
    }
    for (query, field) in [("limit=0", "limit"), ("limit=201", "limit"), ("cursor=0", "cursor"), ("cursor=x", "cursor")]
    {
        let answer = log(&app, &owner, "demo", &format!("?{query}")).await;
        assert_eq!((answer.status, &answer.problems()[0][0]), (StatusCode::BAD_REQUEST, &json!(field)), "{query}");
    }
    assert!(audit(&app).await.iter().all(|(action, ..)| action != "export_audit"));
    let odd = log(&app, &owner, "demo", "?from=-009999-01-01&to=9999-12-31&limit=200&cursor=9223372036854775807").await;
    assert_eq!(odd.status, StatusCode::OK, "{}", odd.body);
    assert_eq!(odd.body["data"].as_array().unwrap().len(), 2);
}

/// OPS-01, T31, T27: the log is taken along as a file that spreadsheets read and do not run, with the same filters, and
/// that is recorded.
#[tokio::test]
async fn audit_log_is_exported_as_csv() {
    let app = TestApp::start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    embed(&app, &owner, "demo", &["club.example", "*.club.example"]).await;
    record(&app, demo, Action::GivePass, "=HYPERLINK(\"https://evil.example\")").await;
    record(&app, channel(&app, "other").await, Action::GivePass, "theirs").await;
    let (headers, text) = csv(&app, &owner, "?action=set_embed_hosts&action=give_pass").await;
    assert_eq!(headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(headers["content-disposition"], "attachment; filename=\"demo-audit.csv\"");
    assert_eq!(headers["cache-control"], "no-store");
    let lines: Vec<_> = text.strip_prefix('\u{feff}').unwrap().split_terminator("\r\n").collect();
    assert_eq!(lines[0], "id,at,actor_kind,actor_id,actor_name,actor_email,action,subject,before,after,detail");
    assert!(lines[1].contains(",system,,,,give_pass,\"'=HYPERLINK(\"\"https://evil.example\"\")\",,,{}"), "{text}");
    assert!(lines[2].contains(",Olive Owner,owner@demo.test,set_embed_hosts,demo,[],"), "{text}");
    assert!(lines[2].contains("\"[\"\"club.example\"\",\"\"*.club.example\"\"]\""), "{text}");
    assert_eq!(lines.len(), 3, "{text}");
    let entry = &log(&app, &owner, "demo", "").await.body["data"][0];
    assert_eq!((&entry["action"], &entry["subject"]), (&json!("export_audit"), &json!("demo")));
    assert_eq!(entry["detail"], json!({ "role": "owner", "rows": 2 }));
}

/// T37: a file has the newest 10,000 entries and no more.
#[tokio::test]
async fn a_file_has_ten_thousand_rows_at_most() {
    let app = TestApp::start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let sql = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001) \
         INSERT INTO audit (channel_id, operator_id, at, action, subject, detail) \
         SELECT {demo}, NULL, 1000, 'move_order', 'order ' || i, '{{}}' FROM n"
    );
    app.database.execute(&sql).await;
    let (_, text) = csv(&app, &owner, "?action=move_order").await;
    assert_eq!(text.lines().count(), 10_001, "with the names of the columns");
    assert!(text.contains(",order 10001,") && text.contains(",order 2,") && !text.contains(",order 1,"));
    let entry = &log(&app, &owner, "demo", "?limit=1").await.body["data"][0];
    assert_eq!((&entry["action"], &entry["detail"]["rows"]), (&json!("export_audit"), &json!(10_000)));
}

/// T43, T57, PAY-16: money that moves is in the log by numbers; a fan's address or name, their mail's text and a typed
/// password are not, in no entry of all that is done here.
#[tokio::test]
async fn the_log_names_fans_by_number() {
    let shop = Shop::open().await;
    let app = &shop.app;
    let fan = app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let owner = hired(app, "owner@demo.test", Role::Owner).await;
    assert_eq!(refund(&owner, &shop, &order).await.status, StatusCode::OK);
    shop.order_is(&fan, &order, "refunded").await;
    for email in ["fan@demo.test", "owner@demo.test"] {
        let wrong = json!({ "email": email, "password": "a wrong password" });
        assert_eq!(post(&app.demo(), "login", wrong).await.status, StatusCode::BAD_REQUEST);
    }
    let answer = log(app, &owner, "demo", "?limit=200").await;
    let entries = answer.body["data"].as_array().unwrap();
    let asked = entries.iter().find(|entry| entry["action"] == "refund_order").unwrap();
    assert_eq!((&asked["subject"], &asked["actor"]["email"]), (&json!(order.to_string()), &json!("owner@demo.test")));
    let moved = entries.iter().find(|entry| entry["action"] == "move_order").unwrap();
    assert_eq!((&moved["actor"]["kind"], &moved["after"]), (&json!("provider"), &json!("refunded")));
    assert_eq!(moved["subject"], format!("order {order}"));
    assert_eq!(entries.iter().filter(|entry| entry["action"] == "log_in_failed").count(), 1);
    for secret in ["fan@", "a wrong password", "argon2"] {
        assert!(!answer.body.to_string().contains(secret), "{secret}: {}", answer.body);
    }
}
