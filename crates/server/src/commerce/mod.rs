//! Selling. Each of these types knows only those to its right:
//!
//! [`Checkout`] (from the cart to the payment attempt) -> [`Subscriptions`] (created, renewed, stopped and resumed at the
//! provider) -> [`Reconciler`] (what the provider knows becomes facts here) -> [`Gateway`] (our account at the provider).
//!
//! Handlers call `Checkout`, `Subscriptions` and `Reconciler`. [`ProviderEvents`], [`Sweep`] and [`CommerceJobs`] are the
//! other ways in: they call `Subscriptions` and `Reconciler`, and none of the types above knows them. The outcome of a payment
//! is always read from the provider: the answer to the buyer, its events and the sweep all end in `Reconciler::record_fact`.

mod checkout;
mod emails;
mod error;
mod gateway;
mod jobs;
mod provider;
mod provider_events;
mod reconciler;
mod subscriptions;
mod sweep;
mod test_payment;

use std::sync::Arc;

use domain::commerce::renewal::Grace;
use store::Store;

pub(crate) use checkout::{Buyer, CartRequest, Checkout, Priced, Purchase, SavedCard};
pub(crate) use error::{CommerceError, PurchaseError};
pub(crate) use gateway::Gateway;
pub(crate) use jobs::CommerceJobs;
pub use provider::{Closed, ProviderStartError, StripeConfig};
pub(crate) use provider::{Provider, run_stand_in};
pub(crate) use provider_events::ProviderEvents;
pub(crate) use reconciler::{AccessListeners, Reconciler};
pub(crate) use subscriptions::Subscriptions;
pub(crate) use sweep::Sweep;

use crate::channels::snapshot::Channels;
use crate::clock::Clock;

/// Everything that sells, cheap to hand on.
#[derive(Clone)]
pub(crate) struct Commerce {
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) reconciler: Arc<Reconciler>,
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) checkout: Arc<Checkout>,
    pub(crate) provider_events: Arc<ProviderEvents>,
}

impl Commerce {
    /// `port` is the one that this server listens at.
    pub(crate) fn new(
        store: &Store,
        channels: &Arc<Channels>,
        listeners: AccessListeners,
        provider: &Provider,
        port: u16,
        grace: Grace,
        clock: &Clock,
    ) -> Result<Self, ProviderStartError> {
        let gateway = Gateway::new(store.clone(), listeners.members.clone(), provider, port, clock.clone())?;
        let gateway = Arc::new(gateway);
        let reconciler =
            Reconciler::new(store.clone(), channels.clone(), listeners, gateway.clone(), grace, clock.clone());
        let reconciler = Arc::new(reconciler);
        let subscriptions = Arc::new(Subscriptions {
            store: store.clone(),
            gateway: gateway.clone(),
            reconciler: reconciler.clone(),
            grace,
            clock: clock.clone(),
        });
        let checkout = Arc::new(Checkout {
            store: store.clone(),
            gateway: gateway.clone(),
            subscriptions: subscriptions.clone(),
            reconciler: reconciler.clone(),
            grace,
            port,
            clock: clock.clone(),
        });
        let provider_events = ProviderEvents::new(
            provider.verifier(),
            store.clone(),
            channels.clone(),
            gateway.clone(),
            subscriptions.clone(),
            reconciler.clone(),
            clock.clone(),
        );
        Ok(Self { gateway, reconciler, subscriptions, checkout, provider_events: Arc::new(provider_events) })
    }
}
