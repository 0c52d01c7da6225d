//! Games that another site shows.

use domain::event::{Event, StreamStatus, Timing};
use domain::ids::{ChannelId, EventId};
use domain::media::Source;
use domain::operator::Action;
use domain::time::Timestamp;
use store::{Embedded, Store};
use testkit::{TestDatabase, audit_entry, channel};

/// Upcoming in the small channel.
const GAME: EventId = EventId(2);
const NOW: Timestamp = Timestamp(5_000);

async fn opened() -> (TestDatabase, ChannelId) {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    (test, demo)
}

async fn game(store: &Store, channel: ChannelId) -> Event {
    store.events(channel).await.unwrap().into_iter().find(|game| game.id == GAME).unwrap()
}

async fn set(store: &Store, channel: ChannelId, player: Option<&str>, preview: Option<&str>) -> bool {
    let wanted = Embedded { player: player.map(str::to_owned), preview: preview.map(str::to_owned) };
    store.event_set_embedded(channel, GAME, wanted, audit_entry(Action::SetEmbedded), NOW).await.unwrap()
}

/// PLAY-04: a game that another site shows begins by the clock, and by its encoder again when it does not.
#[tokio::test]
async fn a_game_elsewhere_goes_by_the_clock() {
    let (test, demo) = opened().await;
    let before = game(&test.store, demo).await;
    assert_eq!((before.status, before.timing), (StreamStatus::Upcoming, Timing::Stream));
    assert!(set(&test.store, demo, Some("https://video.test/1"), None).await);
    let elsewhere = game(&test.store, demo).await;
    let shown: Vec<_> = elsewhere.media.iter().map(|media| (media.source, media.url.as_deref())).collect();
    assert_eq!(shown, [(Source::Embedded, Some("https://video.test/1"))]);
    assert_eq!(elsewhere.timing, Timing::Clock);
    assert!(elsewhere.ends_at.is_some_and(|end| end > elsewhere.starts_at));

    assert!(set(&test.store, demo, Some("https://video.test/1"), Some("https://video.test/2")).await);
    let with_preview = game(&test.store, demo).await;
    assert_eq!(with_preview.media[0], elsewhere.media[0], "what stays the same stays what it is");
    assert_eq!(with_preview.media[1].source, Source::EmbeddedPreview);

    assert!(set(&test.store, demo, None, None).await);
    let after = game(&test.store, demo).await;
    assert_eq!((after.media.len(), after.timing), (0, Timing::Stream));
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    assert!(!set(&test.store, other, Some("https://video.test/1"), None).await, "it is another channel's");
}
