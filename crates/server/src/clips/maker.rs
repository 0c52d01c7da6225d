//! The task that makes a file of each clip, one after the other: viewers and live games come first. A file is a plan of
//! which bytes of the game's segments it consists of; nothing is copied. Whatever ends it in the middle, it is begun
//! again.

use std::time::Duration;

use domain::clip::Clip;
use domain::time::Timestamp;
use media::clip::{ClipError, Cut, plan};
use store::{Failed, Job, JobKind};
use tokio::sync::watch;

use super::ClipFile;
use crate::App;
use crate::error::Error;
use crate::extract::now;

/// Clips that wait for the end of their last segment, and those of a server that is gone, are looked for this often.
const EVERY: Duration = Duration::from_millis(500);
/// Longer than any try takes.
const LEASE: i64 = 20 * Timestamp::SECOND;
/// For so long the end of a live game's segment is waited for; then the clip is what there is.
const PATIENCE: i64 = 30 * Timestamp::SECOND;
/// Until a segment that is open has ended.
const SOON: i64 = 500;

pub(crate) struct Maker {
    pub(crate) app: App,
}

#[derive(Debug, thiserror::Error)]
enum Trouble {
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
    Keep(#[from] media::vault::VaultError),
    #[error(transparent)]
    Plan(#[from] media::recording::RecordingError),
}

impl From<ClipError> for Trouble {
    fn from(cause: ClipError) -> Self {
        if matches!(cause, ClipError::Nothing) { Self::Nothing } else { Self::Cut(cause) }
    }
}

impl Maker {
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut queued = self.app.store.queued_jobs();
        loop {
            while !*stop.borrow() && self.take_up().await {}
            self.app.clips.count_views().await;
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                // The store lives as long as this task: there is always somebody to tell of a new job.
                _ = queued.changed() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    /// Makes the one that has waited longest; false when there is none, or the database is away.
    async fn take_up(&self) -> bool {
        let store = &self.app.store;
        let Ok(Some(job)) = store.claim_job(JobKind::CutClip, LEASE, now()).await else { return false };
        let done = self.work(job.clone()).await;
        if let Err(cause) = &done {
            // Its lease runs out, and it is tried again.
            tracing::warn!(%cause, job = job.id, "what became of a clip could not be written down");
        }
        done.is_ok()
    }

    async fn work(&self, job: Job) -> store::Result<()> {
        let store = &self.app.store;
        let Some(clip) = store.clip_to_cut(&job).await? else { return store.drop_job(job).await };
        let channel = job.channel;
        match self.make(&clip).await {
            Ok(()) => {
                metrics::counter!("touchline_clips_ready_total").increment(1);
                store.clip_ready(job, now()).await?;
            }
            Err(Trouble::NotYet) => return store.leave_job(job, now().plus(SOON)).await,
            Err(Trouble::Nothing) => {
                let why = "Nothing was recorded at this time".to_owned();
                store.clip_failed(job, why, true, now()).await?;
            }
            Err(cause) => {
                tracing::warn!(%cause, clip = %clip.id, "a clip could not be made");
                let why = "The server could not read the game".to_owned();
                if store.clip_failed(job, why, false, now()).await? == Failed::Dead {
                    metrics::counter!("touchline_clips_failed_total").increment(1);
                }
            }
        }
        self.app.clips.changed(channel, clip.id).await;
        Ok(())
    }

    /// Out of what is kept for good: what is in memory alone may be lost.
    async fn make(&self, clip: &Clip) -> Result<(), Trouble> {
        let app = &self.app;
        let found = app.recorded(clip.media, clip.range).await?;
        let may_wait = now() < clip.created_at.plus(PATIENCE);
        let Some((listed, from, to)) = found else {
            return Err(if may_wait { Trouble::NotYet } else { Trouble::Nothing });
        };
        let is_whole = app.recordings.playlists(clip.media).await?.is_some_and(|recorded| recorded.reaches(to));
        if !is_whole && may_wait {
            return Err(Trouble::NotYet);
        }
        let cut = Cut::make(listed, from, to, app.fetch(clip.media)).await?;
        let made = plan(&cut, &app.clips.vault.folder(clip.media), app.fetch(clip.media)).await?;
        Ok(app.clips.keep(clip.id, ClipFile::Plan, made.encode()?.into()).await?)
    }
}
