//! Lower renditions that a recording gets after its end.

use domain::ids::{ChannelId, EventId, MediaId};
use domain::media::{RungProgress, RungState};
use domain::time::Timestamp;
use store::{Job, JobKind, Store};
use testkit::{TestDatabase, channel};

const GAME: EventId = EventId(2);
const NOW: Timestamp = Timestamp(5_000);
const LEASE: i64 = 1_000;

async fn claim(store: &Store, now: Timestamp) -> Option<Job> {
    store.claim_job(JobKind::MakeRungs, LEASE, now).await.unwrap()
}

fn rung(state: RungState, percent: u8) -> Vec<RungProgress> {
    vec![RungProgress { height: 360, state, percent }]
}

async fn told(store: &Store, channel: ChannelId, media: MediaId) -> Option<Vec<RungProgress>> {
    store.rungs_of(channel, &[media]).await.unwrap().remove(&media)
}

/// PLAY-05: what was kept gets its lower renditions next, by one who holds the job, and how far they are is told.
#[tokio::test]
async fn a_kept_recording_gets_its_lower_renditions() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.import_channel(channel("demo", 1)).await.unwrap();
    let other = store.import_channel(channel("other", 1_001)).await.unwrap();
    let media = store.begin_stream(demo, GAME, NOW).await.unwrap().unwrap();
    store.end_stream(demo, GAME, media, 1_000, NOW).await.unwrap();
    assert_eq!(claim(store, NOW).await, None, "its pictures come first");
    let keep = store.claim_job(JobKind::KeepRecording, LEASE, NOW).await.unwrap().unwrap();
    assert!(store.is_busy_with(&[JobKind::ImportVideo, JobKind::KeepRecording], NOW).await.unwrap());
    for _ in 0..2 {
        store.recording_kept(keep.clone(), media, NOW).await.unwrap();
    }
    assert!(!store.is_busy_with(&[JobKind::ImportVideo, JobKind::KeepRecording], NOW).await.unwrap());
    assert_eq!(store.count_jobs(JobKind::MakeRungs).await.unwrap(), 1);

    let first = claim(store, NOW).await.unwrap();
    assert_eq!(store.to_ladder(&first).await.unwrap(), Some(media));
    assert_eq!(told(store, demo, media).await, None, "nobody has looked yet");
    assert!(store.rungs_progressed(first.clone(), rung(RungState::Making, 40), LEASE, NOW).await.unwrap());
    assert_eq!(told(store, demo, media).await, Some(rung(RungState::Making, 40)));
    assert_eq!(told(store, other, media).await, None, "T26: it is not theirs");
    // The first is killed, and another goes on.
    let later = NOW.plus(LEASE);
    let second = claim(store, later).await.unwrap();
    assert!(!store.rungs_progressed(first.clone(), rung(RungState::Making, 50), LEASE, later).await.unwrap());
    store.rungs_ended(first, rung(RungState::Failed, 0)).await.unwrap();
    assert_eq!(told(store, demo, media).await, Some(rung(RungState::Making, 40)));
    store.rungs_ended(second, rung(RungState::Ready, 100)).await.unwrap();
    assert_eq!(told(store, demo, media).await, Some(rung(RungState::Ready, 100)));
    assert_eq!(store.count_jobs(JobKind::MakeRungs).await.unwrap(), 0);
}
