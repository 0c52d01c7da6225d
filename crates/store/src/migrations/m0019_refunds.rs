//! How the money of an order stands that is to go back, so that those whose refund failed are found.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string_null;

use super::{add_column, index};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "orders", &mut string_null("refund")).await?;
        index(schema, "orders_by_refund", "orders", &["channel_id", "refund"]).await
    }
}
