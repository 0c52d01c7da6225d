//! The console: its login, its roles, the mail log, and what is written down of it.

use domain::ids::ChannelId;
use domain::operator::{Action, Role};
use domain::secret::Secret;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};
use store::NewMail;
use testkit::{MailSink, Manner, PASSWORD, audit_entry, operator};

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};

const LINK: &str = "https://demo.test/verify-email?signature=abc";
pub const ORIGIN: &str = "https://demo.test";

pub async fn channel(app: &TestApp, alias: &str) -> ChannelId {
    let channels = app.database.store.channels().await.unwrap();
    channels.iter().find(|channel| channel.identity.alias == alias).unwrap().identity.id
}

pub async fn hire(app: &TestApp, email: &str, alias: &str, role: Role) {
    let channel = channel(app, alias).await;
    let new = operator(email, &[(channel, role)]);
    app.database.store.operator_put(new, audit_entry(Action::CreateOwner)).await.unwrap();
}

pub async fn get(client: &Client, call: &str) -> Answer {
    let answer = client.raw(&format!("/console/api/{call}")).await;
    checked(&CONSOLE, "get", call, answer).await
}

pub async fn post(client: &Client, call: &str, body: Value) -> Answer {
    let request = client.request(Method::POST, &format!("/console/api/{call}")).header("origin", ORIGIN).json(&body);
    checked(&CONSOLE, "post", call, request.send().await.unwrap()).await
}

pub async fn call(client: &Client, method: Method, call: &str, body: Value) -> Answer {
    let word = method.as_str().to_lowercase();
    let request = client.request(method, &format!("/console/api/{call}")).header("origin", ORIGIN).json(&body);
    checked(&CONSOLE, &word, call, request.send().await.unwrap()).await
}

/// An administrator of the server, who has no role on any channel, logged in.
pub async fn administrator(app: &TestApp) -> Client {
    let email = "admin@server.test";
    app.database.store.operator_put(operator(email, &[]), audit_entry(Action::CreateOwner)).await.unwrap();
    app.database.execute(&format!("UPDATE operators SET is_administrator = TRUE WHERE email = '{email}'")).await;
    at_console(app, email).await
}

pub async fn log_in(client: &Client, email: &str, password: &str) -> Answer {
    post(client, "login", json!({ "email": email, "password": password })).await
}

/// The browser of a logged-in operator.
pub async fn at_console(app: &TestApp, email: &str) -> Client {
    let answer = log_in(&app.demo(), email, PASSWORD).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    app.demo().keeping(&answer.headers)
}

/// An operator of that role on the channel `demo`, logged in.
pub async fn hired(app: &TestApp, email: &str, role: Role) -> Client {
    hire(app, email, "demo", role).await;
    at_console(app, email).await
}

pub fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    Timestamp(since.as_millis().try_into().unwrap())
}

async fn write_to(app: &TestApp, alias: &str, to: &str) -> i64 {
    let mail = NewMail {
        account: None,
        kind: "verify_email",
        recipient: to.into(),
        subject: "Confirm your email address".into(),
        text: format!("Hello\n{LINK}\n"),
        html: format!("<p><a href=\"{LINK}\">Confirm</a></p>"),
        shown_text: "Hello\n••••••\n".into(),
        shown_html: "<p><a>Confirm</a></p>".into(),
    };
    let channel = channel(app, alias).await;
    app.database.store.mail_queue(channel, mail, now()).await.unwrap();
    app.database.store.mails(channel, Some(to), 1).await.unwrap()[0].id
}

/// What was written down, oldest first: action, subject, whether the actor is known.
pub async fn audit(app: &TestApp) -> Vec<(String, String, bool)> {
    let connection = Database::connect(&app.database.url).await.unwrap();
    let select = "SELECT action, subject, operator_id FROM audit WHERE action <> 'create_owner' ORDER BY id";
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    let row = |row: &sea_orm::QueryResult| {
        let operator: Option<i64> = row.try_get("", "operator_id").unwrap();
        (row.try_get("", "action").unwrap(), row.try_get("", "subject").unwrap(), operator.is_some())
    };
    rows.unwrap().iter().map(row).collect()
}

fn said(action: &str, subject: &str, known: bool) -> (String, String, bool) {
    (action.to_owned(), subject.to_owned(), known)
}

