//! A channel's mails as its operators look through them.

use domain::ids::ChannelId;
use domain::operator::Action;
use domain::time::Timestamp;
use store::{JobKind, MailFilter, MailState, NewMail};
use testkit::{TestDatabase, audit_entry, channel};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

async fn write(test: &TestDatabase, channel: ChannelId, to: &str) {
    let mail = NewMail {
        account: None,
        kind: "welcome",
        recipient: to.into(),
        subject: format!("Hello {to}"),
        text: "Hello".into(),
        html: "<p>Hello</p>".into(),
        shown_text: "Hello".into(),
        shown_html: "<p>Hello</p>".into(),
    };
    test.store.mail_queue(channel, mail, NOW).await.unwrap();
}

async fn found(test: &TestDatabase, channel: ChannelId, filter: &MailFilter) -> Vec<String> {
    let (heads, total) = test.store.mail_heads(channel, filter, 0, 10).await.unwrap();
    assert_eq!(heads.len() as u64, total);
    heads.into_iter().map(|head| head.recipient).collect()
}

/// I8: the newest first, of one channel, by state and by a part of the address, whatever signs it has.
#[tokio::test]
async fn mails_are_looked_through() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    for to in ["fan@demo.test", "Season@Demo.test", "100%_sure!@demo.test"] {
        write(&test, demo, to).await;
    }
    write(&test, other, "rival@demo.test").await;
    let all = ["100%_sure!@demo.test", "Season@Demo.test", "fan@demo.test"];
    assert_eq!(found(&test, demo, &MailFilter::default()).await, all);
    for (part, expected) in [
        ("SEASON@", &["Season@Demo.test"][..]),
        ("%_sure!", &["100%_sure!@demo.test"]),
        ("_", &["100%_sure!@demo.test"]),
        ("rival", &[]),
        ("' OR 1=1 --", &[]),
    ] {
        let filter = MailFilter { to: Some(part.into()), state: None };
        assert_eq!(found(&test, demo, &filter).await, expected, "{part}");
    }
    let waiting = MailFilter { state: Some(MailState::Waiting), to: None };
    assert_eq!(found(&test, demo, &waiting).await, all);
    assert_eq!(found(&test, demo, &MailFilter { state: Some(MailState::Sent), to: None }).await, [""; 0]);
    let (page, total) = test.store.mail_heads(demo, &MailFilter::default(), 1, 1).await.unwrap();
    assert_eq!((page[0].recipient.as_str(), page.len(), total), ("Season@Demo.test", 1, 3));
}

/// A mail that was given up is queued again, once, by its own channel.
#[tokio::test]
async fn a_failed_mail_is_queued_again() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    write(&test, demo, "fan@demo.test").await;
    let id = test.store.mails(demo, None, 1).await.unwrap()[0].id;
    let retried =
        async |channel| test.store.mail_retry(channel, id, audit_entry(Action::RetryMail), NOW).await.unwrap();
    assert!(!retried(demo).await, "it still waits");
    let job = test.store.job_claim(JobKind::SendMail, 1_000, NOW).await.unwrap().unwrap();
    test.store.mail_not_sent(job, "no such mailbox".into(), true, NOW).await.unwrap();
    assert!(!retried(other).await, "it is another channel's");
    assert_eq!(test.store.jobs_count(JobKind::SendMail).await.unwrap(), 0);
    assert!(retried(demo).await);
    assert!(!retried(demo).await);
    let mail = test.store.mail(demo, id).await.unwrap().unwrap();
    assert_eq!((mail.state, mail.problem, mail.text.as_str()), (MailState::Waiting, None, "Hello"));
    assert_eq!(test.store.jobs_count(JobKind::SendMail).await.unwrap(), 1);
}
