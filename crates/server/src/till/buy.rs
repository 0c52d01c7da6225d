//! From the wish to buy to the provider's answer. All of it is done in a task of its own: a buyer who leaves stops
//! nothing half-way.

use std::sync::Arc;
use std::time::Duration;

use domain::account::{EmailKey, Member};
use domain::commerce::item;
use domain::commerce::order::State;
use domain::commerce::renewal::Grace;
use domain::commerce::trial::{MailboxKey, NoTrial};
use domain::geo::Code;
use domain::ids::OrderId;
use payments::stripe::{NextActionKind, PaymentIntent, PaymentIntentStatus, PaymentMethodId};
use sha2::{Digest, Sha256};
use store::{Begun, NewOrder, StoredOrder, TrialKeys};

use super::cart::{self, Buyer, Priced};
use super::charge::{Means, refused_card};
use super::{NotSold, Till};
use crate::error::{Error, Result};
use crate::extract::now;
use crate::snapshot::Snapshot;

/// Some banks take half a minute; by then the buyer is told to wait for the order.
const PATIENCE: Duration = Duration::from_secs(20);

/// What somebody wants to buy, and how they pay.
pub(crate) struct Purchase {
    pub(crate) order: cart::Order,
    pub(crate) card: Option<PaymentMethodId>,
    pub(crate) save_card: bool,
    pub(crate) idempotency_key: Option<String>,
    /// The tracking value that they came with.
    pub(crate) trk: Option<String>,
    pub(crate) country: Option<Code>,
}

/// What became of it so far.
pub(crate) struct Bought {
    pub(crate) order: StoredOrder,
    /// Lets the browser go on with the payment.
    pub(crate) client_secret: Option<String>,
    pub(crate) next: Option<NextStep>,
}

/// A page of the buyer's bank.
pub(crate) struct NextStep {
    pub(crate) url: String,
}

impl Till {
    pub(crate) async fn buy(&self, channel: Arc<Snapshot>, member: Arc<Member>, purchase: Purchase) -> Result<Bought> {
        let till = self.clone();
        let mut buying = tokio::spawn(async move { till.sell(&channel, &member, &purchase).await });
        match tokio::time::timeout(PATIENCE, &mut buying).await {
            Ok(Ok(bought)) => bought,
            Ok(Err(_)) => Err(Error::Internal),
            // It goes on; who asks again with the same key is given its order.
            Err(_) => Err(Error::Provider),
        }
    }

    async fn sell(&self, channel: &Snapshot, member: &Member, purchase: &Purchase) -> Result<Bought> {
        let buyer = Buyer { member: Some(member), country: purchase.country };
        let priced = match cart::price(&self.0.store, channel, buyer, &purchase.order, now()).await {
            Ok(priced) => priced,
            // A second press, after the first was through, or has taken the last use of the code.
            Err(cause) => return self.begun_before(channel, member, purchase).await?.ok_or(cause),
        };
        let card = purchase.card.as_ref();
        // Whatever is renewed needs a card for the next charge.
        if card.is_none() && (!priced.quote.is_free() || priced.renewed.is_some()) {
            return Err(NotSold::NoCard.into());
        }
        let trial = match card {
            Some(card) if priced.quote.is_trial => Some(self.trial_keys(member, card).await?),
            _ => None,
        };
        if let Some(card) = card.filter(|_| priced.renewed.is_some()) {
            let customer = self.customer(channel, member.account.id).await?;
            self.attach(channel, member.account.id, &customer, card).await?;
        }
        let order = self.begin(channel, member, purchase, &priced, trial).await?;
        self.pay(channel, member, purchase, order).await
    }

    /// Begins the order, or finds the one that was begun. One that is in the way is asked about once.
    async fn begin(
        &self,
        channel: &Snapshot,
        member: &Member,
        purchase: &Purchase,
        priced: &Priced,
        trial: Option<TrialKeys>,
    ) -> Result<StoredOrder> {
        let id = channel.identity.id;
        let new = NewOrder {
            quote: priced.quote.clone(),
            renewed: priced.renewed.map(|pass| (pass, Grace::default())),
            trial,
            idempotency_key: kept_key(purchase),
            trk: purchase.trk.clone(),
            now: now(),
        };
        let mut begun = self.0.store.begin_order(id, member.account.id, new.clone()).await?;
        if let Begun::UnderWay(before) = begun {
            self.ask_about(channel, before).await?;
            begun = self.0.store.begin_order(id, member.account.id, new).await?;
        }
        Err(match begun {
            Begun::New(order) | Begun::Same(order) => return Ok(order),
            Begun::KeyTaken => NotSold::KeyTaken,
            Begun::UnderWay(_) => NotSold::UnderWay,
            Begun::Owned => NotSold::Item(item::Refusal::AlreadyOwned),
            Begun::WrongPromoCode => NotSold::PromoCode(domain::commerce::coupon::WrongPromoCode),
            Begun::TrialUsed => NotSold::Trial(NoTrial::Used),
        }
        .into())
    }

