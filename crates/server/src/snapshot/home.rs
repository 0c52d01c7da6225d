//! Games as the browser sees them.

use std::collections::HashMap;

use domain::access::{Viewer, decide};
use domain::content::Content;
use domain::event::{AccessType, StreamStatus};
use domain::ids::{CategoryId, EventId, LocationId, ParticipantId, PassId};
use domain::participant::Participant;
use serde::Serialize;
use utoipa::ToSchema;

/// A team as a game shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EventTeam {
    id: ParticipantId,
    name: String,
    short_name: String,
    alias: Option<String>,
    color: String,
    /// Its crest.
    image: Option<String>,
}

/// Whether a game is sold.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EventType {
    Paid,
    Free,
}

/// Something to look at or play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Media {
    id: i64,
    /// 1 image, 2 live, 3 vod, 4 embedded, 5 thumbnails, 6 preview, 7 preview_alt, 8 embedded_preview.
    #[serde(rename = "type")]
    kind: u8,
    /// Present for those who may play it.
    url: Option<String>,
}

/// A game, meet or tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Event {
    id: EventId,
    name: String,
    #[serde(rename = "type")]
    kind: EventType,
    access_type: AccessType,
    stream_status: StreamStatus,
    location_id: Option<LocationId>,
    event_category_id: CategoryId,
    /// Start in seconds since 1970, UTC.
    event_utc_ts: i64,
    /// IANA name of the zone it is played in.
    time_zone: String,
    /// Away, then home; meets have more.
    participants: Vec<EventTeam>,
    home_team_id: Option<ParticipantId>,
    /// Whether the visitor who asks may watch.
    has_access: bool,
    /// Away, home.
    score: Option<[i32; 2]>,
    /// Seconds, once finished.
    duration: Option<i32>,
    image: Option<String>,
    single_event_package_id: Option<PassId>,
    media: Vec<Media>,
}

/// The rails of the home page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct HomeEvents {
    live: Vec<Event>,
    upcoming: Vec<Event>,
    finished: Vec<Event>,
}

/// A game as a visitor without an account sees it.
pub(crate) fn event(event: &domain::event::Event, content: &Content) -> Event {
    let teams = event.participants.iter().filter_map(|id| content.participants.iter().find(|team| team.id == *id));
    with_teams(event, teams.map(team).collect())
}

pub(crate) fn home_events(events: &store::HomeEvents, content: &Content) -> HomeEvents {
    let teams: HashMap<ParticipantId, &Participant> = content.participants.iter().map(|team| (team.id, team)).collect();
    let rail = |events: &[domain::event::Event]| {
        let shown = events.iter().map(|event| {
            with_teams(
                event,
                event.participants.iter().filter_map(|id| teams.get(id).map(|found| team(found))).collect(),
            )
        });
        shown.collect()
    };
    HomeEvents { live: rail(&events.live), upcoming: rail(&events.upcoming), finished: rail(&events.finished) }
}

fn team(team: &Participant) -> EventTeam {
    EventTeam {
        id: team.id,
        name: team.name.clone(),
        short_name: team.short_name.clone(),
        alias: team.alias.clone(),
        color: team.color.clone(),
        image: team.crest().map(str::to_owned),
    }
}

fn with_teams(event: &domain::event::Event, participants: Vec<EventTeam>) -> Event {
    Event {
        id: event.id,
        name: event.name.clone(),
        kind: if event.access.costs_money() { EventType::Paid } else { EventType::Free },
        access_type: event.access,
        stream_status: event.status,
        location_id: event.location_id,
        event_category_id: event.category_id,
        event_utc_ts: event.starts_at.seconds(),
        time_zone: event.time_zone.clone(),
        participants,
        home_team_id: event.home_team_id,
        has_access: decide(Viewer::Anonymous, event.access).watch,
        score: event.score,
        duration: event.duration_s,
        image: event.image.clone(),
        single_event_package_id: event.single_event_package_id,
        media: Vec::new(),
    }
}
