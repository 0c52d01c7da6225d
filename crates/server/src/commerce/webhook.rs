//! What the provider tells of. A message says that something happened, never what is true: that is read anew.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use http::HeaderMap;
use payments::stripe::{PaymentIntent, PaymentIntentId, RefundId, SubscriptionId, WebhookEventKind};
use payments::webhook_event::WebhookEvent;
use serde::Serialize;
use utoipa::ToSchema;

use super::{CommerceError, PurchaseError, Till};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};

/// The largest message: some of Stripe's have hundreds of lines.
const LARGEST: usize = 1024 * 1024;

/// All that the message brought about is kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct Received {
    received: bool,
}

/// Where the payment provider tells of what happened. The body is the provider's own; an answer of 503 means that it has
/// to be sent again.
#[utoipa::path(
    post,
    path = "/api/stripe/webhook",
    tag = "checkout",
    params(("stripe-signature" = String, Header, description = "The provider's signature of the body")),
    request_body(content = serde_json::Value, content_type = "application/json"),
    responses(
        (status = 200, description = "It is dealt with", body = Data<Received>),
        (status = "default", description = "Not signed by the provider, or to be sent again", body = Failure)
    )
)]
pub(crate) async fn receive(State(till): State<Till>, headers: HeaderMap, body: Body) -> Result<Data<Received>> {
    let body = axum::body::to_bytes(body, LARGEST).await.map_err(|_| Error::TooLarge)?;
    let signature = headers.get("stripe-signature").and_then(|header| header.to_str().ok()).unwrap_or_default();
    let Some(webhooks) = &till.0.webhooks else { return Err(PurchaseError::Closed.into()) };
    let event = match webhooks.open(signature, &body, now()) {
        Ok(event) => event,
        Err(cause) => {
            tracing::warn!(%cause, "a webhook was refused");
            return Err(Error::invalid("stripe-signature", "This was not signed by the payment provider of late"));
        }
    };
    till.handle_event(&event).await.inspect_err(|cause| {
        tracing::warn!(%cause, message = %event.id, "a webhook has to come again");
    })?;
    Ok(Data::new(Received { received: true }))
}

/// What a message is about.
enum About {
    Payment(PaymentIntentId),
    Subscription(SubscriptionId),
    Nothing,
}

impl Till {
    /// Does what a message gives cause for, once.
    pub(super) async fn handle_event(&self, event: &WebhookEvent) -> Result<(), CommerceError> {
        if event.livemode != self.0.is_live || self.0.heard.get(&event.id).await.is_some() {
            return Ok(());
        }
        self.hear_first(event).await?;
        self.0.heard.insert(event.id.clone(), ()).await;
        Ok(())
    }

    async fn hear_first(&self, event: &WebhookEvent) -> Result<(), CommerceError> {
        let channel = match self.about(event).await {
            Ok(About::Payment(id)) => self.hear_of_payment(event, &id).await,
            Ok(About::Subscription(id)) => self.hear_of_subscription(event, &id).await,
            Ok(About::Nothing) => return Ok(()),
            Err(cause) => Err(cause),
        };
        match channel {
            Ok(Some(channel)) => {
                self.0.store.note_message(channel.identity.id, event.id.to_string(), now()).await?;
                Ok(())
            }
            Ok(None) => Ok(()),
            // Gone at the provider: there is nothing to read, now or later.
            Err(CommerceError::Provider(cause)) if cause.is_not_found() => Ok(()),
            Err(cause) => Err(cause),
        }
    }

    async fn about(&self, event: &WebhookEvent) -> Result<About, CommerceError> {
        use WebhookEventKind as Kind;
        let Some(object) = event.object.clone() else { return Ok(About::Nothing) };
        let stripe = &self.0.stripe;
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

    async fn hear_of_payment(
        &self,
        event: &WebhookEvent,
        id: &PaymentIntentId,
    ) -> Result<Option<Arc<Snapshot>>, CommerceError> {
        let payment = self.0.stripe.payment_intent(id).await?;
        let Some((channel, subscription)) = self.owner_of(&payment).await? else { return Ok(None) };
        if self.0.store.knows_message(channel.identity.id, event.id.as_str()).await? {
            return Ok(None);
        }
        // A period that we have not heard of has no order yet: the subscription makes it.
        if let Some(subscription) = &subscription {
            self.reconcile_subscription(&channel, subscription, None).await?;
        }
        let id = channel.identity.id;
        let order = match self.0.store.order_by_payment(id, payment.id.as_str()).await? {
            Some(order) => Some(order),
            None => match payment.metadata.order() {
                Some(name) => self.0.store.order_by_name(id, name).await?,
                None => None,
            },
        };
        if order.is_none() && subscription.is_none() {
            self.settle_payment(&payment).await?;
        }
        if let Some(order) = order {
            if order.payment_id.is_none() {
                self.0.store.name_payment(id, order.id, payment.id.to_string()).await?;
            }
            let order = self.0.store.order(id, order.id).await?.unwrap_or(order);
            self.reconcile(&channel, &order).await?;
        }
        Ok(Some(channel))
    }

    async fn hear_of_subscription(
        &self,
        event: &WebhookEvent,
        id: &SubscriptionId,
    ) -> Result<Option<Arc<Snapshot>>, CommerceError> {
        let found = self.0.stripe.subscription(id).await?;
        let channel = found.metadata.channel().and_then(|channel| self.0.channels.by_id(channel));
        let Some(channel) = channel.filter(|channel| found.metadata.is_of(&super::owner(channel))) else {
            return Ok(None);
        };
        if self.0.store.knows_message(channel.identity.id, event.id.as_str()).await? {
            return Ok(None);
        }
        let ends_soon = (event.kind == WebhookEventKind::TrialWillEnd).then(|| event.id.to_string());
        self.reconcile_subscription(&channel, id, ends_soon).await?;
        Ok(Some(channel))
    }

    /// Whose payment it is, and the subscription that it is for. One of somebody else who shares the account at the
    /// provider is nobody's here.
    async fn owner_of(
        &self,
        payment: &PaymentIntent,
    ) -> Result<Option<(Arc<Snapshot>, Option<SubscriptionId>)>, CommerceError> {
        let (metadata, subscription) = match &payment.invoice {
            Some(invoice) => {
                let invoice = self.0.stripe.invoice(invoice).await?;
                (invoice.metadata().clone(), invoice.subscription)
            }
            None => (payment.metadata.clone(), None),
        };
        let channel = metadata.channel().and_then(|channel| self.0.channels.by_id(channel));
        let channel = channel.filter(|channel| metadata.is_of(&super::owner(channel)));
        Ok(channel.map(|channel| (channel, subscription)))
    }
}
