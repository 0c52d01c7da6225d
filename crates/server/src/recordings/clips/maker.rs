//! The task that makes a file of each clip, one after the other: viewers and live games come first. A file is a plan of
//! which bytes of the game's segments it consists of; nothing is copied. Whatever ends it in the middle, it is begun
//! again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use domain::clip::{Clip, ClipFailure};
use domain::ids::{ChannelId, MediaId};
use domain::time::Timestamp;
use media::recording::clip::{ClipError, Cut, plan};
use store::{Failed, Job, JobKind};
use tokio::sync::watch;

use super::ClipFile;
use super::Clips;
use crate::clock::now;
use crate::http::error::Error;

/// Clips that wait for the end of their last segment, and those of a server that is gone, are looked for this often.
const EVERY: Duration = Duration::from_millis(500);
/// Longer than any try takes; the clip of a server that ends in the middle waits for so long.
pub(super) const LEASE: i64 = 10 * Timestamp::SECOND;
/// For so long the end of a game's segment is waited for; then the clip is what there is.
const PATIENCE: i64 = 30 * Timestamp::SECOND;
/// The same while the game is live here: its encoder may come back, and end the segment.
const LIVE_PATIENCE: i64 = 5 * Timestamp::MINUTE;
/// Until a segment that is open has ended, at least.
const SOON: i64 = 500;
/// Clips that are taken up when their game grows; more of them are looked at from time to time, as all are anyway.
const AWAITING: usize = 1000;

pub(crate) struct Maker {
    pub(super) clips: Arc<Clips>,
    awaiting: Awaiting,
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
    #[error("there is nothing to cut")]
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

impl Maker {
    pub(crate) fn new(clips: Arc<Clips>) -> Self {
        Self { clips, awaiting: Awaiting::default() }
    }

    pub(crate) async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut queued = self.clips.store.queued_jobs();
        loop {
            while !*stop.borrow() && self.take_up().await {}
            while !*stop.borrow() && self.remove_one().await {}
            self.clips.count_views().await;
            let grown = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                // The store lives as long as this task: there is always somebody to tell of a new job.
                _ = queued.changed() => BTreeSet::new(),
                grown = self.clips.footage.on_air.grown() => grown,
                () = tokio::time::sleep(EVERY) => BTreeSet::new(),
            };
            self.hurry(grown).await;
        }
    }

    /// Takes up those that waited for more of these games: a file follows its last segment at once.
    async fn hurry(&mut self, grown: BTreeSet<MediaId>) {
        for media in grown {
            let Some((channel, jobs)) = self.awaiting.0.remove(&media) else { continue };
            self.clips.footage.recordings.changed(media).await;
            if let Err(cause) = self.clips.store.hurry_jobs(channel, jobs.into_iter().collect(), now()).await {
                tracing::warn!(%cause, %media, "clips are taken up later than they could be");
            }
        }
    }

    /// Makes the one that has waited longest; false when there is none, or the database is away.
    async fn take_up(&mut self) -> bool {
        let store = self.clips.store.clone();
        let Ok(Some(job)) = store.claim_job(JobKind::CutClip, LEASE, now()).await else { return false };
        let done = self.work(job.clone()).await;
        if let Err(cause) = &done {
            // Its lease runs out, and it is tried again.
            tracing::warn!(%cause, job = job.id, "what became of a clip could not be written down");
        }
        done.is_ok()
    }

    async fn work(&mut self, job: Job) -> store::Result<()> {
        let store = self.clips.store.clone();
        let (channel, id) = (job.channel, store.clip_of_job(&job)?);
        let Some(clip) = store.clip(channel, id).await? else { return self.clips.clear_up(job, id).await };
        match self.make(&clip).await {
            // It was deleted while it was made.
            Ok(()) if store.clip(channel, id).await?.is_none() => return self.clips.clear_up(job, id).await,
            Ok(()) => {
                metrics::counter!("touchline_clips_ready_total").increment(1);
                store.clip_ready(job, now()).await?;
            }
            Err(CutError::NotYet) => {
                self.awaiting.add(clip.media, &job);
                return store.leave_job(job, next_look(&clip, now())).await;
            }
            Err(CutError::Nothing) => {
                store.clip_failed(job, ClipFailure::NotRecorded, true, now()).await?;
            }
            Err(cause) => {
                tracing::warn!(%cause, clip = %clip.id, "a clip could not be made");
                if store.clip_failed(job, ClipFailure::Unreadable, false, now()).await? == Failed::Dead {
                    metrics::counter!("touchline_clips_failed_total").increment(1);
                }
            }
        }
        self.clips.changed(channel, clip.id).await;
        Ok(())
    }

    /// Out of what is kept for good: what is in memory alone may be lost.
    async fn make(&self, clip: &Clip) -> Result<(), CutError> {
        let footage = &self.clips.footage;
        let found = footage.recorded(clip.media, clip.range).await?;
        let patience = if footage.on_air.get(clip.media).is_some() { LIVE_PATIENCE } else { PATIENCE };
        let may_wait = now() < clip.created_at.plus(patience);
        let Some((listed, from, to)) = found else {
            return Err(if may_wait { CutError::NotYet } else { CutError::Nothing });
        };
        let is_whole = footage.recordings.playlists(clip.media).await?.is_some_and(|recorded| recorded.reaches(to));
        if !is_whole && may_wait {
            return Err(CutError::NotYet);
        }
        let cut = Cut::make(listed, from, to, footage.fetch(clip.media)).await?;
        let made = plan(&cut, &self.clips.vault.folder(clip.media), footage.fetch(clip.media)).await?;
        Ok(self.clips.keep(clip.id, ClipFile::Plan, made.encode()?.into()).await?)
    }
}

/// Who has waited for long is looked at less often: a hundred that wait for an encoder must not keep the disk busy.
fn next_look(clip: &Clip, now: Timestamp) -> Timestamp {
    let waited = now.0.saturating_sub(clip.created_at.0);
    now.plus(SOON.max(waited / 4))
}
