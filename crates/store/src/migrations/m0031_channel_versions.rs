//! Versions of a channel's settings and of its colours.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer;

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for column in ["settings_version", "colours_version"] {
            add_column(schema, "channels", big_integer(column).default(1)).await?;
        }
        Ok(())
    }
}
