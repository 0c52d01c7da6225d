//! Reads from the provider what became of an order, and notes it. The one step in which the answer to the buyer, the
//! webhooks and the sweep end: it may be done any number of times, in any order.

use domain::commerce::order::{Fact, Occasion, Refund, State};
use domain::ids::ChannelId;
use domain::money::Cents;
use domain::time::Timestamp;
use payments::stripe::{
    Charge, ChargeStatus, Created, CustomerId, Dispute, DisputeStatus, PaymentIntent, PaymentIntentFilter,
    PaymentIntentId, PaymentIntentStatus, RefundStatus, Subscription, SubscriptionFilter,
};
use store::{Applied, PaidBy, StoredOrder};

use super::cards::card_summary;
use super::charge::{PaymentAttempt, why};
use super::lost::is_written_on;
use super::{CommerceError, Till};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;

/// No request is under way for longer. What the provider does not know after that was never begun.
const IN_DOUBT: i64 = 2 * Timestamp::MINUTE;
/// How far the provider's clock may be behind ours.
const SKEW: i64 = 5 * Timestamp::MINUTE;
/// Pages of a list that are looked through, of a hundred each.
const MOST_PAGES: usize = 5;

impl Till {
    /// What became of an order's payment, noted; none when the provider knows of none, or there is nothing to pay.
    pub(super) async fn reconcile(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<Option<PaymentAttempt>, CommerceError> {
        let id = channel.identity.id;
        // Another account of ours at the provider knows, and cannot be asked any more.
        if !order.is_at(self.account().await?) {
            return Ok(None);
        }
        if order.payment.occasion == Occasion::Trial {
            return match self.begun_subscription(channel, order).await? {
                Some(found) => Ok(self.ask_trial(channel, order, &found).await?.map(PaymentAttempt::Card)),
                None => self.never_begun(channel, order).await.map(|()| None),
            };
        }
        let found = match &order.payment_id {
            Some(name) => match name.parse() {
                Ok(name) => match self.0.stripe.payment_intent(&name).await {
                    // The provider was told of it, and has forgotten: nothing comes of it any more.
                    Err(cause) if cause.is_not_found() => {
                        self.record_fact(id, order, Fact::Canceled).await?;
                        return Ok(None);
                    }
                    found => Some(found?),
                },
                Err(_) => None,
            },
            None => self.look_for(channel, order).await?,
        };
        let Some(payment) = found else { return self.never_begun(channel, order).await.map(|()| None) };
        self.note_payment(channel, order, &payment).await?;
        if let Some(charge) = &payment.latest_charge
            && payment.status == PaymentIntentStatus::Succeeded
        {
            self.note_charge(channel, order, &self.0.stripe.charge(charge).await?).await?;
        }
        Ok(Some(PaymentAttempt::Payment(payment)))
    }

    /// Notes that nothing comes of an order whose beginning was never answered, once no request can be under way.
    async fn never_begun(&self, channel: &Snapshot, order: &StoredOrder) -> Result<(), CommerceError> {
        if order.state() == State::Unknown && order.changed_at.plus(IN_DOUBT) < now() {
            self.record_fact(channel.identity.id, order, Fact::Canceled).await?;
        }
        Ok(())
    }

    /// For somebody who waits: at most every other second, and the provider being away is no news.
    pub(crate) async fn ask_for_waiting(&self, channel: &Snapshot, order: StoredOrder) -> store::Result<StoredOrder> {
        let id = channel.identity.id;
        let is_due = order.state().is_undecided() && self.0.asked.insert_new((id, order.id), ()).await;
        if !is_due {
            return Ok(order);
        }
        match self.reconcile(channel, &order).await {
            Ok(_) => {}
            Err(CommerceError::Store(cause)) => return Err(cause),
            Err(CommerceError::Provider(cause)) => {
                tracing::info!(%cause, order = %order.id, "an order is not decided yet");
            }
        }
        Ok(self.0.store.order(id, order.id).await?.unwrap_or(order))
    }

    /// The payment of an order whose beginning was never answered, found by what is written on it.
    async fn look_for(&self, channel: &Snapshot, order: &StoredOrder) -> Result<Option<PaymentIntent>, CommerceError> {
        let payment = match order.subscription {
            Some(_) => {
                let begun = self.begun_subscription(channel, order).await?;
                begun.as_ref().and_then(super::charge::payment_of).cloned()
            }
            None => self.own_payment(channel, order).await?,
        };
        if let Some(payment) = &payment {
            self.0.store.name_payment(channel.identity.id, order.id, payment.id.to_string()).await?;
        }
        Ok(payment)
    }

    async fn customer_of(&self, channel: &Snapshot, order: &StoredOrder) -> Result<Option<CustomerId>, CommerceError> {
        let Some(account) = order.account else { return Ok(None) };
        let known = self.0.store.customer(channel.identity.id, account, self.account().await?).await?;
        Ok(known.and_then(|name| name.parse().ok()))
    }

    async fn own_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<Option<PaymentIntent>, CommerceError> {
        let Some(customer) = self.customer_of(channel, order).await? else { return Ok(None) };
        let created = Created::since(order.created_at.plus(-SKEW));
        let mut after = None;
        for _ in 0..MOST_PAGES {
            let filter = PaymentIntentFilter { customer: Some(&customer), created, after: after.as_ref() };
            let page = self.0.stripe.payment_intents(&filter).await?;
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

    /// The subscription that an order begins: by its name, or by what is written on it.
    async fn begun_subscription(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<Option<Subscription>, CommerceError> {
        let id = channel.identity.id;
        let Some(own) = order.subscription else { return Ok(None) };
        let stored = self.0.store.subscription(id, own).await?;
        if let Some(name) = stored.and_then(|stored| stored.provider_id).and_then(|name| name.parse().ok()) {
            return match self.0.stripe.subscription(&name).await {
                Err(cause) if cause.is_not_found() => Ok(None),
                found => Ok(Some(found?)),
            };
        }
        let Some(customer) = self.customer_of(channel, order).await? else { return Ok(None) };
        let created = Created::since(order.created_at.plus(-SKEW));
        let filter = SubscriptionFilter { customer: Some(&customer), created, after: None };
        let listed = self.0.stripe.subscriptions(&filter).await?.data;
        let found = listed.into_iter().find(|subscription| is_written_on(&subscription.metadata, channel, order));
        let Some(found) = found else { return Ok(None) };
        self.0.store.name_subscription(id, own, found.id.to_string()).await?;
        Ok(Some(self.0.stripe.subscription(&found.id).await?))
    }

    /// The card that a payment was charged to.
    pub(super) async fn card_of(&self, payment: &PaymentIntentId) -> Result<Option<PaidBy>, CommerceError> {
        let payment = self.0.stripe.payment_intent(payment).await?;
        let Some(charge) = payment.latest_charge else { return Ok(None) };
        Ok(face_of(&self.0.stripe.charge(&charge).await?))
    }

    /// Notes how a payment stands, if it is the order's.
    pub(super) async fn note_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        payment: &PaymentIntent,
    ) -> Result<(), CommerceError> {
        let is_named = order.payment_id.as_deref().is_none_or(|named| named == payment.id.as_str());
        let costs_as_much = payment.amount(order.payment.currency).is_ok_and(|amount| amount == order.payment.total);
        let is_written = is_written_on(&payment.metadata, channel, order) && costs_as_much;
        // What an invoice is paid by carries nothing of ours, and is known by its name alone.
        if !is_named || !(is_written || payment.invoice.is_some()) {
            tracing::error!(order = %order.id, payment = %payment.id, "a payment is not the order's");
            return Ok(());
        }
        let id = channel.identity.id;
        match fact_of(payment, order) {
            Some(fact) => {
                if let Some(cause) = payment.last_payment_error.as_ref().filter(|_| fact == Fact::Failed) {
                    self.0.store.note_not_paid(id, order.id, why(cause)).await?;
                }
                self.record_fact(id, order, fact).await
            }
            None => Ok(()),
        }
    }

    /// Notes the card that paid, and what of the money went back.
    async fn note_charge(&self, channel: &Snapshot, order: &StoredOrder, charge: &Charge) -> Result<(), CommerceError> {
        if charge.status != ChargeStatus::Succeeded {
            return Ok(());
        }
        let id = channel.identity.id;
        if let Some(card) = face_of(charge).filter(|card| order.card.as_ref() != Some(card)) {
            self.0.store.note_card(id, order.id, card).await?;
        }
        let is_refunded = charge.amount_refunded(order.payment.currency).is_ok_and(|amount| amount.0 > 0);
        // One that failed before anybody looked has left no trace on the charge.
        if is_refunded || order.payment.was_refunded() || order.payment.refund().is_some() {
            self.note_refunds(channel, order, charge).await?;
        }
        // One that was won counts as none at the provider.
        if charge.disputed || order.state() == State::Disputed {
            let mut after = None;
            for _ in 0..MOST_PAGES {
                let page = self.0.stripe.disputes(Created::since(charge.created), after.as_ref()).await?;
                for dispute in page.data.iter().filter(|dispute| dispute.charge.as_ref() == Some(&charge.id)) {
                    self.note_dispute(id, order, dispute).await?;
                }
                match page.last() {
                    Some(last) => after = Some(last.id.clone()),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Notes what went back of a charge. Read from the list of its refunds, whose sums only grow: the charge itself says
    /// the same before a refund and after one that has failed.
    async fn note_refunds(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        charge: &Charge,
    ) -> Result<(), CommerceError> {
        let Some(payment) = &charge.payment_intent else { return Ok(()) };
        let (mut sent, mut failed) = (Cents(0), Cents(0));
        let mut after = None;
        for _ in 0..MOST_PAGES {
            let page = self.0.stripe.refunds(payment, after.as_ref()).await?;
            for refund in &page.data {
                let Ok(amount) = refund.amount(order.payment.currency) else { continue };
                sent.0 += amount.0;
                if matches!(refund.status, Some(RefundStatus::Failed | RefundStatus::Canceled)) {
                    failed.0 += amount.0;
                }
            }
            match page.last() {
                Some(last) => after = Some(last.id.clone()),
                None => break,
            }
        }
        let id = channel.identity.id;
        if failed.0 > 0 {
            self.record_fact(id, order, Fact::RefundFailed { amount: failed }).await?;
        }
        if sent.0 > 0 {
            self.record_fact(id, order, Fact::Refunded { amount: sent }).await?;
        }
        Ok(())
    }

    pub(super) async fn note_dispute(
        &self,
        channel: ChannelId,
        order: &StoredOrder,
        dispute: &Dispute,
    ) -> Result<(), CommerceError> {
        let fact = match dispute.status {
            DisputeStatus::Won => Fact::DisputeWon,
            DisputeStatus::Lost => Fact::DisputeLost,
            DisputeStatus::NeedsResponse | DisputeStatus::UnderReview => Fact::DisputeOpened,
            // A question of the bank: no money has moved.
            _ => return Ok(()),
        };
        self.record_fact(channel, order, fact).await
    }

    pub(super) async fn record_fact(
        &self,
        channel: ChannelId,
        order: &StoredOrder,
        fact: Fact,
    ) -> Result<(), CommerceError> {
        match self.0.store.apply_fact(channel, order.id, fact, None, now()).await? {
            Applied::Moved { from, order } => {
                tracing::info!(%channel, order = %order.id, ?from, to = ?order.state(), "an order moved");
                if order.payment.refund() == Some(Refund::Failed) {
                    tracing::error!(%channel, order = %order.id, "money that is to go back cannot be sent");
                }
                if let Some(account) = order.account {
                    self.order_moved(channel, account, order.id).await;
                    self.cards_may_be_free(channel, &order, account).await;
                }
            }
            Applied::AmountMismatch => {
                tracing::error!(%channel, order = %order.id, ?fact, "a payment is not the one that was asked for");
            }
            Applied::Unchanged | Applied::Repeated | Applied::NoOrder => {}
        }
        Ok(())
    }
}

fn face_of(charge: &Charge) -> Option<PaidBy> {
    let card = charge.card()?;
    card_summary(card.brand.as_deref(), card.last4.as_deref())
}

/// Whether whatever was asked of the provider without an answer has long been done, or never will be.
fn is_past_doubt(order: &StoredOrder) -> bool {
    order.state() == State::Unknown && order.changed_at.plus(IN_DOUBT) < now()
}

/// What a payment says of its order; nothing while nobody has tried it.
fn fact_of(payment: &PaymentIntent, order: &StoredOrder) -> Option<Fact> {
    let currency = order.payment.currency;
    match &payment.status {
        PaymentIntentStatus::Succeeded => match payment.amount_received(currency) {
            Ok(amount) => Some(Fact::Succeeded { amount, currency }),
            Err(cause) => {
                tracing::error!(%cause, order = %order.id, payment = %payment.id, "a payment is not as it was asked for");
                None
            }
        },
        PaymentIntentStatus::RequiresAction => Some(Fact::RequiresAction),
        PaymentIntentStatus::Processing | PaymentIntentStatus::RequiresCapture => Some(Fact::Processing),
        PaymentIntentStatus::Canceled => Some(Fact::Canceled),
        PaymentIntentStatus::RequiresPaymentMethod if payment.last_payment_error.is_some() => Some(Fact::Failed),
        // No request can be under way any more: it waits for its buyer, and is given up when they stay away.
        _ if is_past_doubt(order) => Some(Fact::RequiresAction),
        _ => None,
    }
}
