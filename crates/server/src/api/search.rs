//! Search for teams, schools, sports, games and films by name.

use axum::response::{IntoResponse, Response};
use domain::catalogue::{Facet, Filter, Order};
use domain::event::{Category, StreamStatus};
use domain::participant::{Group, Participant};
use domain::search::TextIndex;
use domain::vod::VodQuery;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::FieldCode;
use crate::views::event::Event;
use crate::views::vod::VodItem;

const USUAL: usize = 5;
const MAX_RESULTS: usize = 20;
const MAX_TEXT: usize = 200;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// The search text.
    text: String,
    /// Number of results per type (default: 5).
    #[param(minimum = 1, maximum = 20)]
    limit: Option<usize>,
}

/// The search results by type.
#[derive(Serialize, ToSchema)]
pub(super) struct SearchResults<'a> {
    teams: Vec<&'a Participant>,
    schools: Vec<&'a Group>,
    sports: Vec<&'a Category>,
    /// Live games first, then upcoming, then finished.
    games: Vec<Event<'a>>,
    vod: Vec<VodItem>,
}

/// Searches teams, schools, sports, games and films by name.
#[utoipa::path(
    get,
    path = "/api/search",
    tag = "events",
    params(KeyParam, SearchQuery),
    responses(
        (status = 200, description = "The results", body = Data<SearchResults>)
    )
)]
pub(super) async fn search(visitor: Visitor, Query(query): Query<SearchQuery>) -> Result<Response> {
    let SearchQuery { text, limit } = query;
    if text.chars().count() > MAX_TEXT {
        let words = format!("text must be {MAX_TEXT} characters at most");
        return Err(Error::invalid("text", FieldCode::Length.within(0, MAX_TEXT), words));
    }
    let limit = limit.unwrap_or(USUAL);
    if !(1..=MAX_RESULTS).contains(&limit) {
        let words = format!("limit must be between 1 and {MAX_RESULTS}");
        return Err(Error::invalid("limit", FieldCode::Range.within(1, MAX_RESULTS), words));
    }
    let channel = &visitor.channel;
    let catalogue = &channel.games.catalogue;
    let filter = Filter { text: Some(text.clone()), ..Filter::default() };
    let mut games = Vec::new();
    for (status, descending) in
        [(StreamStatus::Live, false), (StreamStatus::Upcoming, false), (StreamStatus::Finished, true)]
    {
        let found = catalogue.find(&filter.clone().and([Facet::Status(status)]));
        games.extend(catalogue.page(&found, Order { descending, ..Order::default() }, 0, limit - games.len()));
    }
    let (content, access_context) = (&channel.content, visitor.access_context());
    let films = channel.public.vod.library.find(&VodQuery { title: &text, limit, ..VodQuery::default() });
    let results = SearchResults {
        teams: named(&channel.team_names, &content.participants, &text, limit),
        schools: named(&channel.school_names, &content.groups, &text, limit),
        sports: named(&channel.sport_names, &content.categories, &text, limit),
        games: games.iter().map(|game| Event::of(game, &channel.teams, access_context)).collect(),
        vod: films.items.iter().map(|item| VodItem::seen_by(item, visitor.viewer())).collect(),
    };
    Ok(Data::new(results).into_response())
}

fn named<'a, T>(names: &TextIndex, items: &'a [T], text: &str, limit: usize) -> Vec<&'a T> {
    let found = names.find(text).unwrap_or_default();
    found.iter().take(limit).filter_map(|number| items.get(number as usize)).collect()
}
