//! Rows of `vod_items`, `vod_categories`, `vod_rails`, and what stands in which.

use domain::ids::{ChannelId, VodCategoryId, VodItemId, VodRailId};
use domain::media::Media;
use domain::time::Timestamp;
use domain::translations::Translated;
use domain::vod::{VodCategory, VodItem, VodRail};
use sea_orm::ActiveValue::Set;

use crate::enum_text::{from_json, from_word, json, word};
use crate::{Error, Result};

pub(crate) mod categories {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "vod_categories")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub title: String,
        pub alias: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<categories::Model> for VodCategory {
    type Error = Error;

    fn try_from(row: categories::Model) -> Result<Self> {
        Ok(Self {
            id: VodCategoryId(row.id),
            title: row.title,
            alias: row.alias,
            translations: from_json(row.translations)?,
        })
    }
}

pub(crate) fn category_row(channel: ChannelId, category: &VodCategory) -> Result<categories::ActiveModel> {
    Ok(categories::ActiveModel {
        id: Set(category.id.0),
        channel_id: Set(channel.0),
        title: Set(category.title.clone()),
        alias: Set(category.alias.clone()),
        translations: Set(json(&category.clean_translations())?),
    })
}

pub(crate) mod items {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "vod_items")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub title: String,
        #[sea_orm(column_type = "Text")]
        pub description: String,
        pub date: i64,
        pub duration_s: Option<i32>,
        pub access: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub assets: Json,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

/// A film of the domain from its row, the categories that it stands in, in their order, and what can be played of it.
pub(crate) fn item(row: items::Model, category_ids: Vec<VodCategoryId>, media: Vec<Media>) -> Result<VodItem> {
    Ok(VodItem {
        id: VodItemId(row.id),
        title: row.title,
        description: row.description,
        date: Timestamp(row.date),
        duration_s: row.duration_s,
        access: from_word(row.access)?,
        category_ids,
        assets: from_json(row.assets)?,
        translations: from_json(row.translations)?,
        media,
    })
}

pub(crate) fn item_row(channel: ChannelId, item: &VodItem) -> Result<items::ActiveModel> {
    Ok(items::ActiveModel {
        id: Set(item.id.0),
        channel_id: Set(channel.0),
        title: Set(item.title.clone()),
        description: Set(item.description.clone()),
        date: Set(item.date.0),
        duration_s: Set(item.duration_s),
        access: Set(word(&item.access)?),
        assets: Set(json(&item.assets)?),
        translations: Set(json(&item.clean_translations())?),
    })
}

pub(crate) mod item_categories {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "vod_item_categories")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub item_id: i64,
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i32,
        pub channel_id: i64,
        pub category_id: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) fn item_category_rows(
    channel: ChannelId,
    item: &VodItem,
) -> impl Iterator<Item = item_categories::ActiveModel> {
    (0..).zip(&item.category_ids).map(move |(position, category)| item_categories::ActiveModel {
        item_id: Set(item.id.0),
        position: Set(position),
        channel_id: Set(channel.0),
        category_id: Set(category.0),
    })
}

pub(crate) mod rails {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "vod_rails")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub position: i32,
        pub title: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) fn rail(row: rails::Model, item_ids: Vec<VodItemId>) -> Result<VodRail> {
    Ok(VodRail { id: VodRailId(row.id), title: row.title, item_ids, translations: from_json(row.translations)? })
}

pub(crate) fn rail_row(channel: ChannelId, position: i32, rail: &VodRail) -> Result<rails::ActiveModel> {
    Ok(rails::ActiveModel {
        id: Set(rail.id.0),
        channel_id: Set(channel.0),
        position: Set(position),
        title: Set(rail.title.clone()),
        translations: Set(json(&rail.clean_translations())?),
    })
}

pub(crate) mod rail_items {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "vod_rail_items")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub rail_id: i64,
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i32,
        pub channel_id: i64,
        pub item_id: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) fn rail_item_rows(channel: ChannelId, rail: &VodRail) -> impl Iterator<Item = rail_items::ActiveModel> {
    (0..).zip(&rail.item_ids).map(move |(position, item)| rail_items::ActiveModel {
        rail_id: Set(rail.id.0),
        position: Set(position),
        channel_id: Set(channel.0),
        item_id: Set(item.0),
    })
}
