//! Rows of `prerolls` and `seen_prerolls`.

use domain::ids::{ChannelId, LocationId, PrerollId};
use domain::preroll::Preroll;
use sea_orm::ActiveValue::Set;

use crate::enum_text::{from_json, json};
use crate::{Error, Result};

pub(crate) mod prerolls {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "prerolls")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub url: String,
        pub weight: i32,
        pub location_id: Option<i64>,
        #[sea_orm(column_type = "JsonBinary")]
        pub categories: Json,
        pub for_live: bool,
        pub for_vod: bool,
        pub active: bool,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod seen {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "seen_prerolls")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub watcher: Vec<u8>,
        pub account_id: Option<i64>,
        pub event_id: i64,
        pub preroll_id: i64,
        pub until: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<prerolls::Model> for Preroll {
    type Error = Error;

    fn try_from(row: prerolls::Model) -> Result<Self> {
        Ok(Self {
            id: PrerollId(row.id),
            url: row.url,
            weight: u32::try_from(row.weight).unwrap_or(0),
            location_id: row.location_id.map(LocationId),
            categories: from_json(row.categories)?,
            for_live: row.for_live,
            for_vod: row.for_vod,
            active: row.active,
        })
    }
}

pub(crate) fn preroll_row(channel: ChannelId, preroll: &Preroll) -> Result<prerolls::ActiveModel> {
    Ok(prerolls::ActiveModel {
        id: Set(preroll.id.0),
        channel_id: Set(channel.0),
        url: Set(preroll.url.clone()),
        weight: Set(i32::try_from(preroll.weight).unwrap_or(i32::MAX)),
        location_id: Set(preroll.location_id.map(|id| id.0)),
        categories: Set(json(&preroll.categories)?),
        for_live: Set(preroll.for_live),
        for_vod: Set(preroll.for_vod),
        active: Set(preroll.active),
    })
}
