//! Clips, and the jobs that make their files.

use domain::clip::{Audience, ClipFailure, ClipFormat, ClipState, Range, Right, Shares};
use domain::commerce::ownership::Part;
use domain::ids::{AccountId, ChannelId, ClipId, EntitlementId, EventId, MediaId, PassId};
use domain::pass::Source;
use domain::time::Timestamp;
use store::{
    ClipExport, ClipFilter, ClipMade, ClipTerms, ClipWork, Failed, Job, JobKind, NewClip, NewEntitlement, Store,
};
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
        let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
        let fan = test.store.account_create(demo, account("fan@demo.test")).await.unwrap().unwrap().id;
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
        match self.store().clip_create(self.demo, new, 10, NOW).await.unwrap() {
            ClipMade::New(clip) => clip.id,
            other => panic!("{other:?}"),
        }
    }

    /// Gives an account a pass.
    async fn entitled(&self, account: AccountId) -> EntitlementId {
        let part = Part::whole(PassId(1));
        let new = NewEntitlement { part, source: Source::Grant, starts_at: NOW, ends_at: None, now: NOW };
        self.store().entitlement_add(self.demo, account, new).await.unwrap()
    }

    async fn state(&self, id: ClipId) -> ClipState {
        self.store().clip(self.demo, id).await.unwrap().unwrap().state
    }

    async fn claim(&self, kind: JobKind, now: Timestamp) -> Option<Job> {
        self.store().job_claim(kind, LEASE, now).await.unwrap()
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
    assert_eq!(shelf.state(id).await, ClipState::Processing, "it is another server's");
    shelf.store().clip_ready(next, later).await.unwrap();
    assert_eq!(shelf.state(id).await, ClipState::Ready);
    assert_eq!(shelf.store().jobs_count(JobKind::CutClip).await.unwrap(), 0);
    let poster = shelf.claim(JobKind::ClipPoster, later).await.unwrap();
    assert_eq!(shelf.store().clip_work(&poster).unwrap().export, None);
}

/// CLIP-02: however long a clip waits for its last segment, it has all of its tries left.
#[tokio::test]
async fn waiting_clip_keeps_all_its_tries() {
    let shelf = Shelf::new().await;
    let id = shelf.clip("At the edge").await;
    let mut now = NOW;
    for _ in 0..20 {
        let job = shelf.claim(JobKind::CutClip, now).await.unwrap();
        assert_eq!(job.attempts, 1);
        now = now.plus(500);
        shelf.store().job_postpone(job.clone(), now).await.unwrap();
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
        shelf.store().clip_retry(shelf.demo, second, now).await.unwrap();
    }
    assert_eq!(shelf.state(second).await, ClipState::Processing);
    assert_eq!(shelf.store().jobs_count(JobKind::CutClip).await.unwrap(), 2, "asked twice, made once");
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
    let other = shelf.store().channel_import(channel("other", 1001)).await.unwrap();
    assert_eq!(shelf.store().clip(other, id).await.unwrap(), None);
    assert_eq!(shelf.store().clips(other, &ClipFilter::default(), 0, 10).await.unwrap().1, 0);
    assert_eq!(shelf.store().clip_delete(other, id, None, None, NOW).await.unwrap(), None);
    let stranger = AccountId(shelf.fan.0 + 1);
    assert_eq!(shelf.store().clip_delete(shelf.demo, id, Some(stranger), None, NOW).await.unwrap(), None);
    let tags = async |channel, without: &[EventId]| shelf.store().clip_tags(channel, without, 20).await.unwrap();
    assert_eq!(tags(shelf.demo, &[EventId(2)]).await, [("Goal".to_owned(), 1)]);
    assert!(tags(shelf.demo, &[EventId(1)]).await.is_empty(), "of a game that is not shown");
    assert!(tags(other, &[]).await.is_empty());
    let counted = async || shelf.store().events(shelf.demo).await.unwrap()[0].clips;
    assert_eq!(counted().await, 1);
    // A channel that is written again keeps the count.
    shelf.store().channel_import(channel("demo", 1)).await.unwrap();
    assert_eq!(counted().await, 1);
    assert_eq!(shelf.store().jobs_count(JobKind::RemoveClip).await.unwrap(), 0);
    assert!(shelf.store().clip_delete(shelf.demo, id, Some(shelf.fan), None, NOW).await.unwrap().is_some());
    assert_eq!(counted().await, 0);
    let removal = shelf.claim(JobKind::RemoveClip, NOW).await.expect("what was made of it is to go");
    assert_eq!((removal.channel, shelf.store().clip_of_job(&removal).unwrap()), (shelf.demo, id));
}

