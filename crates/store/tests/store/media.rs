//! Streams of games: begun, interrupted, ended, and left alone when a channel is written again.

use domain::event::{Event, StreamStatus};
use domain::ids::{ChannelId, EventId, MediaId, VodItemId};
use domain::media::{MediaState, Source};
use domain::operator::Action;
use domain::time::Timestamp;
use store::{Gap, JobKind, NewUpload, NodeId, OpenStream, Store, Taken, UploadBegun, UploadFor};
use testkit::{TestDatabase, audit_entry, channel};

/// Upcoming in the small channel.
const GAME: EventId = EventId(2);
const FINISHED: EventId = EventId(4);
const NOW: Timestamp = Timestamp(5_000);

async fn opened() -> (TestDatabase, ChannelId) {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    (test, demo)
}

async fn game(store: &Store, channel: ChannelId, id: EventId) -> Event {
    store.events(channel).await.unwrap().into_iter().find(|game| game.id == id).unwrap()
}

fn ours() -> NodeId {
    NodeId::new("ours")
}

async fn taken(store: &Store, channel: ChannelId, id: EventId) -> MediaId {
    match store.stream_take(channel, id, &ours(), NOW).await.unwrap() {
        Taken::Media(media) => media,
        other => panic!("{other:?}"),
    }
}

async fn shown(store: &Store, channel: ChannelId) -> (StreamStatus, Vec<(MediaId, MediaState)>) {
    let game = game(store, channel, GAME).await;
    (game.status, game.media.iter().map(|media| (media.id, media.state)).collect())
}

/// EVT-11: a game is live once there is something to see, not when its encoder knocks.
#[tokio::test]
async fn a_stream_waits_until_there_is_something_to_see() {
    let (test, demo) = opened().await;
    let media = taken(&test.store, demo, GAME).await;
    assert_eq!(taken(&test.store, demo, GAME).await, media);
    assert_eq!(shown(&test.store, demo).await, (StreamStatus::Upcoming, vec![(media, MediaState::Waiting)]));
    assert_eq!(test.store.streams_open().await.unwrap(), []);

    let before = test.store.channel_versions().await.unwrap()[0].1;
    assert_eq!(test.store.stream_begin(demo, GAME, NOW).await.unwrap(), Some(media));
    assert_eq!(test.store.stream_begin(demo, GAME, NOW).await.unwrap(), Some(media));
    assert_eq!(shown(&test.store, demo).await, (StreamStatus::Live, vec![(media, MediaState::OnAir)]));
    let changed = test.store.events_since(demo, before.games).await.unwrap();
    assert_eq!(changed.iter().map(|game| game.id).collect::<Vec<_>>(), [GAME], "open pages are told");
    assert_eq!(changed[0].media[0].source, Source::Stream);
    assert_eq!(test.store.streams_open().await.unwrap(), [OpenStream { channel: demo, event: GAME, media }]);
}

/// PLAY-05: a recording's gap is known once it has ended, to its own channel.
#[tokio::test]
async fn a_recording_with_a_gap_is_listed() {
    let (test, demo) = opened().await;
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let media = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    test.store.recording_set_gap(other, media, 7_000).await.unwrap();
    test.store.stream_end(demo, GAME, media, 60_000, NOW).await.unwrap();
    assert_eq!(test.store.gaps(demo, 10).await.unwrap(), []);
    test.store.recording_set_gap(demo, media, 4_000).await.unwrap();
    assert_eq!(test.store.gaps(demo, 10).await.unwrap(), [Gap { event: GAME, missing_ms: 4_000 }]);
    assert_eq!(test.store.gaps(other, 10).await.unwrap(), []);
}

