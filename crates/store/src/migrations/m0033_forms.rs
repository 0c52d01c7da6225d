//! Versions of forms that operators edit, and the order of their answers.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer;

use super::{add_column, index};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "forms", big_integer("version").default(1)).await?;
        index(schema, "form_entries_of_form", "form_entries", &["channel_id", "form_id", "id"]).await
    }
}
