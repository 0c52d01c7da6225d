//! Who takes the money: Stripe, or the test bank inside the program. Both are asked in the same way. Test money buys
//! nothing where real money was ever taken.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::map_request;
use domain::channel::normal_host;
use domain::network::Network;
use domain::secret::Secret;
use domain::time::Timestamp;
use payments::stripe;
use payments::webhook::{EmptySecret, Verifier};
use rand::distr::{Alphanumeric, SampleString};
use serde::{Deserialize, Serialize};
use store::Store;
use testbank::Bank;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::app::config::Config;
use crate::channels::site;
use crate::channels::snapshot::Channels;
use crate::views::payment::{PaymentSettings, ProviderName};
use transport::listener::ClientIp;

/// Where browsers find the test bank on every host.
pub(super) const MOUNTED_AT: &str = "/testbank";
/// Where Stripe's and the bank's webhooks come to.
const WEBHOOK: &str = "/api/stripe/webhook";

const KEYS: &str = "keys.json";
const KEY_LENGTH: usize = 32;
const NAME_LENGTH: usize = 24;
/// Orders that are made void in one step.
const VOID_AT_ONCE: u64 = 100;

/// An account at Stripe.
#[derive(Clone, Debug)]
pub struct StripeConfig {
    pub api: payments::stripe::Config,
    pub publishable_key: String,
    /// The secret of its webhooks and, while that is being replaced, the one before.
    pub webhooks: payments::webhook::Verifier,
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
    /// Why nothing would be sold with these settings, after real payments or before.
    pub fn of(config: &Config, were_real: bool) -> Option<Self> {
        let is_live = config.stripe.as_ref().is_some_and(|stripe| stripe.api.is_live());
        if were_real && !is_live {
            return Some(Self::RealBefore);
        }
        let is_sold = config.stripe.is_some() || config.demo || config.test_payments;
        (!is_sold).then_some(Self::NoKeys)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("cannot keep the test bank's keys: {0}")]
    Keys(#[from] std::io::Error),
    #[error("the file {0} of the test bank's keys cannot be read")]
    Unreadable(String),
    #[error(transparent)]
    Bank(#[from] testbank::OpenError),
    #[error(
        "the test bank is asked by an address of this machine: listen on one, or on all, or set STRIPE_SECRET_KEY ({0})"
    )]
    Config(#[from] stripe::ConfigError),
    #[error(transparent)]
    Webhooks(#[from] testbank::HookError),
    #[error(transparent)]
    Secret(#[from] EmptySecret),
    #[error(transparent)]
    Store(#[from] store::Error),
}

/// The provider, before there is a port that it could be found at.
pub(crate) enum Provider {
    Stripe(Box<StripeConfig>),
    TestBank { keys: Keys, webhooks: Box<Verifier>, listen: std::net::IpAddr },
    Closed(Closed),
}

/// Made at the first start. The bank knows nobody else.
#[derive(Clone, Deserialize)]
pub(crate) struct Keys {
    secret_key: Secret<String>,
    publishable_key: String,
    webhook_secret: Secret<String>,
}

impl Provider {
    /// Who it is by the settings, and by what was used here before: that real money was is remembered for good.
    pub(crate) async fn of(config: &Config, store: &Store, now: Timestamp) -> Result<Self, ProviderError> {
        let were_real = store.real_payments_since().await?.is_some();
        if let Some(closed) = Closed::of(config, were_real) {
            tracing::warn!("{closed}");
            return Ok(Self::Closed(closed));
        }
        if let Some(stripe) = &config.stripe {
            if stripe.api.is_live() {
                begin_real_sales(store, now).await?;
            }
            return Ok(Self::Stripe(Box::new(stripe.clone())));
        }
        let keys = Keys::open(&config.data_dir.join("testbank"))?;
        let webhooks = Verifier::new(keys.webhook_secret.clone(), None)?;
        Ok(Self::TestBank { keys, webhooks: Box::new(webhooks), listen: config.listen })
    }

    pub(crate) fn settings(&self) -> PaymentSettings {
        match self {
            Self::Stripe(stripe) => PaymentSettings {
                provider: ProviderName::Stripe,
                publishable_key: Some(stripe.publishable_key.clone()),
                is_test: !stripe.api.is_live(),
            },
            Self::TestBank { keys, .. } => PaymentSettings {
                provider: ProviderName::Testbank,
                publishable_key: Some(keys.publishable_key.clone()),
                is_test: true,
            },
            Self::Closed(_) => PaymentSettings { provider: ProviderName::None, publishable_key: None, is_test: false },
        }
    }

    /// Where and by which key the provider is asked; nothing while nobody is.
    pub(super) fn api(&self, port: u16) -> Result<Option<stripe::Config>, stripe::ConfigError> {
        match self {
            Self::Stripe(stripe) => Ok(Some(stripe.api.clone())),
            Self::TestBank { keys, .. } => {
                let base = self.bank_url(port).unwrap_or_default();
                stripe::Config::new(&base, keys.secret_key.clone()).map(Some)
            }
            Self::Closed(_) => Ok(None),
        }
    }

    pub(super) fn webhooks(&self) -> Option<Verifier> {
        match self {
            Self::Stripe(stripe) => Some(stripe.webhooks.clone()),
            Self::TestBank { webhooks, .. } => Some(Verifier::clone(webhooks)),
            Self::Closed(_) => None,
        }
    }

    pub(crate) fn closed(&self) -> Option<Closed> {
        match self {
            Self::Closed(closed) => Some(*closed),
            Self::Stripe(_) | Self::TestBank { .. } => None,
        }
    }

    /// Where this server asks the bank: at its own port.
    pub(super) fn bank_url(&self, port: u16) -> Option<String> {
        self.own_address(port).map(|own| format!("{own}{MOUNTED_AT}"))
    }

    fn own_address(&self, port: u16) -> Option<String> {
        use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
        let Self::TestBank { listen, .. } = self else { return None };
        let address = match listen {
            IpAddr::V4(all) if all.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(all) if all.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
            one => *one,
        };
        Some(format!("http://{}", SocketAddr::new(address, port)))
    }

    /// Opens the bank, and has it tell us of everything.
    pub(crate) async fn open_bank(
        &self,
        config: &Config,
        port: u16,
        channels: &Arc<Channels>,
    ) -> Result<Option<Bank>, ProviderError> {
        let (Self::TestBank { keys, .. }, Some(own)) = (self, self.own_address(port)) else { return Ok(None) };
        let options = testbank::Options {
            secret_key: keys.secret_key.expose().clone(),
            publishable_key: keys.publishable_key.clone(),
            public_url: format!("{own}{MOUNTED_AT}"),
            returns: to_own_pages(channels.clone(), port),
        };
        let folder = config.data_dir.join("testbank");
        let opened = tokio::task::spawn_blocking(move || Bank::open(&folder, options)).await;
        let bank = opened.map_err(std::io::Error::from)??;
        bank.send_events_to(format!("{own}{WEBHOOK}"), keys.webhook_secret.expose().clone()).await?;
        Ok(Some(bank))
    }
}

/// Real money is taken from now on: what was bought with test money opens nothing any more, and can be bought.
async fn begin_real_sales(store: &Store, now: Timestamp) -> Result<(), ProviderError> {
    store.note_real_payments(now).await?;
    for (channel, _) in store.channel_versions().await? {
        while store.void_test_orders(channel, VOID_AT_ONCE, now).await? == VOID_AT_ONCE {}
    }
    Ok(())
}

/// A name that no order has, had or will have.
pub(super) fn order_name() -> String {
    // The letter tells it from the numbers that orders of long ago are called by.
    format!("o{}", Alphanumeric.sample_string(&mut rand::rng(), NAME_LENGTH))
}

/// The bank's pages are shown at every channel's hosts, and lead back to the screens of that very channel.
fn to_own_pages(channels: Arc<Channels>, port: u16) -> testbank::Returns {
    Arc::new(move |host, address| {
        let channel = normal_host(host).and_then(|name| channels.by_host(&name));
        channel.is_some_and(|channel| site::is_own_page(&channel.identity, host, port, address))
    })
}

/// What browsers ask the bank for.
pub(crate) fn mount<S: Clone + Send + Sync + 'static>(router: Router<S>, bank: Option<&Bank>) -> Router<S> {
    match bank {
        Some(bank) => router.nest_service(MOUNTED_AT, bank.router().layer(map_request(tell_network))),
        None => router,
    }
}

/// The bank counts strangers by their networks.
async fn tell_network(mut request: Request) -> Request {
    if let Some(ClientIp(from)) = request.extensions().get::<ClientIp>().copied() {
        request.extensions_mut().insert(Network::of(from));
    }
    request
}

/// Delivers the bank's webhooks until the server stops, then closes its file.
pub(crate) async fn run_bank(bank: Option<Bank>, mut stop: watch::Receiver<bool>) {
    match bank {
        Some(bank) => {
            bank.deliver(stop).await;
            bank.close().await;
        }
        None => drop(stop.wait_for(|stop| *stop).await),
    }
}

impl Keys {
    fn open(folder: &Path) -> Result<Self, ProviderError> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let file = folder.join(KEYS);
        let written = match std::fs::read(&file) {
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Self::make(folder)?,
            read => read?,
        };
        serde_json::from_slice(&written).map_err(|_| ProviderError::Unreadable(file.display().to_string()))
    }

    /// Written beside and moved, so that a crash leaves no half of them.
    fn make(folder: &Path) -> std::io::Result<Vec<u8>> {
        let random = || Alphanumeric.sample_string(&mut rand::rng(), KEY_LENGTH);
        let keys = serde_json::json!({
            "secret_key": format!("sk_test_{}", random()),
            "publishable_key": format!("pk_test_{}", random()),
            "webhook_secret": format!("whsec_{}", random()),
        });
        let written = keys.to_string().into_bytes();
        let new = folder.join(format!("{KEYS}.new"));
        let mut file = std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.write_all(&written)?;
        file.sync_all()?;
        std::fs::rename(new, folder.join(KEYS))?;
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PAY-18, T44: the bank's keys are made once, and for their owner's eyes alone.
    #[test]
    fn keys_are_made_once_and_are_private() {
        use std::os::unix::fs::PermissionsExt;
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("testbank");
        let made = Keys::open(&folder).unwrap();
        assert!(made.secret_key == Keys::open(&folder).unwrap().secret_key);
        assert_eq!(std::fs::metadata(folder.join(KEYS)).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(made.publishable_key.starts_with("pk_test_"));
        let other = Keys::open(&data.path().join("other")).unwrap();
        assert!(made.secret_key != other.secret_key);
    }
}
