//! Rows of `media`.

use domain::captions::Track;
use domain::ids::MediaId;
use domain::media::Media;

use crate::Result;
use crate::enum_text::from_word;

#[expect(clippy::module_inception, reason = "modules are named after their tables, and this word has no plural")]
pub(crate) mod media {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "media")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub event_id: Option<i64>,
        pub vod_item_id: Option<i64>,
        pub source: String,
        pub state: String,
        pub url: Option<String>,
        pub duration_ms: Option<i64>,
        pub has_pictures: bool,
        pub created_at: i64,
        pub holder: Option<String>,
        pub held_until: Option<i64>,
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub rungs: Option<Json>,
        pub missing_ms: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) fn media(row: media::Model, captions: Vec<Track>) -> Result<Media> {
    Ok(Media {
        id: MediaId(row.id),
        source: from_word(row.source)?,
        state: from_word(row.state)?,
        url: row.url,
        duration_ms: row.duration_ms,
        has_pictures: row.has_pictures,
        captions,
    })
}
