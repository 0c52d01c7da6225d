//! Sessions: found by the hash of their key, on their own channel, until they end.

use domain::ids::{AccountId, ChannelId};
use domain::session_key::{KeyHash, LIFE};
use domain::time::Timestamp;
use sea_orm::ConnectionTrait;
use testkit::{TestDatabase, account, channel};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

async fn fan(test: &TestDatabase, alias: &str, first_id: i64) -> (ChannelId, AccountId) {
    let channel = test.store.channel_import(channel(alias, first_id)).await.unwrap();
    let made = test.store.account_create(channel, account("fan@demo.test")).await.unwrap().unwrap();
    (channel, made.id)
}

async fn owner(test: &TestDatabase, channel: ChannelId, key: u8, now: Timestamp) -> Option<AccountId> {
    test.store.session(channel, KeyHash([key; 32]), now).await.unwrap().map(|session| session.account)
}

/// T22: a session ends when it is closed, and the one that a new login replaces ends with it.
#[tokio::test]
async fn a_session_lives_until_it_is_closed_or_replaced() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test, "demo", 1).await;
    test.store.session_open(demo, testkit::session(fan, KeyHash([1; 32]), NOW), None, None).await.unwrap();
    assert_eq!(owner(&test, demo, 1, NOW).await, Some(fan));
    test.store
        .session_open(demo, testkit::session(fan, KeyHash([2; 32]), NOW), Some(KeyHash([1; 32])), None)
        .await
        .unwrap();
    assert_eq!(owner(&test, demo, 1, NOW).await, None);
    assert_eq!(owner(&test, demo, 2, NOW).await, Some(fan));
    assert!(test.store.session_close(demo, KeyHash([2; 32])).await.unwrap());
    assert!(!test.store.session_close(demo, KeyHash([2; 32])).await.unwrap(), "it has ended already");
    assert_eq!(owner(&test, demo, 2, NOW).await, None);
}

#[tokio::test]
async fn an_unused_session_ends_by_itself() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test, "demo", 1).await;
    test.store.session_open(demo, testkit::session(fan, KeyHash([1; 32]), NOW), None, None).await.unwrap();
    assert_eq!(owner(&test, demo, 1, NOW.plus(LIFE)).await, None);
    let later = NOW.plus(LIFE / 2);
    test.store.session_touch(demo, KeyHash([1; 32]), later).await.unwrap();
    test.store.session_touch(demo, KeyHash([1; 32]), NOW).await.unwrap();
    let session = test.store.session(demo, KeyHash([1; 32]), NOW.plus(LIFE)).await.unwrap().expect("it is in use");
    assert_eq!(session.last_used_at, later, "time does not run backwards");
}

/// T26: another channel neither finds nor ends a session, and cannot open one for an account that is not its own.
#[tokio::test]
async fn sessions_belong_to_their_channel() {
    let test = TestDatabase::new().await;
    let (demo, here) = fan(&test, "demo", 1).await;
    let (other, _) = fan(&test, "other", 1001).await;
    test.store.session_open(demo, testkit::session(here, KeyHash([1; 32]), NOW), None, None).await.unwrap();
    assert_eq!(owner(&test, other, 1, NOW).await, None);
    assert!(!test.store.session_close(other, KeyHash([1; 32])).await.unwrap());
    assert_eq!(owner(&test, demo, 1, NOW).await, Some(here));
    assert!(test.store.session_open(other, testkit::session(here, KeyHash([2; 32]), NOW), None, None).await.is_err());
    assert_eq!(owner(&test, other, 2, NOW).await, None);
}

#[tokio::test]
async fn sessions_end_with_their_account() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test, "demo", 1).await;
    test.store.session_open(demo, testkit::session(fan, KeyHash([1; 32]), NOW), None, None).await.unwrap();
    let deleted = test.store.write(|transaction| {
        Box::pin(async move { Ok(transaction.execute_unprepared("DELETE FROM accounts").await?.rows_affected()) })
    });
    assert_eq!(deleted.await.unwrap(), 1);
    assert_eq!(owner(&test, demo, 1, NOW).await, None);
}
