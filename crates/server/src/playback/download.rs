//! A whole game as one file, assembled while it is sent.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::clip::Clip;
use domain::ids::{ChannelId, ClipId, MediaId};
use domain::time::Timestamp;
use futures::stream;
use http::request::Parts;
use http::{HeaderValue, Method, header};
use media::recording::Download;

use super::Playback;
use super::authorize::{Authorized, may_go_on, on_main_runtime};
use super::missing;
use super::networks::ViewerNetwork;
use super::range::Asked;
use super::sessions::{Play, Subject};
use crate::channels::game_text::game_title;
use crate::channels::snapshot::Snapshot;
use crate::http::error::Result;
use crate::playback::PlaybackError;
use crate::recordings::clips::ClipFile;

/// Read and sent at once.
const CHUNK: u64 = 256 * 1024;
const MAX_NAME: usize = 80;

/// A URL starts one download. The same client may resume it after an interruption.
pub(super) async fn answer(playback: &Playback, authorized: &Authorized<'_>, request: &Parts) -> Result<Response> {
    let play = authorized.play.ok_or(PlaybackError::PlaybackEnded)?;
    let file = Source::of(playback, authorized, play).await?.ok_or_else(missing)?;
    let length = file.length();
    let asked = Asked::of(&request.headers, length);
    let goes_on = matches!(asked, Asked::Part(start, _) if start > 0);
    if request.method != Method::HEAD
        && !play.begin_download(ViewerNetwork::of(authorized.from), goes_on, playback.clock.now())
    {
        return Err(PlaybackError::PlaybackEnded.into());
    }
    let leave = Leave::Download { play: play.clone(), from: authorized.from };
    let mut answer = sent(playback, authorized.token.media, file, asked, leave);
    let title = title(playback, authorized.channel, play.subject).await?.unwrap_or_default();
    answer.headers_mut().insert(header::CONTENT_DISPOSITION, disposition(&title));
    Ok(answer)
}

/// A file that is sent, of which some may be asked for.
pub(super) fn sent(playback: &Playback, media: MediaId, file: Source, asked: Asked, leave: Leave) -> Response {
    let length = file.length();
    let (status, range, (start, end)) = asked.answered(length);
    let sending = Sending { playback: playback.clone(), media, file, leave, at: start, end };
    let mut answer = Response::new(Body::from_stream(stream::unfold(sending, Sending::next)));
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
    async fn of(playback: &Playback, authorized: &Authorized<'_>, play: &Play) -> Result<Option<Self>> {
        let Subject::Clip { clip, file, .. } = play.subject else {
            return Ok(playback.recordings.download(authorized.token.media).await?.map(Self::Plan));
        };
        match playback.clips.find(play.channel, clip).await? {
            Some(clip) => Self::of_clip(playback, &clip, file).await,
            None => Ok(None),
        }
    }

    pub(super) async fn of_clip(playback: &Playback, clip: &Clip, file: ClipFile) -> Result<Option<Self>> {
        match file {
            ClipFile::Plan => Ok(playback.clips.plan(clip).await?.map(Self::Plan)),
            made => Ok(playback.clips.file(clip.id, made).await?.map(Self::Bytes)),
        }
    }

    pub(super) fn length(&self) -> u64 {
        match self {
            Self::Plan(plan) => plan.length(),
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }
}

/// A file on its way, and how far it has come.
struct Sending {
    playback: Playback,
    media: MediaId,
    file: Source,
    leave: Leave,
    at: u64,
    end: u64,
}

impl Sending {
    async fn next(mut self) -> Option<(io::Result<Bytes>, Self)> {
        if self.at >= self.end {
            return None;
        }
        let piece = self.piece().await;
        // After a failure the connection is cut, and the other side sees that something is missing.
        self.at = piece.as_ref().map_or(self.end, |bytes| self.at + bytes.len() as u64);
        Some((piece, self))
    }

    async fn piece(&self) -> io::Result<Bytes> {
        if !self.leave.holds(&self.playback).await {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it may not be sent any longer"));
        }
        let length = CHUNK.min(self.end - self.at);
        match &self.file {
            Source::Plan(plan) => self.playback.recordings.read(self.media, plan.clone(), self.at, length).await,
            // Both are within the length, which is one of memory.
            Source::Bytes(bytes) => Ok(bytes.slice(self.at as usize..(self.at + length) as usize)),
        }
    }
}

/// The permission of a running download. T54, T16: it is checked every few seconds, as for playback, and at once when
/// the account's access changes.
pub(super) enum Leave {
    Download {
        play: Arc<Play>,
        from: IpAddr,
    },
    /// A public clip, until it is deleted or hidden. It is checked in memory.
    Public {
        channel: ChannelId,
        clip: ClipId,
    },
}

impl Leave {
    async fn holds(&self, playback: &Playback) -> bool {
        match self {
            Self::Download { play, from } => {
                let (now, from) = (playback.clock.now(), *from);
                if !play.is_good(now) || !play.is_due(now) {
                    return play.is_good(now);
                }
                let (here, play) = (playback.clone(), play.clone());
                on_main_runtime(playback, async move { still_may(&here, &play, from, now).await })
                    .await
                    .unwrap_or(false)
            }
            Self::Public { channel, clip } => {
                let (here, channel, clip) = (playback.clone(), *channel, *clip);
                let found = on_main_runtime(playback, async move { here.clips.find(channel, clip).await }).await;
                // While the database is away nobody knows better.
                found.is_ok_and(|found| found.map_or(true, |clip| clip.is_some_and(|clip| clip.is_listed_for_all())))
            }
        }
    }
}

async fn still_may(playback: &Playback, play: &Play, from: IpAddr, now: Timestamp) -> bool {
    let Some(channel) = playback.channels.by_id(play.channel) else { return false };
    let may = may_go_on(playback, &channel, play, from, now).await;
    if !may {
        play.end();
    }
    may
}

/// What people know it by.
async fn title(playback: &Playback, channel: &Snapshot, subject: Subject) -> Result<Option<String>> {
    Ok(match subject {
        Subject::Game(id) => channel.games.catalogue.get(id).map(|game| game_title(channel, game)),
        Subject::Clip { clip, .. } => {
            playback.clips.find(channel.identity.id, clip).await?.map(|clip| clip.name.clone())
        }
        Subject::Film(_) => None,
    })
}

/// The download's file name, also in UTF-8 for clients that support it.
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
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_NAME).collect();
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
        assert_eq!(shown(&"x".repeat(500)).len(), "filename=\".mp4\"".len() + MAX_NAME);
    }
}
