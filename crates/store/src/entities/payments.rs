//! Rows of `installation` and `payment_accounts`, which belong to no channel.

pub(crate) mod installation {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "installation")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        pub live_since: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod payment_accounts {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "payment_accounts")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub key_digest: String,
        pub name: String,
        pub used_at: i64,
        pub seen_until: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}
