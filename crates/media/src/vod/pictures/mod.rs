//! Pictures of a recording: a poster, thumbnails for the timeline and a short preview, made in the background; and the
//! [`still`] of one segment where there are no thumbnails yet.
//!
//! Only key frames are read and decoded, one for each thumbnail. Files are written under another name and renamed, and
//! the list of thumbnails comes after what it names. Dropping the future cancels the rest.

mod still;
mod thumbs;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;

use crate::codec::frame::{Config, Frame, Input, Track};
use crate::codec::{SECOND, flv};
use crate::ffmpeg::{Ffmpeg, FfmpegError, Job, Limits};
use crate::hls::Rendition;
use crate::recording::stills::{MAX_THUMBNAILS, THUMBNAIL_INTERVAL};
use crate::recording::{Download, KeyFrame, RecordingError, RecordingFile, Replay, create_whole, read, write_whole};

pub use still::still;

const PREVIEW_LENGTH: u64 = 6 * SECOND;
/// The poster is the most telling of so many.
const MAX_POSTER_CANDIDATES: usize = 12;

const MAX_JPEG_BYTES: usize = 4 * 1024 * 1024;
/// Key frames for one child.
const MAX_FED_BYTES: usize = 64 * 1024 * 1024;
const MAX_CLIP_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum PicturesError {
    #[error("the recording has no video")]
    Empty,
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error("a picture could not be made: {0}")]
    Ffmpeg(#[from] FfmpegError),
    #[error("a picture could not be written")]
    File(#[from] io::Error),
}

/// Makes all of them in the recording's folder, over those that are there.
pub async fn make(ffmpeg: &Ffmpeg, folder: &Path) -> Result<(), PicturesError> {
    let maker = Maker::open(ffmpeg, folder).await?;
    maker.poster().await?;
    maker.preview().await?;
    maker.thumbnails().await
}

struct Maker<'a> {
    ffmpeg: &'a Ffmpeg,
    folder: PathBuf,
    replay: Arc<Replay>,
    keys: Vec<KeyFrame>,
    every: u64,
}

impl<'a> Maker<'a> {
    async fn open(ffmpeg: &'a Ffmpeg, folder: &Path) -> Result<Self, PicturesError> {
        let path = folder.to_owned();
        let (replay, keys, every) = blocking(move || {
            let replay = read(&path)?;
            let every = THUMBNAIL_INTERVAL.max(replay.length() / MAX_THUMBNAILS);
            let keys = replay.key_frames(every)?;
            Ok((replay, keys, every))
        })
        .await?;
        if keys.is_empty() {
            return Err(PicturesError::Empty);
        }
        Ok(Self { ffmpeg, folder: folder.to_owned(), replay: Arc::new(replay), keys, every })
    }

    async fn poster(&self) -> Result<(), PicturesError> {
        let step = self.keys.len().div_ceil(MAX_POSTER_CANDIDATES);
        let spread: Vec<KeyFrame> = self.keys.iter().step_by(step).copied().collect();
        // Of one size, which the choice needs.
        let middle = spread[spread.len() / 2].init;
        let alike: Vec<KeyFrame> = spread.into_iter().filter(|key| key.init == middle).collect();
        let filter = format!("thumbnail=n={},scale='min(1280,iw)':-2,format=yuvj420p", alike.len().max(2));
        let job = pictures_job(limits()).arg(filter).args("-frames:v 1 -q:v 4 -f mjpeg pipe:1");
        let jpeg = job.run(self.ffmpeg, &self.stream(alike).await?, MAX_JPEG_BYTES).await?;
        self.write(RecordingFile::Poster, jpeg).await
    }

    /// Six seconds from before the middle, small and silent.
    async fn preview(&self) -> Result<(), PicturesError> {
        let wanted = self.replay.length() * 2 / 5;
        let start = self.keys.iter().rfind(|key| key.at <= wanted).map_or(0, |key| key.at);
        let start = start.min(self.replay.length().saturating_sub(PREVIEW_LENGTH));
        let (replay, path) = (self.replay.clone(), self.folder.join(RecordingFile::Preview.to_string()));
        let (clip, output) = blocking(move || {
            let start = start + replay.begin();
            let clip = Download::plan(&replay, &[Rendition::SOURCE], start, start + PREVIEW_LENGTH)?;
            if clip.length() > MAX_CLIP_BYTES {
                return Err(PicturesError::Ffmpeg(FfmpegError::TooMuch));
            }
            let mut bytes = Vec::new();
            clip.write_to(&mut bytes)?;
            Ok((bytes, create_whole(&path)?))
        })
        .await?;
        let job = Job::ffmpeg(limits()).decode_limits().read_pipe("mov");
        let job =
            job.args("-an -map_metadata -1 -vf scale=-2:'min(480,ih)',format=yuv420p -c:v libx264 -preset veryfast");
        let job = job.args("-threads 1 -crf 27 -maxrate 1200k -bufsize 2400k -movflags +faststart -t 6 -f mp4");
        job.write_file(output.temporary()).run(self.ffmpeg, &clip, 0).await?;
        blocking(move || Ok(output.keep()?)).await
    }

    /// Key frames as a stream, one a second.
    async fn stream(&self, keys: Vec<KeyFrame>) -> Result<Vec<u8>, PicturesError> {
        let replay = self.replay.clone();
        blocking(move || {
            let mut out = BytesMut::new();
            flv::write_head(&mut out, false);
            let init = keys.first().map_or(0, |key| key.init);
            flv::write_tag(&mut out, &Input::Config(Config::Video(replay.picture_codec(init)?)), 0);
            for (key, second) in keys.iter().zip(0_u64..) {
                let (dts, data) = (second * 1000, replay.read_key_frame(key)?);
                let frame = Frame { track: Track::Video, dts, pts: dts, keyframe: true, data };
                flv::write_tag(&mut out, &Input::Frame(frame), 0);
                if out.len() > MAX_FED_BYTES {
                    break;
                }
            }
            Ok(out.into())
        })
        .await
    }

    async fn write(&self, file: RecordingFile, bytes: Vec<u8>) -> Result<(), PicturesError> {
        if bytes.is_empty() {
            return Err(PicturesError::Empty);
        }
        let path = self.folder.join(file.to_string());
        blocking(move || Ok(write_whole(&path, &bytes)?)).await
    }
}

/// Decodes a stream of key frames; the filter comes next.
fn pictures_job(limits: Limits) -> Job {
    Job::ffmpeg(limits).decode_limits().read_pipe("flv").args("-an -map_metadata -1 -vf")
}

fn limits() -> Limits {
    Limits { time: Some(Duration::from_secs(300)), nice: 15, ..Limits::default() }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PicturesError> + Send + 'static,
) -> Result<T, PicturesError> {
    tokio::task::spawn_blocking(work).await.map_err(io::Error::other)?
}
