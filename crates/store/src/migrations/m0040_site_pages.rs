//! Pictures and dates of pages, redirects from their former paths, links under links, and a channel's icon and translations.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, json_binary, string, string_null};

use super::{add_column, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "pages", &mut string_null("image")).await?;
        add_column(schema, "pages", &mut big_integer_null("visible_from")).await?;
        add_column(schema, "pages", &mut big_integer_null("visible_until")).await?;
        add_column(schema, "menu_links", &mut big_integer_null("parent_id")).await?;
        add_column(schema, "channels", &mut string_null("icon")).await?;
        add_column(schema, "channels", json_binary("translations").default("{}")).await?;

        let mut redirects = owned_by_channel("page_redirects");
        // Not of the table of pages: a page that was removed can be restored, and the redirect then leads to it again.
        redirects.col(string("path")).col(big_integer("page_id")).col(big_integer("version").default(1));
        schema.create_table(redirects).await?;
        unique(schema, "page_redirects_of_path", "page_redirects", &["channel_id", "path"]).await
    }
}
