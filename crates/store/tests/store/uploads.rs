//! Uploads: from their first byte until what came of them is watched, and what becomes of those that are not.

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId, MediaId, VodItemId};
use domain::media::{Media, MediaState, Source};
use domain::operator::Action;
use domain::time::Timestamp;
use store::{
    Failed, Job, JobKind, NewUpload, Problem, Removed, Store, TRIES, Upload, UploadBegun, UploadFor, UploadState,
};
use testkit::{TestDatabase, audit_entry, channel};

/// Upcoming in the small channel.
const GAME: UploadFor = UploadFor::Game(EventId(2));
const FILM: UploadFor = UploadFor::Film(VodItemId(1));
const NOW: Timestamp = Timestamp(1_800_000_000_000);
const LEASE: i64 = Timestamp::MINUTE;

async fn opened() -> (TestDatabase, ChannelId) {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    (test, demo)
}

fn new(of: UploadFor) -> NewUpload {
    NewUpload { of, name: "final.mp4".into(), bytes: 100, most_open: 3, now: NOW }
}

async fn begin(store: &Store, channel: ChannelId, of: UploadFor) -> UploadBegun {
    store.upload_create(channel, new(of), audit_entry(Action::UploadVideo)).await.unwrap()
}

async fn begun(store: &Store, channel: ChannelId, of: UploadFor) -> i64 {
    match begin(store, channel, of).await {
        UploadBegun::Upload(id) => id,
        refused => panic!("{refused:?}"),
    }
}

/// An upload that is all here, and the job to make it ready.
async fn received(store: &Store, channel: ChannelId, of: UploadFor) -> (i64, Job) {
    let id = begun(store, channel, of).await;
    store.upload_received(channel, id, 100, NOW).await.unwrap();
    (id, claim(store, NOW).await.expect("it is queued"))
}

async fn claim(store: &Store, now: Timestamp) -> Option<Job> {
    store.job_claim(JobKind::ImportVideo, LEASE, now).await.unwrap()
}

fn problem(text: &str) -> Problem {
    Problem { code: "word".into(), text: text.into() }
}

async fn upload(store: &Store, channel: ChannelId, id: i64) -> Upload {
    store.upload(channel, id).await.unwrap().expect("it is there")
}

async fn media_of(store: &Store, channel: ChannelId, of: UploadFor) -> Vec<Media> {
    match of {
        UploadFor::Game(id) => {
            store.events(channel).await.unwrap().into_iter().find(|game| game.id == id).unwrap().media
        }
        UploadFor::Film(id) => {
            let content = store.content(channel).await.unwrap();
            content.vod_items.into_iter().find(|film| film.id == id).unwrap().media
        }
    }
}

async fn remove(store: &Store, channel: ChannelId, id: i64) -> Removed {
    store.upload_delete(channel, id, audit_entry(Action::RemoveUpload)).await.unwrap()
}

/// PLAY-06: an upload is for a game or film of the channel that is not being played, and few are open at a time.
#[tokio::test]
async fn upload_must_target_a_game_or_film_of_the_channel() {
    let (test, demo) = opened().await;
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    for nobodys in [UploadFor::Game(EventId(1002)), UploadFor::Film(VodItemId(1001)), UploadFor::Game(EventId(999))] {
        assert_eq!(begin(&test.store, demo, nobodys).await, UploadBegun::NoTarget, "{nobodys:?}");
    }
    test.store.stream_begin(demo, EventId(3), NOW).await.unwrap().unwrap();
    assert_eq!(begin(&test.store, demo, UploadFor::Game(EventId(3))).await, UploadBegun::OnAir);
    let first = begun(&test.store, demo, GAME).await;
    for of in [FILM, GAME] {
        begun(&test.store, demo, of).await;
    }
    assert_eq!(begin(&test.store, demo, FILM).await, UploadBegun::TooMany);
    begun(&test.store, other, UploadFor::Film(VodItemId(1001))).await;
    assert_eq!(test.store.upload(other, first).await.unwrap(), None);
    assert_eq!(remove(&test.store, other, first).await, Removed::Unknown);
    let (newest, total) = test.store.uploads(demo, 0, 2).await.unwrap();
    assert_eq!((newest.iter().map(|upload| upload.of).collect::<Vec<_>>(), total), (vec![GAME, FILM], 3));
    assert_eq!(remove(&test.store, demo, first).await, Removed::Gone);
    begun(&test.store, demo, FILM).await;
}

