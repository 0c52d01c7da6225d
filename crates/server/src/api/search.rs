//! Teams, schools, sports, games and films by a few letters.

use axum::response::{IntoResponse, Response};
use domain::catalogue::{Facet, Filter, Order};
use domain::event::{Category, StreamStatus};
use domain::participant::{Group, Participant};
use domain::search::TextIndex;
use domain::vod::Wanted;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Query;
use crate::views::event::Event;
use crate::views::vod::VodItem;

const USUAL: usize = 5;
const MOST: usize = 20;
const LONGEST_TEXT: usize = 200;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// A few letters of what is looked for.
    text: String,
    /// How many of each kind, 5 if not said.
    #[param(minimum = 1, maximum = 20)]
    limit: Option<usize>,
}

/// What was found, by kind.
#[derive(Serialize, ToSchema)]
pub(super) struct SearchResults<'a> {
    teams: Vec<&'a Participant>,
    schools: Vec<&'a Group>,
    sports: Vec<&'a Category>,
    /// Live ones first, then what comes next, then what is over.
    games: Vec<Event<'a>>,
    vod: Vec<VodItem>,
}

/// Teams, schools, sports, games and films that go by a name like this.
#[utoipa::path(
    get,
    path = "/api/search",
    tag = "events",
    params(KeyParam, SearchQuery),
    responses(
        (status = 200, description = "What was found", body = Data<SearchResults>),
        (status = "default", description = "Wrong key or parameter", body = Failure)
    )
)]
pub(super) async fn search(visitor: Visitor, Query(query): Query<SearchQuery>) -> Result<Response> {
    let SearchQuery { text, limit } = query;
    if text.chars().count() > LONGEST_TEXT {
        return Err(Error::invalid("text", format!("text must be {LONGEST_TEXT} characters at most")));
    }
    let limit = limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(Error::invalid("limit", format!("limit must be between 1 and {MOST}")));
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
    let (content, onlooker) = (&channel.content, visitor.onlooker());
    let films = channel.public.vod.library.find(&Wanted { title: &text, limit, ..Wanted::default() });
    let results = SearchResults {
        teams: named(&channel.team_names, &content.participants, &text, limit),
        schools: named(&channel.school_names, &content.groups, &text, limit),
        sports: named(&channel.sport_names, &content.categories, &text, limit),
        games: games.iter().map(|game| Event::of(game, &channel.teams, onlooker)).collect(),
        vod: films.items.iter().map(|item| VodItem::seen_by(item, visitor.viewer())).collect(),
    };
    Ok(Data::new(results).into_response())
}

fn named<'a, T>(names: &TextIndex, items: &'a [T], text: &str, limit: usize) -> Vec<&'a T> {
    let found = names.find(text).unwrap_or_default();
    found.iter().take(limit).filter_map(|number| items.get(number as usize)).collect()
}
