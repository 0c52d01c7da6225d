//! Uploads: bytes received and processing state. The bytes themselves are in a folder.

mod processing;

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId, MediaId, VodItemId};
use domain::media::{MediaState, Source};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use serde::{Deserialize, Serialize};

use crate::audit::{self, AuditEntry};
use crate::entities::event::events;
use crate::entities::media::media;
use crate::entities::upload::uploads;
use crate::entities::vod::items;
use crate::enum_text::{from_word, json, word};
use crate::jobs::{self, JobKind};
use crate::media::this_media;
use crate::{Result, Store};

pub(crate) use processing::media_of_removal;

/// What a file is the video of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadFor {
    Game(EventId),
    Film(VodItemId),
}

/// The state of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UploadState {
    Receiving,
    /// All of it is here, and waits for its turn.
    Received,
    /// It is looked at whether it is a video.
    Checking,
    Importing,
    /// It can be watched; poster, thumbnails and preview are made.
    Pictures,
    Ready,
    /// Its problem says why.
    Failed,
}

impl UploadState {
    /// The final states.
    const ENDED: [Self; 2] = [Self::Ready, Self::Failed];
    /// These are being made ready, or wait for it.
    const IN_THE_WORKS: [Self; 4] = [Self::Received, Self::Checking, Self::Importing, Self::Pictures];
    /// The states with a playable recording.
    const WATCHED: [Self; 2] = [Self::Pictures, Self::Ready];
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
    /// Progress of the import in percent.
    pub progress: u8,
    pub problem: Option<String>,
    /// The problem as a code.
    pub problem_code: Option<String>,
    pub media: Option<MediaId>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

#[derive(Clone, Debug)]
pub struct NewUpload {
    pub of: UploadFor,
    pub name: String,
    pub bytes: u64,
    /// How many of the channel may be open at a time, this one included.
    pub most_open: u64,
    pub now: Timestamp,
}

/// Why an upload is not ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A code that clients translate.
    pub code: String,
    /// The English message with details.
    pub text: String,
}

/// The outcome of creating an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadBegun {
    Upload(i64),
    /// The channel has no such game or film.
    NoTarget,
    /// The game is being played, and recorded as it is.
    OnAir,
    TooMany,
}

/// The outcome of removing an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    Gone,
    /// There is none.
    Unknown,
    /// Its recording is published and cannot be removed with the upload.
    Watched,
}

/// What a job to make an upload ready knows.
#[derive(Serialize, Deserialize)]
struct ImportVideo {
    upload: i64,
}