/// PLAY-06: the last byte queues it, once; a game with an upload is over, and plays before its pictures are made.
#[tokio::test]
async fn a_whole_upload_becomes_a_games_video() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let id = begun(store, demo, GAME).await;
    store.upload_received(demo, id, 99, NOW).await.unwrap();
    assert_eq!((upload(store, demo, id).await.received, claim(store, NOW).await), (99, None));
    for _ in 0..2 {
        store.upload_received(demo, id, 100, NOW).await.unwrap();
    }
    let job = claim(store, NOW).await.unwrap();
    assert_eq!(claim(store, NOW).await, None, "it was queued once");
    let waiting = media_of(store, demo, GAME).await;
    assert_eq!((waiting.len(), waiting[0].state), (1, MediaState::Processing));

    assert!(store.job_hold(job.clone(), LEASE, NOW.plus(LEASE)).await.unwrap());
    assert!(store.upload_progressed(job.clone(), UploadState::Importing, 40, NOW.plus(LEASE)).await.unwrap());
    assert_eq!(claim(store, NOW.plus(LEASE + 1)).await, None, "the lease was extended");
    let before = store.channel_versions().await.unwrap()[0].1;
    assert!(store.upload_imported(job.clone(), 5_400_900, NOW).await.unwrap());
    let game = store.events_since(demo, before.games).await.unwrap().remove(0);
    assert_eq!((game.status, game.duration_s), (StreamStatus::Finished, Some(5_400)));
    assert_eq!((game.media[0].state, game.media[0].has_pictures), (MediaState::Ready, false));
    assert_eq!(remove(store, demo, id).await, Removed::Watched);

    store.upload_ready(job, true, NOW).await.unwrap();
    assert!(media_of(store, demo, GAME).await[0].has_pictures);
    assert_eq!(upload(store, demo, id).await.state, UploadState::Ready);
    assert_eq!(store.jobs_count(JobKind::ImportVideo).await.unwrap(), 0);
    assert_eq!(store.jobs_count(JobKind::MakeRenditions).await.unwrap(), 1, "its lower renditions are made next");
    assert_eq!(remove(store, demo, id).await, Removed::Watched);
}

/// VOD-01: followers of the channel see a film's video; a later file takes the place of an earlier one.
#[tokio::test]
async fn a_later_upload_takes_the_place_of_an_earlier() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let (_, job) = received(store, demo, FILM).await;
    let before = store.channel_versions().await.unwrap()[0].1;
    store.upload_imported(job.clone(), 61_000, NOW).await.unwrap();
    store.upload_ready(job, true, NOW).await.unwrap();
    assert!(store.channel_versions().await.unwrap()[0].1.content > before.content);
    let first = media_of(store, demo, FILM).await[0].id;
    let film = store.content(demo).await.unwrap().vod_items.into_iter().find(|film| film.id == VodItemId(1)).unwrap();
    assert_eq!(film.duration_s, Some(61));

    let (_, job) = received(store, demo, FILM).await;
    assert_eq!(media_of(store, demo, FILM).await[0].id, first, "until then it is the earlier one that plays");
    assert!(store.upload_imported(job, 70_000, NOW).await.unwrap());
    let left: Vec<MediaId> = media_of(store, demo, FILM).await.iter().map(|media| media.id).collect();
    assert!(left.len() == 1 && left[0] != first, "{left:?}");
}

/// T58: a file takes the place of those of its own game or film alone; what it replaces is kept aside for a week.
#[tokio::test]
async fn an_upload_replaces_nothing_of_others() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let other = store.channel_import(channel("other", 1001)).await.unwrap();
    let targets = [(demo, 0), (other, 1000)].map(|(channel, first)| {
        let game = |id: i64| (channel, UploadFor::Game(EventId(first + id)));
        let film = |id: i64| (channel, UploadFor::Film(VodItemId(first + id)));
        [game(2), game(3), film(1), film(2)]
    });
    let make = async |(channel, of)| {
        let (_, job) = received(store, channel, of).await;
        assert!(store.upload_imported(job.clone(), 61_000, NOW).await.unwrap());
        store.upload_ready(job, true, NOW).await.unwrap();
    };
    let all = async || {
        let mut all = vec![];
        for target in targets.concat() {
            let media = media_of(store, target.0, target.1).await;
            all.push((target, media.iter().map(|media| media.id).collect::<Vec<_>>()));
        }
        all
    };
    for target in targets.concat() {
        make(target).await;
    }
    let a_week_later = NOW.plus(7 * Timestamp::DAY);
    let removal = async |now| store.job_claim(JobKind::RemoveMedia, LEASE, now).await.unwrap();
    for target in targets.concat() {
        let before = all().await;
        make(target).await;
        for (was, is) in before.into_iter().zip(all().await) {
            assert_eq!(is.1.len(), 1, "{is:?}");
            assert_eq!(was == is, is.0 != target, "{was:?} {is:?}");
            if was.0 == target {
                assert_eq!(removal(a_week_later.plus(-1)).await, None);
                let job = removal(a_week_later).await.expect("its files go");
                assert_eq!((job.channel, store.media_replaced(&job).await.unwrap()), (target.0, Some(was.1[0])));
                store.job_drop(job).await.unwrap();
            }
        }
        assert_eq!(removal(a_week_later).await, None, "and no others");
    }
}

