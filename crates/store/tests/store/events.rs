//! Games: read whole, read by what changed, moved from state to state.

use domain::event::{AccessType, Event, StreamStatus};
use domain::ids::{EventId, ParticipantId};
use domain::time::Timestamp;
use testkit::{TestDatabase, channel};

const NOW: Timestamp = Timestamp(5_000);

fn ids(events: &[Event]) -> Vec<i64> {
    events.iter().map(|event| event.id.0).collect()
}

/// EVT-01: what was written reads back, teams in their order.
#[tokio::test]
async fn games_read_back_with_their_teams() {
    let test = TestDatabase::new().await;
    let import = channel("demo", 1);
    let written = import.content.events.clone();
    let id = test.store.channel_import(import).await.unwrap();
    let read = test.store.events(id).await.unwrap();
    assert_eq!(read, written);
    assert_eq!(read[0].participants, [ParticipantId(1), ParticipantId(2)]);
}

/// EVT-01: every state and every access type reads back; one that nobody knows is an error, not a guess.
#[tokio::test]
async fn every_state_and_access_type_reads_back() {
    let test = TestDatabase::new().await;
    let mut import = channel("demo", 1);
    let game = import.content.events[0].clone();
    let kinds = StreamStatus::ALL.into_iter().flat_map(|status| AccessType::ALL.map(|access| (status, access)));
    import.content.events = (1..)
        .zip(kinds)
        .map(|(id, (status, access))| Event { id: EventId(id), status, access, ..game.clone() })
        .collect();
    let written = import.content.events.clone();
    let id = test.store.channel_import(import).await.unwrap();
    let mut read = test.store.events(id).await.unwrap();
    read.sort_by_key(|event| event.id);
    assert_eq!(read, written);
    test.execute("UPDATE events SET status = 'paused' WHERE id = 1").await;
    assert!(test.store.events(id).await.is_err());
}

/// EVT-11: a reader that asks for what is newer sees a change, and sees it once.
#[tokio::test]
async fn changed_games_alone_are_read_again() {
    let test = TestDatabase::new().await;
    let id = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let before = test.store.channel_versions().await.unwrap()[0].1;
    assert!(test.store.events_since(id, before.games).await.unwrap().is_empty());

    assert!(test.store.event_move(id, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, NOW).await.unwrap());
    let after = test.store.channel_versions().await.unwrap()[0].1;
    assert_eq!(after.content, before.content, "the rest of the channel need not be read again");
    let changed = test.store.events_since(id, before.games).await.unwrap();
    assert_eq!(ids(&changed), [2]);
    assert_eq!((changed[0].status, changed[0].participants.len()), (StreamStatus::Live, 2));
    assert!(test.store.events_since(id, after.games).await.unwrap().is_empty());
}

/// EVT-11: many servers see the moment come, one of them moves the game.
#[tokio::test]
async fn a_game_moves_once() {
    let test = TestDatabase::new().await;
    let id = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let tries = (0..8).map(|_| test.store.event_move(id, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, NOW));
    let moved = futures::future::try_join_all(tries).await.unwrap();
    assert_eq!(moved.iter().filter(|moved| **moved).count(), 1);
}

/// T26: another channel's game is not moved, even when its id is known.
#[tokio::test]
async fn a_game_of_another_channel_stays() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    assert!(!test.store.event_move(other, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, NOW).await.unwrap());
    assert_eq!(test.store.events(demo).await.unwrap()[1].status, StreamStatus::Upcoming);
}
