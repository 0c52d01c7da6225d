//! What a typed local time means in the channel's zone. Browsers do not know the zones' rules as the server does.

use domain::field_error::FieldError;
use domain::local_time::{LocalMoments, LocalTime};
use serde::Deserialize;
use utoipa::IntoParams;

use super::permission::{Allowed, EditSite};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LocalTimeQuery {
    /// Such as `2026-11-20T19:00`.
    local: String,
    /// IANA name; the channel's zone without one.
    zone: Option<String>,
}

/// Returns the moments at which clocks show a local time: none if the clocks are put forward past it, two if they are
/// put back and show it twice.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/local-time",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), LocalTimeQuery),
    responses(
        (status = 200, description = "The moments", body = Data<LocalMoments>),
        (status = "default", description = "No local time, or no such zone")
    )
)]
pub(super) async fn get_local_time(
    allowed: Allowed<EditSite>,
    Query(LocalTimeQuery { local, zone }): Query<LocalTimeQuery>,
) -> Result<Data<LocalMoments>> {
    let zone = zone.unwrap_or_else(|| allowed.channel.profile.time_zone.clone());
    let moments = LocalTime { local, zone, offset: None }.moments();
    moments.map(Data::new).map_err(|error| {
        let field = if error == FieldError::TimeZone { "zone" } else { "local" };
        Error::of_field(field, error)
    })
}
