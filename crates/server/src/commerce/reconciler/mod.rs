//! What the provider knows becomes facts here: reads the payment of an order and records it. Recording the same again
//! changes nothing, in any order.

mod lost;
mod refunds;
mod subscription_orders;
mod unsaved_cards;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use cache::Cache;
use domain::commerce::not_paid::NotPaid;
use domain::commerce::order::{ABANDONED_AFTER, Fact, Occasion, Refund, State};
use domain::commerce::renewal::Grace;
use domain::ids::{AccountId, ChannelId, OrderId};
use domain::time::Timestamp;
use payments::stripe::{
    Charge, ChargeStatus, Created, CustomerId, Metadata, PaymentError, PaymentIntent, PaymentIntentFilter,
    PaymentIntentId, PaymentIntentStatus, SetupIntent, Subscription,
};
use store::{Applied, PaidBy, Store, StoredOrder};

use super::CommerceError;
use super::gateway::{Gateway, card_summary, is_written_on, owner};
use crate::accounts::members::Members;
use crate::channels::member_feed::MemberFeed;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::clock::Clock;

pub(super) use lost::MAX_LOST_PAGES;

/// How often the provider is asked about one order for its waiting buyer.
const ASK_INTERVAL: Duration = Duration::from_secs(2);
/// Orders with a waiting buyer at once; beyond that they are asked about more often.
const MAX_WAITING: u64 = 10_000;
/// No request is under way for longer. What the provider does not know by then was never begun.
const REQUEST_TIMEOUT: i64 = 2 * Timestamp::MINUTE;
/// How far the provider's clock may be behind ours.
const SKEW: i64 = 5 * Timestamp::MINUTE;
/// Pages of a list at the provider, of a hundred each.
const MAX_PAGES: usize = 5;
/// Younger orders are asked about by the requests that began them.
const SWEEP_AFTER: i64 = 5 * Timestamp::SECOND;
/// Of each channel in one round.
const MAX_ORDERS: u64 = 200;

/// A position in the list of undecided orders: after this one.
pub(super) type Place = (Timestamp, OrderId);

/// Notified of every change of access.
pub(crate) struct AccessListeners {
    pub(crate) members: Arc<Members>,
    pub(crate) pages: Arc<MemberFeed>,
}

/// The provider's object for an order, as it stands.
pub(super) enum PaymentAttempt {
    Payment(PaymentIntent),
    /// A trial has nothing to pay, but a card to be confirmed.
    Card(SetupIntent),
}

pub(crate) struct Reconciler {
    store: Store,
    channels: Arc<Channels>,
    listeners: AccessListeners,
    gateway: Arc<Gateway>,
    grace: Grace,
    clock: Clock,
    asked: Cache<(ChannelId, OrderId), ()>,
}

impl Reconciler {
    pub(super) fn new(
        store: Store,
        channels: Arc<Channels>,
        listeners: AccessListeners,
        gateway: Arc<Gateway>,
        grace: Grace,
        clock: Clock,
    ) -> Self {
        let asked = Cache::builder(MAX_WAITING).time_to_live(ASK_INTERVAL).build();
        Self { store, channels, listeners, gateway, grace, clock, asked }
    }

