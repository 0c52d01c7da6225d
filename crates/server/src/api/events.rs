//! Games. All of them are in memory.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::catalogue::{Facet, Found};
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
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::{Id, Query, Window};
use crate::state::App;
use crate::views::event::{Event, EventDetails};

/// The longest time that days are counted for: two months.
const LONGEST_SPAN: i32 = 62;

/// Games, narrowed and sorted.
#[utoipa::path(
    get,
    path = "/api/events",
    tag = "events",
    params(KeyParam, GamesQuery, Window),
    responses(
        (status = 200, description = "A page of games", body = Data<Vec<Event>>),
        (status = "default", description = "Wrong key or parameter", body = Failure)
    )
)]
pub(super) async fn list_events(visitor: Visitor, query: GamesQuery, Query(window): Query<Window>) -> Result<Response> {
    page(&visitor, &query, window, None)
}

/// Games of the visitor's favourites.
#[utoipa::path(
    get,
    path = "/api/events/favorite",
    tag = "events",
    params(KeyParam, GamesQuery, Window),
    responses(
        (status = 200, description = "A page of games", body = Data<Vec<Event>>),
        (status = "default", description = "Not logged in, wrong key or parameter", body = Failure)
    )
)]
pub(super) async fn list_favorite_events(
    visitor: Visitor,
    query: GamesQuery,
    Query(window): Query<Window>,
) -> Result<Response> {
    page(&visitor, &query.of_favorites_only(), window, None)
}

/// Games that have public clips.
#[utoipa::path(
    get,
    path = "/api/events/with_clip",
    tag = "events",
    params(KeyParam, GamesQuery, Window),
    responses(
        (status = 200, description = "A page of games", body = Data<Vec<Event>>),
        (status = "default", description = "Wrong key or parameter", body = Failure)
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
        _ => Found::default(),
    };
    let games = channel.games.catalogue.page_with_first(&found, &first, query.order()?, offset, limit);
    let onlooker = visitor.onlooker();
    let data: Vec<Event<'_>> = games.iter().map(|game| Event::of(game, &channel.teams, onlooker)).collect();
    let meta = Meta { total: Some(found.total()), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data, meta }.into_response())
}

fn narrowed(visitor: &Visitor, query: &GamesQuery, only: Option<Facet>) -> Result<Found> {
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

/// How many games a day has.
#[derive(Serialize, ToSchema)]
pub(super) struct GameDay {
    #[schema(value_type = String, format = Date)]
    date: Date,
    total: usize,
    /// How many of them are live.
    live: usize,
}

/// How many games each day has; days without any are left out.
#[utoipa::path(
    get,
    path = "/api/events-days",
    tag = "events",
    params(KeyParam, GamesQuery),
    responses(
        (status = 200, description = "The days, at most 62 of them", body = Data<Vec<GameDay>>),
        (status = "default", description = "Wrong key or parameter", body = Failure)
    )
)]
pub(super) async fn list_event_days(visitor: Visitor, query: GamesQuery) -> Result<Data<Vec<GameDay>>> {
    let days = query.days()?;
    let first = days.first.ok_or_else(|| Error::invalid("start_date", "start_date is required"))?;
    let last = days.last.ok_or_else(|| Error::invalid("end_date", "end_date is required"))?;
    let longest = first.checked_add((LONGEST_SPAN - 1).days()).unwrap_or(first);
    if last < first || last > longest {
        let rule = format!("end_date must be within {LONGEST_SPAN} days from start_date");
        return Err(Error::invalid("end_date", rule));
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

/// The games of the home page, those of the visitor's favourites first.
#[utoipa::path(
    get,
    path = "/api/events-for-homepage",
    tag = "events",
    params(KeyParam, GamesQuery),
    responses(
        (status = 200, description = "The first games of each state", body = Data<HomeEvents>),
        (status = "default", description = "Wrong key, or no channel here", body = Failure)
    )
)]
pub(super) async fn get_home_events(visitor: Visitor, query: GamesQuery, wants: ClientCaching) -> Result<Response> {
    let channel = &visitor.channel;
    let filter = query.home_filter(&channel.content)?;
    let onlooker = visitor.onlooker();
    if filter.is_none() && !visitor.is_member() && channel.games.home_fits(onlooker) {
        return Ok(channel.games.home.answer(&wants, Caching::Keyed));
    }
    let rails = home_rails(&channel.games.catalogue, filter, &visitor.favourite_games());
    Ok(Data::new(rails.events(&channel.teams, onlooker)).into_response())
}

/// One game.
#[utoipa::path(
    get,
    path = "/api/events/{id}",
    tag = "events",
    params(("id" = i64, Path, description = "The game's id"), KeyParam),
    responses(
        (status = 200, description = "The game, with addresses for those who may play it", body = Data<EventDetails>),
        (status = "default", description = "No such game, or a wrong key", body = Failure)
    )
)]
pub(super) async fn get_event(State(app): State<App>, visitor: Visitor, Id(id): Id) -> Result<Response> {
    let channel = &visitor.channel;
    let game = channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let mut details = EventDetails::of(game, &channel.teams, visitor.onlooker());
    if let Some(addresses) = Addresses::if_allowed(&app, &visitor, Playable::of_game(game))? {
        details.event.media.extend(addresses.media);
        details.playback = Some(addresses.session);
    }
    Ok(Data::new(details).into_response())
}
