//! Rows of operators: identities, channels, invitations, sessions, second factors, tokens, and audited actions.

use domain::ids::OperatorId;
use domain::operator::Operator;

pub(crate) mod operators {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "operators")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub email: String,
        pub email_key: String,
        pub name: String,
        pub password_hash: String,
        pub created_at: i64,
        pub disabled_at: Option<i64>,
        pub is_administrator: bool,
        pub totp_key: Option<Vec<u8>>,
        pub totp_since: Option<i64>,
        pub totp_step: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod operator_channels {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "operator_channels")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub operator_id: i64,
        #[sea_orm(primary_key, auto_increment = false)]
        pub channel_id: i64,
        pub role: String,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod operator_sessions {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "operator_sessions")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub operator_id: i64,
        #[sea_orm(unique)]
        pub key_hash: Vec<u8>,
        pub device: String,
        pub created_at: i64,
        pub last_seen_at: i64,
        pub ends_at: i64,
        pub country: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod open_forms {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "open_forms")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub operator_id: i64,
        pub kind: String,
        pub item: i64,
        pub node: String,
        pub place: String,
        pub edited_at: Option<i64>,
        pub seen_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod operator_recovery_codes {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "operator_recovery_codes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub operator_id: i64,
        #[sea_orm(primary_key, auto_increment = false)]
        pub code_hash: Vec<u8>,
        pub used_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod operator_passkeys {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "operator_passkeys")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub operator_id: i64,
        pub host: String,
        #[sea_orm(unique)]
        pub credential_id: Vec<u8>,
        pub name: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub data: Json,
        pub created_at: i64,
        pub last_used_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod operator_invitations {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "operator_invitations")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub email: String,
        pub email_key: String,
        pub role: String,
        #[sea_orm(unique)]
        pub token_hash: Vec<u8>,
        pub operator_id: Option<i64>,
        pub created_at: i64,
        pub expires_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod api_tokens {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "api_tokens")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub operator_id: i64,
        pub name: String,
        #[sea_orm(unique)]
        pub token_hash: Vec<u8>,
        pub ending: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub scopes: Json,
        pub created_at: i64,
        pub expires_at: Option<i64>,
        pub last_used_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod audit {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: Option<i64>,
        pub operator_id: Option<i64>,
        pub at: i64,
        pub action: String,
        pub subject: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub detail: Json,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl From<operators::Model> for Operator {
    fn from(row: operators::Model) -> Self {
        Self { id: OperatorId(row.id), email: row.email, name: row.name, is_administrator: row.is_administrator }
    }
}
