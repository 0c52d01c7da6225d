//! Segments and pictures: one piece of memory, or one open file, that all who ask for it are sent.

use axum::body::Body;
use axum::response::Response;
use domain::ids::MediaId;
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use media::segment::FileName;

use super::missing;
use super::range::{Asked, content_range, unsatisfied};
use super::recordings::Found;
use crate::App;
use crate::error::{Error, Result};
use crate::wire::{Outlet, StoredBody};
use media::vault::Stored;

pub(super) async fn answer(app: &App, media: MediaId, stored: Stored, request: &Parts) -> Result<Response> {
    let live = match (app.on_air.get(media), name(stored)) {
        (Some(air), Some((rendition, file))) => air.file(rendition, file).await,
        _ => None,
    };
    let found = match (live, stored) {
        (Some(bytes), _) => Found::Held(bytes),
        (None, Stored::Part(..)) => return Err(missing()),
        // What has left the memory of the live game is on disk.
        (None, stored) => app.recordings.file(media, stored).await?.ok_or_else(missing)?,
    };
    sent(found, stored, request)
}

fn name(stored: Stored) -> Option<(media::segment::Rendition, FileName)> {
    match stored {
        Stored::Init(rendition, index) => Some((rendition, FileName::Init(index))),
        Stored::Segment(rendition, number) => Some((rendition, FileName::Segment(number))),
        Stored::Part(rendition, number, part) => Some((rendition, FileName::Part(number, part))),
        Stored::Thumbnails | Stored::Sprite(_) | Stored::Poster | Stored::Preview => None,
    }
}

pub(super) fn sent(found: Found, stored: Stored, request: &Parts) -> Result<Response> {
    let length = match &found {
        Found::Here(file) => file.length(),
        Found::Held(bytes) => bytes.len() as u64,
    };
    let (status, range, (start, end)) = match Asked::of(&request.headers, length) {
        Asked::Whole => (StatusCode::OK, None, (0, length)),
        Asked::Part(start, end) => (StatusCode::PARTIAL_CONTENT, Some(content_range(start, end, length)), (start, end)),
        Asked::Nothing => (StatusCode::RANGE_NOT_SATISFIABLE, Some(unsatisfied(length)), (0, 0)),
    };
    let (kind, caching) = shape(stored);
    let mut answer = Response::new(body(found, start, end, request)?);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.reserve(24);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if let Some(range) = range {
        headers.insert(header::CONTENT_RANGE, range);
    }
    Ok(answer)
}

/// From `start` until before `end`, both of which are within the length.
fn body(found: Found, start: u64, end: u64, request: &Parts) -> Result<Body> {
    match found {
        Found::Here(file) => {
            // Every connection has one.
            let outlet = request.extensions.get::<Outlet>().ok_or(Error::Internal)?;
            Ok(Body::new(StoredBody::new(outlet.clone(), file, start, end)))
        }
        Found::Held(bytes) => Ok(Body::from(bytes.slice(start as usize..end as usize))),
    }
}

/// Content type, and for how long a browser may keep it. A segment never changes under its name.
fn shape(stored: Stored) -> (&'static str, &'static str) {
    match stored {
        Stored::Init(..) | Stored::Segment(..) | Stored::Part(..) => ("video/mp4", "private, max-age=86400, immutable"),
        Stored::Thumbnails => ("text/vtt; charset=utf-8", "private, max-age=60"),
        Stored::Sprite(_) => ("image/jpeg", "private, max-age=600"),
        Stored::Poster => ("image/jpeg", "public, max-age=3600"),
        Stored::Preview => ("video/mp4", "public, max-age=3600"),
    }
}
