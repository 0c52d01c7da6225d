//! Rows of `webhook_endpoints` and `webhook_deliveries`.

pub(crate) mod endpoints {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "webhook_endpoints")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub version: i64,
        #[sea_orm(column_type = "Text")]
        pub url: String,
        pub description: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub events: Json,
        pub is_on: bool,
        pub off_reason: Option<String>,
        pub off_at: Option<i64>,
        pub secret: Vec<u8>,
        pub old_secret: Option<Vec<u8>>,
        pub old_secret_until: Option<i64>,
        pub failing_since: Option<i64>,
        pub skipped: i64,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod deliveries {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "webhook_deliveries")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub endpoint_id: i64,
        pub account_id: Option<i64>,
        pub kind: String,
        #[sea_orm(column_type = "Text")]
        pub payload: String,
        pub state: String,
        pub attempts: i32,
        pub tries: i32,
        pub next_at: Option<i64>,
        pub created_at: i64,
        pub tried_at: Option<i64>,
        pub status: Option<i32>,
        pub problem: Option<String>,
        pub duration_ms: Option<i64>,
        #[sea_orm(column_type = "Text", nullable)]
        pub response: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}