    /// Reads the payment of an order from the provider and records it; none when the provider knows of none, or there is
    /// nothing to pay.
    pub(super) async fn reconcile(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<Option<PaymentAttempt>, CommerceError> {
        let id = channel.identity.id;
        // A payment at another account of ours cannot be read any more.
        if !order.is_at(self.gateway.account().await?) {
            return Ok(None);
        }
        if order.payment.occasion == Occasion::Trial {
            return match self.find_subscription(channel, order).await? {
                Some(found) => Ok(self.reconcile_trial(channel, order, &found).await?.map(PaymentAttempt::Card)),
                None => self.record_never_begun(channel, order).await.map(|()| None),
            };
        }
        let found = match &order.payment_id {
            Some(name) => match name.parse() {
                Ok(name) => match self.gateway.stripe.payment_intent(&name).await {
                    // The provider has deleted it: nothing comes of it any more.
                    Err(cause) if cause.is_not_found() => {
                        self.record_fact(id, order, Fact::Canceled).await?;
                        return Ok(None);
                    }
                    found => Some(found?),
                },
                Err(_) => None,
            },
            None => self.find_payment(channel, order).await?,
        };
        let Some(payment) = found else { return self.record_never_begun(channel, order).await.map(|()| None) };
        self.record_payment(channel, order, &payment).await?;
        if let Some(charge) = &payment.latest_charge
            && payment.status == PaymentIntentStatus::Succeeded
        {
            self.record_charge(channel, order, &self.gateway.stripe.charge(charge).await?).await?;
        }
        Ok(Some(PaymentAttempt::Payment(payment)))
    }

    /// The payment of an order that names none. It is named when it is found.
    async fn find_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<Option<PaymentIntent>, CommerceError> {
        let payment = match order.subscription {
            Some(_) => {
                let begun = self.find_subscription(channel, order).await?;
                begun.as_ref().and_then(Subscription::latest_payment).cloned()
            }
            None => self.find_single_payment(channel, order).await?,
        };
        if let Some(payment) = &payment {
            self.store.order_set_payment(channel.identity.id, order.id, payment.id.to_string()).await?;
        }
        Ok(payment)
    }

    async fn find_single_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<Option<PaymentIntent>, CommerceError> {
        let Some(customer) = self.customer_of(channel, order).await? else { return Ok(None) };
        let created = Created::since(order.created_at.plus(-SKEW));
        let mut after = None;
        for _ in 0..MAX_PAGES {
            let filter = PaymentIntentFilter { customer: Some(&customer), created, after: after.as_ref() };
            let page = self.gateway.stripe.payment_intents(&filter).await?;
            let last = page.last().map(|last| last.id.clone());
            let is_it = |payment: &PaymentIntent| is_written_on(&payment.metadata, channel, order);
            if let Some(found) = page.data.into_iter().find(is_it) {
                return Ok(Some(found));
            }
            match last {
                Some(last) => after = Some(last),
                None => break,
            }
        }
        Ok(None)
    }

    /// The customer of an order's buyer.
    async fn customer_of(&self, channel: &Snapshot, order: &StoredOrder) -> Result<Option<CustomerId>, CommerceError> {
        match order.account {
            Some(account) => self.gateway.known_customer(channel, account).await,
            None => Ok(None),
        }
    }

    /// For a waiting buyer: at most every other second, and an unreachable provider is not an error.
    pub(crate) async fn reconcile_for_buyer(
        &self,
        channel: &Snapshot,
        order: StoredOrder,
    ) -> store::Result<StoredOrder> {
        let id = channel.identity.id;
        let is_due = order.state().is_undecided() && self.asked.insert_new((id, order.id), ()).await;
        if !is_due {
            return Ok(order);
        }
        match self.reconcile(channel, &order).await {
            Ok(_) => {}
            Err(CommerceError::Store(cause)) => return Err(cause),
            Err(CommerceError::Provider(cause)) => {
                tracing::info!(%cause, order = %order.id, "order is still undecided");
            }
        }
        Ok(self.store.order(id, order.id).await?.unwrap_or(order))
    }

    /// Reconciles undecided orders, a part of them in each round. The place is kept before the first is asked about, so that
    /// orders that stay undecided do not keep the others from being asked about.
    pub(super) async fn reconcile_undecided(
        &self,
        channel: &Snapshot,
        places: &mut HashMap<ChannelId, Place>,
    ) -> Result<(), CommerceError> {
        let (id, at) = (channel.identity.id, self.gateway.account().await?);
        let (after, before) = (places.remove(&id), self.clock.now().plus(-SWEEP_AFTER));
        let orders = self.store.orders_undecided(id, at, after, before, MAX_ORDERS).await?;
        if let Some(last) = orders.last().filter(|_| orders.len() as u64 == MAX_ORDERS) {
            places.insert(id, (last.changed_at, last.id));
        }
        for order in orders {
            CommerceError::skip_one(self.reconcile(channel, &order).await.map(drop))?;
            let Some(order) = self.store.order(id, order.id).await? else { continue };
            let is_left = order.created_at.plus(ABANDONED_AFTER) < self.clock.now();
            if is_left && matches!(order.state(), State::Created | State::Processing) {
                self.record_fact(id, &order, Fact::Abandoned).await?;
            }
        }
        Ok(())
    }

    /// Cancels an order whose beginning was never answered, once no request can be under way.
    async fn record_never_begun(&self, channel: &Snapshot, order: &StoredOrder) -> Result<(), CommerceError> {
        if self.is_past_doubt(order) {
            self.record_fact(channel.identity.id, order, Fact::Canceled).await?;
        }
        Ok(())
    }

    /// Whether every unanswered request about an order has either been carried out or never will be.
    fn is_past_doubt(&self, order: &StoredOrder) -> bool {
        order.state() == State::Unknown && order.changed_at.plus(REQUEST_TIMEOUT) < self.clock.now()
    }

    /// Records the state of a payment, if it is the order's.
    pub(super) async fn record_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        payment: &PaymentIntent,
    ) -> Result<(), CommerceError> {
        let is_named = order.payment_id.as_deref().is_none_or(|named| named == payment.id.as_str());
        let costs_as_much = payment.amount(order.payment.currency).is_ok_and(|amount| amount == order.payment.total);
        let is_written = is_written_on(&payment.metadata, channel, order) && costs_as_much;
        // The payment of an invoice carries nothing of ours, and is known by its name alone.
        if !is_named || !(is_written || payment.invoice.is_some()) {
            tracing::error!(order = %order.id, payment = %payment.id, "payment does not belong to the order");
            return Ok(());
        }
        let id = channel.identity.id;
        match self.fact_of(payment, order) {
            Some(fact) => {
                if let Some(cause) = payment.last_payment_error.as_ref().filter(|_| fact == Fact::Failed) {
                    self.store.order_note_not_paid(id, order.id, why(cause)).await?;
                }
                self.record_fact(id, order, fact).await
            }
            None => Ok(()),
        }
    }

