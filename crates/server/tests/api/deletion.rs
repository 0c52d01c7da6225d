//! The end of an account.

use domain::time::Timestamp;
use reqwest::StatusCode;
use sea_orm::{Database, DatabaseConnection, DbBackend};
use serde_json::{Value, json};
use testkit::{PASSWORD, account};

use crate::app::{Member, TestApp};
use crate::shop::Shop;
use crate::traces::{EMAIL, ID, NEXT_EMAIL, rows_of, tables_of_people, texts, zacharias};

const PATH: &str = "https://demo.test/confirm-account-deletion";

/// What stays when the person is gone, without them, and why. A table that knows accounts is emptied, or stands here.
const KEPT: [(&str, &str); 6] = [
    ("orders", "the books"),
    ("order_lines", "the books"),
    ("subscriptions", "what the provider charges or refunds later is told apart by it"),
    ("coupon_redemptions", "a code's limit is for all"),
    ("trials", "one trial for each card and mailbox, of which a hash is kept"),
    ("webhook_deliveries", "what another program was told"),
];

pub async fn ask(app: &TestApp, member: &Member) -> Value {
    let asked = member.post("profile/delete", json!({ "current_password": PASSWORD })).await;
    assert_eq!(asked.body["data"], json!({ "sent": true }), "{}", asked.body);
    let address = member.get("profile").await.body["data"]["email"].as_str().unwrap().to_owned();
    app.last_mail(&address, "delete_account").await.unwrap().link(PATH)
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
/// account, but for the one mail that says so. What has to be kept is kept without the person.
#[tokio::test]
async fn deleted_account_leaves_no_personal_data_in_any_table() {
    let shop = Shop::open().await;
    let app = &shop.app;
    let person = zacharias(&shop).await;
    let elsewhere = Member::log_in(app.demo(), EMAIL).await;
    let link = ask(app, &person).await;

    let connection = Database::connect(&app.database.url).await.unwrap();
    let mut before = Vec::new();
    for table in tables_of_people(&connection).await {
        before.push((rows_of(&connection, &table, ID).await, table));
    }
    let customers = texts(&connection, "SELECT customer_id FROM payment_customers", "customer_id").await;
    let traces = [EMAIL, "zacharias", "quillfeather", NEXT_EMAIL, &ID.to_string(), &customers[0]];
    for trace in traces {
        assert_ne!(places_with(&connection, trace).await, [""; 0], "{trace}");
    }
    assert_eq!(app.demo().post("delete-account-confirm", &link).await.body["data"], json!({ "deleted": true }));

    let last = app.mails("Zach.Quill@demo.test").await;
    assert_eq!(last.iter().map(|mail| mail.kind.as_str()).collect::<Vec<_>>(), ["account_deleted"]);
    assert_eq!(places_with(&connection, EMAIL).await, ["mails.recipient"]);
    app.database.execute("DELETE FROM mails WHERE kind = 'account_deleted'").await;
    for trace in traces {
        assert_eq!(places_with(&connection, trace).await, [""; 0], "{trace}");
    }
    for (ids, table) in before {
        let is_kept = KEPT.iter().any(|(kept, _)| *kept == table);
        let numbers = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let left = app.count(&format!("{table} WHERE id IN ({numbers})")).await;
        assert_eq!(left, if is_kept { ids.len() as i64 } else { 0 }, "{table}: emptied, or on the list with a reason");
    }
    for member in [person, elsewhere] {
        assert_eq!(member.get("profile").await.status, StatusCode::UNAUTHORIZED, "all sessions have ended");
    }
    let login = app.demo().log_in(&app.demo().api_key().await, EMAIL, PASSWORD).await;
    assert_eq!(login.body["code"], "wrong_auth_data");
}

/// AUTH-10, T25: one account ends, and no other: not a neighbour's, and not the same person's on another channel.
#[tokio::test]
async fn account_deletion_ends_no_other_account() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    app.account_create("other", account("fan@demo.test")).await;
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

    app.account_create("demo", account("rival@demo.test")).await;
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
    app.clock.stop();
    let (late, in_time) = (ask(&app, &fan).await, app.member("sure@demo.test").await);
    app.clock.advance(Timestamp::SECOND);
    let younger = ask(&app, &in_time).await;
    app.clock.advance(30 * Timestamp::MINUTE - Timestamp::SECOND);
    for past in [link, late] {
        assert_eq!(app.demo().post("delete-account-confirm", &past).await.body["code"], "deletion_failed");
    }
    let deleted = app.demo().post("delete-account-confirm", &younger).await;
    assert_eq!(deleted.status, StatusCode::OK, "a second is left: {}", deleted.body);
    assert_eq!(fan.get("profile").await.status, StatusCode::OK, "nothing has ended");

    let good = ask(&app, &fan).await;
    assert_eq!(app.demo().post("delete-account-confirm", &good).await.status, StatusCode::OK);
    assert_eq!(app.demo().post("delete-account-confirm", &good).await.body["code"], "deletion_failed", "once");
    app.account_create("demo", account("fan@demo.test")).await;
    assert_eq!(app.demo().post("delete-account-confirm", &good).await.body["code"], "deletion_failed");
}
