//! Rows of `categories` and `locations`.

use domain::event::{Category, Location};
use domain::ids::{CategoryId, ChannelId, LocationId};
use domain::translations::Translated;
use sea_orm::ActiveValue::{NotSet, Set};

use crate::enum_text::{from_json, json};
use crate::{Error, Result};

pub(crate) mod categories {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "categories")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub alias: String,
        pub image: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub translations: Json,
        pub version: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<categories::Model> for Category {
    type Error = Error;

    fn try_from(row: categories::Model) -> Result<Self> {
        Ok(Self {
            id: CategoryId(row.id),
            name: row.name,
            alias: row.alias,
            image: row.image,
            translations: from_json(row.translations)?,
        })
    }
}

pub(crate) fn category_row(channel: ChannelId, category: &Category) -> Result<categories::ActiveModel> {
    Ok(categories::ActiveModel {
        id: Set(category.id.0),
        channel_id: Set(channel.0),
        name: Set(category.name.clone()),
        alias: Set(category.alias.clone()),
        image: Set(category.image.clone()),
        translations: Set(json(&category.clean_translations())?),
        version: NotSet,
    })
}

pub(crate) mod locations {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "locations")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub name: String,
        pub city: String,
        pub state: String,
        pub country: String,
        pub time_zone: String,
        pub image: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl From<locations::Model> for Location {
    fn from(row: locations::Model) -> Self {
        Self {
            id: LocationId(row.id),
            name: row.name,
            city: row.city,
            state: row.state,
            country: row.country,
            time_zone: row.time_zone,
            image: row.image,
        }
    }
}

pub(crate) fn location_row(channel: ChannelId, location: &Location) -> locations::ActiveModel {
    locations::ActiveModel {
        id: Set(location.id.0),
        channel_id: Set(channel.0),
        name: Set(location.name.clone()),
        city: Set(location.city.clone()),
        state: Set(location.state.clone()),
        country: Set(location.country.clone()),
        time_zone: Set(location.time_zone.clone()),
        image: Set(location.image.clone()),
    }
}
