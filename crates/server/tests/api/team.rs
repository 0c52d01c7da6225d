//! The team of a channel: invitations, roles, and what a removed operator loses.

use domain::operator::{Action, Role};
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};
use testkit::{PASSWORD, audit_entry, operator};

use crate::app::{Answer, Client, TestApp};
use crate::console::{at_console, audit, call, channel, get, hire, hired, post};

const SECRET: &str = "kettle & moss";
const DAY: i64 = Timestamp::DAY;

async fn team(app: &TestApp, client: &Client, alias: &str) -> Value {
    let answer = get(client, &format!("channels/{}/team", channel(app, alias).await)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

/// Mail address and role of everybody in the team, by address.
async fn roles(app: &TestApp, client: &Client, alias: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let team = team(app, client, alias).await;
    let mut roles: Vec<_> =
        team["members"].as_array().unwrap().iter().map(|of| (text(&of["email"]), text(&of["role"]))).collect();
    roles.sort();
    roles
}

fn said(email: &str, role: &str) -> (String, String) {
    (email.to_owned(), role.to_owned())
}

async fn id_of(app: &TestApp, client: &Client, email: &str) -> i64 {
    let team = team(app, client, "demo").await;
    let found = team["members"].as_array().unwrap().iter().find(|of| of["email"] == email);
    found.unwrap()["id"].as_i64().unwrap()
}

async fn invite(app: &TestApp, client: &Client, email: &str, role: &str) -> Answer {
    let path = format!("channels/{}/invitations", channel(app, "demo").await);
    post(client, &path, json!({ "email": email, "role": role, "language": "en" })).await
}

/// The token in the newest invitation to an address.
async fn token(app: &TestApp, email: &str) -> String {
    let mail = app.last_mail(email, "invitation").await.unwrap();
    let (_, rest) = mail.text.split_once("https://demo.test/console/invitation#").expect(&mail.text);
    rest.split_whitespace().next().unwrap().to_owned()
}

async fn look(client: &Client, token: &str) -> Answer {
    post(client, "invitation", json!({ "token": token })).await
}

async fn accept(client: &Client, token: &str) -> Answer {
    post(client, "invitation/accept", json!({ "token": token, "name": "Ann Archer", "password": SECRET })).await
}

fn assert_ended(answer: &Answer) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::NOT_FOUND, &json!("invitation_ended")));
    assert_eq!(answer.body["message"], "This invitation is no longer valid");
    assert!(!answer.headers.contains_key("set-cookie"));
}

