//! What accounts need to be opened, kept and closed by their owners: proofs, ways in, devices, and mail to them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, binary, integer, json_binary, string, string_null, text, text_null,
};

use super::{add_column, index, owned_by_account, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "channels", json_binary("account_rules").default("{}")).await?;
        add_column(schema, "accounts", &mut big_integer_null("email_verified_at")).await?;
        add_column(schema, "accounts", &mut string_null("pending_email")).await?;
        add_column(schema, "accounts", &mut string_null("language")).await?;
        add_column(schema, "sessions", string("device").default("")).await?;
        add_column(schema, "sessions", &mut string_null("country")).await?;

        let mut tickets = owned_by_channel("tickets");
        tickets
            .col(string("purpose"))
            .col(binary("key"))
            .col(big_integer_null("account_id"))
            .col(json_binary("payload"))
            .col(integer("tries_left"))
            .col(big_integer("expires_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("tickets", ("channel_id", "account_id"))
                    .to("accounts", ("channel_id", "id"))
                    .on_delete(ForeignKeyAction::Cascade),
            );
        schema.create_table(tickets).await?;
        unique(schema, "tickets_by_key", "tickets", &["channel_id", "purpose", "key"]).await?;
        index(schema, "tickets_of_account", "tickets", &["channel_id", "account_id"]).await?;
        index(schema, "tickets_by_end", "tickets", &["expires_at"]).await?;

        let mut identities = owned_by_account("identities");
        identities.col(string("issuer")).col(string("subject")).col(big_integer("created_at"));
        schema.create_table(identities).await?;
        unique(schema, "identities_by_subject", "identities", &["channel_id", "issuer", "subject"]).await?;
        index(schema, "identities_of_account", "identities", &["channel_id", "account_id"]).await?;

        let mut passkeys = owned_by_account("passkeys");
        passkeys
            .col(binary("credential_id"))
            .col(string("name"))
            .col(json_binary("data"))
            .col(big_integer("created_at"))
            .col(big_integer_null("last_used_at"));
        schema.create_table(passkeys).await?;
        unique(schema, "passkeys_by_credential", "passkeys", &["channel_id", "credential_id"]).await?;
        index(schema, "passkeys_of_account", "passkeys", &["channel_id", "account_id"]).await?;

        // Not gone with the account: the last mail says that it was closed.
        let mut mails = owned_by_channel("mails");
        mails
            .col(big_integer_null("account_id"))
            .col(string("kind"))
            .col(string("recipient"))
            .col(string("subject"))
            .col(text("text"))
            .col(text("html"))
            .col(string("state"))
            .col(text_null("problem"))
            .col(big_integer("created_at"))
            .col(big_integer_null("sent_at"));
        schema.create_table(mails).await?;
        index(schema, "mails_of_recipient", "mails", &["channel_id", "recipient"]).await?;

        let mut jobs = owned_by_channel("jobs");
        jobs.col(string("kind"))
            .col(json_binary("payload"))
            .col(big_integer("run_at"))
            .col(big_integer_null("leased_until"))
            .col(integer("attempts"))
            .col(string("state"))
            .col(text_null("problem"))
            .col(big_integer("created_at"));
        schema.create_table(jobs).await?;
        index(schema, "jobs_by_time", "jobs", &["state", "kind", "run_at"]).await
    }
}
