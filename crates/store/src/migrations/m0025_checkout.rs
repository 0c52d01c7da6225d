//! What an order was begun for, so that its key is for that alone; and cards that the provider keeps for a subscription
//! alone, since nobody asked to save them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, string_null};

use super::{add_column, index, owned_by_account, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        add_column(schema, "orders", &mut string_null("wish")).await?;

        let mut cards = owned_by_account("unsaved_cards");
        cards
            .col(string("customer_id"))
            .col(string("card_id"))
            // The order that it was taken for, once that is begun.
            .col(big_integer_null("order_id"))
            .col(big_integer("look_at"));
        schema.create_table(cards).await?;
        unique(schema, "unsaved_cards_by_card", "unsaved_cards", &["channel_id", "card_id"]).await?;
        index(schema, "unsaved_cards_due", "unsaved_cards", &["channel_id", "look_at"]).await
    }
}
