//! Payments that no order has. An older copy of the database was put back, and who bought in between is not in it: their
//! orders are made again from what is written on the payments, or the money goes back.
//!
//! How far the payments were looked through is kept in the database. An older copy has an earlier time, and catches up.

use std::sync::Arc;

use domain::account::Member;
use domain::commerce::item::ItemType;
use domain::commerce::order::Fact;
use domain::commerce::ownership::Part;
use domain::commerce::price::{NextCharge, Quote, QuoteLine};
use domain::commerce::sold::{self, SoldLine};
use domain::ids::{AccountId, PassId};
use domain::money::Cents;
use domain::time::Timestamp;
use payments::stripe::{
    BillingReason, Created, Failure, IdempotencyKey, Invoice, InvoiceStatus, Metadata, PaymentIntent,
    PaymentIntentFilter, PaymentIntentStatus, Step, Subject, Subscription, SubscriptionFilter, SubscriptionStatus,
};
use store::{NewOrder, Recovered, StoredOrder, TrialKeys};

use super::renewal::{has_ended, payment_id};
use super::sweep::passed_over;
use super::trial::trial_keys;
use super::{CommerceError, Till, digest_of, mark_of, order_key, owner};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;

/// Looked through in one step.
const WINDOW: i64 = 6 * Timestamp::HOUR;
/// Lists may be late, and clocks differ.
const OVERLAP: i64 = 10 * Timestamp::MINUTE;
/// How exactly it is kept how far they were looked through.
const NOTED_EVERY: i64 = Timestamp::MINUTE;
/// Pages of a window, of a hundred each.
const MOST_PAGES: usize = 200;

/// What is written on a payment, as far as it is an order.
struct Written {
    name: String,
    member: Option<Arc<Member>>,
    lines: Vec<SoldLine>,
}

impl Till {
    /// Looks through what the provider has taken since the last look; whether there is more.
    pub(super) async fn find_lost(&self) -> Result<bool, CommerceError> {
        let at = self.account().await?.to_owned();
        let Some(seen) = self.0.store.payments_seen_until(&at).await? else {
            self.0.store.payments_are_seen_until(at, now()).await?;
            return Ok(false);
        };
        let until = now().min(seen.plus(WINDOW));
        let created = Created { from: Some(seen.plus(-OVERLAP)), until: Some(until.plus(OVERLAP)) };
        self.find_lost_payments(created).await?;
        self.find_lost_subscriptions(created).await?;
        if seen.plus(NOTED_EVERY) <= until {
            self.0.store.payments_are_seen_until(at, until).await?;
        }
        Ok(until.plus(NOTED_EVERY) < now())
    }

    async fn find_lost_payments(&self, created: Created) -> Result<(), CommerceError> {
        let mut after = None;
        for _ in 0..MOST_PAGES {
            let filter = PaymentIntentFilter { customer: None, created, after: after.as_ref() };
            let page = self.0.stripe.payment_intents(&filter).await?;
            // What an invoice is paid by is found by its subscription.
            for payment in page.data.iter().filter(|payment| payment.invoice.is_none()) {
                passed_over(self.settle_payment(payment).await)?;
            }
            match page.last() {
                Some(last) => after = Some(last.id.clone()),
                None => return Ok(()),
            }
        }
        tracing::error!("more was paid in six hours than is looked through");
        Ok(())
    }

    async fn find_lost_subscriptions(&self, created: Created) -> Result<(), CommerceError> {
        let mut after = None;
        for _ in 0..MOST_PAGES {
            let filter = SubscriptionFilter { customer: None, created, after: after.as_ref() };
            let page = self.0.stripe.subscriptions(&filter).await?;
            for subscription in &page.data {
                if let Some(channel) = self.channel_of(&subscription.metadata) {
                    passed_over(self.find_lost_subscription(&channel, subscription).await)?;
                }
            }
            match page.last() {
                Some(last) => after = Some(last.id.clone()),
                None => return Ok(()),
            }
        }
        Ok(())
    }

    async fn find_lost_subscription(
        &self,
        channel: &Snapshot,
        subscription: &Subscription,
    ) -> Result<(), CommerceError> {
        if self.settle_subscription(channel, subscription).await? {
            self.reconcile_subscription(channel, &subscription.id, None).await?;
        }
        Ok(())
    }

    fn channel_of(&self, metadata: &Metadata) -> Option<Arc<Snapshot>> {
        let channel = metadata.channel().and_then(|channel| self.0.channels.by_id(channel));
        channel.filter(|channel| metadata.is_of(&owner(channel)))
    }

    /// The name that is written on something that no order has. Those of long ago had numbers, which say too little.
    async fn lost_name(&self, channel: &Snapshot, metadata: &Metadata) -> Result<Option<String>, CommerceError> {
        let Some(name) = metadata.order().filter(|name| name.parse::<i64>().is_err()) else { return Ok(None) };
        let known = self.0.store.order_by_name(channel.identity.id, name).await?;
        Ok(known.is_none().then(|| name.to_owned()))
    }

