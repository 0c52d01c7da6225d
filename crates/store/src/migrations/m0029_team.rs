//! Invitations of operators, and their second factors.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, binary, binary_null, boolean, json_binary, string};

use super::{add_column, index, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        // The operator who set the server up may create channels.
        add_column(schema, "operators", boolean("is_administrator").default(false)).await?;
        // The key of the authenticator app, and since when it is asked for.
        add_column(schema, "operators", &mut binary_null("totp_key")).await?;
        add_column(schema, "operators", &mut big_integer_null("totp_since")).await?;
        // The newest time step that was let in, which is not let in again.
        add_column(schema, "operators", &mut big_integer_null("totp_step")).await?;
        add_column(schema, "channels", boolean("requires_second_factor").default(false)).await?;

        let mut codes = Table::create();
        codes
            .table("operator_recovery_codes")
            .col(big_integer("operator_id"))
            .col(binary("code_hash"))
            .col(big_integer_null("used_at"))
            .primary_key(Index::create().col("operator_id").col("code_hash"))
            .foreign_key(&mut of_operator("operator_recovery_codes"));
        schema.create_table(codes).await?;

        let mut passkeys = Table::create();
        passkeys
            .table("operator_passkeys")
            .col(ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key())
            .col(big_integer("operator_id"))
            // A browser offers a passkey at the host that it was made at.
            .col(string("host"))
            .col(binary("credential_id"))
            .col(string("name"))
            .col(json_binary("data"))
            .col(big_integer("created_at"))
            .col(big_integer_null("last_used_at"))
            .foreign_key(&mut of_operator("operator_passkeys"));
        schema.create_table(passkeys).await?;
        unique(schema, "operator_passkeys_by_credential", "operator_passkeys", &["credential_id"]).await?;
        index(schema, "passkeys_of_operator", "operator_passkeys", &["operator_id"]).await?;

        let mut invitations = owned_by_channel("operator_invitations");
        invitations
            .col(string("email"))
            .col(string("email_key"))
            .col(string("role"))
            .col(binary("token_hash"))
            // The inviting operator; the invitation outlives them.
            .col(big_integer_null("operator_id"))
            .col(big_integer("created_at"))
            .col(big_integer("expires_at"));
        schema.create_table(invitations).await?;
        unique(schema, "operator_invitations_by_token", "operator_invitations", &["token_hash"]).await?;
        unique(schema, "operator_invitations_by_email", "operator_invitations", &["channel_id", "email_key"]).await
    }
}

fn of_operator(table: &'static str) -> ForeignKeyCreateStatement {
    let mut key = ForeignKey::create();
    key.from(table, "operator_id").to("operators", "id").on_delete(ForeignKeyAction::Cascade);
    key
}
