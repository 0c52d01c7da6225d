//! Rows of clips, their tags, and what they are made into.

use domain::clip::{Clip, Range};
use domain::ids::{AccountId, ClipId, EventId, MediaId};
use domain::time::Timestamp;

use crate::enum_text::{from_json, from_word};
use crate::{Error, Result};

pub(crate) mod clips {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "clips")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub event_id: i64,
        pub media_id: i64,
        pub uuid: String,
        pub name: String,
        pub start_ms: i64,
        pub duration_ms: i64,
        #[sea_orm(column_type = "JsonBinary")]
        pub tags: Json,
        pub is_public: bool,
        pub state: String,
        pub failure: Option<String>,
        pub has_poster: bool,
        pub views: i64,
        pub created_at: i64,
        pub audience: String,
        /// The pass that it was cut with.
        pub entitlement_id: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod tags {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "clip_tags")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub clip_id: i64,
        pub tag: String,
        /// What it is found by.
        pub lower: String,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod exports {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "clip_exports")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub clip_id: i64,
        pub format: String,
        pub watermark: bool,
        pub state: String,
        pub failure: Option<String>,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<clips::Model> for Clip {
    type Error = Error;

    fn try_from(row: clips::Model) -> Result<Self> {
        Ok(Self {
            id: ClipId(row.id),
            account: AccountId(row.account_id),
            event: EventId(row.event_id),
            media: MediaId(row.media_id),
            uuid: row.uuid,
            name: row.name,
            range: Range { start_ms: row.start_ms, duration_ms: row.duration_ms },
            tags: from_json(row.tags)?,
            is_public: row.is_public,
            audience: from_word(row.audience)?,
            state: from_word(row.state)?,
            failure: row.failure.map(from_word).transpose()?,
            has_poster: row.has_poster,
            views: row.views,
            created_at: Timestamp(row.created_at),
        })
    }
}
