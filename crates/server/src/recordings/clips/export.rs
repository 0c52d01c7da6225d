//! The task that makes posters of clips, and clips in other forms, by ffmpeg: one of each at a time, below everything else.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::clip::{Clip, ClipFailure, ClipFormat};
use domain::time::Timestamp;
use media::ffmpeg::{Ffmpeg, FfmpegError};
use media::recording::clip::{ClipError, first_picture};
use media::storage::Images;
use media::storage::RecordingStoreError;
use media::vod::reframe::{self, Framing, Logo};
use store::{ClipWork, Job, JobKind};
use tokio::sync::{OnceCell, watch};

use super::ClipFile;
use super::Clips;
use crate::channels::snapshot::Channels;
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::error::Error;

const EVERY: Duration = Duration::from_secs(2);
/// A server that ends in the middle holds its clip up for so long.
const LEASE: i64 = 15 * Timestamp::SECOND;
const HOLD_EVERY: Duration = Duration::from_secs(5);
const TRIES: i32 = 3;
/// Two minutes at 16 Mbit/s: larger ones are not decoded here.
const LARGEST: u64 = 256 * 1024 * 1024;

pub(crate) struct Exporter {
    clips: Arc<Clips>,
    channels: Arc<Channels>,
    images: Images,
    ffmpeg: OnceCell<Ffmpeg>,
    /// For what is half done.
    folder: PathBuf,
}

