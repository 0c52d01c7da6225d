//! The steps from a complete upload to a playable recording. Each step requires the job's lease; a worker that lost it,
//! or whose upload was cancelled, is told so and changes nothing.

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId, MediaId};
use domain::media::{MediaState, Source};
use domain::time::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};

use super::{ImportVideo, Problem, Upload, UploadState, in_states, this, uploads};
use crate::entities::channel::channels;
use crate::entities::event::events;
use crate::entities::media::media;
use crate::entities::vod::items;
use crate::enum_text::{from_json, from_word, json, word};
use crate::events::record_move;
use crate::jobs::{self, Failed, Job, JobKind};
use crate::media::{this_media, touch};
use crate::{Error, Result, Store, renditions};

/// For so long the files of what was replaced can be put back.
const KEPT_ASIDE: i64 = 7 * Timestamp::DAY;

/// What a job to delete a recording knows.
#[derive(Serialize, Deserialize)]
struct RemoveMedia {
    media: i64,
}

/// The recording whose files a job deletes.
pub(crate) fn media_of_removal(payload: serde_json::Value) -> Result<MediaId> {
    let RemoveMedia { media } = from_json(payload)?;
    Ok(MediaId(media))
}

impl Store {
    /// The upload of an import job; `None` if it was deleted or is already ready.
    pub async fn upload_of(&self, job: &Job) -> Result<Option<Upload>> {
        let found = uploads::Entity::find().filter(in_the_works(job)?).one(self.read()).await?;
        found.map(Upload::try_from).transpose()
    }

    /// It has come so far. False when it is not the caller's to make any more.
    pub async fn upload_progressed(&self, job: Job, state: UploadState, progress: u8, now: Timestamp) -> Result<bool> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move {
                if !jobs::is_held(tx, &job).await? {
                    return Ok(false);
                }
                let moved = uploads::Entity::update_many()
                    .col_expr(uploads::Column::State, Expr::value(word(&state)?))
                    .col_expr(uploads::Column::Progress, Expr::value(i32::from(progress)))
                    .col_expr(uploads::Column::Problem, Expr::value(None::<String>))
                    .col_expr(uploads::Column::ProblemCode, Expr::value(None::<String>))
                    .col_expr(uploads::Column::ChangedAt, Expr::value(now.0))
                    .filter(in_the_works(&job)?)
                    .exec(tx)
                    .await?;
                Ok(moved.rows_affected > 0)
            })
        })
        .await
    }

    /// Publishes the recording in place of earlier uploads of the same game or film; only its pictures are missing.
    /// False if the lease was lost or the upload was cancelled.
    pub async fn upload_imported(&self, job: Job, duration_ms: i64, now: Timestamp) -> Result<bool> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move { imported(tx, &job, duration_ms, now).await })
        })
        .await
    }

    /// The recording whose files a job deletes; `None` if the recording is in use again.
    pub async fn media_replaced(&self, job: &Job) -> Result<Option<MediaId>> {
        let media = media_of_removal(job.payload.clone())?;
        let found = media::Entity::find_by_id(media.0).one(self.read()).await?;
        Ok(found.is_none().then_some(media))
    }

    /// Everything is done but its lower renditions, which are made next.
    pub async fn upload_ready(&self, job: Job, has_pictures: bool, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move {
                let Some(upload) = end(tx, &job, UploadState::Ready, None, now).await? else { return Ok(()) };
                media::Entity::update_many()
                    .col_expr(media::Column::HasPictures, Expr::value(has_pictures))
                    .filter(this_media(job.channel, upload.media_id.unwrap_or_default()))
                    .exec(tx)
                    .await?;
                if let Some(media) = upload.media_id {
                    renditions::queue(tx, job.channel, MediaId(media), now).await?;
                }
                touch_target(tx, job.channel, &upload).await
            })
        })
        .await
    }

    /// It cannot be used.
    pub async fn upload_failed(&self, job: Job, problem: Problem, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let (job, problem) = (job.clone(), problem.clone());
            Box::pin(async move { fail_for_good(tx, &job, problem, now).await })
        })
        .await
    }

    /// Making it ready failed for a reason that may pass: it is tried again later, and then given up.
    pub async fn upload_stumbled(&self, job: Job, problem: Problem, now: Timestamp) -> Result<Failed> {
        self.write(move |tx| {
            let (job, problem) = (job.clone(), problem.clone());
            Box::pin(async move {
                if job.attempts >= jobs::TRIES {
                    fail_for_good(tx, &job, problem, now).await?;
                    return Ok(Failed::Dead);
                }
                let outcome = jobs::fail(tx, &job, &problem.text, false, now).await?;
                if outcome != Failed::Lost {
                    wait_for_turn(tx, &job, problem).await?;
                }
                Ok(outcome)
            })
        })
        .await
    }
}

