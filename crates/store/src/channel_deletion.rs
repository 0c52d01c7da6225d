//! Deletes a channel as a whole: its rows in one transaction, which also notes the files that are to follow.

use domain::commerce::order::State;
use domain::commerce::renewal::{Cancellation, Subscription};
use domain::event::StreamStatus;
use domain::ids::{ChannelId, ClipId, MediaId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect,
};
use serde::{Deserialize, Serialize};

use crate::audit::{self, AuditEntry};
use crate::clips::clip_of_removal;
use crate::entities::channel::{aliases, channels, deleted};
use crate::entities::clip::clips;
use crate::entities::event::events;
use crate::entities::job::jobs;
use crate::entities::media::media;
use crate::entities::order::{orders, subscriptions};
use crate::entities::upload::uploads;
use crate::enum_text::{from_json, json, word};
use crate::jobs::{JobKind, WAITING};
use crate::media::open_states;
use crate::subscriptions::paid;
use crate::uploads::media_of_removal;
use crate::{Result, Store};

/// Named of each obstacle; the others are counted.
const MAX_NAMED: usize = 20;

/// Rows that stand in the way: the first of them, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub ids: Vec<i64>,
    pub total: u64,
}

impl Named {
    fn of(mut ids: Vec<i64>) -> Self {
        let total = ids.len() as u64;
        ids.truncate(MAX_NAMED);
        Self { ids, total }
    }
}

/// What stands in the way of deleting a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacles {
    /// Viewers are still served.
    pub is_served: bool,
    pub live_games: Named,
    /// Orders whose payment is undecided.
    pub open_orders: Named,
    /// Orders that began a subscription which may be charged again.
    pub renewing_orders: Named,
    /// What the card provider is still to be told: refunds and cancellations.
    pub payment_jobs: u64,
}

impl Obstacles {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// The files of a deleted channel, by what they are found by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelFiles {
    /// Of its pictures and prerolls.
    pub aliases: Vec<String>,
    pub media: Vec<MediaId>,
    pub clips: Vec<ClipId>,
    pub uploads: Vec<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelDeletion {
    Deleted,
    Obstructed,
    NotFound,
}

impl Store {
    /// What stands in the way of deleting the channel now.
    pub async fn channel_obstacles(&self, channel: ChannelId) -> Result<Obstacles> {
        obstacles(self.read(), channel).await
    }

