//! The time zone of each channel, how far its set-up is, what its checks found, and versions of sports, schools and teams.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, json_binary_null, string};

use super::add_column;

/// The zone in which most of the channel's games are played, or else most of its places are; UTC without either.
const USUAL_ZONE: &str = "UPDATE channels SET time_zone = COALESCE(\
    (SELECT time_zone FROM events WHERE events.channel_id = channels.id \
     GROUP BY time_zone ORDER BY COUNT(*) DESC, time_zone LIMIT 1), \
    (SELECT time_zone FROM locations WHERE locations.channel_id = channels.id \
     GROUP BY time_zone ORDER BY COUNT(*) DESC, time_zone LIMIT 1), \
    'UTC')";

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "channels", string("time_zone").default("UTC")).await?;
        for column in ["setup", "checks"] {
            add_column(schema, "channels", &mut json_binary_null(column)).await?;
        }
        for table in ["categories", "participant_groups", "participants"] {
            add_column(schema, table, big_integer("version").default(1)).await?;
        }
        schema.get_connection().execute_unprepared(USUAL_ZONE).await?;
        Ok(())
    }
}
