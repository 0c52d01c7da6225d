//! Sports, places, schools, teams, games and passes.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, integer, integer_null, json_binary, string, string_null,
};

use super::owned_by_channel;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut categories = owned_by_channel("categories");
        categories.col(string("name")).col(string("alias")).col(string_null("image"));
        schema.create_table(categories).await?;

        let mut locations = owned_by_channel("locations");
        locations
            .col(string("name"))
            .col(string("city"))
            .col(string("state"))
            .col(string("country"))
            .col(string("time_zone"))
            .col(string_null("image"));
        schema.create_table(locations).await?;

        let mut groups = owned_by_channel("participant_groups");
        groups
            .col(string("name"))
            .col(string("short_name"))
            .col(string_null("alias"))
            .col(string("color"))
            .col(string("city"))
            .col(string("state"))
            .col(json_binary("images"))
            .col(json_binary("properties"))
            .col(boolean("in_menu"));
        schema.create_table(groups).await?;

        let mut participants = owned_by_channel("participants");
        participants
            .col(string("name"))
            .col(string("short_name"))
            .col(string_null("alias"))
            .col(json_binary("images"))
            .col(string("color"))
            .col(big_integer_null("group_id"))
            .col(big_integer_null("category_id"))
            .col(string_null("gender"))
            .col(string_null("sport"))
            .col(boolean("in_menu"));
        schema.create_table(participants).await?;

        let mut passes = owned_by_channel("passes");
        passes
            .col(string("kind"))
            .col(string("name"))
            .col(big_integer("price"))
            .col(big_integer("base_price"))
            .col(big_integer("service_fee"))
            .col(string_null("image"))
            .col(string("offer"))
            .col(string("period"))
            .col(integer_null("trial_days"))
            .col(string("pass_type"))
            .col(boolean("is_team_pass"))
            .col(json_binary("categories"))
            .col(big_integer_null("category_id"))
            .col(integer("weight"));
        schema.create_table(passes).await?;

        let mut events = owned_by_channel("events");
        events
            .col(string("name"))
            .col(string("status"))
            .col(string("access"))
            .col(big_integer("category_id"))
            .col(big_integer_null("location_id"))
            .col(big_integer("starts_at"))
            .col(string("time_zone"))
            .col(big_integer_null("home_team_id"))
            .col(integer_null("away_score"))
            .col(integer_null("home_score"))
            .col(integer_null("duration_s"))
            .col(string_null("image"))
            .col(big_integer_null("single_event_package_id"));
        schema.create_table(events).await?;

        let event_participants = Table::create()
            .table("event_participants")
            .col(big_integer("event_id"))
            .col(integer("position"))
            .col(big_integer("channel_id"))
            .col(big_integer("participant_id"))
            .primary_key(Index::create().col("event_id").col("position"))
            .foreign_key(
                ForeignKey::create()
                    .from("event_participants", "event_id")
                    .to("events", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        schema.create_table(event_participants).await?;

        let indexes: [(&str, &str, &[&str]); 6] = [
            ("categories_of_channel", "categories", &["channel_id"]),
            ("locations_of_channel", "locations", &["channel_id"]),
            ("groups_of_channel", "participant_groups", &["channel_id"]),
            ("participants_of_channel", "participants", &["channel_id"]),
            ("events_by_status", "events", &["channel_id", "status", "starts_at", "id"]),
            ("events_of_participant", "event_participants", &["channel_id", "participant_id", "event_id"]),
        ];
        for (name, table, columns) in indexes {
            let mut index = Index::create();
            index.name(name).table(table);
            for column in columns {
                index.col(*column);
            }
            schema.create_index(index).await?;
        }
        Ok(())
    }
}