    /// Deletes the channel with all its rows, unless something stands in the way. The audit log stays.
    pub async fn channel_delete(&self, channel: ChannelId, entry: AuditEntry) -> Result<ChannelDeletion> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let found = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = found else { return Ok(ChannelDeletion::NotFound) };
                if !obstacles(tx, channel).await?.is_none() {
                    return Ok(ChannelDeletion::Obstructed);
                }
                let gone = deleted::ActiveModel {
                    id: Set(channel.0),
                    alias: Set(row.alias.clone()),
                    deleted_at: Set(entry.at.0),
                    files: Set(json(&files(tx, channel, row.alias).await?)?),
                    files_deleted_at: Set(None),
                };
                gone.insert(tx).await?;
                // Every table of a channel refers to it, and its rows go with it.
                channels::Entity::delete_by_id(channel.0).exec(tx).await?;
                audit::record(tx, &entry).await?;
                Ok(ChannelDeletion::Deleted)
            })
        })
        .await
    }

    /// Whether there was such a channel.
    pub async fn channel_was_deleted(&self, channel: ChannelId) -> Result<bool> {
        Ok(deleted::Entity::find_by_id(channel.0).one(self.read()).await?.is_some())
    }

    /// Deleted channels whose files are still there.
    pub async fn channels_with_files_left(&self) -> Result<Vec<(ChannelId, ChannelFiles)>> {
        let rows = deleted::Entity::find().filter(deleted::Column::FilesDeletedAt.is_null()).all(self.read()).await?;
        rows.into_iter().map(|row| Ok((ChannelId(row.id), from_json(row.files)?))).collect()
    }

    /// The files of a deleted channel are gone.
    pub async fn channel_files_deleted(&self, channel: ChannelId, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                deleted::Entity::update_many()
                    .col_expr(deleted::Column::FilesDeletedAt, Expr::value(now.0))
                    .col_expr(deleted::Column::Files, Expr::value(json(&ChannelFiles::default())?))
                    .filter(deleted::Column::Id.eq(channel.0))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

async fn obstacles(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Obstacles> {
    let row = channels::Entity::find_by_id(channel.0).one(db).await?;
    let payment_jobs = jobs::Entity::find()
        .filter(jobs::Column::ChannelId.eq(channel.0))
        .filter(jobs::Column::Kind.eq(JobKind::CommerceJob.word()))
        .filter(jobs::Column::State.eq(WAITING))
        .count(db)
        .await?;
    Ok(Obstacles {
        is_served: row.is_some_and(|row| row.paused_at.is_none()),
        live_games: Named::of(live_games(db, channel).await?),
        open_orders: Named::of(open_orders(db, channel).await?),
        renewing_orders: Named::of(renewing_orders(db, channel).await?),
        payment_jobs,
    })
}

/// Games that are live, or whose encoder is here.
async fn live_games(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Vec<i64>> {
    let streams = media::Entity::find()
        .select_only()
        .column(media::Column::EventId)
        .filter(media::Column::ChannelId.eq(channel.0))
        .filter(media::Column::EventId.is_not_null())
        .filter(media::Column::State.is_in(open_states()?));
    let streams: Vec<i64> = streams.into_tuple().all(db).await?;
    let is_live = Condition::any()
        .add(events::Column::Status.eq(word(&StreamStatus::Live)?))
        .add(events::Column::Id.is_in(streams));
    let live = events::Entity::find()
        .select_only()
        .column(events::Column::Id)
        .filter(events::Column::ChannelId.eq(channel.0))
        .filter(is_live);
    Ok(live.into_tuple().all(db).await?)
}

async fn open_orders(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Vec<i64>> {
    let undecided = State::ALL.iter().filter(|state| state.is_undecided()).map(word).collect::<Result<Vec<_>>>()?;
    let open = orders::Entity::find()
        .select_only()
        .column(orders::Column::Id)
        .filter(orders::Column::ChannelId.eq(channel.0))
        .filter(orders::Column::State.is_in(undecided));
    Ok(open.into_tuple().all(db).await?)
}

/// The newest orders of subscriptions that were paid or tried, and that the provider has not ended.
async fn renewing_orders(db: &impl ConnectionTrait, channel: ChannelId) -> Result<Vec<i64>> {
    let found = subscriptions::Entity::find()
        .filter(subscriptions::Column::ChannelId.eq(channel.0))
        .filter(subscriptions::Column::Id.in_subquery(paid(channel)))
        .all(db)
        .await?;
    let mut renewing = Vec::new();
    for row in found {
        let known: Subscription = from_json(row.known)?;
        // The provider may charge until it has confirmed that it does not.
        if known.ended_at.is_none() && known.cancellation != Some(Cancellation::Finished) {
            renewing.push(row.id);
        }
    }
    let mut newest = Vec::new();
    for chunk in renewing.chunks(crate::import::CHUNK) {
        let of_chunk = orders::Entity::find()
            .select_only()
            .column_as(orders::Column::Id.max(), "id")
            .filter(orders::Column::ChannelId.eq(channel.0))
            .filter(orders::Column::SubscriptionId.is_in(chunk.iter().copied()))
            .group_by(orders::Column::SubscriptionId);
        newest.extend(of_chunk.into_tuple::<i64>().all(db).await?);
    }
    newest.sort_unstable();
    Ok(newest)
}

async fn files(db: &impl ConnectionTrait, channel: ChannelId, alias: String) -> Result<ChannelFiles> {
    let mut aliases: Vec<String> = aliases::Entity::find()
        .select_only()
        .column(aliases::Column::Alias)
        .filter(aliases::Column::ChannelId.eq(channel.0))
        .into_tuple()
        .all(db)
        .await?;
    aliases.push(alias);
    let media = media::Entity::find().select_only().column(media::Column::Id);
    let media = media.filter(media::Column::ChannelId.eq(channel.0)).into_tuple::<i64>().all(db).await?;
    let clips = clips::Entity::find().select_only().column(clips::Column::Id);
    let clips = clips.filter(clips::Column::ChannelId.eq(channel.0)).into_tuple::<i64>().all(db).await?;
    let uploads = uploads::Entity::find().select_only().column(uploads::Column::Id);
    let uploads = uploads.filter(uploads::Column::ChannelId.eq(channel.0)).into_tuple().all(db).await?;
    let mut files = ChannelFiles {
        aliases,
        media: media.into_iter().map(MediaId).collect(),
        clips: clips.into_iter().map(ClipId).collect(),
        uploads,
    };
    // What was deleted before, and whose files a job would have deleted.
    let removals = [JobKind::RemoveClip, JobKind::RemoveMedia].map(JobKind::word);
    let removals = jobs::Entity::find()
        .filter(jobs::Column::ChannelId.eq(channel.0))
        .filter(jobs::Column::Kind.is_in(removals))
        .all(db)
        .await?;
    for job in removals {
        if job.kind == JobKind::RemoveClip.word() {
            files.clips.push(clip_of_removal(job.payload)?);
        } else {
            files.media.push(media_of_removal(job.payload)?);
        }
    }
    Ok(files)
}
