//! Mail: sent by the server itself, whatever the mail server does, and shown by the demo.

use std::time::{Duration, Instant};

use domain::ids::ChannelId;
use domain::secret::Secret;
use domain::time::Timestamp;
use reqwest::StatusCode;
use serde_json::Value;
use store::{JobKind, Mail, MailState, NewMail};
use testkit::{MailSink, Manner};

use crate::app::{TestApp, set_demo};

const LINK: &str = "https://demo.test/verify-email?email=fan%40demo.test&expires=1&signature=abc";

fn mail(to: &str, subject: &str) -> NewMail {
    NewMail {
        account: None,
        kind: "verify_email",
        recipient: to.into(),
        subject: subject.into(),
        text: format!("Hello\n{LINK}\n"),
        html: format!("<p style=\"color:red\"><a href=\"{LINK}\" target=\"_blank\">{LINK}</a></p>"),
        shown_text: "Hello\n••••••\n".into(),
        shown_html: "<p style=\"color:red\"><a>••••••</a></p>".into(),
    }
}

async fn channel(app: &TestApp, alias: &str) -> ChannelId {
    let channels = app.database.store.channels().await.unwrap();
    channels.iter().find(|channel| channel.identity.alias == alias).unwrap().identity.id
}

fn now() -> Timestamp {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    Timestamp(since.as_millis().try_into().unwrap())
}

async fn queue(app: &TestApp, alias: &str, to: &str, subject: &str) {
    let channel = channel(app, alias).await;
    app.database.store.mail_queue(channel, mail(to, subject), now()).await.unwrap();
}

async fn newest(app: &TestApp) -> Mail {
    app.database.store.mails(channel(app, "demo").await, None, 1).await.unwrap().remove(0)
}

/// Waits until the newest mail is as it should be.
async fn until(app: &TestApp, wanted: impl Fn(&Mail) -> bool) -> Mail {
    app.until(async || wanted(&newest(app).await)).await;
    newest(app).await
}

/// Lets the time pass that a failed mail waits.
async fn later(app: &TestApp) {
    app.database.execute("UPDATE jobs SET run_at = 0").await;
}

async fn with_server(url: String) -> TestApp {
    TestApp::start_with(|config| config.smtp_url = Some(Secret::new(url))).await
}

/// T44: sent at once, from the channel, and then forgotten but for recipient, kind and time.
#[tokio::test]
async fn a_mail_is_sent_and_its_links_are_forgotten() {
    let sink = MailSink::start(Manner::Takes).await;
    let app = with_server(sink.url()).await;
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    let received = sink.until_received(1).await.remove(0);
    assert_eq!((received.from.as_str(), received.to.as_str()), ("noreply@demo.test", "fan@demo.test"));
    assert!(received.head().contains("Subject: Confirm"), "{}", received.head());
    let sent = until(&app, |mail| mail.state == MailState::Sent).await;
    assert_eq!((sent.text.as_str(), sent.html.as_str()), ("", ""));
    assert_eq!((sent.recipient.as_str(), sent.kind.as_str()), ("fan@demo.test", "verify_email"));
    assert_eq!(app.database.store.jobs_count(JobKind::SendMail).await.unwrap(), 0);
    assert_eq!(sink.received().len(), 1);
}

#[tokio::test]
async fn a_burst_arrives_whole_and_once() {
    let sink = MailSink::start(Manner::Takes).await;
    let app = with_server(sink.url()).await;
    for number in 0..12 {
        queue(&app, if number % 2 == 0 { "demo" } else { "other" }, &format!("fan{number}@demo.test"), "Hello").await;
    }
    let received = sink.until_received(12).await;
    app.until(async || app.database.store.jobs_count(JobKind::SendMail).await.unwrap() == 0).await;
    let mut to: Vec<_> = received.iter().map(|mail| mail.to.as_str()).collect();
    to.sort_unstable();
    to.dedup();
    assert_eq!((to.len(), sink.received().len()), (12, 12));
    let other = received.iter().filter(|mail| mail.from == "noreply@other.test").count();
    assert_eq!(other, 6, "each channel sends as itself");
}

#[tokio::test]
async fn a_mail_server_that_was_down_gets_the_mail_later() {
    let address = MailSink::start(Manner::Takes).await.address;
    let app = with_server(format!("smtp://{address}")).await;
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    let waiting = until(&app, |mail| mail.problem.is_some()).await;
    assert_eq!(waiting.state, MailState::Waiting);
    assert!(waiting.text.contains(LINK), "nothing is lost");

    let sink = MailSink::start_at(address, Manner::Takes).await;
    later(&app).await;
    sink.until_received(1).await;
    until(&app, |mail| mail.state == MailState::Sent && mail.problem.is_none()).await;
}

