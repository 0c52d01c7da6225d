//! What is sold: coupons, orders and their lines, subscriptions, trials, and what the card provider calls them. Nothing of
//! a card is kept but the provider's fingerprint of it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, binary, boolean, integer_null, json_binary, string, string_null, text,
};

use super::{add_column, index, owned_by_account, owned_by_channel, unique};

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        coupons(schema).await?;
        orders(schema).await?;
        provider(schema).await?;

        for column in ["event_id", "order_id", "open_line_id"] {
            add_column(schema, "entitlements", &mut big_integer_null(column)).await?;
        }
        // Emptied when the entitlement ends: a line gives one at a time.
        unique(schema, "entitlements_by_line", "entitlements", &["channel_id", "open_line_id"]).await?;
        index(schema, "entitlements_of_order", "entitlements", &["channel_id", "order_id"]).await
    }
}

async fn coupons(schema: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut coupons = owned_by_channel("coupons");
    coupons
        .col(string("code"))
        .col(json_binary("terms"))
        .col(json_binary("passes"))
        .col(big_integer_null("starts_at"))
        .col(big_integer_null("ends_at"))
        .col(integer_null("most_uses"))
        .col(integer_null("most_uses_per_user"))
        .col(big_integer("used"))
        .col(big_integer("created_at"))
        // Whatever else goes wrong, the database lets nobody go over the limit.
        .check(Expr::col("used").gte(0))
        .check(Expr::col("most_uses").is_null().or(Expr::col("used").lte(Expr::col("most_uses"))));
    schema.create_table(coupons).await?;
    unique(schema, "coupons_by_code", "coupons", &["channel_id", "code"]).await?;

    // Outlives the account, without it: the limit is for all.
    let mut redemptions = owned_by_channel("coupon_redemptions");
    redemptions
        .col(big_integer("coupon_id"))
        .col(big_integer_null("account_id"))
        .col(big_integer("order_id"))
        .col(big_integer("expires_at"))
        .col(big_integer_null("redeemed_at"))
        .col(big_integer_null("released_at"))
        .col(big_integer("created_at"));
    schema.create_table(redemptions).await?;
    unique(schema, "redemptions_by_order", "coupon_redemptions", &["channel_id", "order_id"]).await?;
    index(schema, "redemptions_of_coupon", "coupon_redemptions", &["channel_id", "coupon_id", "account_id"]).await?;

    // Outlives the account, so that nobody begins again with the same card or mailbox.
    let mut trials = owned_by_channel("trials");
    trials
        .col(big_integer_null("account_id"))
        .col(binary("mailbox"))
        .col(string("card"))
        .col(big_integer("order_id"))
        .col(big_integer("created_at"));
    schema.create_table(trials).await?;
    unique(schema, "trials_by_account", "trials", &["channel_id", "account_id"]).await?;
    unique(schema, "trials_by_mailbox", "trials", &["channel_id", "mailbox"]).await?;
    unique(schema, "trials_by_card", "trials", &["channel_id", "card"]).await
}

async fn orders(schema: &SchemaManager<'_>) -> Result<(), DbErr> {
    // Kept for the books when the account is gone: it refers to none.
    let mut orders = owned_by_channel("orders");
    orders
        .col(big_integer_null("account_id"))
        .col(string("state"))
        .col(json_binary("known"))
        .col(big_integer("version"))
        .col(string("occasion"))
        .col(big_integer("total"))
        .col(string("currency"))
        .col(text("cart"))
        .col(string_null("idempotency_key"))
        .col(string_null("trk"))
        .col(big_integer_null("coupon_id"))
        .col(big_integer_null("subscription_id"))
        .col(big_integer_null("period_starts_at"))
        .col(string_null("payment_id"))
        .col(big_integer("created_at"))
        .col(big_integer("changed_at"))
        .col(big_integer_null("paid_at"));
    schema.create_table(orders).await?;
    unique(schema, "orders_by_key", "orders", &["channel_id", "account_id", "idempotency_key"]).await?;
    unique(schema, "orders_by_payment", "orders", &["channel_id", "payment_id"]).await?;
    unique(schema, "orders_by_period", "orders", &["channel_id", "subscription_id", "period_starts_at"]).await?;
    index(schema, "orders_of_account", "orders", &["channel_id", "account_id", "id"]).await?;
    index(schema, "orders_by_state", "orders", &["channel_id", "state", "changed_at"]).await?;

    let mut lines = owned_by_channel("order_lines");
    lines
        .col(big_integer("order_id"))
        .col(big_integer_null("account_id"))
        .col(string("kind"))
        .col(big_integer("pass_id"))
        .col(big_integer_null("category_id"))
        .col(big_integer_null("participant_id"))
        .col(big_integer_null("event_id"))
        .col(string("name"))
        .col(big_integer("base"))
        .col(big_integer("service_fee"))
        .col(big_integer("discount"))
        .col(big_integer("starts_at"))
        .col(big_integer_null("ends_at"))
        .col(boolean("is_renewed"))
        .col(string_null("open_key"));
    schema.create_table(lines).await?;
    // Emptied when the place is free again: nothing is sold twice to one person.
    unique(schema, "order_lines_open", "order_lines", &["channel_id", "account_id", "open_key"]).await?;
    index(schema, "lines_of_order", "order_lines", &["channel_id", "order_id"]).await?;

    let mut subscriptions = owned_by_channel("subscriptions");
    subscriptions
        .col(big_integer_null("account_id"))
        .col(big_integer("pass_id"))
        .col(string_null("provider_id"))
        .col(big_integer("amount"))
        .col(string("currency"))
        .col(json_binary("known"))
        .col(big_integer("version"))
        .col(big_integer("created_at"));
    schema.create_table(subscriptions).await?;
    unique(schema, "subscriptions_by_provider", "subscriptions", &["channel_id", "provider_id"]).await?;
    index(schema, "subscriptions_of_account", "subscriptions", &["channel_id", "account_id"]).await
}

async fn provider(schema: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut customers = owned_by_account("payment_customers");
    customers.col(string("customer_id")).col(big_integer("created_at"));
    schema.create_table(customers).await?;
    unique(schema, "customers_of_account", "payment_customers", &["channel_id", "account_id"]).await?;
    unique(schema, "customers_by_id", "payment_customers", &["channel_id", "customer_id"]).await?;

    let mut events = owned_by_channel("provider_events");
    events.col(string("event_id")).col(big_integer("seen_at"));
    schema.create_table(events).await?;
    unique(schema, "provider_events_by_id", "provider_events", &["channel_id", "event_id"]).await?;
    index(schema, "provider_events_by_time", "provider_events", &["channel_id", "seen_at"]).await
}
