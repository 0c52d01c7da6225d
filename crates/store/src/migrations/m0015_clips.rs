//! Clips that fans cut out of games, their tags, and what they are made into.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, boolean, json_binary, string, string_null};

use super::{index, owned_by_account, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut clips = owned_by_account("clips");
        clips
            .col(big_integer("event_id"))
            .col(big_integer("media_id"))
            .col(string("uuid"))
            .col(string("name"))
            .col(big_integer("start_ms"))
            .col(big_integer("duration_ms"))
            .col(json_binary("tags"))
            .col(boolean("is_public"))
            .col(string("state"))
            .col(string_null("failure"))
            .col(boolean("has_poster"))
            .col(big_integer("views"))
            .col(big_integer("created_at"));
        schema.create_table(clips).await?;
        index(schema, "clips_of_event", "clips", &["channel_id", "event_id", "id"]).await?;
        index(schema, "clips_of_account", "clips", &["channel_id", "account_id", "id"]).await?;
        index(schema, "clips_of_channel", "clips", &["channel_id", "is_public", "id"]).await?;
        index(schema, "clips_by_state", "clips", &["state", "id"]).await?;

        let mut tags = owned_by_clip("clip_tags");
        tags.col(string("tag")).col(string("lower"));
        schema.create_table(tags).await?;
        index(schema, "clip_tags_by_tag", "clip_tags", &["channel_id", "lower"]).await?;
        index(schema, "clip_tags_of_clip", "clip_tags", &["clip_id"]).await?;

        let mut exports = owned_by_clip("clip_exports");
        exports
            .col(string("format"))
            .col(boolean("watermark"))
            .col(string("state"))
            .col(string_null("failure"))
            .col(big_integer("created_at"));
        schema.create_table(exports).await?;
        unique(schema, "clip_exports_by_form", "clip_exports", &["clip_id", "format", "watermark"]).await?;
        index(schema, "clip_exports_by_state", "clip_exports", &["state", "id"]).await
    }
}

fn owned_by_clip(table: &'static str) -> TableCreateStatement {
    let mut create = owned_by_channel(table);
    create.col(ColumnDef::new("clip_id").big_integer().not_null()).foreign_key(
        ForeignKey::create().from(table, "clip_id").to("clips", "id").on_delete(ForeignKeyAction::Cascade),
    );
    create
}
