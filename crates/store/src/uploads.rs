//! Uploads: how much of a file has come, and what becomes of it. The bytes themselves lie in a folder.

use domain::ids::{ChannelId, EventId, MediaId, VodItemId};
use domain::media::{MediaState, Source};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};

use crate::jobs::{self, Job, JobKind};
use crate::media::touch;
use crate::rows::event::events;
use crate::rows::media::media;
use crate::rows::upload::uploads;
use crate::rows::vod::items;
use crate::words::{from_json, from_word, json, word};
use crate::{Result, Store};

/// What a file is the video of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadFor {
    Game(EventId),
    Film(VodItemId),
}

/// How far an upload has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UploadState {
    Receiving,
    /// All of it is here, and waits for its turn.
    Waiting,
    Processing,
    Done,
    /// Its problem says why.
    Failed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    pub id: i64,
    pub channel: ChannelId,
    pub of: UploadFor,
    /// As the uploader's machine calls it.
    pub name: String,
    pub bytes: u64,
    pub received: u64,
    pub state: UploadState,
    /// Of making it ready, in hundredths.
    pub progress: u8,
    pub problem: Option<String>,
    pub media: Option<MediaId>,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug)]
pub struct NewUpload {
    pub of: UploadFor,
    pub name: String,
    pub bytes: u64,
    pub now: Timestamp,
}

/// What a job to make an upload ready knows.
#[derive(Serialize, Deserialize)]
struct ImportVideo {
    upload: i64,
}

impl Store {
    /// Begins an upload; `None` when the channel has no such game or film.
    pub async fn create_upload(&self, channel: ChannelId, new: NewUpload) -> Result<Option<i64>> {
        self.write(move |tx| {
            let new = new.clone();
            Box::pin(async move {
                let (event, film) = ids(new.of);
                if !exists(tx, channel, new.of).await? {
                    return Ok(None);
                }
                let row = uploads::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    event_id: Set(event),
                    vod_item_id: Set(film),
                    name: Set(new.name),
                    bytes: Set(new.bytes.cast_signed()),
                    received: Set(0),
                    state: Set(word(&UploadState::Receiving)?),
                    progress: Set(0),
                    problem: Set(None),
                    media_id: Set(None),
                    created_at: Set(new.now.0),
                    changed_at: Set(new.now.0),
                };
                Ok(Some(uploads::Entity::insert(row).exec(tx).await?.last_insert_id))
            })
        })
        .await
    }

    pub async fn upload(&self, channel: ChannelId, id: i64) -> Result<Option<Upload>> {
        uploads::Entity::find().filter(this(channel, id)).one(self.read()).await?.map(Upload::try_from).transpose()
    }

    /// A channel's uploads, the newest first, and how many there are.
    pub async fn uploads(&self, channel: ChannelId, offset: u64, limit: u64) -> Result<(Vec<Upload>, u64)> {
        let all = uploads::Entity::find().filter(uploads::Column::ChannelId.eq(channel.0));
        let total = all.clone().count(self.read()).await?;
        let rows = all.order_by_desc(uploads::Column::Id).offset(offset).limit(limit).all(self.read()).await?;
        Ok((rows.into_iter().map(Upload::try_from).collect::<Result<_>>()?, total))
    }

    /// More of it is on disk. With the last byte, making it ready is queued.
    pub async fn upload_received(&self, channel: ChannelId, id: i64, received: u64, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                let grown = uploads::Entity::update_many()
                    .col_expr(uploads::Column::Received, Expr::value(received.cast_signed()))
                    .col_expr(uploads::Column::ChangedAt, Expr::value(now.0))
                    .filter(this(channel, id))
                    .filter(uploads::Column::State.eq(word(&UploadState::Receiving)?))
                    .exec_with_returning(tx)
                    .await?;
                let Some(upload) = grown.into_iter().next().filter(|upload| upload.received == upload.bytes) else {
                    return Ok(());
                };
                begin_import(tx, channel, upload, now).await
            })
        })
        .await
    }

    /// The upload that a job is to make ready; `None` when it is gone or was made ready before.
    pub async fn upload_of(&self, job: &Job) -> Result<Option<Upload>> {
        let ImportVideo { upload } = from_json(job.payload.clone())?;
        let found = self.upload(job.channel, upload).await?;
        Ok(found.filter(|found| matches!(found.state, UploadState::Waiting | UploadState::Processing)))
    }

    pub async fn upload_progressed(&self, job: Job, progress: u8, lease: i64, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move {
                let ImportVideo { upload } = from_json(job.payload.clone())?;
                jobs::extend(tx, &job, now.plus(lease)).await?;
                uploads::Entity::update_many()
                    .col_expr(uploads::Column::Progress, Expr::value(i32::from(progress)))
                    .col_expr(uploads::Column::State, Expr::value(word(&UploadState::Processing)?))
                    .col_expr(uploads::Column::ChangedAt, Expr::value(now.0))
                    .filter(this(job.channel, upload))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// It can be watched.
    pub async fn upload_done(&self, job: Job, duration_ms: i64, now: Timestamp) -> Result<()> {
        let outcome = Outcome { state: UploadState::Done, media: MediaState::Ready, problem: None };
        self.end_upload(job, outcome, Some(duration_ms), now).await
    }

    /// It cannot be used.
    pub async fn upload_failed(&self, job: Job, problem: String, now: Timestamp) -> Result<()> {
        let outcome = Outcome { state: UploadState::Failed, media: MediaState::Failed, problem: Some(problem) };
        self.end_upload(job, outcome, None, now).await
    }

    /// Making it ready failed for a reason that may pass: it is tried again later.
    pub async fn upload_stumbled(&self, job: Job, problem: String, now: Timestamp) -> Result<jobs::Failed> {
        self.write(move |tx| {
            let (job, problem) = (job.clone(), problem.clone());
            Box::pin(async move { jobs::fail(tx, &job, &problem, false, now).await })
        })
        .await
    }

    /// Those that have not grown since that time: nobody will send the rest.
    pub async fn abandoned_uploads(&self, before: Timestamp) -> Result<Vec<Upload>> {
        let rows = uploads::Entity::find()
            .filter(uploads::Column::State.eq(word(&UploadState::Receiving)?))
            .filter(uploads::Column::ChangedAt.lt(before.0))
            .limit(100)
            .all(self.read())
            .await?;
        rows.into_iter().map(Upload::try_from).collect()
    }

    pub async fn delete_upload(&self, channel: ChannelId, id: i64) -> Result<bool> {
        self.write(move |tx| {
            Box::pin(async move {
                let receiving = uploads::Column::State.eq(word(&UploadState::Receiving)?);
                let gone = uploads::Entity::delete_many().filter(this(channel, id)).filter(receiving).exec(tx).await?;
                Ok(gone.rows_affected > 0)
            })
        })
        .await
    }

    async fn end_upload(&self, job: Job, outcome: Outcome, duration_ms: Option<i64>, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let (job, outcome) = (job.clone(), outcome.clone());
            Box::pin(async move { end_upload(tx, &job, outcome, duration_ms, now).await })
        })
        .await
    }
}