#[tokio::test]
async fn an_interrupted_stream_is_still_open_until_it_ends() {
    let (test, demo) = opened().await;
    let media = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    test.store
        .stream_set_state(OpenStream { channel: demo, event: GAME, media }, &ours(), MediaState::Interrupted)
        .await
        .unwrap();
    assert_eq!(shown(&test.store, demo).await, (StreamStatus::Live, vec![(media, MediaState::Interrupted)]));
    assert_eq!(test.store.streams_open().await.unwrap().len(), 1);

    let before = test.store.channel_versions().await.unwrap()[0].1;
    test.store.stream_end(demo, GAME, media, 5_400_900, NOW).await.unwrap();
    let ended = game(&test.store, demo, GAME).await;
    assert_eq!((ended.status, ended.duration_s), (StreamStatus::Finished, Some(5_400)));
    assert_eq!((ended.media[0].state, ended.media[0].duration_ms), (MediaState::Ready, Some(5_400_900)));
    assert_eq!(test.store.events_since(demo, before.games).await.unwrap().len(), 1);
    assert_eq!(test.store.streams_open().await.unwrap(), []);

    // An encoder's last word that comes late changes nothing.
    test.store
        .stream_set_state(OpenStream { channel: demo, event: GAME, media }, &ours(), MediaState::OnAir)
        .await
        .unwrap();
    assert_eq!(shown(&test.store, demo).await, (StreamStatus::Finished, vec![(media, MediaState::Ready)]));
}

#[tokio::test]
async fn a_game_that_is_over_takes_no_stream() {
    let (test, demo) = opened().await;
    for missing in [FINISHED, EventId(77)] {
        assert_eq!(test.store.stream_take(demo, missing, &ours(), NOW).await.unwrap(), Taken::Over);
        assert_eq!(test.store.stream_begin(demo, missing, NOW).await.unwrap(), None);
    }
    assert!(game(&test.store, demo, FINISHED).await.media.is_empty());
}

/// A game that is taken up again after its end gets a second recording; the first stays whole.
#[tokio::test]
async fn ended_recording_is_not_overwritten() {
    let (test, demo) = opened().await;
    let first = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    test.store.stream_end(demo, GAME, first, 1_000, NOW).await.unwrap();
    assert!(test.store.event_move(demo, GAME, StreamStatus::Finished, StreamStatus::Upcoming, NOW).await.unwrap());
    let second = taken(&test.store, demo, GAME).await;
    assert_ne!(second, first);
    assert_eq!(test.store.stream_begin(demo, GAME, NOW).await.unwrap(), Some(second));
    let expected = vec![(first, MediaState::Ready), (second, MediaState::OnAir)];
    assert_eq!(shown(&test.store, demo).await, (StreamStatus::Live, expected));
}

#[tokio::test]
async fn a_stream_begun_anew_is_another_one() {
    let (test, demo) = opened().await;
    let old = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    let new = test.store.stream_restart(demo, GAME, old, NOW).await.unwrap().unwrap();
    assert_ne!(new, old, "a number is never used for two folders");
    assert_eq!(shown(&test.store, demo).await, (StreamStatus::Live, vec![(new, MediaState::OnAir)]));
    assert_eq!(test.store.stream_restart(demo, GAME, old, NOW).await.unwrap(), None);
    test.store.stream_end(demo, GAME, new, 1_000, NOW).await.unwrap();
    assert_eq!(test.store.stream_restart(demo, GAME, new, NOW).await.unwrap(), None);
}

#[tokio::test]
async fn pictures_are_told_of_once_they_are_there() {
    let (test, demo) = opened().await;
    let media = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    let before = test.store.channel_versions().await.unwrap()[0].1;
    test.store.media_set_has_pictures(demo, media).await.unwrap();
    let changed = test.store.events_since(demo, before.games).await.unwrap();
    assert!(changed[0].id == GAME && changed[0].media[0].has_pictures);
}