    /// The fact in the state of a payment; none while nobody has tried it.
    fn fact_of(&self, payment: &PaymentIntent, order: &StoredOrder) -> Option<Fact> {
        let currency = order.payment.currency;
        match &payment.status {
            PaymentIntentStatus::Succeeded => match payment.amount_received(currency) {
                Ok(amount) => Some(Fact::Succeeded { amount, currency }),
                Err(cause) => {
                    tracing::error!(%cause, order = %order.id, payment = %payment.id, "payment is in another currency");
                    None
                }
            },
            PaymentIntentStatus::RequiresAction => Some(Fact::RequiresAction),
            PaymentIntentStatus::Processing | PaymentIntentStatus::RequiresCapture => Some(Fact::Processing),
            PaymentIntentStatus::Canceled => Some(Fact::Canceled),
            PaymentIntentStatus::RequiresPaymentMethod if payment.last_payment_error.is_some() => Some(Fact::Failed),
            // No request can be under way: the payment waits for its buyer, and is given up when they stay away.
            _ if self.is_past_doubt(order) => Some(Fact::RequiresAction),
            _ => None,
        }
    }

    /// Records the card that paid, refunds and disputes.
    async fn record_charge(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        charge: &Charge,
    ) -> Result<(), CommerceError> {
        if charge.status != ChargeStatus::Succeeded {
            return Ok(());
        }
        if let Some(card) = card_of_charge(charge).filter(|card| order.card.as_ref() != Some(card)) {
            self.store.order_note_card(channel.identity.id, order.id, card).await?;
        }
        let is_refunded = charge.amount_refunded(order.payment.currency).is_ok_and(|amount| amount.0 > 0);
        // A refund that failed before anybody looked has left no trace on the charge.
        if is_refunded || order.payment.was_refunded() || order.payment.refund().is_some() {
            self.record_refunds(channel, order, charge).await?;
        }
        // The provider does not count a dispute that was won.
        if charge.disputed || order.state() == State::Disputed {
            self.record_disputes(channel, order, charge).await?;
        }
        Ok(())
    }

    /// The card that a payment was charged to.
    pub(super) async fn card_of(&self, payment: &PaymentIntentId) -> Result<Option<PaidBy>, CommerceError> {
        let payment = self.gateway.stripe.payment_intent(payment).await?;
        let Some(charge) = payment.latest_charge else { return Ok(None) };
        Ok(card_of_charge(&self.gateway.stripe.charge(&charge).await?))
    }

    /// Applies a fact to its order: state, access, coupon, audit row and jobs in one transaction. Then tells the listeners.
    pub(super) async fn record_fact(
        &self,
        channel: ChannelId,
        order: &StoredOrder,
        fact: Fact,
    ) -> Result<(), CommerceError> {
        match self.store.order_apply_fact(channel, order.id, fact, None, self.clock.now()).await? {
            Applied::Moved { from, order } => {
                tracing::info!(%channel, order = %order.id, ?from, to = ?order.state(), "order state changed");
                if order.payment.refund() == Some(Refund::Failed) {
                    tracing::error!(%channel, order = %order.id, "refund failed");
                }
                if let Some(account) = order.account {
                    self.order_moved(channel, account, order.id).await;
                    // Of the cards that were attached for a decided order at most one is needed.
                    let is_decided = order.subscription.is_some() && !order.state().is_undecided();
                    if let Some(channel) = self.channels.by_id(channel).filter(|_| is_decided) {
                        self.detach_unneeded_cards(&channel, account, None).await;
                    }
                }
            }
            Applied::AmountMismatch => {
                tracing::error!(%channel, order = %order.id, ?fact, "payment differs from its order");
            }
            Applied::Unchanged | Applied::Repeated | Applied::NoOrder => {}
        }
        Ok(())
    }

    /// An order has changed state: the buyer's pages and players see it.
    pub(super) async fn order_moved(&self, channel: ChannelId, account: AccountId, order: OrderId) {
        self.access_changed(channel, account).await;
        self.listeners.pages.order_moved(channel, account, order);
    }

    /// The account's access has begun or ended: its pages and players see it with their next request.
    pub(super) async fn access_changed(&self, channel: ChannelId, account: AccountId) {
        self.listeners.members.access_changed(channel, account).await;
    }

    /// The channel that an object at the provider belongs to, also a deleted one. Objects of other installations that share the account at the
    /// provider belong to none.
    pub(super) async fn channel_of(&self, metadata: &Metadata) -> store::Result<Option<Arc<Snapshot>>> {
        let Some(id) = metadata.channel() else { return Ok(None) };
        let channel = self.channels.even_deleted(&self.store, id, self.clock.now()).await?;
        Ok(channel.filter(|channel| metadata.is_of(&owner(channel))))
    }
}

fn card_of_charge(charge: &Charge) -> Option<PaidBy> {
    let card = charge.card()?;
    card_summary(card.brand.as_deref(), card.last4.as_deref())
}

/// Why an attempt failed, by the provider's codes.
pub(super) fn why(cause: &PaymentError) -> NotPaid {
    NotPaid::of(cause.code.as_deref(), cause.decline_code.as_deref())
}
