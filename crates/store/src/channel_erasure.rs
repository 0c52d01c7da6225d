//! Erases a deleted channel: its rows in one transaction, which also notes the files that are to follow.

use domain::channel::DELETED_CHANNEL_LIFE;
use domain::ids::{ChannelId, ClipId, MediaId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};

use crate::audit::{self, AuditEntry};
use crate::channel_deletion::obstacles;
use crate::clips::clip_of_removal;
use crate::entities::channel::{aliases, channels, erased};
use crate::entities::clip::clips;
use crate::entities::job::jobs;
use crate::entities::media::media;
use crate::entities::upload::uploads;
use crate::enum_text::{from_json, json};
use crate::jobs::JobKind;
use crate::uploads::media_of_removal;
use crate::{Result, Store};

/// The files of an erased channel, by what they are found by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelFiles {
    /// Of its pictures and prerolls.
    pub aliases: Vec<String>,
    pub media: Vec<MediaId>,
    pub clips: Vec<ClipId>,
    pub uploads: Vec<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelErasure {
    Erased,
    /// The provider may still take or return money, or a job still works for the channel.
    Busy,
    /// There is no such deleted channel.
    NotDeleted,
}

impl Store {
    /// Deleted channels whose time is over.
    pub async fn channels_to_erase(&self, now: Timestamp) -> Result<Vec<(ChannelId, String)>> {
        let due = channels::Entity::find()
            .select_only()
            .columns([channels::Column::Id, channels::Column::Alias])
            .filter(channels::Column::DeletedAt.lte(now.plus(-DELETED_CHANNEL_LIFE).0));
        let rows: Vec<(i64, String)> = due.into_tuple().all(self.read()).await?;
        Ok(rows.into_iter().map(|(id, alias)| (ChannelId(id), alias)).collect())
    }

    /// Erases a deleted channel with all its rows. The audit log stays. With `is_due`, only one whose time is over.
    pub async fn channel_erase(&self, channel: ChannelId, is_due: bool, entry: AuditEntry) -> Result<ChannelErasure> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let found = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let before = if is_due { entry.at.plus(-DELETED_CHANNEL_LIFE) } else { entry.at };
                let Some(row) = found.filter(|row| row.deleted_at.is_some_and(|at| at <= before.0)) else {
                    return Ok(ChannelErasure::NotDeleted);
                };
                if !obstacles(tx, channel).await?.is_none() || is_worked_for(tx, channel, entry.at).await? {
                    return Ok(ChannelErasure::Busy);
                }
                let gone = erased::ActiveModel {
                    id: Set(channel.0),
                    alias: Set(row.alias.clone()),
                    erased_at: Set(entry.at.0),
                    files: Set(json(&files(tx, channel, row.alias).await?)?),
                    files_deleted_at: Set(None),
                };
                gone.insert(tx).await?;
                // Every table of a channel refers to it, and its rows go with it.
                channels::Entity::delete_by_id(channel.0).exec(tx).await?;
                audit::record(tx, &entry).await?;
                Ok(ChannelErasure::Erased)
            })
        })
        .await
    }

    /// Whether there was such a channel.
    pub async fn channel_was_erased(&self, channel: ChannelId) -> Result<bool> {
        Ok(erased::Entity::find_by_id(channel.0).one(self.read()).await?.is_some())
    }

    /// Erased channels whose files are still there.
    pub async fn channels_with_files_left(&self) -> Result<Vec<(ChannelId, ChannelFiles)>> {
        let rows = erased::Entity::find().filter(erased::Column::FilesDeletedAt.is_null()).all(self.read()).await?;
        rows.into_iter().map(|row| Ok((ChannelId(row.id), from_json(row.files)?))).collect()
    }

    /// Whether files of the erased channel are still there: its aliases are no other channel's until then.
    pub async fn channel_has_files_left(&self, channel: ChannelId) -> Result<bool> {
        let left = erased::Entity::find_by_id(channel.0).filter(erased::Column::FilesDeletedAt.is_null());
        Ok(left.one(self.read()).await?.is_some())
    }

    /// The files of an erased channel are gone.
    pub async fn channel_files_deleted(&self, channel: ChannelId, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                erased::Entity::update_many()
                    .col_expr(erased::Column::FilesDeletedAt, Expr::value(now.0))
                    .col_expr(erased::Column::Files, Expr::value(json(&ChannelFiles::default())?))
                    .filter(erased::Column::Id.eq(channel.0))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

/// Whether a job runs, which would write files after they were deleted.
async fn is_worked_for(db: &impl ConnectionTrait, channel: ChannelId, now: Timestamp) -> Result<bool> {
    let leased =
        jobs::Entity::find().filter(jobs::Column::ChannelId.eq(channel.0)).filter(jobs::Column::LeasedUntil.gt(now.0));
    Ok(leased.count(db).await? > 0)
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
