//! A whole game as one file, put together while it is sent.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::ids::MediaId;
use futures::{Stream, stream};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode, header};
use media::recording::Download;

use super::gate::Admitted;
use super::missing;
use super::range::{Asked, content_range, unsatisfied};
use super::sessions::Subject;
use crate::App;
use crate::error::Result;
use crate::extract::now;
use crate::page::game_title;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// Read and sent at once.
const CHUNK: u64 = 256 * 1024;
const LONGEST_NAME: usize = 80;

/// An address begins one download. Whoever began it may go on with it where it broke off.
pub(super) async fn answer(app: &App, admitted: &Admitted, request: &Parts) -> Result<Response> {
    let play = admitted.play.as_ref().ok_or(Refusal::PlaybackEnded)?;
    let file = app.recordings.download(admitted.token.media).await?.ok_or_else(missing)?;
    let length = file.length();
    let asked = Asked::of(&request.headers, length);
    let goes_on = matches!(asked, Asked::Part(start, _) if start > 0);
    if request.method != Method::HEAD && !play.begin_download(admitted.from, goes_on, now()) {
        return Err(Refusal::PlaybackEnded.into());
    }
    let (status, range, (start, end)) = match asked {
        Asked::Whole => (StatusCode::OK, None, (0, length)),
        Asked::Part(start, end) => (StatusCode::PARTIAL_CONTENT, Some(content_range(start, end, length)), (start, end)),
        Asked::Nothing => (StatusCode::RANGE_NOT_SATISFIABLE, Some(unsatisfied(length)), (0, 0)),
    };
    let mut answer = Response::new(Body::from_stream(read(app.clone(), admitted.token.media, file, start, end)));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("video/mp4"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(end - start));
    headers.insert(header::CONTENT_DISPOSITION, disposition(&admitted.channel, play.subject));
    if let Some(range) = range {
        headers.insert(header::CONTENT_RANGE, range);
    }
    Ok(answer)
}

fn read(app: App, media: MediaId, file: Arc<Download>, start: u64, end: u64) -> impl Stream<Item = io::Result<Bytes>> {
    stream::unfold(start, move |at| {
        let (app, file) = (app.clone(), file.clone());
        async move {
            if at >= end {
                return None;
            }
            match app.recordings.read(media, file, at, CHUNK.min(end - at)).await {
                Ok(bytes) => {
                    let next = at + bytes.len() as u64;
                    Some((Ok(bytes), next))
                }
                // The connection is cut, and the other side sees that something is missing.
                Err(cause) => Some((Err(cause), end)),
            }
        }
    })
}

fn disposition(channel: &Snapshot, subject: Subject) -> HeaderValue {
    let name = match subject {
        Subject::Game(id) => channel.games.catalogue.get(id).map(|game| game_title(channel, game)),
        Subject::Film(_) => None,
    };
    let name = file_name(name.as_deref().unwrap_or_default());
    HeaderValue::from_str(&format!("attachment; filename=\"{name}.mp4\""))
        .unwrap_or(HeaderValue::from_static("attachment"))
}

/// A name for every disk: letters and digits, with hyphens between them.
fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(LONGEST_NAME).collect();
    if name.is_empty() { "game".into() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T6: nothing of a title can end the header, the quotes or the folder.
    #[test]
    fn names_are_plain() {
        assert_eq!(file_name("Harbor @ Wrenfield"), "Harbor-Wrenfield");
        assert_eq!(file_name("../../etc/passwd\"; x=\r\nSet-Cookie: a"), "etc-passwd-x-Set-Cookie-a");
        assert_eq!(file_name("Левски"), "game");
        assert_eq!(file_name(&"x".repeat(500)).len(), LONGEST_NAME);
    }
}
