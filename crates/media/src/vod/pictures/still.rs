//! The still of one segment, made on request.

use std::time::Duration;

use bytes::Bytes;

use super::thumbs::fitted;
use super::{PicturesError, pictures_job};
use crate::ffmpeg::{Ffmpeg, Limits};

const MAX_STILL_BYTES: usize = 64 * 1024;

/// A stream's picture, as large as those of the sheets.
pub async fn still(ffmpeg: &Ffmpeg, stream: &[u8]) -> Result<Bytes, PicturesError> {
    let job = pictures_job(limits()).arg(fitted()).args("-frames:v 1 -q:v 5 -f mjpeg pipe:1");
    let jpeg = job.run(ffmpeg, stream, MAX_STILL_BYTES).await?;
    if jpeg.is_empty() {
        return Err(PicturesError::Empty);
    }
    Ok(jpeg.into())
}

/// A viewer waits for the still, but live games and their encoders have priority.
fn limits() -> Limits {
    let time = Duration::from_secs(10);
    Limits { time: Some(time), cpu: time / 2, nice: 15, ..Limits::default() }
}
