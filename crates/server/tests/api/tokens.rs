//! Tokens of programs: what they open, and what ends them.

use domain::api_token;
use domain::ids::ChannelId;
use domain::operator::{May, Role};
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, channel, get, hire, hired, post};

/// A program's call: it has neither cookie nor origin.
pub async fn by_token(client: &Client, token: &str, method: Method, call: &str, body: Value) -> reqwest::Response {
    let request = client.request(method, &format!("/console/api/{call}"));
    request.header("authorization", format!("Bearer {token}")).json(&body).send().await.unwrap()
}

/// A token of that one scope.
pub async fn token_of(owner: &Client, channel: ChannelId, scope: May) -> String {
    let made = create(owner, channel, &format!("{scope:?}"), &[scope], None).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    made.body["data"]["token"].as_str().unwrap().to_owned()
}

async fn create(
    owner: &Client,
    channel: ChannelId,
    name: &str,
    scopes: &[May],
    expires_at: Option<Timestamp>,
) -> Answer {
    let expires_at = expires_at.map(Timestamp::seconds);
    post(
        owner,
        &format!("channels/{channel}/tokens"),
        json!({ "name": name, "scopes": scopes, "expires_at": expires_at }),
    )
    .await
}

async fn call(client: &Client, token: &str, method: Method, call: &str, body: Value) -> Answer {
    let word = method.as_str().to_lowercase();
    checked(&CONSOLE, &word, call, by_token(client, token, method, call, body).await).await
}

async fn read(app: &TestApp, token: &str, path: &str) -> StatusCode {
    call(&app.demo(), token, Method::GET, path, Value::Null).await.status
}

async fn remove(client: &Client, channel: ChannelId, id: i64) -> Answer {
    let path = format!("channels/{channel}/tokens/{id}");
    let request = client.request(Method::DELETE, &format!("/console/api/{path}")).header("origin", ORIGIN);
    checked(&CONSOLE, "delete", &path, request.send().await.unwrap()).await
}

async fn tokens(client: &Client, channel: ChannelId) -> Vec<Value> {
    get(client, &format!("channels/{channel}/tokens")).await.body["data"].as_array().unwrap().clone()
}

/// OPS-01, T27: a program reads and writes with a token, within its scopes; its changes are recorded as those of the
/// operator who made the token, with the token's name.
#[tokio::test]
async fn a_token_opens_its_scopes() {
    let app = TestApp::start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let made = create(&owner, demo, " Club site ", &[May::EditSite], None).await;
    let token = made.body["data"]["token"].as_str().unwrap().to_owned();
    assert_eq!(api_token::hash(&token).map(|_| token.len()), Some(53));
    let listed = tokens(&owner, demo).await;
    assert_eq!(listed, [made.body["data"]["item"].clone()]);
    let facts = ["name", "scopes", "created_by", "last_used_at", "expires_at"].map(|field| listed[0][field].clone());
    assert_eq!(facts, [json!("Club site"), json!(["edit_site"]), json!("Olive Owner"), Value::Null, Value::Null]);
    assert!(token.ends_with(listed[0]["ending"].as_str().unwrap()));

    assert_eq!(read(&app, &token, &format!("channels/{demo}/faq")).await, StatusCode::OK);
    let question = json!({ "question": "When?", "answer": "<p>Today.</p>" });
    let written = call(&app.demo(), &token, Method::POST, &format!("channels/{demo}/faq"), question).await;
    assert_eq!(written.status, StatusCode::OK, "{}", written.body);
    for (path, refused) in [("orders", "role_forbids"), ("tokens", "role_forbids"), ("team", "role_forbids")] {
        let answer = call(&app.demo(), &token, Method::GET, &format!("channels/{demo}/{path}"), Value::Null).await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (403, &json!(refused)), "{path}");
    }
    assert_eq!(read(&app, &token, "me").await, StatusCode::UNAUTHORIZED);
    let log = get(&owner, &format!("channels/{demo}/audit?action=create_faq&action=create_token")).await;
    let entries = log.body["data"].as_array().unwrap();
    assert_eq!(entries[0]["detail"]["token"], "Club site");
    assert_eq!(entries[0]["actor"]["name"], "Olive Owner");
    assert_eq!((&entries[1]["subject"], &entries[1]["after"]["scopes"]), (&json!("Club site"), &json!(["edit_site"])));
    assert!(!log.body.to_string().contains(&token) && !stored(&app).await.contains(&token), "only a hash is stored");
    let mut used = tokens(&owner, demo).await[0]["last_used_at"].clone();
    while used.is_null() {
        tokio::task::yield_now().await;
        used = tokens(&owner, demo).await[0]["last_used_at"].clone();
    }
}

/// Everything that is stored of tokens, as text.
async fn stored(app: &TestApp) -> String {
    let connection = Database::connect(&app.database.url).await.unwrap();
    let select = "SELECT name, ending, token_hash FROM api_tokens";
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    let text = |row: &sea_orm::QueryResult| {
        let hash: Vec<u8> = row.try_get("", "token_hash").unwrap();
        let [name, ending] = ["name", "ending"].map(|column| row.try_get::<String>("", column).unwrap());
        format!("{name} {ending} {}", String::from_utf8_lossy(&hash))
    };
    rows.unwrap().iter().map(text).collect()
}

