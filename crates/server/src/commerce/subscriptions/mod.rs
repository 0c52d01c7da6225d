//! Subscriptions at the provider: reads and records their periods and their end, stops and resumes their renewal.

mod create;

use std::sync::Arc;

use domain::commerce::order::State;
use domain::commerce::period::Window;
use domain::commerce::renewal::{Cancellation, Fact, Grace, is_same_period};
use domain::ids::SubscriptionId;
use domain::time::Timestamp;
use payments::stripe::{self, BillingReason, Created, IdempotencyKey, InvoiceStatus, Step, SubscriptionFilter};
use store::{PaidBy, Store, StoredOrder, StoredSubscription, SubscriptionNews};

use super::gateway::{Gateway, card_summary, is_written_on, order_key, owner, short_hash};
use super::reconciler::{MAX_LOST_PAGES, Reconciler};
use super::{CommerceError, PurchaseError};
use crate::channels::snapshot::Snapshot;
use crate::clock::Clock;
use crate::http::error::Result;

/// How often the provider is asked again while a subscription changes.
const MAX_ASKED: usize = 5;
/// Subscriptions that are read at once.
const PAGE: u64 = 200;
/// How long before the end of its period a subscription is reconciled.
const AHEAD: i64 = Timestamp::HOUR;

pub(crate) struct Subscriptions {
    pub(super) store: Store,
    pub(super) gateway: Arc<Gateway>,
    pub(super) reconciler: Arc<Reconciler>,
    pub(super) grace: Grace,
    pub(super) clock: Clock,
}

impl Subscriptions {
    /// Reads a subscription from the provider and records it. `ends_soon` is the id of a message that a trial is about to
    /// end.
    pub(super) async fn reconcile(
        &self,
        channel: &Snapshot,
        id: &stripe::SubscriptionId,
        ends_soon: Option<String>,
    ) -> Result<(), CommerceError> {
        let found = self.gateway.stripe.subscription(id).await?;
        let name = found.metadata.order().filter(|_| found.metadata.is_of(&owner(channel)));
        let Some(name) = name else { return Ok(()) };
        let channel_id = channel.identity.id;
        let known = match self.store.order_by_name(channel_id, name).await? {
            None if self.reconciler.settle_subscription(channel, &found).await? => {
                self.store.order_by_name(channel_id, name).await?
            }
            known => known,
        };
        let Some(first) = known else { return Ok(()) };
        // A subscription of another account, or of something else, changes nothing here.
        if !is_written_on(&found.metadata, channel, &first) {
            tracing::error!(order = %first.id, subscription = %found.id, "subscription does not belong to the order");
            return Ok(());
        }
        let order = first.id;
        let Some(own) = first.subscription else { return Ok(()) };
        self.store.subscription_set_name(channel_id, own, found.id.to_string()).await?;
        if first.state().is_undecided() {
            self.reconciler.reconcile(channel, &first).await?;
        }
        let first = self.store.order(channel_id, order).await?.unwrap_or(first);
        if !first.payment.is_captured() {
            // Created for an order that was abandoned meanwhile.
            if first.state() == State::Failed && !found.has_ended() {
                let key = order_key(channel, &first.name, Step::CancelSubscription, 1);
                self.gateway.stripe.cancel_subscription(&key, &found.id).await?;
            }
            return Ok(());
        }
        if let Some(message) = ends_soon {
            let news = SubscriptionNews { message: Some(message), ..self.news(Fact::TrialEndsSoon) };
            self.store.subscription_apply_fact(channel_id, own, news, self.clock.now()).await?;
        }
        let Some(stored) = self.store.subscription(channel_id, own).await? else { return Ok(()) };
        self.record_periods(channel, &stored, &found).await?;
        self.record_standing(channel, &first.name, own, found).await?;
        self.tell_ahead(channel, own).await
    }

    /// Records whether it renews or has ended. `found` may have changed before the stored row was read: where they differ the
    /// provider is asked again, and believed if nothing was recorded meanwhile.
    async fn record_standing(
        &self,
        channel: &Snapshot,
        name: &str,
        own: SubscriptionId,
        mut found: stripe::Subscription,
    ) -> Result<(), CommerceError> {
        for _ in 0..MAX_ASKED {
            let Some(stored) = self.store.subscription(channel.identity.id, own).await? else { return Ok(()) };
            if standing(&stored, &found, self.clock.now()).is_none() && !stored.known.is_stopping() {
                return Ok(());
            }
            found = self.gateway.stripe.subscription(&found.id).await?;
            found = self.stop_if_asked(channel, name, &stored, found).await?;
            if let Some(fact) = standing(&stored, &found, self.clock.now()) {
                let news = SubscriptionNews { asked_at: Some(stored.version), ..self.news(fact) };
                self.record(channel, &stored, news).await?;
            }
        }
        // The member keeps changing it: the next sweep sees the outcome.
        Ok(())
    }

