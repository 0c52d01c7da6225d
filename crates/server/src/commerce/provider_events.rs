//! Events of the payment provider, sent to its webhook. An event says that something happened, never what is true: the object
//! is read anew.

use std::sync::Arc;
use std::time::Duration;

use cache::Cache;
use domain::time::Timestamp;
use payments::stripe::{
    Created, Failure as ProviderFailure, PaymentIntent, PaymentIntentId, RefundId, SubscriptionId, WebhookEventId,
    WebhookEventKind,
};
use payments::webhook::Verifier;
use payments::webhook_event::WebhookEvent;
use store::Store;

use super::{CommerceError, Gateway, PurchaseError, Reconciler, Subscriptions};
use crate::channels::snapshot::{Channels, Snapshot};
use crate::clock::Clock;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;

/// Messages that are remembered in memory, since the sweep lists the same ones again.
const MAX_HANDLED: u64 = 100_000;
const REMEMBERED: Duration = Duration::from_secs(2 * 60 * 60);
/// Pages of missed messages in one round: orders are looked after in between.
const MAX_PAGES: usize = 3;
/// The provider's clock may be behind, and its list late.
const LIST_LAG: i64 = 5 * Timestamp::MINUTE;

pub(crate) struct ProviderEvents {
    /// None while nothing is for sale.
    verifier: Option<Verifier>,
    store: Store,
    channels: Arc<Channels>,
    gateway: Arc<Gateway>,
    subscriptions: Arc<Subscriptions>,
    reconciler: Arc<Reconciler>,
    clock: Clock,
    /// Messages that were handled lately.
    handled: Cache<WebhookEventId, ()>,
}

/// A position in the provider's list of messages. The list begins with the newest, and the oldest missed ones are at its end:
/// a list that is too long for one round is continued in the next.
pub(super) struct MissedEvents {
    since: Timestamp,
    /// When this list was begun: the next one lists what came later.
    begun: Timestamp,
    /// The last message that was read of it.
    after: Option<WebhookEventId>,
}

impl MissedEvents {
    pub(super) fn since(since: Timestamp) -> Self {
        Self { since, begun: since, after: None }
    }

    pub(super) fn is_midway(&self) -> bool {
        self.after.is_some()
    }
}

/// The object of a message.
enum About {
    Payment(PaymentIntentId),
    Subscription(SubscriptionId),
    Nothing,
}

impl ProviderEvents {
    /// Verifies a message as it came, and handles it.
    pub(crate) async fn receive(&self, signature: &str, body: &[u8]) -> Result<()> {
        let Some(verifier) = &self.verifier else { return Err(PurchaseError::Closed.into()) };
        let event = verifier.open(signature, body, self.clock.now()).map_err(|cause| {
            tracing::warn!(%cause, "webhook refused");
            let words = "Signature missing, wrong or older than 300 s";
            Error::invalid("stripe-signature", FieldCode::Invalid, words)
        })?;
        self.handle(&event).await.inspect_err(|cause| {
            tracing::warn!(%cause, message = %event.id, "webhook failed, provider will retry");
        })?;
        Ok(())
    }

    pub(super) fn new(
        verifier: Option<Verifier>,
        store: Store,
        channels: Arc<Channels>,
        gateway: Arc<Gateway>,
        subscriptions: Arc<Subscriptions>,
        reconciler: Arc<Reconciler>,
        clock: Clock,
    ) -> Self {
        let handled = Cache::builder(MAX_HANDLED).time_to_live(REMEMBERED).build();
        Self { verifier, store, channels, gateway, subscriptions, reconciler, clock, handled }
    }

    /// Handles a message, once.
    async fn handle(&self, event: &WebhookEvent) -> Result<(), CommerceError> {
        if event.livemode != self.gateway.is_live || self.handled.get(&event.id).await.is_some() {
            return Ok(());
        }
        self.handle_first(event).await?;
        self.handled.insert(event.id.clone(), ()).await;
        Ok(())
    }

    async fn handle_first(&self, event: &WebhookEvent) -> Result<(), CommerceError> {
        let channel = match self.about(event).await {
            Ok(About::Payment(id)) => self.handle_payment(event, &id).await,
            Ok(About::Subscription(id)) => self.handle_subscription(event, &id).await,
            Ok(About::Nothing) => return Ok(()),
            Err(cause) => Err(cause),
        };
        match channel {
            Ok(Some(channel)) => {
                self.store.webhook_message_note(channel.identity.id, event.id.to_string(), self.clock.now()).await?;
                Ok(())
            }
            Ok(None) => Ok(()),
            // Deleted at the provider: there is nothing to read, now or later.
            Err(CommerceError::Provider(cause)) if cause.is_not_found() => Ok(()),
            Err(cause) => Err(cause),
        }
    }

