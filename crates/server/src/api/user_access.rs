//! The visitor's permissions, in general and per game.

use domain::access::{Feature, Reason};
use domain::account::Capability;
use domain::ids::EventId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::FieldCode;

/// How many games can be asked about at once.
const MAX_GAMES: usize = 50;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AccessQuery {
    /// Ids of games, separated by commas; at most 50.
    event_id: Option<String>,
}

/// The visitor's permissions.
#[derive(Serialize, ToSchema)]
pub(super) struct UserAccess {
    capabilities: Vec<Capability>,
    /// In the requested order; unknown games are left out.
    events: Vec<EventFeatures>,
}

/// What the visitor may do with the game.
#[derive(Serialize, ToSchema)]
pub(super) struct EventFeatures {
    event_id: EventId,
    features: Vec<Feature>,
    reason: Reason,
}

/// Returns the visitor's permissions, in general and per game.
#[utoipa::path(
    get,
    path = "/api/user/access",
    tag = "account",
    params(KeyParam, AccessQuery),
    responses(
        (status = 200, description = "The visitor's permissions", body = Data<UserAccess>)
    )
)]
pub(super) async fn get_user_access(
    visitor: Visitor,
    Query(AccessQuery { event_id }): Query<AccessQuery>,
) -> Result<Data<UserAccess>> {
    let access_context = visitor.access_context();
    let games = ids(event_id.as_deref().unwrap_or_default())?;
    let games = games.iter().filter_map(|id| visitor.channel.games.catalogue.get(*id));
    let events = games.map(|game| {
        let access = access_context.access_to(game);
        EventFeatures { event_id: game.id, features: access.features(), reason: access.reason }
    });
    Ok(Data::new(UserAccess { events: events.collect(), capabilities: access_context.viewer.capabilities() }))
}

fn ids(text: &str) -> Result<Vec<EventId>> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() > MAX_GAMES {
        let words = format!("event_id must be {MAX_GAMES} ids at most");
        return Err(Error::invalid("event_id", FieldCode::TooMany.with("max", MAX_GAMES), words));
    }
    let ids = parts.iter().map(|part| part.parse().map(EventId));
    ids.collect::<Result<_, _>>().map_err(|_| Error::invalid("event_id", FieldCode::Number, "event_id must be numbers"))
}
