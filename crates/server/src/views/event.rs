//! Games as JSON.

use std::collections::HashMap;

use domain::access::{Access, Feature, Reason, Viewer, decide};
use domain::channel::{Identity, Profile};
use domain::content::Content;
use domain::event::{AccessType, StreamStatus};
use domain::geo::Code;
use domain::ids::{CategoryId, EventId, LocationId, ParticipantId, PassId};
use domain::participant::Participant;
use serde::Serialize;
use utoipa::ToSchema;

use super::media::{Addresses, Media, Stream, elsewhere};

/// A team as a game shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EventTeam {
    id: ParticipantId,
    pub(crate) name: String,
    short_name: String,
    alias: Option<String>,
    color: String,
    /// The team's crest.
    image: Option<String>,
}

/// What games are shown with: the channel's teams, and what makes addresses of pictures.
pub(crate) struct Teams {
    teams: HashMap<ParticipantId, EventTeam>,
    pub(crate) addresses: Addresses,
}

impl Teams {
    pub(crate) fn of(content: &Content, identity: &Identity) -> Self {
        let teams = content.participants.iter().map(|found| (found.id, team(found))).collect();
        Self { teams, addresses: Addresses::of(identity) }
    }

    /// The teams of a game that the channel still has, in their order.
    pub(crate) fn of_game<'a>(&'a self, event: &domain::event::Event) -> impl Iterator<Item = &'a EventTeam> {
        event.participants.iter().filter_map(|id| self.teams.get(id))
    }
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

/// Whether a game is sold.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EventType {
    Paid,
    Free,
}

/// The viewer of games, and their location.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AccessContext<'a> {
    pub(crate) viewer: Viewer<'a>,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// Where everything may be watched.
    Anywhere,
    /// Where the channel's rule keeps them out.
    KeptOut,
    /// Where it depends on the game.
    In(Option<Code>),
}

impl<'a> AccessContext<'a> {
    /// A viewer without an account whom no rule keeps out: cached responses for everybody are made for them.
    pub(crate) const ANYBODY: Self = Self { viewer: Viewer::Anonymous, place: Place::Anywhere };

    pub(crate) fn new(viewer: Viewer<'a>, channel: &Profile, country: Option<Code>) -> Self {
        let kept_out = channel.geo_rule.blocks(country);
        Self { viewer, place: if kept_out { Place::KeptOut } else { Place::In(country) } }
    }

    /// Whether they are kept out of the channel as a whole.
    pub(crate) fn is_kept_out(&self) -> bool {
        matches!(self.place, Place::KeptOut)
    }

    /// Whether a game may not be watched from where they are.
    pub(crate) fn is_blocked_from(&self, event: &domain::event::Event) -> bool {
        match self.place {
            Place::Anywhere => false,
            Place::KeptOut => true,
            Place::In(country) => event.geo_rule.as_ref().is_some_and(|rule| rule.blocks(country)),
        }
    }

    pub(crate) fn is_anonymous(&self) -> bool {
        self.viewer == Viewer::Anonymous
    }

    pub(crate) fn access_to(&self, event: &domain::event::Event) -> Access<'a> {
        decide(self.viewer, event, self.is_blocked_from(event))
    }
}

/// A game, meet or tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Event<'a> {
    id: EventId,
    name: &'a str,
    #[serde(rename = "type")]
    kind: EventType,
    access_type: AccessType,
    stream_status: StreamStatus,
    location_id: Option<LocationId>,
    event_category_id: CategoryId,
    /// Start in seconds since 1970, UTC.
    event_utc_ts: i64,
    /// IANA time zone of the venue.
    time_zone: &'a str,
    /// Away, then home; meets have more.
    participants: Vec<&'a EventTeam>,
    home_team_id: Option<ParticipantId>,
    /// Whether the visitor may watch.
    has_access: bool,
    /// Whether it is blocked in the visitor's country.
    is_geo_blocked: bool,
    /// Away, home.
    score: Option<[i32; 2]>,
    /// Seconds, once finished.
    duration: Option<i32>,
    image: Option<&'a str>,
    single_event_package_id: Option<PassId>,
    pub(crate) media: Vec<Media<'a>>,
}

impl<'a> Event<'a> {
    /// The game as this visitor sees it.
    pub(crate) fn of(event: &'a domain::event::Event, teams: &'a Teams, access_context: AccessContext<'_>) -> Self {
        let image = event.image.as_deref();
        Self {
            id: event.id,
            name: &event.name,
            kind: if event.access.costs_money() { EventType::Paid } else { EventType::Free },
            access_type: event.access,
            stream_status: event.status,
            location_id: event.location_id,
            event_category_id: event.category_id,
            event_utc_ts: event.starts_at.seconds(),
            time_zone: &event.time_zone,
            participants: teams.of_game(event).collect(),
            home_team_id: event.home_team_id,
            has_access: access_context.access_to(event).watch,
            is_geo_blocked: access_context.is_blocked_from(event),
            score: event.score,
            duration: event.duration_s,
            image,
            single_event_package_id: event.single_event_package_id,
            media: teams.addresses.for_everybody(event.id.0, image, &event.media),
        }
    }
}

/// The visitor's access to a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EventAccess {
    reason: Reason,
    features: Vec<Feature>,
    /// The name of the pass that covers the game.
    pass: Option<String>,
}

/// A game with everything for its own page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct EventDetails<'a> {
    #[serde(flatten)]
    pub(crate) event: Event<'a>,
    access: EventAccess,
    /// Null for games with an external player.
    stream: Option<Stream>,
    /// The play session of the URLs in `media`; null if there is nothing to play.
    pub(crate) playback: Option<PlaybackSession>,
}

/// How long a play session's URLs are valid, and how to renew them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlaybackSession {
    /// Send it when requesting new URLs.
    pub(crate) session: String,
    /// Seconds since 1970.
    pub(crate) expires_at: i64,
    /// After how many seconds to request new URLs.
    pub(crate) refresh_after_s: i64,
}

impl<'a> EventDetails<'a> {
    /// The game as this visitor sees it, without addresses of ours to play it.
    pub(crate) fn of(event: &'a domain::event::Event, teams: &'a Teams, access_context: AccessContext<'_>) -> Self {
        let access = access_context.access_to(event);
        let mut shown = Event::of(event, teams, access_context);
        if access.watch {
            shown.media.extend(elsewhere(&event.media));
        }
        Self {
            access: EventAccess {
                reason: access.reason,
                features: access.features(),
                pass: access.pass.map(|pass| pass.name.clone()),
            },
            stream: Stream::of(event),
            playback: None,
            event: shown,
        }
    }
}

/// The fields of a game that change while it is watched.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameChange<'a> {
    id: EventId,
    name: &'a str,
    stream_status: StreamStatus,
    /// Start in seconds since 1970, UTC.
    event_utc_ts: i64,
    /// Away, home.
    score: Option<[i32; 2]>,
    /// Seconds, once finished.
    duration: Option<i32>,
}

impl<'a> GameChange<'a> {
    pub(crate) fn of(event: &'a domain::event::Event) -> Self {
        Self {
            id: event.id,
            name: &event.name,
            stream_status: event.status,
            event_utc_ts: event.starts_at.seconds(),
            score: event.score,
            duration: event.duration_s,
        }
    }
}
