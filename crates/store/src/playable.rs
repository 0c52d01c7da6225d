//! Reads the playable media of games and films, with their captions.

use std::collections::HashMap;

use domain::captions::Track;
use domain::ids::{ChannelId, VodItemId};
use domain::media::{Media, MediaState, Source};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder};

use crate::entities::media as rows;
use crate::entities::media::media;
use crate::{Result, Store, UploadFor};

impl Store {
    /// What can be played of the games with these ids, read for all of them at once.
    pub(crate) async fn media_of_events(
        &self,
        channel: ChannelId,
        first: i64,
        last: i64,
    ) -> Result<HashMap<i64, Vec<Media>>> {
        let those = Condition::all()
            .add(media::Column::ChannelId.eq(channel.0))
            .add(media::Column::EventId.between(first, last));
        let mut found: HashMap<i64, Vec<Media>> = HashMap::new();
        for (row, captions) in self.with_captions(channel, those).await? {
            let event = row.event_id.unwrap_or_default();
            found.entry(event).or_default().push(rows::media(row, captions)?);
        }
        // An uploaded file is what is played, whatever was recorded.
        for media in found.values_mut() {
            media.sort_by_key(|media| (media.source, media.state) != (Source::Upload, MediaState::Ready));
        }
        Ok(found)
    }

    /// What can be played of one game or film, or will be.
    pub async fn media_of(&self, channel: ChannelId, of: UploadFor) -> Result<Vec<Media>> {
        let (id, mut found) = match of {
            UploadFor::Game(event) => (event.0, self.media_of_events(channel, event.0, event.0).await?),
            UploadFor::Film(film) => (film.0, self.media_of_films(channel, Some(film)).await?),
        };
        Ok(found.remove(&id).unwrap_or_default())
    }

    /// What can be played of the channel's films, or of one of them.
    pub(crate) async fn media_of_films(
        &self,
        channel: ChannelId,
        only: Option<VodItemId>,
    ) -> Result<HashMap<i64, Vec<Media>>> {
        let those = Condition::all()
            .add(media::Column::ChannelId.eq(channel.0))
            .add(media::Column::VodItemId.is_not_null())
            .add_option(only.map(|film| media::Column::VodItemId.eq(film.0)));
        let mut found: HashMap<i64, Vec<Media>> = HashMap::new();
        for (row, captions) in self.with_captions(channel, those).await? {
            let film = row.vod_item_id.unwrap_or_default();
            found.entry(film).or_default().push(rows::media(row, captions)?);
        }
        Ok(found)
    }

    /// Rows of a channel with the captions that they have, with two queries for all of them.
    async fn with_captions(&self, channel: ChannelId, those: Condition) -> Result<Vec<(media::Model, Vec<Track>)>> {
        let rows = media::Entity::find().filter(those.clone()).order_by_asc(media::Column::Id).all(self.read()).await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let mut captions = self.captions_of(channel, those).await?;
        let with = |row: media::Model| {
            let captions = captions.remove(&row.id).unwrap_or_default();
            (row, captions)
        };
        Ok(rows.into_iter().map(with).collect())
    }
}