/// CLIP-05: a poster waits for no other form, however long those have waited or are being made: links are sent at once.
#[tokio::test]
async fn posters_wait_for_no_form() {
    let shelf = Shelf::new().await;
    let (first, second) = (shelf.clip("First").await, shelf.clip("Second").await);
    shelf.store().clip_want_export(shelf.demo, first, (ClipFormat::PortraitCrop, false), true, NOW).await.unwrap();
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

/// CLIP-03: a form is made once, however often it is asked for; after it failed it says so to viewers, and is made
/// again for a new request.
#[tokio::test]
async fn a_form_is_made_once() {
    let shelf = Shelf::new().await;
    let id = shelf.clip("First").await;
    let form = (ClipFormat::PortraitCrop, true);
    let ask = async |anew| shelf.store().clip_want_export(shelf.demo, id, form, anew, NOW).await.unwrap();
    let want = async || ask(false).await;
    assert_eq!((want().await.state, want().await.place), (ClipState::Processing, Some(1)));
    assert_eq!(shelf.store().jobs_count(JobKind::ExportClip).await.unwrap(), 1);
    let job = shelf.claim(JobKind::ExportClip, NOW).await.unwrap();
    let work = shelf.store().clip_work(&job).unwrap();
    assert_eq!((work.clip, work.export), (id, Some(form)));
    shelf.store().export_ended(job, work, Some(ClipFailure::TooLarge)).await.unwrap();
    assert_eq!((want().await.state, want().await.failure), (ClipState::Failed, Some(ClipFailure::TooLarge)));
    assert_eq!(shelf.store().jobs_count(JobKind::ExportClip).await.unwrap(), 0);
    for _ in 0..2 {
        assert_eq!(ask(true).await, ClipExport { state: ClipState::Processing, failure: None, place: Some(1) });
    }
    assert_eq!(shelf.store().jobs_count(JobKind::ExportClip).await.unwrap(), 1, "asked twice, made once");
    let job = shelf.claim(JobKind::ExportClip, NOW).await.unwrap();
    shelf.store().export_ended(job, work, None).await.unwrap();
    assert_eq!((want().await.state, ask(true).await.state), (ClipState::Ready, ClipState::Ready));
}

/// T54: members who cut at the same moment show no more than their share together, nor does one member in many windows;
/// another game, and another recording of the same, has its own.
#[tokio::test]
async fn clips_at_the_same_moment_stay_within_their_share() {
    let shelf = Shelf::new().await;
    let mut fans = Vec::new();
    for number in 0..8 {
        let new = account(&format!("fan-{number}@demo.test"));
        let fan = shelf.store().account_create(shelf.demo, new).await.unwrap().unwrap().id;
        fans.push((fan, shelf.entitled(fan).await));
    }
    // A tenth and a quarter of eighty seconds: 8 s of one, 20 s of all; each clip shows 4 s of its own.
    let shares = Shares { of_member: 10, of_all: 25 };
    let cut = async |who: &[(AccountId, EntitlementId)], event: i64, media: i64| {
        let asked: Vec<_> = (0..16_i64)
            .map(|number| {
                let (account, held) = who[usize::try_from(number).unwrap() % who.len()];
                let (store, channel) = (shelf.store().clone(), shelf.demo);
                let new = NewClip {
                    account,
                    event: EventId(event),
                    media: MediaId(media),
                    uuid: format!("uuid-{event}-{media}-{number}"),
                    name: format!("Clip {number}"),
                    range: Range { start_ms: number * 4000, duration_ms: 4000 },
                    tags: vec!["Goal".into()],
                    is_public: number % 2 == 0,
                    terms: ClipTerms { right: Right::Pass(held), shares, length_ms: 80_000 },
                };
                tokio::spawn(async move { store.clip_create(channel, new, 100, NOW).await.unwrap() })
            })
            .collect();
        let mut open = 0;
        for one in asked {
            let ClipMade::New(clip) = one.await.unwrap() else { panic!("each is another") };
            open += usize::from(clip.audience == Audience::Everyone);
        }
        open
    };
    assert_eq!(cut(&fans, 1, 1).await, 5, "of all");
    assert_eq!(cut(&fans[..1], 2, 2).await, 2, "of one");
    assert_eq!(cut(&fans[..1], 1, 3).await, 2, "of another recording");
}

/// T54, T16: a member who cuts while their money goes back gets no clip that is left open by it.
#[tokio::test]
async fn a_pass_that_has_ended_cuts_nothing() {
    let shelf = Shelf::new().await;
    let rival = shelf.store().account_create(shelf.demo, account("rival@demo.test")).await.unwrap().unwrap().id;
    let (held, theirs) = (shelf.entitled(shelf.fan).await, shelf.entitled(rival).await);
    let cut = async |name: &str, held| {
        let terms =
            ClipTerms { right: Right::Pass(held), shares: Shares { of_member: 100, of_all: 100 }, length_ms: 9000 };
        let new = NewClip {
            account: shelf.fan,
            event: EventId(1),
            media: MediaId(1),
            uuid: name.into(),
            name: name.into(),
            range: Range { start_ms: 0, duration_ms: 2000 },
            tags: vec!["Goal".into()],
            is_public: true,
            terms,
        };
        shelf.store().clip_create(shelf.demo, new, 10, NOW).await.unwrap()
    };
    assert!(matches!(cut("First", held).await, ClipMade::New(_)));
    assert_eq!(cut("Another's pass", theirs).await, ClipMade::NoAccess);
    shelf.store().entitlement_end(shelf.demo, shelf.fan, held, NOW).await.unwrap();
    assert_eq!(cut("Second", held).await, ClipMade::NoAccess);
    assert_eq!(shelf.store().clips_count(shelf.demo, shelf.fan).await.unwrap(), 1);
}
