//! Games.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::content::Content;
use domain::ids::{EventId, ParticipantId};
use domain::participant::answers_to;
use serde::Deserialize;
use store::EventFilter;
use utoipa::IntoParams;

use crate::App;
use crate::answer::Data;
use crate::error::{Error, Failure, Result};
use crate::extract::{Id, KeyParam, Query, Visitor};
use crate::prepared::{Caching, Wants};
use crate::snapshot::{Event, HomeEvents, RAIL, event, home_events};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HomeFilter {
    /// Alias or name of a school: only games of its teams.
    school: Option<String>,
    /// Alias or name of a team: only its games.
    team: Option<String>,
}

/// The games of the home page, all of them from memory; filtered by school or team from the database.
#[utoipa::path(
    get,
    path = "/api/events-for-homepage",
    tag = "events",
    params(KeyParam, HomeFilter),
    responses(
        (status = 200, description = "The first games of each state", body = Data<HomeEvents>),
        (status = "default", description = "Wrong key, or no channel here", body = Failure)
    )
)]
pub(super) async fn get_home_events(
    State(app): State<App>,
    Visitor { channel, .. }: Visitor,
    Query(filter): Query<HomeFilter>,
    wants: Wants,
) -> Result<Response> {
    let Some(participants) = teams(&filter, &channel.content) else {
        return Ok(channel.public.home.answer(&wants, Caching::Keyed));
    };
    let filter = EventFilter { participants: Some(participants) };
    let events = app.store.home_events(channel.identity.id, &filter, RAIL).await?;
    Ok(Data::new(home_events(&events, &channel.content)).into_response())
}

/// The teams that the filter leaves; `None` when it asks for nothing.
fn teams(filter: &HomeFilter, content: &Content) -> Option<Vec<ParticipantId>> {
    let school = filter.school.as_deref().filter(|word| !word.trim().is_empty());
    let team = filter.team.as_deref().filter(|word| !word.trim().is_empty());
    if school.is_none() && team.is_none() {
        return None;
    }
    let of_school = school.map(|word| {
        let found = content.groups.iter().filter(|group| answers_to(group.alias.as_deref(), &group.name, word));
        found.map(|group| group.id).collect::<Vec<_>>()
    });
    let wanted = content.participants.iter().filter(|participant| {
        let in_school =
            of_school.as_ref().is_none_or(|groups| participant.group_id.is_some_and(|group| groups.contains(&group)));
        in_school && team.is_none_or(|word| answers_to(participant.alias.as_deref(), &participant.name, word))
    });
    Some(wanted.map(|participant| participant.id).collect())
}

/// One game.
#[utoipa::path(
    get,
    path = "/api/events/{id}",
    tag = "events",
    params(("id" = i64, Path, description = "The game's id"), KeyParam),
    responses(
        (status = 200, description = "The game", body = Data<Event>),
        (status = "default", description = "No such game, or a wrong key", body = Failure)
    )
)]
pub(super) async fn get_event(
    State(app): State<App>,
    Visitor { channel, .. }: Visitor,
    Id(id): Id,
) -> Result<Data<Event>> {
    let found = app.store.event(channel.identity.id, EventId(id)).await?.ok_or(Error::NotFound("game"))?;
    Ok(Data::new(event(&found, &channel.content)))
}
