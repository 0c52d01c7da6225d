//! Rows of `mails`.

pub(crate) mod mails {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "mails")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: Option<i64>,
        pub kind: String,
        pub recipient: String,
        pub subject: String,
        pub text: String,
        pub html: String,
        pub shown_text: String,
        pub shown_html: String,
        pub state: String,
        pub problem: Option<String>,
        pub created_at: i64,
        pub sent_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}
