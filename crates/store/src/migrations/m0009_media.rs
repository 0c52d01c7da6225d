//! What can be played of games and films, and which stream key of a game is the present one.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, boolean, string, string_null};

use super::{add_column, index, owned_by_channel};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "events", big_integer("key_generation").default(0)).await?;
        let media = owned_by_channel("media")
            .col(big_integer_null("event_id"))
            .col(big_integer_null("vod_item_id"))
            .col(string("source"))
            .col(string("state"))
            .col(string_null("url"))
            .col(big_integer_null("duration_ms"))
            .col(boolean("has_pictures"))
            .col(big_integer("created_at"))
            .to_owned();
        schema.create_table(media).await?;
        index(schema, "media_of_event", "media", &["channel_id", "event_id"]).await?;
        index(schema, "media_of_film", "media", &["channel_id", "vod_item_id"]).await?;
        index(schema, "media_by_state", "media", &["state"]).await
    }
}