/// OPS-01, T19, T27: an owner invites a colleague, who accepts by the mailed link, is logged in and has the role, on
/// the one channel alone. The link works once.
#[tokio::test]
async fn colleague_is_invited_and_joins() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    hire(&app, "owner@other.test", "other", Role::Owner).await;
    let neighbour = at_console(&app, "owner@other.test").await;
    let invited = invite(&app, &owner, "  Ann@Demo.test ", "editor").await;
    assert_eq!(invited.status, StatusCode::OK, "{}", invited.body);
    let shown = &invited.body["data"];
    assert_eq!((&shown["email"], &shown["role"]), (&json!("Ann@Demo.test"), &json!("editor")));
    assert_eq!(shown["expires_at"].as_i64().unwrap() - shown["created_at"].as_i64().unwrap(), 7 * DAY / 1_000);
    assert_eq!(team(&app, &owner, "demo").await["invitations"], json!([shown]));
    assert_eq!(team(&app, &neighbour, "other").await["invitations"], json!([]));

    let token = token(&app, "Ann@Demo.test").await;
    let hashed = app.count("operator_invitations").await;
    assert_eq!(hashed, 1);
    let stored = stored_invitations(&app).await;
    assert!(!stored.contains(&token), "only a hash is stored: {stored}");
    assert!(!invited.body.to_string().contains(&token), "the inviter does not learn it");
    let received = look(&app.demo(), &token).await.body["data"].clone();
    assert_eq!(received["email"], "Ann@Demo.test");
    assert_eq!((&received["role"], &received["invited_by"]), (&json!("editor"), &json!("Olive Owner")));
    assert_eq!((&received["has_account"], &received["expires_at"]), (&json!(false), &shown["expires_at"]));

    let joined = accept(&app.demo(), &token).await;
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.body);
    let cookie = joined.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-touchline-console=") && cookie.contains("HttpOnly"), "{cookie}");
    let ann = app.demo().keeping(&joined.headers);
    let session = get(&ann, "session").await.body["data"].clone();
    assert_eq!(session, joined.body["data"]);
    assert_eq!(session["operator"]["email"], "Ann@Demo.test");
    assert_eq!(session["operator"]["name"], "Ann Archer");
    assert_eq!(session["channels"].as_array().unwrap().len(), 1);
    assert_eq!(session["channels"][0]["role"], "editor");
    assert_eq!(roles(&app, &owner, "demo").await, [said("Ann@Demo.test", "editor"), said("owner@demo.test", "owner")]);
    assert_eq!(roles(&app, &neighbour, "other").await, [said("owner@other.test", "owner")]);
    assert_eq!(team(&app, &owner, "demo").await["invitations"], json!([]));

    assert_ended(&look(&app.demo(), &token).await);
    assert_ended(&accept(&app.demo(), &token).await);
    let again = post(&app.demo(), "login", json!({ "email": "ann@demo.test", "password": SECRET })).await;
    assert_eq!(again.status, StatusCode::OK);
    let log: Vec<_> = audit(&app).await.into_iter().filter(|(action, ..)| action != "log_in").collect();
    let entry = |action: &str| (action.to_owned(), "Ann@Demo.test".to_owned(), true);
    assert_eq!(log, [entry("invite_operator"), entry("accept_invitation")]);
}

/// Everything that is stored of invitations, as text.
async fn stored_invitations(app: &TestApp) -> String {
    let connection = Database::connect(&app.database.url).await.unwrap();
    let select = "SELECT email, email_key, role, token_hash FROM operator_invitations";
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    let text = |row: &sea_orm::QueryResult| {
        let hash: Vec<u8> = row.try_get("", "token_hash").unwrap();
        let [email, key, role] = ["email", "email_key", "role"].map(|name| row.try_get::<String>("", name).unwrap());
        format!("{email} {key} {role} {}", String::from_utf8_lossy(&hash))
    };
    rows.unwrap().iter().map(text).collect()
}

/// OPS-01, T57: the invitation speaks the chosen language and names channel, inviter, role and last day; the mail log
/// shows it without its link.
#[tokio::test]
async fn invitation_mail_is_blanked_in_the_log() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let demo = channel(&app, "demo").await;
    let body = json!({ "email": "ann@demo.test", "role": "finance", "language": "bg" });
    assert_eq!(post(&owner, &format!("channels/{demo}/invitations"), body).await.status, StatusCode::OK);
    let token = token(&app, "ann@demo.test").await;
    let mail = app.mail("ann@demo.test", "invitation").await;
    for part in ["Olive Owner", "Финанси", "7 дни"] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
    }
    let mails = format!("channels/{demo}/mails");
    let list = get(&owner, &mails).await.body;
    let shown = get(&owner, &format!("{mails}/{}", list["data"][0]["id"])).await.body;
    assert_eq!((&shown["data"]["kind"], &shown["data"]["letter"]), (&json!("invitation"), &json!("shown")));
    for answer in [&list, &shown] {
        let said = answer.to_string();
        assert!(!said.contains(&token) && !said.contains("/console/invitation"), "{said}");
    }
    assert!(shown["data"]["text"].as_str().unwrap().contains("Финанси"));
}