    /// Makes the order of a payment again that nobody has, or has nothing be paid.
    pub(super) async fn settle_payment(&self, payment: &PaymentIntent) -> Result<(), CommerceError> {
        let Some(channel) = self.channel_of(&payment.metadata) else { return Ok(()) };
        let Some(name) = self.lost_name(&channel, &payment.metadata).await? else { return Ok(()) };
        match &payment.status {
            PaymentIntentStatus::Succeeded => {}
            PaymentIntentStatus::RequiresAction
            | PaymentIntentStatus::RequiresConfirmation
            | PaymentIntentStatus::RequiresPaymentMethod => {
                let key = IdempotencyKey::new(
                    &owner(&channel),
                    Subject::Payment(payment.id.as_str()),
                    Step::CancelPayment,
                    1,
                );
                return match self.0.stripe.cancel_payment_intent(&key, &payment.id).await {
                    // Paid meanwhile: its message tells of it.
                    Ok(_) | Err(Failure::Refused(_)) => Ok(()),
                    Err(cause) => Err(cause.into()),
                };
            }
            // Decided later: its message tells of it.
            _ => return Ok(()),
        }
        let currency = channel.profile.currency;
        let Ok(amount) = payment.amount_received(currency) else {
            tracing::error!(payment = %payment.id, "a payment without an order is in another currency");
            return Ok(());
        };
        let written = self.read_back(&channel, name, &payment.metadata, amount).await?;
        let fact = Fact::Succeeded { amount, currency };
        let found =
            Recovered { payment: Some(payment.id.to_string()), fact, ..self.recovered(&channel, &written).await? };
        self.recover(&channel, &written, found).await
    }

    /// Makes the order of a subscription again that nobody has, or ends it; whether there is an order now.
    pub(super) async fn settle_subscription(
        &self,
        channel: &Snapshot,
        subscription: &Subscription,
    ) -> Result<bool, CommerceError> {
        let Some(name) = self.lost_name(channel, &subscription.metadata).await? else { return Ok(false) };
        let subscription = self.0.stripe.subscription(&subscription.id).await?;
        let metadata = &subscription.metadata;
        let invoices = self.0.stripe.invoices(&subscription.id, None).await?.data;
        let is_paid = |invoice: &&Invoice| invoice.status == Some(InvoiceStatus::Paid);
        let first =
            invoices.iter().filter(is_paid).find(|invoice| invoice.billing_reason == Some(BillingReason::First));
        let is_trial = metadata.is_trial() && subscription.status == SubscriptionStatus::Trialing;
        let is_begun =
            is_trial && subscription.pending_setup_intent.is_none() || !metadata.is_trial() && first.is_some();
        let currency = channel.profile.currency;
        let amount = first.and_then(|first| first.amount_paid(currency).ok()).unwrap_or(Cents(0));
        let written = self.read_back(channel, name, metadata, amount).await?;
        if let (true, Some((pass, next, at)), Some(_)) = (is_begun, metadata.renewal(), &written.member) {
            let payment = first.and_then(payment_id).filter(|_| amount.0 > 0).map(ToString::to_string);
            let fact = if amount.0 > 0 { Fact::Succeeded { amount, currency } } else { Fact::NothingDue };
            let mut found = Recovered {
                payment,
                fact,
                subscription: Some(subscription.id.to_string()),
                ..self.recovered(channel, &written).await?
            };
            found.new.quote.next = Some(NextCharge { amount: next, at });
            found.new.quote.is_trial = metadata.is_trial();
            found.new.renewed = Some((pass, self.0.grace));
            found.new.trial = self.trial_of(&subscription, &written).await?;
            // The first period began when it was sold.
            found.new.now = written.lines.first().map_or(found.new.now, |line| line.starts_at);
            self.recover(channel, &written, found).await?;
        }
        let made = self.0.store.order_by_name(channel.identity.id, &written.name).await?;
        if made.is_some_and(|made| made.subscription.is_some()) {
            return Ok(true);
        }
        self.give_back(channel, &written.name, &subscription, &invoices).await?;
        Ok(false)
    }

    /// What a trial is remembered by, for those that are one.
    async fn trial_of(
        &self,
        subscription: &Subscription,
        written: &Written,
    ) -> Result<Option<TrialKeys>, CommerceError> {
        let card = subscription.default_payment_method.as_ref().filter(|_| subscription.metadata.is_trial());
        let (Some(card), Some(member)) = (card, &written.member) else { return Ok(None) };
        let card = self.0.stripe.payment_method(card).await?;
        Ok(trial_keys(member, &card).ok())
    }

