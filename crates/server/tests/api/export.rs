//! The file of what is kept about a member.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::TestApp;

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
