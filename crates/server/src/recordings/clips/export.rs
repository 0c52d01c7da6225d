//! Makes clips' posters and other formats with ffmpeg: one of each at a time, at the lowest priority.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::clip::{Clip, ClipFailure, ClipFormat};
use media::ffmpeg::{Ffmpeg, FfmpegError};
use media::recording::clip::{ClipError, first_picture};
use media::storage::Images;
use media::storage::RecordingStoreError;
use media::vod::reframe::{self, Framing, Logo};
use store::{ClipWork, Job, JobKind};
use tokio::sync::OnceCell;

use super::ClipFile;
use super::Clips;
use crate::channels::snapshot::Channels;
use crate::channels::snapshot::Snapshot;
use crate::http::error::Error;
use crate::workers::{JobHandler, JobPolicy, Next};

const LEASE: Duration = Duration::from_secs(15);
const TRIES: i32 = 3;
/// Two minutes at 16 Mbit/s: larger ones are not decoded here.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

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
    #[error("the clip's file is missing")]
    Gone,
    #[error("the clip is too large to export")]
    TooLarge,
    #[error("the channel's logo is missing")]
    NoLogo,
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

/// One of the two kinds of jobs that need ffmpeg.
pub(crate) struct ClipExports {
    kind: JobKind,
    exporter: Arc<Exporter>,
}

impl JobHandler for ClipExports {
    fn policy(&self) -> JobPolicy {
        JobPolicy::long(self.kind, LEASE)
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        self.exporter.run(job).await
    }
}

impl Exporter {
    pub(crate) async fn open(clips: Arc<Clips>, channels: Arc<Channels>, images: Images, folder: PathBuf) -> Arc<Self> {
        // A server that was killed leaves its half-done work. Where another shares the folder, that one tries again.
        if let Err(cause) = emptied(&folder).await {
            tracing::warn!(%cause, folder = %folder.display(), "cannot use the folder for clip exports");
        }
        Arc::new(Self { clips, channels, images, ffmpeg: OnceCell::new(), folder })
    }

    /// Apart from the other forms, which take a minute: links are sent at once, and show the poster.
    pub(crate) fn posters(self: &Arc<Self>) -> ClipExports {
        ClipExports { kind: JobKind::ClipPoster, exporter: self.clone() }
    }

    pub(crate) fn forms(self: &Arc<Self>) -> ClipExports {
        ClipExports { kind: JobKind::ExportClip, exporter: self.clone() }
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let store = &self.clips.store;
        let work = store.clip_work(&job)?;
        let channel = job.channel;
        let Some(clip) = store.clip(channel, work.clip).await? else {
            return Ok(self.clips.clear_up(work.clip).await);
        };
        match self.make(&job, work, &clip).await {
            // It was deleted while something was made of it.
            Ok(()) if store.clip(channel, clip.id).await?.is_none() => {
                return Ok(self.clips.clear_up(clip.id).await);
            }
            Ok(()) => {
                if work.export.is_none() {
                    store.clip_has_poster(channel, clip.id).await?;
                }
                store.export_ended(job, work, None).await?;
                self.clips.changed(channel, clip.id).await;
            }
            Err(ExportError::Store(cause)) => return Err(cause),
            Err(cause) if job.attempts < TRIES && !cause.is_final() => {
                return Ok(Next::Retry(format!("clip {}: {cause}", clip.id)));
            }
            Err(cause) => {
                tracing::warn!(%cause, clip = %clip.id, "clip export failed, gave up");
                let why = match cause {
                    ExportError::TooLarge => ClipFailure::TooLarge,
                    ExportError::NoLogo => ClipFailure::NoLogo,
                    _ => ClipFailure::NotMade,
                };
                store.export_ended(job, work, Some(why)).await?;
            }
        }
        Ok(Next::Stored)
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
        if plan.length() > MAX_BYTES {
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
