//! Private addresses of members, for televisions and players that cannot log in.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, binary, string, string_null};

use super::{index, owned_by_account, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut addresses = owned_by_account("player_addresses");
        addresses
            .col(binary("key_hash"))
            .col(string("name"))
            .col(big_integer("created_at"))
            // Nothing until the first use; where from, then.
            .col(big_integer_null("last_used_at"))
            .col(string_null("country"));
        schema.create_table(addresses).await?;
        unique(schema, "player_addresses_by_key", "player_addresses", &["key_hash"]).await?;
        index(schema, "player_addresses_of_account", "player_addresses", &["channel_id", "account_id"]).await
    }
}