impl Store {
    /// Creates an upload with an audit entry.
    pub async fn upload_create(&self, channel: ChannelId, new: NewUpload, entry: AuditEntry) -> Result<UploadBegun> {
        self.write(move |tx| {
            let (new, entry) = (new.clone(), entry.clone());
            Box::pin(async move { create(tx, channel, new, &entry).await })
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

    /// Those of any channel that have not grown since that time, the oldest first.
    pub async fn uploads_idle(&self, before: Timestamp) -> Result<Vec<Upload>> {
        let rows = uploads::Entity::find()
            .filter(uploads::Column::State.eq(word(&UploadState::Receiving)?))
            .filter(uploads::Column::ChangedAt.lt(before.0))
            .order_by_asc(uploads::Column::ChangedAt)
            .limit(100)
            .all(self.read())
            .await?;
        rows.into_iter().map(Upload::try_from).collect()
    }

    /// Takes an upload back: one that comes, one that is being made ready, or one that failed.
    pub async fn upload_delete(&self, channel: ChannelId, id: i64, entry: AuditEntry) -> Result<Removed> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let Some(upload) = uploads::Entity::find().filter(this(channel, id)).one(tx).await? else {
                    return Ok(Removed::Unknown);
                };
                if !remove(tx, channel, upload).await? {
                    return Ok(Removed::Watched);
                }
                audit::record(tx, &entry).await?;
                Ok(Removed::Gone)
            })
        })
        .await
    }

    /// Gives up an incomplete upload; false if it was completed meanwhile.
    pub async fn upload_give_up(&self, upload: Upload) -> Result<bool> {
        self.write(move |tx| {
            let upload = upload.clone();
            Box::pin(async move {
                let gone = uploads::Entity::delete_many()
                    .filter(this(upload.channel, upload.id))
                    .filter(uploads::Column::State.eq(word(&UploadState::Receiving)?))
                    .filter(uploads::Column::ChangedAt.eq(upload.changed_at.0))
                    .exec(tx)
                    .await?;
                Ok(gone.rows_affected > 0)
            })
        })
        .await
    }

    /// Deletes the rows of uploads that ended before a time. Their recordings stay.
    pub async fn uploads_drop_old(&self, before: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                uploads::Entity::delete_many()
                    .filter(in_states(&UploadState::ENDED)?)
                    .filter(uploads::Column::ChangedAt.lt(before.0))
                    .exec(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

async fn create(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: NewUpload,
    entry: &AuditEntry,
) -> Result<UploadBegun> {
    let (event_id, vod_item_id) = match new.of {
        UploadFor::Game(event) => (Some(event.0), None),
        UploadFor::Film(film) => (None, Some(film.0)),
    };
    match new.of {
        UploadFor::Game(event) => {
            let game = events::Entity::find_by_id(event.0).filter(events::Column::ChannelId.eq(channel.0));
            match game.one(tx).await? {
                None => return Ok(UploadBegun::NoTarget),
                Some(game) if game.status == word(&StreamStatus::Live)? => return Ok(UploadBegun::OnAir),
                Some(_) => {}
            }
        }
        UploadFor::Film(film) => {
            let film = items::Entity::find_by_id(film.0).filter(items::Column::ChannelId.eq(channel.0));
            if film.one(tx).await?.is_none() {
                return Ok(UploadBegun::NoTarget);
            }
        }
    }
    let of_channel = uploads::Entity::find().filter(uploads::Column::ChannelId.eq(channel.0));
    if of_channel.filter(in_states(&UploadState::ENDED)?.not()).count(tx).await? >= new.most_open {
        return Ok(UploadBegun::TooMany);
    }
    let row = uploads::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        event_id: Set(event_id),
        vod_item_id: Set(vod_item_id),
        name: Set(new.name),
        bytes: Set(new.bytes.cast_signed()),
        received: Set(0),
        state: Set(word(&UploadState::Receiving)?),
        progress: Set(0),
        problem: Set(None),
        problem_code: Set(None),
        media_id: Set(None),
        created_at: Set(new.now.0),
        changed_at: Set(new.now.0),
    };
    let id = uploads::Entity::insert(row).exec(tx).await?.last_insert_id;
    let subject = id.to_string();
    audit::record(tx, &AuditEntry { subject, ..entry.clone() }).await?;
    Ok(UploadBegun::Upload(id))
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
        ..Default::default()
    };
    let made = media::Entity::insert(row).exec(tx).await?.last_insert_id;
    uploads::Entity::update_many()
        .col_expr(uploads::Column::State, Expr::value(word(&UploadState::Received)?))
        .col_expr(uploads::Column::MediaId, Expr::value(made))
        .filter(this(channel, upload.id))
        .exec(tx)
        .await?;
    jobs::queue(tx, channel, JobKind::ImportVideo, json(&ImportVideo { upload: upload.id })?, now).await?;
    processing::touch_target(tx, channel, &upload).await
}

/// Its job finds nothing left to do, and ends by itself.
async fn remove(tx: &DatabaseTransaction, channel: ChannelId, upload: uploads::Model) -> Result<bool> {
    let unwatched = in_states(&UploadState::WATCHED)?.not();
    let gone = uploads::Entity::delete_many().filter(this(channel, upload.id)).filter(unwatched).exec(tx).await?;
    if gone.rows_affected == 0 {
        return Ok(false);
    }
    if let Some(media) = upload.media_id {
        media::Entity::delete_many().filter(this_media(channel, media)).exec(tx).await?;
        processing::touch_target(tx, channel, &upload).await?;
    }
    Ok(true)
}

fn this(channel: ChannelId, id: i64) -> Condition {
    Condition::all().add(uploads::Column::ChannelId.eq(channel.0)).add(uploads::Column::Id.eq(id))
}

fn in_states(states: &[UploadState]) -> Result<Condition> {
    let words = states.iter().map(word).collect::<Result<Vec<String>>>()?;
    Ok(Condition::all().add(uploads::Column::State.is_in(words)))
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
            problem_code: row.problem_code,
            media: row.media_id.map(MediaId),
            created_at: Timestamp(row.created_at),
            changed_at: Timestamp(row.changed_at),
        })
    }
}
