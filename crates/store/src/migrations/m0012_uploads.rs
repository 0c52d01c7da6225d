//! Files that operators upload, from their first byte until they can be watched.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, string, string_null};

use super::{index, owned_by_channel};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let uploads = owned_by_channel("uploads")
            .col(big_integer_null("event_id"))
            .col(big_integer_null("vod_item_id"))
            .col(string("name"))
            .col(big_integer("bytes"))
            .col(big_integer("received"))
            .col(string("state"))
            .col(integer("progress"))
            .col(string_null("problem"))
            .col(big_integer_null("media_id"))
            .col(big_integer("created_at"))
            .col(big_integer("changed_at"))
            .to_owned();
        schema.create_table(uploads).await?;
        index(schema, "uploads_of_channel", "uploads", &["channel_id", "id"]).await?;
        index(schema, "uploads_by_state", "uploads", &["state", "changed_at"]).await
    }
}
