//! Letters as operators see them: nothing of them lets anybody in.

use std::collections::BTreeSet;

use domain::channel::AccountRules;
use domain::operator::Role;
use domain::secret::Secret;
use serde_json::{Value, json};
use testkit::{MailSink, Manner, PASSWORD, account};

use crate::app::{Client, Member, TestApp};
use crate::console::{at_console, audit, channel, get, hire, post};

const TWO: [(&str, &str); 2] = [("demo", "demo.test"), ("other", "other.test")];

/// Has one person of a channel, and another, be written everything that people are written about their accounts.
async fn write_everything(app: &TestApp, alias: &str, host: &str) {
    let client = app.at(host);
    for name in ["fan", "rival"] {
        let email = format!("{name}@{host}");
        let register = json!({
            "first_name": "Ada", "last_name": "Lovelace", "email": format!("new-{email}"),
            "password": "kettle & moss", "password_confirmation": "kettle & moss", "terms": true,
        });
        client.post_solved("v2/auth/register", register).await;
        app.account_create(alias, account(&email)).await;
        let member = Member::log_in(client.clone(), &email).await;
        for (call, body) in
            [("auth/login-code", json!({ "email": email })), ("auth/password-reset-request", json!({ "email": email }))]
        {
            let sent = client.post_solved(call, body).await;
            assert_eq!(sent.body["data"], json!({ "sent": true }), "{}", sent.body);
        }
        let change = json!({ "_method": "patch", "email": format!("next-{email}"), "current_password": PASSWORD });
        assert_eq!(member.post("profile", change).await.status, 200);
        assert_eq!(member.post("profile/delete", json!({ "current_password": PASSWORD })).await.status, 200);
        let_tv_in(&client, &member).await;
        let address = json!({ "name": "Living room TV" });
        assert_eq!(member.post("player-addresses", address).await.status, 200);
        let new = "a-new-password";
        let change = json!({
            "_method": "patch", "current_password": PASSWORD, "password": new, "password_confirmation": new
        });
        assert_eq!(member.post("profile", change).await.status, 200);
    }
}

async fn let_tv_in(client: &Client, member: &Member) {
    let shown = client.post("auth/device-code", &json!({ "api_key": client.api_key().await })).await;
    let code = &shown.body["data"]["code"];
    let seen = member.post("auth/device-lookup", json!({ "code": code })).await;
    let yes = &seen.body["data"]["confirmation"];
    assert_eq!(member.post("auth/add_session", json!({ "code": code, "confirmation": yes })).await.status, 200);
}

/// The secrets of a mail: every link, each value in it that nobody could know, and the code.
fn secrets(mail: &store::Mail) -> Vec<String> {
    let mut found = Vec::new();
    for line in mail.text.lines().map(str::trim) {
        if let Some((_, query)) = line.split_once('?').filter(|_| line.contains("://")) {
            found.push(line.to_owned());
            found.extend(
                form_urlencoded::parse(query.as_bytes())
                    .filter(|(name, _)| name == "signature")
                    .map(|(_, value)| value.into_owned()),
            );
        }
        if line.len() == 6 && line.bytes().all(|digit| digit.is_ascii_digit()) {
            found.push(line.to_owned());
        }
    }
    found
}

/// Everything that the console says of a channel's mails to an owner: the list, each mail, and searches.
async fn everything_shown(app: &TestApp, owner: &Client, alias: &str) -> Vec<Value> {
    let mail_log = format!("channels/{}/mails", channel(app, alias).await);
    let list = get(owner, &format!("{mail_log}?limit=200")).await.body;
    let mut shown = vec![list.clone(), get(owner, &format!("{mail_log}?to=fan&state=kept")).await.body];
    for mail in list["data"].as_array().unwrap() {
        shown.push(get(owner, &format!("{mail_log}/{}", mail["id"])).await.body);
    }
    shown
}

