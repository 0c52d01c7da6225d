//! Payments that no order has. A database was restored from an older copy that lacks their orders: those are made again from
//! what is written on the payments, or the money goes back.

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
    PaymentIntentFilter, PaymentIntentStatus, Step, Subject, Subscription, SubscriptionStatus,
};
use store::{NewOrder, Recovered, TrialKeys};

use super::Reconciler;
use crate::channels::snapshot::Snapshot;
use crate::commerce::CommerceError;
use crate::commerce::gateway::{mark_of, order_key, owner, trial_keys};

/// Pages of a window of time, of a hundred each.
pub(in crate::commerce) const MAX_LOST_PAGES: usize = 200;

/// An order as it is written on a payment.
struct Written {
    name: String,
    member: Option<Arc<Member>>,
    lines: Vec<SoldLine>,
}

impl Reconciler {
    /// Makes the orders again of the payments in a window of time that no order has.
    pub(in crate::commerce) async fn find_lost_payments(&self, created: Created) -> Result<(), CommerceError> {
        let mut after = None;
        for _ in 0..MAX_LOST_PAGES {
            let filter = PaymentIntentFilter { customer: None, created, after: after.as_ref() };
            let page = self.gateway.stripe.payment_intents(&filter).await?;
            // The payment of an invoice is found by its subscription.
            for payment in page.data.iter().filter(|payment| payment.invoice.is_none()) {
                CommerceError::skip_one(self.settle_payment(payment).await)?;
            }
            match page.last() {
                Some(last) => after = Some(last.id.clone()),
                None => return Ok(()),
            }
        }
        tracing::error!("payment list truncated, some payments not checked");
        Ok(())
    }

    /// The name on an object that no order has. Old objects carry numbers, which identify nothing after a restore.
    async fn lost_name(&self, channel: &Snapshot, metadata: &Metadata) -> Result<Option<String>, CommerceError> {
        let Some(name) = metadata.order().filter(|name| name.parse::<i64>().is_err()) else { return Ok(None) };
        let known = self.store.order_by_name(channel.identity.id, name).await?;
        Ok(known.is_none().then(|| name.to_owned()))
    }

    /// Makes the lost order of a payment again, or cancels a payment that has not moved money.
    pub(in crate::commerce) async fn settle_payment(&self, payment: &PaymentIntent) -> Result<(), CommerceError> {
        let Some(channel) = self.channel_of(&payment.metadata).await? else { return Ok(()) };
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
                return match self.gateway.stripe.cancel_payment_intent(&key, &payment.id).await {
                    // Paid meanwhile: a webhook tells of it.
                    Ok(_) | Err(Failure::Refused(_)) => Ok(()),
                    Err(cause) => Err(cause.into()),
                };
            }
            // Decided later: a webhook tells of it.
            _ => return Ok(()),
        }
        let currency = channel.profile.currency;
        let Ok(amount) = payment.amount_received(currency) else {
            tracing::error!(payment = %payment.id, "payment without an order is in another currency");
            return Ok(());
        };
        let written = self.read_back(&channel, name, &payment.metadata, amount).await?;
        let fact = Fact::Succeeded { amount, currency };
        let found =
            Recovered { payment: Some(payment.id.to_string()), fact, ..self.recovered(&channel, &written).await? };
        self.recover(&channel, &written, found).await
    }

    /// Makes the lost order of a subscription again, or ends the subscription; returns whether there is an order now.
    pub(in crate::commerce) async fn settle_subscription(
        &self,
        channel: &Snapshot,
        subscription: &Subscription,
    ) -> Result<bool, CommerceError> {
        let Some(name) = self.lost_name(channel, &subscription.metadata).await? else { return Ok(false) };
        let subscription = self.gateway.stripe.subscription(&subscription.id).await?;
        let metadata = &subscription.metadata;
        let invoices = self.gateway.stripe.invoices(&subscription.id, None).await?.data;
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
            let payment = first.and_then(Invoice::payment_id).filter(|_| amount.0 > 0).map(ToString::to_string);
            let fact = if amount.0 > 0 { Fact::Succeeded { amount, currency } } else { Fact::NothingDue };
            let mut found = Recovered {
                payment,
                fact,
                subscription: Some(subscription.id.to_string()),
                ..self.recovered(channel, &written).await?
            };
            found.new.quote.next = Some(NextCharge { amount: next, at });
            found.new.quote.is_trial = metadata.is_trial();
            found.new.renewed = Some((pass, self.grace));
            found.new.trial = self.trial_of(&subscription, &written).await?;
            // The first period began when it was sold.
            found.new.now = written.lines.first().map_or(found.new.now, |line| line.starts_at);
            self.recover(channel, &written, found).await?;
        }
        let made = self.store.order_by_name(channel.identity.id, &written.name).await?;
        if made.is_some_and(|made| made.subscription.is_some()) {
            return Ok(true);
        }
        self.give_back(channel, &written.name, &subscription, &invoices).await?;
        Ok(false)
    }

    /// The keys of a trial, for subscriptions that began with one.
    async fn trial_of(
        &self,
        subscription: &Subscription,
        written: &Written,
    ) -> Result<Option<TrialKeys>, CommerceError> {
        let card = subscription.default_payment_method.as_ref().filter(|_| subscription.metadata.is_trial());
        let (Some(card), Some(member)) = (card, &written.member) else { return Ok(None) };
        let card = self.gateway.stripe.payment_method(card).await?;
        Ok(trial_keys(member, &card).ok())
    }

    /// Ends a subscription without an order, and sends its money back.
    async fn give_back(
        &self,
        channel: &Snapshot,
        name: &str,
        subscription: &Subscription,
        invoices: &[Invoice],
    ) -> Result<(), CommerceError> {
        if !subscription.has_ended() {
            let key = order_key(channel, name, Step::CancelSubscription, 1);
            self.gateway.stripe.cancel_subscription(&key, &subscription.id).await?;
            tracing::warn!(subscription = %subscription.id, "ended a subscription without an order");
        }
        let currency = channel.profile.currency;
        for invoice in invoices.iter().filter(|invoice| invoice.status == Some(InvoiceStatus::Paid)) {
            let (Ok(amount), Some(payment)) = (invoice.amount_paid(currency), invoice.payment_id()) else { continue };
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

    /// Reads what is written, if all of it agrees. Otherwise the order has no buyer, and its money goes back.
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
            Some(account) => self.gateway.member(channel, account).await?,
            None => None,
        };
        // The number of a lost account may belong to another one by now.
        let member = member.filter(|member| Some(mark_of(&member.account).as_str()) == metadata.account_mark());
        Ok(Written { name, member, lines })
    }

    /// The order as it is written, without its payment.
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
            provider_account: self.gateway.account().await?.to_owned(),
            trk: None,
            card: None,
            host: None,
            now: self.clock.now(),
        };
        Ok(Recovered { new, payment: None, subscription: None, fact: Fact::NothingDue })
    }

    async fn recover(&self, channel: &Snapshot, written: &Written, found: Recovered) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let account: Option<AccountId> = written.member.as_ref().map(|member| member.account.id);
        let Some(order) = self.store.order_recover(id, account, found, self.clock.now()).await? else { return Ok(()) };
        tracing::warn!(channel = %id, order = %order.id, is_given = order.account.is_some(), "order restored from its payment");
        if let Some(account) = order.account {
            self.order_moved(id, account, order.id).await;
        }
        // Refunds since then, and the card.
        self.reconcile(channel, &order).await.map(drop)
    }
}

/// Stands for sold lines that cannot be read.
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

/// The line under the channel's present name for it.
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
