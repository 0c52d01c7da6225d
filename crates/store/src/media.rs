//! Streams and recordings of games: at most one stream per game.

use domain::event::StreamStatus;
use domain::ids::{ChannelId, EventId, MediaId};
use domain::media::{MediaState, Source};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};

use crate::entities::channel::channels;
use crate::entities::event::events;
use crate::entities::media::media;
use crate::enum_text::{from_json, from_word, json, word};
use crate::events::{next_revision, record_move};
use crate::jobs::{self, Job, JobKind};
use crate::leases::{NodeId, ours_or_nobodys};
use crate::{Result, Store, UploadFor, renditions};

/// A stream that nobody has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenStream {
    pub channel: ChannelId,
    pub event: EventId,
    pub media: MediaId,
}

/// What a job to keep a recording knows.
#[derive(Serialize, Deserialize)]
struct KeepRecording {
    media: i64,
}

impl Store {
    /// Which generation of a game's stream keys is good; `None` when the channel has no such game.
    pub async fn stream_key_generation(&self, channel: ChannelId, event: EventId) -> Result<Option<i64>> {
        let found = events::Entity::find().filter(of_event(channel, event)).one(self.read()).await?;
        Ok(found.map(|event| event.key_generation))
    }

    /// Makes every key of the game void that was given out so far.
    pub async fn stream_key_rotate(&self, channel: ChannelId, event: EventId) -> Result<Option<i64>> {
        self.write(move |tx| {
            Box::pin(async move {
                let counted = events::Entity::update_many()
                    .col_expr(events::Column::KeyGeneration, Expr::col(events::Column::KeyGeneration).add(1))
                    .filter(of_event(channel, event))
                    .exec_with_returning(tx)
                    .await?;
                Ok(counted.first().map(|event| event.key_generation))
            })
        })
        .await
    }

    /// There is something to see: the game is live from now on. Gives what its pictures are kept under, the same at
    /// every call until the stream has ended; `None` when the game is over, or there is none.
    pub async fn stream_begin(&self, channel: ChannelId, event: EventId, now: Timestamp) -> Result<Option<MediaId>> {
        self.write(move |tx| Box::pin(begin_stream(tx, channel, event, now))).await
    }

    /// The encoder went away, or is back; nothing changes once the stream has ended, or another server has it.
    pub async fn stream_set_state(&self, stream: OpenStream, holder: &NodeId, state: MediaState) -> Result<()> {
        let OpenStream { channel, event, media } = stream;
        let holder = holder.clone();
        self.write(move |tx| {
            let holder = holder.clone();
            Box::pin(async move {
                media::Entity::update_many()
                    .col_expr(media::Column::State, Expr::value(word(&state)?))
                    .filter(media::Column::ChannelId.eq(channel.0))
                    .filter(media::Column::Id.eq(media.0))
                    .filter(media::Column::State.is_in(open_states()?))
                    .filter(ours_or_nobodys(&holder))
                    .exec(tx)
                    .await?;
                touch(tx, channel, event).await
            })
        })
        .await
    }

