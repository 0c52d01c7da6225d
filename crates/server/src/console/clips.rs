//! Fans' clips, for operators.

use axum::extract::{FromRequestParts, State};
use domain::clip::{Audience, Clip, ClipState};
use domain::ids::{ClipId, EventId};
use domain::operator::Action;
use domain::time::Timestamp;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use store::ClipFilter;
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, ModerateClips};
use super::write::SameOrigin;
use crate::channels::game_text::game_title;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, Window, number_of_path};
use crate::state::App;
use crate::views::share::share_path;

/// A fan's clip.
#[derive(Serialize, ToSchema)]
pub(super) struct ClipSummary {
    id: ClipId,
    name: String,
    tags: Vec<String>,
    event_id: EventId,
    /// Null if the game was deleted.
    event_title: Option<String>,
    /// The account that owns the clip.
    account_id: i64,
    start_time: f64,
    duration: f64,
    is_public: bool,
    /// The audience of the clip.
    audience: Audience,
    status: ClipState,
    views: i64,
    /// Seconds since 1970.
    created_at: i64,
    /// The URL that plays the clip.
    play_url: String,
    poster_url: Option<String>,
    share_path: String,
}

impl ClipSummary {
    fn of(channel: &Snapshot, clip: &Clip, now: Timestamp) -> Self {
        let (play_url, poster_url) = channel.teams.addresses.for_moderators(clip, now);
        Self {
            id: clip.id,
            name: clip.name.clone(),
            tags: clip.tags.clone(),
            event_id: clip.event,
            event_title: channel.games.catalogue.get(clip.event).map(|game| game_title(channel, game)),
            account_id: clip.account.0,
            start_time: clip.range.start_ms as f64 / 1000.0,
            duration: clip.range.duration_ms as f64 / 1000.0,
            is_public: clip.is_public,
            audience: clip.audience,
            status: clip.state,
            views: clip.views,
            created_at: clip.created_at.seconds(),
            play_url,
            poster_url,
            share_path: share_path(clip),
        }
    }
}

/// The clip that the path names.
pub(super) struct ClipNumber(ClipId);

impl FromRequestParts<App> for ClipNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "clip").await.map(|id| Self(ClipId(id)))
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ClipsQuery {
    /// Only the clip of this number.
    clip: Option<i64>,
}

/// Lists the channel's clips, newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/clips",
    tag = "clips",
    params(("id" = i64, Path, description = "The channel"), Window, ClipsQuery),
    responses(
        (status = 200, description = "The clips", body = Data<Vec<ClipSummary>>)
    )
)]
pub(super) async fn list_clips(
    State(app): State<App>,
    allowed: Allowed<ModerateClips>,
    Query(window): Query<Window>,
    Query(query): Query<ClipsQuery>,
) -> Result<Data<Vec<ClipSummary>>> {
    let (offset, limit) = window.page_bounds()?;
    let (channel, now) = (&allowed.channel, app.now());
    let filter = ClipFilter { clip: query.clip.map(ClipId), ..ClipFilter::default() };
    let (clips, total) = app.store.clips(channel.identity.id, &filter, offset as u64, limit as u64).await?;
    let meta = Meta { total: usize::try_from(total).ok(), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data: clips.iter().map(|clip| ClipSummary::of(channel, clip, now)).collect(), meta })
}

/// The removed clip.
#[derive(Serialize, ToSchema)]
pub(super) struct TakenDown {
    id: ClipId,
}

/// Removes a clip immediately and records the operator in the audit log.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/clips/{clip}",
    tag = "clips",
    params(("id" = i64, Path, description = "The channel"), ("clip" = i64, Path, description = "The clip")),
    responses(
        (status = 200, description = "Removed", body = Data<TakenDown>),
        (status = "default", description = "No such clip, or the role does not allow it")
    )
)]
pub(super) async fn take_down_clip(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<ModerateClips>,
    ClipNumber(id): ClipNumber,
) -> Result<Data<TakenDown>> {
    let (channel, entry) = (allowed.channel.identity.id, allowed.entry(Action::TakeDownClip, id));
    let gone =
        app.store.clip_delete(channel, id, None, Some(entry), app.now()).await?.ok_or(Error::NotFound("clip"))?;
    app.clips.deleted(channel, id).await;
    app.members.changed(channel, gone.account).await;
    Ok(Data::new(TakenDown { id }))
}
