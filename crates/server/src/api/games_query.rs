//! Filters and sorting of a list of games, as query parameters.

use std::collections::HashSet;
use std::str::FromStr;
use std::sync::LazyLock;

use axum::extract::FromRequestParts;
use domain::catalogue::{Facet, Filter, Order, SortField};
use domain::content::Content;
use domain::event::{AccessType, Category, StreamStatus};
use domain::ids::{CategoryId, EventId, GroupId, LocationId, ParticipantId};
use domain::participant::{Gender, Group, Participant, answers_to};
use domain::time::{EARLIEST_DAY, start_of_day};
use http::request::Parts;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::KeyParam;
use crate::channels::chosen_channel;
use crate::channels::snapshot::usual_order;
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, Window};
use crate::http::problem::FieldCode;
use crate::state::App;

/// More values than this in one list are nobody's honest request.
const MAX_LIST: usize = 100;
const MAX_TEXT: usize = 200;

/// What the list is narrowed to; several values are parted by commas.
#[derive(Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GamesQuery {
    /// `live`, `upcoming`, `finished`.
    stream_status: Option<String>,
    /// `free`, `register`, `paid`, `ppv`.
    access_type: Option<String>,
    /// The first day, such as `2026-11-15`; not earlier than 2022-08-01.
    start_date: Option<String>,
    /// The last day.
    end_date: Option<String>,
    /// IANA time zone of the days (default: UTC).
    time_zone: Option<String>,
    /// Ids of games.
    event_id: Option<String>,
    /// Ids of sports.
    category_id: Option<String>,
    /// Same as `category_id`.
    event_category_id: Option<String>,
    /// Ids, aliases or names of sports.
    sport: Option<String>,
    /// Ids of venues.
    location_id: Option<String>,
    /// Ids or names of venues.
    location: Option<String>,
    /// Ids of teams.
    participant_id: Option<String>,
    /// Ids, aliases or names of teams.
    team: Option<String>,
    /// Ids of schools.
    group_id: Option<String>,
    /// Ids, aliases or names of schools.
    school: Option<String>,
    /// Same as `school`.
    group: Option<String>,
    /// Values of a school property, such as the division.
    division: Option<String>,
    /// `M` or `men`, `W` or `women`, `N` for not identified.
    gender: Option<String>,
    /// Cities of venues.
    city: Option<String>,
    /// States of venues.
    state: Option<String>,
    /// Full-text search in games, teams, schools and sports; tolerates typos.
    search: Option<String>,
    /// `only`: only the visitor's favourites; `first`: favourites first.
    #[param(inline)]
    pub(super) favorites: Option<Favorites>,
    /// `date`, or `name`.
    #[param(inline)]
    sort_field: Option<Sort>,
    /// `asc` or `desc` (default: earliest first; newest first for finished games).
    #[param(inline)]
    sort_direction: Option<Direction>,
}

/// Every name that may stand in the address of a list of games.
static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let of_lists = [GamesQuery::into_params(|| None), Window::into_params(|| None), KeyParam::into_params(|| None)];
    of_lists.into_iter().flatten().map(|parameter| parameter.name).collect()
});

impl FromRequestParts<App> for GamesQuery {
    type Rejection = Error;

    /// A name that nobody knows is an error that says it: a list that is narrowed to nothing looks like the answer.
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let names = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).map(|(name, _)| name);
        let may_choose = chosen_channel::may_choose(&app.channels, &parts.headers);
        let is_known = |name: &str| NAMES.contains(name) || may_choose && name == chosen_channel::PARAMETER;
        if let Some(name) = names.into_iter().find(|name| !is_known(name)) {
            let name: String = name.chars().take(MAX_TEXT).collect();
            let words = format!("{name} is not a parameter of this list");
            return Err(Error::invalid(&name, FieldCode::UnknownField, words));
        }
        let Query(query) = Query::from_request_parts(parts, app).await?;
        Ok(query)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Favorites {
    First,
    Only,
}

#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[serde(alias = "event_utc_ts")]
    Date,
    Name,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Asc,
    Desc,
}

/// The days that a list spans, in whose zone.
pub(super) struct Days {
    pub(super) first: Option<Date>,
    pub(super) last: Option<Date>,
    pub(super) zone: TimeZone,
}

