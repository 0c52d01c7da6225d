//! Who will see a clip, told before it is cut.

use axum::extract::State;
use domain::clip::{Audience, Limit, Moment, Range};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::create::Source;
use super::seconds;
use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Failure, Result};
use crate::http::extract::Query;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct CutQuery {
    /// The game that is to be cut.
    event_id: i64,
    /// Which of its recordings; the one that is played if none is said.
    event_media_id: Option<i64>,
    /// Seconds since the recording's first picture; also as h:m:s.
    #[param(value_type = f64)]
    start_time: Moment,
    /// In seconds; also as h:m:s.
    #[param(value_type = f64)]
    duration: Moment,
}

/// Who will see a clip of these seconds, as it stands now.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct ClipAudience {
    audience: Audience,
    /// Why it is not everyone.
    limit: Option<Limit>,
    /// How much of the recording the member may still show to everybody, beside what they have shown; nothing where there
    /// is no limit.
    seconds_left: Option<f64>,
}

/// Who will see a clip, before it is cut: clips show a part of a paid game to everybody, and trials none.
#[utoipa::path(
    get,
    path = "/api/clip-audience",
    tag = "clips",
    params(KeyParam, CutQuery),
    responses(
        (status = 200, description = "Who will see it", body = Data<ClipAudience>),
        (status = "default", description = "The game cannot be cut, with the reason", body = Failure)
    )
)]
pub(in crate::api) async fn get_clip_audience(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<CutQuery>,
) -> Result<Data<ClipAudience>> {
    let source = Source::find(&app, &visitor, asked.event_id, asked.event_media_id).await?;
    let Source { account, event, media, terms } = source;
    let so_far = app.store.shared_so_far(visitor.channel.identity.id, account, event, media).await?;
    let sharing = so_far.under(terms);
    let range = Range { start_ms: asked.start_time.0, duration_ms: asked.duration.0 };
    Ok(Data::new(ClipAudience {
        audience: sharing.audience(range),
        limit: sharing.limit(range),
        seconds_left: sharing.left_ms().map(seconds),
    }))
}
