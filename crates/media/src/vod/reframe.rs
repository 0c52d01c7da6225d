//! Vertical clips, clips with a logo, and posters: made by ffmpeg at the lowest priority.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use tempfile::NamedTempFile;

use crate::ffmpeg::{Ffmpeg, FfmpegError, Job, Limits};

const MAX_JPEG_BYTES: usize = 4 * 1024 * 1024;
/// Two minutes at the highest rate, and some room.
const MAX_FILE_BYTES: u64 = 60 * 1024 * 1024;

/// How a wide picture is framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// It stays wide, within 1280x720.
    Wide,
    /// 9:16, its middle.
    Crop,
    /// 9:16, all of it, with black above and below.
    Padded,
}

/// A picture that is put over another.
#[derive(Clone, Debug)]
pub struct Logo {
    format: &'static str,
    bytes: Bytes,
}

impl Logo {
    /// Nothing for what is no picture. A drawing was drawn by the program itself: those of strangers are refused when
    /// they are uploaded.
    pub fn of(content_type: &str, bytes: Bytes) -> Option<Self> {
        let format = match content_type {
            "image/svg+xml" => "svg_pipe",
            "image/png" => "png_pipe",
            "image/jpeg" => "jpeg_pipe",
            "image/webp" => "webp_pipe",
            _ => return None,
        };
        Some(Self { format, bytes })
    }
}

/// A clip in another form, as one file that plays while it loads. What is half done lies in `folder`.
pub async fn make(
    ffmpeg: &Ffmpeg,
    clip: &[u8],
    framing: Framing,
    logo: Option<&Logo>,
    folder: &Path,
) -> Result<Vec<u8>, FfmpegError> {
    let output = temporary(folder, &Bytes::new()).await?;
    let shape = match framing {
        Framing::Wide => "scale=1280:720:force_original_aspect_ratio=decrease:force_divisible_by=2",
        Framing::Crop => {
            "crop=w='min(iw,trunc(ih*9/32)*2)':h=ih,scale=720:1280:force_original_aspect_ratio=increase,crop=720:1280"
        }
        Framing::Padded => {
            "scale=720:1280:force_original_aspect_ratio=decrease:force_divisible_by=2,pad=720:1280:-1:-1"
        }
    };
    let mut job = Job::ffmpeg(limits()).decode_limits().read_pipe("mov");
    let held = match logo {
        Some(logo) => Some((logo, temporary(folder, &logo.bytes).await?)),
        None => None,
    };
    let tail = "setsar=1,format=yuv420p[out]";
    let filter = match &held {
        Some((logo, file)) => {
            job = job.read_picture(file.path(), logo.format);
            format!("[0:v]{shape}[v];[1:v]scale=160:-2[l];[v][l]overlay=W-w-32:32,{tail}")
        }
        None => format!("[0:v]{shape},{tail}"),
    };
    let job = job.args("-filter_complex").arg(filter).args("-map [out] -map 0:a? -map_metadata -1");
    let job = job.args("-c:v libx264 -preset veryfast -threads 1 -crf 23 -maxrate 3M -bufsize 6M -profile:v high");
    let job = job.args("-c:a aac -b:a 128k -ac 2 -movflags +faststart -f mp4").write_file(output.path());
    job.run(ffmpeg, clip, 0).await?;
    let read = move || std::fs::read(output.path());
    Ok(tokio::task::spawn_blocking(read).await.map_err(std::io::Error::other)??)
}

/// A stream's first picture as a JPEG.
pub async fn poster(ffmpeg: &Ffmpeg, stream: &[u8]) -> Result<Vec<u8>, FfmpegError> {
    let job = Job::ffmpeg(limits()).decode_limits().read_pipe("flv");
    let job = job.args("-an -map_metadata -1 -vf scale='min(1280,iw)':-2,format=yuvj420p");
    job.args("-frames:v 1 -q:v 4 -f mjpeg pipe:1").run(ffmpeg, stream, MAX_JPEG_BYTES).await
}

/// A temporary file that is deleted on drop.
async fn temporary(folder: &Path, bytes: &Bytes) -> Result<NamedTempFile, FfmpegError> {
    let (folder, bytes) = (folder.to_owned(), bytes.clone());
    let write = move || {
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(&bytes)?;
        std::io::Result::Ok(file)
    };
    Ok(tokio::task::spawn_blocking(write).await.map_err(std::io::Error::other)??)
}

fn limits() -> Limits {
    let time = Duration::from_secs(600);
    Limits { time: Some(time), cpu: time, file: MAX_FILE_BYTES, nice: 15, ..Limits::default() }
}