/// Open pages see the poster of a film too.
#[tokio::test]
async fn pictures_of_a_film_are_told_of() {
    let (test, demo) = opened().await;
    let new =
        NewUpload { of: UploadFor::Film(VodItemId(1)), name: "film.mp4".into(), bytes: 9, most_open: 1, now: NOW };
    let begun = test.store.upload_create(demo, new, audit_entry(Action::UploadVideo)).await.unwrap();
    let UploadBegun::Upload(upload) = begun else { panic!("{begun:?}") };
    test.store.upload_received(demo, upload, 9, NOW).await.unwrap();
    let media = test.store.upload(demo, upload).await.unwrap().unwrap().media.unwrap();
    let before = test.store.channel_versions().await.unwrap()[0].1;
    test.store.media_set_has_pictures(demo, media).await.unwrap();
    let after = test.store.channel_versions().await.unwrap()[0].1;
    assert_eq!((after.content, after.games), (before.content + 1, before.games));
}

/// A recording is seen to once, however often its end is told of; a server that cannot do it leaves it to others.
#[tokio::test]
async fn the_end_of_a_stream_is_followed_by_one_job() {
    let (test, demo) = opened().await;
    let media = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    for _ in 0..2 {
        test.store.stream_end(demo, GAME, media, 1_000, NOW).await.unwrap();
    }
    assert_eq!(test.store.jobs_count(JobKind::ArchiveRecording).await.unwrap(), 1);
    let claim = async |now| test.store.job_claim(JobKind::ArchiveRecording, 1_000, now).await.unwrap();
    let job = claim(NOW).await.unwrap();
    assert_eq!((job.channel, test.store.recording_of(&job).unwrap()), (demo, media));
    test.store.job_hold(job.clone(), 5_000, NOW).await.unwrap();
    assert_eq!(claim(NOW.plus(4_999)).await, None, "it is ours for longer");
    test.store.job_postpone(job, NOW.plus(60_000)).await.unwrap();
    assert_eq!(claim(NOW.plus(59_999)).await, None);
    let job = claim(NOW.plus(60_000)).await.unwrap();
    test.store.job_drop(job).await.unwrap();
    assert_eq!(test.store.jobs_count(JobKind::ArchiveRecording).await.unwrap(), 0);
}

/// T35: a key is void from the moment it is rotated, and stays so when the channel is written again.
#[tokio::test]
async fn a_rotated_key_stays_rotated() {
    let (test, demo) = opened().await;
    assert_eq!(test.store.stream_key_generation(demo, GAME).await.unwrap(), Some(0));
    assert_eq!(test.store.stream_key_rotate(demo, GAME).await.unwrap(), Some(1));
    assert_eq!(test.store.stream_key_rotate(demo, GAME).await.unwrap(), Some(2));
    let mut again = channel("demo", 1);
    again.content.events[1].name = "Renamed".into();
    test.store.channel_import(again).await.unwrap();
    assert_eq!(game(&test.store, demo, GAME).await.name, "Renamed");
    assert_eq!(test.store.stream_key_generation(demo, GAME).await.unwrap(), Some(2));
    assert_eq!(test.store.stream_key_generation(demo, EventId(1)).await.unwrap(), Some(0), "only its own");
}

/// EVT-11: a game with a running stream stays live when the channel is written again; what was recorded stays.
#[tokio::test]
async fn a_live_game_stays_live_when_the_channel_is_written_again() {
    let (test, demo) = opened().await;
    let media = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    for state in [MediaState::OnAir, MediaState::Interrupted] {
        test.store.stream_set_state(OpenStream { channel: demo, event: GAME, media }, &ours(), state).await.unwrap();
        for status in StreamStatus::ALL {
            let mut again = channel("demo", 1);
            again.content.events[1].status = status;
            test.store.channel_import(again).await.unwrap();
            assert_eq!(shown(&test.store, demo).await, (StreamStatus::Live, vec![(media, state)]), "{status:?}");
        }
    }
    // Nothing else was made live by that.
    assert_eq!(game(&test.store, demo, EventId(3)).await.status, StreamStatus::Upcoming);
    test.store.stream_end(demo, GAME, media, 1_000, NOW).await.unwrap();
    test.store.channel_import(channel("demo", 1)).await.unwrap();
    assert_eq!(shown(&test.store, demo).await, (StreamStatus::Upcoming, vec![(media, MediaState::Ready)]));
}

