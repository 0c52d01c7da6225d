//! Durable jobs: written in the transaction of their cause and done afterwards by any server. If a server ends in the
//! middle, its lease expires and another server repeats the job.

use std::cell::Cell;

use domain::ids::ChannelId;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait, Func, LockBehavior, LockType, Query};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};
use serde_json::Value;
use tokio::sync::watch;

use crate::entities::channel::channels;
use crate::entities::job::jobs;
use crate::{Error, Result, Store};

/// How often a job is tried.
pub const TRIES: i32 = 8;
/// How long a job waits after each try that failed.
const BACK_OFF: [i64; TRIES as usize - 1] = [
    10 * Timestamp::SECOND,
    Timestamp::MINUTE,
    5 * Timestamp::MINUTE,
    30 * Timestamp::MINUTE,
    2 * Timestamp::HOUR,
    6 * Timestamp::HOUR,
    12 * Timestamp::HOUR,
];

/// How many jobs of one lane run at a time, those of all servers together.
const LANE_WIDTH: i64 = 4;

pub(crate) const WAITING: &str = "waiting";
const DEAD: &str = "dead";

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    SendMail,
    /// An upload becomes something to watch.
    ImportVideo,
    /// A recording gets its pictures, and goes where recordings are kept.
    ArchiveRecording,
    /// A recording gets the lower renditions that it lacks.
    MakeRenditions,
    /// What follows from a change of an order or subscription: letters, and words with the card provider.
    CommerceJob,
    /// A clip becomes one file.
    CutClip,
    /// A clip gets its poster.
    ClipPoster,
    /// A clip gets another form; of servers before this one also its poster.
    ExportClip,
    /// Deletes the files of a deleted clip.
    RemoveClip,
    /// The files of a recording are deleted, since another has long taken its place.
    RemoveMedia,
    /// Another program is told of a fact.
    SendWebhook,
    /// The same where it failed before.
    RetryWebhook,
    /// Deletes the files of a picture that was removed, or that never came to be.
    RemovePicture,
}

impl JobKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::SendMail => "send_mail",
            Self::ImportVideo => "import_video",
            Self::ArchiveRecording => "keep_recording",
            Self::MakeRenditions => "make_rungs",
            Self::CommerceJob => "errand",
            Self::CutClip => "cut_clip",
            Self::ClipPoster => "clip_poster",
            Self::ExportClip => "export_clip",
            Self::RemoveClip => "remove_clip",
            Self::RemoveMedia => "remove_media",
            Self::SendWebhook => "send_webhook",
            Self::RetryWebhook => "retry_webhook",
            Self::RemovePicture => "remove_picture",
        }
    }
}

/// A job that is ours until its lease ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub id: i64,
    pub channel: ChannelId,
    pub payload: Value,
    /// Number of attempts, including this one. It also identifies the holder: a later claim increases it.
    pub attempts: i32,
}

/// The outcome of a failed job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// It is tried again at this time.
    Again(Timestamp),
    /// It is not tried again.
    Dead,
    /// Another worker has claimed the job.
    Lost,
}

tokio::task_local! {
    /// Whether the work of one caller has queued a job.
    static QUEUED: Cell<bool>;
}

/// Runs one caller's work and notes whether it queued a job, so that workers are woken after the commit.
pub(crate) async fn noting<T>(work: impl Future<Output = T>) -> (T, bool) {
    QUEUED.scope(Cell::new(false), async { (work.await, QUEUED.with(Cell::get)) }).await
}

impl Store {
    /// Changes whenever a job of this server has been queued, and is committed.
    pub fn jobs_queued(&self) -> watch::Receiver<()> {
        self.writer.queued_jobs()
    }

