//! The task that gives recordings the lower renditions that they lack: one at a time, below everything else. It waits
//! while live games need the processor, while there is little room, and while pictures are made or uploads imported.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::MediaId;
use domain::media::{RungProgress, RungState};
use domain::time::Timestamp;
use live::Hub;
use media::ffmpeg::Ffmpeg;
use media::live::encoder::{LADDER, LowerRendition, Source};
use media::storage::RecordingStore;
use media::vod::ladder::{LadderError, Pace, Plan, make};
use store::{Job, JobKind, Store, TRIES};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::clock::now;
use crate::recordings::stored::Recordings;

/// Jobs of before, and those whose time has come, are looked for this often; one of this server wakes the task.
const EVERY: Duration = Duration::from_secs(2);
/// A server that ends in the middle holds its recording up for so long.
const LEASE: i64 = 20 * Timestamp::SECOND;
const HOLD_EVERY: Duration = Duration::from_secs(5);
/// Whether it may go on is looked at this often, and how far it is told no more often.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// A recording that lies on another server's disk.
const NOT_OURS: i64 = 30 * Timestamp::SECOND;
/// After so many tries they are given up: each may take hours of the processor.
const FAILURES: i32 = 3;
/// What is done first.
const FIRST: [JobKind; 2] = [JobKind::ImportVideo, JobKind::KeepRecording];

pub(crate) struct Ladders {
    pub(crate) store: Store,
    pub(crate) recordings: Arc<Recordings>,
    pub(crate) vault: RecordingStore,
    pub(crate) hub: Hub,
    /// Without it there are none.
    pub(crate) ffmpeg: Option<Ffmpeg>,
}

