//! The payment provider: Stripe, or a stand-in inside the program with the same API. Test money buys nothing where real money
//! was ever taken.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::Request;
use axum::middleware::map_request;
use domain::channel::normal_host;
use domain::network::Network;
use domain::time::Timestamp;
use futures::future::BoxFuture;
use payments::stripe;
use payments::webhook::{EmptySecret, Verifier};
use serde::Serialize;
use store::Store;
use tokio_util::sync::CancellationToken;
use transport::listener::ClientIp;
use utoipa::ToSchema;

use crate::channels::site;
use crate::channels::snapshot::Channels;
use crate::stand_ins::{
    Mount, MountPath, Mounted, OpenStandIn, PaymentKeys, PaymentOpening, PaymentReturns, PaymentStandIn, StandInError,
};
use crate::views::payment::{PaymentSettings, ProviderName};

/// The path of the provider's webhooks.
pub(super) const WEBHOOK: &str = "/api/stripe/webhook";

/// Orders that are made void in one step.
const VOID_AT_ONCE: u64 = 100;

/// An account at Stripe.
#[derive(Clone, Debug)]
pub struct StripeConfig {
    pub api: payments::stripe::Config,
    pub publishable_key: String,
    /// The secret of its webhooks and, while that is being replaced, the one before.
    pub verifier: payments::webhook::Verifier,
}

/// Why nothing is for sale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Closed {
    #[error(
        "nothing is for sale: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or \
         TOUCHLINE_TEST_PAYMENTS=true to try it out"
    )]
    NoKeys,
    #[error(
        "nothing is for sale: real money was taken here, and there are no keys of Stripe's for it. Set the live \
         STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET"
    )]
    RealBefore,
}

