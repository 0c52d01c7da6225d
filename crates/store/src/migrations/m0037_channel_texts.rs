//! Texts of channels for which defaults stand in, by the numbers of their kinds.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, json_binary};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut texts = Table::create();
        texts
            .table("channel_texts")
            .col(big_integer("channel_id"))
            .col(big_integer("id"))
            .col(json_binary("translations"))
            .col(big_integer("version"))
            .primary_key(Index::create().col("channel_id").col("id"))
            .foreign_key(
                ForeignKey::create()
                    .from("channel_texts", "channel_id")
                    .to("channels", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(texts).await
    }
}
