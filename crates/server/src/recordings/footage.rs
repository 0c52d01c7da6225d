//! The segments of a game: in memory while it is live, on disk or in object storage afterwards.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use domain::clip::Range;
use domain::ids::MediaId;
use live::live_streams::LiveStreams;
use media::hls::FileName;
use media::recording::RecordingFile;
use media::recording::clip::{ClipError, Cut, Fetched, Listed};

use super::stored::Recordings;
use crate::http::error::{Error, Result};

/// Ticks of 90 kHz in a millisecond.
const TICKS: u64 = 90;

/// Cheap to hand on.
#[derive(Clone)]
pub(crate) struct Footage {
    pub(crate) live_streams: Arc<LiveStreams>,
    pub(crate) recordings: Arc<Recordings>,
}

impl Footage {
    /// A file of a game; a segment that is open as far as it has come.
    pub(crate) async fn file(&self, media: MediaId, stored: RecordingFile) -> Result<Option<Bytes>> {
        let live = match (self.live_streams.get(media), stored) {
            (Some(air), RecordingFile::Segment(rendition, number)) => air.so_far(rendition, number),
            (Some(air), RecordingFile::Init(rendition, index)) => air.file(rendition, FileName::Init(index)).await,
            _ => None,
        };
        match live {
            Some(bytes) => Ok(Some(bytes)),
            None => self.recordings.held(media, stored).await,
        }
    }

    /// The same for cutting.
    pub(super) fn fetch(
        &self,
        media: MediaId,
    ) -> impl Fn(RecordingFile) -> std::pin::Pin<Box<dyn Future<Output = Fetched> + Send>> {
        let footage = self.clone();
        move |stored| {
            let footage = footage.clone();
            Box::pin(
                async move { footage.file(media, stored).await.map_err(|cause| io::Error::other(cause.to_string())) },
            )
        }
    }

    /// How much of a game can be cut out of, in milliseconds; nothing when none of it is there.
    pub(crate) async fn length_ms(&self, media: MediaId) -> Result<Option<i64>> {
        let span = match self.live_streams.get(media) {
            Some(air) => air.span(),
            None => self.recordings.playlists(media).await?.and_then(|recorded| recorded.span()),
        };
        Ok(span.map(|(begin, end)| i64::try_from(end.saturating_sub(begin) / TICKS).unwrap_or(i64::MAX)))
    }

    /// A part of a game; nothing where nothing is left of it.
    pub(crate) async fn cut(&self, media: MediaId, range: Range) -> Result<Option<Cut>> {
        let found = match self.live_streams.get(media) {
            Some(air) => air.span().map(|(begin, _)| {
                let (from, to) = on_timeline(range, begin);
                (air.listed(from, to), from, to)
            }),
            None => self.recorded(media, range).await?,
        };
        let Some((listed, from, to)) = found else { return Ok(None) };
        made(Cut::make(listed, from, to, self.fetch(media)).await)
    }

    /// The segments of what is kept of a game around a range of it.
    pub(super) async fn recorded(&self, media: MediaId, range: Range) -> Result<Option<(Listed, u64, u64)>> {
        let Some(recorded) = self.recordings.playlists(media).await? else { return Ok(None) };
        Ok(recorded.span().map(|(begin, _)| {
            let (from, to) = on_timeline(range, begin);
            (recorded.listed(from, to), from, to)
        }))
    }
}

/// A range of a recording on its game's timeline, which may have begun before.
pub(super) fn on_timeline(range: Range, begin: u64) -> (u64, u64) {
    let ticks = |ms: i64| u64::try_from(ms).unwrap_or(0).saturating_mul(TICKS);
    let from = begin.saturating_add(ticks(range.start_ms));
    (from, from.saturating_add(ticks(range.duration_ms)))
}

fn made(cut: Result<Cut, ClipError>) -> Result<Option<Cut>> {
    match cut {
        Ok(cut) => Ok(Some(cut)),
        Err(ClipError::Nothing) => Ok(None),
        Err(cause) => {
            tracing::warn!(%cause, "cutting a clip failed");
            Err(Error::Busy("clip segments could not be read"))
        }
    }
}
