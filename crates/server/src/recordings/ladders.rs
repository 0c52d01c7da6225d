//! Makes the lower renditions that recordings lack: one recording at a time, below everything else. It waits while live
//! games need the processor, while the disk is almost full, and while pictures are made or uploads imported.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::MediaId;
use domain::media::{RenditionProgress, RenditionState};
use domain::time::Timestamp;
use live::Hub;
use media::ffmpeg::Ffmpeg;
use media::live::encoder::{LADDER, LowerRendition, Source};
use media::storage::RecordingStore;
use media::vod::ladder::{LadderError, Pace, Plan, make};
use store::{Job, JobKind, Store};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::clock::Clock;
use crate::recordings::stored::Recordings;
use crate::workers::{JobHandler, JobPolicy, Next};

const LEASE: Duration = Duration::from_secs(20);
/// A recording that was deleted meanwhile is noticed this soon.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Whether it may go on is looked at this often, and how far it is told no more often.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// A recording that lies on another server's disk.
const NOT_OURS: i64 = 30 * Timestamp::SECOND;
/// Maximum number of attempts: each may take hours of processor time.
const FAILURES: i32 = 3;
/// What is done first.
const FIRST: [JobKind; 2] = [JobKind::ImportVideo, JobKind::ArchiveRecording];

pub(crate) struct Ladders {
    pub(crate) store: Store,
    pub(crate) recordings: Arc<Recordings>,
    pub(crate) recording_store: RecordingStore,
    pub(crate) hub: Hub,
    pub(crate) ffmpeg: Ffmpeg,
    pub(crate) clock: Clock,
}

/// Why there are no more than before.
#[derive(Debug, thiserror::Error)]
enum LadderFailure {
    #[error("the recording is on another server")]
    NotHere,
    #[error("the recording was deleted")]
    Lost,
    #[error(transparent)]
    Ladder(#[from] LadderError),
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// What is known of them while they are made.
struct Steps<'a> {
    there: &'a [LowerRendition],
    lacking: &'a [LowerRendition],
    source: Source,
    go: watch::Sender<bool>,
    progress: watch::Receiver<u8>,
}

impl JobHandler for Ladders {
    fn policy(&self) -> JobPolicy {
        JobPolicy::long(JobKind::MakeRenditions, LEASE)
    }

    async fn is_ready(&self) -> bool {
        !self.has_to_wait(None).await
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let Some(media) = self.store.renditions_recording_of(&job).await? else { return Ok(Next::Done) };
        match self.ladder(&job, media).await {
            Ok(renditions) => {
                let ready = renditions.iter().filter(|rendition| rendition.state == RenditionState::Ready).count();
                tracing::info!(%media, ready, of = renditions.len(), "lower renditions made");
                self.store.renditions_ended(job, renditions).await?;
                Ok(Next::Stored)
            }
            Err(LadderFailure::Lost) => Ok(Next::Stored),
            Err(LadderFailure::Store(cause)) => Err(cause),
            Err(LadderFailure::NotHere) => Ok(Next::Postpone(self.clock.now().plus(NOT_OURS))),
            Err(LadderFailure::Ladder(cause)) if job.attempts >= FAILURES => {
                tracing::error!(%media, %cause, "lower renditions failed, gave up");
                self.end_unmade(job, media).await
            }
            Err(LadderFailure::Ladder(cause)) => Ok(Next::Retry(format!("recording {media}: {cause}"))),
        }
    }

    async fn give_up(&self, job: Job) -> store::Result<Next> {
        let Some(media) = self.store.renditions_recording_of(&job).await? else { return Ok(Next::Done) };
        tracing::error!(%media, "lower renditions failed, gave up: the server ended during every try");
        self.end_unmade(job, media).await
    }
}

impl Ladders {
    /// Ends the job with the renditions that are there; the others have failed.
    async fn end_unmade(&self, job: Job, media: MediaId) -> store::Result<Next> {
        self.forget(media).await;
        let told = self.store.renditions_of(job.channel, &[media]).await?.remove(&media).unwrap_or_default();
        let given_up = |rendition: RenditionProgress| match rendition.state {
            RenditionState::Ready => rendition,
            _ => RenditionProgress { state: RenditionState::Failed, percent: 0, ..rendition },
        };
        self.store.renditions_ended(job, told.into_iter().map(given_up).collect()).await?;
        Ok(Next::Stored)
    }

