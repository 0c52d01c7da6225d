//! The library of films, forms with what visitors sent, texts in other languages, and rules by country.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, integer_null, json_binary, string, text};

use super::{add_column, index, owned_by_channel, unique};

/// What has texts that may be translated, and was there before translations were.
const TRANSLATED: [&str; 6] = ["categories", "menu_links", "slides", "pages", "faq_entries", "static_blocks"];

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for table in TRANSLATED {
            add_column(schema, table, json_binary("translations").default("{}")).await?;
        }
        add_column(schema, "channels", json_binary("geo_rule").default("{\"mode\":\"everywhere\"}")).await?;
        add_column(schema, "events", ColumnDef::new("geo_rule").json_binary()).await?;

        let mut categories = owned_by_channel("vod_categories");
        categories.col(string("title")).col(string("alias")).col(json_binary("translations"));
        schema.create_table(categories).await?;

        let mut items = owned_by_channel("vod_items");
        items
            .col(string("title"))
            .col(text("description"))
            .col(big_integer("date"))
            .col(integer_null("duration_s"))
            .col(string("access"))
            .col(json_binary("assets"))
            .col(json_binary("translations"));
        schema.create_table(items).await?;

        let mut rails = owned_by_channel("vod_rails");
        rails.col(integer("position")).col(string("title")).col(json_binary("translations"));
        schema.create_table(rails).await?;

        let item_categories = Table::create()
            .table("vod_item_categories")
            .col(big_integer("item_id"))
            .col(integer("position"))
            .col(big_integer("channel_id"))
            .col(big_integer("category_id"))
            .primary_key(Index::create().col("item_id").col("position"))
            .foreign_key(&mut gone_with("vod_item_categories", "item_id", "vod_items"))
            .foreign_key(&mut gone_with("vod_item_categories", "category_id", "vod_categories"))
            .to_owned();
        schema.create_table(item_categories).await?;

        let rail_items = Table::create()
            .table("vod_rail_items")
            .col(big_integer("rail_id"))
            .col(integer("position"))
            .col(big_integer("channel_id"))
            .col(big_integer("item_id"))
            .primary_key(Index::create().col("rail_id").col("position"))
            .foreign_key(&mut gone_with("vod_rail_items", "rail_id", "vod_rails"))
            .foreign_key(&mut gone_with("vod_rail_items", "item_id", "vod_items"))
            .to_owned();
        schema.create_table(rail_items).await?;

        let mut forms = owned_by_channel("forms");
        forms
            .col(string("alias"))
            .col(string("title"))
            .col(text("description"))
            .col(string("submit_text"))
            .col(text("success_text"))
            .col(json_binary("fields"))
            .col(json_binary("translations"));
        schema.create_table(forms).await?;

        let mut entries = owned_by_channel("form_entries");
        entries
            .col(big_integer("form_id"))
            .col(big_integer("created_at"))
            .col(json_binary("values"))
            .foreign_key(&mut gone_with("form_entries", "form_id", "forms"));
        schema.create_table(entries).await?;

        unique(schema, "forms_by_alias", "forms", &["channel_id", "alias"]).await?;
        let indexes: [(&str, &str, &[&str]); 7] = [
            ("vod_categories_of_channel", "vod_categories", &["channel_id"]),
            ("vod_items_of_channel", "vod_items", &["channel_id"]),
            ("vod_rails_of_channel", "vod_rails", &["channel_id"]),
            ("vod_item_categories_of_channel", "vod_item_categories", &["channel_id"]),
            ("vod_items_of_category", "vod_item_categories", &["category_id"]),
            ("vod_rail_items_of_channel", "vod_rail_items", &["channel_id"]),
            ("form_entries_by_time", "form_entries", &["channel_id", "form_id", "created_at"]),
        ];
        for (name, table, columns) in indexes {
            index(schema, name, table, columns).await?;
        }
        Ok(())
    }
}

/// Rows that refer to another one go away with it.
fn gone_with(table: &'static str, column: &'static str, to: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create().from(table, column).to(to, "id").on_delete(ForeignKeyAction::Cascade).to_owned()
}
