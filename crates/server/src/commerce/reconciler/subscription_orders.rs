//! Orders that begin a subscription: finds it at the provider, and records the card of a trial.

use domain::commerce::order::Fact;
use payments::stripe::{Created, Expandable, SetupIntent, SetupIntentStatus, Subscription, SubscriptionFilter};
use store::StoredOrder;

use super::{Reconciler, SKEW, why};
use crate::channels::snapshot::Snapshot;
use crate::commerce::CommerceError;
use crate::commerce::gateway::is_written_on;

impl Reconciler {
    /// The subscription that an order begins: by its name, or by what is written on it.
    pub(super) async fn find_subscription(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<Option<Subscription>, CommerceError> {
        let id = channel.identity.id;
        let Some(own) = order.subscription else { return Ok(None) };
        let stored = self.store.subscription(id, own).await?;
        if let Some(name) = stored.and_then(|stored| stored.provider_id).and_then(|name| name.parse().ok()) {
            return match self.gateway.stripe.subscription(&name).await {
                Err(cause) if cause.is_not_found() => Ok(None),
                found => Ok(Some(found?)),
            };
        }
        let Some(customer) = self.customer_of(channel, order).await? else { return Ok(None) };
        let created = Created::since(order.created_at.plus(-SKEW));
        let filter = SubscriptionFilter { customer: Some(&customer), created, after: None };
        let listed = self.gateway.stripe.subscriptions(&filter).await?.data;
        let found = listed.into_iter().find(|subscription| is_written_on(&subscription.metadata, channel, order));
        let Some(found) = found else { return Ok(None) };
        self.store.subscription_set_name(id, own, found.id.to_string()).await?;
        Ok(Some(self.gateway.stripe.subscription(&found.id).await?))
    }

    /// Reads and records the card of a trial.
    pub(in crate::commerce) async fn reconcile_trial(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        found: &Subscription,
    ) -> Result<Option<SetupIntent>, CommerceError> {
        let id = channel.identity.id;
        if found.has_ended() {
            self.record_fact(id, order, Fact::Canceled).await?;
            return Ok(None);
        }
        let setup = match &found.pending_setup_intent {
            // Nothing is left to confirm.
            None => {
                self.record_fact(id, order, Fact::NothingDue).await?;
                return Ok(None);
            }
            Some(Expandable::Id(setup)) => self.gateway.stripe.setup_intent(setup).await?,
            Some(Expandable::Object(setup)) => SetupIntent::clone(setup),
        };
        self.record_setup(channel, order, &setup).await?;
        Ok(Some(setup))
    }

    /// Records the state of a trial's card.
    pub(in crate::commerce) async fn record_setup(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        setup: &SetupIntent,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let fact = match (&setup.status, &setup.last_setup_error) {
            (SetupIntentStatus::Succeeded, _) => Fact::NothingDue,
            (SetupIntentStatus::RequiresAction, _) => Fact::RequiresAction,
            (SetupIntentStatus::Processing, _) => Fact::Processing,
            (SetupIntentStatus::Canceled, _) => Fact::Canceled,
            (SetupIntentStatus::RequiresPaymentMethod, Some(cause)) => {
                self.store.order_note_not_paid(id, order.id, why(cause)).await?;
                Fact::Failed
            }
            _ => return Ok(()),
        };
        self.record_fact(id, order, fact).await
    }
}
