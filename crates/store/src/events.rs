//! Games: all of a channel's, those that changed, and the change of a state.

use std::collections::HashMap;

use domain::event::{Event, StreamStatus};
use domain::ids::{ChannelId, EventId, ParticipantId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, Select};

use crate::rows::channel::channels;
use crate::rows::event::{self, event_participants, events};
use crate::words::word;
use crate::{Error, Result, Store};

/// More changed games than this are read like all others, without naming each.
const NAMED: usize = 500;

impl Store {
    /// All games of the channel, in the order of their ids.
    pub async fn events(&self, channel: ChannelId) -> Result<Vec<Event>> {
        self.with_participants(channel, games_of(channel)).await
    }

    /// The games that changed after the count of changes was `revision`.
    pub async fn events_since(&self, channel: ChannelId, revision: i64) -> Result<Vec<Event>> {
        self.with_participants(channel, games_of(channel).filter(events::Column::Revision.gt(revision))).await
    }

    /// Moves a game from one state to another; false when it was not in the first, so that two servers that both see
    /// the moment come move it once.
    pub async fn move_event(
        &self,
        channel: ChannelId,
        id: EventId,
        from: StreamStatus,
        to: StreamStatus,
    ) -> Result<bool> {
        self.write(move |tx| Box::pin(move_event(tx, channel, id, from, to))).await
    }

    /// Adds the teams to the games, with one query for all of them.
    async fn with_participants(&self, channel: ChannelId, games: Select<events::Entity>) -> Result<Vec<Event>> {
        let rows = games.all(self.read()).await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let mut teams = event_participants::Entity::find()
            .filter(event_participants::Column::ChannelId.eq(channel.0))
            .order_by_asc(event_participants::Column::EventId)
            .order_by_asc(event_participants::Column::Position);
        if rows.len() <= NAMED {
            teams = teams.filter(event_participants::Column::EventId.is_in(rows.iter().map(|row| row.id)));
        }
        let mut teams_of: HashMap<i64, Vec<ParticipantId>> = HashMap::with_capacity(rows.len());
        for team in teams.all(self.read()).await? {
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

fn games_of(channel: ChannelId) -> Select<events::Entity> {
    events::Entity::find().filter(events::Column::ChannelId.eq(channel.0)).order_by_asc(events::Column::Id)
}

async fn move_event(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: EventId,
    from: StreamStatus,
    to: StreamStatus,
) -> Result<bool> {
    let revision = next_revision(tx, channel).await?;
    let moved = events::Entity::update_many()
        .col_expr(events::Column::Status, Expr::value(word(&to)?))
        .col_expr(events::Column::Revision, Expr::value(revision))
        .filter(events::Column::ChannelId.eq(channel.0))
        .filter(events::Column::Id.eq(id.0))
        .filter(events::Column::Status.eq(word(&from)?))
        .exec(tx)
        .await?;
    Ok(moved.rows_affected == 1)
}

/// Counts a change. The channel's row stays locked until the end, so that revisions become visible in their order.
async fn next_revision(tx: &DatabaseTransaction, channel: ChannelId) -> Result<i64> {
    let counted = channels::Entity::update_many()
        .col_expr(channels::Column::GamesVersion, Expr::col(channels::Column::GamesVersion).add(1))
        .filter(channels::Column::Id.eq(channel.0))
        .exec_with_returning(tx)
        .await?;
    let [channels::Model { games_version, .. }] = counted.as_slice() else {
        return Err(Error::Conflict(format!("channel {channel} is gone")));
    };
    Ok(*games_version)
}
