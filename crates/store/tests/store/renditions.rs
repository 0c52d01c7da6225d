//! Lower renditions that a recording gets after its end.

use domain::ids::{ChannelId, EventId, MediaId};
use domain::media::{RenditionProgress, RenditionState};
use domain::time::Timestamp;
use store::{Job, JobKind, Store};
use testkit::{TestDatabase, channel};

const GAME: EventId = EventId(2);
const NOW: Timestamp = Timestamp(5_000);
const LEASE: i64 = 1_000;

async fn claim(store: &Store, now: Timestamp) -> Option<Job> {
    store.job_claim(JobKind::MakeRenditions, LEASE, now).await.unwrap()
}

fn rung(state: RenditionState, percent: u8) -> Vec<RenditionProgress> {
    vec![RenditionProgress { height: 360, state, percent }]
}

async fn told(store: &Store, channel: ChannelId, media: MediaId) -> Option<Vec<RenditionProgress>> {
    store.renditions_of(channel, &[media]).await.unwrap().remove(&media)
}

/// PLAY-05: what was kept gets its lower renditions next, by the server with the job, and how far they are is told.
#[tokio::test]
async fn a_kept_recording_gets_its_lower_renditions() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.channel_import(channel("demo", 1)).await.unwrap();
    let other = store.channel_import(channel("other", 1_001)).await.unwrap();
    let media = store.stream_begin(demo, GAME, NOW).await.unwrap().unwrap();
    store.stream_end(demo, GAME, media, 1_000, NOW).await.unwrap();
    assert_eq!(claim(store, NOW).await, None, "its pictures come first");
    let keep = store.job_claim(JobKind::ArchiveRecording, LEASE, NOW).await.unwrap().unwrap();
    assert!(store.jobs_are_due(&[JobKind::ImportVideo, JobKind::ArchiveRecording], NOW).await.unwrap());
    for _ in 0..2 {
        store.recording_kept(keep.clone(), media, NOW).await.unwrap();
    }
    assert!(!store.jobs_are_due(&[JobKind::ImportVideo, JobKind::ArchiveRecording], NOW).await.unwrap());
    assert_eq!(store.jobs_count(JobKind::MakeRenditions).await.unwrap(), 1);

    let first = claim(store, NOW).await.unwrap();
    assert_eq!(store.renditions_recording_of(&first).await.unwrap(), Some(media));
    assert_eq!(told(store, demo, media).await, None, "nobody has looked yet");
    assert!(store.renditions_progressed(first.clone(), rung(RenditionState::Making, 40)).await.unwrap());
    assert_eq!(told(store, demo, media).await, Some(rung(RenditionState::Making, 40)));
    assert_eq!(told(store, other, media).await, None, "T26: it is not theirs");
    // The first is killed, and another goes on.
    let later = NOW.plus(LEASE);
    let second = claim(store, later).await.unwrap();
    assert!(!store.renditions_progressed(first.clone(), rung(RenditionState::Making, 50)).await.unwrap());
    store.renditions_ended(first, rung(RenditionState::Failed, 0)).await.unwrap();
    assert_eq!(told(store, demo, media).await, Some(rung(RenditionState::Making, 40)));
    store.renditions_ended(second, rung(RenditionState::Ready, 100)).await.unwrap();
    assert_eq!(told(store, demo, media).await, Some(rung(RenditionState::Ready, 100)));
    assert_eq!(store.jobs_count(JobKind::MakeRenditions).await.unwrap(), 0);
}
