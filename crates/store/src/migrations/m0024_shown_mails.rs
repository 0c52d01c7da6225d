//! What operators are shown of a mail: the same words without its links and codes.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        // Empty for mails that were written before: nothing of them is shown.
        add_column(schema, "mails", text("shown_text").default("")).await?;
        add_column(schema, "mails", text("shown_html").default("")).await
    }
}
