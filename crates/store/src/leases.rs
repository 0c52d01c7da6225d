//! Leases of live games: of several servers on one database, the one that holds and renews the lease records the game.
//! A server that is gone loses the lease; one that restarts under the same id keeps it.

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId, MediaId};
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};

use crate::entities::event::events;
use crate::entities::media::media;
use crate::enum_text::word;
use crate::media::{insert_waiting, of_event, open_states, unended};
use crate::{OpenStream, Result, Store};

/// Length of a lease without a renewal.
pub const STREAM_LEASE: i64 = 15 * Timestamp::SECOND;

/// What a server is known by, the same after a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeId(String);

impl NodeId {
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }
}

/// The outcome of claiming a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// They are kept under this.
    Media(MediaId),
    /// Another server takes them, until then at least.
    Elsewhere(Timestamp),
    /// The game has ended or does not exist.
    Over,
}

impl Store {
    /// The game's encoder is here, but there is nothing to see yet. Gives what its pictures will be kept under, the
    /// same until the stream has ended, and holds it for this server.
    pub async fn stream_take(
        &self,
        channel: ChannelId,
        event: EventId,
        node_id: &NodeId,
        now: Timestamp,
    ) -> Result<Taken> {
        let node_id = node_id.clone();
        self.write(move |tx| {
            let node_id = node_id.clone();
            Box::pin(async move { take(tx, channel, event, &node_id, now).await })
        })
        .await
    }

    /// Claims an open stream. A stream of another server is only claimed with `also_theirs` and after its lease has
    /// expired. Returns whether it is ours.
    pub async fn stream_take_open(
        &self,
        stream: OpenStream,
        node_id: &NodeId,
        also_theirs: bool,
        now: Timestamp,
    ) -> Result<bool> {
        let node_id = node_id.clone();
        self.write(move |tx| {
            let node_id = node_id.clone();
            Box::pin(async move {
                let free = if also_theirs { free_for(&node_id, now) } else { ours_or_nobodys(&node_id) };
                let taken = media::Entity::update_many()
                    .col_expr(media::Column::Holder, Expr::value(node_id.0))
                    .col_expr(media::Column::HeldUntil, Expr::value(now.plus(STREAM_LEASE).0))
                    .filter(media::Column::ChannelId.eq(stream.channel.0))
                    .filter(media::Column::Id.eq(stream.media.0))
                    .filter(media::Column::State.is_in(open_states()?))
                    .filter(free)
                    .exec(tx)
                    .await?;
                Ok(taken.rows_affected > 0)
            })
        })
        .await
    }

    /// Renews the leases of streams with a connected encoder. Returns the streams that another server has taken, with
    /// or without an encoder here.
    pub async fn streams_renew(
        &self,
        here: Vec<MediaId>,
        away: Vec<MediaId>,
        node_id: &NodeId,
        now: Timestamp,
    ) -> Result<Vec<MediaId>> {
        if here.is_empty() && away.is_empty() {
            return Ok(Vec::new());
        }
        let node_id = node_id.clone();
        self.write(move |tx| {
            let node_id = node_id.clone();
            let here: Vec<i64> = here.iter().map(|media| media.0).collect();
            let all: Vec<i64> = away.iter().map(|media| media.0).chain(here.iter().copied()).collect();
            Box::pin(async move {
                media::Entity::update_many()
                    .col_expr(media::Column::Holder, Expr::value(node_id.0.clone()))
                    .col_expr(media::Column::HeldUntil, Expr::value(now.plus(STREAM_LEASE).0))
                    .filter(media::Column::Id.is_in(here))
                    .filter(ours_or_nobodys(&node_id))
                    .exec(tx)
                    .await?;
                let lost = media::Entity::find()
                    .filter(media::Column::Id.is_in(all))
                    .filter(media::Column::Holder.ne(node_id.0))
                    .all(tx)
                    .await?;
                Ok(lost.into_iter().map(|row| MediaId(row.id)).collect())
            })
        })
        .await
    }

    /// Releases all streams of a stopping server.
    pub async fn streams_release(&self, node_id: &NodeId) -> Result<()> {
        let node_id = node_id.clone();
        self.write(move |tx| {
            let node_id = node_id.clone();
            Box::pin(async move {
                media::Entity::update_many()
                    .col_expr(media::Column::Holder, Expr::value(None::<String>))
                    .col_expr(media::Column::HeldUntil, Expr::value(None::<i64>))
                    .filter(media::Column::Holder.eq(node_id.0))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

async fn take(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    event: EventId,
    node_id: &NodeId,
    now: Timestamp,
) -> Result<Taken> {
    let finished = word(&StreamStatus::Finished)?;
    // Locked, so that two servers do not both find no stream and begin one.
    let game = events::Entity::find().filter(of_event(channel, event)).filter(events::Column::Status.ne(finished));
    if game.lock_exclusive().one(tx).await?.is_none() {
        return Ok(Taken::Over);
    }
    let held = Expr::value(now.plus(STREAM_LEASE).0);
    let ours = media::Entity::update_many()
        .col_expr(media::Column::Holder, Expr::value(node_id.0.clone()))
        .col_expr(media::Column::HeldUntil, held)
        .filter(unended(channel, event)?)
        .filter(free_for(node_id, now))
        .exec_with_returning(tx)
        .await?;
    if let Some(ours) = ours.first() {
        return Ok(Taken::Media(MediaId(ours.id)));
    }
    if let Some(theirs) = media::Entity::find().filter(unended(channel, event)?).one(tx).await? {
        return Ok(Taken::Elsewhere(Timestamp(theirs.held_until.unwrap_or(now.0))));
    }
    let new = insert_waiting(tx, channel, event, (&node_id.0, now.plus(STREAM_LEASE)), now).await?;
    Ok(Taken::Media(new))
}

/// No other server has it, or the lease has expired.
fn free_for(node_id: &NodeId, now: Timestamp) -> Condition {
    ours_or_nobodys(node_id).add(media::Column::HeldUntil.lte(now.0))
}

/// Ours, also after the lease has expired, if no other server has taken it.
pub(crate) fn ours_or_nobodys(node_id: &NodeId) -> Condition {
    Condition::any().add(media::Column::Holder.is_null()).add(media::Column::Holder.eq(node_id.0.as_str()))
}