impl GamesQuery {
    /// Names that the channel does not know leave nothing; a value that cannot be is an error.
    pub(super) fn filter(&self, content: &Content) -> Result<Filter> {
        let days = self.days()?;
        let earliest = days.first.unwrap_or(EARLIEST_DAY).max(EARLIEST_DAY);
        let mut filter = Filter {
            clauses: Vec::new(),
            from: Some(start_of_day(earliest, &days.zone)),
            until: days.last.and_then(|day| day.tomorrow().ok()).map(|day| start_of_day(day, &days.zone)),
            text: self.text()?,
        };
        let clauses = [
            self.statuses()?.map(|found| found.into_iter().map(Facet::Status).collect()),
            parsed("access_type", &self.access_type, access)?.map(|found| facets(found, Facet::Access)),
            ids("event_id", &self.event_id)?.map(|found| facets(found, |id| Facet::Event(EventId(id)))),
            ids("category_id", &self.category_id)?.map(|found| facets(found, |id| Facet::Category(CategoryId(id)))),
            ids("event_category_id", &self.event_category_id)?
                .map(|found| facets(found, |id| Facet::Category(CategoryId(id)))),
            ids("location_id", &self.location_id)?.map(|found| facets(found, |id| Facet::Location(LocationId(id)))),
            ids("participant_id", &self.participant_id)?
                .map(|found| facets(found, |id| Facet::Participant(ParticipantId(id)))),
            ids("group_id", &self.group_id)?.map(|found| facets(found, |id| Facet::Group(GroupId(id)))),
            parsed("gender", &self.gender, gender)?.map(|found| facets(found, Facet::Gender)),
        ];
        filter.clauses.extend(clauses.into_iter().flatten());
        filter.clauses.extend(self.by_name(content)?);
        Ok(filter)
    }

    /// What home is narrowed to; `None` when nothing is asked for.
    pub(super) fn home_filter(&self, content: &Content) -> Result<Option<Filter>> {
        let filter = self.filter(content)?;
        Ok((!filter.clauses.is_empty() || filter.text.is_some()).then_some(filter))
    }

    /// What is asked for by name, or by its number.
    fn by_name(&self, content: &Content) -> Result<impl Iterator<Item = Vec<Facet>> + use<>> {
        let sport = words("sport", &self.sport)?.map(|wanted| {
            let is = |sport: &Category| is_named(&wanted, sport.id.0, Some(&sport.alias), &sport.name);
            let found = content.categories.iter().filter(|sport| is(sport));
            found.map(|sport| Facet::Category(sport.id)).collect::<Vec<_>>()
        });
        let team = words("team", &self.team)?.map(|wanted| {
            let is = |team: &Participant| is_named(&wanted, team.id.0, team.alias.as_deref(), &team.name);
            let found = content.participants.iter().filter(|team| is(team));
            found.map(|team| Facet::Participant(team.id)).collect()
        });
        let schools = |wanted: Vec<String>| {
            let is = |school: &Group| is_named(&wanted, school.id.0, school.alias.as_deref(), &school.name);
            let found = content.groups.iter().filter(|school| is(school));
            found.map(|school| Facet::Group(school.id)).collect()
        };
        let school = words("school", &self.school)?.map(schools);
        let group = words("group", &self.group)?.map(schools);
        let location = words("location", &self.location)?.map(|wanted| {
            let found = content.locations.iter().filter(|place| is_named(&wanted, place.id.0, None, &place.name));
            found.map(|place| Facet::Location(place.id)).collect()
        });
        let division = words("division", &self.division)?.map(|wanted| {
            let has = |value: &String| wanted.iter().any(|word| same(value, word));
            let found = content.groups.iter().filter(|school| school.properties.values().any(has));
            found.map(|school| Facet::Group(school.id)).collect()
        });
        let city = words("city", &self.city)?.map(|wanted| {
            let found = content.locations.iter().filter(|place| wanted.iter().any(|word| same(&place.city, word)));
            found.map(|place| Facet::Location(place.id)).collect()
        });
        let state = words("state", &self.state)?.map(|wanted| {
            let found = content.locations.iter().filter(|place| wanted.iter().any(|word| same(&place.state, word)));
            found.map(|place| Facet::Location(place.id)).collect()
        });
        Ok([sport, team, school, group, location, division, city, state].into_iter().flatten())
    }

