//! The audit log as a channel's owners read it.

use domain::ids::{ChannelId, OperatorId};
use domain::operator::{Action, Role};
use domain::time::Timestamp;
use serde_json::json;
use store::{AuditEntry, AuditFilter};
use testkit::{TestDatabase, audit_entry, channel, operator};

struct Log {
    test: TestDatabase,
    demo: ChannelId,
    other: ChannelId,
    owner: OperatorId,
    stranger: OperatorId,
}

impl Log {
    /// Two channels with an owner each.
    async fn open() -> Self {
        let test = TestDatabase::new().await;
        let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
        let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
        let put = async |email, channel| {
            let new = operator(email, &[(channel, Role::Owner)]);
            test.store.operator_put(new, audit_entry(Action::CreateOwner)).await.unwrap()
        };
        let (owner, stranger) = (put("Owner@demo.test", demo).await, put("owner@other.test", other).await);
        Self { test, demo, other, owner, stranger }
    }

    async fn write(&self, channel: Option<ChannelId>, operator: Option<OperatorId>, action: Action, subject: &str) {
        self.write_at(channel, operator, action, subject, 2_000).await;
    }

    async fn write_at(
        &self,
        channel: Option<ChannelId>,
        operator: Option<OperatorId>,
        action: Action,
        subject: &str,
        at: i64,
    ) {
        let (at, subject) = (Timestamp(at), subject.to_owned());
        let entry = AuditEntry { channel, operator, at, subject, ..audit_entry(action) };
        self.test.store.record(entry).await.unwrap();
    }

    /// The subjects that are found on the first channel.
    async fn subjects(&self, filter: AuditFilter) -> Vec<String> {
        let found = self.test.store.audit_entries(self.demo, &filter, None, 50).await.unwrap();
        found.into_iter().map(|entry| entry.subject).collect()
    }
}

/// OPS-01, T26, T27: a channel's log has its own entries, and of those without a channel the entries of its operators.
/// Another channel's are not there, nor attempts by unknown people.
#[tokio::test]
async fn a_log_is_of_its_channel() {
    let log = Log::open().await;
    log.write(Some(log.demo), Some(log.owner), Action::SetEmbedHosts, "ours").await;
    log.write(Some(log.other), Some(log.stranger), Action::SetEmbedHosts, "theirs").await;
    log.write(None, Some(log.owner), Action::LogIn, "our login").await;
    log.write(None, Some(log.stranger), Action::LogIn, "their login").await;
    log.write(None, None, Action::LogInFailed, "nobody").await;
    log.write(Some(log.demo), Some(log.stranger), Action::SetCaptions, "by a former colleague").await;
    log.write(Some(log.other), Some(log.owner), Action::SetCaptions, "elsewhere").await;
    log.write(Some(log.demo), None, Action::MoveOrder, "order 1").await;
    let all = log.subjects(AuditFilter::default()).await;
    assert_eq!(all, ["order 1", "by a former colleague", "our login", "ours", ""]);
    let found = log.test.store.audit_entries(log.demo, &AuditFilter::default(), None, 50).await.unwrap();
    let who =
        |entry: &store::RecordedEntry| entry.known.as_ref().map(|known| (known.email.clone(), known.name.clone()));
    let ours = Some(("Owner@demo.test".to_owned(), "Olive Owner".to_owned()));
    assert_eq!(found.iter().map(who).collect::<Vec<_>>()[2..], [ours.clone(), ours.clone(), ours]);
    assert_eq!((who(&found[0]), found[0].operator), (None, None));
    assert_eq!(who(&found[1]).unwrap().0, "owner@other.test");
    let people = log.test.store.audit_operators(log.demo, 50).await.unwrap();
    assert_eq!(people.iter().map(|person| person.id).collect::<Vec<_>>(), [log.owner]);

    // The log outlives its people.
    log.test.execute(&format!("DELETE FROM operators WHERE id = {}", log.stranger)).await;
    let found = log.test.store.audit_entries(log.demo, &AuditFilter::default(), None, 50).await.unwrap();
    assert_eq!((who(&found[1]), found[1].operator), (None, Some(log.stranger)));
}

