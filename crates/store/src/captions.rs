//! Captions of videos: imported with the file, or uploaded by operators. Their text is read separately.

use std::collections::HashMap;

use domain::captions::{Language, Track};
use domain::ids::{CaptionsId, ChannelId, MediaId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::audit::{self, AuditEntry};
use crate::entities::captions::{captions, track};
use crate::entities::media::media;
use crate::media::{this_media, touch_target};
use crate::{Result, Store};

/// Captions for a video.
#[derive(Clone, Debug)]
pub struct NewCaptions {
    pub media: MediaId,
    pub language: Language,
    /// As WebVTT of our own.
    pub text: String,
    /// The operator; absent if the captions were imported with the video.
    pub entry: Option<AuditEntry>,
}

impl Store {
    /// Gives a video captions, in place of those that it had in the language; `None` when there is no such video.
    pub async fn captions_set(
        &self,
        channel: ChannelId,
        new: NewCaptions,
        now: Timestamp,
    ) -> Result<Option<CaptionsId>> {
        self.write(move |tx| {
            let new = new.clone();
            Box::pin(async move { set(tx, channel, new, now).await })
        })
        .await
    }

    /// False when the video has none in the language.
    pub async fn captions_remove(
        &self,
        channel: ChannelId,
        media: MediaId,
        language: Language,
        entry: AuditEntry,
    ) -> Result<bool> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let Some(video) = video(tx, channel, media).await? else { return Ok(false) };
                let gone = captions::Entity::delete_many().filter(those(channel, media, language)).exec(tx).await?;
                if gone.rows_affected == 0 {
                    return Ok(false);
                }
                audit::record(tx, &entry).await?;
                touch_target(tx, channel, &video).await?;
                Ok(true)
            })
        })
        .await
    }

    /// The text of a video's captions.
    pub async fn captions(&self, channel: ChannelId, media: MediaId, id: CaptionsId) -> Result<Option<String>> {
        let found = captions::Entity::find_by_id(id.0)
            .filter(captions::Column::ChannelId.eq(channel.0))
            .filter(captions::Column::MediaId.eq(media.0));
        Ok(found.one(self.read()).await?.map(|row| row.text))
    }

    /// What captions those of a channel's videos have that a condition is true of.
    pub(crate) async fn captions_of(&self, channel: ChannelId, which: Condition) -> Result<HashMap<i64, Vec<Track>>> {
        let videos = Query::select().column(media::Column::Id).from(media::Entity).cond_where(which).to_owned();
        let rows: Vec<(i64, i64, String)> = captions::Entity::find()
            .select_only()
            .columns([captions::Column::Id, captions::Column::MediaId, captions::Column::Language])
            .filter(captions::Column::ChannelId.eq(channel.0))
            .filter(captions::Column::MediaId.in_subquery(videos))
            .order_by_asc(captions::Column::Language)
            .into_tuple()
            .all(self.read())
            .await?;
        let mut found: HashMap<i64, Vec<Track>> = HashMap::new();
        for (id, media, language) in rows {
            found.entry(media).or_default().push(track(id, &language));
        }
        Ok(found)
    }
}

async fn set(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    NewCaptions { media, language, text, entry }: NewCaptions,
    now: Timestamp,
) -> Result<Option<CaptionsId>> {
    let Some(video) = video(tx, channel, media).await? else { return Ok(None) };
    // Another text has another id: what browsers hold of the old one is not taken for it.
    captions::Entity::delete_many().filter(those(channel, media, language)).exec(tx).await?;
    let row = captions::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        media_id: Set(media.0),
        language: Set(language.tag().to_owned()),
        text: Set(text),
        created_at: Set(now.0),
    };
    let id = captions::Entity::insert(row).exec(tx).await?.last_insert_id;
    if let Some(entry) = entry {
        audit::record(tx, &entry).await?;
    }
    touch_target(tx, channel, &video).await?;
    Ok(Some(CaptionsId(id)))
}

async fn video(tx: &DatabaseTransaction, channel: ChannelId, media: MediaId) -> Result<Option<media::Model>> {
    Ok(media::Entity::find().filter(this_media(channel, media.0)).one(tx).await?)
}

fn those(channel: ChannelId, media: MediaId, language: Language) -> Condition {
    Condition::all()
        .add(captions::Column::ChannelId.eq(channel.0))
        .add(captions::Column::MediaId.eq(media.0))
        .add(captions::Column::Language.eq(language.tag()))
}
