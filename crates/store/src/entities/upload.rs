//! Rows of `uploads`.

pub(crate) mod uploads {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "uploads")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub event_id: Option<i64>,
        pub vod_item_id: Option<i64>,
        pub name: String,
        pub bytes: i64,
        pub received: i64,
        pub state: String,
        pub progress: i32,
        pub problem: Option<String>,
        pub problem_code: Option<String>,
        pub media_id: Option<i64>,
        pub created_at: i64,
        pub changed_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}
