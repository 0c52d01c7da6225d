//! The picture library of each channel.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, json_binary_null, string};

use super::{owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut pictures = owned_by_channel("pictures");
        pictures
            .col(string("name"))
            // That the channel had when the files were stored.
            .col(string("alias"))
            // The names of the files begin with it.
            .col(string("key"))
            .col(string("hash"))
            .col(string("format"))
            .col(big_integer("width"))
            .col(big_integer("height"))
            .col(big_integer("original_width"))
            .col(big_integer("original_height"))
            // In pixels of the original; null for all of it.
            .col(json_binary_null("crop"))
            // In percent.
            .col(big_integer("focus_x"))
            .col(big_integer("focus_y"))
            .col(big_integer("created_at"))
            .col(big_integer("version"));
        schema.create_table(pictures).await?;
        unique(schema, "pictures_by_key", "pictures", &["channel_id", "key"]).await
    }
}
