//! Makes the files of clips, one at a time; viewers and live games have priority. A file is a list of byte ranges of the
//! game's segments, so nothing is copied. An interrupted job starts again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::clip::{Clip, ClipFailure};
use domain::ids::{ChannelId, MediaId};
use domain::time::Timestamp;
use media::recording::clip::{ClipError, Cut, plan};
use store::{Failed, Job, JobKind};

use super::ClipFile;
use super::Clips;
use crate::clock::Clock;
use crate::http::error::Error;
use crate::workers::{JobHandler, JobPolicy, Next};

/// Clips wait for the end of their last segment, which is a second away.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
const LEASE: Duration = Duration::from_secs(10);
/// For so long the end of a game's segment is waited for; then the clip is what there is.
const TIMEOUT: i64 = 30 * Timestamp::SECOND;
/// The same while the game is live here: its encoder may come back, and end the segment.
const LIVE_TIMEOUT: i64 = 5 * Timestamp::MINUTE;
/// Until a segment that is open has ended, at least.
const SOON: i64 = 500;
/// Clips that are taken up when their game grows; more of them are looked at from time to time, as all are anyway.
const AWAITING: usize = 1000;

pub(crate) struct ClipMaker {
    clips: Arc<Clips>,
    awaiting: Mutex<Awaiting>,
    clock: Clock,
}

/// The jobs of clips that wait for more of their game.
#[derive(Default)]
struct Awaiting(BTreeMap<MediaId, (ChannelId, BTreeSet<i64>)>);

impl Awaiting {
    fn add(&mut self, media: MediaId, job: &Job) {
        if self.0.values().map(|(_, jobs)| jobs.len()).sum::<usize>() < AWAITING {
            self.0.entry(media).or_insert((job.channel, BTreeSet::new())).1.insert(job.id);
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum CutError {
    /// Its last segment is still being sent, or written.
    #[error("the clip has not been recorded yet")]
    NotYet,
    #[error("nothing was recorded in the range")]
    Nothing,
    #[error(transparent)]
    Cut(ClipError),
    #[error(transparent)]
    Recording(#[from] Error),
    #[error(transparent)]
    Keep(#[from] media::storage::RecordingStoreError),
    #[error(transparent)]
    Plan(#[from] media::recording::RecordingError),
}

impl From<ClipError> for CutError {
    fn from(cause: ClipError) -> Self {
        if matches!(cause, ClipError::Nothing) { Self::Nothing } else { Self::Cut(cause) }
    }
}

impl JobHandler for ClipMaker {
    fn policy(&self) -> JobPolicy {
        JobPolicy { poll_interval: POLL_INTERVAL, ..JobPolicy::new(JobKind::CutClip, LEASE) }
    }

    async fn woken(&self) {
        self.clips.footage.live_streams.growth().await;
    }

    /// Makes those due that waited for more of their game: a file follows its last segment at once.
    async fn is_ready(&self) -> bool {
        for media in self.clips.footage.live_streams.take_grown() {
            let Some((channel, jobs)) = self.awaiting().0.remove(&media) else { continue };
            self.clips.footage.recordings.changed(media).await;
            if let Err(cause) = self.clips.store.jobs_hurry(channel, jobs.into_iter().collect(), self.clock.now()).await
            {
                tracing::warn!(%cause, %media, "cannot advance waiting clips, they are polled");
            }
        }
        true
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let store = &self.clips.store;
        let (channel, id) = (job.channel, store.clip_of_job(&job)?);
        let Some(clip) = store.clip(channel, id).await? else { return Ok(self.clips.clear_up(id).await) };
        match self.make(&clip).await {
            // It was deleted while it was made.
            Ok(()) if store.clip(channel, id).await?.is_none() => return Ok(self.clips.clear_up(id).await),
            Ok(()) => {
                metrics::counter!("touchline_clips_ready_total").increment(1);
                store.clip_ready(job, self.clock.now()).await?;
            }
            Err(CutError::NotYet) => {
                self.awaiting().add(clip.media, &job);
                return Ok(Next::Postpone(next_look(&clip, self.clock.now())));
            }
            Err(CutError::Nothing) => {
                store.clip_failed(job, ClipFailure::NotRecorded, true, self.clock.now()).await?;
            }
            Err(cause) => {
                tracing::warn!(%cause, clip = %clip.id, "cannot make clip");
                return self.unreadable(job, &clip).await;
            }
        }
        self.clips.changed(channel, clip.id).await;
        Ok(Next::Stored)
    }

    async fn give_up(&self, job: Job) -> store::Result<Next> {
        let (channel, id) = (job.channel, self.clips.store.clip_of_job(&job)?);
        let Some(clip) = self.clips.store.clip(channel, id).await? else { return Ok(self.clips.clear_up(id).await) };
        self.unreadable(job, &clip).await
    }
}

impl ClipMaker {
    pub(crate) fn new(clips: Arc<Clips>, clock: Clock) -> Self {
        Self { clips, awaiting: Mutex::default(), clock }
    }

    fn awaiting(&self) -> MutexGuard<'_, Awaiting> {
        self.awaiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn unreadable(&self, job: Job, clip: &Clip) -> store::Result<Next> {
        let (store, channel) = (&self.clips.store, job.channel);
        if store.clip_failed(job, ClipFailure::Unreadable, false, self.clock.now()).await? == Failed::Dead {
            metrics::counter!("touchline_clips_failed_total").increment(1);
        }
        self.clips.changed(channel, clip.id).await;
        Ok(Next::Stored)
    }

    /// Out of what is kept for good: what is in memory alone may be lost.
    async fn make(&self, clip: &Clip) -> Result<(), CutError> {
        let footage = &self.clips.footage;
        let found = footage.recorded(clip.media, clip.range).await?;
        let patience = if footage.live_streams.get(clip.media).is_some() { LIVE_TIMEOUT } else { TIMEOUT };
        let may_wait = self.clock.now() < clip.created_at.plus(patience);
        let Some((listed, from, to)) = found else {
            return Err(if may_wait { CutError::NotYet } else { CutError::Nothing });
        };
        let is_whole = footage.recordings.playlists(clip.media).await?.is_some_and(|recorded| recorded.reaches(to));
        if !is_whole && may_wait {
            return Err(CutError::NotYet);
        }
        let cut = Cut::make(listed, from, to, footage.fetch(clip.media)).await?;
        let made = plan(&cut, &self.clips.recording_store.folder(clip.media), footage.fetch(clip.media)).await?;
        Ok(self.clips.keep(clip.id, ClipFile::Plan, made.encode()?.into()).await?)
    }
}

/// Clips that have waited long are checked less often: a hundred clips that wait for an encoder must not keep the disk
/// busy.
fn next_look(clip: &Clip, now: Timestamp) -> Timestamp {
    let waited = now.0.saturating_sub(clip.created_at.0);
    now.plus(SOON.max(waited / 4))
}