/// A published upload stays published; others start again.
async fn wait_for_turn(tx: &DatabaseTransaction, job: &Job, problem: Problem) -> Result<()> {
    uploads::Entity::update_many()
        .col_expr(uploads::Column::Problem, Expr::value(problem.text))
        .col_expr(uploads::Column::ProblemCode, Expr::value(problem.code))
        .filter(in_the_works(job)?)
        .exec(tx)
        .await?;
    uploads::Entity::update_many()
        .col_expr(uploads::Column::State, Expr::value(word(&UploadState::Received)?))
        .filter(in_the_works(job)?)
        .filter(uploads::Column::State.ne(word(&UploadState::Pictures)?))
        .exec(tx)
        .await?;
    Ok(())
}

async fn imported(tx: &DatabaseTransaction, job: &Job, duration_ms: i64, now: Timestamp) -> Result<bool> {
    if !jobs::is_held(tx, job).await? {
        return Ok(false);
    }
    let moved = uploads::Entity::update_many()
        .col_expr(uploads::Column::State, Expr::value(word(&UploadState::Pictures)?))
        .col_expr(uploads::Column::Progress, Expr::value(100))
        .col_expr(uploads::Column::ChangedAt, Expr::value(now.0))
        .filter(in_the_works(job)?)
        .exec_with_returning(tx)
        .await?;
    let Some(upload) = moved.into_iter().next() else { return Ok(false) };
    let made = upload.media_id.unwrap_or_default();
    media::Entity::update_many()
        .col_expr(media::Column::State, Expr::value(word(&MediaState::Ready)?))
        .col_expr(media::Column::DurationMs, Expr::value(duration_ms))
        .filter(this_media(job.channel, made))
        .exec(tx)
        .await?;
    let replaced = media::Entity::delete_many()
        .filter(media::Column::ChannelId.eq(job.channel.0))
        .filter(of_same_target(&upload)?)
        .filter(media::Column::Source.eq(word(&Source::Upload)?))
        .filter(media::Column::State.is_in([word(&MediaState::Ready)?, word(&MediaState::Failed)?]))
        .filter(media::Column::Id.ne(made))
        .exec_with_returning(tx)
        .await?;
    let seconds = i32::try_from(duration_ms / 1000).unwrap_or(i32::MAX);
    if let Some(event) = upload.event_id {
        // A game that went live meanwhile is still played: its stream ends it.
        let live = word(&StreamStatus::Live)?;
        let game = events::Entity::find()
            .filter(events::Column::ChannelId.eq(job.channel.0))
            .filter(events::Column::Id.eq(event))
            .filter(events::Column::Status.ne(live.as_str()))
            .lock_exclusive()
            .one(tx)
            .await?;
        events::Entity::update_many()
            .col_expr(events::Column::Status, Expr::value(word(&StreamStatus::Finished)?))
            .col_expr(events::Column::DurationS, Expr::value(seconds))
            .filter(events::Column::ChannelId.eq(job.channel.0))
            .filter(events::Column::Id.eq(event))
            .filter(events::Column::Status.ne(live))
            .exec(tx)
            .await?;
        if let Some(game) = game {
            let from = from_word(game.status.clone())?;
            record_move(tx, job.channel, &game, from, StreamStatus::Finished, now).await?;
        }
    }
    if let Some(film) = upload.vod_item_id {
        items::Entity::update_many()
            .col_expr(items::Column::DurationS, Expr::value(seconds))
            .filter(items::Column::ChannelId.eq(job.channel.0))
            .filter(items::Column::Id.eq(film))
            .exec(tx)
            .await?;
    }
    for old in replaced {
        let payload = json(&RemoveMedia { media: old.id })?;
        jobs::queue(tx, job.channel, JobKind::RemoveMedia, payload, now.plus(KEPT_ASIDE)).await?;
    }
    touch_target(tx, job.channel, &upload).await?;
    Ok(true)
}

