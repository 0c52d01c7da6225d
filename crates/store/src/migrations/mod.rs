//! The tables, one step for each release that changed them. A step that has been released is never edited.

mod m0001_channels;
mod m0002_catalogue;
mod m0003_content;
mod m0004_accounts;
mod m0005_library;
mod m0006_games;
mod m0007_people;
mod m0008_form_senders;
mod m0009_media;
mod m0010_playback;
mod m0011_operators;
mod m0012_uploads;
mod m0013_commerce;
mod m0014_order_details;
mod m0015_clips;
mod m0016_order_hosts;
mod m0017_ladders;
mod m0018_pass_features;
mod m0019_refunds;
mod m0020_captions;
mod m0021_gaps;
mod m0022_marks;
mod m0023_clip_audience;
mod m0024_shown_mails;
mod m0025_checkout;
mod m0026_payment_accounts;
mod m0027_player_addresses;
mod m0028_imported_ids;
mod m0029_team;
mod m0030_site_content;
mod m0031_channel_versions;
mod m0032_api_tokens;
mod m0033_forms;
mod m0034_pictures;
mod m0035_channel_states;
mod m0036_webhooks;
mod m0037_channel_texts;
mod m0038_channel_setup;
mod m0039_provider_ids;
mod m0040_site_pages;
mod m0041_console_search;

use sea_orm_migration::prelude::*;

pub(crate) struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_channels::Migration),
            Box::new(m0002_catalogue::Migration),
            Box::new(m0003_content::Migration),
            Box::new(m0004_accounts::Migration),
            Box::new(m0005_library::Migration),
            Box::new(m0006_games::Migration),
            Box::new(m0007_people::Migration),
            Box::new(m0008_form_senders::Migration),
            Box::new(m0009_media::Migration),
            Box::new(m0010_playback::Migration),
            Box::new(m0011_operators::Migration),
            Box::new(m0012_uploads::Migration),
            Box::new(m0013_commerce::Migration),
            Box::new(m0014_order_details::Migration),
            Box::new(m0015_clips::Migration),
            Box::new(m0016_order_hosts::Migration),
            Box::new(m0017_ladders::Migration),
            Box::new(m0018_pass_features::Migration),
            Box::new(m0019_refunds::Migration),
            Box::new(m0020_captions::Migration),
            Box::new(m0021_gaps::Migration),
            Box::new(m0022_marks::Migration),
            Box::new(m0023_clip_audience::Migration),
            Box::new(m0024_shown_mails::Migration),
            Box::new(m0025_checkout::Migration),
            Box::new(m0026_payment_accounts::Migration),
            Box::new(m0027_player_addresses::Migration),
            Box::new(m0028_imported_ids::Migration),
            Box::new(m0029_team::Migration),
            Box::new(m0030_site_content::Migration),
            Box::new(m0031_channel_versions::Migration),
            Box::new(m0032_api_tokens::Migration),
            Box::new(m0033_forms::Migration),
            Box::new(m0034_pictures::Migration),
            Box::new(m0035_channel_states::Migration),
            Box::new(m0036_webhooks::Migration),
            Box::new(m0037_channel_texts::Migration),
            Box::new(m0038_channel_setup::Migration),
            Box::new(m0039_provider_ids::Migration),
            Box::new(m0040_site_pages::Migration),
            Box::new(m0041_console_search::Migration),
        ]
    }
}

/// The columns that every table of a channel begins with: its own id, and whose it is.
fn owned_by_channel(table: &'static str) -> TableCreateStatement {
    let mut create = Table::create();
    create
        .table(table)
        .col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key())
        .col(ColumnDef::new("channel_id").big_integer().not_null())
        .foreign_key(
            ForeignKey::create().from(table, "channel_id").to("channels", "id").on_delete(ForeignKeyAction::Cascade),
        );
    create
}

/// The columns of a table whose rows end with their account.
fn owned_by_account(table: &'static str) -> TableCreateStatement {
    let mut create = owned_by_channel(table);
    create.col(ColumnDef::new("account_id").big_integer().not_null()).foreign_key(
        ForeignKey::create()
            .from(table, ("channel_id", "account_id"))
            .to("accounts", ("channel_id", "id"))
            .on_delete(ForeignKeyAction::Cascade),
    );
    create
}

async fn add_column(schema: &SchemaManager<'_>, table: &'static str, column: &mut ColumnDef) -> Result<(), DbErr> {
    // SQLite adds one column at a time.
    schema.alter_table(Table::alter().table(table).add_column(column).to_owned()).await
}

async fn index(
    schema: &SchemaManager<'_>,
    name: &'static str,
    table: &'static str,
    columns: &[&'static str],
) -> Result<(), DbErr> {
    schema.create_index(on(Index::create().name(name).table(table).to_owned(), columns)).await
}

async fn unique(
    schema: &SchemaManager<'_>,
    name: &'static str,
    table: &'static str,
    columns: &[&'static str],
) -> Result<(), DbErr> {
    schema.create_index(on(Index::create().name(name).table(table).unique().to_owned(), columns)).await
}

fn on(mut index: IndexCreateStatement, columns: &[&'static str]) -> IndexCreateStatement {
    for column in columns {
        index.col(*column);
    }
    index
}
