//! Captions of a recording: their entries in the multivariant playlist, and their text, cached in memory.

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use cache::Cache;
use domain::captions::Track;
use domain::ids::{CaptionsId, ChannelId, MediaId};
use domain::media::Media;
use http::{HeaderValue, header};
use media::hls::captions as list_of;
use store::Store;

use super::Playback;
use super::authorize::Authorized;
use super::sessions::Subject;
use super::{missing, playlists};
use crate::http::error::{Error, Result};

/// A hundred games, in two languages each.
const HELD_BYTES: u64 = 16 * 1024 * 1024;
const HELD_FOR: Duration = Duration::from_secs(10 * 60);
/// What an entry costs beside its bytes, roughly.
const ENTRY: usize = 256;

pub(crate) struct CaptionTexts {
    store: Store,
    held: Cache<CaptionsId, Bytes>,
}

impl CaptionTexts {
    pub(crate) fn new(store: Store) -> Self {
        let held = Cache::builder(HELD_BYTES)
            .weigher(|_, text: &Bytes| u32::try_from(text.len() + ENTRY).unwrap_or(u32::MAX))
            .time_to_live(HELD_FOR)
            .build();
        Self { store, held }
    }

    /// The text of a caption id, which never changes; `None` if it was deleted.
    async fn text(&self, channel: ChannelId, media: MediaId, id: CaptionsId) -> Result<Option<Bytes>> {
        let load = async {
            let found = self.store.captions(channel, media, id).await.map_err(Some)?;
            found.map(Bytes::from).ok_or(None::<store::Error>)
        };
        match self.held.try_get_with(id, load).await {
            Ok(text) => Ok(Some(text)),
            Err(lack) => match &*lack {
                None => Ok(None),
                Some(cause) => {
                    tracing::warn!(%cause, "reading captions failed");
                    Err(Error::Busy("captions could not be read"))
                }
            },
        }
    }
}

/// The captions of what is played, as the channel knows them now.
pub(super) fn tracks<'a>(authorized: &Authorized<'a>) -> &'a [Track] {
    let (channel, id) = (authorized.channel, authorized.token.media);
    let media: &[Media] = match authorized.play.map(|play| play.subject) {
        Some(Subject::Game(game)) => {
            channel.games.catalogue.get(game).map(|game| game.media.as_slice()).unwrap_or_default()
        }
        Some(Subject::Film(film)) => {
            channel.public.vod.library.item(film).map(|film| film.media.as_slice()).unwrap_or_default()
        }
        Some(Subject::Clip { .. }) | None => &[],
    };
    media.iter().find(|media| media.id == id).map(|media| media.captions.as_slice()).unwrap_or_default()
}

pub(super) async fn list(playback: &Playback, authorized: &Authorized<'_>, id: CaptionsId) -> Result<Response> {
    check(authorized, id)?;
    let recorded = playback.recordings.playlists(authorized.token.media).await?.ok_or_else(missing)?;
    let (from, to) = recorded.span().ok_or_else(missing)?;
    let length = Duration::from_millis(to.saturating_sub(from) / 90);
    Ok(playlists::answer(list_of(length), false))
}

pub(super) async fn text(playback: &Playback, authorized: &Authorized<'_>, id: CaptionsId) -> Result<Response> {
    check(authorized, id)?;
    let token = &authorized.token;
    let text = playback.captions.text(token.channel, token.media, id).await?.ok_or_else(missing)?;
    let mut answer = Response::new(Body::from(text));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/vtt; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400, immutable"));
    Ok(answer)
}

/// A token opens the captions of its own video.
fn check(authorized: &Authorized<'_>, id: CaptionsId) -> Result<()> {
    tracks(authorized).iter().any(|track| track.id == id).then_some(()).ok_or_else(missing)
}
