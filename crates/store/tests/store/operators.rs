//! Operators, their sessions, and the log of what they do.

use domain::account::EmailKey;
use domain::ids::{ChannelId, OperatorId};
use domain::operator::{Action, Role, SESSION_IDLE, SESSION_LIFE};
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use sea_orm::{ConnectionTrait, Database, Statement};
use store::{NewOperatorSession, OperatorSession};
use testkit::{TestDatabase, audit_entry, channel, operator};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const KEY: KeyHash = KeyHash([1; 32]);

async fn channels(test: &TestDatabase) -> [ChannelId; 2] {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    [demo, test.store.channel_import(channel("other", 1001)).await.unwrap()]
}

async fn open(test: &TestDatabase, operator: OperatorId, key: KeyHash, replaces: Option<KeyHash>) {
    let new = NewOperatorSession { operator, key, device: "Test browser".into(), country: None, now: NOW };
    test.store.operator_session_open(new, replaces, audit_entry(Action::LogIn)).await.unwrap();
}

async fn session(test: &TestDatabase, key: KeyHash, now: Timestamp) -> Option<OperatorSession> {
    test.store.operator_session(key, now).await.unwrap()
}

/// T27: a session ends when it is not used, at the latest after a week, when it is replaced, and when it is closed.
#[tokio::test]
async fn an_operators_session_ends_in_time() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let new = operator("Owner@Demo.test", &[(demo, Role::Owner)]);
    let owner = test.store.operator_put(new, audit_entry(Action::CreateOwner)).await.unwrap();
    open(&test, owner, KEY, None).await;
    let found = session(&test, KEY, NOW).await.unwrap();
    let access = found.access;
    assert_eq!((access.operator.email.as_str(), access.channels), ("Owner@Demo.test", vec![(demo, Role::Owner)]));
    assert_eq!(session(&test, KEY, NOW.plus(SESSION_IDLE)).await, None);

    let mut now = NOW;
    while now.0 + SESSION_IDLE / 2 < NOW.0 + SESSION_LIFE {
        now = now.plus(SESSION_IDLE / 2);
        test.store.operator_session_touch(KEY, now).await.unwrap();
        assert!(session(&test, KEY, now).await.is_some());
    }
    assert_eq!(session(&test, KEY, NOW.plus(SESSION_LIFE)).await, None, "it is in use, and over");

    open(&test, owner, KeyHash([2; 32]), Some(KEY)).await;
    assert_eq!(session(&test, KEY, NOW).await, None);
    test.store.operator_session_close(KeyHash([2; 32]), audit_entry(Action::LogOut)).await.unwrap();
    assert_eq!(session(&test, KeyHash([2; 32]), NOW).await, None);
    open(&test, owner, KEY, None).await;
    assert_eq!(test.store.operator_sessions_drop_old(NOW).await.unwrap(), 0);
    assert_eq!(test.store.operator_sessions_drop_old(NOW.plus(SESSION_IDLE)).await.unwrap(), 1);
}

/// OPS-01: made again, an operator has the new password, more channels, and no session.
#[tokio::test]
async fn an_operator_can_be_made_again() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let first = operator("owner@demo.test", &[(demo, Role::Editor)]);
    let owner = test.store.operator_put(first, audit_entry(Action::CreateOwner)).await.unwrap();
    open(&test, owner, KEY, None).await;
    let again = operator(" OWNER@demo.test", &[(demo, Role::Owner), (other, Role::Owner)]);
    assert_eq!(test.store.operator_put(again, audit_entry(Action::CreateOwner)).await.unwrap(), owner);
    assert_eq!(session(&test, KEY, NOW).await, None);
    open(&test, owner, KEY, None).await;
    assert_eq!(session(&test, KEY, NOW).await.unwrap().access.channels, [(demo, Role::Owner), (other, Role::Owner)]);
}

/// T27: an operator who is let in no more loses what they hold.
#[tokio::test]
async fn an_operator_who_is_disabled_is_out_at_once() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let new = operator("owner@demo.test", &[(demo, Role::Owner)]);
    let owner = test.store.operator_put(new, audit_entry(Action::CreateOwner)).await.unwrap();
    open(&test, owner, KEY, None).await;
    test.execute("UPDATE operators SET disabled_at = 1").await;
    assert_eq!(session(&test, KEY, NOW).await, None);
    let key = EmailKey::of("owner@demo.test").unwrap();
    assert!(test.store.operator_by_email(&key).await.unwrap().unwrap().is_disabled);
}

/// T27, I6: what was written down can be neither changed nor removed, by the store's owner either.
#[tokio::test]
async fn the_audit_log_is_only_added_to() {
    let test = TestDatabase::new().await;
    test.store.record(audit_entry(Action::LogInFailed)).await.unwrap();
    let connection = Database::connect(&test.url).await.unwrap();
    for change in ["UPDATE audit SET action = 'log_in'", "DELETE FROM audit"] {
        let refused = connection.execute_unprepared(change).await.unwrap_err().to_string();
        assert!(refused.contains("only added to"), "{change}: {refused}");
    }
    let select = Statement::from_string(connection.get_database_backend(), "SELECT action FROM audit");
    let row = connection.query_one_raw(select).await.unwrap().unwrap();
    assert_eq!(row.try_get::<String>("", "action").unwrap(), "log_in_failed");
}