/// OPS-01, T27: a login gives a new session in a cookie that scripts and other sites cannot use; a logout ends it.
#[tokio::test]
async fn an_operator_logs_in_and_out() {
    let app = TestApp::start().await;
    hire(&app, "Owner@demo.test", "demo", Role::Owner).await;
    assert_eq!(get(&app.demo(), "session").await.body["data"], json!({ "operator": null, "channels": [] }));
    assert_eq!(get(&app.demo(), "channels").await.status, StatusCode::UNAUTHORIZED);

    let first = log_in(&app.demo(), " OWNER@demo.test", PASSWORD).await;
    let cookie = first.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-touchline-console="), "{cookie}");
    for part in ["Path=/", "HttpOnly", "SameSite=Strict", "Secure"] {
        assert!(cookie.contains(&format!("; {part}")), "{cookie}");
    }
    let browser = app.demo().keeping(&first.headers);
    let session = get(&browser, "session").await.body["data"].clone();
    assert_eq!(session["operator"]["email"], "Owner@demo.test");
    assert_eq!(session["channels"][0]["alias"], "demo");
    assert_eq!(session["channels"][0]["role"], "owner");
    assert_eq!(get(&browser, "channels").await.body["data"], session["channels"]);

    let again = log_in(&browser, "owner@demo.test", PASSWORD).await;
    let next = browser.keeping(&again.headers);
    assert_eq!(get(&browser, "channels").await.status, StatusCode::UNAUTHORIZED, "the session before it has ended");
    assert_eq!(get(&next, "channels").await.status, StatusCode::OK);
    let left = post(&next, "logout", json!({})).await;
    assert!(left.headers["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(get(&next, "channels").await.status, StatusCode::UNAUTHORIZED);
    let login = said("log_in", "Owner@demo.test", true);
    assert_eq!(audit(&app).await, [login.clone(), login, said("log_out", "Owner@demo.test", true)]);
}

/// T18, T27: whatever is wrong, the answer is the same, and is recorded; a fan is no operator, and the other way round;
/// a removed operator is refused too.
#[tokio::test]
async fn refused_console_logins_get_the_same_answer() {
    let app = TestApp::start().await;
    hire(&app, "owner@demo.test", "demo", Role::Owner).await;
    let fan = app.member("fan@demo.test").await;
    let mut answers = Vec::new();
    for (email, password) in
        [("owner@demo.test", "wrong"), ("nobody@demo.test", PASSWORD), ("fan@demo.test", PASSWORD), ("no address", "x")]
    {
        let answer = log_in(&app.demo(), email, password).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert!(!answer.headers.contains_key("set-cookie"));
        answers.push(answer.body);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    let as_session = app.demo().with_cookie(&format!("__Host-touchline-console={}", fan.key));
    assert_eq!(get(&as_session, "channels").await.status, StatusCode::UNAUTHORIZED);
    let key = app.demo().api_key().await;
    assert_ne!(app.demo().log_in(&key, "owner@demo.test", PASSWORD).await.status, StatusCode::OK);
    app.database.execute("UPDATE operators SET disabled_at = 1").await;
    assert_eq!(log_in(&app.demo(), "owner@demo.test", PASSWORD).await.body, answers[0]);
    assert_eq!(
        audit(&app).await,
        [
            said("log_in_failed", "owner@demo.test", true),
            said("log_in_failed", "nobody@demo.test", false),
            said("log_in_failed", "fan@demo.test", false),
            said("log_in_failed", "", false),
            said("log_in_failed", "owner@demo.test", true),
        ]
    );
    assert_eq!(app.count("operator_sessions").await, 0);
}

/// T18: guesses at an operator are slowed down as those at a fan are; the owner's own browser is not kept out.
#[tokio::test]
async fn guesses_at_an_operator_are_throttled() {
    let app = TestApp::start().await;
    app.clock.stop();
    hire(&app, "owner@demo.test", "demo", Role::Owner).await;
    hire(&app, "clerk@demo.test", "demo", Role::Owner).await;
    let known = log_in(&app.demo(), "owner@demo.test", PASSWORD).await;
    let device = known.headers.get_all("set-cookie").iter().nth(1).unwrap().to_str().unwrap().to_owned();
    for _ in 0..5 {
        assert_eq!(log_in(&app.demo(), "owner@demo.test", "wrong").await.body["code"], "wrong_auth_data");
    }
    let refused = log_in(&app.demo(), "owner@demo.test", PASSWORD).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let wait: i64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    let clerk = log_in(&app.demo(), "clerk@demo.test", PASSWORD).await;
    assert_eq!(clerk.status, StatusCode::OK, "nobody guessed at the clerk");
    app.clock.advance((wait - 1) * Timestamp::SECOND);
    let early = log_in(&app.demo(), "owner@demo.test", PASSWORD).await;
    assert_eq!(early.headers["retry-after"], "1", "{}", early.body);
    let owner = app.demo().with_cookie(device.split(';').next().unwrap());
    assert_eq!(log_in(&owner, "owner@demo.test", PASSWORD).await.status, StatusCode::OK);
    app.clock.advance(Timestamp::SECOND);
    assert_eq!(log_in(&app.demo(), "owner@demo.test", PASSWORD).await.status, StatusCode::OK, "the wait is over");
}

/// T27: a session that nobody uses ends after twelve hours, and any session after seven days.
#[tokio::test]
async fn sessions_of_operators_end_by_themselves() {
    let app = TestApp::start().await;
    app.clock.stop();
    let idle = hired(&app, "owner@demo.test", Role::Owner).await;
    app.clock.advance(Timestamp::SECOND);
    let (began, busy) = (app.clock.now(), hired(&app, "clerk@demo.test", Role::Support).await);
    app.clock.advance(12 * Timestamp::HOUR - Timestamp::SECOND);
    assert_eq!(get(&idle, "channels").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(get(&busy, "channels").await.status, StatusCode::OK, "a second is left");

    let end = began.plus(7 * Timestamp::DAY);
    while app.clock.now() < end.plus(-1) {
        // That it was used is noted after the answer.
        let noted = format!("operator_sessions WHERE last_seen_at = {}", app.clock.now().0);
        app.until(async || app.count(&noted).await == 1).await;
        app.clock.advance((end.0 - 1 - app.clock.now().0).min(11 * Timestamp::HOUR));
        assert_eq!(get(&busy, "channels").await.status, StatusCode::OK);
    }
    app.clock.advance(1);
    assert_eq!(get(&busy, "channels").await.status, StatusCode::UNAUTHORIZED, "seven days are over");
    assert_eq!(get(&at_console(&app, "clerk@demo.test").await, "channels").await.status, StatusCode::OK);
}

/// T40: a write needs JSON, and a page of this very host: not another site, not another host of the channel, not a form.
#[tokio::test]
async fn write_from_another_origin_is_refused() {
    let app = TestApp::start().await;
    hire(&app, "owner@demo.test", "demo", Role::Owner).await;
    let body = json!({ "email": "owner@demo.test", "password": PASSWORD });
    let login = || app.demo().request(Method::POST, "/console/api/login");
    for origin in
        [None, Some("https://evil.test"), Some("https://other.test"), Some("https://demo.test:444"), Some("null")]
    {
        let request = origin.into_iter().fold(login().json(&body), |request, origin| request.header("origin", origin));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{origin:?}");
        assert!(!answer.headers().contains_key("set-cookie"), "{origin:?}");
    }
    let form = login().header("origin", ORIGIN).header("content-type", "text/plain").body(body.to_string());
    assert_eq!(form.send().await.unwrap().status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(app.count("operator_sessions").await, 0);

    let owner = at_console(&app, "owner@demo.test").await;
    let foreign =
        owner.request(Method::POST, "/console/api/logout").header("origin", "https://evil.test").json(&json!({}));
    assert_eq!(foreign.send().await.unwrap().status(), StatusCode::FORBIDDEN);
    assert_eq!(get(&owner, "channels").await.status, StatusCode::OK, "still logged in");
}

/// OPS-01: the newest first, in parts, by state and address.
#[tokio::test]
async fn mail_log_is_looked_through() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    for to in ["fan@demo.test", "season@demo.test", "new@demo.test"] {
        write_to(&app, "demo", to).await;
    }
    let mail_log = format!("channels/{}/mails", channel(&app, "demo").await);
    app.until(async || get(&owner, &format!("{mail_log}?state=kept")).await.body["meta"]["total"] == 3).await;
    let list = get(&owner, &format!("{mail_log}?limit=2&offset=1")).await;
    let to: Vec<&str> = list.body["data"].as_array().unwrap().iter().map(|mail| mail["to"].as_str().unwrap()).collect();
    assert_eq!(to, ["season@demo.test", "fan@demo.test"]);
    assert_eq!(list.body["meta"], json!({ "total": 3, "offset": 1, "limit": 2 }));
    assert!(!list.body.to_string().contains(LINK), "a list shows no links");
    let found = get(&owner, &format!("{mail_log}?to=SEASON")).await;
    assert_eq!(found.body["data"][0]["to"], "season@demo.test");
    assert_eq!(found.body["data"].as_array().unwrap().len(), 1);
    assert_eq!(get(&owner, &format!("{mail_log}?state=sent")).await.body["data"], json!([]));
    for wrong in ["state=lost", "limit=0", "limit=201", "offset=x"] {
        assert_eq!(get(&owner, &format!("{mail_log}?{wrong}")).await.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

/// OPS-01, T27: each role sees what it may and no more, and every look is written down.
#[tokio::test]
async fn letters_are_shown_by_role() {
    let app = TestApp::start().await;
    let mail = write_to(&app, "demo", "fan@demo.test").await;
    let mail_log = format!("channels/{}/mails", channel(&app, "demo").await);
    let one = format!("{mail_log}/{mail}");
    for (email, role) in [("owner@demo.test", Role::Owner), ("support@demo.test", Role::Support)] {
        let shown = get(&hired(&app, email, role).await, &one).await.body["data"].clone();
        assert_eq!(shown["letter"], "shown");
        assert_eq!((&shown["text"], &shown["html"]), (&json!("Hello\n••••••\n"), &json!("<p><a>Confirm</a></p>")));
        assert!(!shown.to_string().contains("signature"), "T57: {shown}");
    }
    let finance = hired(&app, "finance@demo.test", Role::Finance).await;
    let withheld = get(&finance, &one).await.body;
    assert_eq!(withheld["data"]["letter"], "withheld");
    assert!(!withheld.to_string().contains("signature"), "{withheld}");
    assert_eq!(get(&finance, &mail_log).await.status, StatusCode::OK);
    let editor = hired(&app, "editor@demo.test", Role::Editor).await;
    for call in [&mail_log, &one] {
        let refused = get(&editor, call).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("role_forbids")));
    }
    let retried = post(&finance, &format!("{one}/retry"), json!({})).await;
    assert_eq!(retried.body["code"], "role_forbids");
    let id = mail.to_string();
    let mut looks = audit(&app).await;
    looks.retain(|(action, ..)| action != "log_in");
    assert_eq!(looks, [said("read_mail", &id, true), said("read_mail", &id, true), said("see_mail", &id, true)]);
}

/// I8, T26: an operator of one channel sees nothing of another, at whichever host they ask.
#[tokio::test]
async fn another_channels_mail_log_is_unknown() {
    let app = TestApp::start().await;
    let theirs = write_to(&app, "other", "rival@demo.test").await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let (demo, other) = (channel(&app, "demo").await, channel(&app, "other").await);
    for call in [
        format!("channels/{other}/mails"),
        format!("channels/{other}/mails/{theirs}"),
        format!("channels/{demo}/mails/{theirs}"),
        "channels/999/mails".into(),
    ] {
        let answer = get(&owner, &call).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{call}");
        assert!(!answer.body.to_string().contains("rival"), "{call}");
    }
    let retry = post(&owner, &format!("channels/{demo}/mails/{theirs}/retry"), json!({})).await;
    assert_eq!(retry.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&owner, &format!("channels/{demo}/mails")).await.body["data"], json!([]));
}

/// A mail that the server refused for good is sent again when an operator asks for it, and then its text is gone.
#[tokio::test]
async fn a_mail_that_was_given_up_is_sent_again() {
    let sink = MailSink::start(Manner::Answers(vec!["550 no such mailbox"])).await;
    let url = sink.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(Secret::new(url))).await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let mail = write_to(&app, "demo", "fan@demo.test").await;
    let one = format!("channels/{}/mails/{mail}", channel(&app, "demo").await);
    let state = async || get(&owner, &one).await.body["data"]["state"].clone();
    app.until(async || state().await == "failed").await;
    assert!(get(&owner, &one).await.body["data"]["problem"].as_str().unwrap().contains("no such mailbox"));
    let retried = post(&owner, &format!("{one}/retry"), json!({})).await;
    assert_eq!((retried.status, &retried.body["data"]["state"]), (StatusCode::OK, &json!("waiting")));
    sink.until_received(1).await;
    app.until(async || state().await == "sent").await;
    assert_eq!(get(&owner, &one).await.body["data"]["letter"], "forgotten");
    let again = post(&owner, &format!("{one}/retry"), json!({})).await;
    assert_eq!((again.status, &again.body["code"]), (StatusCode::BAD_REQUEST, &json!("mail_not_failed")));
    assert_eq!(audit(&app).await.iter().filter(|(action, ..)| action == "retry_mail").count(), 1);
}

/// The console describes itself; below its API nothing is a page.
#[tokio::test]
async fn the_console_has_a_document_of_its_own() {
    let app = TestApp::start().await;
    let document: Value = app.demo().raw("/console/api/openapi.json").await.json().await.unwrap();
    assert_eq!(document, *CONSOLE);
    for (path, methods) in document["paths"].as_object().unwrap() {
        assert!(methods.as_object().unwrap().values().all(|call| call["summary"].is_string()), "{path}");
    }
    let unknown = app.demo().raw("/console/api/nothing").await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
    assert_eq!(unknown.headers()["content-type"], "application/json");
}

/// T27, T28: the page takes scripts from here alone and cannot be framed; answers with people in them are not kept.
#[tokio::test]
async fn the_consoles_page_is_strict() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    assert_eq!(get(&owner, "session").await.headers["cache-control"], "no-store");
    let page = app.demo().raw("/console/mails").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    for part in ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "require-trusted-types-for"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("style-src 'unsafe-inline'") && !policy.contains("http"), "{policy}");
}
