//! Which host of a channel is the main one, whether the channel is paused or deleted, its former aliases, and erased
//! channels.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, boolean, json_binary, string};

use super::{add_column, index};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "channel_hosts", boolean("is_main").default(false)).await?;
        add_column(schema, "channels", &mut big_integer_null("paused_at")).await?;
        add_column(schema, "channels", &mut big_integer_null("deleted_at")).await?;

        let mut aliases = Table::create();
        aliases
            .table("channel_aliases")
            .col(ColumnDef::new("alias").string().not_null().primary_key())
            .col(big_integer("channel_id"))
            .foreign_key(
                ForeignKey::create()
                    .from("channel_aliases", "channel_id")
                    .to("channels", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(aliases).await?;

        let mut erased = Table::create();
        erased
            .table("erased_channels")
            .col(ColumnDef::new("id").big_integer().not_null().primary_key())
            .col(string("alias"))
            .col(big_integer("erased_at"))
            // What lies outside the database, until it is deleted too.
            .col(json_binary("files"))
            .col(big_integer_null("files_deleted_at"));
        schema.create_table(erased).await?;

        // Erasing a channel deletes its accounts, and with each of them what was seen by it.
        index(schema, "seen_prerolls_by_account", "seen_prerolls", &["channel_id", "account_id"]).await
    }
}