/// T26: another channel's stream cannot be begun, moved, ended or rotated, even when its ids are known.
#[tokio::test]
async fn a_stream_of_another_channel_stays() {
    let (test, demo) = opened().await;
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let media = test.store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    let before = shown(&test.store, demo).await;
    assert_eq!(test.store.stream_take(other, GAME, &ours(), NOW).await.unwrap(), Taken::Over);
    assert_eq!(test.store.stream_begin(other, GAME, NOW).await.unwrap(), None);
    assert_eq!(test.store.stream_restart(other, GAME, media, NOW).await.unwrap(), None);
    test.store
        .stream_set_state(OpenStream { channel: other, event: GAME, media }, &ours(), MediaState::Interrupted)
        .await
        .unwrap();
    test.store.stream_end(other, GAME, media, 1_000, NOW).await.unwrap();
    test.store.media_set_has_pictures(other, media).await.unwrap();
    assert_eq!(shown(&test.store, demo).await, before);
    assert_eq!(test.store.stream_key_generation(other, GAME).await.unwrap(), None);
    assert_eq!(test.store.stream_key_rotate(other, GAME).await.unwrap(), None);
    assert_eq!(test.store.stream_key_generation(demo, GAME).await.unwrap(), Some(0));
}

/// The videos of two films, by their states.
async fn films(store: &Store, channel: ChannelId, films: [VodItemId; 2]) -> [Vec<MediaState>; 2] {
    let mut states = [vec![], vec![]];
    for (film, states) in films.into_iter().zip(&mut states) {
        let media = store.media_of(channel, UploadFor::Film(film)).await.unwrap();
        *states = media.iter().map(|media| media.state).collect();
    }
    states
}

/// VOD-01: a film's video is awaited once, ready once, and stays when the channel is written again; no other film's is
/// touched, whatever channel asks.
#[tokio::test]
async fn a_film_gets_its_video() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let other = store.channel_import(channel("other", 1001)).await.unwrap();
    let [first, second] = [VodItemId(1), VodItemId(2)];
    let media = store.video_await(demo, UploadFor::Film(first), NOW).await.unwrap();
    assert_eq!(store.video_await(demo, UploadFor::Film(first), NOW).await.unwrap(), media);
    store.video_await(demo, UploadFor::Film(second), NOW).await.unwrap();
    store.film_ready(other, media, 30_000, NOW).await.unwrap();
    store.video_give_up(other, UploadFor::Film(first)).await.unwrap();
    let waiting = || vec![MediaState::Processing];
    assert_eq!(films(store, demo, [first, second]).await, [waiting(), waiting()]);

    let before = store.channel_versions().await.unwrap();
    store.film_ready(demo, media, 30_000, NOW).await.unwrap();
    let after = store.channel_versions().await.unwrap();
    assert_ne!(before[0].1.content, after[0].1.content, "open pages are told");
    assert_eq!(before[1], after[1]);
    store.film_ready(demo, media, 40_000, NOW).await.unwrap();
    store.video_give_up(demo, UploadFor::Film(first)).await.unwrap();
    assert_eq!(films(store, demo, [first, second]).await, [vec![MediaState::Ready], waiting()]);
    let [video] = store.media_of(demo, UploadFor::Film(first)).await.unwrap().try_into().unwrap();
    assert_eq!((video.id, video.duration_ms), (media, Some(30_000)));
    store.video_give_up(demo, UploadFor::Film(second)).await.unwrap();
    store.channel_import(channel("demo", 1)).await.unwrap();
    assert_eq!(films(store, demo, [first, second]).await, [vec![MediaState::Ready], vec![MediaState::Failed]]);
}
