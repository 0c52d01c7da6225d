//! Games as iCalendar: a single game, or a feed.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domain::calendar_token;
use domain::catalogue::{Facet, Filter, GameSet, Order};
use domain::channel::Language;
use domain::event::Event as Game;
use domain::ids::{EventId, ParticipantId};
use domain::time::Timestamp;
use http::{HeaderMap, HeaderValue, header};
use icalendar::{Calendar, Component, EventLike};

use crate::channels::game_text::{game_facts, game_title};
use crate::channels::request_channel::Channel;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::clock::Clock;
use crate::http::error::{Error, Result};
use crate::state::App;

/// A feed goes back this far, so that last week's games do not vanish from calendars at once.
const BACK: i64 = 30 * Timestamp::DAY;
/// The most that a feed holds.
const MAX_EVENTS: usize = 500;
/// What a game takes when nobody has said when it ends.
const USUAL_LENGTH: i64 = 2 * Timestamp::HOUR;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/calendar/games/{file}", get(get_game))
        .route("/calendar/teams/{file}", get(get_team))
        .route("/calendar/favorites/{file}", get(get_favorites))
}

/// One game, to add to a calendar.
async fn get_game(Channel(channel): Channel, Path(file): Path<String>, headers: HeaderMap) -> Result<Response> {
    let id = id_of(&file)?;
    let game = channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let mut answer = calendar(&channel, &Site::of(&channel, &headers), None, [game.as_ref()]);
    let name = format!("attachment; filename=\"game-{id}.ics\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        answer.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(answer)
}

/// A team's games, to follow.
async fn get_team(
    State(clock): State<Clock>,
    Channel(channel): Channel,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let id = ParticipantId(id_of(&file)?);
    let team = channel.content.participants.iter().find(|team| team.id == id).ok_or(Error::NotFound("team"))?;
    let games = channel.games.catalogue.any_of(&[Facet::Participant(id)]);
    Ok(feed(&channel, &Site::of(&channel, &headers), &team.name, &games, clock.now()))
}

/// The games of a member's favourites, to follow. The address is the key: nobody logs in to a calendar.
async fn get_favorites(
    State(app): State<App>,
    Channel(channel): Channel,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let token = file.strip_suffix(".ics").ok_or(Error::NotFound("calendar"))?;
    let id = calendar_token::account_of(token).ok_or(Error::NotFound("calendar"))?;
    let member = app.members.of_account(channel.identity.id, id).await?;
    let member =
        member.filter(|member| calendar_token::verify(&member.account, token)).ok_or(Error::NotFound("calendar"))?;
    let games = channel.games.catalogue.any_of(&member.favourites.facets());
    let (site, name) = (Site::of(&channel, &headers), favourites_name(channel.profile.language));
    let mut answer = feed(&channel, &site, name, &games, app.now());
    // A cached copy would show the member's favourites.
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=300"));
    Ok(answer)
}

/// The games of now and later, and those of the last weeks.
fn feed(channel: &Snapshot, site: &Site, name: &str, wanted: &GameSet, now: Timestamp) -> Response {
    let catalogue = &channel.games.catalogue;
    let recent = catalogue.find(&Filter { from: Some(now.plus(-BACK)), ..Filter::default() });
    let games = catalogue.page(&catalogue.both(wanted, &recent), Order::default(), 0, MAX_EVENTS);
    let title = format!("{name} – {}", channel.profile.name);
    calendar(channel, site, Some(&title), games.iter().map(AsRef::as_ref))
}

fn favourites_name(language: Language) -> &'static str {
    match language {
        Language::En => "My favourites",
        Language::Fr => "Mes favoris",
        Language::Bg => "Моите любими",
    }
}

fn id_of(file: &str) -> Result<i64> {
    file.strip_suffix(".ics").and_then(|id| id.parse().ok()).ok_or(Error::NotFound("calendar"))
}

fn calendar<'a>(
    channel: &Snapshot,
    site: &Site,
    name: Option<&str>,
    games: impl IntoIterator<Item = &'a Game>,
) -> Response {
    let mut calendar = Calendar::new();
    if let Some(name) = name {
        calendar.name(&one_line(name));
    }
    for game in games {
        calendar.push(entry(channel, site, game));
    }
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300")),
    ];
    (headers, calendar.done().to_string()).into_response()
}

fn entry(channel: &Snapshot, site: &Site, game: &Game) -> icalendar::Event {
    let url = site.url(&format!("/watch/{}", game.id));
    let end = game.ends_at.unwrap_or(match game.duration_s {
        Some(seconds) => game.starts_at.plus(i64::from(seconds) * Timestamp::SECOND),
        None => game.starts_at.plus(USUAL_LENGTH),
    });
    let place = channel.content.locations.iter().find(|place| Some(place.id) == game.location_id);
    let mut entry = icalendar::Event::new();
    entry
        // The same for ever, so that a game that is moved is moved in calendars too.
        .uid(&format!("game-{}@{}", game.id, channel.identity.alias))
        .summary(&one_line(&game_title(channel, game)))
        .description(&one_line(&format!("{} · {url}", game_facts(channel, game))))
        .url(&url)
        .add_property("DTSTART", utc(game.starts_at))
        .add_property("DTEND", utc(end));
    if let Some(place) = place {
        entry.location(&one_line(&format!("{}, {}, {}", place.name, place.city, place.state)));
    }
    entry.done()
}

/// The true start, the same everywhere; calendars show it in their owner's time.
fn utc(time: Timestamp) -> String {
    let time = jiff::Timestamp::from_millisecond(time.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// A line break would begin a line of its own.
fn one_line(text: &str) -> String {
    text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T31: what an operator writes cannot become a line of the file.
    #[test]
    fn texts_stay_on_their_line() {
        assert_eq!(one_line("Final\r\nDTSTART:19700101T000000Z\u{0}x"), "Final DTSTART:19700101T000000Z x");
    }

    /// EVT-10: the file says the true start.
    #[test]
    fn times_are_utc() {
        assert_eq!(utc(Timestamp::from_seconds(1_700_000_000)), "20231114T221320Z");
    }
}