/// T27: a token ends when it expires, is removed, or its operator loses the role; another one is not moved.
#[tokio::test]
async fn a_token_ends() {
    let app = TestApp::start().await;
    app.clock.stop();
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let second = hired(&app, "second@demo.test", Role::Owner).await;
    let (clips, orders) = (format!("channels/{demo}/clips"), format!("channels/{demo}/orders"));
    let kept = token_of(&owner, demo, May::ModerateClips).await;
    let ends = crate::console::now().plus(Timestamp::DAY);
    let expiring = create(&owner, demo, "Expiring", &[May::ModerateClips], Some(ends)).await.body["data"].clone();
    let expiring_token = expiring["token"].as_str().unwrap();
    let scopes = [May::ModerateClips, May::SeeOrders];
    let seconds = create(&second, demo, "Second's", &scopes, None).await.body["data"].clone();
    let seconds_token = seconds["token"].as_str().unwrap();
    for token in [&kept, expiring_token, seconds_token] {
        assert_eq!(read(&app, token, &clips).await, StatusCode::OK);
    }

    app.clock.advance(2 * Timestamp::DAY);
    assert_eq!(read(&app, expiring_token, &clips).await, StatusCode::UNAUTHORIZED);
    let owner = crate::console::at_console(&app, "owner@demo.test").await;
    let listed = tokens(&owner, demo).await;
    let expired: Vec<_> = listed.iter().filter(|token| token["has_expired"] == true).collect();
    assert_eq!(expired.len(), 1);
    assert_eq!(expired[0]["name"], "Expiring");

    app.database.execute("UPDATE operator_channels SET role = 'editor' WHERE operator_id = 2").await;
    assert_eq!(read(&app, seconds_token, &orders).await, StatusCode::FORBIDDEN, "an editor sees no orders");
    assert_eq!(read(&app, seconds_token, &clips).await, StatusCode::OK);
    app.database.execute("DELETE FROM operator_channels WHERE operator_id = 2").await;
    assert_eq!(read(&app, seconds_token, &clips).await, StatusCode::NOT_FOUND);
    let of_team = |name: &str, listed: &[Value]| {
        listed.iter().find(|token| token["name"] == name).map(|token| token["is_of_team"].clone())
    };
    let listed = tokens(&owner, demo).await;
    assert_eq!([of_team("Second's", &listed), of_team("Expiring", &listed)], [Some(json!(false)), Some(json!(true))]);
    hire(&app, "second@demo.test", "demo", Role::Editor).await;
    app.database.execute("UPDATE operators SET disabled_at = 1 WHERE id = 2").await;
    assert_eq!(read(&app, seconds_token, &clips).await, StatusCode::UNAUTHORIZED);

    let id = seconds["item"]["id"].as_i64().unwrap();
    assert_eq!(remove(&owner, channel(&app, "other").await, id).await.status, StatusCode::NOT_FOUND);
    assert_eq!(remove(&owner, demo, id).await.status, StatusCode::OK);
    assert_eq!(remove(&owner, demo, id).await.status, StatusCode::NOT_FOUND);
    app.database.execute("UPDATE operators SET disabled_at = NULL WHERE id = 2").await;
    assert_eq!(read(&app, seconds_token, &clips).await, StatusCode::UNAUTHORIZED);
    assert_eq!(read(&app, &kept, &clips).await, StatusCode::OK);
}

/// OPS-01: names are the channel's own, and what is wrong is said at its field.
#[tokio::test]
async fn wrong_tokens_are_refused_by_field() {
    let app = TestApp::start().await;
    let [demo, other] = [channel(&app, "demo").await, channel(&app, "other").await];
    hire(&app, "owner@demo.test", "other", Role::Owner).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    assert_eq!(create(&owner, demo, "Site", &[May::EditSite], None).await.status, StatusCode::OK);
    assert_eq!(create(&owner, other, "Site", &[May::EditSite], None).await.status, StatusCode::OK);
    let past = Some(crate::console::now().plus(-1_000));
    for (name, scopes, expires_at, field, code) in [
        ("Site ", &[May::EditSite][..], None, "name", "name_taken"),
        (" ", &[May::EditSite], None, "name", "required"),
        ("a", &[], None, "scopes", "required"),
        ("a", &[May::ManageTeam], None, "scopes", "invalid"),
        ("a", &[May::ManageIntegrations], None, "scopes", "invalid"),
        ("a", &[May::EditSite], past, "expires_at", "date"),
    ] {
        let refused = create(&owner, demo, name, scopes, expires_at).await;
        let problem = &refused.body["problems"][0];
        assert_eq!((refused.status.as_u16(), &problem["field"], &problem["code"]), (400, &json!(field), &json!(code)));
    }
    for number in 1..api_token::MAX_TOKENS {
        let made = create(&owner, demo, &format!("Token {number}"), &[May::EditSite], None).await;
        assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    }
    let refused = create(&owner, demo, "One more", &[May::EditSite], None).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (409, &json!("too_many_items")));
    assert_eq!((tokens(&owner, demo).await.len(), tokens(&owner, other).await.len()), (api_token::MAX_TOKENS, 1));
}

/// T40, T27: whatever stands in the header, a session does not count beside it: a page of another site cannot write with
/// an invented token in the browser of an operator.
#[tokio::test]
async fn odd_tokens_open_nothing() {
    let app = TestApp::start().await;
    let demo = channel(&app, "demo").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let path = format!("channels/{demo}/faq");
    let unknown = api_token::issue([7; 32]);
    for token in ["", "x", "touchline_", unknown.as_str(), &unknown[..52], &"a".repeat(4_000)] {
        for client in [&app.demo(), &owner] {
            let question = json!({ "question": "When?", "answer": "<p>Today.</p>" });
            let answer = call(client, token, Method::POST, &path, question).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{token}");
        }
        assert_eq!(read(&app, token, "me").await, StatusCode::UNAUTHORIZED);
    }
    let basic = owner.request(Method::GET, &format!("/console/api/{path}")).header("authorization", "Basic YTpi");
    assert_eq!(basic.send().await.unwrap().status(), StatusCode::OK, "a proxy's own login is left alone");
}
