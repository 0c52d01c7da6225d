//! Accounts, their sessions and what they keep.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, binary, boolean, json_binary, string, string_null};

use super::{index, owned_by_account, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut accounts = owned_by_channel("accounts");
        accounts
            .col(string("email"))
            .col(string("email_key"))
            .col(string_null("password_hash"))
            .col(string("first_name"))
            .col(string("last_name"))
            .col(boolean("temporary_password"))
            .col(boolean("basic_pass_selected"))
            .col(json_binary("capabilities"))
            .col(binary("calendar_secret"))
            .col(big_integer("created_at"));
        schema.create_table(accounts).await?;
        // What belongs to an account refers to both: no row of one channel can belong to an account of another.
        unique(schema, "accounts_of_channel", "accounts", &["channel_id", "id"]).await?;
        unique(schema, "accounts_by_email", "accounts", &["channel_id", "email_key"]).await?;

        let mut sessions = owned_by_account("sessions");
        sessions.col(binary("key_hash")).col(big_integer("created_at")).col(big_integer("last_used_at"));
        schema.create_table(sessions).await?;
        unique(schema, "sessions_by_key", "sessions", &["key_hash"]).await?;
        index(schema, "sessions_of_account", "sessions", &["channel_id", "account_id"]).await?;

        let mut favourites = owned_by_account("favourites");
        favourites.col(string("kind")).col(big_integer("target_id")).col(big_integer("created_at"));
        schema.create_table(favourites).await?;
        let whole = ["channel_id", "account_id", "kind", "target_id"];
        unique(schema, "favourites_of_account", "favourites", &whole).await
    }
}