/// T57, AUTH-07: an owner who reads every letter of both channels learns no link and no code of any account; the letters
/// themselves are as they were, and each look is written down.
#[tokio::test]
async fn letters_in_the_console_contain_no_link_or_code() {
    let app = TestApp::start().await;
    app.set_rules(AccountRules { registration_by_mail: true, ..AccountRules::default() }).await;
    let mut kinds = BTreeSet::new();
    for (alias, host) in TWO {
        write_everything(&app, alias, host).await;
        app.at(host).post_solved("auth/password-reset-request", json!({ "email": format!("fan@{host}") })).await;
        hire(&app, &format!("owner@{host}"), alias, Role::Owner).await;
        let id = channel(&app, alias).await;
        app.until(async || {
            app.database
                .store
                .mails(id, None, 200)
                .await
                .unwrap()
                .iter()
                .all(|mail| mail.state == store::MailState::Kept)
        })
        .await;
        let mails = app.database.store.mails(id, None, 200).await.unwrap();
        let secret: Vec<String> = mails.iter().flat_map(secrets).collect();
        assert!(secret.len() >= 20, "{secret:?}");
        kinds.extend(mails.iter().map(|mail| mail.kind.clone()));

        let owner = at_console(&app, &format!("owner@{host}")).await;
        let shown = everything_shown(&app, &owner, alias).await;
        assert_eq!(shown.len(), mails.len() + 2);
        for answer in &shown[2..] {
            let data = &answer["data"];
            assert_eq!(data["letter"], "shown", "{data}");
            for part in ["text", "html"] {
                let part = data[part].as_str().unwrap();
                assert!(part.len() > 100 && !part.contains("https://") && !part.contains("href"), "{part}");
            }
        }
        for (answer, secret) in shown.iter().flat_map(|answer| secret.iter().map(move |secret| (answer, secret))) {
            let said = answer.to_string();
            assert!(!said.contains(secret.as_str()), "{secret} in {said}");
            assert!(!said.contains(&secret.replace('&', "&amp;")), "{secret} in {said}");
        }
        let looks = audit(&app).await.into_iter().filter(|(action, ..)| action == "read_mail").count();
        assert!(looks >= mails.len(), "{looks} looks at {} mails", mails.len());
    }
    for kind in [
        "verify_email",
        "login_code",
        "reset_password",
        "change_email",
        "email_change",
        "delete_account",
        "device_connected",
        "player_address",
        "password_changed",
    ] {
        assert!(kinds.contains(kind), "{kind} in {kinds:?}");
    }
    // What was kept from the operators is good: nothing was looked for in vain.
    let link = app.last_mail("new-fan@demo.test", "verify_email").await.unwrap().link("/verify-email");
    assert_eq!(app.demo().post("auth/email-verify", &with_key(&app, link).await).await.status, 200);
}

async fn with_key(app: &TestApp, mut body: Value) -> Value {
    body["api_key"] = app.demo().api_key().await.into();
    body
}

/// T57: a mail that was given up and is sent again shows nothing on the way, and arrives with its link; a mail that was
/// written before letters had a copy to show is not shown at all.
#[tokio::test]
async fn letters_that_are_sent_again_keep_their_links() {
    let sink = MailSink::start(Manner::Answers(vec!["550 no such mailbox"])).await;
    let url = sink.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(Secret::new(url))).await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.demo().post_solved("auth/password-reset-request", json!({ "email": "fan@demo.test" })).await;
    let id = channel(&app, "demo").await;
    hire(&app, "owner@demo.test", "demo", Role::Owner).await;
    let owner = at_console(&app, "owner@demo.test").await;
    let failed = async || app.database.store.mails(id, None, 1).await.unwrap()[0].state == store::MailState::Failed;
    app.until(failed).await;
    let mail = app.database.store.mails(id, None, 1).await.unwrap().remove(0);
    let secret = secrets(&mail);
    let one = format!("channels/{id}/mails/{}", mail.id);
    app.database.execute("UPDATE mails SET shown_text = '', shown_html = ''").await;
    let old = get(&owner, &one).await.body;
    assert_eq!((&old["data"]["letter"], &old["data"]["text"]), (&json!("forgotten"), &Value::Null));
    let retried = post(&owner, &format!("{one}/retry"), json!({})).await;
    assert_eq!(retried.status, 200, "{}", retried.body);
    assert!(secret.len() == 2 && secret.iter().all(|secret| !retried.body.to_string().contains(secret)));
    let received = sink.until_received(1).await.remove(0);
    assert!(received.data.replace("=\r\n", "").contains(&secret[1]), "the recipient has it");
}

/// T57: a mail server that repeats what it was sent puts no code into what operators are told.
#[tokio::test]
async fn codes_repeated_by_a_mail_server_are_not_shown() {
    let sink = MailSink::start(Manner::RepeatsCode).await;
    let url = sink.url();
    let app = TestApp::start_with(|config| config.smtp_url = Some(Secret::new(url))).await;
    app.account_create("demo", account("fan@demo.test")).await;
    app.demo().post_solved("auth/login-code", json!({ "email": "fan@demo.test" })).await;
    let id = channel(&app, "demo").await;
    let newest = async || app.database.store.mails(id, None, 1).await.unwrap().remove(0);
    app.until(async || newest().await.state == store::MailState::Failed).await;
    let mail = newest().await;
    let problem = mail.problem.clone().unwrap();
    assert!(problem.contains("is a code") && !problem.contains(&secrets(&mail)[0]), "{problem}");
    let jobs = app
        .count(&format!("jobs WHERE CAST(payload AS TEXT) LIKE '%{0}%' OR problem LIKE '%{0}%'", secrets(&mail)[0]))
        .await;
    assert_eq!(jobs, 0, "nor into what is kept of the job");
}
