//! Jobs that make the files of clips. A job is retried after a crash.

use domain::clip::{ClipFailure, ClipFormat, ClipState};
use domain::ids::{ChannelId, ClipId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter};
use serde::{Deserialize, Serialize};

use super::this;
use crate::entities::clip::{clips, exports};
use crate::enum_text::{from_json, from_word, json, word};
use crate::jobs::{self, Failed, Job, JobKind};
use crate::{Result, Store};

/// After this many attempts the member has to retry by hand.
const TRIES: i32 = 3;

/// What a job to cut a clip, or to clear up after it, knows.
#[derive(Serialize, Deserialize)]
pub(super) struct CutClip {
    pub(super) clip: i64,
}

/// The clip that a job cuts, or clears up after.
pub(crate) fn clip_of_removal(payload: serde_json::Value) -> Result<ClipId> {
    let CutClip { clip } = from_json(payload)?;
    Ok(ClipId(clip))
}

/// Queues the deletion of a clip's files, in the transaction that deletes the row.
pub(super) async fn queue_removal(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: ClipId,
    now: Timestamp,
) -> Result<()> {
    jobs::queue(tx, channel, JobKind::RemoveClip, json(&CutClip { clip: id.0 })?, now).await
}

/// A clip's poster or one of its other formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClipWork {
    pub clip: ClipId,
    /// Nothing for its poster.
    pub export: Option<(ClipFormat, bool)>,
}

/// How far a clip in another form has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipExport {
    pub state: ClipState,
    pub failure: Option<ClipFailure>,
    /// How many are made before it, itself included.
    pub place: Option<u64>,
}

impl Store {
    /// Which clip a job is about, that is to cut it or to clear up after it; it may be gone.
    pub fn clip_of_job(&self, job: &Job) -> Result<ClipId> {
        clip_of_removal(job.payload.clone())
    }

