//! Operators of channels, their sessions, and a log of what they do that nobody can rewrite.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, binary, json_binary, string};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

use super::{index, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut operators = numbered("operators");
        operators
            .col(string("email"))
            .col(string("email_key"))
            .col(string("name"))
            .col(string("password_hash"))
            .col(big_integer("created_at"))
            .col(big_integer_null("disabled_at"));
        schema.create_table(operators).await?;
        unique(schema, "operators_by_email", "operators", &["email_key"]).await?;

        let mut channels = Table::create();
        channels
            .table("operator_channels")
            .col(big_integer("operator_id"))
            .col(big_integer("channel_id"))
            .col(string("role"))
            .primary_key(Index::create().col("operator_id").col("channel_id"))
            .foreign_key(&mut of_operator("operator_channels"))
            .foreign_key(
                ForeignKey::create()
                    .from("operator_channels", "channel_id")
                    .to("channels", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(channels).await?;
        index(schema, "operators_of_channel", "operator_channels", &["channel_id"]).await?;

        let mut sessions = numbered("operator_sessions");
        sessions
            .col(big_integer("operator_id"))
            .col(binary("key_hash"))
            .col(string("device"))
            .col(big_integer("created_at"))
            .col(big_integer("last_seen_at"))
            .col(big_integer("ends_at"))
            .foreign_key(&mut of_operator("operator_sessions"));
        schema.create_table(sessions).await?;
        unique(schema, "operator_sessions_by_key", "operator_sessions", &["key_hash"]).await?;
        index(schema, "sessions_of_operator", "operator_sessions", &["operator_id"]).await?;
        index(schema, "operator_sessions_by_end", "operator_sessions", &["ends_at"]).await?;

        // Outlives channels and operators, so it refers to neither.
        let mut audit = numbered("audit");
        audit
            .col(big_integer_null("channel_id"))
            .col(big_integer_null("operator_id"))
            .col(big_integer("at"))
            .col(string("action"))
            .col(string("subject"))
            .col(json_binary("detail"));
        schema.create_table(audit).await?;
        index(schema, "audit_of_channel", "audit", &["channel_id", "id"]).await?;
        only_append(schema).await?;

        index(schema, "mails_by_state", "mails", &["channel_id", "state", "id"]).await
    }
}

fn numbered(table: &'static str) -> TableCreateStatement {
    let mut create = Table::create();
    create.table(table).col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key());
    create
}

fn of_operator(table: &'static str) -> ForeignKeyCreateStatement {
    let mut key = ForeignKey::create();
    key.from(table, "operator_id").to("operators", "id").on_delete(ForeignKeyAction::Cascade);
    key
}

/// The database itself refuses to change what was written down, for every client.
async fn only_append(schema: &SchemaManager<'_>) -> Result<(), DbErr> {
    let connection = schema.get_connection();
    if connection.get_database_backend() == DbBackend::Sqlite {
        for change in ["UPDATE", "DELETE"] {
            let refuse = format!(
                "CREATE TRIGGER audit_refuses_{change} BEFORE {change} ON audit \
                 BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END"
            );
            connection.execute_unprepared(&refuse).await?;
        }
        return Ok(());
    }
    connection
        .execute_unprepared(
            "CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'the audit log is only added to'; END $$",
        )
        .await?;
    connection
        .execute_unprepared(
            "CREATE TRIGGER audit_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit \
             FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()",
        )
        .await
        .map(drop)
}
