//! The account at the card provider that everything is at, and whether real money was ever taken here.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, string_null};

use super::{add_column, index, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        // One row: the installation's own.
        let mut installation = Table::create();
        installation.table("installation").col(big_integer("id").primary_key()).col(big_integer("live_since"));
        schema.create_table(installation).await?;

        let mut accounts = Table::create();
        accounts
            .table("payment_accounts")
            .col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key())
            // Of the secret key, which is kept nowhere.
            .col(string("key_digest"))
            .col(string("name"))
            .col(big_integer("used_at"))
            // Payments there were looked through until then.
            .col(big_integer_null("seen_until"));
        schema.create_table(accounts).await?;
        unique(schema, "payment_accounts_by_key", "payment_accounts", &["key_digest"]).await?;

        for table in ["orders", "subscriptions", "payment_customers", "unsaved_cards"] {
            add_column(schema, table, &mut string_null("provider_account")).await?;
        }
        index(schema, "orders_at_provider", "orders", &["channel_id", "provider_account", "state"]).await?;

        // Numbers may be given again from an older copy of the database; names are not.
        add_column(schema, "orders", &mut string_null("name")).await?;
        unique(schema, "orders_by_name", "orders", &["channel_id", "name"]).await?;
        // When it was found at the provider, for those that were lost.
        add_column(schema, "orders", &mut big_integer_null("recovered_at")).await
    }
}