#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error("the clip is not there")]
    Gone,
    #[error("the clip is too large for this")]
    TooLarge,
    #[error("the channel's logo is not there")]
    NoLogo,
    #[error("somebody else makes it")]
    Lost,
    #[error(transparent)]
    Cut(#[from] ClipError),
    #[error(transparent)]
    Ffmpeg(#[from] FfmpegError),
    #[error(transparent)]
    Recording(#[from] Error),
    #[error(transparent)]
    Keep(#[from] RecordingStoreError),
    #[error("a file could not be read or written")]
    File(#[from] std::io::Error),
    #[error(transparent)]
    Store(#[from] store::Error),
}

impl Exporter {
    pub(crate) fn new(clips: Arc<Clips>, channels: Arc<Channels>, images: Images, folder: PathBuf) -> Self {
        Self { clips, channels, images, ffmpeg: OnceCell::new(), folder }
    }

    pub(crate) async fn run(self, stop: watch::Receiver<bool>) {
        // A server that was killed leaves its half-done work. Where another shares the folder, that one tries again.
        if let Err(cause) = emptied(&self.folder).await {
            tracing::warn!(%cause, folder = %self.folder.display(), "the folder for clips in the making is not usable");
        }
        // Links are sent at once, and show the poster: it does not wait for a form that takes a minute.
        tokio::join!(self.lane(JobKind::ClipPoster, stop.clone()), self.lane(JobKind::ExportClip, stop));
    }

    async fn lane(&self, kind: JobKind, mut stop: watch::Receiver<bool>) {
        let mut queued = self.clips.store.queued_jobs();
        loop {
            // Begun again at the next start.
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                () = async { while self.take_up(kind).await {} } => {}
            }
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                _ = queued.changed() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    async fn take_up(&self, kind: JobKind) -> bool {
        let store = &self.clips.store;
        let Ok(Some(job)) = store.claim_job(kind, LEASE, now()).await else { return false };
        let done = self.work(job.clone()).await;
        if let Err(cause) = &done {
            tracing::warn!(%cause, job = job.id, "what became of a clip in another form could not be written down");
        }
        done.is_ok()
    }

    async fn work(&self, job: Job) -> store::Result<()> {
        let store = &self.clips.store;
        let work = store.clip_work(&job)?;
        let channel = job.channel;
        let Some(clip) = store.clip(channel, work.clip).await? else {
            return self.clips.clear_up(job, work.clip).await;
        };
        match self.held(&job, self.make(&job, work, &clip)).await {
            // It was deleted while something was made of it.
            Ok(()) if store.clip(channel, clip.id).await?.is_none() => {
                return self.clips.clear_up(job, clip.id).await;
            }
            Ok(()) => {
                if work.export.is_none() {
                    store.clip_has_poster(channel, clip.id).await?;
                }
                store.export_ended(job, work, None).await?;
                self.clips.changed(channel, clip.id).await;
            }
            Err(ExportError::Lost) => {}
            Err(ExportError::Store(cause)) => return Err(cause),
            Err(cause) if job.attempts < TRIES && !cause.is_final() => {
                tracing::warn!(%cause, clip = %clip.id, "something of a clip is made again later");
                store.job_failed(job, cause.to_string(), now()).await?;
            }
            Err(cause) => {
                tracing::warn!(%cause, clip = %clip.id, "something of a clip could not be made");
                let why = match cause {
                    ExportError::TooLarge => ClipFailure::TooLarge,
                    ExportError::NoLogo => ClipFailure::NoLogo,
                    _ => ClipFailure::NotMade,
                };
                store.export_ended(job, work, Some(why)).await?;
            }
        }
        Ok(())
    }

    /// Works on a job that stays ours meanwhile, however long it takes.
    async fn held(&self, job: &Job, work: impl Future<Output = Result<(), ExportError>>) -> Result<(), ExportError> {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = tokio::time::sleep(HOLD_EVERY) => {
                    if !self.clips.store.hold_job(job.clone(), LEASE, now()).await.unwrap_or(true) {
                        return Err(ExportError::Lost);
                    }
                }
            }
        }
    }

    async fn make(&self, job: &Job, work: ClipWork, clip: &Clip) -> Result<(), ExportError> {
        let find = async { tokio::task::spawn_blocking(Ffmpeg::find).await.map_err(std::io::Error::other)? };
        let ffmpeg = self.ffmpeg.get_or_try_init(|| find).await?;
        let (file, bytes) = match work.export {
            None => {
                let cut = self.clips.cut(clip).await?.ok_or(ExportError::Gone)?;
                let picture = first_picture(&cut, self.clips.footage.fetch(clip.media)).await?;
                (ClipFile::Poster, reframe::poster(ffmpeg, &picture).await?)
            }
            Some((format, wants_logo)) => {
                let framing = match format {
                    ClipFormat::Original => Framing::Wide,
                    ClipFormat::PortraitCrop => Framing::Crop,
                    ClipFormat::PortraitPadded => Framing::Padded,
                };
                let channel = self.channels.by_id(job.channel).ok_or(ExportError::Gone)?;
                let logo = match wants_logo {
                    true => Some(self.logo(&channel).await.ok_or(ExportError::NoLogo)?),
                    false => None,
                };
                let input = self.whole(clip).await?;
                let made = reframe::make(ffmpeg, &input, framing, logo.as_ref(), &self.folder).await?;
                (ClipFile::Form(format, wants_logo), made)
            }
        };
        Ok(self.clips.keep(clip.id, file, bytes.into()).await?)
    }

    /// The clip as one file, in memory.
    async fn whole(&self, clip: &Clip) -> Result<Bytes, ExportError> {
        let plan = self.clips.plan(clip).await?.ok_or(ExportError::Gone)?;
        if plan.length() > LARGEST {
            return Err(ExportError::TooLarge);
        }
        let length = plan.length();
        Ok(self.clips.footage.recordings.read(clip.media, Arc::clone(&plan), 0, length).await?)
    }

    async fn logo(&self, channel: &Snapshot) -> Option<Logo> {
        let (alias, name) = channel.profile.stored_logo()?;
        let image = self.images.get(alias, name).await.ok()??;
        Logo::of(image.content_type, image.bytes)
    }
}

impl ExportError {
    /// Whether it would be the same with the next try.
    fn is_final(&self) -> bool {
        matches!(self, Self::Gone | Self::TooLarge | Self::NoLogo)
    }
}

async fn emptied(folder: &Path) -> std::io::Result<()> {
    match tokio::fs::remove_dir_all(folder).await {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    tokio::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).await
}
