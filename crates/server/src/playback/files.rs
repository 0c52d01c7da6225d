//! Segments and pictures. All requests share one buffer or one open file.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::ids::MediaId;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};
use media::hls::{FileName, Rendition};
use media::recording::RecordingFile;
use transport::Segment;
use transport::open_files::OpenFiles;
use transport::sendfile::{FileBody, PendingFiles};

use super::Playback;
use super::missing;
use super::range::Asked;
use super::stills;
use crate::http::error::{Error, Result};
use crate::recordings::stored::FileKey;

pub(super) async fn answer(
    playback: &Playback,
    media: MediaId,
    stored: RecordingFile,
    request: &Parts,
) -> Result<Response> {
    let found = find(playback, media, stored, None).await;
    if let (Err(Error::NotFound(_)), RecordingFile::Segment(rendition, number)) = (&found, stored)
        && let Some(empty) = stand_in(playback, media, rendition, number).await?
    {
        let mut answer = sent(Segment::Bytes(empty), stored, request)?;
        // What is a gap now may be there later: lower renditions are made good after the end.
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        return Ok(answer);
    }
    sent(found?, stored, request)
}

/// What is sent in place of a segment that is listed as a gap: some players ask for it all the same.
async fn stand_in(playback: &Playback, media: MediaId, rendition: Rendition, number: u64) -> Result<Option<Bytes>> {
    if let Some(air) = playback.live_streams.get(media) {
        return Ok(air.gap_segment(rendition, number));
    }
    Ok(playback.recordings.playlists(media).await?.and_then(|recorded| recorded.stand_in(rendition, number)))
}

/// What a video consists of, and most of what is ever sent.
pub(super) fn is_segment_file(stored: RecordingFile) -> bool {
    name(stored).is_some()
}

/// `open` are the files of the thread that asks.
pub(super) async fn find(
    playback: &Playback,
    media: MediaId,
    stored: RecordingFile,
    open: Option<&OpenFiles<FileKey>>,
) -> Result<Segment> {
    let live = match (playback.live_streams.get(media), name(stored)) {
        (Some(air), Some((rendition, file))) => air.file(rendition, file).await,
        _ => None,
    };
    match (live, stored) {
        (Some(bytes), _) => Ok(Segment::Bytes(bytes)),
        (None, RecordingFile::Part(..)) => Err(missing()),
        (None, RecordingFile::Still(number)) => {
            Ok(Segment::Bytes(Box::pin(stills::still(playback, media, number)).await?))
        }
        // What has left the memory of the live game is on disk.
        (None, stored) => playback.recordings.file(media, stored, open).await?.ok_or_else(missing),
    }
}

fn name(stored: RecordingFile) -> Option<(Rendition, FileName)> {
    match stored {
        RecordingFile::Init(rendition, index) => Some((rendition, FileName::Init(index))),
        RecordingFile::Segment(rendition, number) => Some((rendition, FileName::Segment(number))),
        RecordingFile::Part(rendition, number, part) => Some((rendition, FileName::Part(number, part))),
        RecordingFile::Thumbnails
        | RecordingFile::Sprite(_)
        | RecordingFile::Still(_)
        | RecordingFile::Poster
        | RecordingFile::Preview => None,
    }
}

pub(super) fn sent(found: Segment, stored: RecordingFile, request: &Parts) -> Result<Response> {
    let length = match &found {
        Segment::File(file) => file.length(),
        Segment::Bytes(bytes) => bytes.len() as u64,
    };
    let (status, range, (start, end)) = Asked::of(&request.headers, length).answered(length);
    let mut answer = Response::new(body(found, start, end, request)?);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.reserve(24);
    describe(headers, stored);
    if let Some(range) = range {
        headers.insert(header::CONTENT_RANGE, range);
    }
    Ok(answer)
}

pub(super) fn describe(headers: &mut HeaderMap, stored: RecordingFile) {
    let (kind, caching) = shape(stored);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
}

/// From `start` until before `end`, both of which are within the length.
fn body(found: Segment, start: u64, end: u64, request: &Parts) -> Result<Body> {
    match found {
        Segment::File(file) => {
            // Every connection has one.
            let pending_files = request.extensions.get::<PendingFiles>().ok_or(Error::Internal)?;
            Ok(Body::new(FileBody::new(pending_files.clone(), file, start, end)))
        }
        Segment::Bytes(bytes) => Ok(Body::from(bytes.slice(start as usize..end as usize))),
    }
}

/// Content type, and for how long a browser may keep it. A segment never changes under its name.
fn shape(stored: RecordingFile) -> (&'static str, &'static str) {
    match stored {
        RecordingFile::Init(..) | RecordingFile::Segment(..) | RecordingFile::Part(..) => {
            ("video/mp4", "private, max-age=86400, immutable")
        }
        RecordingFile::Thumbnails => ("text/vtt; charset=utf-8", "private, max-age=60"),
        RecordingFile::Sprite(_) => ("image/jpeg", "private, max-age=600"),
        RecordingFile::Still(_) => ("image/jpeg", "private, max-age=86400, immutable"),
        RecordingFile::Poster => ("image/jpeg", "public, max-age=3600"),
        // No cache may hand it to another country.
        RecordingFile::Preview => ("video/mp4", "private, max-age=3600"),
    }
}
