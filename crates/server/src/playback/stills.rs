//! Timeline stills of media without thumbnail sheets, mainly live games.
//!
//! A list names one still per segment. ffmpeg makes the requested ones, a few at a time and at the lowest priority,
//! each once for all viewers. When too many requests wait, further ones are told to retry.

use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use bytes::Bytes;
use cache::Cache;
use domain::ids::MediaId;
use http::HeaderValue;
use http::request::Parts;
use media::ffmpeg::Ffmpeg;
use media::recording::RecordingFile;
use media::recording::stills::{self, key_frame};
use media::vod::pictures;
use tokio::sync::{OnceCell, Semaphore};
use tokio::time::timeout;
use transport::Segment;

use super::Playback;
use super::{files, missing};
use crate::http::cached_response::{CachedResponse, Caching, ClientCaching, gzip};
use crate::http::error::{Error, Result};

/// Children at the same time.
const AT_ONCE: usize = 2;
/// Pictures that are waited for: five editors that open at once, each elsewhere in its game.
const WAITED_FOR: usize = 50;
/// Maximum waiting time for a slot; the viewer has moved on by then.
const TIMEOUT: Duration = Duration::from_secs(8);
/// A few thousand pictures.
const HELD_BYTES: u64 = 24 * 1024 * 1024;
/// What an entry costs beside its bytes, roughly.
const ENTRY: usize = 256;
/// How long a list is shared between requests.
const LIST_FOR: Duration = Duration::from_secs(1);
const LISTS: u64 = 64;

pub(crate) struct Stills {
    ffmpeg: OnceCell<Ffmpeg>,
    lists: Cache<MediaId, Arc<CachedResponse>>,
    made: Cache<(MediaId, u64), Bytes>,
    waited_for: Semaphore,
    places: Semaphore,
}

/// Why there is no still; shared by all waiting requests.
#[derive(Clone, Copy)]
enum Lack {
    /// The segment is not there, or shows nothing.
    Absent,
    /// Too many wait.
    Crowd,
    /// The source is temporarily unavailable.
    Away,
}

impl From<Arc<Lack>> for Error {
    fn from(lack: Arc<Lack>) -> Self {
        match *lack {
            Lack::Absent => missing(),
            Lack::Crowd => Self::NotYet,
            Lack::Away => Self::Busy("still unavailable"),
        }
    }
}

impl Stills {
    pub(crate) fn new() -> Self {
        let weight = |bytes: &Bytes| u32::try_from(bytes.len() + ENTRY).unwrap_or(u32::MAX);
        Self {
            ffmpeg: OnceCell::new(),
            lists: Cache::builder(LISTS).time_to_live(LIST_FOR).build(),
            made: Cache::builder(HELD_BYTES).weigher(move |_, bytes| weight(bytes)).build(),
            waited_for: Semaphore::new(WAITED_FOR),
            places: Semaphore::new(AT_ONCE),
        }
    }
}

/// The list of a recording's sheets where they have been made, of single pictures before.
pub(super) async fn list(playback: &Playback, media: MediaId, request: &Parts) -> Result<Response> {
    if playback.live_streams.get(media).is_none()
        && let Some(made) = playback.recordings.held(media, RecordingFile::Thumbnails).await?
    {
        return files::sent(Segment::Bytes(made), RecordingFile::Thumbnails, request);
    }
    let list = playback.stills.lists.try_get_with(media, write_list(playback, media)).await?;
    Ok(list.answer(&ClientCaching::of(&request.headers), Caching::Private))
}

async fn write_list(playback: &Playback, media: MediaId) -> Result<Arc<CachedResponse>, Lack> {
    let cues = match playback.live_streams.get(media) {
        Some(air) => air.cues(),
        None => playback.recordings.playlists(media).await.map_err(away)?.ok_or(Lack::Absent)?.cues(),
    };
    let write = move || {
        let plain = stills::list(&cues);
        let gzip = gzip(plain.as_bytes());
        CachedResponse::encoded(HeaderValue::from_static("text/vtt; charset=utf-8"), plain.into(), Some(gzip), None)
    };
    Ok(Arc::new(tokio::task::spawn_blocking(write).await.map_err(away)?))
}

/// The picture of a segment, made once.
pub(super) async fn still(playback: &Playback, media: MediaId, number: u64) -> Result<Bytes> {
    Ok(playback.stills.made.try_get_with((media, number), make(playback, media, number)).await?)
}

async fn make(playback: &Playback, media: MediaId, number: u64) -> Result<Bytes, Lack> {
    let crowd = || {
        metrics::counter!("touchline_stills_refused_total").increment(1);
        Lack::Crowd
    };
    let _waiting = playback.stills.waited_for.try_acquire().map_err(|_| crowd())?;
    let _place = timeout(TIMEOUT, playback.stills.places.acquire()).await.map_err(|_| crowd())?;
    let stream = key_frame_of(playback, media, number).await?;
    let find = async { tokio::task::spawn_blocking(Ffmpeg::find).await.map_err(std::io::Error::other)? };
    let made = match playback.stills.ffmpeg.get_or_try_init(|| find).await {
        Ok(ffmpeg) => pictures::still(ffmpeg, &stream).await,
        Err(cause) => Err(cause.into()),
    };
    made.inspect(|_| metrics::counter!("touchline_stills_made_total").increment(1)).map_err(|cause| {
        tracing::warn!(%media, number, %cause, "making a still from a segment failed");
        Lack::Absent
    })
}

/// The key frame that a segment begins with, or the last one before it, as a stream.
async fn key_frame_of(playback: &Playback, media: MediaId, number: u64) -> Result<Vec<u8>, Lack> {
    let found = match playback.live_streams.get(media) {
        Some(air) => air.footage(number),
        None => playback.recordings.playlists(media).await.map_err(away)?.and_then(|recorded| recorded.footage(number)),
    };
    let (rendition, entries) = found.ok_or(Lack::Absent)?;
    for entry in entries {
        let files = [RecordingFile::Init(rendition, entry.init), RecordingFile::Segment(rendition, entry.number)];
        let [init, segment] = files.map(|file| playback.footage.file(media, file));
        let (Some(init), Some(segment)) = (init.await.map_err(away)?, segment.await.map_err(away)?) else { continue };
        if let Some(stream) = key_frame(&init, &segment).map_err(away)? {
            return Ok(stream);
        }
    }
    Err(Lack::Absent)
}

fn away(cause: impl std::fmt::Display) -> Lack {
    tracing::warn!(%cause, "stills unavailable, source could not be read");
    Lack::Away
}
