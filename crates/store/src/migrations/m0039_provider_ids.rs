//! The ids that other providers gave a channel, with their secrets and what checks of them found.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{json_binary_null, string_null, text_null};

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "channels", &mut text_null("sentry_dsn")).await?;
        for column in ["recaptcha_site_key", "google_client_id", "facebook_client_id"] {
            add_column(schema, "channels", &mut string_null(column)).await?;
        }
        for column in ["provider_secrets", "provider_checks"] {
            add_column(schema, "channels", &mut json_binary_null(column)).await?;
        }
        Ok(())
    }
}