    /// Stops the renewal at the provider if the member asked for it: a lost job must not lead to a charge.
    async fn stop_if_asked(
        &self,
        channel: &Snapshot,
        name: &str,
        stored: &StoredSubscription,
        found: stripe::Subscription,
    ) -> Result<stripe::Subscription, CommerceError> {
        if !stored.known.is_stopping() || found.cancel_at_period_end || found.has_ended() {
            return Ok(found);
        }
        Ok(self
            .gateway
            .stripe
            .set_renewal(&renewal_key(channel, name, false, self.clock.now()), &found.id, false)
            .await?)
    }

    /// Queues the mail about the next charge when it is due. Recorded with the subscription, so that one server does it,
    /// once.
    async fn tell_ahead(&self, channel: &Snapshot, own: SubscriptionId) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let Some(stored) = self.store.subscription(id, own).await? else { return Ok(()) };
        let now = self.clock.now();
        if stored.known.is_to_be_told(now) {
            self.store.subscription_apply_fact(id, own, self.news(Fact::RenewsSoon(now)), now).await?;
        }
        Ok(())
    }

    /// The card for the next charge, as the provider knows it.
    pub(super) async fn card_of_renewal(&self, stored: &StoredSubscription) -> Result<Option<PaidBy>, CommerceError> {
        let name = stored.provider_id.as_deref().and_then(|name| name.parse::<stripe::SubscriptionId>().ok());
        let Some(name) = name else { return Ok(None) };
        let Some(card) = self.gateway.stripe.subscription(&name).await?.default_payment_method else { return Ok(None) };
        let found = self.gateway.stripe.payment_method(&card).await?.card;
        Ok(found.and_then(|card| card_summary(Some(&card.brand), Some(&card.last4))))
    }

    /// Records the periods that were paid since the stored one, and a failed charge.
    async fn record_periods(
        &self,
        channel: &Snapshot,
        stored: &StoredSubscription,
        found: &stripe::Subscription,
    ) -> Result<(), CommerceError> {
        let known = stored.known.current.starts_at;
        // The newest hundred invoices: no server is down for as many periods.
        for listed in self.gateway.stripe.invoices(&found.id, None).await?.data.iter().rev() {
            let Some(window) = period(listed) else { continue };
            let is_next = window.starts_at > known && !is_same_period(window.starts_at, known);
            if !is_next || listed.billing_reason != Some(BillingReason::Renewal) {
                continue;
            }
            match listed.status {
                Some(InvoiceStatus::Paid) => {
                    let (Ok(amount), Some(payment)) = (listed.amount_paid(stored.currency), listed.payment_id()) else {
                        tracing::error!(subscription = %stored.id, invoice = %listed.id, "paid invoice differs from the subscription");
                        continue;
                    };
                    let card = self.reconciler.card_of(payment).await?;
                    let (payment_id, currency) = (payment.to_string(), stored.currency);
                    let invoice = store::Invoice { payment_id, amount, currency, card };
                    let news = SubscriptionNews { invoice: Some(invoice), ..self.news(Fact::InvoicePaid(window)) };
                    self.record(channel, stored, news).await?;
                }
                Some(InvoiceStatus::Open) if listed.attempt_count > 0 => {
                    self.record(channel, stored, self.news(Fact::InvoiceFailed(window.starts_at))).await?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    async fn record(
        &self,
        channel: &Snapshot,
        stored: &StoredSubscription,
        news: SubscriptionNews,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let (fact, payment) = (news.fact, news.invoice.as_ref().map(|invoice| invoice.payment_id.clone()));
        let moved = self.store.subscription_apply_fact(id, stored.id, news, self.clock.now()).await?;
        if !moved.is_some_and(|moved| moved.known != stored.known) {
            return Ok(());
        }
        tracing::info!(channel = %id, subscription = %stored.id, ?fact, "subscription state changed");
        let Some(account) = stored.account else { return Ok(()) };
        let order = match payment {
            Some(payment) => self.store.order_by_payment(id, &payment).await?,
            None => None,
        };
        match order {
            Some(order) => self.reconciler.order_moved(id, account, order.id).await,
            None => self.reconciler.access_changed(id, account).await,
        }
        if matches!(fact, Fact::Ended(_)) {
            self.reconciler.detach_unneeded_cards(channel, account, None).await;
        }
        Ok(())
    }

    fn news(&self, fact: Fact) -> SubscriptionNews {
        SubscriptionNews { fact, invoice: None, grace: self.grace, asked_at: None, message: None }
    }

    /// Stops the renewal, or resumes it. What is paid for stays. The request is recorded first, so that an unreachable
    /// provider is told later.
    pub(crate) async fn set_renewal(&self, channel: &Snapshot, order: &StoredOrder, renews: bool) -> Result<()> {
        let id = channel.identity.id;
        let own = order.subscription.ok_or(PurchaseError::NoRenewal)?;
        let stored = self.store.subscription(id, own).await?.ok_or(PurchaseError::NoRenewal)?;
        if stored.known.ended_at.is_some() {
            return Err(PurchaseError::NoRenewal.into());
        }
        if !renews {
            self.record(channel, &stored, self.news(Fact::UnsubscribeAsked)).await?;
            // Asked for at once; if that fails, the job asks again.
            if let Err(cause) = self.tell_renewal(channel, &stored, false).await {
                tracing::warn!(%cause, subscription = %own, "stopping a renewal failed, the job will retry");
            }
            return Ok(());
        }
        self.record(channel, &stored, self.news(Fact::ResumeAsked)).await?;
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
        let found = self.gateway.stripe.subscription(&name).await?;
        let Some(order) = found.metadata.order() else { return Ok(()) };
        if !found.has_ended() && found.cancel_at_period_end == renews {
            self.gateway
                .stripe
                .set_renewal(&renewal_key(channel, order, renews, self.clock.now()), &name, renews)
                .await?;
        }
        self.reconcile(channel, &name, None).await
    }

    /// Ends the subscription of an order at the provider at once.
    pub(super) async fn end(&self, channel: &Snapshot, order: &StoredOrder) -> Result<(), CommerceError> {
        let Some(own) = order.subscription else { return Ok(()) };
        let stored = self.store.subscription(channel.identity.id, own).await?;
        let name = stored.and_then(|stored| stored.provider_id).and_then(|name| name.parse().ok());
        let Some(name) = name else { return Ok(()) };
        let key = order_key(channel, &order.name, Step::CancelSubscription, 1);
        match self.gateway.stripe.cancel_subscription(&key, &name).await {
            Ok(_) => self.reconcile(channel, &name, None).await,
            Err(cause) if cause.is_not_found() => Ok(()),
            Err(cause) => Err(cause.into()),
        }
    }

    /// Reconciles the subscriptions whose period is over or about to be charged, and those that are being stopped.
    pub(super) async fn reconcile_due(&self, channel: &Snapshot) -> Result<(), CommerceError> {
        let mut after = SubscriptionId(0);
        loop {
            let at = self.gateway.account().await?;
            let page = self.store.subscriptions_named(channel.identity.id, at, after, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.id;
            for stored in page {
                let (known, now) = (&stored.known, self.clock.now());
                let is_over = known.ended_at.is_none() && known.current.ends_at < now.plus(AHEAD);
                // The provider is asked before the member is told of a charge: the renewal may have been stopped there.
                let is_due = is_over || known.is_to_be_told(now) || known.is_stopping();
                let name = stored.provider_id.as_deref().and_then(|name| name.parse().ok());
                if let Some(name) = name.filter(|_| is_due) {
                    CommerceError::skip_one(self.reconcile(channel, &name, None).await)?;
                }
            }
        }
    }

    /// Makes the orders again of the subscriptions in a window of time that no order has.
    pub(super) async fn find_lost(&self, created: Created) -> Result<(), CommerceError> {
        let mut after = None;
        for _ in 0..MAX_LOST_PAGES {
            let filter = SubscriptionFilter { customer: None, created, after: after.as_ref() };
            let page = self.gateway.stripe.subscriptions(&filter).await?;
            for subscription in &page.data {
                if let Some(channel) = self.reconciler.channel_of(&subscription.metadata).await? {
                    CommerceError::skip_one(self.find_lost_one(&channel, subscription).await)?;
                }
            }
            match page.last() {
                Some(last) => after = Some(last.id.clone()),
                None => return Ok(()),
            }
        }
        Ok(())
    }

    async fn find_lost_one(&self, channel: &Snapshot, found: &stripe::Subscription) -> Result<(), CommerceError> {
        if self.reconciler.settle_subscription(channel, found).await? {
            self.reconcile(channel, &found.id, None).await?;
        }
        Ok(())
    }
}

/// A renewal may be stopped, resumed and stopped again: each time is a request of its own.
fn renewal_key(channel: &Snapshot, name: &str, renews: bool, now: Timestamp) -> IdempotencyKey {
    order_key(channel, name, Step::SetRenewal, short_hash(&format!("{renews} {}", now.0)))
}

/// The provider's word on renewal or end, where it differs from the stored one.
fn standing(stored: &StoredSubscription, found: &stripe::Subscription, now: Timestamp) -> Option<Fact> {
    if stored.known.ended_at.is_some() {
        return None;
    }
    if found.has_ended() {
        return Some(Fact::Ended(found.ended_at.or(found.canceled_at).unwrap_or(now)));
    }
    match (found.cancel_at_period_end, stored.known.cancellation) {
        (true, Some(Cancellation::Finished)) => None,
        (true, _) => Some(Fact::Unsubscribed),
        (false, Some(Cancellation::Finished)) => Some(Fact::Resumed),
        (false, _) => None,
    }
}

/// The period that an invoice is for.
fn period(invoice: &stripe::Invoice) -> Option<Window> {
    let longest = invoice.lines.data.iter().map(|line| line.period).max_by_key(|period| period.end)?;
    Some(Window { starts_at: longest.start, ends_at: longest.end })
}
