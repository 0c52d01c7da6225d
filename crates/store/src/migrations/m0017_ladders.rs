//! Which server takes a live game's pictures, which lower renditions a recording has, and why an upload failed in a word.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, json_binary_null, string_null};

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "media", &mut string_null("holder")).await?;
        add_column(schema, "media", &mut big_integer_null("held_until")).await?;
        add_column(schema, "media", &mut json_binary_null("rungs")).await?;
        add_column(schema, "uploads", &mut string_null("problem_code")).await
    }
}
