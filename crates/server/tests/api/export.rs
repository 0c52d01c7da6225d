//! The file of what is kept about a member.

use reqwest::StatusCode;
use sea_orm::Database;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::shop::{MONTHLY, SEASON_PASS, Shop};
use crate::traces::{ID, rows_of, tables_of_people, zacharias};

/// Where each table that knows accounts is in the file, or why it is not. A table that is added later has to be here.
const TABLES: [(&str, Told); 20] = [
    ("sessions", Told::At("/sessions")),
    ("player_addresses", Told::At("/player_addresses")),
    ("favourites", Told::At("/favorites")),
    ("identities", Told::At("/identities")),
    ("passkeys", Told::At("/passkeys")),
    ("mails", Told::At("/mails")),
    ("form_entries", Told::At("/forms")),
    ("entitlements", Told::At("/passes")),
    ("orders", Told::At("/orders")),
    ("order_lines", Told::Within("/orders", "lines")),
    ("subscriptions", Told::At("/subscriptions")),
    ("coupon_redemptions", Told::At("/coupons")),
    ("trials", Told::At("/trial")),
    ("payment_customers", Told::At("/payments")),
    ("downloads", Told::At("/downloads")),
    ("clips", Told::At("/clips")),
    ("seen_prerolls", Told::At("/prerolls")),
    ("unsaved_cards", Told::Nowhere("the provider's names of cards, kept until it has let them go")),
    ("webhook_deliveries", Told::Nowhere("copies of what is told above, by ids, on their way to another program")),
    ("tickets", Told::Nowhere("links and codes on their way: secrets that end by themselves")),
];

/// How the rows of a table are in the file.
enum Told {
    At(&'static str),
    Within(&'static str, &'static str),
    Nowhere(&'static str),
}

/// How many things stand at a place of the file: those of a list, or the one.
fn things(place: &Value) -> usize {
    match place {
        Value::Array(list) => list.len(),
        Value::Null => 0,
        _ => 1,
    }
}

/// AUTH-13, T43: every row of every table that knows the member is told of in the file.
#[tokio::test]
async fn no_table_that_knows_a_member_is_left_out() {
    let shop = Shop::open().await;
    let person = zacharias(&shop).await;
    let file = person.get("profile/export").await.body;
    let connection = Database::connect(&shop.app.database.url).await.unwrap();
    for table in tables_of_people(&connection).await {
        let rows = rows_of(&connection, &table, ID).await.len();
        let told = TABLES.iter().find(|(known, _)| *known == table).map(|(_, told)| told);
        let count = match told.unwrap_or_else(|| panic!("is {table} in the file?")) {
            Told::At(place) => things(file.pointer(place).unwrap()),
            Told::Within(place, field) => {
                file.pointer(place).unwrap().as_array().unwrap().iter().map(|thing| things(&thing[field])).sum()
            }
            Told::Nowhere(reason) => {
                assert!(!reason.is_empty());
                continue;
            }
        };
        assert_eq!(count, rows, "{table} in {file}");
    }
}

/// AUTH-13, T43: the file says what was bought, how it came to be held, for how long, and the payer.
#[tokio::test]
async fn purchases_are_in_the_export() {
    let shop = Shop::open().await;
    let person = zacharias(&shop).await;
    let file = person.get("profile/export").await.body;
    let [season, monthly] = [&file["passes"][0], &file["passes"][1]];
    assert_eq!((&season["product"]["id"], &season["product"]["name"]), (&json!(SEASON_PASS), &json!("Season pass")));
    assert_eq!((&season["source"], &monthly["source"]), (&json!("purchase"), &json!("trial")));
    assert!(season["ends_at"].as_i64() > season["starts_at"].as_i64(), "{season}");
    let [order, trial] = [&file["orders"][0], &file["orders"][1]];
    assert_eq!((&order["price"], &order["coupon"], &order["status"]), (&json!("44.99"), &json!("TEN"), &json!("paid")));
    assert_eq!((&order["lines"][0]["discount"], &order["trk"]), (&json!("5.00"), &json!("quillfeather-poster")));
    assert_eq!((&season["order_id"], &file["coupons"][0]["code"]), (&order["id"], &json!("TEN")));
    assert_eq!((&file["trial"]["order_id"], &trial["price"]), (&trial["id"], &json!("0.00")));
    let subscription = &file["subscriptions"][0];
    assert_eq!((&subscription["product"]["id"], &subscription["price"]), (&json!(MONTHLY), &json!("9.99")));
    assert_eq!((&subscription["is_trial"], &subscription["auto_renewal"]), (&json!(true), &json!("active")));
    assert_eq!(file["payments"]["provider"], "testbank");
    assert_eq!(file["downloads"], json!([{ "event_id": 1, "created_at": 1_800_000_000 }]));
    assert_eq!(file["prerolls"], json!([{ "id": 1, "event_id": 1, "until": 1_800_003_600 }]));
    let stranger = shop.app.member("rival@demo.test").await.get("profile/export").await.body;
    for list in ["passes", "orders", "subscriptions", "coupons", "downloads", "prerolls"] {
        assert_eq!(stranger[list], json!([]), "{list}");
    }
    assert_eq!((&stranger["trial"], &stranger["payments"]), (&Value::Null, &Value::Null));
    let text = file.to_string();
    for secret in ["cus_", "pi_", "sub_", "zacharias-a"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

/// AUTH-13, T43: everything that is kept about a member is in the file, nothing about others, and no secret.
#[tokio::test]
async fn a_member_gets_everything_that_is_kept() {
    let app = TestApp::start().await;
    let fan = app.member("fan@demo.test").await;
    let rival = app.member("rival@demo.test").await;
    for member in [&fan, &rival] {
        let favourite = json!({ "favoritable_id": 1, "favoritable_type": "event" });
        assert_eq!(member.post("favorite", favourite).await.status, StatusCode::OK);
    }
    let pairs = [("name", "Ada"), ("email", "ada@example.org"), ("message", "Hello there")];
    let fields: Vec<Value> = pairs.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
    assert_eq!(fan.post("custom-forms/contacts", json!({ "fields": fields })).await.status, StatusCode::OK);
    app.database
        .execute(
            "INSERT INTO identities (channel_id, account_id, issuer, subject, created_at) \
             SELECT channel_id, id, 'https://id.test', 'subject', 5000 FROM accounts WHERE email = 'fan@demo.test'",
        )
        .await;

    let answer = fan.get("profile/export").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"my-data.json\"");
    assert_eq!(answer.headers["cache-control"], "no-store");
    let file = &answer.body;
    assert_eq!(file["profile"]["email"], "fan@demo.test");
    assert_eq!((&file["registered_at"], &file["channel"]), (&json!(1), &json!("demo sports")));
    assert_eq!(file["favorites"].as_array().unwrap().len(), 1);
    assert_eq!(file["sessions"][0]["device"], "Unknown device");
    assert_eq!(file["identities"], json!([{ "name": "https://id.test", "created_at": 5 }]));
    assert_eq!(file["passkeys"], json!([]));
    assert_eq!(
        (&file["forms"][0]["form"], &file["forms"][0]["answers"]["message"]),
        (&json!("contacts"), &json!("Hello there"))
    );
    assert_eq!(file["mails"][0]["to"], "fan@demo.test", "the mail about a new device");
    let text = file.to_string();
    for secret in [fan.key.as_str(), "argon2", "rival", "signature="] {
        assert!(!text.contains(secret), "{secret}");
    }
    let nobody = app.demo().get_keyed("profile/export").await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}
