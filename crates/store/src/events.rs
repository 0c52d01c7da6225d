//! Games: all of a channel, changed ones, and status changes.

use std::collections::HashMap;

use domain::event::{Event, StreamStatus};
use domain::ids::{ChannelId, EventId, ParticipantId};
use domain::time::Timestamp;
use domain::webhook::WebhookFact;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select};

use crate::entities::channel::channels;
use crate::entities::event::{self, event_participants, events};
use crate::enum_text::word;
use crate::{Error, Result, Store, webhook_facts};

/// Read at once; a large channel is read in many parts, so that reading it takes little more than keeping it.
const PART: u64 = 2_000;

impl Store {
    /// All games of the channel, in the order of their ids.
    pub async fn events(&self, channel: ChannelId) -> Result<Vec<Event>> {
        self.in_parts(channel, |all| all).await
    }

    /// The games that changed after the count of changes was `revision`.
    pub async fn events_since(&self, channel: ChannelId, revision: i64) -> Result<Vec<Event>> {
        self.in_parts(channel, |all| all.filter(events::Column::Revision.gt(revision))).await
    }

    async fn in_parts(
        &self,
        channel: ChannelId,
        narrow: impl Fn(Select<events::Entity>) -> Select<events::Entity>,
    ) -> Result<Vec<Event>> {
        let mut found: Vec<Event> = Vec::new();
        loop {
            let after = found.last().map_or(i64::MIN, |last| last.id.0);
            let part = events::Entity::find()
                .filter(events::Column::ChannelId.eq(channel.0))
                .filter(events::Column::Id.gt(after))
                .order_by_asc(events::Column::Id)
                .limit(PART);
            let rows = narrow(part).all(self.read()).await?;
            let is_last = (rows.len() as u64) < PART;
            found.extend(self.with_participants(channel, rows).await?);
            if is_last {
                return Ok(found);
            }
        }
    }

    /// Moves a game from one state to another; false when it was not in the first, so that two servers that both see
    /// the moment come move it once.
    pub async fn event_move(
        &self,
        channel: ChannelId,
        id: EventId,
        from: StreamStatus,
        to: StreamStatus,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(move |tx| Box::pin(move_event(tx, channel, id, from, to, now))).await
    }

    /// Adds to the games their teams and what can be played of them, with one query each for all.
    async fn with_participants(&self, channel: ChannelId, rows: Vec<events::Model>) -> Result<Vec<Event>> {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
        let teams = event_participants::Entity::find()
            .filter(event_participants::Column::ChannelId.eq(channel.0))
            .filter(event_participants::Column::EventId.between(first.id, last.id))
            .order_by_asc(event_participants::Column::EventId)
            .order_by_asc(event_participants::Column::Position);
        let mut teams_of: HashMap<i64, Vec<ParticipantId>> = HashMap::with_capacity(rows.len());
        for team in teams.all(self.read()).await? {
            teams_of.entry(team.event_id).or_default().push(ParticipantId(team.participant_id));
        }
        let mut media_of = self.media_of_events(channel, first.id, last.id).await?;
        rows.into_iter()
            .map(|row| {
                let mut teams = teams_of.remove(&row.id).unwrap_or_default();
                teams.shrink_to_fit();
                let media = media_of.remove(&row.id).unwrap_or_default();
                event::event(row, teams, media)
            })
            .collect()
    }
}

async fn move_event(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: EventId,
    from: StreamStatus,
    to: StreamStatus,
    now: Timestamp,
) -> Result<bool> {
    let revision = next_revision(tx, channel).await?;
    let moved = events::Entity::update_many()
        .col_expr(events::Column::Status, Expr::value(word(&to)?))
        .col_expr(events::Column::Revision, Expr::value(revision))
        .filter(events::Column::ChannelId.eq(channel.0))
        .filter(events::Column::Id.eq(id.0))
        .filter(events::Column::Status.eq(word(&from)?))
        .exec_with_returning(tx)
        .await?;
    let Some(game) = moved.first() else { return Ok(false) };
    record_move(tx, channel, game, from, to, now).await?;
    Ok(true)
}

/// Tells the channel's webhooks that a game moved.
pub(crate) async fn record_move(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    game: &events::Model,
    from: StreamStatus,
    to: StreamStatus,
    now: Timestamp,
) -> Result<()> {
    if from == to {
        return Ok(());
    }
    let fact = WebhookFact::game(EventId(game.id), &game.name, Timestamp(game.starts_at), from, to);
    webhook_facts::record(tx, channel, &fact, now).await
}

/// Counts a change. The channel's row stays locked until the end, so that revisions become visible in their order.
pub(crate) async fn next_revision(tx: &DatabaseTransaction, channel: ChannelId) -> Result<i64> {
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
