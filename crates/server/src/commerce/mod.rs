//! The till: from the wish to buy to the access. What became of a payment is always read from the card provider; the
//! answer to the buyer, its webhooks and the sweep all end in the same step.

mod another_card;
mod buy;
mod cards;
mod cart;
mod charge;
mod emails;
mod error;
mod jobs;
mod lost;
mod provider;
mod reconcile;
mod renewal;
mod sweep;
mod trial;
mod unsaved_cards;
pub(crate) mod webhook;

use std::sync::Arc;
use std::time::Duration;

use cache::Cache;
use domain::account::{Account, Member};
use domain::commerce::order::Occasion;
use domain::commerce::renewal::Grace;
use domain::commerce::sold::{self, SoldLine};
use domain::ids::{AccountId, ChannelId, OrderId};
use http::{HeaderMap, header};
use payments::stripe::{
    Client, Failure, IdempotencyKey, LONGEST_VALUE, Metadata, Owner, Step, Subject, WebhookEventId,
};
use payments::webhook::Verifier;
use sha2::{Digest, Sha256};
use store::{OrderLine, Store, StoredOrder, StoredSubscription};
use tokio::sync::OnceCell;

pub(crate) use buy::Purchase;
pub(crate) use cards::SavedCard;
pub(crate) use cart::{Buyer, Order as CartRequest, Priced, price};
pub(crate) use error::PurchaseError;
pub(crate) use jobs::CommerceJobs;
pub use provider::{Closed, ProviderError, StripeConfig};
pub(crate) use provider::{Provider, run_bank};
pub(crate) use sweep::Sweep;

use crate::accounts::members::Members;
use crate::channels::member_feed::MemberFeed;
use crate::channels::site::Site;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::clock::now;
use crate::http::error::Error;

/// How often one order is asked about for those who wait for it.
const ASKED_EVERY: Duration = Duration::from_secs(2);
/// Orders that are waited for at once; more are asked about more often.
const WAITED_FOR: u64 = 10_000;

const HEARD: u64 = 100_000;
const REMEMBERED: Duration = Duration::from_secs(2 * 60 * 60);

/// Who is told when something was bought, or is not any more.
pub(crate) struct AccessListeners {
    pub(crate) members: Arc<Members>,
    pub(crate) pages: Arc<MemberFeed>,
}

/// What selling needs; cheap to hand on.
#[derive(Clone)]
pub(crate) struct Till(Arc<Parts>);

struct Parts {
    store: Store,
    channels: Arc<Channels>,
    listeners: AccessListeners,
    stripe: Client,
    /// None while nothing is for sale.
    webhooks: Option<Verifier>,
    closed: Option<Closed>,
    /// The digest of the key that the provider is asked with.
    key_digest: String,
    /// What our account at the provider is called, once it was asked.
    account: OnceCell<String>,
    /// Whether real money moves.
    is_live: bool,
    grace: Grace,
    /// Where the test bank calls itself found, while it is in use.
    bank_url: Option<String>,
    /// Where visitors find it on every host.
    bank_path: &'static str,
    /// Where this server listens.
    port: u16,
    asked: Cache<(ChannelId, OrderId), ()>,
    /// Messages that were dealt with a while ago: the sweep lists them again and again.
    heard: Cache<WebhookEventId, ()>,
}

/// Why the truth about a payment was not found out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommerceError {
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("the payment provider: {0}")]
    Provider(#[from] Failure),
}

impl CommerceError {
    /// Whether it is about one thing alone: others can be asked about.
    fn is_of_one(&self) -> bool {
        matches!(self, Self::Provider(Failure::Refused(_)) | Self::Store(store::Error::Conflict(_)))
    }
}

impl From<CommerceError> for Error {
    fn from(trouble: CommerceError) -> Self {
        match trouble {
            CommerceError::Store(cause) => cause.into(),
            CommerceError::Provider(cause) => {
                tracing::warn!(%cause, "the payment provider did not do what was asked");
                Self::Provider
            }
        }
    }
}

impl Till {
    pub(crate) fn new(
        store: Store,
        channels: Arc<Channels>,
        listeners: AccessListeners,
        provider: &Provider,
        port: u16,
        grace: Grace,
    ) -> Result<Self, ProviderError> {
        let config = provider.api(port)?;
        Ok(Self(Arc::new(Parts {
            store,
            channels,
            listeners,
            stripe: config.as_ref().map_or_else(|| Ok(Client::closed()), Client::new)?,
            webhooks: provider.webhooks(),
            closed: provider.closed(),
            key_digest: config.as_ref().map(payments::stripe::Config::key_digest).unwrap_or_default(),
            account: OnceCell::new(),
            is_live: config.is_some_and(|config| config.is_live()),
            grace,
            bank_url: provider.bank_url(port),
            bank_path: provider.bank_path().unwrap_or_default(),
            port,
            asked: Cache::builder(WAITED_FOR).time_to_live(ASKED_EVERY).build(),
            heard: Cache::builder(HEARD).time_to_live(REMEMBERED).build(),
        })))
    }

    /// Why nothing is for sale, while nothing is.
    pub(crate) fn closed(&self) -> Option<Closed> {
        self.0.closed
    }

    /// The account of a buyer, who may have left.
    pub(super) async fn buyer(&self, channel: &Snapshot, account: AccountId) -> Result<Arc<Member>, CommerceError> {
        let found = self.0.listeners.members.of_account(channel.identity.id, account).await?;
        found.ok_or_else(|| store::Error::Conflict("the account is gone".into()).into())
    }

