//! The tables, one step for each release that changed them. A step that has been released is never edited.

mod m0001_channels;
mod m0002_catalogue;
mod m0003_content;
mod m0004_accounts;
mod m0005_library;
mod m0006_games;

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