/// PLAY-06: what was recorded of a game stays, behind the file that was uploaded.
#[tokio::test]
async fn an_upload_comes_before_a_recording() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let recorded = store.stream_begin(demo, EventId(2), NOW).await.unwrap().unwrap();
    store.stream_end(demo, EventId(2), recorded, 1_000, NOW).await.unwrap();
    let (_, job) = received(store, demo, GAME).await;
    assert_eq!(media_of(store, demo, GAME).await[0].id, recorded);
    assert!(store.upload_imported(job, 2_000, NOW).await.unwrap());
    let sources: Vec<Source> = media_of(store, demo, GAME).await.iter().map(|media| media.source).collect();
    assert_eq!(sources, [Source::Upload, Source::Stream]);
}

/// T33: a file that is no video fails for good, with its reason, and can be cleared away.
#[tokio::test]
async fn a_file_that_cannot_be_used_fails_for_good() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let (id, job) = received(store, demo, GAME).await;
    store.upload_failed(job.clone(), problem("this is a text"), NOW).await.unwrap();
    let failed = upload(store, demo, id).await;
    assert_eq!((failed.state, failed.problem.as_deref()), (UploadState::Failed, Some("this is a text")));
    assert_eq!(failed.problem_code.as_deref(), Some("word"));
    assert_eq!(media_of(store, demo, GAME).await[0].state, MediaState::Failed);
    assert_eq!(claim(store, NOW.plus(Timestamp::DAY)).await, None);
    assert!(!store.upload_progressed(job, UploadState::Importing, 1, NOW).await.unwrap());
    assert_eq!(remove(store, demo, id).await, Removed::Gone);
    assert_eq!(media_of(store, demo, GAME).await, []);
}

/// What may pass is tried again, then given up; a server that has lost the job changes nothing.
#[tokio::test]
async fn a_job_that_stumbles_is_tried_again() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let (id, first) = received(store, demo, GAME).await;
    let later = NOW.plus(LEASE + 1);
    let second = claim(store, later).await.expect("its holder is gone");
    assert!(!store.upload_progressed(first.clone(), UploadState::Importing, 9, later).await.unwrap());
    store.upload_failed(first.clone(), problem("no"), later).await.unwrap();
    assert!(!store.upload_imported(first.clone(), 1_000, later).await.unwrap());
    assert_eq!(store.upload_stumbled(first, problem("no"), later).await.unwrap(), Failed::Lost);
    assert_eq!(upload(store, demo, id).await.problem, None);

    store.job_release(second.clone()).await.unwrap();
    let mut job = claim(store, later).await.expect("it was let go");
    assert_eq!(job.attempts, second.attempts, "which costs no try");
    let mut now = later;
    while job.attempts < TRIES {
        let Failed::Again(at) = store.upload_stumbled(job, problem("the disk is full"), now).await.unwrap() else {
            panic!("it was given up too early");
        };
        let waiting = upload(store, demo, id).await;
        let shown = (waiting.state, waiting.problem.as_deref());
        assert_eq!(shown, (UploadState::Received, Some("the disk is full")));
        now = at;
        job = claim(store, now).await.unwrap();
        assert!(store.upload_progressed(job.clone(), UploadState::Checking, 0, now).await.unwrap());
    }
    assert_eq!(store.upload_stumbled(job, problem("the disk is full"), now).await.unwrap(), Failed::Dead);
    assert_eq!(upload(store, demo, id).await.state, UploadState::Failed);
}

/// An upload that is taken back while it is made ready ends its job and leaves nothing.
#[tokio::test]
async fn an_upload_is_taken_back_while_it_is_made_ready() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let (id, job) = received(store, demo, FILM).await;
    assert_eq!(remove(store, demo, id).await, Removed::Gone);
    assert!(!store.upload_progressed(job.clone(), UploadState::Importing, 9, NOW).await.unwrap());
    assert!(!store.upload_imported(job.clone(), 1_000, NOW).await.unwrap());
    assert_eq!(store.upload_of(&job).await.unwrap(), None);
    assert_eq!(media_of(store, demo, FILM).await, []);
}

/// An upload without progress is found and given up, unless it continues after all; what ended is forgotten in time.
#[tokio::test]
async fn idle_uploads_are_given_up() {
    let (test, demo) = opened().await;
    let store = &test.store;
    let id = begun(store, demo, GAME).await;
    assert_eq!(store.uploads_idle(NOW).await.unwrap(), []);
    let idle = store.uploads_idle(NOW.plus(1)).await.unwrap().remove(0);
    store.upload_received(demo, id, 50, NOW.plus(1)).await.unwrap();
    assert!(!store.upload_give_up(idle).await.unwrap());
    let idle = store.uploads_idle(NOW.plus(2)).await.unwrap().remove(0);
    assert!(store.upload_give_up(idle).await.unwrap());
    assert_eq!(store.upload(demo, id).await.unwrap(), None);

    let (id, job) = received(store, demo, GAME).await;
    store.uploads_drop_old(NOW.plus(1)).await.unwrap();
    store.upload_failed(job, problem("no"), NOW).await.unwrap();
    store.uploads_drop_old(NOW).await.unwrap();
    assert_eq!(upload(store, demo, id).await.state, UploadState::Failed);
    store.uploads_drop_old(NOW.plus(1)).await.unwrap();
    assert_eq!(store.upload(demo, id).await.unwrap(), None);
}