#[tokio::test]
async fn temporary_refusal_is_followed_by_another_try() {
    let sink = MailSink::start(Manner::Answers(vec!["451 try again"])).await;
    let app = with_server(sink.url()).await;
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    let waiting = until(&app, |mail| mail.problem.is_some()).await;
    assert!(waiting.state == MailState::Waiting && sink.received().is_empty());
    later(&app).await;
    sink.until_received(1).await;
    until(&app, |mail| mail.state == MailState::Sent).await;
}

/// T46: an address that does not exist is not tried again and again, and holds up nobody else.
#[tokio::test]
async fn permanent_refusal_ends_one_mail_only() {
    let sink = MailSink::start(Manner::Answers(vec!["550 no such user"])).await;
    let app = with_server(sink.url()).await;
    queue(&app, "demo", "nobody@demo.test", "Confirm").await;
    let failed = until(&app, |mail| mail.state == MailState::Failed).await;
    assert!(failed.problem.unwrap().contains("no such user"));
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    assert_eq!(sink.until_received(1).await[0].to, "fan@demo.test");
    until(&app, |mail| mail.state == MailState::Sent).await;
    assert_eq!(app.database.store.jobs_count(JobKind::SendMail).await.unwrap(), 0);
}

/// A mail server that hangs slows nothing down, neither answers nor the end, and its mail is not lost.
#[tokio::test]
async fn a_mail_server_that_hangs_holds_up_nothing() {
    let sink = MailSink::start(Manner::Hangs).await;
    let url = sink.url();
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(Secret::new(url));
        config.stop_grace_s = 1;
    })
    .await;
    for number in 0..6 {
        queue(&app, "demo", &format!("fan{number}@demo.test"), "Confirm").await;
    }
    sink.until_visited(4).await;
    let begun = Instant::now();
    assert_eq!(app.demo().get_keyed("events-for-homepage").await.status, StatusCode::OK);
    queue(&app, "demo", "late@demo.test", "Confirm").await;
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());

    let store = app.database.store.clone();
    let demo = channel(&app, "demo").await;
    let begun = Instant::now();
    app.stop().await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let mails = store.mails(demo, None, 50).await.unwrap();
    assert!(mails.len() == 7 && mails.iter().all(|mail| mail.state == MailState::Waiting && !mail.text.is_empty()));
}

#[tokio::test]
async fn mails_without_a_mail_server_stay_in_the_mail_log() {
    let app = TestApp::start().await;
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    let kept = until(&app, |mail| mail.state == MailState::Kept).await;
    assert!(kept.text.contains(LINK));
    assert_eq!(app.database.store.jobs_count(JobKind::SendMail).await.unwrap(), 0, "no job piles up");
}

#[tokio::test]
async fn the_operator_chooses_the_sender() {
    let sink = MailSink::start(Manner::Takes).await;
    let url = sink.url();
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(Secret::new(url));
        config.mail_from = Some("post@operator.example".into());
    })
    .await;
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    let received = sink.until_received(1).await.remove(0);
    assert_eq!(received.from, "post@operator.example");
    assert!(received.head().lines().any(|line| line.starts_with("From: ") && line.contains("post@operator.example")));
}

/// The metrics show how mail goes.
#[tokio::test]
async fn mail_is_counted() {
    let sink = MailSink::start(Manner::Answers(vec!["550 no such user"])).await;
    let url = sink.url();
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(Secret::new(url));
        config.metrics_port = server::config::OptionalPort::On(0);
    })
    .await;
    queue(&app, "demo", "nobody@demo.test", "Confirm").await;
    until(&app, |mail| mail.state == MailState::Failed).await;
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    sink.until_received(1).await;
    let url = format!("http://{}/metrics", app.metrics.unwrap());
    let figures = async || reqwest::get(&url).await.unwrap().text().await.unwrap();
    app.until(async || figures().await.contains("touchline_mails_sent_total")).await;
    let figures = figures().await;
    for name in ["touchline_mails_failed_total", "touchline_mails_waiting"] {
        assert!(figures.contains(name), "{name} in {figures}");
    }
}

/// What proxies add, an address of this machine among it.
pub const PASSED_ON: [(&str, &str); 6] = [
    ("x-forwarded-for", "127.0.0.1"),
    ("forwarded", "for=127.0.0.1"),
    ("x-forwarded-host", "demo.test"),
    ("x-forwarded-proto", "https"),
    ("x-real-ip", "::1"),
    ("via", "1.1 tunnel"),
];

async fn demo() -> TestApp {
    TestApp::start_with(|config| set_demo(config, true)).await
}

