//! A live game belongs to one server at a time, by a lease.

use domain::ids::{ChannelId, EventId, MediaId};
use domain::media::MediaState;
use domain::time::Timestamp;
use store::{NodeId, OpenStream, STREAM_LEASE, Store, Taken};
use testkit::{TestDatabase, channel};

/// Upcoming in the small channel.
const GAME: EventId = EventId(2);
const NOW: Timestamp = Timestamp(5_000);

async fn opened() -> (TestDatabase, ChannelId, NodeId, NodeId) {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    (test, demo, NodeId::new("here"), NodeId::new("there"))
}

async fn state(store: &Store, channel: ChannelId) -> MediaState {
    let games = store.events(channel).await.unwrap();
    games.into_iter().find(|game| game.id == GAME).unwrap().media[0].state
}

/// A live game of the first server.
async fn live(store: &Store, channel: ChannelId, holder: &NodeId) -> OpenStream {
    let Taken::Media(media) = store.stream_take(channel, GAME, holder, NOW).await.unwrap() else {
        panic!("nobody else has it");
    };
    assert_eq!(store.stream_begin(channel, GAME, NOW).await.unwrap(), Some(media));
    OpenStream { channel, event: GAME, media }
}

/// T35: of two servers one takes a game's pictures; the other does once nothing was heard of the first for a lease.
#[tokio::test]
async fn a_game_is_one_servers_until_its_lease_ends() {
    let (test, demo, here, there) = opened().await;
    let stream = live(&test.store, demo, &here).await;
    let until = NOW.plus(STREAM_LEASE);
    let take = async |holder: &NodeId, now| test.store.stream_take(demo, GAME, holder, now).await.unwrap();
    assert_eq!(take(&there, NOW).await, Taken::Elsewhere(until));
    assert_eq!(take(&there, until.plus(-1)).await, Taken::Elsewhere(until));
    assert!(!test.store.stream_take_open(stream, &there, true, until.plus(-1)).await.unwrap());
    assert_eq!(take(&here, until.plus(5)).await, Taken::Media(stream.media), "its own game is always its own");
    assert_eq!(take(&there, until).await, Taken::Elsewhere(until.plus(5 + STREAM_LEASE)));
    assert_eq!(take(&there, until.plus(5 + STREAM_LEASE)).await, Taken::Media(stream.media));
    assert!(matches!(take(&here, until.plus(5 + STREAM_LEASE)).await, Taken::Elsewhere(_)));
}

/// Of many that come at once one gets the game, and there is one stream.
#[tokio::test]
async fn game_is_given_to_one_of_many_servers() {
    let (test, demo, ..) = opened().await;
    let tries = (0..8).map(|number| {
        let store = test.store.clone();
        async move { store.stream_take(demo, GAME, &NodeId::new(format!("server {number}")), NOW).await.unwrap() }
    });
    let taken = futures::future::join_all(tries).await;
    let media: Vec<MediaId> =
        taken.iter().filter_map(|taken| if let Taken::Media(media) = taken { Some(*media) } else { None }).collect();
    assert_eq!(media.len(), 1, "{taken:?}");
}

/// A server that renews goes on for as long as it likes, and is told when another has its game.
#[tokio::test]
async fn renewing_server_keeps_the_game_and_the_loser_is_told() {
    let (test, demo, here, there) = opened().await;
    let stream = live(&test.store, demo, &here).await;
    let renew = async |now| test.store.streams_renew(vec![stream.media], vec![], &here, now).await.unwrap();
    assert_eq!(renew(NOW.plus(10_000)).await, []);
    assert!(!test.store.stream_take_open(stream, &there, true, NOW.plus(STREAM_LEASE)).await.unwrap());
    // The database was away for an hour, and nobody else came.
    let later = NOW.plus(Timestamp::HOUR);
    assert_eq!(renew(later).await, []);
    assert!(!test.store.stream_take_open(stream, &there, true, later).await.unwrap());
    // Its encoder is away: it is not held for longer.
    let away = async |now| test.store.streams_renew(vec![], vec![stream.media], &here, now).await.unwrap();
    assert_eq!(away(later.plus(1)).await, []);
    let later = later.plus(STREAM_LEASE);
    assert!(!test.store.stream_take_open(stream, &there, false, later).await.unwrap(), "it lies on the other's disk");
    assert!(test.store.stream_take_open(stream, &there, true, later).await.unwrap());
    assert_eq!((renew(later).await, away(later).await), (vec![stream.media], vec![stream.media]));
    test.store.stream_set_state(stream, &here, MediaState::Interrupted).await.unwrap();
    assert_eq!(state(&test.store, demo).await, MediaState::OnAir, "it has no say any more");
    test.store.stream_set_state(stream, &there, MediaState::Interrupted).await.unwrap();
    assert_eq!(state(&test.store, demo).await, MediaState::Interrupted);
}

/// I3: a server that was killed has its game at once under its own name; one that stopped leaves it to anybody.
#[tokio::test]
async fn a_server_that_is_back_does_not_wait() {
    let (test, demo, here, there) = opened().await;
    let stream = live(&test.store, demo, &here).await;
    assert!(test.store.stream_take_open(stream, &here, false, NOW.plus(1)).await.unwrap());
    let anew = test.store.stream_restart(demo, GAME, stream.media, NOW).await.unwrap().unwrap();
    let stream = OpenStream { media: anew, ..stream };
    assert!(!test.store.stream_take_open(stream, &there, true, NOW.plus(2)).await.unwrap(), "still the same server's");
    test.store.streams_release(&there).await.unwrap();
    assert!(!test.store.stream_take_open(stream, &there, true, NOW.plus(2)).await.unwrap());
    test.store.streams_release(&here).await.unwrap();
    assert!(test.store.stream_take_open(stream, &there, false, NOW.plus(2)).await.unwrap());
    test.store.stream_end(demo, GAME, stream.media, 1_000, NOW).await.unwrap();
    assert!(!test.store.stream_take_open(stream, &there, true, NOW.plus(3)).await.unwrap(), "there is nothing to take");
}
