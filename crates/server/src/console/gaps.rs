//! Recordings with gaps, for operators who can upload the game instead.

use axum::extract::State;
use domain::ids::EventId;
use domain::media::{Media, MediaState, Source};
use serde::Serialize;
use utoipa::ToSchema;

use super::permission::{Allowed, EditLibrary};
use crate::channels::game_text::game_title;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// How many are shown, the newest.
const MAX_GAPS: u64 = 25;

/// A game whose recording has a gap.
#[derive(Serialize, ToSchema)]
pub(super) struct RecordingGap {
    event_id: EventId,
    title: String,
    /// Start of the game, in seconds since 1970.
    date: i64,
    /// Length of the gap in seconds.
    missing: f64,
    /// The game is still being recorded, so the gap can grow.
    is_live: bool,
}

impl RecordingGap {
    /// Nothing where the gap does not matter: the game is gone, or its video was uploaded.
    fn of(channel: &Snapshot, event: EventId, missing: f64, is_live: bool) -> Option<Self> {
        let game = channel.games.catalogue.get(event)?;
        let is_upload = |media: &Media| (media.source, media.state) == (Source::Upload, MediaState::Ready);
        if game.media.iter().any(is_upload) {
            return None;
        }
        let title = game_title(channel, game);
        Some(Self { event_id: event, title, date: game.starts_at.seconds(), missing, is_live })
    }
}

/// Lists games whose recordings have a gap: live games first, then the newest.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/recording-gaps",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The games, with the length of their gaps", body = Data<Vec<RecordingGap>>)
    )
)]
pub(super) async fn list_recording_gaps(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
) -> Result<Data<Vec<RecordingGap>>> {
    let channel = &allowed.channel;
    let live = app.hub.health().into_iter().filter(|health| !health.missing.is_zero());
    let live = live.filter_map(|health| RecordingGap::of(channel, health.event, health.missing.as_secs_f64(), true));
    let ended = app.store.gaps(channel.identity.id, MAX_GAPS).await?;
    let seconds = |ms: i64| ms as f64 / 1000.0;
    let ended = ended.iter().filter_map(|gap| RecordingGap::of(channel, gap.event, seconds(gap.missing_ms), false));
    Ok(Data::all(live.chain(ended).collect()))
}
