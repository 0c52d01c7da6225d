//! Our account at the payment provider: the client, our customers there, the keys of requests, and what is written on the
//! provider's objects.

use std::sync::Arc;

use domain::account::{Account, EmailKey, Member};
use domain::commerce::order::Occasion;
use domain::commerce::sold::{self, SoldLine};
use domain::commerce::trial::MailboxKey;
use domain::ids::AccountId;
use payments::stripe::{
    Client, CustomerId, Failure, IdempotencyKey, MAX_VALUE, Metadata, NewCustomer, Owner, PaymentMethod, Step, Subject,
};
use sha2::{Digest, Sha256};
use store::{OrderLine, PaidBy, Store, StoredOrder, StoredSubscription, TrialKeys};
use tokio::sync::OnceCell;

use super::provider::{Closed, Provider, ProviderStartError, StandInPlace};
use super::{CommerceError, PurchaseError};
use crate::accounts::members::Members;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::clock::Clock;
use crate::http::error::Error;

pub(crate) struct Gateway {
    pub(super) stripe: Client,
    /// Whether real money moves.
    pub(super) is_live: bool,
    store: Store,
    members: Arc<Members>,
    clock: Clock,
    closed: Option<Closed>,
    /// The digest of the secret key.
    key_digest: String,
    /// The name of our account, once the provider has told it.
    account: OnceCell<String>,
    /// The provider inside the program, while it is in use.
    stand_in: Option<StandInPlace>,
}

impl Gateway {
    pub(super) fn new(
        store: Store,
        members: Arc<Members>,
        provider: &Provider,
        port: u16,
        clock: Clock,
    ) -> Result<Self, ProviderStartError> {
        let config = provider.api(port)?;
        Ok(Self {
            stripe: config.as_ref().map_or_else(|| Ok(Client::closed()), Client::new)?,
            key_digest: config.as_ref().map(payments::stripe::Config::key_digest).unwrap_or_default(),
            is_live: config.is_some_and(|config| config.is_live()),
            store,
            members,
            clock,
            closed: provider.closed(),
            account: OnceCell::new(),
            stand_in: provider.stand_in(port),
        })
    }

    /// Why nothing is for sale; none while sales are open.
    pub(crate) fn closed(&self) -> Option<Closed> {
        self.closed
    }

    /// What people call the provider; absent while nothing is for sale.
    pub(crate) fn provider_name(&self) -> Option<&'static str> {
        let name = self.stand_in.as_ref().map_or("Stripe", |place| place.name);
        self.closed.is_none().then_some(name)
    }

    /// Whether real money moves.
    pub(crate) fn takes_real_money(&self) -> bool {
        self.is_live
    }

    /// Fails while nothing is for sale.
    pub(super) fn require_open(&self) -> Result<(), PurchaseError> {
        self.closed.map_or(Ok(()), |_| Err(PurchaseError::Closed))
    }

    /// The name of our account at the provider, with its mode. The provider is asked once per key.
    pub(super) async fn account(&self) -> Result<&str, CommerceError> {
        let found = self.account.get_or_try_init(|| self.find_account()).await;
        found.map(String::as_str)
    }

    async fn find_account(&self) -> Result<String, CommerceError> {
        let (store, digest) = (&self.store, &self.key_digest);
        let name = match store.payment_account(digest).await? {
            Some(known) => known,
            None => {
                let own = match self.stripe.own_account().await {
                    Ok(account) => account.id,
                    // A restricted key may not read it: all such keys count as one account.
                    Err(Failure::Refused(refusal)) => {
                        tracing::warn!(%refusal, "payment provider does not name our account");
                        "account".to_owned()
                    }
                    Err(cause) => return Err(cause.into()),
                };
                format!("{} {own}", if self.is_live { "live" } else { "test" })
            }
        };
        // Each time, since a server of an earlier version beside this one notes no account.
        store.payment_account_use(digest.clone(), name.clone(), self.clock.now()).await?;
        Ok(name)
    }

    /// The member of an account; none when it was deleted.
    pub(super) async fn member(
        &self,
        channel: &Snapshot,
        account: AccountId,
    ) -> Result<Option<Arc<Member>>, CommerceError> {
        Ok(self.members.of_account(channel.identity.id, account).await?)
    }

    /// The buyer of an order; a conflict when the account was deleted.
    pub(super) async fn buyer(&self, channel: &Snapshot, account: AccountId) -> Result<Arc<Member>, CommerceError> {
        self.member(channel, account).await?.ok_or_else(account_is_gone)
    }

    /// The customer of an account; none before its first purchase.
    pub(super) async fn known_customer(
        &self,
        channel: &Snapshot,
        account: AccountId,
    ) -> Result<Option<CustomerId>, CommerceError> {
        let known = self.store.customer(channel.identity.id, account, self.account().await?).await?;
        Ok(known.and_then(|name| name.parse().ok()))
    }

    /// The customer of an account, created at the provider with the first purchase.
    pub(super) async fn customer(&self, channel: &Snapshot, account: AccountId) -> Result<CustomerId, CommerceError> {
        if let Some(known) = self.known_customer(channel, account).await? {
            return Ok(known);
        }
        let member = self.buyer(channel, account).await?;
        let name = format!("{} {}", member.account.first_name, member.account.last_name);
        let metadata = metadata(channel, &member.account);
        let name = Some(name.trim()).filter(|name| !name.is_empty());
        let new = NewCustomer { email: &member.account.email, name, metadata: &metadata };
        // The key depends on the address, since a changed one makes another request, and on the mark, since a restored
        // database gives the same number to another account.
        let mark = mark_of(&member.account);
        let number = short_hash(&format!("{} {name:?} {mark}", new.email));
        let key = account_key(channel, account, Step::CreateCustomer, number);
        let made = self.stripe.create_customer(&key, &new).await?;
        let (id, at) = (channel.identity.id, self.account().await?.to_owned());
        let named = self.store.customer_set_name(id, account, made.id.to_string(), at, self.clock.now()).await?;
        named.and_then(|name| name.parse().ok()).ok_or_else(account_is_gone)
    }

    /// Deletes the customer of a deleted account, with its cards and running subscriptions.
    pub(super) async fn delete_customer(&self, channel: &Snapshot, customer: &str) -> Result<(), CommerceError> {
        let Ok(id) = customer.parse::<CustomerId>() else { return Ok(()) };
        // The account is not known any more.
        let key = account_key(channel, AccountId(0), Step::DeleteCustomer, short_hash(customer));
        Ok(self.stripe.delete_customer(&key, &id).await?)
    }

    /// An address for a visitor's browser: the pages of a stand-in are served at the visitor's host. Stripe's addresses stay.
    pub(super) fn for_browsers(&self, site: &Site, url: &str) -> String {
        let own = self.stand_in.as_ref().and_then(|place| Some((place.path, url.strip_prefix(&place.url)?)));
        match own {
            Some((mounted, path)) => site.url(&format!("{mounted}{path}")),
            None => url.to_owned(),
        }
    }
}

