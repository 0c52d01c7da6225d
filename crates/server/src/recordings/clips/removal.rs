//! Deletes the files of clips that are gone: by a job of the transaction that deleted them, so that neither a crash nor a
//! storage that is away leaves anything behind.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::ClipId;
use store::{Job, JobKind};

use super::Clips;
use crate::workers::{JobHandler, JobPolicy, Next};

const LEASE: Duration = Duration::from_secs(10);

pub(crate) struct ClipRemoval(pub(crate) Arc<Clips>);

impl JobHandler for ClipRemoval {
    fn policy(&self) -> JobPolicy {
        JobPolicy::new(JobKind::RemoveClip, LEASE)
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        Ok(self.0.clear_up(self.0.store.clip_of_job(&job)?).await)
    }
}

impl Clips {
    /// Deletes the files of a clip that is gone. A job that was making something of it meanwhile does the same once it
    /// sees that.
    pub(super) async fn clear_up(&self, clip: ClipId) -> Next {
        match self.recording_store.remove_clip(clip).await {
            Ok(()) => Next::Done,
            Err(cause) => Next::Retry(format!("files of clip {clip}: {cause}")),
        }
    }
}
