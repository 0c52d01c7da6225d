//! Endpoints of outgoing webhooks with their deliveries, and lanes of jobs.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, binary, binary_null, boolean, integer, integer_null, json_binary, string,
    string_null, text, text_null,
};

use super::{add_column, index, owned_by_channel};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut endpoints = owned_by_channel("webhook_endpoints");
        endpoints
            .col(big_integer("version"))
            .col(text("url"))
            .col(string("description"))
            .col(json_binary("events"))
            .col(boolean("is_on"))
            // Why the server switched it off; none if an operator did.
            .col(string_null("off_reason"))
            .col(big_integer_null("off_at"))
            .col(binary("secret"))
            // Signs beside the new one for a day.
            .col(binary_null("old_secret"))
            .col(big_integer_null("old_secret_until"))
            .col(big_integer_null("failing_since"))
            // Facts that were not told, because too many waited.
            .col(big_integer("skipped"))
            .col(big_integer("created_at"));
        schema.create_table(endpoints).await?;
        index(schema, "webhook_endpoints_by_channel", "webhook_endpoints", &["channel_id"]).await?;

        let mut deliveries = owned_by_channel("webhook_deliveries");
        deliveries
            .col(big_integer("endpoint_id"))
            // Until the account is deleted.
            .col(big_integer_null("account_id"))
            .col(string("kind"))
            .col(text("payload"))
            .col(string("state"))
            // In all, and since it was last sent again.
            .col(integer("attempts"))
            .col(integer("tries"))
            .col(big_integer_null("next_at"))
            .col(big_integer("created_at"))
            // Of the last attempt.
            .col(big_integer_null("tried_at"))
            .col(integer_null("status"))
            .col(string_null("problem"))
            .col(big_integer_null("duration_ms"))
            .col(text_null("response"))
            .foreign_key(
                ForeignKey::create()
                    .from("webhook_deliveries", "endpoint_id")
                    .to("webhook_endpoints", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(deliveries).await?;
        let table = "webhook_deliveries";
        index(schema, "webhook_deliveries_by_endpoint", table, &["endpoint_id", "id"]).await?;
        index(schema, "webhook_deliveries_by_state", table, &["endpoint_id", "state", "id"]).await?;
        index(schema, "webhook_deliveries_by_account", table, &["channel_id", "account_id"]).await?;
        index(schema, "webhook_deliveries_by_time", table, &["created_at"]).await?;

        // Of the jobs of one lane only a few run at a time.
        add_column(schema, "jobs", &mut string_null("lane")).await?;
        index(schema, "jobs_by_lane", "jobs", &["lane"]).await
    }
}
