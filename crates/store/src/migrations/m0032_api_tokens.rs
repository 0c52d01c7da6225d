//! Tokens of programs that call the console's API.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, binary, json_binary, string};

use super::{owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut tokens = owned_by_channel("api_tokens");
        tokens
            // Its calls are this operator's.
            .col(big_integer("operator_id"))
            .col(string("name"))
            .col(binary("token_hash"))
            .col(string("ending"))
            .col(json_binary("scopes"))
            .col(big_integer("created_at"))
            .col(big_integer_null("expires_at"))
            .col(big_integer_null("last_used_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("api_tokens", "operator_id")
                    .to("operators", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(tokens).await?;
        unique(schema, "api_tokens_by_hash", "api_tokens", &["token_hash"]).await?;
        unique(schema, "api_tokens_by_name", "api_tokens", &["channel_id", "name"]).await
    }
}
