//! What a game's state follows, and a count of changes, so that servers read only what moved.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, string};

use super::{add_column, index};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for (table, mut column) in [
            ("channels", big_integer("games_version").default(1).take()),
            ("events", big_integer("revision").default(0).take()),
            ("events", string("timing").default("stream").take()),
            ("events", big_integer_null("ends_at")),
            ("events", integer("clips").default(0).take()),
        ] {
            add_column(schema, table, &mut column).await?;
        }
        // Lists are answered from memory: the whole catalogue is read in the order of its ids, or what changed of it.
        schema.drop_index(Index::drop().name("events_by_status").table("events").to_owned()).await?;
        schema.drop_index(Index::drop().name("events_of_participant").table("event_participants").to_owned()).await?;
        for (name, table, columns) in [
            ("events_by_revision", "events", ["channel_id", "revision"]),
            ("events_of_channel", "events", ["channel_id", "id"]),
            ("event_participants_of_channel", "event_participants", ["channel_id", "event_id"]),
        ] {
            index(schema, name, table, &columns).await?;
        }
        Ok(())
    }
}
