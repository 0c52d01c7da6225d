//! Rows of `orders`, `order_lines`, `subscriptions` and of what the card provider calls them.

use domain::commerce::order::Order;
use domain::commerce::ownership::Part;
use domain::ids::{AccountId, CategoryId, CouponId, EventId, OrderId, ParticipantId, PassId, SubscriptionId};
use domain::money::Cents;
use domain::time::Timestamp;

use crate::enum_text::{from_json, from_word};
use crate::orders::{OrderLine, PaidBy, StoredOrder};
use crate::{Error, Result};

pub(crate) mod orders {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "orders")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: Option<i64>,
        pub state: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub known: Json,
        pub version: i64,
        pub occasion: String,
        pub total: i64,
        pub currency: String,
        pub cart: String,
        pub idempotency_key: Option<String>,
        pub trk: Option<String>,
        pub coupon_id: Option<i64>,
        pub subscription_id: Option<i64>,
        pub period_starts_at: Option<i64>,
        pub payment_id: Option<String>,
        pub card_brand: Option<String>,
        pub card_last4: Option<String>,
        pub not_paid: Option<String>,
        pub created_at: i64,
        pub changed_at: i64,
        pub paid_at: Option<i64>,
        pub host: Option<String>,
        pub refund: Option<String>,
        pub wish: Option<String>,
        pub provider_account: Option<String>,
        pub name: Option<String>,
        pub recovered_at: Option<i64>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod lines {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_lines")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub order_id: i64,
        pub account_id: Option<i64>,
        pub kind: String,
        pub pass_id: i64,
        pub category_id: Option<i64>,
        pub participant_id: Option<i64>,
        pub event_id: Option<i64>,
        pub name: String,
        pub base: i64,
        pub service_fee: i64,
        pub discount: i64,
        pub starts_at: i64,
        pub ends_at: Option<i64>,
        pub is_renewed: bool,
        pub open_key: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod subscriptions {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "subscriptions")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: Option<i64>,
        pub pass_id: i64,
        pub provider_id: Option<String>,
        pub amount: i64,
        pub currency: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub known: Json,
        pub version: i64,
        pub created_at: i64,
        pub provider_account: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod customers {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "payment_customers")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub customer_id: String,
        pub created_at: i64,
        pub provider_account: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod unsaved_cards {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "unsaved_cards")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub account_id: i64,
        pub customer_id: String,
        pub card_id: String,
        pub order_id: Option<i64>,
        pub look_at: i64,
        pub provider_account: Option<String>,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

pub(crate) mod provider_events {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "provider_events")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub channel_id: i64,
        pub event_id: String,
        pub seen_at: i64,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

impl lines::Model {
    pub(crate) fn part(&self) -> Part {
        Part {
            pass: PassId(self.pass_id),
            category: self.category_id.map(CategoryId),
            participant: self.participant_id.map(ParticipantId),
            event: self.event_id.map(EventId),
        }
    }
}

impl TryFrom<&lines::Model> for OrderLine {
    type Error = Error;

    fn try_from(row: &lines::Model) -> Result<Self> {
        Ok(Self {
            kind: from_word(row.kind.clone())?,
            part: row.part(),
            name: row.name.clone(),
            base: Cents(row.base),
            service_fee: Cents(row.service_fee),
            discount: Cents(row.discount),
            starts_at: Timestamp(row.starts_at),
            ends_at: row.ends_at.map(Timestamp),
        })
    }
}

/// The order's payment, by the rules.
pub(crate) fn payment(row: &orders::Model) -> Result<Order> {
    Ok(Order {
        total: Cents(row.total),
        currency: from_word(row.currency.clone())?,
        occasion: from_word(row.occasion.clone())?,
        is_subscription: row.subscription_id.is_some(),
        known: from_json(row.known.clone())?,
    })
}

pub(crate) fn stored(row: orders::Model, lines: &[lines::Model]) -> Result<StoredOrder> {
    Ok(StoredOrder {
        id: OrderId(row.id),
        account: row.account_id.map(AccountId),
        payment: payment(&row)?,
        lines: lines.iter().filter(|line| line.order_id == row.id).map(OrderLine::try_from).collect::<Result<_>>()?,
        coupon: row.coupon_id.map(CouponId),
        subscription: row.subscription_id.map(SubscriptionId),
        payment_id: row.payment_id,
        card: row.card_brand.zip(row.card_last4).map(|(brand, last4)| PaidBy { brand, last4 }),
        not_paid: row.not_paid.map(from_word).transpose()?,
        trk: row.trk,
        host: row.host,
        wish: row.wish,
        provider_account: row.provider_account,
        // Those of long ago are called by their number at the provider.
        name: row.name.unwrap_or_else(|| row.id.to_string()),
        cart: row.cart,
        is_recovered: row.recovered_at.is_some(),
        created_at: Timestamp(row.created_at),
        changed_at: Timestamp(row.changed_at),
        paid_at: row.paid_at.map(Timestamp),
    })
}
