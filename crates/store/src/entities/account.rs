//! Rows of `accounts`, and of what belongs to one: `sessions`, `favourites`, `tickets`, `identities`, `passkeys`,
//! `player_addresses`.

use domain::account::Account;
use domain::favourite::Favourite;
use domain::ids::{AccountId, FavouriteId};
use domain::secret::Secret;
use domain::time::Timestamp;

use crate::enum_text::{from_json, from_word};
use crate::{Error, Result};

pub(crate) mod accounts {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "accounts")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub email: String,
        pub email_key: String,
        pub password_hash: Option<String>,
        pub first_name: String,
        pub last_name: String,
        pub temporary_password: bool,
        pub basic_pass_selected: bool,
        #[sea_orm(column_type = "JsonBinary")]
        pub capabilities: Json,
        pub calendar_secret: Vec<u8>,
        pub created_at: i64,
        pub email_verified_at: Option<i64>,
        pub pending_email: Option<String>,
        pub language: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod sessions {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sessions")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        #[sea_orm(unique)]
        pub key_hash: Vec<u8>,
        pub created_at: i64,
        pub last_used_at: i64,
        pub device: String,
        pub country: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod favourites {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "favourites")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub kind: String,
        pub target_id: i64,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod tickets {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "tickets")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub purpose: String,
        pub key: Vec<u8>,
        pub account_id: Option<i64>,
        #[sea_orm(column_type = "JsonBinary")]
        pub payload: Json,
        pub tries_left: i32,
        pub expires_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod identities {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identities")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub issuer: String,
        pub subject: String,
        pub created_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod passkeys {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "passkeys")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub credential_id: Vec<u8>,
        pub name: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub data: Json,
        pub created_at: i64,
        pub last_used_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod player_addresses {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "player_addresses")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        #[sea_orm(unique)]
        pub key_hash: Vec<u8>,
        pub name: String,
        pub created_at: i64,
        pub last_used_at: Option<i64>,
        pub country: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<accounts::Model> for Account {
    type Error = Error;

    fn try_from(row: accounts::Model) -> Result<Self> {
        let calendar_secret = <[u8; 32]>::try_from(row.calendar_secret)
            .map_err(|_| Error::Unavailable(format!("the calendar secret of account {} is damaged", row.id)))?;
        Ok(Self {
            id: AccountId(row.id),
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
            email_verified_at: row.email_verified_at.map(Timestamp),
            pending_email: row.pending_email,
            language: row.language.map(from_word).transpose()?,
            has_password: row.password_hash.is_some(),
            temporary_password: row.temporary_password,
            basic_pass_selected: row.basic_pass_selected,
            capabilities: from_json(row.capabilities)?,
            calendar_secret: Secret::new(calendar_secret),
            created_at: Timestamp(row.created_at),
        })
    }
}

impl TryFrom<favourites::Model> for Favourite {
    type Error = Error;

    fn try_from(row: favourites::Model) -> Result<Self> {
        Ok(Self { id: FavouriteId(row.id), kind: from_word(row.kind)?, target_id: row.target_id })
    }
}
