//! Reads from the provider how a subscription stands, and notes it: periods that were paid, the wish to stop, the end.

use domain::commerce::order::State;
use domain::commerce::period::Window;
use domain::commerce::renewal::{Cancellation, Fact, is_same_period};
use domain::ids::SubscriptionId;
use payments::stripe::{
    self, BillingReason, Expandable, IdempotencyKey, InvoiceStatus, PaymentIntentId, Step, SubscriptionStatus,
};
use store::{PaidBy, StoredSubscription, SubscriptionNews};

use super::cards::card_summary;
use super::lost::is_written_on;
use super::{CommerceError, PurchaseError, Till, order_key, owner};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::error::Result;

/// How often the provider is asked anew while a subscription moves.
const MOST_ASKED: usize = 5;

impl Till {
    /// How a subscription stands, noted. `ends_soon` is the message that a trial is about to end, where it was that.
    pub(super) async fn reconcile_subscription(
        &self,
        channel: &Snapshot,
        id: &stripe::SubscriptionId,
        ends_soon: Option<String>,
    ) -> Result<(), CommerceError> {
        let found = self.0.stripe.subscription(id).await?;
        let name = found.metadata.order().filter(|_| found.metadata.is_of(&owner(channel)));
        let Some(name) = name else { return Ok(()) };
        let channel_id = channel.identity.id;
        let known = match self.0.store.order_by_name(channel_id, name).await? {
            None if self.settle_subscription(channel, &found).await? => {
                self.0.store.order_by_name(channel_id, name).await?
            }
            known => known,
        };
        let Some(first) = known else { return Ok(()) };
        // Another account's, or something else: it is not ours to be moved by.
        if !is_written_on(&found.metadata, channel, &first) {
            tracing::error!(order = %first.id, subscription = %found.id, "a subscription is not the order's");
            return Ok(());
        }
        let order = first.id;
        let Some(own) = first.subscription else { return Ok(()) };
        self.0.store.name_subscription(channel_id, own, found.id.to_string()).await?;
        if first.state().is_undecided() {
            self.reconcile(channel, &first).await?;
        }
        let first = self.0.store.order(channel_id, order).await?.unwrap_or(first);
        if !first.payment.is_captured() {
            // Begun for an order that was given up meanwhile: nothing may come of it.
            if first.state() == State::Failed && !has_ended(&found) {
                let key = order_key(channel, &first.name, Step::CancelSubscription, 1);
                self.0.stripe.cancel_subscription(&key, &found.id).await?;
            }
            return Ok(());
        }
        if let Some(message) = ends_soon {
            let news = SubscriptionNews { message: Some(message), ..self.news(Fact::TrialEndsSoon) };
            self.0.store.apply_subscription_fact(channel_id, own, news, now()).await?;
        }
        let Some(stored) = self.0.store.subscription(channel_id, own).await? else { return Ok(()) };
        self.note_periods(channel, &stored, &found).await?;
        self.note_standing(channel, &first.name, own, found).await?;
        self.tell_ahead(channel, own).await
    }

    /// Notes whether it is to be renewed, or has ended. What was `found` may have changed before `stored` was read: where
    /// they differ the provider is asked again, and believed if nothing was noted meanwhile.
    async fn note_standing(
        &self,
        channel: &Snapshot,
        name: &str,
        own: SubscriptionId,
        mut found: stripe::Subscription,
    ) -> Result<(), CommerceError> {
        for _ in 0..MOST_ASKED {
            let Some(stored) = self.0.store.subscription(channel.identity.id, own).await? else { return Ok(()) };
            if standing(&stored, &found).is_none() && !stored.known.is_stopping() {
                return Ok(());
            }
            found = self.0.stripe.subscription(&found.id).await?;
            found = self.stop_if_asked(channel, name, &stored, found).await?;
            if let Some(fact) = standing(&stored, &found) {
                let news = SubscriptionNews { asked_at: Some(stored.version), ..self.news(fact) };
                self.note_subscription(channel, &stored, news).await?;
            }
        }
        // Somebody cannot make up their mind: the next sweep sees what came of it.
        Ok(())
    }