impl Closed {
    /// Why nothing would be sold with these settings, after real payments or before, with a provider inside the program or
    /// without.
    pub fn of(stripe: Option<&StripeConfig>, were_real: bool, has_stand_in: bool) -> Option<Self> {
        let is_live = stripe.is_some_and(|stripe| stripe.api.is_live());
        if were_real && !is_live {
            return Some(Self::RealBefore);
        }
        (stripe.is_none() && !has_stand_in).then_some(Self::NoKeys)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderStartError {
    #[error(transparent)]
    StandIn(StandInError),
    #[error(
        "the payment provider of this program is asked by an address of this machine: listen on one, or on all, or set STRIPE_SECRET_KEY ({0})"
    )]
    Config(#[from] stripe::ConfigError),
    #[error(transparent)]
    Secret(#[from] EmptySecret),
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// The provider, before there is a port that it could be found at.
pub(crate) enum Provider {
    Stripe(Box<StripeConfig>),
    StandIn { stand_in: Box<dyn PaymentStandIn>, keys: PaymentKeys, verifier: Box<Verifier>, listen: IpAddr },
    Closed(Closed),
}

impl Provider {
    /// Chooses the provider by the settings and by earlier use: real money is remembered for good.
    pub(crate) async fn of(
        stripe: Option<&StripeConfig>,
        listen: IpAddr,
        store: &Store,
        stand_in: Option<Box<dyn PaymentStandIn>>,
        now: Timestamp,
    ) -> Result<Self, ProviderStartError> {
        let were_real = store.real_payments_since().await?.is_some();
        if let Some(closed) = Closed::of(stripe, were_real, stand_in.is_some()) {
            tracing::warn!("{closed}");
            return Ok(Self::Closed(closed));
        }
        if let Some(stripe) = stripe {
            if stripe.api.is_live() {
                begin_real_sales(store, now).await?;
            }
            return Ok(Self::Stripe(Box::new(stripe.clone())));
        }
        let Some(stand_in) = stand_in else { return Ok(Self::Closed(Closed::NoKeys)) };
        let keys = stand_in.keys().map_err(ProviderStartError::StandIn)?;
        let verifier = Verifier::new(keys.webhook_secret.clone(), None)?;
        Ok(Self::StandIn { stand_in, keys, verifier: Box::new(verifier), listen })
    }

    pub(crate) fn settings(&self) -> PaymentSettings {
        match self {
            Self::Stripe(stripe) => PaymentSettings {
                provider: ProviderName::Stripe,
                publishable_key: Some(stripe.publishable_key.clone()),
                is_test: !stripe.api.is_live(),
            },
            Self::StandIn { keys, .. } => PaymentSettings {
                provider: ProviderName::StandIn,
                publishable_key: Some(keys.publishable_key.clone()),
                is_test: true,
            },
            Self::Closed(_) => PaymentSettings { provider: ProviderName::None, publishable_key: None, is_test: false },
        }
    }

    /// Base address and key of the provider's API; none while nothing is for sale.
    pub(super) fn api(&self, port: u16) -> Result<Option<stripe::Config>, stripe::ConfigError> {
        match self {
            Self::Stripe(stripe) => Ok(Some(stripe.api.clone())),
            Self::StandIn { keys, .. } => {
                let base = self.stand_in(port).map(|place| place.url).unwrap_or_default();
                stripe::Config::new(&base, keys.secret_key.clone()).map(Some)
            }
            Self::Closed(_) => Ok(None),
        }
    }

    pub(super) fn verifier(&self) -> Option<Verifier> {
        match self {
            Self::Stripe(stripe) => Some(stripe.verifier.clone()),
            Self::StandIn { verifier, .. } => Some(Verifier::clone(verifier)),
            Self::Closed(_) => None,
        }
    }

    pub(crate) fn closed(&self) -> Option<Closed> {
        match self {
            Self::Closed(closed) => Some(*closed),
            Self::Stripe(_) | Self::StandIn { .. } => None,
        }
    }

    /// Where the stand-in is found, if one is in use.
    pub(super) fn stand_in(&self, port: u16) -> Option<StandInPlace> {
        let (Self::StandIn { stand_in, .. }, Some(own)) = (self, self.own_address(port)) else { return None };
        let (name, path) = (stand_in.name(), stand_in.path());
        Some(StandInPlace { name, url: format!("{own}{path}"), path })
    }

    fn own_address(&self, port: u16) -> Option<String> {
        use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
        let Self::StandIn { listen, .. } = self else { return None };
        let address = match listen {
            IpAddr::V4(all) if all.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(all) if all.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
            one => *one,
        };
        Some(format!("http://{}", SocketAddr::new(address, port)))
    }

    /// Opens the stand-in with our webhook address, and mounts it.
    pub(crate) async fn open_stand_in(
        &self,
        mounted: &mut Mounted,
        port: u16,
        channels: &Arc<Channels>,
    ) -> Result<Option<OpenPayments>, ProviderStartError> {
        let (Self::StandIn { stand_in, keys, .. }, Some(own)) = (self, self.own_address(port)) else { return Ok(None) };
        let opening = PaymentOpening {
            keys: keys.clone(),
            url: format!("{own}{}", stand_in.path()),
            webhook_url: format!("{own}{WEBHOOK}"),
            returns: to_own_pages(channels.clone(), port),
        };
        let OpenStandIn { router, run } = stand_in.open(opening).await.map_err(ProviderStartError::StandIn)?;
        let at = MountPath { path: stand_in.path(), logged_below: Some(stand_in.logged_below()) };
        mounted.push(Mount { at, router: router.layer(map_request(tell_network)) });
        Ok(Some(OpenPayments(run)))
    }
}

/// Where a stand-in is found: by this server at its own port, and by browsers on every host.
pub(super) struct StandInPlace {
    pub(super) name: &'static str,
    pub(super) url: String,
    pub(super) path: &'static str,
}

/// The stand-in's task until the server stops.
pub(crate) struct OpenPayments(Box<dyn FnOnce(CancellationToken) -> BoxFuture<'static, ()> + Send>);

/// Real money is taken from now on: purchases with test money are void, and can be made again.
async fn begin_real_sales(store: &Store, now: Timestamp) -> Result<(), ProviderStartError> {
    store.real_payments_note(now).await?;
    for channel in store.channel_ids().await? {
        while store.orders_void_test(channel, VOID_AT_ONCE, now).await? == VOID_AT_ONCE {}
    }
    Ok(())
}

/// The stand-in's pages are shown at every channel's hosts, and lead back to the screens of that very channel.
fn to_own_pages(channels: Arc<Channels>, port: u16) -> PaymentReturns {
    Arc::new(move |host, address| {
        let channel = normal_host(host).and_then(|name| channels.by_host(&name));
        channel.is_some_and(|channel| site::is_own_page(&channel.identity, host, port, address))
    })
}

/// The stand-in counts strangers by their networks.
async fn tell_network(mut request: Request) -> Request {
    if let Some(ClientIp(from)) = request.extensions().get::<ClientIp>().copied() {
        request.extensions_mut().insert(Network::of(from));
    }
    request
}

/// Runs the stand-in until the server stops, and for as long as it takes to close.
pub(crate) async fn run_stand_in(open: Option<OpenPayments>, stop: CancellationToken) {
    match open {
        Some(OpenPayments(run)) => run(stop).await,
        None => stop.cancelled().await,
    }
}
