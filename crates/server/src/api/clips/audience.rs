//! Previews the audience of a clip before it is made.

use axum::extract::State;
use domain::clip::{Audience, Limit, Moment, Range};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::create::Source;
use super::seconds;
use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::http::extract::Query;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct CutQuery {
    /// The game to clip.
    event_id: i64,
    /// The recording to clip (default: the one that is played).
    event_media_id: Option<i64>,
    /// Seconds from the start of the recording, or h:m:s.
    #[param(value_type = f64)]
    start_time: Moment,
    /// Seconds, or h:m:s.
    #[param(value_type = f64)]
    duration: Moment,
}

/// The audience that a clip of this range will have.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct ClipAudience {
    audience: Audience,
    /// Why the clip is not public; null if it is.
    limit: Option<Limit>,
    /// How many more seconds of the recording the member may publish; null if there is no limit.
    seconds_left: Option<f64>,
}

/// Returns the audience of a clip before it is made. Public clips may show only a part of a paid game; clips made during
/// a trial are never public.
#[utoipa::path(
    get,
    path = "/api/clip-audience",
    tag = "clips",
    params(KeyParam, CutQuery),
    responses(
        (status = 200, description = "The clip's audience", body = Data<ClipAudience>),
        (status = "default", description = "The game cannot be clipped; `code` names the reason")
    )
)]
pub(in crate::api) async fn get_clip_audience(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<CutQuery>,
) -> Result<Data<ClipAudience>> {
    let source = Source::find(&app, &visitor, asked.event_id, asked.event_media_id).await?;
    let Source { account, event, media, terms } = source;
    let so_far = app.store.clips_shared_so_far(visitor.channel.identity.id, account, event, media).await?;
    let sharing = so_far.under(terms);
    let range = Range { start_ms: asked.start_time.0, duration_ms: asked.duration.0 };
    Ok(Data::new(ClipAudience {
        audience: sharing.audience(range),
        limit: sharing.limit(range),
        seconds_left: sharing.left_ms().map(seconds),
    }))
}
