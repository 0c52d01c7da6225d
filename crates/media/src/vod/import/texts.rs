//! Captions in an uploaded file: its text tracks, read by ffmpeg and rewritten by us.

use std::path::Path;
use std::time::Duration;

use domain::captions::{Captions, Language, MAX_BYTES, Unusable};

use super::blocking;
use crate::ffmpeg::{Ffmpeg, FfmpegError, Job, Limits};

/// A track of text in an uploaded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextTrack {
    pub(super) index: u32,
    pub language: Language,
}

/// Why a track gives no captions; the video is none the worse for it.
#[derive(Debug, thiserror::Error)]
pub enum NoCaptions {
    #[error("ffmpeg could not read the captions")]
    Ffmpeg(#[from] FfmpegError),
    #[error(transparent)]
    Unusable(#[from] Unusable),
}

/// Reads one of a file's text tracks; the file must have been imported, which says how long it is.
pub async fn captions(
    ffmpeg: &Ffmpeg,
    file: &Path,
    track: TextTrack,
    length: Duration,
) -> Result<Captions, NoCaptions> {
    let limits = Limits {
        time: Some(Duration::from_secs(300) + length),
        cpu: Duration::from_secs(60) + length / 10,
        file: 0,
        nice: 15,
        ..Limits::default()
    };
    let job = Job::ffmpeg(limits).read_texts(file).args(&format!("-map 0:{}", track.index));
    let job = job.args("-map_metadata -1 -map_chapters -1 -c:s webvtt -f webvtt pipe:1");
    let text = job.run(ffmpeg, &[], MAX_BYTES).await?;
    let read = blocking(move || Captions::parse(&text)).await;
    Ok(read.map_err(FfmpegError::Io)??)
}
