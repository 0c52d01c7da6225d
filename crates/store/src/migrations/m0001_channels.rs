//! Channels and the host names they are served at.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, binary, boolean, json_binary, string, string_null, string_uniq};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let channels = Table::create()
            .table("channels")
            .col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key())
            .col(string_uniq("alias"))
            .col(string_uniq("channel_key"))
            .col(binary("key_secret"))
            .col(string("name"))
            .col(string("tagline"))
            .col(string_null("logo"))
            .col(string("language"))
            .col(boolean("multi_language"))
            .col(string("currency"))
            .col(string_null("google_tag"))
            .col(string_null("analytics_key"))
            .col(json_binary("colours"))
            .col(big_integer("version"))
            .col(big_integer("created_at"))
            .to_owned();
        schema.create_table(channels).await?;

        let hosts = Table::create()
            .table("channel_hosts")
            .col(ColumnDef::new("host").string().not_null().primary_key())
            .col(big_integer("channel_id"))
            .foreign_key(
                ForeignKey::create()
                    .from("channel_hosts", "channel_id")
                    .to("channels", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        schema.create_table(hosts).await
    }
}
