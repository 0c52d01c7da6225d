//! A member with a trace in every table that knows people, and where the database says that they are.

use domain::ids::{AccountId, EventId, PrerollId};
use domain::time::Timestamp;
use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use serde_json::{Value, json};
use testkit::{PASSWORD, account};

use crate::app::Member;
use crate::shop::{GOOD, MONTHLY, Shop, season};

/// No other number of a test is like it.
pub const ID: i64 = 7_310_042_117;
pub const EMAIL: &str = "zach.quill@demo.test";
pub const NEXT_EMAIL: &str = "zq@elsewhere.test";

/// A member with a name, an address and a number that nothing else has, after a full life on the channel.
pub async fn zacharias(shop: &Shop) -> Member {
    let app = &shop.app;
    let new = store::NewAccount {
        first_name: "Zacharias".into(),
        last_name: "Quillfeather".into(),
        ..account("Zach.Quill@demo.test")
    };
    app.account_create("demo", new).await;
    app.database.execute(&format!("UPDATE accounts SET id = {ID} WHERE first_name = 'Zacharias'")).await;
    let person = Member::log_in(app.demo(), EMAIL).await;
    let favourite = json!({ "favoritable_id": 1, "favoritable_type": "event" });
    assert_eq!(person.post("favorite", favourite).await.status, StatusCode::OK);
    let pairs = [("name", "Zacharias"), ("email", EMAIL), ("message", "Hello"), ("topic", "stream")];
    let fields: Vec<Value> = pairs.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    assert_eq!(person.post("custom-forms/contacts", json!({ "fields": fields })).await.status, StatusCode::OK);
    let change = json!({ "_method": "patch", "email": NEXT_EMAIL, "current_password": PASSWORD });
    assert_eq!(person.post("profile", change).await.status, StatusCode::OK);
    buy(shop, &person).await;
    watch(shop).await;
    for sql in other_traces(app.database.is_sqlite()) {
        app.database.execute(&sql).await;
    }
    let connection = Database::connect(&app.database.url).await.unwrap();
    for table in tables_of_people(&connection).await {
        let theirs = rows_of(&connection, &table, ID).await;
        assert_ne!(theirs, [0; 0], "this person has to leave something in the table {table}");
    }
    person
}

/// A pass with a promo code, and a trial; each is written about.
async fn buy(shop: &Shop, person: &Member) {
    shop.coupon("TEN", 10, None, None).await;
    let card = shop.card(GOOD).await;
    let mut wanted = season();
    (wanted["coupon"], wanted["trk"]) = ("TEN".into(), "quillfeather-poster".into());
    let bought = person.buy(wanted, Some(&card), "zacharias-a").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    let card = shop.card(GOOD).await;
    let wanted = json!({ "subscription_id": MONTHLY, "payment_method": card, "idempotency_key": "zacharias-b" });
    let trial = person.post("stripe/subscription/start_trial", wanted).await;
    assert_eq!(trial.body["data"]["order"]["status"], "paid", "{}", trial.body);
    for kind in ["receipt", "trial_started"] {
        let is_written = async || shop.app.last_mail("Zach.Quill@demo.test", kind).await.is_some();
        shop.app.until(is_written).await;
    }
    shop.app.until(async || shop.app.count("jobs WHERE kind = 'errand'").await == 0).await;
}

async fn watch(shop: &Shop) {
    let (store, now) = (&shop.app.database.store, Timestamp(1_800_000_000_000));
    let (account, game) = (AccountId(ID), EventId(1));
    store.download_count(shop.demo, account, game, 5, Timestamp(0), now).await.unwrap();
    let watcher = store::Watcher::Account(account);
    store.preroll_note_seen(shop.demo, watcher, game, PrerollId(1), now, now.plus(Timestamp::HOUR)).await.unwrap();
}