    /// The clip's file can be had; its poster is made next.
    pub async fn clip_ready(&self, job: Job, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move {
                if !jobs::finish(tx, &job).await? {
                    return Ok(());
                }
                let CutClip { clip } = from_json(job.payload.clone())?;
                let clip = ClipId(clip);
                clips::Entity::update_many()
                    .col_expr(clips::Column::State, Expr::value(word(&ClipState::Ready)?))
                    .col_expr(clips::Column::Failure, Expr::value(None::<String>))
                    .filter(this(job.channel, clip))
                    .exec(tx)
                    .await?;
                let poster = json(&ClipWork { clip, export: None })?;
                jobs::queue(tx, job.channel, JobKind::ClipPoster, poster, now).await
            })
        })
        .await
    }

    /// The clip failed: it is retried, or marked as failed with the reason.
    pub async fn clip_failed(&self, job: Job, why: ClipFailure, for_good: bool, now: Timestamp) -> Result<Failed> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move {
                let why = word(&why)?;
                if !for_good && job.attempts < TRIES {
                    return jobs::fail(tx, &job, &why, false, now).await;
                }
                if !jobs::finish(tx, &job).await? {
                    return Ok(Failed::Lost);
                }
                let CutClip { clip } = from_json(job.payload.clone())?;
                clips::Entity::update_many()
                    .col_expr(clips::Column::State, Expr::value(word(&ClipState::Failed)?))
                    .col_expr(clips::Column::Failure, Expr::value(why))
                    .filter(this(job.channel, ClipId(clip)))
                    .exec(tx)
                    .await?;
                Ok(Failed::Dead)
            })
        })
        .await
    }

    /// Has a clip cut again that failed; nothing happens to others.
    pub async fn clip_retry(&self, channel: ChannelId, id: ClipId, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                let again = clips::Entity::update_many()
                    .col_expr(clips::Column::State, Expr::value(word(&ClipState::Processing)?))
                    .col_expr(clips::Column::Failure, Expr::value(None::<String>))
                    .filter(this(channel, id))
                    .filter(clips::Column::State.eq(word(&ClipState::Failed)?))
                    .exec(tx)
                    .await?;
                if again.rows_affected > 0 {
                    jobs::queue(tx, channel, JobKind::CutClip, json(&CutClip { clip: id.0 })?, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Which one of those that are still to be cut a clip is, of all channels: they are cut one after the other, and
    /// one that is tried again waits behind all the others.
    pub async fn clip_place(&self, id: ClipId) -> Result<u64> {
        let place = jobs::place(self, JobKind::CutClip, json(&CutClip { clip: id.0 })?).await?;
        // One whose job was done a moment ago is as good as next.
        Ok(place.unwrap_or(1))
    }

    /// What a job is to make of a clip.
    pub fn clip_work(&self, job: &Job) -> Result<ClipWork> {
        from_json(job.payload.clone())
    }

    pub async fn clip_has_poster(&self, channel: ChannelId, id: ClipId) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                clips::Entity::update_many()
                    .col_expr(clips::Column::HasPoster, Expr::value(true))
                    .filter(this(channel, id))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// The state of a clip's other format. The first request queues it; a failed one is queued again if the member asks
    /// for a retry.
    pub async fn clip_want_export(
        &self,
        channel: ChannelId,
        clip: ClipId,
        form: (ClipFormat, bool),
        anew: bool,
        now: Timestamp,
    ) -> Result<ClipExport> {
        let known = self.export(channel, clip, form).await?;
        if let Some(known) = known.filter(|known| !(anew && known.state == ClipState::Failed)) {
            return Ok(known);
        }
        self.write(move |tx| {
            Box::pin(async move {
                // It is a new one from here on, and waits behind the others.
                exports::Entity::delete_many()
                    .filter(of_form(channel, clip, form)?)
                    .filter(exports::Column::State.eq(word(&ClipState::Failed)?))
                    .exec(tx)
                    .await?;
                let row = exports::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    clip_id: Set(clip.0),
                    format: Set(word(&form.0)?),
                    watermark: Set(form.1),
                    state: Set(word(&ClipState::Processing)?),
                    failure: Set(None),
                    created_at: Set(now.0),
                };
                let columns = [exports::Column::ClipId, exports::Column::Format, exports::Column::Watermark];
                let kept = OnConflict::columns(columns).do_nothing().to_owned();
                let inserted = exports::Entity::insert(row).on_conflict(kept).exec_without_returning(tx).await?;
                if inserted > 0 {
                    let work = json(&ClipWork { clip, export: Some(form) })?;
                    jobs::queue(tx, channel, JobKind::ExportClip, work, now).await?;
                }
                Ok(())
            })
        })
        .await?;
        let begun = ClipExport { state: ClipState::Processing, failure: None, place: None };
        Ok(self.export(channel, clip, form).await?.unwrap_or(begun))
    }

    async fn export(&self, channel: ChannelId, clip: ClipId, form: (ClipFormat, bool)) -> Result<Option<ClipExport>> {
        let Some(row) = exports::Entity::find().filter(of_form(channel, clip, form)?).one(self.read()).await? else {
            return Ok(None);
        };
        let state = from_word(row.state)?;
        let place = if state == ClipState::Processing {
            let up_to_it = exports::Entity::find()
                .filter(exports::Column::State.eq(word(&ClipState::Processing)?))
                .filter(exports::Column::Id.lte(row.id));
            // One that is done between the two looks was the first.
            Some(Ord::max(up_to_it.count(self.read()).await?, 1))
        } else {
            None
        };
        Ok(Some(ClipExport { state, failure: row.failure.map(from_word).transpose()?, place }))
    }

    /// A clip in another form is there, or cannot be made.
    pub async fn export_ended(&self, job: Job, work: ClipWork, failure: Option<ClipFailure>) -> Result<()> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move {
                if !jobs::finish(tx, &job).await? {
                    return Ok(());
                }
                let Some(form) = work.export else { return Ok(()) };
                let state = if failure.is_some() { ClipState::Failed } else { ClipState::Ready };
                let failure = failure.map(|why| word(&why)).transpose()?;
                exports::Entity::update_many()
                    .col_expr(exports::Column::State, Expr::value(word(&state)?))
                    .col_expr(exports::Column::Failure, Expr::value(failure))
                    .filter(of_form(job.channel, work.clip, form)?)
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

fn of_form(channel: ChannelId, clip: ClipId, (format, watermark): (ClipFormat, bool)) -> Result<Condition> {
    Ok(Condition::all()
        .add(exports::Column::ChannelId.eq(channel.0))
        .add(exports::Column::ClipId.eq(clip.0))
        .add(exports::Column::Format.eq(word(&format)?))
        .add(exports::Column::Watermark.eq(watermark)))
}
