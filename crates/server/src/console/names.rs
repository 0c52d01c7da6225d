//! Names of the channel's games, sports, schools, teams and pages, for fields that refer to one of them.

use axum::extract::State;
use domain::content::{Page, SlidableType};
use domain::event::Event;
use domain::ids::EventId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::embedding::games;
use super::permission::{Allowed, EditSite};
use crate::channels::game_text::game_title;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::FieldCode;
use crate::state::App;

/// How many names are offered; others are found by a word of theirs.
const MAX_NAMES: usize = 20;
const MAX_TEXT: usize = 100;

/// What a field can refer to.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum NamedKind {
    Event,
    Category,
    Participant,
    Group,
    /// By its path too.
    Page,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct NamesQuery {
    kind: NamedKind,
    /// Words of the name.
    #[param(max_length = 100)]
    text: Option<String>,
    /// One that comes first, whatever its name.
    id: Option<i64>,
}

/// Something of the channel by its name.
#[derive(Serialize, ToSchema)]
pub(super) struct NamedItem {
    kind: NamedKind,
    id: i64,
    name: String,
    /// When a game begins, in seconds since 1970; null for everything else.
    date: Option<i64>,
}

impl NamedItem {
    fn new(kind: NamedKind, id: i64, name: &str) -> Self {
        Self { kind, id, name: name.to_owned(), date: None }
    }

    fn of_game(channel: &Snapshot, game: &Event) -> Self {
        Self {
            kind: NamedKind::Event,
            id: game.id.0,
            name: game_title(channel, game),
            date: Some(game.starts_at.seconds()),
        }
    }
}

/// Lists names: those that match a text, or the first ones; of games today's and upcoming ones, or the newest that match.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/names",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), NamesQuery),
    responses(
        (status = 200, description = "At most twenty names, and the one that was asked for", body = Data<Vec<NamedItem>>)
    )
)]
pub(super) async fn list_names(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    Query(NamesQuery { kind, text, id }): Query<NamesQuery>,
) -> Result<Data<Vec<NamedItem>>> {
    let text = text.as_deref().map(str::trim).unwrap_or_default();
    if text.chars().count() > MAX_TEXT {
        let words = format!("text must be {MAX_TEXT} characters at most");
        return Err(Error::invalid("text", FieldCode::Length.within(0, MAX_TEXT), words));
    }
    let channel = &allowed.channel;
    if matches!(kind, NamedKind::Page) {
        return pages(&app, channel, text, id).await.map(Data::all);
    }
    let mut names = match view_of(kind) {
        None => games(channel, text, app.now()).iter().map(|game| NamedItem::of_game(channel, game)).collect(),
        Some(view) => {
            matching(channel, view, text).map(|(id, name)| NamedItem::new(kind, id, name)).collect::<Vec<_>>()
        }
    };
    if let Some(id) = id {
        names.retain(|named| named.id != id);
        names.splice(0..0, one(channel, kind, id));
    }
    Ok(Data::all(names))
}

/// Those that viewers do not have now are read from the database.
async fn pages(app: &App, channel: &Snapshot, text: &str, id: Option<i64>) -> Result<Vec<NamedItem>> {
    let mut pages: Vec<Page> =
        app.store.edited(channel.identity.id).await?.into_iter().map(|stored| stored.item).collect();
    let text = text.to_lowercase();
    pages.retain(|page| Some(page.id) == id || format!("{} {}", page.name, page.url).to_lowercase().contains(&text));
    pages.sort_by_key(|page| Some(page.id) != id);
    let named = |page: &Page| NamedItem::new(NamedKind::Page, page.id, &format!("{} ({})", page.name, page.url));
    Ok(pages.iter().take(MAX_NAMES + 1).map(named).collect())
}

/// The name of the sport, school or team whose page has slides of its own.
pub(super) fn view_name(channel: &Snapshot, view: SlidableType, id: i64) -> Option<&str> {
    all(channel, view).into_iter().find(|(found, _)| *found == id).map(|(_, name)| name)
}

/// The type of view that each one has; games and pages have none.
fn view_of(kind: NamedKind) -> Option<SlidableType> {
    match kind {
        NamedKind::Event | NamedKind::Page => None,
        NamedKind::Category => Some(SlidableType::Category),
        NamedKind::Participant => Some(SlidableType::Participant),
        NamedKind::Group => Some(SlidableType::Group),
    }
}

fn one(channel: &Snapshot, kind: NamedKind, id: i64) -> Option<NamedItem> {
    match view_of(kind) {
        None => channel.games.catalogue.get(EventId(id)).map(|game| NamedItem::of_game(channel, game)),
        Some(view) => view_name(channel, view, id).map(|name| NamedItem::new(kind, id, name)),
    }
}

/// In the order in which the index of names numbers them.
fn all(channel: &Snapshot, view: SlidableType) -> Vec<(i64, &str)> {
    let content = &channel.content;
    match view {
        SlidableType::Main => Vec::new(),
        SlidableType::Category => content.categories.iter().map(|sport| (sport.id.0, sport.name.as_str())).collect(),
        SlidableType::Participant => content.participants.iter().map(|team| (team.id.0, team.name.as_str())).collect(),
        SlidableType::Group => content.groups.iter().map(|school| (school.id.0, school.name.as_str())).collect(),
    }
}

fn matching<'a>(channel: &'a Snapshot, view: SlidableType, text: &str) -> impl Iterator<Item = (i64, &'a str)> {
    let all = all(channel, view);
    let index = match view {
        SlidableType::Main => None,
        SlidableType::Category => Some(&channel.sport_names),
        SlidableType::Participant => Some(&channel.team_names),
        SlidableType::Group => Some(&channel.school_names),
    };
    let numbers: Vec<usize> = match index.filter(|_| !text.is_empty()) {
        None => (0..all.len()).take(MAX_NAMES).collect(),
        Some(index) => {
            let found = index.find(text).unwrap_or_default();
            found.iter().take(MAX_NAMES).map(|number| number as usize).collect()
        }
    };
    numbers.into_iter().filter_map(move |number| all.get(number).copied())
}
