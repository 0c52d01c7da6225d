//! Lower renditions of ended recordings: their jobs and progress.

use std::collections::HashMap;

use domain::ids::{ChannelId, MediaId};
use domain::media::{MediaState, RenditionProgress};
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter};
use serde::{Deserialize, Serialize};

use crate::entities::media::media;
use crate::enum_text::{from_json, json, word};
use crate::jobs::{self, Job, JobKind};
use crate::{Result, Store};

/// What a job to make lower renditions knows.
#[derive(Serialize, Deserialize)]
struct MakeRungs {
    media: i64,
}

impl Store {
    /// The recording of a rendition job; `None` if it was deleted.
    pub async fn renditions_recording_of(&self, job: &Job) -> Result<Option<MediaId>> {
        Ok(media::Entity::find().filter(laddered(job)?).one(self.read()).await?.map(|row| MediaId(row.id)))
    }

    /// They have come so far. False when it is not the caller's to do any more.
    pub async fn renditions_progressed(&self, job: Job, rungs: Vec<RenditionProgress>) -> Result<bool> {
        self.write(move |tx| {
            let (job, rungs) = (job.clone(), rungs.clone());
            Box::pin(async move { Ok(jobs::is_held(tx, &job).await? && tell(tx, &job, &rungs).await?) })
        })
        .await
    }

    /// Saves the final state of the renditions and ends the job.
    pub async fn renditions_ended(&self, job: Job, rungs: Vec<RenditionProgress>) -> Result<()> {
        self.write(move |tx| {
            let (job, rungs) = (job.clone(), rungs.clone());
            Box::pin(async move {
                if jobs::finish(tx, &job).await? {
                    tell(tx, &job, &rungs).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// The lower renditions of some of a channel's recordings, as far as they were analysed.
    pub async fn renditions_of(
        &self,
        channel: ChannelId,
        media: &[MediaId],
    ) -> Result<HashMap<MediaId, Vec<RenditionProgress>>> {
        let ids = media.iter().map(|media| media.0);
        let rows = media::Entity::find()
            .filter(media::Column::ChannelId.eq(channel.0))
            .filter(media::Column::Id.is_in(ids))
            .filter(media::Column::Rungs.is_not_null());
        let told = |row: media::Model| Ok((MediaId(row.id), from_json(row.rungs.unwrap_or_default())?));
        rows.all(self.read()).await?.into_iter().map(told).collect()
    }
}

/// Has them made, once what comes first is done.
pub(crate) async fn queue(tx: &DatabaseTransaction, channel: ChannelId, media: MediaId, now: Timestamp) -> Result<()> {
    jobs::queue(tx, channel, JobKind::MakeRenditions, json(&MakeRungs { media: media.0 })?, now).await
}

/// False if the recording was deleted.
async fn tell(tx: &DatabaseTransaction, job: &Job, rungs: &[RenditionProgress]) -> Result<bool> {
    let told = media::Entity::update_many()
        .col_expr(media::Column::Rungs, Expr::value(json(&rungs)?))
        .filter(laddered(job)?)
        .exec(tx)
        .await?;
    Ok(told.rows_affected > 0)
}

fn laddered(job: &Job) -> Result<Condition> {
    let MakeRungs { media } = from_json(job.payload.clone())?;
    Ok(Condition::all()
        .add(media::Column::ChannelId.eq(job.channel.0))
        .add(media::Column::Id.eq(media))
        .add(media::Column::State.eq(word(&MediaState::Ready)?)))
}