    /// The game is over: what was recorded is what there is to watch from now on. Its pictures and where it is kept are
    /// seen to afterwards.
    pub async fn stream_end(
        &self,
        channel: ChannelId,
        event: EventId,
        media: MediaId,
        duration_ms: i64,
        now: Timestamp,
    ) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                let ready = word(&MediaState::Ready)?;
                let this =
                    Condition::all().add(media::Column::ChannelId.eq(channel.0)).add(media::Column::Id.eq(media.0));
                let ended = media::Entity::update_many()
                    .col_expr(media::Column::State, Expr::value(ready.clone()))
                    .filter(this.clone())
                    .filter(media::Column::State.ne(ready))
                    .exec(tx)
                    .await?;
                if ended.rows_affected > 0 {
                    let payload = json(&KeepRecording { media: media.0 })?;
                    jobs::queue(tx, channel, JobKind::ArchiveRecording, payload, now).await?;
                }
                media::Entity::update_many()
                    .col_expr(media::Column::DurationMs, Expr::value(duration_ms))
                    .col_expr(media::Column::Holder, Expr::value(None::<String>))
                    .col_expr(media::Column::HeldUntil, Expr::value(None::<i64>))
                    .filter(this)
                    .exec(tx)
                    .await?;
                let seconds = i32::try_from(duration_ms / 1000).unwrap_or(i32::MAX);
                let game = events::Entity::find().filter(of_event(channel, event)).lock_exclusive().one(tx).await?;
                events::Entity::update_many()
                    .col_expr(events::Column::Status, Expr::value(word(&StreamStatus::Finished)?))
                    .col_expr(events::Column::DurationS, Expr::value(seconds))
                    .filter(of_event(channel, event))
                    .exec(tx)
                    .await?;
                touch(tx, channel, event).await?;
                let Some(game) = game else { return Ok(()) };
                let from = from_word(game.status.clone())?;
                record_move(tx, channel, &game, from, StreamStatus::Finished, now).await
            })
        })
        .await
    }

    /// The recording is where recordings are kept; its lower renditions are made next.
    pub async fn recording_kept(&self, job: Job, media: MediaId, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            let job = job.clone();
            Box::pin(async move {
                if jobs::finish(tx, &job).await? {
                    renditions::queue(tx, job.channel, media, now).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// What a job is to keep.
    pub fn recording_of(&self, job: &Job) -> Result<MediaId> {
        let KeepRecording { media } = from_json(job.payload.clone())?;
        Ok(MediaId(media))
    }

    /// Begins the game's stream anew, as something else to play: what there was of the old one is forgotten, and its
    /// folder can go. The new one is the same server's. `None` when the old one is not the game's stream, or has ended.
    pub async fn stream_restart(
        &self,
        channel: ChannelId,
        event: EventId,
        old: MediaId,
        now: Timestamp,
    ) -> Result<Option<MediaId>> {
        self.write(move |tx| {
            Box::pin(async move {
                let gone = media::Entity::delete_many()
                    .filter(unended(channel, event)?)
                    .filter(media::Column::Id.eq(old.0))
                    .exec_with_returning(tx)
                    .await?;
                let Some(gone) = gone.into_iter().next() else { return Ok(None) };
                let row = media::ActiveModel {
                    holder: Set(gone.holder),
                    held_until: Set(gone.held_until),
                    ..new_row(channel, event, Source::Stream, MediaState::OnAir, now)?
                };
                let new = insert(tx, row).await?;
                touch(tx, channel, event).await?;
                Ok(Some(new))
            })
        })
        .await
    }

    /// A recording of a game or film is being made from a file. Gives what it will be kept under, the same until it is whole.
    pub async fn video_await(&self, channel: ChannelId, of: UploadFor, now: Timestamp) -> Result<MediaId> {
        self.write(move |tx| {
            Box::pin(async move {
                let begun = media::Entity::find()
                    .filter(media::Column::ChannelId.eq(channel.0))
                    .filter(of_target(of))
                    .filter(media::Column::State.eq(word(&MediaState::Processing)?));
                if let Some(begun) = begun.one(tx).await? {
                    return Ok(MediaId(begun.id));
                }
                let (event, film) = match of {
                    UploadFor::Game(event) => (Some(event.0), None),
                    UploadFor::Film(film) => (None, Some(film.0)),
                };
                let row = media::ActiveModel {
                    event_id: Set(event),
                    vod_item_id: Set(film),
                    ..new_row(channel, EventId(0), Source::Upload, MediaState::Processing, now)?
                };
                let made = media::Entity::insert(row).exec_with_returning(tx).await?;
                touch_target(tx, channel, &made).await?;
                Ok(MediaId(made.id))
            })
        })
        .await
    }

    /// The video of a film can be watched from now on.
    pub async fn film_ready(&self, channel: ChannelId, media: MediaId, duration_ms: i64, now: Timestamp) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                let ready = media::Entity::update_many()
                    .col_expr(media::Column::State, Expr::value(word(&MediaState::Ready)?))
                    .col_expr(media::Column::DurationMs, Expr::value(duration_ms))
                    .filter(this_media(channel, media.0))
                    .filter(media::Column::VodItemId.is_not_null())
                    .filter(media::Column::State.eq(word(&MediaState::Processing)?))
                    .exec_with_returning(tx)
                    .await?;
                let Some(ready) = ready.first() else { return Ok(()) };
                let payload = json(&KeepRecording { media: media.0 })?;
                jobs::queue(tx, channel, JobKind::ArchiveRecording, payload, now).await?;
                touch_target(tx, channel, ready).await
            })
        })
        .await
    }

    /// The videos that were awaited of this game or film will not come.
    pub async fn video_give_up(&self, channel: ChannelId, of: UploadFor) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                let given_up = media::Entity::update_many()
                    .col_expr(media::Column::State, Expr::value(word(&MediaState::Failed)?))
                    .filter(media::Column::ChannelId.eq(channel.0))
                    .filter(of_target(of))
                    .filter(media::Column::State.eq(word(&MediaState::Processing)?))
                    .exec_with_returning(tx)
                    .await?;
                match given_up.first() {
                    Some(given_up) => touch_target(tx, channel, given_up).await,
                    None => Ok(()),
                }
            })
        })
        .await
    }

    /// Poster, thumbnails and preview are there.
    pub async fn media_set_has_pictures(&self, channel: ChannelId, media: MediaId) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                let pictured = media::Entity::update_many()
                    .col_expr(media::Column::HasPictures, Expr::value(true))
                    .filter(media::Column::ChannelId.eq(channel.0))
                    .filter(media::Column::Id.eq(media.0))
                    .exec_with_returning(tx)
                    .await?;
                match pictured.first() {
                    Some(pictured) => touch_target(tx, channel, pictured).await,
                    None => Ok(()),
                }
            })
        })
        .await
    }

    /// Streams of any channel that were live when a server last wrote: a starting server goes on with them.
    pub async fn streams_open(&self) -> Result<Vec<OpenStream>> {
        let open = media::Entity::find().filter(media::Column::State.is_in(open_states()?));
        let rows = open.order_by_asc(media::Column::Id);
        let streams = rows.all(self.read()).await?.into_iter().filter_map(|row| {
            Some(OpenStream {
                channel: ChannelId(row.channel_id),
                event: EventId(row.event_id?),
                media: MediaId(row.id),
            })
        });
        Ok(streams.collect())
    }
}