    async fn ask_about(&self, channel: &Snapshot, id: OrderId) -> Result<()> {
        if let Some(order) = self.0.store.order(channel.identity.id, id).await? {
            self.ask(channel, &order).await?;
        }
        Ok(())
    }

    /// Goes on with an order, wherever it stands.
    async fn pay(
        &self,
        channel: &Snapshot,
        member: &Member,
        purchase: &Purchase,
        order: StoredOrder,
    ) -> Result<Bought> {
        let account = member.account.id;
        let is_paid = order.state() == State::Paid;
        if is_paid {
            self.access_changed(channel.identity.id, account).await;
        }
        let is_open = order.state().is_undecided() || is_paid && self.lacks_subscription(channel, &order).await?;
        if !is_open {
            return self.bought(channel, order, None).await;
        }
        let card = purchase.card.as_ref().ok_or(NotSold::NoCard)?;
        let customer = self.customer(channel, account).await?;
        let means = Means { customer: &customer, card, save_card: purchase.save_card };
        let known = if is_paid { None } else { self.ask(channel, &order).await? };
        let payment = match known {
            Some(payment) if is_untried(&payment) => Some(self.confirm(channel, &order, &payment, card).await?),
            Some(payment) => Some(payment),
            None if order.subscription.is_some() => self.begin_subscription(channel, &order, account, &means).await?,
            None => self.begin_payment(channel, &order, account, &means).await?,
        };
        self.bought(channel, order, payment).await
    }

    /// Whether the provider has not been told of the subscription that an order without a first payment begins.
    async fn lacks_subscription(&self, channel: &Snapshot, order: &StoredOrder) -> Result<bool> {
        let Some(id) = order.subscription else { return Ok(false) };
        let found = self.0.store.subscription(channel.identity.id, id).await?;
        Ok(found.is_some_and(|found| found.provider_id.is_none()))
    }

    async fn bought(&self, channel: &Snapshot, order: StoredOrder, payment: Option<PaymentIntent>) -> Result<Bought> {
        let order = self.0.store.order(channel.identity.id, order.id).await?.unwrap_or(order);
        if order.state() == State::Failed {
            return Err(NotSold::declined(None, None).into());
        }
        let payment = payment.filter(|payment| payment.status == PaymentIntentStatus::RequiresAction);
        let action = payment.as_ref().and_then(|payment| payment.next_action.as_ref());
        let url = action.filter(|action| action.kind == NextActionKind::Redirect).and_then(|action| action.url());
        let next = url.map(|url| NextStep { url: self.for_browsers(channel, url.expose()) });
        let client_secret = payment.and_then(|payment| payment.client_secret).map(|secret| secret.expose().clone());
        Ok(Bought { order, client_secret, next })
    }

    /// The order that the key was used for.
    async fn begun_before(&self, channel: &Snapshot, member: &Member, purchase: &Purchase) -> Result<Option<Bought>> {
        let Some(key) = kept_key(purchase) else { return Ok(None) };
        let id = channel.identity.id;
        let Some(order) = self.0.store.order_by_key(id, member.account.id, &key).await? else { return Ok(None) };
        self.pay(channel, member, purchase, order).await.map(Some)
    }

    async fn trial_keys(&self, member: &Member, card: &PaymentMethodId) -> Result<TrialKeys> {
        let found = self.0.stripe.payment_method(card).await.map_err(refused_card)?;
        let fingerprint = found.card.and_then(|card| card.fingerprint).ok_or(NotSold::NoCard)?;
        let mailbox = EmailKey::of(&member.account.email).ok_or(Error::Internal)?;
        Ok(TrialKeys { mailbox: MailboxKey::of(&mailbox), card: fingerprint })
    }
}

/// A first payment that nobody has tried yet.
fn is_untried(payment: &PaymentIntent) -> bool {
    matches!(payment.status, PaymentIntentStatus::RequiresPaymentMethod | PaymentIntentStatus::RequiresConfirmation)
        && payment.last_payment_error.is_none()
}

/// By the card too: who was refused and takes another one begins anew.
fn kept_key(purchase: &Purchase) -> Option<String> {
    let key = purchase.idempotency_key.as_ref()?;
    let mut hash = Sha256::new();
    hash.update(key.as_bytes());
    hash.update([0]);
    hash.update(purchase.card.as_ref().map_or("", PaymentMethodId::as_str).as_bytes());
    Some(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
