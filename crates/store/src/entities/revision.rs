//! Rows of `revisions`.

pub(crate) mod revisions {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "revisions")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub kind: String,
        pub subject_id: i64,
        pub version: i64,
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub body: Option<Json>,
        pub position: Option<i64>,
        pub operator_id: Option<i64>,
        pub at: i64,
        pub request_key: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}