#[derive(Clone)]
struct Outcome {
    state: UploadState,
    media: MediaState,
    problem: Option<String>,
}

/// What is to be watched is known from now on, so that pages can say that it is being made ready.
async fn begin_import(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    upload: uploads::Model,
    now: Timestamp,
) -> Result<()> {
    let row = media::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        event_id: Set(upload.event_id),
        vod_item_id: Set(upload.vod_item_id),
        source: Set(word(&Source::Upload)?),
        state: Set(word(&MediaState::Processing)?),
        url: Set(None),
        duration_ms: Set(None),
        has_pictures: Set(false),
        created_at: Set(now.0),
    };
    let made = media::Entity::insert(row).exec(tx).await?.last_insert_id;
    uploads::Entity::update_many()
        .col_expr(uploads::Column::State, Expr::value(word(&UploadState::Waiting)?))
        .col_expr(uploads::Column::MediaId, Expr::value(made))
        .filter(this(channel, upload.id))
        .exec(tx)
        .await?;
    jobs::queue(tx, channel, JobKind::ImportVideo, json(&ImportVideo { upload: upload.id })?, now).await?;
    match upload.event_id {
        Some(event) => touch(tx, channel, EventId(event)).await,
        None => Ok(()),
    }
}

async fn end_upload(
    tx: &DatabaseTransaction,
    job: &Job,
    outcome: Outcome,
    duration_ms: Option<i64>,
    now: Timestamp,
) -> Result<()> {
    let ImportVideo { upload } = from_json(job.payload.clone())?;
    if !jobs::finish(tx, job).await? {
        return Ok(());
    }
    let ended = uploads::Entity::update_many()
        .col_expr(uploads::Column::State, Expr::value(word(&outcome.state)?))
        .col_expr(uploads::Column::Problem, Expr::value(outcome.problem))
        .col_expr(uploads::Column::Progress, Expr::value(100))
        .col_expr(uploads::Column::ChangedAt, Expr::value(now.0))
        .filter(this(job.channel, upload))
        .exec_with_returning(tx)
        .await?;
    let Some(upload) = ended.into_iter().next() else { return Ok(()) };
    media::Entity::update_many()
        .col_expr(media::Column::State, Expr::value(word(&outcome.media)?))
        .col_expr(media::Column::DurationMs, Expr::value(duration_ms))
        .filter(media::Column::ChannelId.eq(job.channel.0))
        .filter(media::Column::Id.eq(upload.media_id))
        .exec(tx)
        .await?;
    match upload.event_id {
        Some(event) => touch(tx, job.channel, EventId(event)).await,
        None => Ok(()),
    }
}

async fn exists(tx: &DatabaseTransaction, channel: ChannelId, of: UploadFor) -> Result<bool> {
    let found = match of {
        UploadFor::Game(event) => {
            let game = events::Entity::find_by_id(event.0).filter(events::Column::ChannelId.eq(channel.0));
            game.one(tx).await?.is_some()
        }
        UploadFor::Film(film) => {
            let film = items::Entity::find_by_id(film.0).filter(items::Column::ChannelId.eq(channel.0));
            film.one(tx).await?.is_some()
        }
    };
    Ok(found)
}

fn ids(of: UploadFor) -> (Option<i64>, Option<i64>) {
    match of {
        UploadFor::Game(event) => (Some(event.0), None),
        UploadFor::Film(film) => (None, Some(film.0)),
    }
}

fn this(channel: ChannelId, id: i64) -> Condition {
    Condition::all().add(uploads::Column::ChannelId.eq(channel.0)).add(uploads::Column::Id.eq(id))
}

impl TryFrom<uploads::Model> for Upload {
    type Error = crate::Error;

    fn try_from(row: uploads::Model) -> Result<Self> {
        let of = match (row.event_id, row.vod_item_id) {
            (Some(event), _) => UploadFor::Game(EventId(event)),
            (None, film) => UploadFor::Film(VodItemId(film.unwrap_or_default())),
        };
        Ok(Self {
            id: row.id,
            channel: ChannelId(row.channel_id),
            of,
            name: row.name,
            bytes: row.bytes.unsigned_abs(),
            received: row.received.unsigned_abs(),
            state: from_word(row.state)?,
            progress: u8::try_from(row.progress).unwrap_or(100),
            problem: row.problem,
            media: row.media_id.map(MediaId),
            created_at: Timestamp(row.created_at),
        })
    }
}
