//! Prerolls that stay away for a while.

use domain::ids::{EventId, PrerollId};
use domain::time::Timestamp;
use store::Watcher;
use testkit::{TestDatabase, account, channel};

/// PLAY-02: one stays away until its time is over, from that viewer and that game.
#[tokio::test]
async fn seen_preroll_is_withheld_for_its_time() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let fan = test.store.account_create(demo, account("fan@demo.test")).await.unwrap().unwrap().id;
    let (fan, stranger) = (Watcher::Account(fan), Watcher::Anonymous([3; 16]));
    let saw = async |watcher, event, now: i64, until: i64| {
        let (now, until) = (Timestamp(now), Timestamp(until));
        test.store.preroll_note_seen(demo, watcher, EventId(event), PrerollId(9), now, until).await.unwrap();
    };
    let away = async |watcher, event, now: i64| {
        test.store.prerolls_seen(demo, watcher, EventId(event), Timestamp(now)).await.unwrap()
    };
    saw(fan, 1, 0, 100).await;
    assert_eq!(away(fan, 1, 99).await, [PrerollId(9)]);
    assert_eq!(away(fan, 1, 100).await, []);
    assert_eq!((away(fan, 2, 50).await, away(stranger, 1, 50).await), (vec![], vec![]));
    saw(fan, 1, 50, 150).await;
    assert_eq!(away(fan, 1, 120).await, [PrerollId(9)], "seen again, it stays away for longer");
    saw(stranger, 1, 60, 160).await;
    assert_eq!(away(stranger, 1, 120).await, [PrerollId(9)]);
}