    /// Ends a subscription that is nobody's, and sends back what it took.
    async fn give_back(
        &self,
        channel: &Snapshot,
        name: &str,
        subscription: &Subscription,
        invoices: &[Invoice],
    ) -> Result<(), CommerceError> {
        if !has_ended(subscription) {
            let key = order_key(channel, name, Step::CancelSubscription, 1);
            self.0.stripe.cancel_subscription(&key, &subscription.id).await?;
            tracing::warn!(subscription = %subscription.id, "a subscription that no order has was ended");
        }
        let currency = channel.profile.currency;
        for invoice in invoices.iter().filter(|invoice| invoice.status == Some(InvoiceStatus::Paid)) {
            let (Ok(amount), Some(payment)) = (invoice.amount_paid(currency), payment_id(invoice)) else { continue };
            if amount.0 == 0 {
                continue;
            }
            let written =
                Written { name: format!("{name}-{}", invoice.id), member: None, lines: vec![nothing(amount)] };
            let fact = Fact::Succeeded { amount, currency };
            let found =
                Recovered { payment: Some(payment.to_string()), fact, ..self.recovered(channel, &written).await? };
            self.recover(channel, &written, found).await?;
        }
        Ok(())
    }

    /// What is written, as far as all of it agrees. What does not is nobody's.
    async fn read_back(
        &self,
        channel: &Snapshot,
        name: String,
        metadata: &Metadata,
        amount: Cents,
    ) -> Result<Written, CommerceError> {
        let lines = sold::read(metadata.sold());
        let lines = lines.filter(|lines| lines.iter().map(|line| line.total().0).sum::<i64>() == amount.0);
        let Some(lines) = lines else { return Ok(Written { name, member: None, lines: vec![nothing(amount)] }) };
        let member = match metadata.account() {
            Some(account) => self.0.listeners.members.of_account(channel.identity.id, account).await?,
            None => None,
        };
        // The number of an account that was lost may be somebody else's by now.
        let member = member.filter(|member| Some(mark_of(&member.account).as_str()) == metadata.account_mark());
        Ok(Written { name, member, lines })
    }

    /// The order as it is written, without what it was paid by.
    async fn recovered(&self, channel: &Snapshot, written: &Written) -> Result<Recovered, CommerceError> {
        let quote = Quote {
            currency: channel.profile.currency,
            lines: written.lines.iter().map(|line| named(channel, line)).collect(),
            next: None,
            rest: None,
            coupon: None,
            is_trial: false,
        };
        let new = NewOrder {
            name: written.name.clone(),
            quote,
            renewed: None,
            trial: None,
            idempotency_key: None,
            wish: String::new(),
            provider_account: self.account().await?.to_owned(),
            trk: None,
            card: None,
            host: None,
            now: now(),
        };
        Ok(Recovered { new, payment: None, subscription: None, fact: Fact::NothingDue })
    }

    async fn recover(&self, channel: &Snapshot, written: &Written, found: Recovered) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let account: Option<AccountId> = written.member.as_ref().map(|member| member.account.id);
        let Some(order) = self.0.store.recover_order(id, account, found, now()).await? else { return Ok(()) };
        tracing::warn!(channel = %id, order = %order.id, is_given = order.account.is_some(), "a payment had no order: it has one now");
        if let Some(account) = order.account {
            self.order_moved(id, account, order.id).await;
        }
        // What of it went back meanwhile, and the card.
        self.reconcile(channel, &order).await.map(drop)
    }
}

/// Stands for what was sold, where that cannot be read.
fn nothing(amount: Cents) -> SoldLine {
    SoldLine {
        kind: ItemType::Package,
        part: Part::whole(PassId(0)),
        base: amount,
        service_fee: Cents(0),
        discount: Cents(0),
        starts_at: Timestamp(0),
        ends_at: Some(Timestamp(0)),
    }
}

/// By the name that the channel has for it now.
fn named(channel: &Snapshot, line: &SoldLine) -> QuoteLine {
    let pass = channel.content.passes.iter().find(|pass| pass.id == line.part.pass);
    QuoteLine {
        kind: line.kind,
        part: line.part,
        name: pass.map_or_else(String::new, |pass| pass.name.clone()),
        base: line.base,
        service_fee: line.service_fee,
        discount: line.discount,
        starts_at: line.starts_at,
        ends_at: line.ends_at,
    }
}

/// Whether a payment or a subscription is the one of an order, by all that is written on it.
pub(super) fn is_written_on(metadata: &Metadata, channel: &Snapshot, order: &StoredOrder) -> bool {
    let is_same = metadata.cart().is_none_or(|cart| cart == digest_of(&order.cart));
    // Whose account is gone is known by the name alone.
    let is_theirs = order.account.is_none() || metadata.account() == order.account && is_same;
    metadata.is_of(&owner(channel)) && metadata.order() == Some(order.name.as_str()) && is_theirs
}
