//! Clips, and the jobs that make their files.

use domain::clip::{ClipFailure, ClipFormat, ClipState, Range};
use domain::ids::{AccountId, ChannelId, ClipId, EventId, MediaId};
use domain::time::Timestamp;
use store::{ClipExport, ClipFilter, ClipMade, ClipTerms, ClipWork, Failed, Job, JobKind, NewClip, Store};
use testkit::{TestDatabase, account, channel};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const LEASE: i64 = Timestamp::MINUTE;

struct Shelf {
    test: TestDatabase,
    demo: ChannelId,
    fan: AccountId,
}

impl Shelf {
    async fn new() -> Self {
        let test = TestDatabase::new().await;
        let demo = test.store.import_channel(channel("demo", 1)).await.unwrap();
        let fan = test.store.create_account(demo, account("fan@demo.test")).await.unwrap().unwrap().id;
        Self { test, demo, fan }
    }

    fn store(&self) -> &Store {
        &self.test.store
    }

    async fn clip(&self, name: &str) -> ClipId {
        let new = NewClip {
            account: self.fan,
            event: EventId(1),
            media: MediaId(1),
            uuid: format!("uuid of {name}"),
            name: name.into(),
            range: Range { start_ms: 1000, duration_ms: 2000 },
            tags: vec!["Goal".into()],
            is_public: true,
            terms: ClipTerms::OPEN,
        };
        match self.store().create_clip(self.demo, new, 10, NOW).await.unwrap() {
            ClipMade::New(clip) => clip.id,
            other => panic!("{other:?}"),
        }
    }

    async fn state(&self, id: ClipId) -> ClipState {
        self.store().clip(self.demo, id).await.unwrap().unwrap().state
    }

    async fn claim(&self, kind: JobKind, now: Timestamp) -> Option<Job> {
        self.store().claim_job(kind, LEASE, now).await.unwrap()
    }
}

/// CLIP-02: a clip whose server was killed in the middle is made by the next, and only by that one.
#[tokio::test]
async fn a_clip_of_a_killed_server_is_made_by_the_next() {
    let shelf = Shelf::new().await;
    let id = shelf.clip("First").await;
    let killed = shelf.claim(JobKind::CutClip, NOW).await.unwrap();
    assert_eq!(shelf.claim(JobKind::CutClip, NOW).await, None);
    let later = NOW.plus(LEASE);
    let next = shelf.claim(JobKind::CutClip, later).await.unwrap();
    assert_eq!(shelf.store().clip_of_job(&next).unwrap(), id);
    shelf.store().clip_ready(killed, later).await.unwrap();
    assert_eq!(shelf.state(id).await, ClipState::Processing, "it is somebody else's");
    shelf.store().clip_ready(next, later).await.unwrap();
    assert_eq!(shelf.state(id).await, ClipState::Ready);
    assert_eq!(shelf.store().count_jobs(JobKind::CutClip).await.unwrap(), 0);
    let poster = shelf.claim(JobKind::ClipPoster, later).await.unwrap();
    assert_eq!(shelf.store().clip_work(&poster).unwrap().export, None);
}

/// CLIP-02: however long a clip waits for its last segment, it has all of its tries left.
#[tokio::test]
async fn waiting_is_no_try() {
    let shelf = Shelf::new().await;
    let id = shelf.clip("At the edge").await;
    let mut now = NOW;
    for _ in 0..20 {
        let job = shelf.claim(JobKind::CutClip, now).await.unwrap();
        assert_eq!(job.attempts, 1);
        now = now.plus(500);
        shelf.store().leave_job(job.clone(), now).await.unwrap();
        assert_eq!(shelf.claim(JobKind::CutClip, now.plus(-1)).await, None, "not before");
    }
    let job = shelf.claim(JobKind::CutClip, now).await.unwrap();
    let failed = shelf.store().clip_failed(job, ClipFailure::Unreadable, false, now).await.unwrap();
    assert!(matches!(failed, Failed::Again(_)), "{failed:?}");
    assert_eq!(shelf.state(id).await, ClipState::Processing);
}

/// CLIP-02: after some tries a clip has failed, with its reason, until its owner asks again.
#[tokio::test]
async fn a_clip_fails_after_some_tries() {
    let shelf = Shelf::new().await;
    let [first, second] = [shelf.clip("First").await, shelf.clip("Second").await];
    assert_eq!(
        [shelf.store().clip_place(first).await.unwrap(), shelf.store().clip_place(second).await.unwrap()],
        [1, 2]
    );
    let mut now = NOW;
    let job = shelf.claim(JobKind::CutClip, now).await.unwrap();
    shelf.store().clip_failed(job, ClipFailure::NotRecorded, true, now).await.unwrap();
    assert_eq!(shelf.state(first).await, ClipState::Failed);
    assert_eq!(shelf.store().clip_place(second).await.unwrap(), 1);
    for last in [false, false, true] {
        let job = shelf.claim(JobKind::CutClip, now).await.unwrap();
        let failed = shelf.store().clip_failed(job, ClipFailure::Unreadable, false, now).await.unwrap();
        assert_eq!(failed == Failed::Dead, last);
        now = now.plus(Timestamp::HOUR);
    }
    let failed = shelf.store().clip(shelf.demo, second).await.unwrap().unwrap();
    assert_eq!((failed.state, failed.failure), (ClipState::Failed, Some(ClipFailure::Unreadable)));
    let third = shelf.clip("Third").await;
    for _ in 0..2 {
        shelf.store().retry_clip(shelf.demo, second, now).await.unwrap();
    }
    assert_eq!(shelf.state(second).await, ClipState::Processing);
    assert_eq!(shelf.store().count_jobs(JobKind::CutClip).await.unwrap(), 2, "asked twice, made once");
    // It waits behind those that came meanwhile, and says so.
    let places = [shelf.store().clip_place(third).await.unwrap(), shelf.store().clip_place(second).await.unwrap()];
    assert_eq!(places, [1, 2]);
    let job = shelf.claim(JobKind::CutClip, now).await.unwrap();
    assert_eq!(shelf.store().clip_of_job(&job).unwrap(), third);
}

