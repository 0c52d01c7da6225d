//! The end of an account.

use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use serde_json::{Value, json};
use testkit::{PASSWORD, account};

use crate::app::{Member, TestApp};

const PATH: &str = "https://demo.test/confirm-account-deletion";
/// No other number of a test is like it.
const ID: i64 = 7_310_042_117;

/// Somebody with a name, an address and a number that nothing else has.
async fn zacharias(app: &TestApp) -> Member {
    let new = store::NewAccount {
        first_name: "Zacharias".into(),
        last_name: "Quillfeather".into(),
        ..account("Zach.Quill@demo.test")
    };
    app.create_account("demo", new).await;
    app.database.execute(&format!("UPDATE accounts SET id = {ID} WHERE first_name = 'Zacharias'")).await;
    Member::log_in(app.demo(), "zach.quill@demo.test").await
}

pub async fn ask(app: &TestApp, member: &Member) -> Value {
    let asked = member.post("profile/delete", json!({ "current_password": PASSWORD })).await;
    assert_eq!(asked.body["data"], json!({ "sent": true }), "{}", asked.body);
    let address = member.get("profile").await.body["data"]["email"].as_str().unwrap().to_owned();
    app.last_mail(&address, "delete_account").await.unwrap().link(PATH)
}

async fn texts(connection: &DatabaseConnection, sql: &str, column: &str) -> Vec<String> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get("", column).unwrap()).collect()
}

/// Every place, as `table.column`, that holds the text.
pub async fn places_with(connection: &DatabaseConnection, text: &str) -> Vec<String> {
    let (tables, columns) = match connection.get_database_backend() {
        DbBackend::Sqlite => {
            ("SELECT name FROM sqlite_master WHERE type = 'table'", "SELECT name FROM pragma_table_info('{}')")
        }
        _ => (
            "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
            "SELECT column_name AS name FROM information_schema.columns WHERE table_name = '{}'",
        ),
    };
    let tables = texts(connection, tables, "name").await;
    assert!(tables.len() > 20, "all tables are looked at: {tables:?}");
    let mut found = Vec::new();
    for table in tables {
        for column in texts(connection, &columns.replace("{}", &table), "name").await {
            let count = format!(
                "SELECT CAST(COUNT(*) AS TEXT) AS rows FROM \"{table}\" \
                 WHERE LOWER(CAST(\"{column}\" AS TEXT)) LIKE '%{}%'",
                text.to_lowercase()
            );
            if texts(connection, &count, "rows").await != ["0"] {
                found.push(format!("{table}.{column}"));
            }
        }
    }
    found
}

/// AUTH-10, T43: after the link is followed no row of any table holds the address, the name or the number of the
/// account, but for the one mail that says so.
#[tokio::test]
async fn nothing_of_the_person_is_left_in_any_table() {
    let app = TestApp::start().await;
    let person = zacharias(&app).await;
    let elsewhere = Member::log_in(app.demo(), "zach.quill@demo.test").await;
    let favourite = json!({ "favoritable_id": 1, "favoritable_type": "event" });
    assert_eq!(person.post("favorite", favourite).await.status, StatusCode::OK);
    let pairs = [("name", "Zacharias"), ("email", "zach.quill@demo.test"), ("message", "Hello"), ("topic", "stream")];
    let fields: Vec<Value> = pairs.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    assert_eq!(person.post("custom-forms/contacts", json!({ "fields": fields })).await.status, StatusCode::OK);
    let change = json!({ "_method": "patch", "email": "zq@elsewhere.test", "current_password": PASSWORD });
    assert_eq!(person.post("profile", change).await.status, StatusCode::OK);
    // What other ways of logging in leave behind, and what somebody began with the address and never ended.
    for sql in [
        format!(
            "INSERT INTO identities (channel_id, account_id, issuer, subject, created_at) \
             SELECT channel_id, id, 'https://id.test', 'zach.quill', 1 FROM accounts WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO passkeys (channel_id, account_id, credential_id, name, data, created_at) \
             SELECT channel_id, id, CAST('c' AS {}), 'Zacharias phone', '{{}}', 1 FROM accounts WHERE id = {ID}",
            if app.database.is_sqlite() { "BLOB" } else { "BYTEA" }
        ),
        format!(
            "INSERT INTO tickets (channel_id, purpose, key, payload, tries_left, expires_at) \
             SELECT channel_id, 'verify_email', CAST('k' AS {}), '{{\"email\":\"Zach.Quill@demo.test\"}}', 1, \
             4000000000000 FROM accounts WHERE id = {ID}",
            if app.database.is_sqlite() { "BLOB" } else { "BYTEA" }
        ),
        format!(
            "INSERT INTO mails (channel_id, kind, recipient, subject, text, html, state, created_at) \
             SELECT channel_id, 'welcome', 'ZACH.QUILL@demo.test', 'Hello', '', '', 'sent', 1 FROM accounts \
             WHERE id = {ID}"
        ),
    ] {
        app.database.execute(&sql).await;
    }
    let link = ask(&app, &person).await;

    let connection = Database::connect(&app.database.url).await.unwrap();
    let traces = ["zach.quill@demo.test", "zacharias", "quillfeather", "zq@elsewhere.test", &ID.to_string()];
    let before = places_with(&connection, traces[4]).await;
    for table in ["accounts", "sessions", "favourites", "tickets", "identities", "passkeys", "mails", "form_entries"] {
        assert!(before.iter().any(|place| place.starts_with(table)), "{table} is not among {before:?}");
    }
    assert_eq!(app.demo().post("delete-account-confirm", &link).await.body["data"], json!({ "deleted": true }));

    let last = app.mails("Zach.Quill@demo.test").await;
    assert_eq!(last.iter().map(|mail| mail.kind.as_str()).collect::<Vec<_>>(), ["account_deleted"]);
    assert_eq!(places_with(&connection, traces[0]).await, ["mails.recipient"]);
    app.database.execute("DELETE FROM mails WHERE kind = 'account_deleted'").await;
    for trace in traces {
        assert_eq!(places_with(&connection, trace).await, [""; 0], "{trace}");
    }
    for member in [person, elsewhere] {
        assert_eq!(member.get("profile").await.status, StatusCode::UNAUTHORIZED, "all sessions have ended");
    }
    let login = app.demo().log_in(&app.demo().api_key().await, "zach.quill@demo.test", PASSWORD).await;
    assert_eq!(login.body["code"], "wrong_auth_data");
}