/// What other ways of logging in leave behind, what was begun with the address and never ended, and a clip.
fn other_traces(is_sqlite: bool) -> [String; 8] {
    let bytes = if is_sqlite { "BLOB" } else { "BYTEA" };
    [
        format!(
            "INSERT INTO identities (channel_id, account_id, issuer, subject, created_at) \
             SELECT channel_id, id, 'https://id.test', 'zach.quill', 1 FROM accounts WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO passkeys (channel_id, account_id, credential_id, name, data, created_at) \
             SELECT channel_id, id, CAST('c' AS {bytes}), 'Zacharias phone', '{{}}', 1 FROM accounts WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO player_addresses (channel_id, account_id, key_hash, name, created_at) \
             SELECT channel_id, id, CAST('zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' AS {bytes}), 'Zacharias TV', 1 FROM accounts WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO tickets (channel_id, purpose, key, payload, tries_left, expires_at) \
             SELECT channel_id, 'verify_email', CAST('k' AS {bytes}), '{{\"email\":\"Zach.Quill@demo.test\"}}', 1, \
             4000000000000 FROM accounts WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO mails (channel_id, kind, recipient, subject, text, html, state, created_at) \
             SELECT channel_id, 'welcome', 'ZACH.QUILL@demo.test', 'Hello', '', '', 'sent', 1 FROM accounts \
             WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO clips (channel_id, account_id, event_id, media_id, uuid, name, start_ms, duration_ms, tags, \
             is_public, state, has_poster, views, created_at) \
             SELECT channel_id, id, 1, 1, 'u', 'Zacharias scores', 0, 1000, '[]', true, 'ready', false, 0, 1 \
             FROM accounts WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO webhook_endpoints (channel_id, version, url, description, events, is_on, secret, skipped, \
             created_at) SELECT channel_id, 1, 'https://hooks.test/', '', '[]', false, \
             CAST('ssssssssssssssssssssssssssssssss' AS {bytes}), 0, 1 FROM accounts WHERE id = {ID}"
        ),
        format!(
            "INSERT INTO webhook_deliveries (channel_id, endpoint_id, account_id, kind, payload, state, attempts, tries, \
             created_at, response) SELECT e.channel_id, e.id, {ID}, 'order.paid', \
             '{{\"data\":{{\"account_id\":{ID}}}}}', 'delivered', 1, 1, 1, 'Hello Zacharias' FROM webhook_endpoints e"
        ),
    ]
}

/// Every table that has a column for an account, or refers to accounts by whatever name.
pub async fn tables_of_people(connection: &DatabaseConnection) -> Vec<String> {
    let (columns, keys) = match connection.get_database_backend() {
        DbBackend::Sqlite => (
            "SELECT DISTINCT t.name AS name FROM sqlite_master t, pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND c.name LIKE '%account_id'",
            "SELECT DISTINCT t.name AS name FROM sqlite_master t, pragma_foreign_key_list(t.name) k \
             WHERE t.type = 'table' AND k.\"table\" = 'accounts'",
        ),
        _ => (
            "SELECT DISTINCT table_name::text AS name FROM information_schema.columns \
             WHERE table_schema = 'public' AND column_name LIKE '%account_id'",
            "SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint \
             WHERE contype = 'f' AND confrelid = 'accounts'::regclass",
        ),
    };
    let mut tables = texts(connection, columns, "name").await;
    tables.extend(texts(connection, keys, "name").await);
    tables.sort();
    tables.dedup();
    assert!(tables.len() > 10, "the schema is read: {tables:?}");
    tables
}

/// The ids of an account's rows.
pub async fn rows_of(connection: &DatabaseConnection, table: &str, account: i64) -> Vec<i64> {
    let select = format!("SELECT id FROM {table} WHERE account_id = {account} ORDER BY id");
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    rows.unwrap().iter().map(|row| row.try_get("", "id").unwrap()).collect()
}

pub async fn texts(connection: &DatabaseConnection, sql: &str, column: &str) -> Vec<String> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get("", column).unwrap()).collect()
}