    async fn about(&self, event: &WebhookEvent) -> Result<About, CommerceError> {
        use WebhookEventKind as Kind;
        let Some(object) = event.object.clone() else { return Ok(About::Nothing) };
        let stripe = &self.gateway.stripe;
        let payment = match event.kind {
            Kind::PaymentSucceeded
            | Kind::PaymentFailed
            | Kind::PaymentProcessing
            | Kind::PaymentCanceled
            | Kind::PaymentRequiresAction => Some(object.into()),
            Kind::ChargeRefunded => stripe.charge(&object.into()).await?.payment_intent,
            Kind::RefundUpdated => stripe.refund(&RefundId::from(object)).await?.payment_intent,
            Kind::DisputeCreated
            | Kind::DisputeUpdated
            | Kind::DisputeClosed
            | Kind::DisputeFundsWithdrawn
            | Kind::DisputeFundsReinstated => stripe.dispute(&object.into()).await?.payment_intent,
            Kind::SubscriptionCreated | Kind::SubscriptionUpdated | Kind::SubscriptionDeleted | Kind::TrialWillEnd => {
                return Ok(About::Subscription(object.into()));
            }
            Kind::InvoicePaid | Kind::InvoicePaymentSucceeded | Kind::InvoicePaymentFailed | Kind::InvoiceVoided => {
                let invoice = stripe.invoice(&object.into()).await?;
                return Ok(invoice.subscription.map_or(About::Nothing, About::Subscription));
            }
            _ => None,
        };
        Ok(payment.map_or(About::Nothing, About::Payment))
    }

    async fn handle_payment(
        &self,
        event: &WebhookEvent,
        id: &PaymentIntentId,
    ) -> Result<Option<Arc<Snapshot>>, CommerceError> {
        let payment = self.gateway.stripe.payment_intent(id).await?;
        let Some((channel, subscription)) = self.owner_of(&payment).await? else { return Ok(None) };
        if self.store.webhook_message_is_known(channel.identity.id, event.id.as_str()).await? {
            return Ok(None);
        }
        // An unrecorded period has no order yet: reconciling the subscription makes it.
        if let Some(subscription) = &subscription {
            self.subscriptions.reconcile(&channel, subscription, None).await?;
        }
        let id = channel.identity.id;
        let order = match self.store.order_by_payment(id, payment.id.as_str()).await? {
            Some(order) => Some(order),
            None => match payment.metadata.order() {
                Some(name) => self.store.order_by_name(id, name).await?,
                None => None,
            },
        };
        if order.is_none() && subscription.is_none() {
            self.reconciler.settle_payment(&payment).await?;
        }
        if let Some(order) = order {
            if order.payment_id.is_none() {
                self.store.order_set_payment(id, order.id, payment.id.to_string()).await?;
            }
            let order = self.store.order(id, order.id).await?.unwrap_or(order);
            self.reconciler.reconcile(&channel, &order).await?;
        }
        Ok(Some(channel))
    }

    async fn handle_subscription(
        &self,
        event: &WebhookEvent,
        id: &SubscriptionId,
    ) -> Result<Option<Arc<Snapshot>>, CommerceError> {
        let found = self.gateway.stripe.subscription(id).await?;
        let Some(channel) = self.reconciler.channel_of(&found.metadata).await? else { return Ok(None) };
        if self.store.webhook_message_is_known(channel.identity.id, event.id.as_str()).await? {
            return Ok(None);
        }
        let ends_soon = (event.kind == WebhookEventKind::TrialWillEnd).then(|| event.id.to_string());
        self.subscriptions.reconcile(&channel, id, ends_soon).await?;
        Ok(Some(channel))
    }

    /// The channel of a payment, and the subscription that it is for.
    async fn owner_of(
        &self,
        payment: &PaymentIntent,
    ) -> Result<Option<(Arc<Snapshot>, Option<SubscriptionId>)>, CommerceError> {
        let (metadata, subscription) = match &payment.invoice {
            Some(invoice) => {
                let invoice = self.gateway.stripe.invoice(invoice).await?;
                (invoice.metadata().clone(), invoice.subscription)
            }
            None => (payment.metadata.clone(), None),
        };
        Ok(self.reconciler.channel_of(&metadata).await?.map(|channel| (channel, subscription)))
    }

    /// Handles messages that never came, from the provider's list.
    pub(super) async fn handle_missed(&self, missed: &mut MissedEvents) -> Result<(), CommerceError> {
        if missed.after.is_none() {
            missed.begun = self.clock.now();
        }
        for _ in 0..MAX_PAGES {
            let listed = self.gateway.stripe.notices(Created::since(missed.since), missed.after.as_ref()).await;
            // The provider may have forgotten our position.
            let page = listed.inspect_err(|cause| {
                if matches!(cause, ProviderFailure::Refused(_)) {
                    missed.after = None;
                }
            })?;
            for event in &page.data {
                // Most of the list after a restart: the provider is not asked about it again.
                if !self.was_handled(event).await? {
                    CommerceError::skip_one(self.handle(event).await)?;
                }
            }
            match page.last() {
                Some(last) => missed.after = Some(last.id.clone()),
                None => {
                    *missed = MissedEvents::since(missed.begun.plus(-LIST_LAG));
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether a message was handled for one of the channels. It does not say for which one it is.
    async fn was_handled(&self, event: &WebhookEvent) -> Result<bool, CommerceError> {
        for channel in self.channels.all() {
            if self.store.webhook_message_is_known(channel.identity.id, event.id.as_str()).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