async fn begin_stream(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    event: EventId,
    now: Timestamp,
) -> Result<Option<MediaId>> {
    let finished = word(&StreamStatus::Finished)?;
    let game = events::Entity::find().filter(of_event(channel, event)).filter(events::Column::Status.ne(finished));
    let Some(game) = game.lock_exclusive().one(tx).await? else { return Ok(None) };
    events::Entity::update_many()
        .col_expr(events::Column::Status, Expr::value(word(&StreamStatus::Live)?))
        .filter(of_event(channel, event))
        .exec(tx)
        .await?;
    touch(tx, channel, event).await?;
    record_move(tx, channel, &game, from_word(game.status.clone())?, StreamStatus::Live, now).await?;
    let known = media::Entity::update_many()
        .col_expr(media::Column::State, Expr::value(word(&MediaState::OnAir)?))
        .filter(unended(channel, event)?)
        .exec_with_returning(tx)
        .await?;
    match known.first() {
        Some(known) => Ok(Some(MediaId(known.id))),
        None => insert(tx, new_row(channel, event, Source::Stream, MediaState::OnAir, now)?).await.map(Some),
    }
}

fn of_target(of: UploadFor) -> Expr {
    match of {
        UploadFor::Game(event) => media::Column::EventId.eq(event.0),
        UploadFor::Film(film) => media::Column::VodItemId.eq(film.0),
    }
}

/// A stream of which nothing is to be seen yet, held by a server until then.
pub(crate) async fn insert_waiting(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    event: EventId,
    (holder, until): (&str, Timestamp),
    now: Timestamp,
) -> Result<MediaId> {
    let row = media::ActiveModel {
        holder: Set(Some(holder.to_owned())),
        held_until: Set(Some(until.0)),
        ..new_row(channel, event, Source::Stream, MediaState::Waiting, now)?
    };
    insert(tx, row).await
}

