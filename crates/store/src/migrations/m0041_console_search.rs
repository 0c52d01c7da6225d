//! Indexes of the console's search and lists, the country of an operator's session, and who has which form open.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, string_null};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

use super::{add_column, index, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        index(schema, "orders_by_number", "orders", &["channel_id", "id"]).await?;
        index(schema, "orders_by_total", "orders", &["channel_id", "total", "id"]).await?;
        index(schema, "orders_by_card", "orders", &["channel_id", "card_last4", "id"]).await?;
        index(schema, "clips_by_number", "clips", &["channel_id", "id"]).await?;
        beginnings(schema).await?;

        add_column(schema, "operator_sessions", &mut string_null("country")).await?;

        let mut open_forms = owned_by_channel("open_forms");
        open_forms
            .col(big_integer("operator_id"))
            .col(string("kind"))
            .col(big_integer("item"))
            // The server that the browser is connected to, and the connection.
            .col(string("node"))
            .col(string("place"))
            .col(big_integer_null("edited_at"))
            .col(big_integer("seen_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("open_forms", "operator_id")
                    .to("operators", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(open_forms).await?;
        unique(schema, "open_forms_by_place", "open_forms", &["node", "place"]).await?;
        index(schema, "open_forms_by_time", "open_forms", &["seen_at"]).await
    }
}

/// Where PostgreSQL sorts by a language, its index cannot find the beginning of a text.
async fn beginnings(schema: &SchemaManager<'_>) -> Result<(), DbErr> {
    let connection = schema.get_connection();
    if connection.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let create = r#"CREATE INDEX accounts_by_email_start ON accounts (channel_id, email_key COLLATE "C")"#;
    connection.execute_unprepared(create).await?;
    Ok(())
}
