//! Creates subscriptions at the provider.

use std::collections::HashMap;

use domain::commerce::order::Occasion;
use domain::ids::{AccountId, ChannelId, OrderId, PassId};
use domain::money::Cents;
use domain::pass::Period;
use domain::time::Timestamp;
use payments::stripe::{
    CouponId, CustomerId, Failure, IdempotencyKey, Interval, Metadata, NewCoupon, NewSubscription, OneOff,
    PaymentMethodId, ProductId, Recurring, Step, Subject, Subscription,
};
use store::{OrderLine, StoredOrder};

use super::Subscriptions;
use crate::channels::snapshot::Snapshot;
use crate::commerce::CommerceError;
use crate::commerce::gateway::{order_key, owner, short_hash, sold_metadata};

/// The days of a month that is paid for.
const DAYS_OF_A_MONTH: u32 = 30;
/// By then the purchase itself has told the provider.
const PURCHASE_TIMEOUT: i64 = 2 * Timestamp::MINUTE;
/// Of each channel in one round.
const MAX_ORDERS: u64 = 200;

impl Subscriptions {
    /// Creates the subscription of an order at the provider, under the same key whenever it is asked for.
    pub(in crate::commerce) async fn create(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        customer: &CustomerId,
        card: &PaymentMethodId,
    ) -> Result<Subscription, CommerceError> {
        let id = channel.identity.id;
        let gone = || store::Error::Conflict("the subscription is gone".into());
        let own = order.subscription.ok_or_else(gone)?;
        let stored = self.store.subscription(id, own).await?.ok_or_else(gone)?;
        let currency = stored.currency;
        let buyer = self.gateway.buyer(channel, account).await?;
        let metadata = sold_metadata(channel, &buyer.account, order, Some(&stored));
        let gross = |line: &OrderLine| Cents(line.base.0 + line.service_fee.0);
        let mut one_off_products = Vec::new();
        for line in order.lines.iter().filter(|line| line.part.pass != stored.pass && gross(line).0 > 0) {
            one_off_products.push((self.product(channel, line.part.pass, &line.name).await?, gross(line)));
        }
        let one_off: Vec<_> =
            one_off_products.iter().map(|(product, amount)| OneOff { product, amount: *amount, currency }).collect();
        let name = order.lines.iter().find(|line| line.part.pass == stored.pass).map_or("", |line| line.name.as_str());
        let product = self.product(channel, stored.pass, name).await?;
        let pass = channel.content.passes.iter().find(|pass| pass.id == stored.pass);
        let (interval, interval_count) = match pass.map(|pass| pass.period) {
            Some(Period::Annual) => (Interval::Year, 1),
            _ => (Interval::Day, DAYS_OF_A_MONTH),
        };
        let item = Recurring { product: &product, amount: stored.amount, currency, interval, interval_count };
        let is_trial = order.payment.occasion == Occasion::Trial;
        let coupon = if is_trial { None } else { self.discount(channel, order, &metadata).await? };
        let new = NewSubscription {
            customer,
            items: &[item],
            one_off: &one_off,
            trial_end: is_trial.then_some(stored.known.current.ends_at),
            coupon: coupon.as_ref(),
            default_payment_method: Some(card),
            metadata: &metadata,
        };
        let key = order_key(channel, &order.name, Step::CreateSubscription, 1);
        let made = self.gateway.stripe.create_subscription(&key, &new).await?;
        self.store.subscription_set_name(id, own, made.id.to_string()).await?;
        Ok(made)
    }

    /// The coupon at the provider that takes the discount of an order off the first invoice.
    async fn discount(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        metadata: &Metadata,
    ) -> Result<Option<CouponId>, Failure> {
        let off = Cents(order.lines.iter().map(|line| line.discount.0).sum());
        if off.0 == 0 {
            return Ok(None);
        }
        let id = format!("touchline-{}-order-{}", owner(channel).installation, order.name);
        let id: CouponId = id.parse().expect("it is made of letters, digits and dashes");
        let new = NewCoupon { id: &id, amount_off: off, currency: order.payment.currency, metadata };
        self.gateway.stripe.ensure_coupon(&order_key(channel, &order.name, Step::CreateCoupon, 1), &new).await?;
        Ok(Some(id))
    }

    async fn product(&self, channel: &Snapshot, pass: PassId, name: &str) -> Result<ProductId, Failure> {
        let id = format!("touchline-{}-{}-pass-{pass}", owner(channel).installation, channel.identity.id);
        let id: ProductId = id.parse().expect("it is made of letters, digits and dashes");
        let owner = owner(channel);
        let key = IdempotencyKey::new(&owner, Subject::Pass(pass), Step::CreateProduct, short_hash(name));
        let made = self.gateway.stripe.ensure_product(&key, &id, name, &Metadata::new(&owner)).await;
        made.map(|product| product.id)
    }

    /// Creates the subscriptions that the provider was never told of, since their first period cost nothing and it was
    /// unreachable; a part of them in each round.
    pub(in crate::commerce) async fn create_missing(
        &self,
        channel: &Snapshot,
        places: &mut HashMap<ChannelId, OrderId>,
    ) -> Result<(), CommerceError> {
        let (id, at) = (channel.identity.id, self.gateway.account().await?);
        let after = places.remove(&id).unwrap_or(OrderId(0));
        let before = self.clock.now().plus(-PURCHASE_TIMEOUT);
        let orders = self.store.orders_to_renew(id, at, after, before, MAX_ORDERS).await?;
        if let Some(last) = orders.last().filter(|_| orders.len() as u64 == MAX_ORDERS) {
            places.insert(id, last.id);
        }
        for order in orders {
            let Some(account) = order.account else { continue };
            CommerceError::skip_one(self.create_missing_one(channel, &order, account).await)?;
        }
        Ok(())
    }

    async fn create_missing_one(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
    ) -> Result<(), CommerceError> {
        let customer = self.gateway.customer(channel, account).await?;
        // The card that was attached before the order was begun.
        let at = self.gateway.account().await?;
        let attached = self.store.unsaved_cards(channel.identity.id, account, at).await?;
        let attached = attached.into_iter().find(|card| card.order == Some(order.id)).map(|card| card.card);
        let cards = self.gateway.stripe.payment_methods(&customer, None).await?.data;
        let own = cards.iter().find(|card| Some(card.id.as_str()) == attached.as_deref());
        let Some(card) = own.or(cards.first()) else { return Ok(()) };
        self.create(channel, order, account, &customer, &card.id).await.map(drop)
    }
}