    /// Takes the job that has waited longest, until the lease ends; `None` when none is due. One statement decides, so
    /// that of any number of servers one gets it.
    pub async fn job_claim(&self, kind: JobKind, lease: i64, now: Timestamp) -> Result<Option<Job>> {
        // Asked for every other second: only if there is something to take does it wait for the writer.
        if jobs::Entity::find().filter(claimable(kind, now)).limit(1).one(self.read()).await?.is_none() {
            return Ok(None);
        }
        self.write(move |transaction| {
            Box::pin(async move {
                let first = Query::select()
                    .column(jobs::Column::Id)
                    .from(jobs::Entity)
                    .cond_where(claimable(kind, now))
                    .order_by(jobs::Column::RunAt, sea_orm::Order::Asc)
                    .order_by(jobs::Column::Id, sea_orm::Order::Asc)
                    .limit(1)
                    .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
                    .take();
                let claimed = jobs::Entity::update_many()
                    .col_expr(jobs::Column::LeasedUntil, Expr::value(now.plus(lease).0))
                    .col_expr(jobs::Column::Attempts, Expr::col(jobs::Column::Attempts).add(1))
                    .filter(Expr::col(jobs::Column::Id).eq(first))
                    .filter(due(kind, now))
                    .exec_with_returning(transaction)
                    .await?;
                Ok(claimed.into_iter().next().map(Job::from))
            })
        })
        .await
    }

    /// Ends a job for which there is nothing left to do.
    pub async fn job_drop(&self, job: Job) -> Result<()> {
        self.write(move |transaction| {
            let job = job.clone();
            Box::pin(async move { finish(transaction, &job).await.map(drop) })
        })
        .await
    }

    /// Renews a job's lease; false if another worker has claimed the job, or its channel was deleted.
    pub async fn job_hold(&self, job: Job, lease: i64, now: Timestamp) -> Result<bool> {
        self.write(move |transaction| {
            let job = job.clone();
            Box::pin(async move { extend(transaction, &job, now.plus(lease)).await })
        })
        .await
    }

    /// Puts a job back for another try, or gives it up after the last.
    pub async fn job_failed(&self, job: Job, problem: String, now: Timestamp) -> Result<Failed> {
        self.write(move |transaction| {
            let (job, problem) = (job.clone(), problem.clone());
            Box::pin(async move { fail(transaction, &job, &problem, false, now).await })
        })
        .await
    }

