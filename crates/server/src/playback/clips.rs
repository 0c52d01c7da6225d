//! Playback of a clip by its URL: only the clip's own range of the game.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use domain::clip::Clip;
use domain::ids::ChannelId;
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use media::hls::Rendition;
use media::recording::RecordingFile;
use media::recording::clip::{Cut, Share, trim};
use transport::Segment;

use super::Playback;
use super::authorize::Authorized;
use super::media_path::MediaPath;
use super::range::Asked;
use super::{download, files, missing, playlists};
use crate::http::error::{Error, Result};
use crate::recordings::clips::ClipFile;

pub(super) async fn answer(
    playback: &Playback,
    authorized: &Authorized<'_>,
    clip: &Clip,
    request: &Parts,
) -> Result<Response> {
    match authorized.wanted {
        MediaPath::Stored(RecordingFile::Poster) => {
            let poster = playback.clips.file(clip.id, ClipFile::Poster).await?.ok_or_else(missing)?;
            let mut answer = files::sent(Segment::Bytes(poster), RecordingFile::Poster, request)?;
            // T5: a clip can be taken down at any moment, and its picture goes with it.
            answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
            return Ok(answer);
        }
        MediaPath::ClipFile if clip.is_listed_for_all() => {
            return whole(playback, authorized.token.channel, clip, request).await;
        }
        MediaPath::ClipFile => return Err(missing()),
        _ => {}
    }
    let cut = playback.clips.cut(clip).await?.ok_or_else(missing)?;
    match authorized.wanted {
        MediaPath::Multivariant => {
            // A player that only preloads the next clip of many says so, and asks again when it is watched.
            if request.uri.query() != Some("ahead=1") {
                let who = playback.clips.views.viewer(authorized.from, &request.headers);
                playback.clips.views.add(authorized.token.channel, clip.id, who).await;
            }
            playlists::of_clip(playback, clip.media).await
        }
        MediaPath::Playlist(rendition) => Ok(playlists::answer(cut.playlist(rendition).ok_or_else(missing)?, false)),
        MediaPath::Stored(stored) => {
            let tag = tag_of(clip, stored)?;
            let mut answer = if request.headers.get(header::IF_NONE_MATCH) == Some(&tag) {
                StatusCode::NOT_MODIFIED.into_response()
            } else {
                piece(playback, clip, &cut, stored, request).await?
            };
            // T5: a clip can be taken down at any moment. A browser may keep its pieces, and asks each time whether it
            // still may show them; a viewer without access is refused before anything is looked at.
            answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
            answer.headers_mut().insert(header::ETAG, tag);
            Ok(answer)
        }
        _ => Err(missing()),
    }
}

/// What is behind a clip's address under a name is always the same.
fn tag_of(clip: &Clip, stored: RecordingFile) -> Result<HeaderValue> {
    HeaderValue::from_str(&format!("\"{}-{stored}\"", clip.id)).map_err(|_| Error::Internal)
}

async fn piece(
    playback: &Playback,
    clip: &Clip,
    cut: &Cut,
    stored: RecordingFile,
    request: &Parts,
) -> Result<Response> {
    match stored {
        RecordingFile::Init(rendition, index) if cut.has_init(rendition, index) => {
            let init = playback.footage.file(clip.media, stored).await?.ok_or_else(missing)?;
            files::sent(Segment::Bytes(init), stored, request)
        }
        RecordingFile::Segment(rendition, number) => segment(playback, clip, cut, rendition, number, request).await,
        _ => Err(missing()),
    }
}

/// T5: a segment of the clip, without what lies outside of it.
async fn segment(
    playback: &Playback,
    clip: &Clip,
    cut: &Cut,
    rendition: Rendition,
    number: u64,
    request: &Parts,
) -> Result<Response> {
    let share = cut.share(rendition, number).ok_or_else(missing)?;
    let stored = RecordingFile::Segment(rendition, number);
    let bytes = playback.footage.file(clip.media, stored).await?.ok_or_else(missing)?;
    let bytes = match share {
        Share::Whole => bytes,
        Share::Part(from, to) => {
            let init = RecordingFile::Init(rendition, cut.init_of(rendition, number).ok_or_else(missing)?);
            let init = playback.footage.file(clip.media, init).await?.ok_or_else(missing)?;
            trim(&bytes, &init, number, from, to).map_err(|_| Error::Busy("clip segment could not be trimmed"))?
        }
    };
    files::sent(Segment::Bytes(bytes), stored, request)
}

/// As one file, for messengers that show it in place. T5: to be shown, not to be saved.
async fn whole(playback: &Playback, channel: ChannelId, clip: &Clip, request: &Parts) -> Result<Response> {
    let file = download::Source::of_clip(playback, clip, ClipFile::Plan).await?.ok_or_else(missing)?;
    let asked = Asked::of(&request.headers, file.length());
    let leave = download::Leave::Public { channel, clip: clip.id };
    let mut answer: Response<Body> = download::sent(playback, clip.media, file, asked, leave);
    answer.headers_mut().insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    Ok(answer)
}
