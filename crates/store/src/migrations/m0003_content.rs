//! Menu, slides, pages, questions, blocks and the properties of schools.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, json_binary, string, string_null, text};

use super::owned_by_channel;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let mut links = owned_by_channel("menu_links");
        links.col(string("name")).col(string("url")).col(string("place"));
        schema.create_table(links).await?;

        let mut slides = owned_by_channel("slides");
        slides
            .col(string_null("slidable_type"))
            .col(big_integer_null("slidable_id"))
            .col(string("title"))
            .col(text("text"))
            .col(string_null("image"))
            .col(big_integer_null("event_id"))
            .col(string_null("link_url"))
            .col(string_null("link_text"));
        schema.create_table(slides).await?;

        let mut pages = owned_by_channel("pages");
        pages.col(string("url")).col(string("alt_name")).col(string("name")).col(text("content"));
        schema.create_table(pages).await?;

        let mut faq = owned_by_channel("faq_entries");
        faq.col(text("question")).col(text("answer"));
        schema.create_table(faq).await?;

        let mut blocks = owned_by_channel("static_blocks");
        blocks.col(string("place")).col(text("content"));
        schema.create_table(blocks).await?;

        let mut properties = owned_by_channel("group_properties");
        properties.col(string("name")).col(string("alias")).col(json_binary("values"));
        schema.create_table(properties).await?;

        let unique: [(&str, &str, [&str; 2]); 2] =
            [("pages_by_url", "pages", ["channel_id", "url"]), ("pages_by_alias", "pages", ["channel_id", "alt_name"])];
        for (name, table, columns) in unique {
            let [first, second] = columns;
            schema
                .create_index(Index::create().name(name).table(table).col(first).col(second).unique().to_owned())
                .await?;
        }
        for table in ["menu_links", "slides", "faq_entries", "static_blocks", "group_properties"] {
            let name = format!("{table}_of_channel");
            schema.create_index(Index::create().name(name).table(table).col("channel_id").to_owned()).await?;
        }
        Ok(())
    }
}
