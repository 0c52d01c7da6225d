//! What an order was begun for, so that its key is for that alone.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string_null;

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "orders", &mut string_null("wish")).await
    }
}
