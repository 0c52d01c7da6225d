//! Which row an id of a channel's file became, where it could not keep it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut ids = Table::create();
        ids.table("imported_ids")
            .col(big_integer("channel_id"))
            // The table of the row.
            .col(string("kind"))
            .col(big_integer("file_id"))
            .col(big_integer("row_id"))
            .primary_key(Index::create().col("channel_id").col("kind").col("file_id"))
            .foreign_key(
                ForeignKey::create()
                    .from("imported_ids", "channel_id")
                    .to("channels", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(ids).await
    }
}
