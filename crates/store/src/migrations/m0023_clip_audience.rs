//! The audience of a clip, and the pass that it was cut with.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, string};

use super::{add_column, index};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        // Clips of before stay as they are: their makers were promised that links work.
        add_column(schema, "clips", string("audience").default("everyone")).await?;
        add_column(schema, "clips", &mut big_integer_null("entitlement_id")).await?;
        index(schema, "clips_of_entitlement", "clips", &["channel_id", "entitlement_id"]).await
    }
}
