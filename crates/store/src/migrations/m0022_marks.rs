//! What readiness writes and reads.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let marks = Table::create().table("marks").col(integer("id").primary_key()).col(big_integer("mark")).to_owned();
        schema.create_table(marks).await
    }
}
