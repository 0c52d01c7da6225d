//! Games. All calls answer from memory.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::catalogue::{Facet, GameSet};
use domain::ids::EventId;
use domain::time::start_of_day;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::games_query::{Favorites, GamesQuery};
use super::playback::{Addresses, Playable};
use crate::accounts::caller::{KeyParam, Visitor};
use crate::channels::snapshot::{HomeEvents, home_rails};
use crate::http::cached_response::{Caching, ClientCaching};
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Id, Query, Window};
use crate::http::problem::FieldCode;
use crate::state::App;
use crate::views::event::{Event, EventDetails};

/// The longest time that days are counted for: two months.
const MAX_SPAN: i32 = 62;

/// Lists games, filtered and sorted.
#[utoipa::path(
    get,
    path = "/api/events",
    tag = "events",
    params(KeyParam, GamesQuery, Window),
    responses(
        (status = 200, description = "A page of games", body = Data<Vec<Event>>)
    )
)]
pub(super) async fn list_events(visitor: Visitor, query: GamesQuery, Query(window): Query<Window>) -> Result<Response> {
    page(&visitor, &query, window, None)
}

/// Lists the games of the visitor's favourites.
#[utoipa::path(
    get,
    path = "/api/events/favorite",
    tag = "events",
    params(KeyParam, GamesQuery, Window),
    responses(
        (status = 200, description = "A page of games", body = Data<Vec<Event>>)
    )
)]
pub(super) async fn list_favorite_events(
    visitor: Visitor,
    query: GamesQuery,
    Query(window): Query<Window>,
) -> Result<Response> {
    page(&visitor, &query.of_favorites_only(), window, None)
}

/// Lists games that have public clips.
#[utoipa::path(
    get,
    path = "/api/events/with_clip",
    tag = "events",
    params(KeyParam, GamesQuery, Window),
    responses(
        (status = 200, description = "A page of games", body = Data<Vec<Event>>)
    )
)]
pub(super) async fn list_events_with_clip(
    visitor: Visitor,
    query: GamesQuery,
    Query(window): Query<Window>,
) -> Result<Response> {
    page(&visitor, &query, window, Some(Facet::WithClip))
}

fn page(visitor: &Visitor, query: &GamesQuery, window: Window, only: Option<Facet>) -> Result<Response> {
    let (offset, limit) = window.page_bounds()?;
    let found = narrowed(visitor, query, only)?;
    let channel = &visitor.channel;
    let first = match query.favorites {
        Some(Favorites::First) => visitor.favourite_games(),
        _ => GameSet::default(),
    };
    let games = channel.games.catalogue.page_with_first(&found, &first, query.order()?, offset, limit);
    let access_context = visitor.access_context();
    let data: Vec<Event<'_>> = games.iter().map(|game| Event::of(game, &channel.teams, access_context)).collect();
    let meta = Meta { total: Some(found.total()), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data, meta }.into_response())
}

fn narrowed(visitor: &Visitor, query: &GamesQuery, only: Option<Facet>) -> Result<GameSet> {
    let channel = &visitor.channel;
    let catalogue = &channel.games.catalogue;
    let mut filter = query.filter(&channel.content)?;
    filter.clauses.extend(only.map(|facet| vec![facet]));
    let found = catalogue.find(&filter);
    match query.favorites {
        Some(Favorites::Only) if visitor.is_member() => Ok(catalogue.both(&found, &visitor.favourite_games())),
        Some(Favorites::Only) => Err(Error::Unauthenticated),
        _ => Ok(found),
    }
}

/// The number of games on a day.
#[derive(Serialize, ToSchema)]
pub(super) struct GameDay {
    #[schema(value_type = String, format = Date)]
    date: Date,
    total: usize,
    /// The number of live games.
    live: usize,
}

/// Returns the number of games per day; days without games are left out.
#[utoipa::path(
    get,
    path = "/api/events-days",
    tag = "events",
    params(KeyParam, GamesQuery),
    responses(
        (status = 200, description = "The days, at most 62", body = Data<Vec<GameDay>>)
    )
)]
pub(super) async fn list_event_days(visitor: Visitor, query: GamesQuery) -> Result<Data<Vec<GameDay>>> {
    let days = query.days()?;
    let first =
        days.first.ok_or_else(|| Error::invalid("start_date", FieldCode::Required, "start_date is required"))?;
    let last = days.last.ok_or_else(|| Error::invalid("end_date", FieldCode::Required, "end_date is required"))?;
    let longest = first.checked_add((MAX_SPAN - 1).days()).unwrap_or(first);
    if last < first || last > longest {
        let rule = format!("end_date must be within {MAX_SPAN} days from start_date");
        return Err(Error::invalid("end_date", FieldCode::Date, rule));
    }
    let found = narrowed(&visitor, &query, None)?;
    let catalogue = &visitor.channel.games.catalogue;
    let live = catalogue.both(&found, &catalogue.any_of(&[Facet::Status(domain::event::StreamStatus::Live)]));
    let counted = first.series(1.day()).take_while(|day| *day <= last).filter_map(|date| {
        let start = start_of_day(date, &days.zone);
        let end = start_of_day(date.tomorrow().ok()?, &days.zone);
        let total = catalogue.count_between(&found, start, end);
        (total > 0).then(|| GameDay { date, total, live: catalogue.count_between(&live, start, end) })
    });
    Ok(Data::all(counted.collect()))
}

/// Returns the games of the home page, the visitor's favourites first.
#[utoipa::path(
    get,
    path = "/api/events-for-homepage",
    tag = "events",
    params(KeyParam, GamesQuery),
    responses(
        (status = 200, description = "The first games of each state", body = Data<HomeEvents>)
    )
)]
pub(super) async fn get_home_events(visitor: Visitor, query: GamesQuery, wants: ClientCaching) -> Result<Response> {
    let channel = &visitor.channel;
    let filter = query.home_filter(&channel.content)?;
    let access_context = visitor.access_context();
    if filter.is_none() && !visitor.is_member() && channel.games.home_fits(access_context) {
        return Ok(channel.games.home.answer(&wants, Caching::Keyed));
    }
    let rails = home_rails(&channel.games.catalogue, filter, &visitor.favourite_games());
    Ok(Data::new(rails.events(&channel.teams, access_context)).into_response())
}

/// Returns a game.
#[utoipa::path(
    get,
    path = "/api/events/{id}",
    tag = "events",
    params(("id" = i64, Path, description = "The game's id"), KeyParam),
    responses(
        (status = 200, description = "The game, with playback URLs if the visitor may play it", body = Data<EventDetails>),
        (status = "default", description = "No such game")
    )
)]
pub(super) async fn get_event(State(app): State<App>, visitor: Visitor, Id(id): Id) -> Result<Response> {
    let channel = &visitor.channel;
    let game = channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let mut details = EventDetails::of(game, &channel.teams, visitor.access_context());
    if let Some(addresses) = Addresses::if_allowed(&app, &visitor, Playable::of_game(game))? {
        details.event.media.extend(addresses.media);
        details.playback = Some(addresses.session);
    }
    Ok(Data::new(details).into_response())
}