    pub(super) fn of_favorites_only(self) -> Self {
        Self { favorites: Some(Favorites::Only), ..self }
    }

    pub(super) fn order(&self) -> Result<Order> {
        let usual = usual_order(&self.statuses()?.unwrap_or_default());
        Ok(Order {
            field: match self.sort_field {
                Some(Sort::Name) => SortField::Name,
                Some(Sort::Date) | None => SortField::Date,
            },
            descending: match (self.sort_direction, self.sort_field) {
                (Some(direction), _) => direction == Direction::Desc,
                (None, Some(Sort::Name)) => false,
                (None, _) => usual.descending,
            },
        })
    }

    pub(super) fn days(&self) -> Result<Days> {
        let day = |name: &str, text: &Option<String>| match text.as_deref().filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => Date::from_str(text)
                .map(Some)
                .map_err(|_| Error::invalid(name, FieldCode::Date, format!("{name} must be a day such as 2026-11-15"))),
        };
        let zone = match self.time_zone.as_deref().filter(|name| !name.is_empty()) {
            None => TimeZone::UTC,
            Some(name) => TimeZone::get(name).map_err(|_| {
                Error::invalid("time_zone", FieldCode::TimeZone, "time_zone must be a name such as America/Toronto")
            })?,
        };
        Ok(Days { first: day("start_date", &self.start_date)?, last: day("end_date", &self.end_date)?, zone })
    }

    fn statuses(&self) -> Result<Option<Vec<StreamStatus>>> {
        parsed("stream_status", &self.stream_status, status)
    }

    fn text(&self) -> Result<Option<String>> {
        match self.search.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) if text.chars().count() > MAX_TEXT => {
                let words = format!("search must be {MAX_TEXT} characters at most");
                Err(Error::invalid("search", FieldCode::Length.within(0, MAX_TEXT), words))
            }
            text => Ok(text.map(str::to_owned)),
        }
    }
}

fn facets<T>(found: Vec<T>, facet: impl Fn(T) -> Facet) -> Vec<Facet> {
    found.into_iter().map(facet).collect()
}

fn is_named(wanted: &[String], id: i64, alias: Option<&str>, name: &str) -> bool {
    wanted.iter().any(|word| word.parse() == Ok(id) || answers_to(alias, name, word))
}

fn same(value: &str, word: &str) -> bool {
    value.to_lowercase() == word.to_lowercase()
}

/// The values of a list; `None` when nothing is asked for.
fn words(name: &str, text: &Option<String>) -> Result<Option<Vec<String>>> {
    let Some(text) = text.as_deref().filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let values: Vec<String> =
        text.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect();
    if values.len() > MAX_LIST {
        let words = format!("{name} must have {MAX_LIST} values at most");
        return Err(Error::invalid(name, FieldCode::TooMany.with("max", MAX_LIST), words));
    }
    Ok(Some(values))
}

fn parsed<T>(name: &str, text: &Option<String>, read: impl Fn(&str) -> Option<T>) -> Result<Option<Vec<T>>> {
    let Some(values) = words(name, text)? else { return Ok(None) };
    let read = values.iter().map(|value| read(value)).collect::<Option<Vec<_>>>();
    read.map(Some).ok_or_else(|| Error::invalid(name, FieldCode::Invalid, format!("{name} is not valid")))
}

fn ids(name: &str, text: &Option<String>) -> Result<Option<Vec<i64>>> {
    parsed(name, text, |value| value.parse().ok())
}

fn status(word: &str) -> Option<StreamStatus> {
    match word {
        "live" => Some(StreamStatus::Live),
        "upcoming" => Some(StreamStatus::Upcoming),
        "finished" => Some(StreamStatus::Finished),
        _ => None,
    }
}

fn access(word: &str) -> Option<AccessType> {
    match word {
        "free" => Some(AccessType::Free),
        "register" => Some(AccessType::Register),
        "paid" => Some(AccessType::Paid),
        "ppv" => Some(AccessType::Ppv),
        _ => None,
    }
}

fn gender(word: &str) -> Option<Option<Gender>> {
    match word.to_lowercase().as_str() {
        "m" | "men" => Some(Some(Gender::Men)),
        "w" | "women" => Some(Some(Gender::Women)),
        "n" => Some(None),
        _ => None,
    }
}
