//! From the wish to buy to the provider's answer. All of it is done in a task of its own: a buyer who leaves stops
//! nothing half-way.

use std::sync::Arc;
use std::time::Duration;

use domain::account::Member;
use domain::commerce::item;
use domain::commerce::order::State;
use domain::commerce::price::Shown;
use domain::commerce::trial::NoTrial;
use domain::geo::Code;
use domain::ids::OrderId;
use domain::money::Cents;
use payments::stripe::{NextActionKind, PaymentMethodId};
use sha2::{Digest, Sha256};
use store::{BeginOutcome, NewOrder, PaidBy, StoredOrder, TrialKeys};

use super::cards::card_summary;
use super::cart::{self, Buyer, Priced};
use super::charge::{PaymentAttempt, PaymentSource};
use super::provider::order_name;
use super::trial::trial_keys;
use super::{PurchaseError, Till};
use crate::accounts::throttle::CouponTry;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::error::{Error, Result};

/// Some banks take half a minute; by then the buyer is told to wait for the order.
const PATIENCE: Duration = Duration::from_secs(20);

/// What somebody wants to buy, and how they pay.
pub(crate) struct Purchase {
    pub(crate) order: cart::Order,
    /// What it cost when they agreed.
    pub(crate) shown: Shown,
    /// Taken for the promo code, where there is one.
    pub(crate) coupon_try: Option<CouponTry>,
    pub(crate) card: Option<PaymentMethodId>,
    pub(crate) save_card: bool,
    pub(crate) idempotency_key: Option<String>,
    /// The tracking value that they came with.
    pub(crate) trk: Option<String>,
    pub(crate) country: Option<Code>,
    /// Where they are, among the channel's hosts.
    pub(crate) site: Site,
}

impl Purchase {
    /// What the order is found by. By the card too: who was refused and takes another one begins anew.
    pub(super) fn kept_key(&self) -> Option<String> {
        let key = self.idempotency_key.as_ref()?;
        let mut hash = Sha256::new();
        hash.update(key.as_bytes());
        hash.update([0]);
        hash.update(self.card.as_ref().map_or("", PaymentMethodId::as_str).as_bytes());
        Some(hex(&hash.finalize()))
    }

    /// What the key is for: with any other wish it is refused.
    pub(super) fn wish(&self) -> String {
        let amount = |amount: Option<Cents>| amount.map_or_else(String::new, Cents::decimal);
        let shown = format!("{} {}", amount(self.shown.total), amount(self.shown.next));
        hex(&Sha256::digest(format!("{} {shown}", self.order.spelled())))
    }

    /// Gives the try back that a promo code was looked at for: it was good.
    async fn code_was_right(&self) {
        if let Some(tried) = &self.coupon_try {
            tried.was_right().await;
        }
    }
}

/// What became of it so far.
pub(crate) struct PurchaseOutcome {
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
    pub(crate) async fn buy(
        &self,
        channel: Arc<Snapshot>,
        member: Arc<Member>,
        purchase: Purchase,
    ) -> Result<PurchaseOutcome> {
        let till = self.clone();
        let mut buying = tokio::spawn(async move {
            let sold = till.sell(&channel, &member, &purchase).await;
            if sold.is_err() {
                till.let_go_of_cards(&channel, member.account.id, purchase.card.as_ref()).await;
            }
            sold
        });
        match tokio::time::timeout(PATIENCE, &mut buying).await {
            Ok(Ok(bought)) => bought,
            Ok(Err(_)) => Err(Error::Internal),
            // It goes on; who asks again with the same key is given its order.
            Err(_) => Err(Error::Provider),
        }
    }

