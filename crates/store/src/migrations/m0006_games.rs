//! What a game's state follows, and a count of changes, so that servers read only what moved.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, string};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        for (table, column) in [
            ("channels", big_integer("games_version").default(1).take()),
            ("events", big_integer("revision").default(0).take()),
            ("events", string("timing").default("stream").take()),
            ("events", big_integer_null("ends_at")),
            ("events", integer("clips").default(0).take()),
        ] {
            schema.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        let mut changes = Index::create();
        changes.name("events_by_revision").table("events").col("channel_id").col("revision");
        schema.create_index(changes).await?;
        // Lists are answered from memory: the whole catalogue is read in the order of its ids, or what changed of it.
        schema.drop_index(Index::drop().name("events_by_status").table("events").to_owned()).await?;
        schema.drop_index(Index::drop().name("events_of_participant").table("event_participants").to_owned()).await?;
        let mut teams = Index::create();
        teams.name("event_participants_of_channel").table("event_participants").col("channel_id").col("event_id");
        schema.create_index(teams).await
    }
}
