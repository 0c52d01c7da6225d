//! What a pass brings besides its games, and how many clips and downloads it allows.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{integer_null, json_binary};

use super::add_column;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "passes", json_binary("capabilities").default("[]")).await?;
        add_column(schema, "passes", &mut integer_null("max_clips")).await?;
        add_column(schema, "passes", &mut integer_null("max_downloads")).await?;
        // Passes that were sold before opened games and nothing else, so that none of their buyers could cut a clip: they
        // now bring what fans expect of any pass. What adds to a pass counts beside one that brings it; whole games,
        // films and peace from prerolls are the operator's to give.
        let usual = serde_json::json!(["watch", "clipping", "download_clip"]);
        let regular = Query::update()
            .table("passes")
            .value("capabilities", Expr::value(usual))
            .and_where(Expr::col("pass_type").eq("regular"))
            .to_owned();
        schema.execute(regular).await
    }
}
