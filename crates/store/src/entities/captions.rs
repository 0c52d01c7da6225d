//! Rows of `captions`.

use domain::captions::{Language, Track};
use domain::ids::CaptionsId;

#[expect(clippy::module_inception, reason = "modules are named after their tables, and this word has no singular")]
pub(crate) mod captions {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "captions")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub media_id: i64,
        pub language: String,
        #[sea_orm(column_type = "Text")]
        pub text: String,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

/// A language that is no longer offered becomes unknown.
pub(crate) fn track(id: i64, language: &str) -> Track {
    Track { id: CaptionsId(id), language: Language::of_tag(language).unwrap_or(Language::UNKNOWN) }
}
