//! Jobs, by the one kind there is: mails that are to be sent.

use std::collections::HashSet;

use domain::ids::ChannelId;
use domain::time::Timestamp;
use store::{Failed, Job, JobKind, MailState, NewMail, Store, TRIES};
use testkit::{TestDatabase, channel};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const LEASE: i64 = Timestamp::MINUTE;

fn mail(subject: &str) -> NewMail {
    NewMail {
        account: None,
        kind: "verify_email",
        recipient: "Fan@demo.test".into(),
        subject: subject.into(),
        text: "https://demo.test/verify-email?signature=abc".into(),
        html: "<p>https://demo.test/verify-email?signature=abc</p>".into(),
        shown_text: "•".into(),
        shown_html: "<p>•</p>".into(),
    }
}

async fn queued(count: usize) -> (TestDatabase, ChannelId) {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    for number in 0..count {
        test.store.mail_queue(demo, mail(&number.to_string()), NOW).await.unwrap();
    }
    (test, demo)
}

async fn claim(store: &Store, now: Timestamp) -> Option<Job> {
    store.job_claim(JobKind::SendMail, LEASE, now).await.unwrap()
}

#[tokio::test]
async fn a_job_is_claimed_once_however_many_want_it() {
    let (test, _) = queued(30).await;
    let mut servers = vec![];
    for _ in 0..6 {
        let store = Store::open(&test.url).await.unwrap();
        servers.push(tokio::spawn(async move {
            let mut claimed = vec![];
            while let Some(job) = claim(&store, NOW).await {
                claimed.push(job.id);
            }
            claimed
        }));
    }
    let mut all = vec![];
    for server in servers {
        all.extend(server.await.unwrap());
    }
    // A worker that found a row locked by others may have left before them; what is left is claimed by the next to ask.
    while let Some(job) = claim(&test.store, NOW).await {
        all.push(job.id);
    }
    assert_eq!(all.len(), 30, "each job once");
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 30);
    assert_eq!(test.store.jobs_count(JobKind::SendMail).await.unwrap(), 30, "claimed is not done");
}

#[tokio::test]
async fn a_lease_that_runs_out_gives_the_job_to_the_next() {
    let (test, demo) = queued(1).await;
    let first = claim(&test.store, NOW).await.unwrap();
    assert_eq!(claim(&test.store, NOW.plus(LEASE - 1)).await, None);
    let second = claim(&test.store, NOW.plus(LEASE)).await.unwrap();
    assert_eq!((first.id, first.attempts, second.attempts), (second.id, 1, 2));

    // The first comes back after all, and has no say any more.
    let late = test.store.mail_not_sent(first, "too late".into(), true, NOW).await.unwrap();
    assert_eq!(late, Failed::Lost);
    assert_eq!(test.store.mails(demo, None, 1).await.unwrap()[0].state, MailState::Waiting);
    test.store.mail_sent(second, NOW).await.unwrap();
    assert_eq!(test.store.jobs_count(JobKind::SendMail).await.unwrap(), 0);
}

#[tokio::test]
async fn a_job_that_fails_waits_longer_each_time_and_dies_after_the_last() {
    let (test, demo) = queued(1).await;
    let mut now = NOW;
    let mut pauses = vec![];
    for attempt in 1..TRIES {
        let job = claim(&test.store, now).await.expect("it is due");
        assert_eq!(job.attempts, attempt);
        let failed = test.store.mail_not_sent(job, "451 later".into(), false, now).await.unwrap();
        let Failed::Again(at) = failed else { panic!("{failed:?} after {attempt}") };
        assert_eq!(claim(&test.store, Timestamp(at.0 - 1)).await, None, "not before its time");
        pauses.push((at.0 - now.0) / Timestamp::SECOND);
        now = at;
    }
    assert_eq!(pauses, [10, 60, 300, 1_800, 7_200, 21_600, 43_200]);
    let last = claim(&test.store, now).await.unwrap();
    assert_eq!(test.store.mail_not_sent(last, "451 later".into(), false, now).await.unwrap(), Failed::Dead);
    assert_eq!(claim(&test.store, now.plus(Timestamp::DAY)).await, None);
    let mail = test.store.mails(demo, None, 1).await.unwrap().remove(0);
    assert_eq!((mail.state, mail.problem.as_deref()), (MailState::Failed, Some("451 later")));
}

