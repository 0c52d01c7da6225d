//! Rows of `entitlements` and `downloads`.

use domain::ids::{CategoryId, EntitlementId, EventId, ParticipantId, PassId};
use domain::pass::Entitlement;
use domain::time::Timestamp;

use crate::enum_text::from_word;
use crate::{Error, Result};

pub(crate) mod entitlements {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "entitlements")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub pass_id: i64,
        pub category_id: Option<i64>,
        pub participant_id: Option<i64>,
        pub source: String,
        pub starts_at: i64,
        pub ends_at: Option<i64>,
        pub created_at: i64,
        pub ended_at: Option<i64>,
        pub event_id: Option<i64>,
        /// The order that it came by.
        pub order_id: Option<i64>,
        /// The order's line, until it ends.
        pub open_line_id: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod downloads {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "downloads")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub event_id: i64,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<entitlements::Model> for Entitlement {
    type Error = Error;

    fn try_from(row: entitlements::Model) -> Result<Self> {
        Ok(Self {
            id: EntitlementId(row.id),
            pass_id: PassId(row.pass_id),
            category_id: row.category_id.map(CategoryId),
            participant_id: row.participant_id.map(ParticipantId),
            event_id: row.event_id.map(EventId),
            source: from_word(row.source)?,
            starts_at: Timestamp(row.starts_at),
            ends_at: row.ends_at.map(Timestamp),
        })
    }
}
