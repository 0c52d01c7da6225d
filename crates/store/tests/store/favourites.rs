//! Favourites: one of each, their owner's alone, and no more than the limit under concurrent requests.

use domain::favourite::{Kind, LIMIT};
use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use testkit::{TestDatabase, account, channel};

const NOW: Timestamp = Timestamp(1_000);

async fn fans(test: &TestDatabase) -> (ChannelId, AccountId, AccountId) {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let made = async |email| test.store.account_create(demo, account(email)).await.unwrap().unwrap().id;
    (demo, made("fan@demo.test").await, made("rival@demo.test").await)
}

/// FAV-01: adding twice is one favourite, and the second time gives the first.
#[tokio::test]
async fn adding_twice_is_one_favourite() {
    let test = TestDatabase::new().await;
    let (demo, fan, rival) = fans(&test).await;
    let first = test.store.favourite_add(demo, fan, Kind::Participant, 7, NOW).await.unwrap().unwrap();
    let again = test.store.favourite_add(demo, fan, Kind::Participant, 7, NOW).await.unwrap().unwrap();
    assert_eq!(first, again);
    let school = test.store.favourite_add(demo, fan, Kind::Group, 7, NOW).await.unwrap().unwrap();
    let of_rival = test.store.favourite_add(demo, rival, Kind::Participant, 7, NOW).await.unwrap().unwrap();
    assert_eq!(test.store.favourites(demo, fan).await.unwrap(), [first, school]);
    assert_eq!(test.store.favourites(demo, rival).await.unwrap(), [of_rival]);
}

/// FAV-01: however many ask at once, it is one row and all get the same.
#[tokio::test]
async fn adding_at_once_is_one_favourite() {
    let test = TestDatabase::new().await;
    let (demo, fan, _) = fans(&test).await;
    let asked: Vec<_> = (0..30)
        .map(|_| {
            let store = test.store.clone();
            tokio::spawn(async move { store.favourite_add(demo, fan, Kind::Event, 3, NOW).await.unwrap().unwrap() })
        })
        .collect();
    let mut given = Vec::new();
    for asked in asked {
        given.push(asked.await.unwrap());
    }
    given.dedup();
    assert_eq!(given, test.store.favourites(demo, fan).await.unwrap());
    assert_eq!(given.len(), 1);
}

/// I5: the limit holds, whatever runs at once; what is kept already can still be added.
#[tokio::test]
async fn the_limit_holds_under_concurrency() {
    let test = TestDatabase::new().await;
    let (demo, fan, rival) = fans(&test).await;
    let room = 5;
    let full = i64::try_from(LIMIT).unwrap() - room;
    let rows: Vec<_> = (0..full).map(|id| format!("({}, {}, 'event', {id}, 1)", demo.0, fan.0)).collect();
    test.execute(&format!(
        "INSERT INTO favourites (channel_id, account_id, kind, target_id, created_at) VALUES {}",
        rows.join(",")
    ))
    .await;
    let asked: Vec<_> = (0..30)
        .map(|id| {
            let store = test.store.clone();
            tokio::spawn(async move { store.favourite_add(demo, fan, Kind::Participant, id, NOW).await.unwrap() })
        })
        .collect();
    let mut added = 0;
    for asked in asked {
        added += i64::from(asked.await.unwrap().is_some());
    }
    assert_eq!(added, room);
    assert_eq!(test.store.favourites(demo, fan).await.unwrap().len() as u64, LIMIT);
    assert!(test.store.favourite_add(demo, fan, Kind::Event, 0, NOW).await.unwrap().is_some(), "it is kept already");
    assert!(test.store.favourite_add(demo, rival, Kind::Event, 0, NOW).await.unwrap().is_some(), "of each account");
}

/// T25, T26: no member removes another's favourites, on this channel or another.
#[tokio::test]
async fn favourite_is_removed_by_its_owner_alone() {
    let test = TestDatabase::new().await;
    let (demo, fan, rival) = fans(&test).await;
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let kept = test.store.favourite_add(demo, fan, Kind::Category, 1, NOW).await.unwrap().unwrap();
    assert!(!test.store.favourite_remove(demo, rival, kept.id).await.unwrap());
    assert!(!test.store.favourite_remove(other, fan, kept.id).await.unwrap());
    assert_eq!(test.store.favourites(other, fan).await.unwrap(), []);
    assert!(
        test.store.favourite_add(other, fan, Kind::Category, 1, NOW).await.is_err(),
        "not an account of this channel"
    );
    assert_eq!(test.store.favourites(demo, fan).await.unwrap(), [kept]);

    assert!(test.store.favourite_remove(demo, fan, kept.id).await.unwrap());
    assert!(!test.store.favourite_remove(demo, fan, kept.id).await.unwrap());
    assert_eq!(test.store.favourites(demo, fan).await.unwrap(), []);
    let again = test.store.favourite_add(demo, fan, Kind::Category, 1, NOW).await.unwrap().unwrap();
    assert_ne!(again.id, kept.id, "an id is never given twice");
}
