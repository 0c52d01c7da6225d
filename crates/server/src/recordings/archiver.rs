//! Post-processing of ended recordings: poster, thumbnails, preview, and the upload to object storage. One recording at
//! a time; an interrupted job resumes where it stopped.

use std::time::Duration;

use domain::ids::{ChannelId, MediaId};
use domain::time::Timestamp;
use live::Hub;
use media::ffmpeg::{Ffmpeg, FfmpegError};
use media::recording::RecordingFile;
use media::storage::{RecordingStore, RecordingStoreError};
use media::vod::pictures::{self, PicturesError};
use store::{Job, JobKind, Store};

use crate::clock::Clock;
use crate::workers::{JobHandler, JobPolicy, Next};

const LEASE: Duration = Duration::from_secs(20);
/// A recording that lies on another server's disk.
const NOT_OURS: i64 = 30 * Timestamp::SECOND;
/// After this many attempts a recording is archived without its pictures.
const PICTURE_TRIES: i32 = 3;

pub(crate) struct Archiver {
    pub(crate) store: Store,
    pub(crate) recording_store: RecordingStore,
    pub(crate) hub: Hub,
    pub(crate) clock: Clock,
}

#[derive(Debug, thiserror::Error)]
enum KeepError {
    #[error("the recording has no end yet")]
    NoEnd,
    #[error("the recording is on another server")]
    NotHere,
    #[error(transparent)]
    Vault(#[from] RecordingStoreError),
    #[error(transparent)]
    Pictures(#[from] PicturesError),
    #[error(transparent)]
    Store(#[from] store::Error),
}

impl JobHandler for Archiver {
    fn policy(&self) -> JobPolicy {
        JobPolicy::long(JobKind::ArchiveRecording, LEASE)
    }

    async fn is_ready(&self) -> bool {
        // What goes to object storage makes room, and never waits for it.
        !(self.hub.is_tight() && self.recording_store.is_local())
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let media = self.store.recording_of(&job)?;
        match self.keep(job.channel, media, job.attempts).await {
            Ok(()) => {
                tracing::info!(%media, "recording archived");
                self.store.recording_kept(job, media, self.clock.now()).await?;
                Ok(Next::Stored)
            }
            Err(KeepError::NotHere) => Ok(Next::Postpone(self.clock.now().plus(NOT_OURS))),
            Err(KeepError::Store(cause)) => Err(cause),
            Err(cause) => Ok(Next::Retry(format!("recording {media}: {cause}"))),
        }
    }
}

impl Archiver {
    async fn keep(&self, channel: ChannelId, media: MediaId, attempts: i32) -> Result<(), KeepError> {
        let replay = self.recording_store.replay(media).await?.ok_or(KeepError::NotHere)?;
        if !replay.ended() {
            return Err(KeepError::NoEnd);
        }
        let missing = replay.missing();
        drop(replay);
        if !missing.is_zero() {
            let ms = i64::try_from(missing.as_millis()).unwrap_or(i64::MAX);
            self.store.recording_set_gap(channel, media, ms).await?;
        }
        match self.make_pictures(media).await {
            Ok(()) => self.store.media_set_has_pictures(channel, media).await?,
            Err(KeepError::Pictures(cause)) if attempts >= PICTURE_TRIES => {
                tracing::warn!(%media, %cause, "making preview pictures failed, recording archived without them");
            }
            Err(cause) => return Err(cause),
        }
        Ok(self.recording_store.archive(media).await?)
    }

    async fn make_pictures(&self, media: MediaId) -> Result<(), KeepError> {
        // The list of thumbnails is written last.
        if self.recording_store.file(media, RecordingFile::Thumbnails).await?.is_some() {
            return Ok(());
        }
        let found = tokio::task::spawn_blocking(Ffmpeg::find).await.map_err(std::io::Error::other);
        let ffmpeg = found.map_err(FfmpegError::from).flatten().map_err(PicturesError::from)?;
        Ok(pictures::make(&ffmpeg, &self.recording_store.folder(media)).await?)
    }
}
