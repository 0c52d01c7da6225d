//! Games: sport, teams, venue, time and access.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::geo::Rule;
use crate::ids::{CategoryId, EventId, LocationId, ParticipantId, PassId};
use crate::media::Media;
use crate::time::Timestamp;
use crate::translations::{Translated, Translations};

/// A sport.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Category {
    pub id: CategoryId,
    pub name: String,
    pub alias: String,
    pub image: Option<String>,
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for Category {
    const FIELDS: &'static [&'static str] = &["name"];

    fn translations(&self) -> &Translations {
        &self.translations
    }
}

/// A venue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Location {
    pub id: LocationId,
    pub name: String,
    pub city: String,
    pub state: String,
    pub country: String,
    /// IANA name.
    pub time_zone: String,
    pub image: Option<String>,
}

/// The status of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StreamStatus {
    Live,
    Upcoming,
    Finished,
}

impl StreamStatus {
    pub const ALL: [Self; 3] = [Self::Live, Self::Upcoming, Self::Finished];
}

/// What moves a game from one state to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Timing {
    /// The encoder and the operator: a game is live once there is something to see.
    #[default]
    Stream,
    /// The clock: live at its start, finished at its planned end. For pictures that come from elsewhere.
    Clock,
}

/// The access that a game requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccessType {
    /// Everybody.
    Free,
    /// Every viewer with an account.
    Register,
    /// Holders of a pass that covers it.
    Paid,
    /// Buyers of this very game.
    Ppv,
}

impl AccessType {
    pub const ALL: [Self; 4] = [Self::Free, Self::Register, Self::Paid, Self::Ppv];

    /// Whether money is asked for.
    pub fn costs_money(self) -> bool {
        matches!(self, Self::Paid | Self::Ppv)
    }
}

/// A game, meet or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub id: EventId,
    pub name: String,
    pub status: StreamStatus,
    pub access: AccessType,
    pub category_id: CategoryId,
    pub location_id: Option<LocationId>,
    pub starts_at: Timestamp,
    /// IANA name, kept beside the time: a game is played in the time of its place.
    pub time_zone: String,
    /// Away first, then home; meets have more than two.
    pub participants: Vec<ParticipantId>,
    pub home_team_id: Option<ParticipantId>,
    /// Away, home.
    pub score: Option<[i32; 2]>,
    /// Length of the recording in seconds.
    pub duration_s: Option<i32>,
    pub image: Option<String>,
    pub single_event_package_id: Option<PassId>,
    pub timing: Timing,
    /// Planned.
    pub ends_at: Option<Timestamp>,
    /// How many public clips were cut from it.
    pub clips: i32,
    /// Where it may be watched, within what the channel allows; nothing where that is all there is to say.
    pub geo_rule: Option<Rule>,
    /// What there is to play, or will be.
    pub media: Vec<Media>,
}

impl Event {
    /// The state that the clock asks for now, where the clock decides and the game is not there yet.
    pub fn due(&self, now: Timestamp) -> Option<StreamStatus> {
        if self.timing != Timing::Clock {
            return None;
        }
        let over = self.ends_at.is_some_and(|end| end <= now);
        match self.status {
            StreamStatus::Upcoming if over => Some(StreamStatus::Finished),
            StreamStatus::Upcoming if self.starts_at <= now => Some(StreamStatus::Live),
            StreamStatus::Live if over => Some(StreamStatus::Finished),
            _ => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A finished game of a sport, between these teams.
    pub(crate) fn game(access: AccessType, sport: i64, teams: &[i64]) -> Event {
        Event {
            id: EventId(1),
            name: "A game".into(),
            status: StreamStatus::Finished,
            access,
            category_id: CategoryId(sport),
            location_id: Some(LocationId(1)),
            starts_at: Timestamp(0),
            time_zone: "America/Toronto".into(),
            participants: teams.iter().copied().map(ParticipantId).collect(),
            home_team_id: None,
            score: None,
            duration_s: None,
            image: None,
            single_event_package_id: None,
            timing: Timing::Stream,
            ends_at: None,
            clips: 0,
            geo_rule: None,
            media: Vec::new(),
        }
    }
}