fn account_is_gone() -> CommerceError {
    store::Error::Conflict("the account is gone".into()).into()
}

/// The owner of objects at the provider. Each channel has its own secret, so a digest of it distinguishes installations that
/// share an account at the provider.
pub(super) fn owner(channel: &Snapshot) -> Owner {
    let mut hash = Sha256::new();
    hash.update(b"installation ");
    hash.update(channel.identity.key_secret.expose());
    let installation = hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    Owner { installation, channel: channel.identity.id }
}

/// By the order's name, since a restored database gives its number again.
pub(super) fn order_key(channel: &Snapshot, name: &str, step: Step, number: u32) -> IdempotencyKey {
    IdempotencyKey::new(&owner(channel), Subject::Order(name), step, number)
}

pub(super) fn account_key(channel: &Snapshot, account: AccountId, step: Step, number: u32) -> IdempotencyKey {
    IdempotencyKey::new(&owner(channel), Subject::Account(account), step, number)
}

pub(super) fn metadata(channel: &Snapshot, account: &Account) -> Metadata {
    Metadata::new(&owner(channel)).with_account(account.id, &mark_of(account))
}

/// Distinguishes an account from one that gets the same number in a restored database.
pub(super) fn mark_of(account: &Account) -> String {
    let mut hash = Sha256::new();
    hash.update(b"account ");
    hash.update(account.calendar_secret.expose());
    hash.finalize().iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// The order as it is written on its payment: enough to make a lost order again.
pub(super) fn sold_metadata(
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
    let written = written.with_sold(&sold::spell(&lines, MAX_VALUE));
    let written = match subscription {
        Some(stored) => written.with_renewal(stored.pass, stored.amount, stored.known.current.ends_at),
        None => written,
    };
    if order.payment.occasion == Occasion::Trial { written.with_trial() } else { written }
}

/// Whether a payment or subscription belongs to an order, by everything that is written on it.
pub(super) fn is_written_on(metadata: &Metadata, channel: &Snapshot, order: &StoredOrder) -> bool {
    let is_same = metadata.cart().is_none_or(|cart| cart == digest_of(&order.cart));
    // The order of a deleted account is known by its name alone.
    let is_theirs = order.account.is_none() || metadata.account() == order.account && is_same;
    metadata.is_of(&owner(channel)) && metadata.order() == Some(order.name.as_str()) && is_theirs
}

fn digest_of(text: &str) -> String {
    Sha256::digest(text).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Distinguishes requests of one step by their content.
pub(super) fn short_hash(text: &str) -> u32 {
    let digest = Sha256::digest(text);
    u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
}

/// The stored part of a card: its brand and last four digits, and nothing that does not look like them.
pub(super) fn card_summary(brand: Option<&str>, last4: Option<&str>) -> Option<PaidBy> {
    let is_brand = |brand: &&str| (1..=20).contains(&brand.len()) && brand.bytes().all(|byte| !byte.is_ascii_digit());
    let is_last4 = |last4: &&str| last4.len() == 4 && last4.bytes().all(|byte| byte.is_ascii_digit());
    let (brand, last4) = brand.filter(is_brand).zip(last4.filter(is_last4))?;
    Some(PaidBy { brand: brand.to_owned(), last4: last4.to_owned() })
}

/// The keys by which a trial is remembered.
pub(super) fn trial_keys(member: &Member, card: &PaymentMethod) -> Result<TrialKeys, Error> {
    let fingerprint = card.card.as_ref().and_then(|card| card.fingerprint.clone()).ok_or(PurchaseError::NoCard)?;
    let mailbox = EmailKey::of(&member.account.email).ok_or(Error::Internal)?;
    Ok(TrialKeys { mailbox: MailboxKey::of(&mailbox), card: fingerprint })
}