    /// Makes what is lacking, and says what there is then.
    async fn ladder(&self, job: &Job, media: MediaId) -> Result<Vec<RenditionProgress>, LadderFailure> {
        let plan = Plan::of(&self.recording_store, media, &LADDER).await?.ok_or(LadderFailure::NotHere)?;
        let (there, lacking, source) = (plan.there().to_vec(), plan.lacking(), plan.source());
        if lacking.is_empty() {
            return Ok(told(&there, &[], (RenditionState::Ready, 100)));
        }
        let (done, progress) = watch::channel(0);
        let (go, may_go) = watch::channel(false);
        let steps = Steps { there: &there, lacking: &lacking, source, go, progress };
        let made = tokio::select! {
            made = make(&self.ffmpeg, &self.recording_store, media, plan, Pace { done, go: may_go }) => made?,
            lost = self.accompany(job, steps) => return Err(lost),
        };
        self.recordings.changed(media).await;
        let (mut whole, mut failed) = (there, Vec::new());
        lacking.into_iter().for_each(|rendition| {
            if made.contains(&rendition) { whole.push(rendition) } else { failed.push(rendition) }
        });
        if !failed.is_empty() {
            tracing::warn!(%media, heights = ?failed.iter().map(|rendition| rendition.height).collect::<Vec<_>>(),
                "lower renditions skipped, output does not match the source");
        }
        Ok(told(&whole, &failed, (RenditionState::Failed, 0)))
    }

    /// Whether others come first: `cost` is what they would take of the processor.
    async fn has_to_wait(&self, cost: Option<(Source, usize)>) -> bool {
        self.hub.is_tight()
            || cost.is_some_and(|(source, count)| !self.hub.has_room_for(source, count))
            || self.store.jobs_are_due(&FIRST, self.clock.now()).await.unwrap_or(true)
    }

    /// Says when they may go on and tells how far they are, until the recording is gone.
    async fn accompany(&self, job: &Job, steps: Steps<'_>) -> LadderFailure {
        let mut last: Option<((RenditionState, u8), Instant)> = None;
        loop {
            let may = !self.has_to_wait(Some((steps.source, steps.lacking.len()))).await;
            steps.go.send_if_modified(|going| std::mem::replace(going, may) != may);
            let state = if may { RenditionState::Making } else { RenditionState::Waiting };
            let so_far = (state, *steps.progress.borrow());
            if last.is_none_or(|(told, at)| told != so_far || at.elapsed() >= CHECK_INTERVAL) {
                let renditions = told(steps.there, steps.lacking, so_far);
                match self.store.renditions_progressed(job.clone(), renditions).await {
                    Ok(true) => last = Some((so_far, Instant::now())),
                    Ok(false) => return LadderFailure::Lost,
                    Err(cause) => tracing::warn!(%cause, "cannot store the progress of lower renditions"),
                }
            }
            sleep(LOOK_INTERVAL).await;
        }
    }

    async fn forget(&self, media: MediaId) {
        if let Err(cause) = self.recording_store.discard_lower_renditions(media).await {
            tracing::warn!(%media, %cause, "deleting partial lower renditions failed");
        }
    }
}

/// All of them, the largest first.
fn told(
    there: &[LowerRendition],
    rest: &[LowerRendition],
    (state, percent): (RenditionState, u8),
) -> Vec<RenditionProgress> {
    let ready = there.iter().map(|rendition| RenditionProgress {
        height: rendition.height,
        state: RenditionState::Ready,
        percent: 100,
    });
    let mut all: Vec<_> = ready
        .chain(rest.iter().map(|rendition| RenditionProgress { height: rendition.height, state, percent }))
        .collect();
    all.sort_by_key(|rendition| std::cmp::Reverse(rendition.height));
    all
}