/// Why there are no more than before.
#[derive(Debug, thiserror::Error)]
enum LadderFailure {
    #[error("the recording is not here")]
    NotHere,
    #[error("somebody else makes them")]
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

impl Ladders {
    /// Works until `stop` says so; what is not done then is begun again at the next start.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let Some(ffmpeg) = self.ffmpeg.clone() else {
            return told_to(&mut stop).await;
        };
        let mut queued = self.store().queued_jobs();
        loop {
            while !self.has_to_wait(None).await
                && let Ok(Some(job)) = self.store().claim_job(JobKind::MakeRungs, LEASE, now()).await
            {
                tokio::select! {
                    () = told_to(&mut stop) => {
                        if let Err(cause) = self.store().release_job(job).await {
                            tracing::warn!(%cause, "a recording could not be let go, and waits until its lease ends");
                        }
                        return;
                    }
                    worked = self.work(&ffmpeg, job.clone()) => if let Err(cause) = worked {
                        // Its lease runs out, and it is tried again.
                        tracing::warn!(%cause, job = job.id, "what became of lower renditions could not be written down");
                    }
                }
            }
            tokio::select! {
                () = told_to(&mut stop) => return,
                _ = queued.changed() => {}
                () = sleep(EVERY) => {}
            }
        }
    }

    fn store(&self) -> &Store {
        &self.store
    }

    async fn work(&self, ffmpeg: &Ffmpeg, job: Job) -> store::Result<()> {
        let Some(media) = self.store().to_ladder(&job).await? else { return self.store().drop_job(job).await };
        if job.attempts > TRIES {
            tracing::error!(%media, "lower renditions are given up: the server ended during every try");
            return self.give_up(job, media).await;
        }
        match self.ladder(ffmpeg, &job, media).await {
            Ok(rungs) => {
                let ready = rungs.iter().filter(|rung| rung.state == RungState::Ready).count();
                tracing::info!(%media, ready, of = rungs.len(), "a recording has its lower renditions");
                self.store().rungs_ended(job, rungs).await
            }
            Err(LadderFailure::Lost) => Ok(()),
            Err(LadderFailure::Store(cause)) => Err(cause),
            Err(LadderFailure::NotHere) => self.store().leave_job(job, now().plus(NOT_OURS)).await,
            Err(LadderFailure::Ladder(cause)) if job.attempts >= FAILURES => {
                tracing::error!(%media, %cause, "a recording stays without lower renditions");
                self.give_up(job, media).await
            }
            Err(LadderFailure::Ladder(cause)) => {
                tracing::warn!(%media, %cause, "lower renditions are made again later");
                self.store().job_failed(job, cause.to_string(), now()).await.map(drop)
            }
        }
    }

    async fn give_up(&self, job: Job, media: MediaId) -> store::Result<()> {
        self.forget(media).await;
        let told = self.store().rungs_of(job.channel, &[media]).await?.remove(&media).unwrap_or_default();
        let given_up = |rung: RungProgress| match rung.state {
            RungState::Ready => rung,
            _ => RungProgress { state: RungState::Failed, percent: 0, ..rung },
        };
        self.store().rungs_ended(job, told.into_iter().map(given_up).collect()).await
    }

    /// Makes what is lacking, and says what there is then.
    async fn ladder(&self, ffmpeg: &Ffmpeg, job: &Job, media: MediaId) -> Result<Vec<RungProgress>, LadderFailure> {
        let plan = Plan::of(&self.vault, media, &LADDER).await?.ok_or(LadderFailure::NotHere)?;
        let (there, lacking, source) = (plan.there().to_vec(), plan.lacking(), plan.source());
        if lacking.is_empty() {
            return Ok(told(&there, &[], (RungState::Ready, 100)));
        }
        let (done, progress) = watch::channel(0);
        let (go, may_go) = watch::channel(false);
        let steps = Steps { there: &there, lacking: &lacking, source, go, progress };
        let made = tokio::select! {
            made = make(ffmpeg, &self.vault, media, plan, Pace { done, go: may_go }) => made?,
            lost = self.accompany(job, steps) => return Err(lost),
        };
        self.recordings.changed(media).await;
        let (mut whole, mut failed) = (there, Vec::new());
        lacking.into_iter().for_each(|rung| if made.contains(&rung) { whole.push(rung) } else { failed.push(rung) });
        if !failed.is_empty() {
            tracing::warn!(%media, heights = ?failed.iter().map(|rung| rung.height).collect::<Vec<_>>(),
                "lower renditions stay away: they would not have been what the source is");
        }
        Ok(told(&whole, &failed, (RungState::Failed, 0)))
    }

    /// Whether others come first: `cost` is what they would take of the processor.
    async fn has_to_wait(&self, cost: Option<(Source, usize)>) -> bool {
        self.hub.is_tight()
            || cost.is_some_and(|(source, count)| !self.hub.has_room_for(source, count))
            || self.store().is_busy_with(&FIRST, now()).await.unwrap_or(true)
    }

    /// Says when they may go on, holds the job and tells how far it is, until it is not ours any more.
    async fn accompany(&self, job: &Job, steps: Steps<'_>) -> LadderFailure {
        let mut last: Option<((RungState, u8), Instant)> = None;
        loop {
            let may = !self.has_to_wait(Some((steps.source, steps.lacking.len()))).await;
            steps.go.send_if_modified(|going| std::mem::replace(going, may) != may);
            let state = if may { RungState::Making } else { RungState::Waiting };
            let so_far = (state, *steps.progress.borrow());
            if last.is_none_or(|(told, at)| told != so_far || at.elapsed() >= HOLD_EVERY) {
                let rungs = told(steps.there, steps.lacking, so_far);
                match self.store().rungs_progressed(job.clone(), rungs, LEASE, now()).await {
                    Ok(true) => last = Some((so_far, Instant::now())),
                    Ok(false) => return LadderFailure::Lost,
                    Err(cause) => tracing::warn!(%cause, "the progress of lower renditions could not be written down"),
                }
            }
            sleep(LOOK_EVERY).await;
        }
    }

    async fn forget(&self, media: MediaId) {
        if let Err(cause) = self.vault.discard_lower_renditions(media).await {
            tracing::warn!(%media, %cause, "what there was of lower renditions could not be deleted");
        }
    }
}

async fn told_to(stop: &mut watch::Receiver<bool>) {
    // The sender is gone when the server is: that is a stop too.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// All of them, the largest first.
fn told(there: &[LowerRendition], rest: &[LowerRendition], (state, percent): (RungState, u8)) -> Vec<RungProgress> {
    let ready = there.iter().map(|rung| RungProgress { height: rung.height, state: RungState::Ready, percent: 100 });
    let mut all: Vec<_> =
        ready.chain(rest.iter().map(|rung| RungProgress { height: rung.height, state, percent })).collect();
    all.sort_by_key(|rung| std::cmp::Reverse(rung.height));
    all
}