    async fn sell(&self, channel: &Snapshot, member: &Member, purchase: &Purchase) -> Result<PurchaseOutcome> {
        self.is_open()?;
        // First of all: whoever has used the key for something else is told nothing about this.
        if let Some(order) = self.begun_before(channel, member, purchase).await? {
            return self.pay(channel, member, purchase, order).await;
        }
        let buyer = Buyer { member: Some(member), country: purchase.country };
        let priced = match cart::price(&self.0.store, channel, buyer, &purchase.order, now()).await {
            Ok(priced) => priced,
            // A second press: meanwhile the first was through, or has taken the last use of the code.
            Err(cause) => {
                let order = self.begun_before(channel, member, purchase).await?.ok_or(cause)?;
                return self.pay(channel, member, purchase, order).await;
            }
        };
        if priced.coupon.is_some() {
            purchase.code_was_right().await;
        }
        if !priced.quote.is_as(purchase.shown) {
            let (total, currency) = (priced.quote.total(), priced.quote.currency);
            return Err(PurchaseError::PriceChanged { total, currency }.into());
        }
        let card = purchase.card.as_ref();
        // Whatever is renewed needs a card for the next charge.
        if card.is_none() && (!priced.quote.is_free() || priced.renewed.is_some()) {
            return Err(PurchaseError::NoCard.into());
        }
        let card = match card.filter(|_| !priced.quote.is_free() || priced.renewed.is_some()) {
            Some(card) => Some(self.read_card(channel, member.account.id, card).await?),
            None => None,
        };
        let trial = match &card {
            Some(card) if priced.quote.is_trial => Some(trial_keys(member, card)?),
            _ => None,
        };
        if let Some(card) = card.as_ref().filter(|_| priced.renewed.is_some()) {
            let customer = self.customer(channel, member.account.id).await?;
            self.attach(channel, member.account.id, &customer, card, purchase.save_card, None).await?;
        }
        let taken = card.as_ref().filter(|_| priced.renewed.is_some()).map(|card| card.id.to_string());
        let card = card.and_then(|method| method.card);
        let card = card.and_then(|card| card_summary(Some(&card.brand), Some(&card.last4)));
        let order = self.begin(channel, member, purchase, &priced, trial, card).await?;
        if let Some(card) = taken {
            self.0.store.unsaved_card_is_for(channel.identity.id, card, order.id).await?;
        }
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
        card: Option<PaidBy>,
    ) -> Result<StoredOrder> {
        let id = channel.identity.id;
        let new = NewOrder {
            name: order_name(),
            quote: priced.quote.clone(),
            renewed: priced.renewed.map(|pass| (pass, self.0.grace)),
            trial,
            idempotency_key: purchase.kept_key(),
            wish: purchase.wish(),
            provider_account: self.account().await?.to_owned(),
            trk: purchase.trk.clone(),
            card,
            host: Some(purchase.site.host().to_owned()),
            now: now(),
        };
        let mut begun = self.0.store.begin_order(id, member.account.id, new.clone()).await?;
        let is_in_the_way = match &begun {
            BeginOutcome::UnderWay(before) => self.ask_about(channel, *before).await.map(|()| true)?,
            BeginOutcome::Same(before) => self.gave_up_trial(channel, before, new.trial.as_ref()).await?,
            _ => false,
        };
        if is_in_the_way {
            begun = self.0.store.begin_order(id, member.account.id, new).await?;
        }
        Err(match begun {
            BeginOutcome::New(order) | BeginOutcome::Same(order) => return Ok(order),
            BeginOutcome::KeyTaken => PurchaseError::KeyTaken,
            BeginOutcome::UnderWay(_) => PurchaseError::UnderWay,
            BeginOutcome::Owned => PurchaseError::Item(item::Refusal::AlreadyOwned),
            BeginOutcome::WrongPromoCode => PurchaseError::PromoCode(domain::commerce::coupon::WrongPromoCode),
            BeginOutcome::TrialUsed => PurchaseError::Trial(NoTrial::Used),
            BeginOutcome::TrialCardUsed => PurchaseError::Trial(NoTrial::CardUsed),
        }
        .into())
    }

