//! A channel's content, read as a whole for the snapshot.

use domain::content::Content;
use domain::ids::ChannelId;
use domain::site::OwnText;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, Iterable, ModelTrait, PrimaryKeyToColumn, QueryFilter, QueryOrder,
};

use crate::edits::Edited;
use crate::entities::{catalogue, participant, pass, preroll, vod};
use crate::{Error, Result, Store};

impl Store {
    /// Everything but the games.
    pub async fn content(&self, channel: ChannelId) -> Result<Content> {
        use catalogue::{categories, locations};
        use participant::{groups, participants, properties};
        use pass::passes;
        use preroll::prerolls;
        use vod::categories as vod_categories;

        Ok(Content {
            categories: self.owned::<categories::Entity, _>(channel, categories::Column::ChannelId).await?,
            locations: self.owned::<locations::Entity, _>(channel, locations::Column::ChannelId).await?,
            groups: self.owned::<groups::Entity, _>(channel, groups::Column::ChannelId).await?,
            group_properties: self.owned::<properties::Entity, _>(channel, properties::Column::ChannelId).await?,
            participants: self.owned::<participants::Entity, _>(channel, participants::Column::ChannelId).await?,
            links: self.items(channel).await?,
            slides: self.items(channel).await?,
            pages: self.items(channel).await?,
            redirects: self.items(channel).await?,
            faq: self.items(channel).await?,
            static_blocks: self.items(channel).await?,
            passes: self.owned::<passes::Entity, _>(channel, passes::Column::ChannelId).await?,
            prerolls: self.owned::<prerolls::Entity, _>(channel, prerolls::Column::ChannelId).await?,
            vod_items: self.vod_items(channel).await?,
            vod_categories: self.owned::<vod_categories::Entity, _>(channel, vod_categories::Column::ChannelId).await?,
            vod_rails: self.vod_rails(channel).await?,
            forms: self.items(channel).await?,
            texts: self.own_texts(channel).await?,
            events: Vec::new(),
        })
    }

    /// Those that say something.
    async fn own_texts(&self, channel: ChannelId) -> Result<Vec<OwnText>> {
        let mut texts: Vec<OwnText> = self.items(channel).await?;
        texts.retain(|text| !text.translations.is_empty());
        Ok(texts)
    }

    async fn items<T: Edited>(&self, channel: ChannelId) -> Result<Vec<T>> {
        Ok(self.edited(channel).await?.into_iter().map(|versioned| versioned.item).collect())
    }

    /// All rows of one table that belong to the channel, in the order they were made.
    pub(crate) async fn owned<E, T>(&self, channel: ChannelId, of_channel: E::Column) -> Result<Vec<T>>
    where
        E: EntityTrait,
        E::Model: ModelTrait<Entity = E> + FromQueryResult + Send,
        T: TryFrom<E::Model>,
        Error: From<T::Error>,
    {
        let mut query = E::find().filter(of_channel.eq(channel.0));
        for key in E::PrimaryKey::iter() {
            query = query.order_by_asc(key.into_column());
        }
        query.all(self.read()).await?.into_iter().map(|row| T::try_from(row).map_err(Error::from)).collect()
    }
}