    /// Leaves a job to others until then, as one that this server cannot do yet. That was no try at it.
    pub async fn job_postpone(&self, job: Job, until: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            let job = job.clone();
            Box::pin(async move {
                jobs::Entity::update_many()
                    .col_expr(jobs::Column::RunAt, Expr::value(until.0))
                    .filter(held(&job))
                    .exec(transaction)
                    .await?;
                release(transaction, &job).await
            })
        })
        .await
    }

    /// Has jobs of a channel taken up now that were left until later.
    pub async fn jobs_hurry(&self, channel: ChannelId, ids: Vec<i64>, now: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            let ids = ids.clone();
            Box::pin(async move {
                jobs::Entity::update_many()
                    .col_expr(jobs::Column::RunAt, Expr::value(now.0))
                    .filter(jobs::Column::ChannelId.eq(channel.0))
                    .filter(jobs::Column::Id.is_in(ids))
                    .filter(jobs::Column::State.eq(WAITING))
                    .filter(jobs::Column::LeasedUntil.is_null())
                    .filter(jobs::Column::RunAt.gt(now.0))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Releases a job that did not fail: the next worker may take it, and the attempt does not count.
    pub async fn job_release(&self, job: Job) -> Result<()> {
        self.write(move |transaction| {
            let job = job.clone();
            Box::pin(async move { release(transaction, &job).await })
        })
        .await
    }

    /// Whether a job of these kinds is being done, or could be.
    pub async fn jobs_are_due(&self, kinds: &[JobKind], now: Timestamp) -> Result<bool> {
        let waiting = jobs::Entity::find()
            .filter(jobs::Column::Kind.is_in(kinds.iter().map(|kind| kind.word())))
            .filter(jobs::Column::State.eq(WAITING))
            .filter(jobs::Column::RunAt.lte(now.0))
            .filter(rests().not());
        Ok(waiting.limit(1).one(self.read()).await?.is_some())
    }

    /// How many jobs of a kind are still to be done.
    pub async fn jobs_count(&self, kind: JobKind) -> Result<u64> {
        let waiting = jobs::Entity::find().filter(of_kind(kind)).filter(jobs::Column::State.eq(WAITING));
        Ok(waiting.count(self.read()).await?)
    }
}

/// Which one of its kind a job is, in the order in which they were queued; nothing once it is done.
pub(crate) async fn place(store: &Store, kind: JobKind, payload: Value) -> Result<Option<u64>> {
    let waiting = || jobs::Entity::find().filter(of_kind(kind)).filter(jobs::Column::State.eq(WAITING));
    let Some(job) = waiting().filter(jobs::Column::Payload.eq(payload)).one(store.read()).await? else {
        return Ok(None);
    };
    let up_to_it = waiting().filter(jobs::Column::Id.lte(job.id)).count(store.read()).await?;
    // One that is done between the two looks was the first.
    Ok(Some(Ord::max(up_to_it, 1)))
}

/// Queues a job as part of the step that gives cause for it.
pub(crate) async fn queue(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    kind: JobKind,
    payload: Value,
    now: Timestamp,
) -> Result<()> {
    queue_in_lane(tx, channel, kind, None, payload, now).await
}

/// The same in a lane, of which only a few jobs run at a time.
pub(crate) async fn queue_in_lane(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    kind: JobKind,
    lane: Option<String>,
    payload: Value,
    now: Timestamp,
) -> Result<()> {
    let row = jobs::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        kind: Set(kind.word().to_owned()),
        payload: Set(payload),
        run_at: Set(now.0),
        leased_until: Set(None),
        attempts: Set(0),
        state: Set(WAITING.to_owned()),
        problem: Set(None),
        created_at: Set(now.0),
        lane: Set(lane),
    };
    jobs::Entity::insert(row).exec_without_returning(tx).await?;
    QUEUED.try_with(|queued| queued.set(true)).map_err(|_| Error::Conflict("a job was queued outside a write".into()))
}

/// Ends a finished job; false if another worker has claimed it.
pub(crate) async fn finish(tx: &DatabaseTransaction, job: &Job) -> Result<bool> {
    Ok(jobs::Entity::delete_many().filter(held(job)).exec(tx).await?.rows_affected > 0)
}

/// Renews a job's lease; false if another worker has claimed the job, or its channel was deleted.
pub(crate) async fn extend(tx: &DatabaseTransaction, job: &Job, until: Timestamp) -> Result<bool> {
    let update = jobs::Entity::update_many().col_expr(jobs::Column::LeasedUntil, Expr::value(until.0));
    Ok(update.filter(held(job)).filter(rests().not()).exec(tx).await?.rows_affected > 0)
}

/// Whether the job is still this worker's.
pub(crate) async fn is_held(tx: &DatabaseTransaction, job: &Job) -> Result<bool> {
    Ok(jobs::Entity::find().filter(held(job)).one(tx).await?.is_some())
}

async fn release(tx: &DatabaseTransaction, job: &Job) -> Result<()> {
    jobs::Entity::update_many()
        .col_expr(jobs::Column::LeasedUntil, Expr::value(None::<i64>))
        .col_expr(jobs::Column::Attempts, Expr::col(jobs::Column::Attempts).sub(1))
        .filter(held(job))
        .exec(tx)
        .await?;
    Ok(())
}

/// Puts a job back for another try, or gives it up.
pub(crate) async fn fail(
    tx: &DatabaseTransaction,
    job: &Job,
    problem: &str,
    for_good: bool,
    now: Timestamp,
) -> Result<Failed> {
    let pause = usize::try_from(job.attempts - 1).ok().and_then(|tried| BACK_OFF.get(tried));
    let outcome = match pause {
        Some(pause) if !for_good => Failed::Again(now.plus(*pause)),
        _ => Failed::Dead,
    };
    let update = jobs::Entity::update_many()
        .col_expr(jobs::Column::Problem, Expr::value(problem))
        .col_expr(jobs::Column::LeasedUntil, Expr::value(None::<i64>));
    let update = match outcome {
        Failed::Again(at) => update.col_expr(jobs::Column::RunAt, Expr::value(at.0)),
        _ => update.col_expr(jobs::Column::State, Expr::value(DEAD)),
    };
    let updated = update.filter(held(job)).exec(tx).await?.rows_affected;
    Ok(if updated > 0 { outcome } else { Failed::Lost })
}

/// Leaves a job to others until then, from then on as one of another kind.
pub(crate) async fn reschedule(tx: &DatabaseTransaction, job: &Job, kind: JobKind, until: Timestamp) -> Result<()> {
    jobs::Entity::update_many()
        .col_expr(jobs::Column::Kind, Expr::value(kind.word()))
        .col_expr(jobs::Column::RunAt, Expr::value(until.0))
        .filter(held(job))
        .exec(tx)
        .await?;
    release(tx, job).await
}

/// Has the job of a lane with that payload taken up now.
pub(crate) async fn hurry(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    lane: &str,
    payload: Value,
    now: Timestamp,
) -> Result<()> {
    jobs::Entity::update_many()
        .col_expr(jobs::Column::RunAt, Expr::value(now.0))
        .filter(in_lane(channel, lane))
        .filter(jobs::Column::Payload.eq(payload))
        .filter(jobs::Column::RunAt.gt(now.0))
        .exec(tx)
        .await?;
    QUEUED.try_with(|queued| queued.set(true)).map_err(|_| Error::Conflict("a job was queued outside a write".into()))
}

/// Takes back what of a lane is not being done.
pub(crate) async fn withdraw_lane(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    lane: &str,
    now: Timestamp,
) -> Result<()> {
    let free = Condition::any().add(jobs::Column::LeasedUntil.is_null()).add(jobs::Column::LeasedUntil.lte(now.0));
    jobs::Entity::delete_many().filter(in_lane(channel, lane)).filter(free).exec(tx).await?;
    Ok(())
}

fn in_lane(channel: ChannelId, lane: &str) -> Condition {
    Condition::all()
        .add(jobs::Column::ChannelId.eq(channel.0))
        .add(jobs::Column::Lane.eq(lane))
        .add(jobs::Column::State.eq(WAITING))
}

/// Takes back everything of a kind that is still to be done.
pub(crate) async fn withdraw(tx: &DatabaseTransaction, kind: JobKind) -> Result<()> {
    let waiting = jobs::Entity::delete_many().filter(of_kind(kind)).filter(jobs::Column::State.eq(WAITING));
    waiting.exec(tx).await?;
    Ok(())
}

/// Forgets what was given up before that time.
pub(crate) async fn drop_dead(tx: &DatabaseTransaction, before: Timestamp) -> Result<()> {
    let old =
        jobs::Entity::delete_many().filter(jobs::Column::State.eq(DEAD)).filter(jobs::Column::CreatedAt.lt(before.0));
    old.exec(tx).await?;
    Ok(())
}

fn of_kind(kind: JobKind) -> Condition {
    Condition::all().add(jobs::Column::Kind.eq(kind.word()))
}

fn due(kind: JobKind, now: Timestamp) -> Condition {
    let free = Condition::any().add(jobs::Column::LeasedUntil.is_null()).add(jobs::Column::LeasedUntil.lte(now.0));
    of_kind(kind).add(jobs::Column::State.eq(WAITING)).add(jobs::Column::RunAt.lte(now.0)).add(free).add(rests().not())
}

/// Whether the channel is deleted and the job waits for its return. Money and mails go on: what the card provider says of
/// the channel's orders is still true, and its members are told.
fn rests() -> Condition {
    let deleted = Query::select()
        .column(channels::Column::Id)
        .from(channels::Entity)
        .and_where(channels::Column::DeletedAt.is_not_null())
        .take();
    Condition::all()
        .add(jobs::Column::Kind.is_not_in([JobKind::SendMail, JobKind::CommerceJob].map(JobKind::word)))
        .add(jobs::Column::ChannelId.in_subquery(deleted))
}

/// Due, and in no lane or in one that has a place. The full lanes are looked for once: counted for each job, a lane of
/// ten thousand would keep the database busy for half a minute.
fn claimable(kind: JobKind, now: Timestamp) -> Condition {
    let full = Query::select()
        .column(jobs::Column::Lane)
        .from(jobs::Entity)
        .and_where(jobs::Column::Lane.is_not_null())
        .and_where(jobs::Column::LeasedUntil.gt(now.0))
        .group_by_col(jobs::Column::Lane)
        .and_having(Expr::expr(Func::count(Expr::col(jobs::Column::Id))).gte(LANE_WIDTH))
        .take();
    let has_place = jobs::Column::Lane.not_in_subquery(full);
    due(kind, now).add(Condition::any().add(jobs::Column::Lane.is_null()).add(has_place))
}

/// The job, while it is this worker's.
fn held(job: &Job) -> Condition {
    Condition::all()
        .add(jobs::Column::Id.eq(job.id))
        .add(jobs::Column::ChannelId.eq(job.channel.0))
        .add(jobs::Column::Attempts.eq(job.attempts))
        .add(jobs::Column::State.eq(WAITING))
}

impl From<jobs::Model> for Job {
    fn from(row: jobs::Model) -> Self {
        Self { id: row.id, channel: ChannelId(row.channel_id), payload: row.payload, attempts: row.attempts }
    }
}
