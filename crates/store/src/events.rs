//! Games: reads by state, team and id.

use std::collections::HashMap;

use domain::event::{Event, StreamStatus};
use domain::ids::{ChannelId, EventId, ParticipantId};
use sea_orm::{ColumnTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::rows::event::{self, event_participants, events};
use crate::words::word;
use crate::{Result, Store};

/// Which games are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Only games in which one of these teams plays; `None` for all.
    pub participants: Option<Vec<ParticipantId>>,
}

/// The rails of the home page: live in order of their start, upcoming soonest first, finished newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HomeEvents {
    pub live: Vec<Event>,
    pub upcoming: Vec<Event>,
    pub finished: Vec<Event>,
}

impl Store {
    /// The first games of each state.
    pub async fn home_events(&self, channel: ChannelId, filter: &EventFilter, of_each: u64) -> Result<HomeEvents> {
        let mut rows = Vec::new();
        for status in StreamStatus::ALL {
            rows.extend(self.event_rows(channel, filter, status, of_each).await?);
        }
        let mut home = HomeEvents::default();
        for event in self.with_participants(channel, rows).await? {
            match event.status {
                StreamStatus::Live => home.live.push(event),
                StreamStatus::Upcoming => home.upcoming.push(event),
                StreamStatus::Finished => home.finished.push(event),
            }
        }
        Ok(home)
    }

    /// One game of the channel.
    pub async fn event(&self, channel: ChannelId, id: EventId) -> Result<Option<Event>> {
        let row =
            events::Entity::find_by_id(id.0).filter(events::Column::ChannelId.eq(channel.0)).one(self.read()).await?;
        Ok(self.with_participants(channel, row.into_iter().collect()).await?.pop())
    }

    async fn event_rows(
        &self,
        channel: ChannelId,
        filter: &EventFilter,
        status: StreamStatus,
        limit: u64,
    ) -> Result<Vec<events::Model>> {
        let order = if status == StreamStatus::Finished { Order::Desc } else { Order::Asc };
        let mut query = events::Entity::find()
            .filter(events::Column::ChannelId.eq(channel.0))
            .filter(events::Column::Status.eq(word(&status)?))
            .order_by(events::Column::StartsAt, order.clone())
            .order_by(events::Column::Id, order)
            .limit(limit);
        if let Some(teams) = &filter.participants {
            let played = event_participants::Entity::find()
                .select_only()
                .column(event_participants::Column::EventId)
                .filter(event_participants::Column::ChannelId.eq(channel.0))
                .filter(event_participants::Column::ParticipantId.is_in(teams.iter().map(|team| team.0)))
                .into_query();
            query = query.filter(events::Column::Id.in_subquery(played));
        }
        Ok(query.all(self.read()).await?)
    }

    /// Adds the teams to the rows, with one query for all of them.
    async fn with_participants(&self, channel: ChannelId, rows: Vec<events::Model>) -> Result<Vec<Event>> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let teams = event_participants::Entity::find()
            .filter(event_participants::Column::ChannelId.eq(channel.0))
            .filter(event_participants::Column::EventId.is_in(rows.iter().map(|row| row.id)))
            .order_by_asc(event_participants::Column::Position)
            .all(self.read())
            .await?;
        let mut teams_of: HashMap<i64, Vec<ParticipantId>> = HashMap::new();
        for team in teams {
            teams_of.entry(team.event_id).or_default().push(ParticipantId(team.participant_id));
        }
        rows.into_iter()
            .map(|row| {
                let teams = teams_of.remove(&row.id).unwrap_or_default();
                event::event(row, teams)
            })
            .collect()
    }
}