/// OPS-01, T19: a used, withdrawn, replaced, resent, old or invented token gets one and the same answer.
#[tokio::test]
async fn tokens_that_ended_sound_the_same() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let demo = channel(&app, "demo").await;
    let path = format!("channels/{demo}/invitations");
    invite(&app, &owner, "ann@demo.test", "editor").await;
    let replaced = token(&app, "ann@demo.test").await;
    let id = invite(&app, &owner, "ANN@demo.test", "support").await.body["data"]["id"].clone();
    let resent = token(&app, "ANN@demo.test").await;
    app.clock.advance(DAY);
    let owner = at_console(&app, "owner@demo.test").await;
    let again = post(&owner, &format!("{path}/{id}/resend"), json!({ "language": "fr" })).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.body);
    assert_eq!(again.body["data"]["expires_at"], json!(app.clock.now().plus(7 * DAY).seconds()));
    let good = token(&app, "ANN@demo.test").await;
    assert!(app.last_mail("ANN@demo.test", "invitation").await.unwrap().text.contains("Assistance"));
    for ended in [replaced.as_str(), &resent, "", "nonsense", &"a".repeat(43)] {
        assert_ended(&look(&app.demo(), ended).await);
        assert_ended(&accept(&app.demo(), ended).await);
    }
    app.clock.advance(7 * DAY - Timestamp::SECOND);
    let owner = at_console(&app, "owner@demo.test").await;
    assert_eq!(look(&app.demo(), &good).await.status, StatusCode::OK, "a second is left");
    app.clock.advance(Timestamp::SECOND);
    assert_ended(&look(&app.demo(), &good).await);
    assert_ended(&accept(&app.demo(), &good).await);
    assert_eq!(team(&app, &owner, "demo").await["invitations"], json!([]));
    let late = post(&owner, &format!("{path}/{id}/resend"), json!({})).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);

    let id = invite(&app, &owner, "ben@demo.test", "support").await.body["data"]["id"].clone();
    invite(&app, &owner, "cleo@demo.test", "support").await;
    let withdrawn = token(&app, "ben@demo.test").await;
    assert_eq!(call(&owner, Method::DELETE, &format!("{path}/{id}"), json!({})).await.status, StatusCode::OK);
    assert_ended(&accept(&app.demo(), &withdrawn).await);
    assert_eq!(call(&owner, Method::DELETE, &format!("{path}/{id}"), json!({})).await.status, StatusCode::NOT_FOUND);
    assert_eq!(look(&app.demo(), &token(&app, "cleo@demo.test").await).await.status, StatusCode::OK);
    assert_eq!(app.count("operators").await, 1);
}

/// OPS-01, T19: a link that is used twice at the same moment makes one operator with one session.
#[tokio::test]
async fn link_used_twice_at_once_makes_one_operator() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    invite(&app, &owner, "ann@demo.test", "editor").await;
    let token = token(&app, "ann@demo.test").await;
    let (one, two) = (app.demo(), app.demo());
    let answers: [Answer; 2] = tokio::join!(accept(&one, &token), accept(&two, &token)).into();
    let [good, bad] = if answers[0].status == StatusCode::OK { [0, 1] } else { [1, 0] };
    assert_eq!(answers[good].status, StatusCode::OK, "{}", answers[good].body);
    assert_ne!(answers[bad].status, StatusCode::OK);
    let code = answers[bad].body["code"].as_str().unwrap();
    // The second may find the account that the first has just made.
    assert!(["invitation_ended", "invitation_needs_login"].contains(&code), "{code}");
    assert_eq!(app.count("operators").await, 2);
    assert_eq!(app.count("operator_sessions").await, 2);
}