    async fn ask_about(&self, channel: &Snapshot, id: OrderId) -> Result<()> {
        if let Some(order) = self.0.store.order(channel.identity.id, id).await? {
            self.reconcile(channel, &order).await?;
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
    ) -> Result<PurchaseOutcome> {
        let account = member.account.id;
        // Begun at an account of ours that cannot be asked any more: it may be paid there.
        if order.state().is_undecided() && !order.is_at(self.account().await?) {
            return Err(PurchaseError::UnderWay.into());
        }
        let is_paid = order.state() == State::Paid;
        if is_paid {
            self.order_moved(channel.identity.id, account, order.id).await;
        }
        let is_open = order.state().is_undecided() || is_paid && self.lacks_subscription(channel, &order).await?;
        if !is_open {
            return self.bought(channel, purchase, order, None).await;
        }
        let card = purchase.card.as_ref().ok_or(PurchaseError::NoCard)?;
        let customer = self.customer(channel, account).await?;
        let means = PaymentSource { customer: &customer, card, save_card: purchase.save_card };
        let known = if is_paid { None } else { self.reconcile(channel, &order).await? };
        let order = self.0.store.order(channel.identity.id, order.id).await?.unwrap_or(order);
        if !is_paid && !order.state().is_undecided() {
            return self.bought(channel, purchase, order, known).await;
        }
        let tried = match known {
            Some(known) if known.is_untried() => Some(self.go_on(channel, &order, known, card).await?),
            Some(known) if known.waits_for_another(card) => {
                Some(self.change_card(channel, &order, account, known, &means, purchase).await?)
            }
            Some(known) => Some(known),
            None if order.subscription.is_some() => self.begin_subscription(channel, &order, account, &means).await?,
            None => Some(self.begin_payment(channel, &order, account, &means).await?),
        };
        self.bought(channel, purchase, order, tried).await
    }

    /// Tries what was begun and not tried.
    async fn go_on(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        begun: PaymentAttempt,
        card: &PaymentMethodId,
    ) -> Result<PaymentAttempt> {
        match begun {
            PaymentAttempt::Payment(payment) => self.confirm(channel, order, &payment, card, None).await,
            PaymentAttempt::Card(setup) => self.confirm_card(channel, order, &setup, card).await,
        }
    }

    /// Whether the provider has not been told of the subscription that an order without a first payment begins.
    async fn lacks_subscription(&self, channel: &Snapshot, order: &StoredOrder) -> Result<bool> {
        let Some(id) = order.subscription else { return Ok(false) };
        let found = self.0.store.subscription(channel.identity.id, id).await?;
        Ok(found.is_some_and(|found| found.provider_id.is_none()))
    }

    async fn bought(
        &self,
        channel: &Snapshot,
        purchase: &Purchase,
        order: StoredOrder,
        tried: Option<PaymentAttempt>,
    ) -> Result<PurchaseOutcome> {
        let order = self.0.store.order(channel.identity.id, order.id).await?.unwrap_or(order);
        if let Some(why) = order.why_not_paid() {
            return Err(PurchaseError::Declined(why, channel.profile.language).into());
        }
        let (action, client_secret) = tried.and_then(PaymentAttempt::asks).unwrap_or_default();
        let action = action.filter(|action| action.kind == NextActionKind::Redirect);
        let url = action.as_ref().and_then(|action| action.url());
        let next = url.map(|url| NextStep { url: self.for_browsers(&purchase.site, url.expose()) });
        let client_secret = client_secret.map(|secret| secret.expose().clone());
        Ok(PurchaseOutcome { order, client_secret, next })
    }

    /// The order that was begun with the key for the same wish.
    async fn begun_before(
        &self,
        channel: &Snapshot,
        member: &Member,
        purchase: &Purchase,
    ) -> Result<Option<StoredOrder>> {
        let Some(key) = purchase.kept_key() else { return Ok(None) };
        let id = channel.identity.id;
        let Some(order) = self.0.store.order_by_key(id, member.account.id, &key).await? else { return Ok(None) };
        if order.wish.as_ref() != Some(&purchase.wish()) {
            return Err(PurchaseError::KeyTaken.into());
        }
        if order.coupon.is_some() {
            purchase.code_was_right().await;
        }
        Ok(Some(order))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
