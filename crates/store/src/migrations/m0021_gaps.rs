//! How much of a recording is not there.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "media", &mut big_integer_null("missing_ms")).await
    }
}