/// OPS-01, T27: an address that has an account accepts when that very account is logged in, and not otherwise. Its
/// password, name and other channels stay.
#[tokio::test]
async fn existing_account_accepts_by_its_login() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    hire(&app, "ann@other.test", "other", Role::Finance).await;
    let ann = at_console(&app, "ann@other.test").await;
    invite(&app, &owner, "ANN@other.test", "editor").await;
    let token = token(&app, "ANN@other.test").await;
    assert_eq!(look(&app.demo(), &token).await.body["data"]["has_account"], json!(true));
    for wrong in [&app.demo(), &owner] {
        let refused = accept(wrong, &token).await;
        assert_eq!(refused.body["code"], "invitation_needs_login", "{}", refused.body);
        assert_eq!(refused.body["message"], "Log in with the invited e-mail address to accept this invitation");
        assert!(!refused.headers.contains_key("set-cookie"));
    }
    let joined = post(&ann, "invitation/accept", json!({ "token": token })).await;
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.body);
    let channels: Vec<_> = joined.body["data"]["channels"].as_array().unwrap().iter().collect();
    let roles: Vec<_> =
        channels.iter().map(|of| (of["alias"].as_str().unwrap(), of["role"].as_str().unwrap())).collect();
    assert_eq!(roles, [("demo", "editor"), ("other", "finance")]);
    assert_eq!(joined.body["data"]["operator"]["name"], "Olive Owner", "not what was sent");
    let login = post(&app.demo(), "login", json!({ "email": "ann@other.test", "password": PASSWORD })).await;
    assert_eq!(login.status, StatusCode::OK, "the password is as it was");
    assert_ended(&accept(&ann, &token).await);
}

/// OPS-01, T18: a new operator's name and password are checked, and the link is still good after a slip.
#[tokio::test]
async fn new_operators_fields_are_checked() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    invite(&app, &owner, "ann.archer@demo.test", "editor").await;
    let token = token(&app, "ann.archer@demo.test").await;
    for (name, password, problems) in [
        ("", "", vec![json!(["name", "required", {}]), json!(["password", "required", {}])]),
        ("<b>", SECRET, vec![json!(["name", "invalid", {}])]),
        ("Ann", "short", vec![json!(["password", "password_too_short", { "min": 8 }])]),
        ("Ann", "ann.archer", vec![json!(["password", "too_common", {}])]),
    ] {
        let body = json!({ "token": token, "name": name, "password": password });
        let answer = post(&app.demo(), "invitation/accept", body).await;
        assert_eq!((answer.status, answer.problems()), (StatusCode::BAD_REQUEST, problems), "{name} {password}");
    }
    assert_eq!(accept(&app.demo(), &token).await.status, StatusCode::OK);
}

/// T18: guessed tokens are slowed down as guessed passwords are.
#[tokio::test]
async fn guesses_at_tokens_are_throttled() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    invite(&app, &owner, "ann@demo.test", "editor").await;
    let token = token(&app, "ann@demo.test").await;
    for _ in 0..40 {
        assert_eq!(look(&app.demo(), &token).await.status, StatusCode::OK, "a good one costs nothing");
    }
    for guess in 0..30 {
        let client = app.demo();
        let answer = if guess % 2 == 0 { look(&client, "guess").await } else { accept(&client, "guess").await };
        assert_ended(&answer);
    }
    let refused = look(&app.demo(), &token).await;
    assert_eq!(
        (refused.status, &refused.headers["retry-after"]),
        (StatusCode::TOO_MANY_REQUESTS, &"1".parse().unwrap())
    );
    app.clock.advance(Timestamp::SECOND);
    assert_eq!(look(&app.demo(), &token).await.status, StatusCode::OK);
}

