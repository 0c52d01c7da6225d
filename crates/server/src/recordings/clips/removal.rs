//! What was made of clips that are gone is taken away: by a job of the transaction that deleted them, so that neither a
//! crash nor a storage that is away leaves anything behind.

use domain::ids::ClipId;
use store::{Job, JobKind};

use super::Clips;
use super::maker::{LEASE, Maker};
use crate::clock::now;

impl Maker {
    /// Clears up after one clip; false when there is none, or the database is away.
    pub(super) async fn remove_one(&self) -> bool {
        let store = &self.clips.store;
        let Ok(Some(job)) = store.claim_job(JobKind::RemoveClip, LEASE, now()).await else { return false };
        let done = match store.clip_of_job(&job) {
            Ok(clip) => self.clips.clear_up(job, clip).await,
            Err(cause) => Err(cause),
        };
        if let Err(cause) = &done {
            // Its lease runs out, and it is tried again.
            tracing::warn!(%cause, "that a clip was taken away could not be written down");
        }
        done.is_ok()
    }
}

impl Clips {
    /// Deletes what was made of a clip that is gone, and ends the job. Whoever was making something of it meanwhile does
    /// the same once they see it.
    pub(super) async fn clear_up(&self, job: Job, clip: ClipId) -> store::Result<()> {
        match self.vault.remove_clip(clip).await {
            Ok(()) => self.store.drop_job(job).await,
            Err(cause) => {
                tracing::warn!(%cause, %clip, "what was made of a clip is deleted later");
                self.store.job_failed(job, cause.to_string(), now()).await.map(drop)
            }
        }
    }
}
