//! A whole game as one file, put together while it is sent.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::clip::Clip;
use domain::ids::MediaId;
use futures::{Stream, stream};
use http::request::Parts;
use http::{HeaderValue, Method, header};
use media::recording::Download;

use super::gate::Admitted;
use super::missing;
use super::places::Place;
use super::range::Asked;
use super::sessions::{Play, Subject};
use crate::App;
use crate::clips::ClipFile;
use crate::error::Result;
use crate::extract::now;
use crate::page::game_title;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

/// Read and sent at once.
const CHUNK: u64 = 256 * 1024;
const LONGEST_NAME: usize = 80;

/// An address begins one download. Whoever began it may go on with it where it broke off.
pub(super) async fn answer(app: &App, admitted: &Admitted<'_>, request: &Parts) -> Result<Response> {
    let play = admitted.play.ok_or(Refusal::PlaybackEnded)?;
    let file = Source::of(app, admitted, play).await?.ok_or_else(missing)?;
    let length = file.length();
    let asked = Asked::of(&request.headers, length);
    let goes_on = matches!(asked, Asked::Part(start, _) if start > 0);
    if request.method != Method::HEAD && !play.begin_download(Place::of(admitted.from), goes_on, now()) {
        return Err(Refusal::PlaybackEnded.into());
    }
    let mut answer = sent(app, admitted.token.media, file, asked);
    let title = title(app, admitted.channel, play.subject).await?.unwrap_or_default();
    answer.headers_mut().insert(header::CONTENT_DISPOSITION, disposition(&title));
    Ok(answer)
}

/// A file that is sent, of which some may be asked for.
pub(super) fn sent(app: &App, media: MediaId, file: Source, asked: Asked) -> Response {
    let length = file.length();
    let (status, range, (start, end)) = asked.answered(length);
    let mut answer = Response::new(match file {
        Source::Plan(plan) => Body::from_stream(read(app.clone(), media, plan, start, end)),
        // Both are within the length, which is one of memory.
        Source::Bytes(bytes) => Body::from(bytes.slice(start as usize..end as usize)),
    });
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("video/mp4"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(end - start));
    if let Some(range) = range {
        headers.insert(header::CONTENT_RANGE, range);
    }
    answer
}

/// Where a file comes from.
pub(super) enum Source {
    /// The segments of a recording.
    Plan(Arc<Download>),
    /// Made before, and small.
    Bytes(Bytes),
}

impl Source {
    async fn of(app: &App, admitted: &Admitted<'_>, play: &Play) -> Result<Option<Self>> {
        let Subject::Clip { clip, file, .. } = play.subject else {
            return Ok(app.recordings.download(admitted.token.media).await?.map(Self::Plan));
        };
        match app.clips.find(play.channel, clip).await? {
            Some(clip) => Self::of_clip(app, &clip, file).await,
            None => Ok(None),
        }
    }

    pub(super) async fn of_clip(app: &App, clip: &Clip, file: ClipFile) -> Result<Option<Self>> {
        match file {
            ClipFile::Plan => Ok(app.clips.plan(clip).await?.map(Self::Plan)),
            made => Ok(app.clips.file(clip.id, made).await?.map(Self::Bytes)),
        }
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            Self::Plan(plan) => plan.length(),
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }
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

/// What people know it by.
async fn title(app: &App, channel: &Snapshot, subject: Subject) -> Result<Option<String>> {
    Ok(match subject {
        Subject::Game(id) => channel.games.catalogue.get(id).map(|game| game_title(channel, game)),
        Subject::Clip { clip, .. } => app.clips.find(channel.identity.id, clip).await?.map(|clip| clip.name.clone()),
        Subject::Film(_) => None,
    })
}

/// The name that a file is kept under; in letters of other alphabets too, for those who can read that.
fn disposition(title: &str) -> HeaderValue {
    let plain = file_name(title, |c| c.is_ascii_alphanumeric());
    let own = file_name(title, char::is_alphanumeric);
    let mut value = format!("attachment; filename=\"{}.mp4\"", plain.as_deref().unwrap_or("video"));
    if let Some(own) = own.filter(|own| plain.as_ref() != Some(own)) {
        let encoded: String = form_urlencoded::byte_serialize(own.as_bytes()).collect();
        value = format!("{value}; filename*=UTF-8''{encoded}.mp4");
    }
    HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("attachment"))
}

/// A name for every disk: letters and digits, with hyphens between them.
fn file_name(title: &str, is_kept: impl Fn(char) -> bool) -> Option<String> {
    let words = title.split(|c: char| !is_kept(c)).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(LONGEST_NAME).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T6: nothing of a title can end the header, the quotes or the folder.
    #[test]
    fn names_are_plain() {
        let shown = |title: &str| disposition(title).to_str().unwrap().strip_prefix("attachment; ").unwrap().to_owned();
        assert_eq!(shown("Harbor @ Wrenfield"), "filename=\"Harbor-Wrenfield.mp4\"");
        assert_eq!(shown("../../etc/passwd\"; x=\r\nSet-Cookie: a"), "filename=\"etc-passwd-x-Set-Cookie-a.mp4\"");
        assert_eq!(shown("Гол 2:1"), "filename=\"2-1.mp4\"; filename*=UTF-8''%D0%93%D0%BE%D0%BB-2-1.mp4");
        assert_eq!(shown("\u{202e}''%/"), "filename=\"video.mp4\"");
        assert_eq!(shown(&"x".repeat(500)).len(), "filename=\".mp4\"".len() + LONGEST_NAME);
    }
}