/// T25, T26: a clip is its channel's and its owner's; it goes with its account, and games forget it.
#[tokio::test]
async fn clips_have_their_owner() {
    let shelf = Shelf::new().await;
    let id = shelf.clip("First").await;
    let other = shelf.store().import_channel(channel("other", 1001)).await.unwrap();
    assert_eq!(shelf.store().clip(other, id).await.unwrap(), None);
    assert_eq!(shelf.store().clips(other, &ClipFilter::default(), 0, 10).await.unwrap().1, 0);
    assert_eq!(shelf.store().delete_clip(other, id, None, None, NOW).await.unwrap(), None);
    let stranger = AccountId(shelf.fan.0 + 1);
    assert_eq!(shelf.store().delete_clip(shelf.demo, id, Some(stranger), None, NOW).await.unwrap(), None);
    let tags = async |channel, without: &[EventId]| shelf.store().clip_tags(channel, without, 20).await.unwrap();
    assert_eq!(tags(shelf.demo, &[EventId(2)]).await, [("Goal".to_owned(), 1)]);
    assert!(tags(shelf.demo, &[EventId(1)]).await.is_empty(), "of a game that is not shown");
    assert!(tags(other, &[]).await.is_empty());
    let counted = async || shelf.store().events(shelf.demo).await.unwrap()[0].clips;
    assert_eq!(counted().await, 1);
    // A channel that is written again keeps the count.
    shelf.store().import_channel(channel("demo", 1)).await.unwrap();
    assert_eq!(counted().await, 1);
    assert_eq!(shelf.store().count_jobs(JobKind::RemoveClip).await.unwrap(), 0);
    assert!(shelf.store().delete_clip(shelf.demo, id, Some(shelf.fan), None, NOW).await.unwrap().is_some());
    assert_eq!(counted().await, 0);
    let removal = shelf.claim(JobKind::RemoveClip, NOW).await.expect("what was made of it is to go");
    assert_eq!((removal.channel, shelf.store().clip_of_job(&removal).unwrap()), (shelf.demo, id));
}

/// CLIP-05: a poster waits for no other form, however long those have waited or are being made: links are sent at once.
#[tokio::test]
async fn posters_wait_for_no_form() {
    let shelf = Shelf::new().await;
    let (first, second) = (shelf.clip("First").await, shelf.clip("Second").await);
    shelf.store().want_export(shelf.demo, first, (ClipFormat::PortraitCrop, false), true, NOW).await.unwrap();
    let later = NOW.plus(Timestamp::HOUR);
    for _ in [first, second] {
        let job = shelf.claim(JobKind::CutClip, later).await.unwrap();
        shelf.store().clip_ready(job, later).await.unwrap();
    }
    let all = async |kind| {
        let mut made = Vec::new();
        while let Some(job) = shelf.claim(kind, later).await {
            made.push(shelf.store().clip_work(&job).unwrap());
        }
        made
    };
    let form = ClipWork { clip: first, export: Some((ClipFormat::PortraitCrop, false)) };
    assert_eq!(all(JobKind::ExportClip).await, [form], "it is being made");
    assert_eq!(all(JobKind::ClipPoster).await, [first, second].map(|clip| ClipWork { clip, export: None }));
}

/// CLIP-03: a form is made once, however often it is asked for; after it failed it says so to those who look, and is made
/// again for those who want it anew.
#[tokio::test]
async fn a_form_is_made_once() {
    let shelf = Shelf::new().await;
    let id = shelf.clip("First").await;
    let form = (ClipFormat::PortraitCrop, true);
    let ask = async |anew| shelf.store().want_export(shelf.demo, id, form, anew, NOW).await.unwrap();
    let want = async || ask(false).await;
    assert_eq!((want().await.state, want().await.place), (ClipState::Processing, Some(1)));
    assert_eq!(shelf.store().count_jobs(JobKind::ExportClip).await.unwrap(), 1);
    let job = shelf.claim(JobKind::ExportClip, NOW).await.unwrap();
    let work = shelf.store().clip_work(&job).unwrap();
    assert_eq!((work.clip, work.export), (id, Some(form)));
    shelf.store().export_ended(job, work, Some(ClipFailure::TooLarge)).await.unwrap();
    assert_eq!((want().await.state, want().await.failure), (ClipState::Failed, Some(ClipFailure::TooLarge)));
    assert_eq!(shelf.store().count_jobs(JobKind::ExportClip).await.unwrap(), 0);
    for _ in 0..2 {
        assert_eq!(ask(true).await, ClipExport { state: ClipState::Processing, failure: None, place: Some(1) });
    }
    assert_eq!(shelf.store().count_jobs(JobKind::ExportClip).await.unwrap(), 1, "asked twice, made once");
    let job = shelf.claim(JobKind::ExportClip, NOW).await.unwrap();
    shelf.store().export_ended(job, work, None).await.unwrap();
    assert_eq!((want().await.state, ask(true).await.state), (ClipState::Ready, ClipState::Ready));
}