    /// Tells the provider again what it has not heard: whoever asked to stop is not charged because an errand was lost.
    async fn stop_if_asked(
        &self,
        channel: &Snapshot,
        name: &str,
        stored: &StoredSubscription,
        found: stripe::Subscription,
    ) -> Result<stripe::Subscription, CommerceError> {
        if !stored.known.is_stopping() || found.cancel_at_period_end || has_ended(&found) {
            return Ok(found);
        }
        Ok(self.0.stripe.set_renewal(&renewal_key(channel, name, false), &found.id, false).await?)
    }

    /// Has the owner told of the charge that comes, when it is time. Noted with the subscription, so that whichever server
    /// comes first does it, once.
    async fn tell_ahead(&self, channel: &Snapshot, own: SubscriptionId) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let Some(stored) = self.0.store.subscription(id, own).await? else { return Ok(()) };
        if stored.known.is_to_be_told(now()) {
            self.0.store.apply_subscription_fact(id, own, self.news(Fact::RenewsSoon(now())), now()).await?;
        }
        Ok(())
    }

    /// The card that the next period is charged to, as the provider knows it.
    pub(super) async fn card_of_renewal(&self, stored: &StoredSubscription) -> Result<Option<PaidBy>, CommerceError> {
        let name = stored.provider_id.as_deref().and_then(|name| name.parse::<stripe::SubscriptionId>().ok());
        let Some(name) = name else { return Ok(None) };
        let Some(card) = self.0.stripe.subscription(&name).await?.default_payment_method else { return Ok(None) };
        let found = self.0.stripe.payment_method(&card).await?.card;
        Ok(found.and_then(|card| card_summary(Some(&card.brand), Some(&card.last4))))
    }

    /// Notes the periods that were paid since the one that is known, and the one that could not be.
    async fn note_periods(
        &self,
        channel: &Snapshot,
        stored: &StoredSubscription,
        found: &stripe::Subscription,
    ) -> Result<(), CommerceError> {
        let known = stored.known.current.starts_at;
        // The newest hundred: nobody was away for as many periods.
        for listed in self.0.stripe.invoices(&found.id, None).await?.data.iter().rev() {
            let Some(window) = period(listed) else { continue };
            let is_next = window.starts_at > known && !is_same_period(window.starts_at, known);
            if !is_next || listed.billing_reason != Some(BillingReason::Renewal) {
                continue;
            }
            match listed.status {
                Some(InvoiceStatus::Paid) => {
                    let (Ok(amount), Some(payment)) = (listed.amount_paid(stored.currency), payment_id(listed)) else {
                        tracing::error!(subscription = %stored.id, invoice = %listed.id, "a paid invoice is not as was agreed on");
                        continue;
                    };
                    let card = self.card_of(payment).await?;
                    let (payment_id, currency) = (payment.to_string(), stored.currency);
                    let invoice = store::Invoice { payment_id, amount, currency, card };
                    let news = SubscriptionNews { invoice: Some(invoice), ..self.news(Fact::InvoicePaid(window)) };
                    self.note_subscription(channel, stored, news).await?;
                }
                Some(InvoiceStatus::Open) if listed.attempt_count > 0 => {
                    self.note_subscription(channel, stored, self.news(Fact::InvoiceFailed(window.starts_at))).await?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    async fn note_subscription(
        &self,
        channel: &Snapshot,
        stored: &StoredSubscription,
        news: SubscriptionNews,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let (fact, payment) = (news.fact, news.invoice.as_ref().map(|invoice| invoice.payment_id.clone()));
        let moved = self.0.store.apply_subscription_fact(id, stored.id, news, now()).await?;
        if !moved.is_some_and(|moved| moved.known != stored.known) {
            return Ok(());
        }
        tracing::info!(channel = %id, subscription = %stored.id, ?fact, "a subscription moved");
        let Some(account) = stored.account else { return Ok(()) };
        let order = match payment {
            Some(payment) => self.0.store.order_by_payment(id, &payment).await?,
            None => None,
        };
        match order {
            Some(order) => self.order_moved(id, account, order.id).await,
            None => self.access_changed(id, account).await,
        }
        if matches!(fact, Fact::Ended(_)) {
            self.let_go_of_cards(channel, account, None).await;
        }
        Ok(())
    }

    fn news(&self, fact: Fact) -> SubscriptionNews {
        SubscriptionNews { fact, invoice: None, grace: self.0.grace, asked_at: None, message: None }
    }

    /// Stops the renewal, or takes that back. What is paid for stays. The wish is kept first, so that a provider who is
    /// away hears of it later.
    pub(crate) async fn set_renewal(&self, channel: &Snapshot, order: &store::StoredOrder, renews: bool) -> Result<()> {
        let id = channel.identity.id;
        let own = order.subscription.ok_or(PurchaseError::NoRenewal)?;
        let stored = self.0.store.subscription(id, own).await?.ok_or(PurchaseError::NoRenewal)?;
        if stored.known.ended_at.is_some() {
            return Err(PurchaseError::NoRenewal.into());
        }
        if !renews {
            self.note_subscription(channel, &stored, self.news(Fact::UnsubscribeAsked)).await?;
            // Asked for at once; where that does not work the errand asks again.
            if let Err(cause) = self.tell_renewal(channel, &stored, false).await {
                tracing::warn!(%cause, subscription = %own, "the provider has not heard yet that a renewal is to stop");
            }
            return Ok(());
        }
        self.note_subscription(channel, &stored, self.news(Fact::ResumeAsked)).await?;
        self.tell_renewal(channel, &stored, true).await?;
        Ok(())
    }

    pub(super) async fn tell_renewal(
        &self,
        channel: &Snapshot,
        stored: &StoredSubscription,
        renews: bool,
    ) -> Result<(), CommerceError> {
        let name = stored.provider_id.as_deref().and_then(|name| name.parse::<stripe::SubscriptionId>().ok());
        let Some(name) = name else { return Ok(()) };
        let found = self.0.stripe.subscription(&name).await?;
        let Some(order) = found.metadata.order() else { return Ok(()) };
        if !has_ended(&found) && found.cancel_at_period_end == renews {
            self.0.stripe.set_renewal(&renewal_key(channel, order, renews), &name, renews).await?;
        }
        self.reconcile_subscription(channel, &name, None).await
    }
}

/// It may be stopped, resumed and stopped again: each time is a request of its own.
fn renewal_key(channel: &Snapshot, name: &str, renews: bool) -> IdempotencyKey {
    order_key(channel, name, Step::SetRenewal, super::short_hash(&format!("{renews} {}", now().0)))
}

pub(super) fn has_ended(found: &stripe::Subscription) -> bool {
    matches!(found.status, SubscriptionStatus::Canceled | SubscriptionStatus::IncompleteExpired)
}

/// What the provider says of the renewal or the end, where it is not what is known.
fn standing(stored: &StoredSubscription, found: &stripe::Subscription) -> Option<Fact> {
    if stored.known.ended_at.is_some() {
        return None;
    }
    if has_ended(found) {
        return Some(Fact::Ended(found.ended_at.or(found.canceled_at).unwrap_or_else(now)));
    }
    match (found.cancel_at_period_end, stored.known.cancellation) {
        (true, Some(Cancellation::Finished)) => None,
        (true, _) => Some(Fact::Unsubscribed),
        (false, Some(Cancellation::Finished)) => Some(Fact::Resumed),
        (false, _) => None,
    }
}

/// The time that an invoice is for.
fn period(invoice: &stripe::Invoice) -> Option<Window> {
    let longest = invoice.lines.data.iter().map(|line| line.period).max_by_key(|period| period.end)?;
    Some(Window { starts_at: longest.start, ends_at: longest.end })
}

pub(super) fn payment_id(invoice: &stripe::Invoice) -> Option<&PaymentIntentId> {
    Some(match invoice.payment_intent.as_ref()? {
        Expandable::Id(id) => id,
        Expandable::Object(payment) => &payment.id,
    })
}
