//! Playlists: of live games from memory, with low-latency parts; of recordings rendered once.

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::event::StreamStatus;
use domain::ids::MediaId;
use http::request::Parts;
use http::{HeaderValue, header};
use media::hls::{Rendered, Rendition};
use media::live::ReloadError;

use super::Playback;
use super::authorize::Authorized;
use super::captions;
use super::missing;
use super::sessions::Subject;
use crate::http::cached_response::ClientCaching;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;
use crate::recordings::stored::sound;

const KIND: HeaderValue = HeaderValue::from_static("application/vnd.apple.mpegurl");

/// A game that is over is not shown as a live one, at whose edge a player would wait for pictures that never come: it is
/// waited for until its stream has ended too. The session looks for that every second, and then finishes all renditions.
const END_WAIT: Duration = Duration::from_secs(6);

pub(super) async fn multivariant(playback: &Playback, authorized: &Authorized<'_>) -> Result<Response> {
    let media = authorized.token.media;
    let captions = captions::tracks(authorized);
    // What has captions has ended: it is the recording that is played, also while live viewers read to the
    // end.
    let text = match playback.live_streams.get(media).filter(|_| captions.is_empty()) {
        Some(air) => {
            if is_finished(authorized) {
                air.until_ended(END_WAIT).await;
            }
            // The encoder is here, but nothing can be shown yet.
            air.multivariant(sound()).ok_or(Error::NotYet)?
        }
        None => playback
            .recordings
            .playlists(media)
            .await?
            .and_then(|found| found.multivariant(captions))
            .ok_or_else(missing)?,
    };
    Ok(answer(text, false))
}

fn is_finished(authorized: &Authorized<'_>) -> bool {
    let Some(Subject::Game(id)) = authorized.play.map(|play| play.subject) else { return false };
    authorized.channel.games.catalogue.get(id).is_some_and(|game| game.status == StreamStatus::Finished)
}

/// The same for a clip.
pub(super) async fn of_clip(playback: &Playback, media: MediaId) -> Result<Response> {
    let text = match playback.live_streams.get(media) {
        Some(air) => air.multivariant(sound()).ok_or(Error::NotYet)?,
        None => playback.recordings.playlists(media).await?.and_then(|found| found.of_piece()).ok_or_else(missing)?,
    };
    Ok(answer(text, false))
}

pub(super) async fn media(
    playback: &Playback,
    media: MediaId,
    rendition: Rendition,
    request: &Parts,
) -> Result<Response> {
    let reload = Reload::of(request.uri.query().unwrap_or_default())?;
    let takes_gzip = ClientCaching::of(&request.headers).takes_gzip;
    if let Some(air) = playback.live_streams.get(media) {
        let rendered = air.reload(rendition, reload.number, reload.part).await.map_err(|none| match none {
            ReloadError::UnknownRendition => missing(),
            ReloadError::TooFarAhead => Error::invalid("_HLS_msn", FieldCode::Invalid, "that is too far ahead"),
            ReloadError::TimedOut => Error::NotYet,
        })?;
        return Ok(shown(&rendered, reload.skip, takes_gzip));
    }
    let recorded = playback.recordings.playlists(media).await?.ok_or_else(missing)?;
    let rendered = recorded.of(rendition).ok_or_else(missing)?;
    Ok(shown(rendered, reload.skip, takes_gzip))
}

/// Only for recordings; during a live game players use the timeline's stills.
pub(super) async fn key_frames(playback: &Playback, media: MediaId, rendition: Rendition) -> Result<Response> {
    let recorded = playback.recordings.playlists(media).await?.ok_or_else(missing)?;
    Ok(answer(recorded.key_frames(rendition).ok_or_else(missing)?, false))
}

fn shown(rendered: &Rendered, skip: bool, takes_gzip: bool) -> Response {
    match (skip, takes_gzip) {
        (true, _) => answer(rendered.delta.clone(), false),
        (false, true) => answer(rendered.gzip.clone(), true),
        (false, false) => answer(rendered.full.clone(), false),
    }
}

pub(super) fn answer(text: Bytes, is_gzip: bool) -> Response {
    let mut answer = Response::new(Body::from(text));
    let headers = answer.headers_mut();
    headers.reserve(24);
    headers.insert(header::CONTENT_TYPE, KIND);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer
}

/// What a low-latency player asks of a playlist. Parameters that are not ours are left alone.
#[derive(Debug, PartialEq, Eq, Default)]
struct Reload {
    number: Option<u64>,
    part: Option<u32>,
    skip: bool,
}

impl Reload {
    fn of(query: &str) -> Result<Self> {
        let mut reload = Self::default();
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "_HLS_msn" => reload.number = Some(number(name, value)?),
                "_HLS_part" => reload.part = Some(number(name, value)?),
                "_HLS_skip" => reload.skip = matches!(value, "YES" | "v2"),
                _ => {}
            }
        }
        Ok(reload)
    }
}

fn number<T: std::str::FromStr>(name: &str, value: &str) -> Result<T> {
    value.parse().map_err(|_| Error::invalid(name, FieldCode::Number, format!("{name} must be a number")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_ask_for_parts_and_deltas() {
        let reload = |query: &str| Reload::of(query).ok();
        let asked = Reload { number: Some(12), part: Some(3), skip: true };
        assert_eq!(reload("_HLS_msn=12&_HLS_part=3&_HLS_skip=YES"), Some(asked));
        assert_eq!(reload("cache=1&_HLS_skip=NO&x"), Some(Reload::default()));
        assert_eq!(reload(""), Some(Reload::default()));
        for wrong in ["_HLS_msn=", "_HLS_msn=-1", "_HLS_part=x", "_HLS_msn=99999999999999999999"] {
            assert_eq!(reload(wrong), None, "{wrong}");
        }
    }
}
