//! Versions and order of the site's content, dates of slides, and the revisions of what operators edit.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, json_binary_null, string, string_null};

use super::{add_column, owned_by_channel, unique};

const VERSIONED: [&str; 5] = ["menu_links", "slides", "pages", "faq_entries", "static_blocks"];
/// Rows of one position stand in the order of their ids, as all did until now.
const ORDERED: [&str; 3] = ["menu_links", "slides", "faq_entries"];

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for table in VERSIONED {
            add_column(schema, table, big_integer("version").default(1)).await?;
        }
        for table in ORDERED {
            add_column(schema, table, big_integer("position").default(0)).await?;
        }
        add_column(schema, "slides", &mut big_integer_null("visible_from")).await?;
        add_column(schema, "slides", &mut big_integer_null("visible_until")).await?;

        let mut revisions = owned_by_channel("revisions");
        revisions
            .col(string("kind"))
            .col(big_integer("subject_id"))
            .col(big_integer("version"))
            // Null if the version removed the subject.
            .col(json_binary_null("body"))
            // Where the removed subject stood in its list.
            .col(big_integer_null("position"))
            // Null for an import; the revision outlives its operator.
            .col(big_integer_null("operator_id"))
            .col(big_integer("at"))
            // Of the request that made the subject.
            .col(string_null("request_key"));
        schema.create_table(revisions).await?;
        unique(schema, "revisions_of_subject", "revisions", &["channel_id", "kind", "subject_id", "version"]).await?;
        unique(schema, "revisions_by_request", "revisions", &["channel_id", "kind", "request_key"]).await
    }
}