pub(crate) async fn insert(tx: &DatabaseTransaction, row: media::ActiveModel) -> Result<MediaId> {
    Ok(MediaId(media::Entity::insert(row).exec(tx).await?.last_insert_id))
}

pub(crate) fn new_row(
    channel: ChannelId,
    event: EventId,
    source: Source,
    state: MediaState,
    now: Timestamp,
) -> Result<media::ActiveModel> {
    Ok(media::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        event_id: Set(Some(event.0)),
        vod_item_id: Set(None),
        source: Set(word(&source)?),
        state: Set(word(&state)?),
        url: Set(None),
        duration_ms: Set(None),
        has_pictures: Set(false),
        created_at: Set(now.0),
        ..Default::default()
    })
}

/// A game whose stream nobody has ended is live, whatever a channel that is written again says of it.
pub(crate) async fn keep_live(tx: &DatabaseTransaction, channel: ChannelId) -> Result<()> {
    let on_air = Query::select()
        .column(media::Column::EventId)
        .from(media::Entity)
        .cond_where(media::Column::ChannelId.eq(channel.0))
        .and_where(media::Column::State.is_in(open_states()?))
        .and_where(media::Column::EventId.is_not_null())
        .to_owned();
    events::Entity::update_many()
        .col_expr(events::Column::Status, Expr::value(word(&StreamStatus::Live)?))
        .filter(events::Column::ChannelId.eq(channel.0))
        .filter(events::Column::Id.in_subquery(on_air))
        .exec(tx)
        .await?;
    Ok(())
}

/// More may come of these.
pub(crate) fn open_states() -> Result<[String; 2]> {
    Ok([word(&MediaState::OnAir)?, word(&MediaState::Interrupted)?])
}

/// The game's stream, unless it has ended: what was recorded then stays what it is.
pub(crate) fn unended(channel: ChannelId, event: EventId) -> Result<Condition> {
    let [on_air, interrupted] = open_states()?;
    Ok(Condition::all()
        .add(media::Column::ChannelId.eq(channel.0))
        .add(media::Column::EventId.eq(event.0))
        .add(media::Column::Source.eq(word(&Source::Stream)?))
        .add(media::Column::State.is_in([word(&MediaState::Waiting)?, on_air, interrupted])))
}

/// The game changed: followers of the channel read it again.
pub(crate) async fn touch(tx: &DatabaseTransaction, channel: ChannelId, event: EventId) -> Result<()> {
    let revision = next_revision(tx, channel).await?;
    events::Entity::update_many()
        .col_expr(events::Column::Revision, Expr::value(revision))
        .filter(of_event(channel, event))
        .exec(tx)
        .await?;
    Ok(())
}

/// What of a game or film can be played has changed.
pub(crate) async fn touch_target(tx: &DatabaseTransaction, channel: ChannelId, media: &media::Model) -> Result<()> {
    match (media.event_id, media.vod_item_id) {
        (Some(event), _) => touch(tx, channel, EventId(event)).await,
        (None, Some(_)) => touch_content(tx, channel).await,
        (None, None) => Ok(()),
    }
}

pub(crate) fn this_media(channel: ChannelId, id: i64) -> Condition {
    Condition::all().add(media::Column::ChannelId.eq(channel.0)).add(media::Column::Id.eq(id))
}

/// A film changed: servers reload the channel's content without its games.
pub(crate) async fn touch_content(tx: &DatabaseTransaction, channel: ChannelId) -> Result<()> {
    channels::Entity::update_many()
        .col_expr(channels::Column::Version, Expr::col(channels::Column::Version).add(1))
        .filter(channels::Column::Id.eq(channel.0))
        .exec(tx)
        .await?;
    Ok(())
}

pub(crate) fn of_event(channel: ChannelId, event: EventId) -> Condition {
    Condition::all().add(events::Column::ChannelId.eq(channel.0)).add(events::Column::Id.eq(event.0))
}