/// OPS-01, T38: entries are found by operator, action, time and part of the subject, in which no sign has a meaning of
/// its own.
#[tokio::test]
async fn a_log_is_filtered() {
    let log = Log::open().await;
    let (demo, owner) = (Some(log.demo), Some(log.owner));
    log.write_at(demo, owner, Action::SetCaptions, "7 en", 2_000).await;
    log.write_at(demo, owner, Action::RemoveCaptions, "7 FR", 3_000).await;
    log.write_at(demo, Some(log.stranger), Action::SetCaptions, "100%", 4_000).await;
    log.write_at(demo, None, Action::MoveOrder, "order_1", 5_000).await;
    log.write_at(demo, None, Action::MoveOrder, "order 12!", 6_000).await;
    let by = async |filter: AuditFilter| log.subjects(filter).await;
    let text = |part: &str| AuditFilter { subject: Some(part.into()), ..AuditFilter::default() };
    assert_eq!(by(AuditFilter { operator: owner, ..AuditFilter::default() }).await, ["7 FR", "7 en"]);
    let actions = vec![Action::RemoveCaptions, Action::MoveOrder];
    assert_eq!(
        by(AuditFilter { actions: actions.clone(), ..AuditFilter::default() }).await,
        ["order 12!", "order_1", "7 FR"]
    );
    assert_eq!(by(AuditFilter { actions, operator: owner, ..AuditFilter::default() }).await, ["7 FR"]);
    let none = AuditFilter { actions: vec![Action::MoveOrder], operator: owner, ..AuditFilter::default() };
    assert_eq!(by(none).await, [""; 0]);
    let times = |from, until| AuditFilter {
        from: Some(Timestamp(from)),
        until: Some(Timestamp(until)),
        ..AuditFilter::default()
    };
    assert_eq!(by(times(3_000, 5_000)).await, ["100%", "7 FR"]);
    assert_eq!(by(times(i64::MIN, i64::MAX)).await.len(), 6);
    assert_eq!(by(text("fr")).await, ["7 FR"]);
    assert_eq!(by(text("%")).await, ["100%"]);
    assert_eq!(by(text("R_1")).await, ["order_1"]);
    assert_eq!(by(text("2!")).await, ["order 12!"]);
    assert_eq!(by(text("' OR 1=1 --")).await, [""; 0]);
}

/// OPS-01, T37: the log is walked to its end without a gap or a repetition, also while entries are added.
#[tokio::test]
async fn a_log_is_walked_by_its_cursor() {
    let log = Log::open().await;
    for number in 0..7 {
        // In turn, so that a part has both.
        let channel = (number % 2 == 0).then_some(log.demo);
        let action = if channel.is_some() { Action::SetCaptions } else { Action::LogIn };
        log.write(channel, Some(log.owner), action, &number.to_string()).await;
        log.write(Some(log.other), Some(log.stranger), Action::SetCaptions, "theirs").await;
    }
    let (mut walked, mut cursor) = (vec![], None);
    loop {
        let part = log.test.store.audit_entries(log.demo, &AuditFilter::default(), cursor, 3).await.unwrap();
        let Some(last) = part.last() else { break };
        assert!(part.len() <= 3);
        cursor = Some(last.id);
        walked.extend(part.into_iter().map(|entry| entry.subject));
        log.write(Some(log.demo), Some(log.owner), Action::SetCaptions, "new").await;
    }
    assert_eq!(walked, ["6", "5", "4", "3", "2", "1", "0", ""]);
}

/// OPS-01: after a rollback the entries of a newer program are left out, and the others are still there.
#[tokio::test]
async fn unknown_actions_do_not_break_the_log() {
    let log = Log::open().await;
    log.write(Some(log.demo), Some(log.owner), Action::SetCaptions, "known").await;
    let sql = format!(
        "INSERT INTO audit (channel_id, operator_id, at, action, subject, detail) \
         VALUES ({}, {}, 3000, 'fly_to_the_moon', 'new', '{}')",
        log.demo,
        log.owner,
        json!({})
    );
    log.test.execute(&sql).await;
    assert_eq!(log.subjects(AuditFilter::default()).await, ["known", ""]);
}
