//! What an order is shown with: brand and last four digits of the card that paid it, and why it was not paid.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::string_null;

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for column in ["card_brand", "card_last4", "not_paid"] {
            add_column(schema, "orders", &mut string_null(column)).await?;
        }
        Ok(())
    }
}