#[tokio::test]
async fn permanent_refusal_ends_its_job_and_no_other() {
    let (test, demo) = queued(2).await;
    let first = claim(&test.store, NOW).await.unwrap();
    let gone = test.store.mail_not_sent(first, "550 no such user".into(), true, NOW).await.unwrap();
    assert_eq!(gone, Failed::Dead);
    let second = claim(&test.store, NOW).await.expect("the other one is due");
    test.store.mail_sent(second, NOW).await.unwrap();
    let states: Vec<_> = test.store.mails(demo, None, 9).await.unwrap().into_iter().map(|mail| mail.state).collect();
    assert_eq!(states, [MailState::Sent, MailState::Failed]);
}

/// T44: a link that was sent is nowhere any more; recipient, kind and time are known for a month.
#[tokio::test]
async fn text_of_a_sent_mail_is_forgotten() {
    let (test, demo) = queued(1).await;
    let job = claim(&test.store, NOW).await.unwrap();
    assert!(test.store.mail_of(&job).await.unwrap().unwrap().text.contains("signature"));
    test.store.mail_sent(job, NOW.plus(5)).await.unwrap();
    let mail = test.store.mails(demo, Some("fan@DEMO.test"), 9).await.unwrap().remove(0);
    assert_eq!((mail.text.as_str(), mail.html.as_str(), mail.state), ("", "", MailState::Sent));
    assert_eq!((mail.recipient.as_str(), mail.sent_at), ("Fan@demo.test", Some(NOW.plus(5))));
    assert_eq!(test.store.mails_drop_old(NOW.plus(30 * Timestamp::DAY)).await.unwrap(), 0);
    assert_eq!(test.store.mails_drop_old(NOW.plus(30 * Timestamp::DAY + 1)).await.unwrap(), 1);
}

/// T26: a channel sees its own mail only.
#[tokio::test]
async fn mails_belong_to_their_channel() {
    let (test, demo) = queued(1).await;
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let id = test.store.mails(demo, None, 9).await.unwrap()[0].id;
    assert_eq!(test.store.mails(other, None, 9).await.unwrap(), []);
    assert_eq!(test.store.mail(other, id).await.unwrap(), None);
    assert!(test.store.mail(demo, id).await.unwrap().is_some());
    assert_eq!(test.store.mails(demo, Some("nobody@demo.test"), 9).await.unwrap(), []);
}

#[tokio::test]
async fn mails_without_a_mail_server_are_kept_and_no_job_piles_up() {
    let (test, demo) = queued(3).await;
    assert!(test.store.mails_keep().await.unwrap());
    assert!(!test.store.mails_keep().await.unwrap(), "there is nothing left to do");
    assert_eq!(test.store.jobs_count(JobKind::SendMail).await.unwrap(), 0);
    let mails = test.store.mails(demo, None, 9).await.unwrap();
    assert!(mails.iter().all(|mail| mail.state == MailState::Kept && !mail.text.is_empty()));
    assert_eq!(mails.iter().map(|mail| mail.subject.as_str()).collect::<Vec<_>>(), ["2", "1", "0"], "newest first");
}

/// The mail worker is told as soon as a mail is committed, and of nothing else.
#[tokio::test]
async fn queued_job_wakes_its_worker() {
    let (test, demo) = queued(0).await;
    let mut queued = test.store.jobs_queued();
    test.store.one_time_tokens_drop_old(NOW).await.unwrap();
    assert!(!queued.has_changed().unwrap());
    test.store.mail_queue(demo, mail("new"), NOW).await.unwrap();
    queued.changed().await.unwrap();
    assert!(claim(&test.store, NOW).await.is_some());
    let refused = test.store.mail_queue(ChannelId(999), mail("nobody's"), NOW).await;
    assert!(refused.is_err() && !queued.has_changed().unwrap(), "what was undone wakes nobody");
}
