//! Deletes the files of recordings that were replaced, once they have been kept aside for long enough.

use std::time::Duration;

use media::storage::RecordingStore;
use store::{Job, JobKind, Store};

use crate::workers::{JobHandler, JobPolicy, Next};

const LEASE: Duration = Duration::from_secs(30);
/// They have been kept for weeks.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

pub(crate) struct ReplacedRecordings {
    pub(crate) store: Store,
    pub(crate) recording_store: RecordingStore,
}

impl JobHandler for ReplacedRecordings {
    fn policy(&self) -> JobPolicy {
        JobPolicy { poll_interval: POLL_INTERVAL, ..JobPolicy::new(JobKind::RemoveMedia, LEASE) }
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let Some(media) = self.store.media_replaced(&job).await? else { return Ok(Next::Done) };
        Ok(match self.recording_store.remove(media).await {
            Ok(()) => Next::Done,
            Err(cause) => Next::Retry(format!("files of recording {media}: {cause}")),
        })
    }
}