/// What belongs to the upload's own game or film. A column that is compared with `None` would be one without any, which
/// is everything else of the channel.
fn of_same_target(upload: &uploads::Model) -> Result<Expr> {
    match (upload.event_id, upload.vod_item_id) {
        (Some(game), None) => Ok(media::Column::EventId.eq(game)),
        (None, Some(film)) => Ok(media::Column::VodItemId.eq(film)),
        _ => Err(Error::Conflict(format!("upload {} is for nothing, or for two things", upload.id))),
    }
}

async fn fail_for_good(tx: &DatabaseTransaction, job: &Job, problem: Problem, now: Timestamp) -> Result<()> {
    let Some(upload) = end(tx, job, UploadState::Failed, Some(problem), now).await? else { return Ok(()) };
    // What is watched already stays so: it was something after it that failed.
    media::Entity::update_many()
        .col_expr(media::Column::State, Expr::value(word(&MediaState::Failed)?))
        .filter(this_media(job.channel, upload.media_id.unwrap_or_default()))
        .filter(media::Column::State.eq(word(&MediaState::Processing)?))
        .exec(tx)
        .await?;
    touch_target(tx, job.channel, &upload).await
}

/// Ends the job and its upload; `None` if the lease was lost.
async fn end(
    tx: &DatabaseTransaction,
    job: &Job,
    state: UploadState,
    problem: Option<Problem>,
    now: Timestamp,
) -> Result<Option<uploads::Model>> {
    if !jobs::finish(tx, job).await? {
        return Ok(None);
    }
    let (text, code) = problem.map(|problem| (problem.text, problem.code)).unzip();
    let ended = uploads::Entity::update_many()
        .col_expr(uploads::Column::State, Expr::value(word(&state)?))
        .col_expr(uploads::Column::Problem, Expr::value(text))
        .col_expr(uploads::Column::ProblemCode, Expr::value(code))
        .col_expr(uploads::Column::ChangedAt, Expr::value(now.0))
        .filter(in_the_works(job)?)
        .exec_with_returning(tx)
        .await?;
    Ok(ended.into_iter().next())
}

/// The job's upload, while there is something to do for it.
fn in_the_works(job: &Job) -> Result<Condition> {
    let ImportVideo { upload } = from_json(job.payload.clone())?;
    Ok(this(job.channel, upload).add(in_states(&UploadState::IN_THE_WORKS)?))
}

/// Marks the game or the films as changed, so that servers reload them.
pub(super) async fn touch_target(tx: &DatabaseTransaction, channel: ChannelId, upload: &uploads::Model) -> Result<()> {
    if let Some(event) = upload.event_id {
        return touch(tx, channel, EventId(event)).await;
    }
    channels::Entity::update_many()
        .col_expr(channels::Column::Version, Expr::col(channels::Column::Version).add(1))
        .filter(channels::Column::Id.eq(channel.0))
        .exec(tx)
        .await?;
    Ok(())
}