/// OPS-01, T27: another role holds from the next call, and a removed operator sees nothing of the channel with their
/// open session; their other channel stays.
#[tokio::test]
async fn removed_operator_loses_the_channel_at_once() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let (demo, other) = (channel(&app, "demo").await, channel(&app, "other").await);
    let both = operator("ann@demo.test", &[(demo, Role::Editor), (other, Role::Finance)]);
    app.database.store.operator_put(both, audit_entry(Action::CreateOwner)).await.unwrap();
    hire(&app, "ben@demo.test", "demo", Role::Editor).await;
    let (ann, ben) = (at_console(&app, "ann@demo.test").await, at_console(&app, "ben@demo.test").await);
    let embedding = format!("channels/{demo}/embedding");
    let orders = format!("channels/{demo}/orders");
    assert_eq!(get(&ann, &embedding).await.status, StatusCode::OK);
    assert_eq!(get(&ann, &orders).await.status, StatusCode::FORBIDDEN);

    let path = format!("channels/{demo}/team/{}", id_of(&app, &owner, "ann@demo.test").await);
    let changed = call(&owner, Method::PATCH, &path, json!({ "role": "finance" })).await;
    assert_eq!((changed.status, &changed.body["data"]["role"]), (StatusCode::OK, &json!("finance")));
    assert_eq!(get(&ann, &embedding).await.status, StatusCode::FORBIDDEN);
    assert_eq!(get(&ann, &orders).await.status, StatusCode::OK);

    assert_eq!(call(&owner, Method::DELETE, &path, json!({})).await.status, StatusCode::OK);
    for lost in [&embedding, &orders, &format!("channels/{demo}/team")] {
        assert_eq!(get(&ann, lost).await.status, StatusCode::NOT_FOUND, "{lost}");
    }
    let session = get(&ann, "session").await.body["data"].clone();
    assert_eq!(session["channels"].as_array().unwrap().len(), 1);
    assert_eq!(session["channels"][0]["alias"], "other");
    assert_eq!(get(&ann, &format!("channels/{other}/orders")).await.status, StatusCode::OK);
    assert_eq!(get(&ben, &embedding).await.status, StatusCode::OK, "nobody removed ben");
    assert_eq!(call(&owner, Method::DELETE, &path, json!({})).await.status, StatusCode::NOT_FOUND);
    let log: Vec<_> = audit(&app).await.into_iter().filter(|(action, ..)| action != "log_in").collect();
    let entry = |action: &str| (action.to_owned(), "ann@demo.test".to_owned(), true);
    assert_eq!(log, [entry("change_role"), entry("remove_operator")]);
}

/// OPS-01, T26, T27: owners alone manage the team, each that of their own channel; the last owner stays.
#[tokio::test]
async fn owners_alone_manage_their_team() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    hire(&app, "theirs@other.test", "other", Role::Owner).await;
    let theirs = at_console(&app, "theirs@other.test").await;
    let demo = channel(&app, "demo").await;
    let invitation = invite(&app, &owner, "new@demo.test", "editor").await.body["data"]["id"].clone();
    let me = id_of(&app, &owner, "owner@demo.test").await;
    let mut callers = vec![(theirs, StatusCode::NOT_FOUND)];
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Owner) {
        let email = format!("{role:?}@demo.test").to_lowercase();
        callers.push((hired(&app, &email, role).await, StatusCode::FORBIDDEN));
    }
    let before = team(&app, &owner, "demo").await;
    for (client, status) in &callers {
        for (method, path, body) in [
            (Method::GET, "team".to_owned(), json!({})),
            (Method::PATCH, format!("team/{me}"), json!({ "role": "support" })),
            (Method::DELETE, format!("team/{me}"), json!({})),
            (Method::POST, "invitations".to_owned(), json!({ "email": "x@demo.test", "role": "owner" })),
            (Method::POST, format!("invitations/{invitation}/resend"), json!({})),
            (Method::DELETE, format!("invitations/{invitation}"), json!({})),
        ] {
            let answer = call(client, method.clone(), &format!("channels/{demo}/{path}"), body).await;
            assert_eq!(answer.status, *status, "{method} {path}");
        }
    }
    let other = channel(&app, "other").await;
    for (method, path) in
        [(Method::DELETE, format!("team/{me}")), (Method::DELETE, format!("invitations/{invitation}"))]
    {
        let answer = call(&callers[0].0, method, &format!("channels/{other}/{path}"), json!({})).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "at their own channel: {path}");
    }
    for (method, body) in [(Method::DELETE, json!({})), (Method::PATCH, json!({ "role": "editor" }))] {
        let last = call(&owner, method, &format!("channels/{demo}/team/{me}"), body).await;
        assert_eq!((last.status, &last.body["code"]), (StatusCode::CONFLICT, &json!("last_owner")));
    }
    // The owner has been seen since; nothing else moved.
    assert_eq!(without_use(team(&app, &owner, "demo").await), without_use(before));
    assert_eq!(app.mails("x@demo.test").await, []);
    assert_eq!(app.mails("new@demo.test").await.len(), 1);
}

