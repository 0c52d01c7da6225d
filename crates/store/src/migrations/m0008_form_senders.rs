//! Which member filled in a form, so that what they wrote is shown to them and erased with them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer_null;

use super::{add_column, index};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "form_entries", &mut big_integer_null("account_id")).await?;
        index(schema, "form_entries_of_account", "form_entries", &["channel_id", "account_id"]).await
    }
}