/// T26: the demo's mail, by channel and address, newest first.
#[tokio::test]
async fn the_demo_shows_its_mail() {
    let app = demo().await;
    for subject in ["first", "second"] {
        queue(&app, "demo", "fan@demo.test", subject).await;
    }
    queue(&app, "demo", "rival@demo.test", "third").await;
    queue(&app, "other", "fan@demo.test", "of another channel").await;
    let list = async |host: &str, query: &str| {
        let answer = app.at(host).raw(&format!("/dev/mail.json{query}")).await;
        assert_eq!(answer.headers()["cache-control"], "no-store");
        answer.json::<Value>().await.unwrap()["data"].as_array().unwrap().clone()
    };
    let to_fan = list("demo.test", "?to=fan@demo.test").await;
    assert_eq!(to_fan.iter().map(|mail| &mail["subject"]).collect::<Vec<_>>(), ["second", "first"]);
    assert_eq!((to_fan[0]["to"].as_str(), to_fan[0]["kind"].as_str()), (Some("fan@demo.test"), Some("verify_email")));
    assert!(to_fan[0]["text"].as_str().unwrap().contains(LINK) && to_fan[0]["html"].as_str().unwrap().contains(LINK));
    assert!((to_fan[0]["created_at"].as_i64().unwrap() - now().seconds()).abs() < 60, "{}", to_fan[0]);
    assert_eq!(list("demo.test", "").await.len(), 3);
    assert_eq!(list("other.test", "").await.len(), 1);
    assert_eq!(list("demo.test", "?to=nobody@demo.test").await.len(), 0);
}

/// T28: a mail is shown in a frame in which nothing can run, and only on its own channel.
#[tokio::test]
async fn the_demo_has_a_page_of_its_mail() {
    let app = demo().await;
    queue(&app, "demo", "\"<script>\"@demo.test", "<script>alert(1)</script>").await;
    let page = app.demo().raw("/dev/mail").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-src 'self'"), "{policy}");
    let html = page.text().await.unwrap();
    assert!(!html.contains("<script"), "{html}");
    let link = LINK.replace('&', "&amp;").replace('/', "&#x2f;");
    assert!(html.contains(&format!("href=\"{link}\"")), "links can be followed: {html}");

    let id = newest(&app).await.id;
    assert!(html.contains(&format!("src=\"/dev/mail/{id}.html\"")), "{html}");
    let mail = app.demo().raw(&format!("/dev/mail/{id}.html")).await;
    let policy = mail.headers()["content-security-policy"].to_str().unwrap().to_owned();
    for part in ["default-src 'none'", "sandbox allow-popups", "frame-ancestors 'self'", "form-action 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("script"), "{policy}");
    assert_eq!(mail.headers()["x-frame-options"], "SAMEORIGIN");
    assert!(mail.text().await.unwrap().contains("color:red"));
    let not_found = [format!("/dev/mail/{id}"), "/dev/mail/x.html".into(), "/dev/mail/999.html".into()];
    for path in not_found {
        assert_eq!(app.demo().raw(&path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let elsewhere = app.at("other.test").raw(&format!("/dev/mail/{id}.html")).await;
    assert_eq!(elsewhere.status(), StatusCode::NOT_FOUND);
}

/// T48: mail with its links is shown by the demo alone, and to this machine alone.
#[tokio::test]
async fn dev_mailbox_is_hidden_outside_a_local_demo() {
    let serious = TestApp::start().await;
    queue(&serious, "demo", "fan@demo.test", "Confirm").await;
    let far = TestApp::start_with(|config| {
        set_demo(config, true);
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    queue(&far, "demo", "fan@demo.test", "Confirm").await;
    for app in [&serious, &far] {
        let id = newest(app).await.id;
        for path in ["/dev/mail".to_owned(), "/dev/mail.json".to_owned(), format!("/dev/mail/{id}.html")] {
            let asked = app.demo().request(reqwest::Method::GET, &path).header("x-forwarded-for", "203.0.113.9");
            let answer = asked.send().await.unwrap();
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
            assert!(!answer.text().await.unwrap().contains("signature"), "{path}");
        }
    }
    assert_eq!(far.demo().raw("/dev/mail.json").await.status(), StatusCode::OK, "this machine itself");
}

/// T48, T55: a proxy or a tunnel at this machine, that nobody told the server of, shows nobody the demo's mail.
#[tokio::test]
async fn mail_is_not_passed_on() {
    let app = demo().await;
    queue(&app, "demo", "fan@demo.test", "Confirm").await;
    let id = newest(&app).await.id;
    for path in ["/dev/mail".to_owned(), "/dev/mail.json".to_owned(), format!("/dev/mail/{id}.html")] {
        assert_eq!(app.demo().raw(&path).await.status(), StatusCode::OK, "{path}");
        for (name, value) in PASSED_ON {
            let answer = app.demo().with_header(name, value).raw(&path).await;
            assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path} {name}");
        }
    }
}
