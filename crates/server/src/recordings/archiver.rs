//! What is done with a recording after its end: poster, thumbnails and preview, and the way to where recordings are
//! kept. One at a time, in the background; whatever ends it in the middle, it is begun again and goes on where it was.

use std::time::Duration;

use domain::ids::{ChannelId, MediaId};
use domain::time::Timestamp;
use live::Hub;
use media::ffmpeg::{Ffmpeg, FfmpegError};
use media::recording::RecordingFile;
use media::storage::{RecordingStore, RecordingStoreError};
use media::vod::pictures::{self, PicturesError};
use store::{Failed, Job, JobKind, Store};

use crate::clock::now;

/// Jobs of before, and those whose time has come, are looked for this often; one of this server wakes the task.
const EVERY: Duration = Duration::from_secs(2);
/// A server that ends in the middle holds its recording up for so long.
const LEASE: i64 = 20 * Timestamp::SECOND;
const HOLD_EVERY: Duration = Duration::from_secs(5);
/// A recording that lies on another server's disk.
const NOT_OURS: i64 = 30 * Timestamp::SECOND;
/// After so many tries a recording is kept without its pictures.
const PICTURE_TRIES: i32 = 3;

pub(crate) struct Archiver {
    pub(crate) store: Store,
    pub(crate) vault: RecordingStore,
    pub(crate) hub: Hub,
}

#[derive(Debug, thiserror::Error)]
enum KeepError {
    #[error("the recording has no end yet")]
    NoEnd,
    #[error("the recording is not here")]
    NotHere,
    #[error("somebody else sees to the recording")]
    Lost,
    #[error(transparent)]
    Vault(#[from] RecordingStoreError),
    #[error(transparent)]
    Pictures(#[from] PicturesError),
    #[error(transparent)]
    Store(#[from] store::Error),
}

impl Archiver {
    /// For as long as the server runs.
    pub(crate) async fn run(self) {
        let mut queued = self.store.queued_jobs();
        let mut away = false;
        loop {
            match self.take_up().await {
                Ok(true) => {
                    away = false;
                    continue;
                }
                Ok(false) => away = false,
                Err(cause) if !std::mem::replace(&mut away, true) => {
                    tracing::warn!(%cause, "no recording is seen to while the database is away");
                }
                Err(_) => {}
            }
            tokio::select! {
                // The store lives as long as this task: there is always somebody to tell of a new job.
                _ = queued.changed() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    /// Does one job; false when there is none, or no room for it.
    async fn take_up(&self) -> store::Result<bool> {
        // What goes to object storage makes room, and never waits for it.
        if self.hub.is_tight() && self.vault.is_local() {
            return Ok(false);
        }
        let Some(job) = self.store.claim_job(JobKind::KeepRecording, LEASE, now()).await? else { return Ok(false) };
        let media = self.store.recording_of(&job)?;
        match self.held(&job, self.keep(job.channel, media, job.attempts)).await {
            Ok(()) => {
                tracing::info!(%media, "a recording is kept");
                self.store.recording_kept(job, media, now()).await?;
            }
            Err(KeepError::Lost) => tracing::warn!(%media, "a recording was held too long, and is left to others"),
            Err(KeepError::NotHere) => self.store.leave_job(job, now().plus(NOT_OURS)).await?,
            Err(cause) => {
                let failed = self.store.job_failed(job, cause.to_string(), now()).await?;
                if failed == Failed::Dead {
                    tracing::error!(%media, %cause, "a recording stays without what was to be done with it");
                } else {
                    tracing::warn!(%media, %cause, "a recording is seen to again later");
                }
            }
        }
        Ok(true)
    }

    /// Works on a job that stays ours meanwhile, however long it takes.
    async fn held(&self, job: &Job, work: impl Future<Output = Result<(), KeepError>>) -> Result<(), KeepError> {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = tokio::time::sleep(HOLD_EVERY) => {
                    match self.store.hold_job(job.clone(), LEASE, now()).await {
                        Ok(true) => {}
                        Ok(false) => return Err(KeepError::Lost),
                        Err(cause) => tracing::debug!(%cause, "a job could not be held"),
                    }
                }
            }
        }
    }

    async fn keep(&self, channel: ChannelId, media: MediaId, attempts: i32) -> Result<(), KeepError> {
        let replay = self.vault.replay(media).await?.ok_or(KeepError::NotHere)?;
        if !replay.ended() {
            return Err(KeepError::NoEnd);
        }
        let missing = replay.missing();
        drop(replay);
        if !missing.is_zero() {
            let ms = i64::try_from(missing.as_millis()).unwrap_or(i64::MAX);
            self.store.recording_lacks(channel, media, ms).await?;
        }
        match self.make_pictures(media).await {
            Ok(()) => self.store.media_has_pictures(channel, media).await?,
            Err(KeepError::Pictures(cause)) if attempts >= PICTURE_TRIES => {
                tracing::warn!(%media, %cause, "a recording is kept without pictures");
            }
            Err(cause) => return Err(cause),
        }
        Ok(self.vault.archive(media).await?)
    }

    async fn make_pictures(&self, media: MediaId) -> Result<(), KeepError> {
        // The list of thumbnails is written last.
        if self.vault.file(media, RecordingFile::Thumbnails).await?.is_some() {
            return Ok(());
        }
        let found = tokio::task::spawn_blocking(Ffmpeg::find).await.map_err(std::io::Error::other);
        let ffmpeg = found.map_err(FfmpegError::from).flatten().map_err(PicturesError::from)?;
        Ok(pictures::make(&ffmpeg, &self.vault.folder(media)).await?)
    }
}
