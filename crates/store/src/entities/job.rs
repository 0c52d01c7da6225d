//! Rows of `jobs`.

pub(crate) mod jobs {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "jobs")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub kind: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub payload: Json,
        pub run_at: i64,
        pub leased_until: Option<i64>,
        pub attempts: i32,
        pub state: String,
        pub problem: Option<String>,
        pub created_at: i64,
        pub lane: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}
