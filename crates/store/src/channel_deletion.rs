//! Marks a channel as deleted, and brings it back. Until it is erased, its rows and files stay as they are.

use domain::channel::DELETED_CHANNEL_LIFE;
use domain::commerce::order::State;
use domain::commerce::renewal::{Cancellation, Subscription};
use domain::event::StreamStatus;
use domain::ids::ChannelId;
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::Json;
use sea_orm::sea_query::SimpleExpr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};

use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::entities::event::events;
use crate::entities::job::jobs;
use crate::entities::media::media;
use crate::entities::order::{orders, subscriptions};
use crate::enum_text::{from_json, word};
use crate::jobs::{JobKind, WAITING};
use crate::media::open_states;
use crate::subscriptions::paid;
use crate::{Result, Store};

/// Named of each obstacle; the others are counted.
const MAX_NAMED: u64 = 20;
/// Subscriptions that are looked at at once.
const AT_ONCE: u64 = 1_000;

/// Rows that stand in the way: the first of them, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub ids: Vec<i64>,
    pub total: u64,
}

/// What stands in the way of deleting a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacles {
    /// Viewers are still served.
    pub is_served: bool,
    pub live_games: Named,
    /// Orders whose payment is undecided.
    pub open_orders: Named,
    /// The newest orders of subscriptions that may be charged again; the total counts the subscriptions.
    pub renewing_orders: Named,
    /// What the card provider is still to be told: refunds and cancellations.
    pub payment_jobs: u64,
}

impl Obstacles {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelDeletion {
    /// Since then; it was deleted now or before.
    Deleted(Timestamp),
    Obstructed,
    NotFound,
}

impl Store {
    /// What stands in the way of deleting the channel now.
    pub async fn channel_obstacles(&self, channel: ChannelId) -> Result<Obstacles> {
        obstacles(self.read(), channel).await
    }

    /// How many subscriptions of the channel may be charged again.
    pub async fn renewing_count(&self, channel: ChannelId) -> Result<u64> {
        Ok(renewing_orders(self.read(), channel).await?.total)
    }

    /// Marks the channel as deleted, unless something stands in the way.
    pub async fn channel_delete(&self, channel: ChannelId, entry: AuditEntry) -> Result<ChannelDeletion> {
        // A channel with many subscriptions is looked through before the writer is held for it.
        if !self.channel_obstacles(channel).await?.is_none() {
            return Ok(ChannelDeletion::Obstructed);
        }
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let found = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = found else { return Ok(ChannelDeletion::NotFound) };
                if let Some(since) = row.deleted_at {
                    return Ok(ChannelDeletion::Deleted(Timestamp(since)));
                }
                if !obstacles(tx, channel).await?.is_none() {
                    return Ok(ChannelDeletion::Obstructed);
                }
                mark(tx, row, Some(entry.at)).await?;
                audit::record(tx, &entry).await?;
                Ok(ChannelDeletion::Deleted(entry.at))
            })
        })
        .await
    }

    /// Brings a deleted channel back, paused as it was deleted; false if there is none to be brought back. One that is
    /// back already is left alone.
    pub async fn channel_restore(&self, channel: ChannelId, entry: AuditEntry) -> Result<bool> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let found = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = found else { return Ok(false) };
                match row.deleted_at {
                    None => return Ok(true),
                    // The next round erases it: until then nobody counts on it.
                    Some(since) if Timestamp(since).plus(DELETED_CHANNEL_LIFE) <= entry.at => return Ok(false),
                    Some(_) => {}
                }
                mark(tx, row, None).await?;
                audit::record(tx, &entry).await?;
                Ok(true)
            })
        })
        .await
    }

    /// Deleted channels with orders that are not decided: begun in the moment of the deletion.
    pub async fn deleted_channels_with_open_orders(&self) -> Result<Vec<ChannelId>> {
        let with_orders = orders::Entity::find().select_only().column(orders::Column::ChannelId).filter(undecided()?);
        let deleted = channels::Entity::find()
            .select_only()
            .column(channels::Column::Id)
            .filter(channels::Column::DeletedAt.is_not_null())
            .filter(channels::Column::Id.in_subquery(with_orders.into_query()));
        let ids: Vec<i64> = deleted.into_tuple().all(self.read()).await?;
        Ok(ids.into_iter().map(ChannelId).collect())
    }
}