/// AUTH-10, T25: one account ends, and no other: not a neighbour's, and not the same person's on another channel.
#[tokio::test]
async fn nobody_elses_account_ends() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    app.create_account("other", account("fan@demo.test")).await;
    let abroad = Member::log_in(app.at("other.test"), "fan@demo.test").await;
    let link = ask(&app, &fan).await;
    let refused = app.at("other.test").post("delete-account-confirm", &link).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("deletion_failed")));
    assert_eq!(app.demo().post("delete-account-confirm", &link).await.status, StatusCode::OK);
    assert_eq!(rival.get("profile").await.status, StatusCode::OK);
    assert_eq!(abroad.get("profile").await.status, StatusCode::OK);
}

/// AUTH-10, T19: the password is asked for, and a link that is changed, used or too old ends nothing.
#[tokio::test]
async fn an_account_ends_by_its_own_good_link_alone() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let wrong = fan.post("profile/delete", json!({ "current_password": "wrong" })).await;
    assert_eq!(wrong.body["code"], "wrong_password");
    let missing = fan.post("profile/delete", json!({})).await;
    assert_eq!(missing.body["errors"]["current_password"][0], "Field is required");
    assert!(app.last_mail("fan@demo.test", "delete_account").await.is_none());

    app.create_account("demo", account("rival@demo.test")).await;
    let link = ask(&app, &fan).await;
    let changed = |name: &str, value: Value| {
        let mut changed = link.clone();
        changed[name] = value;
        changed
    };
    for wrong in [
        changed("email", json!("rival@demo.test")),
        changed("email", json!("nobody")),
        changed("expires", json!(link["expires"].as_i64().unwrap() + 60)),
        changed("signature", json!("x".repeat(43))),
    ] {
        let refused = app.demo().post("delete-account-confirm", &wrong).await;
        assert_eq!(
            (refused.status, &refused.body["message"]),
            (StatusCode::BAD_REQUEST, &json!("Account deletion failed"))
        );
    }
    app.database.execute("UPDATE tickets SET expires_at = 1 WHERE purpose = 'delete_account'").await;
    assert_eq!(app.demo().post("delete-account-confirm", &link).await.body["code"], "deletion_failed");
    assert_eq!(fan.get("profile").await.status, StatusCode::OK, "nothing has ended");

    let good = ask(&app, &fan).await;
    assert_eq!(app.demo().post("delete-account-confirm", &good).await.status, StatusCode::OK);
    assert_eq!(app.demo().post("delete-account-confirm", &good).await.body["code"], "deletion_failed", "once");
    app.create_account("demo", account("fan@demo.test")).await;
    assert_eq!(app.demo().post("delete-account-confirm", &good).await.body["code"], "deletion_failed");
}