fn without_use(mut team: Value) -> Value {
    for member in team["members"].as_array_mut().unwrap() {
        member["last_seen_at"] = Value::Null;
    }
    team
}

/// OPS-01: the team's answer has what its screen shows, the roles' permissions among it.
#[tokio::test]
async fn team_lists_people_and_roles() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    hire(&app, "ben@demo.test", "demo", Role::Support).await;
    app.database.execute("UPDATE operators SET totp_since = 1 WHERE email = 'ben@demo.test'").await;
    let team = team(&app, &owner, "demo").await;
    let members = team["members"].as_array().unwrap();
    let of = |email: &str| members.iter().find(|of| of["email"] == email).unwrap();
    assert_eq!(members.len(), 2);
    let (one, ben) = (of("owner@demo.test"), of("ben@demo.test"));
    assert_eq!((&one["is_last_owner"], &one["has_second_factor"]), (&json!(true), &json!(false)));
    assert!(one["last_seen_at"].is_i64());
    assert_eq!((&ben["is_last_owner"], &ben["has_second_factor"]), (&json!(false), &json!(true)));
    assert_eq!(ben["last_seen_at"], Value::Null);
    let roles = team["roles"].as_array().unwrap();
    assert_eq!(
        roles.iter().map(|of| of["role"].as_str().unwrap()).collect::<Vec<_>>(),
        ["owner", "editor", "producer", "finance", "support"]
    );
    assert!(roles[0]["may"].as_array().unwrap().contains(&json!("manage_team")));
    assert_eq!(roles[2]["may"], json!(["edit_library"]));
}

/// OPS-01, T46: odd addresses are refused, an address in the team is named as such, and a channel sends thirty
/// invitations an hour; another channel has its own.
#[tokio::test]
async fn invitations_have_limits() {
    let app = TestApp::start().await;
    app.clock.stop();
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    for odd in ["", "ann", "ann@demo", "<ann@demo.test>", "ann@demo.test\nBcc: x@demo.test", "a b@demo.test"] {
        let refused = invite(&app, &owner, odd, "editor").await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{odd:?}");
        assert!(refused.body["errors"]["email"].is_array(), "{}", refused.body);
    }
    assert_eq!(invite(&app, &owner, "ann@demo.test", "king").await.status, StatusCode::BAD_REQUEST);
    for _ in 0..40 {
        let refused = invite(&app, &owner, " OWNER@demo.test", "editor").await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::CONFLICT, &json!("already_in_team")));
    }
    let id = invite(&app, &owner, "ann@demo.test", "editor").await.body["data"]["id"].clone();
    let resend = format!("channels/{}/invitations/{id}/resend", channel(&app, "demo").await);
    for _ in 1..30 {
        assert_eq!(post(&owner, &resend, json!({})).await.status, StatusCode::OK);
    }
    for refused in [post(&owner, &resend, json!({})).await, invite(&app, &owner, "ben@demo.test", "editor").await] {
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.headers["retry-after"], "120", "{}", refused.body);
    }
    assert_eq!(app.mails("ann@demo.test").await.len(), 30);
    hire(&app, "owner@other.test", "other", Role::Owner).await;
    let neighbour = at_console(&app, "owner@other.test").await;
    let theirs = format!("channels/{}/invitations", channel(&app, "other").await);
    let body = json!({ "email": "ben@demo.test", "role": "editor" });
    assert_eq!(post(&neighbour, &theirs, body).await.status, StatusCode::OK);
    app.clock.advance(2 * Timestamp::MINUTE);
    assert_eq!(invite(&app, &owner, "ben@demo.test", "editor").await.status, StatusCode::OK);
}
