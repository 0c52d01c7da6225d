//! What is asked and counted when a viewer watches: rules of the channel, prerolls, passes that are held, downloads.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, binary, boolean, integer, json_binary, string};

use super::{add_column, index, owned_by_account, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "channels", json_binary("playback_rules").default("{}")).await?;

        let mut prerolls = owned_by_channel("prerolls");
        prerolls
            .col(string("url"))
            .col(integer("weight"))
            .col(big_integer_null("location_id"))
            .col(json_binary("categories"))
            .col(boolean("for_live"))
            .col(boolean("for_vod"))
            .col(boolean("active"));
        schema.create_table(prerolls).await?;

        // Kept beside the prerolls, not below them: those are written anew with every import.
        let mut seen = owned_by_channel("seen_prerolls");
        seen.col(binary("watcher"))
            .col(big_integer_null("account_id"))
            .col(big_integer("event_id"))
            .col(big_integer("preroll_id"))
            .col(big_integer("until"))
            .foreign_key(
                ForeignKey::create()
                    .from("seen_prerolls", ("channel_id", "account_id"))
                    .to("accounts", ("channel_id", "id"))
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(seen).await?;
        let columns = ["channel_id", "watcher", "event_id", "preroll_id"];
        unique(schema, "seen_prerolls_by_watcher", "seen_prerolls", &columns).await?;
        index(schema, "seen_prerolls_by_end", "seen_prerolls", &["channel_id", "until"]).await?;

        let mut entitlements = owned_by_account("entitlements");
        entitlements
            .col(big_integer("pass_id"))
            .col(big_integer_null("category_id"))
            .col(big_integer_null("participant_id"))
            .col(string("source"))
            .col(big_integer("starts_at"))
            .col(big_integer_null("ends_at"))
            .col(big_integer("created_at"))
            .col(big_integer_null("ended_at"));
        schema.create_table(entitlements).await?;
        index(schema, "entitlements_of_account", "entitlements", &["channel_id", "account_id"]).await?;

        let mut downloads = owned_by_account("downloads");
        downloads.col(big_integer("event_id")).col(big_integer("created_at"));
        schema.create_table(downloads).await?;
        index(schema, "downloads_of_account", "downloads", &["channel_id", "account_id", "created_at"]).await
    }
}
