//! Passes that accounts hold: their owner's alone, for their time.

use domain::commerce::ownership::Part;
use domain::ids::{AccountId, ChannelId, PassId};
use domain::pass::Source;
use domain::time::Timestamp;
use store::NewEntitlement;
use testkit::books::Books;
use testkit::{TestDatabase, account, channel};

const NOW: Timestamp = Timestamp(1_000);

async fn fans(test: &TestDatabase) -> (ChannelId, AccountId, AccountId) {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let made = async |email| test.store.account_create(demo, account(email)).await.unwrap().unwrap().id;
    (demo, made("fan@demo.test").await, made("rival@demo.test").await)
}

fn pass(id: i64, ends_at: Option<i64>) -> NewEntitlement {
    NewEntitlement {
        part: Part::whole(PassId(id)),
        source: Source::Purchase,
        starts_at: NOW,
        ends_at: ends_at.map(Timestamp),
        now: NOW,
    }
}

/// PAY-14: what has ended, by its time or before it, is held no more.
#[tokio::test]
async fn ended_entitlement_is_not_held() {
    let test = TestDatabase::new().await;
    let (demo, fan, _) = fans(&test).await;
    let season = test.store.entitlement_add(demo, fan, pass(1, None)).await.unwrap();
    test.store.entitlement_add(demo, fan, pass(2, Some(2_000))).await.unwrap();
    let held = async |now: i64| {
        let found = test.store.entitlements(demo, fan, Timestamp(now)).await.unwrap();
        found.iter().map(|held| held.pass_id.0).collect::<Vec<_>>()
    };
    assert_eq!(held(1_999).await, [2, 1]);
    assert_eq!(held(2_000).await, [1]);
    assert!(test.store.entitlement_end(demo, fan, season, NOW).await.unwrap());
    assert!(!test.store.entitlement_end(demo, fan, season, NOW).await.unwrap(), "once");
    assert_eq!(held(2_000).await, [0; 0]);
}

/// I4, I6: whatever is given without an order, or taken back, is written down with it.
#[tokio::test]
async fn grants_are_written_down() {
    let test = TestDatabase::new().await;
    let (demo, fan, rival) = fans(&test).await;
    let unwritten = async || {
        let books = Books::read(&test.url, demo).await.unwrap();
        books.breaches(&[], &[], NOW).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let grant = NewEntitlement { source: Source::Grant, ..pass(1, None) };
    let held = test.store.entitlement_add(demo, fan, grant).await.unwrap();
    assert_eq!(unwritten().await, [""; 0]);
    assert!(!test.store.entitlement_end(demo, rival, held, NOW).await.unwrap());
    assert_eq!(unwritten().await, [""; 0], "nothing happened");
    assert!(test.store.entitlement_end(demo, fan, held, NOW).await.unwrap());
    assert_eq!(unwritten().await, [""; 0]);
    let past = "UPDATE entitlements SET ended_at = NULL";
    test.execute(past).await;
    assert_eq!(unwritten().await, [format!("I6: entitlement {held} has changed 1 times, and 2 were written down")]);
}

/// T25, T26: nobody ends what another holds, and another channel knows of nothing.
#[tokio::test]
async fn entitlement_is_held_by_its_owner_alone() {
    let test = TestDatabase::new().await;
    let (demo, fan, rival) = fans(&test).await;
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let held = test.store.entitlement_add(demo, fan, pass(1, None)).await.unwrap();
    assert!(!test.store.entitlement_end(demo, rival, held, NOW).await.unwrap());
    assert!(!test.store.entitlement_end(other, fan, held, NOW).await.unwrap());
    assert_eq!(test.store.entitlements(demo, rival, NOW).await.unwrap(), []);
    assert_eq!(test.store.entitlements(other, fan, NOW).await.unwrap(), []);
    assert_eq!(test.store.entitlements(demo, fan, NOW).await.unwrap().len(), 1);
    assert!(test.store.entitlement_add(other, fan, pass(1, None)).await.is_err(), "an account is of one channel");
}