    /// Refuses while nothing is for sale.
    pub(super) fn is_open(&self) -> Result<(), PurchaseError> {
        self.0.closed.map_or(Ok(()), |_| Err(PurchaseError::Closed))
    }

    /// What our account at the provider is called, with its mode. Asked once for each key, and remembered.
    pub(super) async fn account(&self) -> Result<&str, CommerceError> {
        let found = self.0.account.get_or_try_init(|| self.find_account()).await;
        found.map(String::as_str)
    }

    async fn find_account(&self) -> Result<String, CommerceError> {
        let (store, digest) = (&self.0.store, &self.0.key_digest);
        let name = match store.payment_account(digest).await? {
            Some(known) => known,
            None => {
                let own = match self.0.stripe.own_account().await {
                    Ok(account) => account.id,
                    // A key that may not ask: all of them are taken to be for one account.
                    Err(Failure::Refused(refusal)) => {
                        tracing::warn!(%refusal, "the payment provider does not say whose account it is");
                        "account".to_owned()
                    }
                    Err(cause) => return Err(cause.into()),
                };
                format!("{} {own}", if self.0.is_live { "live" } else { "test" })
            }
        };
        // Each time, since a server of an earlier version beside this one notes no account.
        store.use_payment_account(digest.clone(), name.clone(), now()).await?;
        Ok(name)
    }

    /// Something that the account holds has begun or ended: its pages and players see it at their next call.
    async fn access_changed(&self, channel: ChannelId, account: AccountId) {
        self.0.listeners.members.access_changed(channel, account).await;
    }

    /// An order has come somewhere else: its buyer's pages and players see it.
    async fn order_moved(&self, channel: ChannelId, account: AccountId, order: OrderId) {
        self.access_changed(channel, account).await;
        self.0.listeners.pages.order_moved(channel, account, order);
    }

    /// An address of the bank as a visitor reaches it: at the host where they are. Stripe's stay as they are.
    fn for_browsers(&self, site: &Site, url: &str) -> String {
        let own = self.0.bank_url.as_deref().and_then(|bank| url.strip_prefix(bank));
        match own {
            Some(path) => site.url(&format!("{}{path}", self.0.bank_path)),
            None => url.to_owned(),
        }
    }

    /// Where a visitor is, among the channel's hosts.
    pub(crate) fn site(&self, channel: &Snapshot, headers: &HeaderMap) -> Site {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        Site::at(&channel.identity, host, self.0.port)
    }

    /// Where the page of a bank leads back to: the host where the order was begun, since its buyer is logged in there.
    fn return_url(&self, channel: &Snapshot, order: &StoredOrder) -> String {
        let site = Site::at(&channel.identity, order.host.as_deref(), self.0.port);
        site.url(&format!("/buy?order={}", order.id))
    }
}

/// Whose objects the provider is asked for. Every channel has a secret of its own, so that what is made of it tells
/// installations apart that share an account at the provider.
fn owner(channel: &Snapshot) -> Owner {
    let mut hash = Sha256::new();
    hash.update(b"installation ");
    hash.update(channel.identity.key_secret.expose());
    let installation = hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    Owner { installation, channel: channel.identity.id }
}

/// By the order's name: its number may be given again, from an older copy of the database.
fn order_key(channel: &Snapshot, name: &str, step: Step, number: u32) -> IdempotencyKey {
    IdempotencyKey::new(&owner(channel), Subject::Order(name), step, number)
}

fn account_key(channel: &Snapshot, account: AccountId, step: Step, number: u32) -> IdempotencyKey {
    IdempotencyKey::new(&owner(channel), Subject::Account(account), step, number)
}

fn metadata(channel: &Snapshot, account: &Account) -> Metadata {
    Metadata::new(&owner(channel)).with_account(account.id, &mark_of(account))
}

/// What tells an account from one that gets the same number, from an older copy of the database.
fn mark_of(account: &Account) -> String {
    let mut hash = Sha256::new();
    hash.update(b"account ");
    hash.update(account.calendar_secret.expose());
    hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// What an order is, on its payment: enough to make it again, should it be lost.
fn sold_metadata(
    channel: &Snapshot,
    account: &Account,
    order: &StoredOrder,
    subscription: Option<&StoredSubscription>,
) -> Metadata {
    let line = |line: &OrderLine| SoldLine {
        kind: line.kind,
        part: line.part,
        base: line.base,
        service_fee: line.service_fee,
        discount: line.discount,
        starts_at: line.starts_at,
        ends_at: line.paid_until(subscription),
    };
    let lines: Vec<_> = order.lines.iter().map(line).collect();
    let written = metadata(channel, account).with_order(&order.name, order.id).with_cart(&digest_of(&order.cart));
    let written = written.with_sold(&sold::spell(&lines, LONGEST_VALUE));
    let written = match subscription {
        Some(stored) => written.with_renewal(stored.pass, stored.amount, stored.known.current.ends_at),
        None => written,
    };
    if order.payment.occasion == Occasion::Trial { written.with_trial() } else { written }
}

fn digest_of(text: &str) -> String {
    Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Tells requests of one step apart by what they are about.
fn short_hash(text: &str) -> u32 {
    let digest = Sha256::digest(text);
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}
