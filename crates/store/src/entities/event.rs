//! Rows of `events` and `event_participants`.

use domain::event::Event;
use domain::ids::{CategoryId, ChannelId, EventId, LocationId, ParticipantId, PassId};
use domain::media::Media;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};

use crate::Result;
use crate::enum_text::{from_json, from_word, json, word};

pub(crate) mod events {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "events")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub status: String,
        pub access: String,
        pub category_id: i64,
        pub location_id: Option<i64>,
        pub starts_at: i64,
        pub time_zone: String,
        pub home_team_id: Option<i64>,
        pub away_score: Option<i32>,
        pub home_score: Option<i32>,
        pub duration_s: Option<i32>,
        pub image: Option<String>,
        pub single_event_package_id: Option<i64>,
        pub revision: i64,
        pub timing: String,
        pub ends_at: Option<i64>,
        pub clips: i32,
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub geo_rule: Option<Json>,
        pub key_generation: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod event_participants {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "event_participants")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub event_id: i64,
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i32,
        pub channel_id: i64,
        pub participant_id: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

/// A game of the domain from its row, the teams that play it in their order, and what can be played of it.
pub(crate) fn event(row: events::Model, participants: Vec<ParticipantId>, media: Vec<Media>) -> Result<Event> {
    Ok(Event {
        id: EventId(row.id),
        name: row.name,
        status: from_word(row.status)?,
        access: from_word(row.access)?,
        category_id: CategoryId(row.category_id),
        location_id: row.location_id.map(LocationId),
        starts_at: Timestamp(row.starts_at),
        time_zone: row.time_zone,
        participants,
        home_team_id: row.home_team_id.map(ParticipantId),
        score: row.away_score.zip(row.home_score).map(|(away, home)| [away, home]),
        duration_s: row.duration_s,
        image: row.image,
        single_event_package_id: row.single_event_package_id.map(PassId),
        timing: from_word(row.timing)?,
        ends_at: row.ends_at.map(Timestamp),
        clips: row.clips,
        geo_rule: row.geo_rule.map(from_json).transpose()?,
        media,
    })
}

pub(crate) fn event_row(channel: ChannelId, event: &Event, revision: i64) -> Result<events::ActiveModel> {
    Ok(events::ActiveModel {
        id: Set(event.id.0),
        channel_id: Set(channel.0),
        name: Set(event.name.clone()),
        status: Set(word(&event.status)?),
        access: Set(word(&event.access)?),
        category_id: Set(event.category_id.0),
        location_id: Set(event.location_id.map(|id| id.0)),
        starts_at: Set(event.starts_at.0),
        time_zone: Set(event.time_zone.clone()),
        home_team_id: Set(event.home_team_id.map(|id| id.0)),
        away_score: Set(event.score.map(|[away, _]| away)),
        home_score: Set(event.score.map(|[_, home]| home)),
        duration_s: Set(event.duration_s),
        image: Set(event.image.clone()),
        single_event_package_id: Set(event.single_event_package_id.map(|id| id.0)),
        revision: Set(revision),
        timing: Set(word(&event.timing)?),
        ends_at: Set(event.ends_at.map(|end| end.0)),
        clips: Set(event.clips),
        geo_rule: Set(event.geo_rule.as_ref().map(json).transpose()?),
        // Counted by the game's own operator: writing a channel again leaves its keys as they are.
        key_generation: NotSet,
    })
}

pub(crate) fn participant_rows(
    channel: ChannelId,
    event: &Event,
) -> impl Iterator<Item = event_participants::ActiveModel> {
    (0..).zip(&event.participants).map(move |(position, team)| event_participants::ActiveModel {
        event_id: Set(event.id.0),
        position: Set(position),
        channel_id: Set(channel.0),
        participant_id: Set(team.0),
    })
}
