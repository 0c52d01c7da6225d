//! Captions: whose they are, and with what they end.

use domain::captions::Language;
use domain::ids::{CaptionsId, ChannelId, EventId, MediaId};
use domain::operator::Action;
use domain::time::Timestamp;
use store::{NewCaptions, Store, UploadFor};
use testkit::{TestDatabase, audit_entry, channel};

/// Upcoming in the small channel.
const GAME: EventId = EventId(2);
const NOW: Timestamp = Timestamp(5_000);

fn language(tag: &str) -> Language {
    Language::of_tag(tag).unwrap()
}

async fn set(store: &Store, channel: ChannelId, media: MediaId, tag: &str, text: &str) -> Option<CaptionsId> {
    let new = NewCaptions { media, language: language(tag), text: text.to_owned(), entry: None };
    store.captions_set(channel, new, NOW).await.unwrap()
}

async fn tags(store: &Store, channel: ChannelId) -> Vec<&'static str> {
    let media = store.media_of(channel, UploadFor::Game(GAME)).await.unwrap();
    let listed = store.events(channel).await.unwrap().into_iter().find(|game| game.id == GAME).unwrap();
    assert_eq!(listed.media, media);
    media.iter().flat_map(|media| &media.captions).map(|track| track.language.tag()).collect()
}

/// PLAY-08: one text for each language, under a new id each time; they are the channel's, and end with their video.
#[tokio::test]
async fn captions_belong_to_their_video() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.channel_import(channel("demo", 1)).await.unwrap();
    let other = store.channel_import(channel("other", 1001)).await.unwrap();
    let media = store.video_await(demo, UploadFor::Game(GAME), NOW).await.unwrap();
    let first = set(store, demo, media, "en", "one").await.unwrap();
    let second = set(store, demo, media, "en", "two").await.unwrap();
    set(store, demo, media, "bg", "три").await.unwrap();
    assert!(second > first);
    assert_eq!(tags(store, demo).await, ["bg", "en"]);
    assert_eq!(store.captions(demo, media, first).await.unwrap(), None);
    assert_eq!(store.captions(demo, media, second).await.unwrap().as_deref(), Some("two"));
    assert_eq!(store.captions(demo, MediaId(media.0 + 1), second).await.unwrap(), None);
    assert_eq!(store.captions(other, media, second).await.unwrap(), None);
    assert_eq!(set(store, other, media, "en", "theirs").await, None);
    let remove = async |channel, tag| {
        store.captions_remove(channel, media, language(tag), audit_entry(Action::RemoveCaptions)).await.unwrap()
    };
    assert!(!remove(other, "en").await && !remove(demo, "fr").await);
    assert!(remove(demo, "bg").await);
    assert_eq!(tags(store, demo).await, ["en"]);
    test.execute("DELETE FROM media").await;
    assert_eq!(store.captions(demo, media, second).await.unwrap(), None);
}