/// Every server reads the channel anew.
async fn mark(tx: &DatabaseTransaction, row: channels::Model, deleted_at: Option<Timestamp>) -> Result<()> {
    let version = row.version + 1;
    let mut row = row.into_active_model();
    row.deleted_at = Set(deleted_at.map(|at| at.0));
    row.version = Set(version);
    row.update(tx).await?;
    Ok(())
}

pub(crate) async fn obstacles(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Obstacles> {
    let row = channels::Entity::find_by_id(channel.0).one(db).await?;
    let payment_jobs = jobs::Entity::find()
        .filter(jobs::Column::ChannelId.eq(channel.0))
        .filter(jobs::Column::Kind.eq(JobKind::CommerceJob.word()))
        .filter(jobs::Column::State.eq(WAITING))
        .count(db)
        .await?;
    Ok(Obstacles {
        is_served: row.is_some_and(|row| row.paused_at.is_none()),
        live_games: live_games(db, channel).await?,
        open_orders: open_orders(db, channel).await?,
        renewing_orders: renewing_orders(db, channel).await?,
        payment_jobs,
    })
}

/// Games that are live, or whose encoder is here.
async fn live_games(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Named> {
    let streams = media::Entity::find()
        .select_only()
        .column(media::Column::EventId)
        .filter(media::Column::ChannelId.eq(channel.0))
        .filter(media::Column::EventId.is_not_null())
        .filter(media::Column::State.is_in(open_states()?));
    let is_live = Condition::any()
        .add(events::Column::Status.eq(word(&StreamStatus::Live)?))
        .add(events::Column::Id.in_subquery(streams.into_query()));
    let live = events::Entity::find().filter(events::Column::ChannelId.eq(channel.0)).filter(is_live);
    Ok(Named { ids: first(live.clone(), events::Column::Id).into_tuple().all(db).await?, total: live.count(db).await? })
}

async fn open_orders(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Named> {
    let open = orders::Entity::find().filter(orders::Column::ChannelId.eq(channel.0)).filter(undecided()?);
    Ok(Named { ids: first(open.clone(), orders::Column::Id).into_tuple().all(db).await?, total: open.count(db).await? })
}

pub(crate) fn undecided() -> Result<SimpleExpr> {
    let undecided = State::ALL.iter().filter(|state| state.is_undecided()).map(word).collect::<Result<Vec<_>>>()?;
    Ok(orders::Column::State.is_in(undecided))
}

fn first<E: EntityTrait>(found: Select<E>, id: E::Column) -> Select<E> {
    found.select_only().column(id).order_by_asc(id).limit(MAX_NAMED)
}

/// The newest orders of subscriptions that were paid or tried, and that the provider has not ended.
async fn renewing_orders(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Named> {
    let (mut named, mut after) = (Named::default(), 0);
    loop {
        let rows: Vec<(i64, Json)> = subscriptions::Entity::find()
            .select_only()
            .columns([subscriptions::Column::Id, subscriptions::Column::Known])
            .filter(subscriptions::Column::ChannelId.eq(channel.0))
            .filter(subscriptions::Column::Id.in_subquery(paid(channel)))
            .filter(subscriptions::Column::Id.gt(after))
            .order_by_asc(subscriptions::Column::Id)
            .limit(AT_ONCE)
            .into_tuple()
            .all(db)
            .await?;
        let Some((last, _)) = rows.last() else { return Ok(named) };
        after = *last;
        for (subscription, known) in rows {
            let known: Subscription = from_json(known)?;
            // The provider may charge until it has confirmed that it does not.
            if known.ended_at.is_some() || known.cancellation == Some(Cancellation::Finished) {
                continue;
            }
            named.total += 1;
            if named.total <= MAX_NAMED {
                named.ids.extend(newest_order(db, channel, subscription).await?);
            }
        }
    }
}

async fn newest_order(db: &impl ConnectionTrait, channel: ChannelId, subscription: i64) -> Result<Option<i64>> {
    let newest = orders::Entity::find()
        .select_only()
        .column(orders::Column::Id)
        .filter(orders::Column::ChannelId.eq(channel.0))
        .filter(orders::Column::SubscriptionId.eq(subscription))
        .order_by_desc(orders::Column::Id);
    Ok(newest.into_tuple().one(db).await?)
}
