//! Deletes the files of pictures that the library does not have: they were removed, or never came to be.

use std::time::Duration;

use media::storage::Pictures;
use store::{Job, JobKind, Store};

use crate::workers::{JobHandler, JobPolicy, Next};

const LEASE: Duration = Duration::from_secs(30);

pub(crate) struct RemovedPictures {
    pub(crate) store: Store,
    pub(crate) pictures: Pictures,
}

impl JobHandler for RemovedPictures {
    fn policy(&self) -> JobPolicy {
        JobPolicy::new(JobKind::RemovePicture, LEASE)
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let Some(files) = self.store.picture_gone(&job).await? else { return Ok(Next::Done) };
        Ok(match self.pictures.remove(&files).await {
            Ok(()) => Next::Done,
            Err(cause) => Next::Retry(format!("files of picture {}: {cause}", files.key)),
        })
    }
}
