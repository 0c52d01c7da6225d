//! Captions of videos, in one language each.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string, text};

use super::{index, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let captions = owned_by_channel("captions")
            .col(big_integer("media_id"))
            .col(string("language"))
            .col(text("text"))
            .col(big_integer("created_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("captions", "media_id")
                    .to("media", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        schema.create_table(captions).await?;
        unique(schema, "captions_of_media", "captions", &["channel_id", "media_id", "language"]).await?;
        // For the rows that end with their video.
        index(schema, "captions_by_media", "captions", &["media_id"]).await
    }
}
