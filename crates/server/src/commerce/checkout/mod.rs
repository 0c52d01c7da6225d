//! From the cart to the payment attempt. A purchase runs in a task of its own: a buyer who leaves stops nothing half-way.

mod cards;
mod payment;

use std::sync::Arc;
use std::time::Duration;

use domain::account::Member;
use domain::commerce::coupon::{self, CouponCode, WrongPromoCode};
use domain::commerce::item::{self, Cart, ItemRequest, Shop};
use domain::commerce::order::{Fact, Occasion, State};
use domain::commerce::ownership::Part;
use domain::commerce::price::{Quote, Shown};
use domain::commerce::renewal::Grace;
use domain::commerce::trial::{self, NoTrial, Used};
use domain::geo::Code;
use domain::ids::{AccountId, CouponId, OrderId, PassId};
use domain::money::Cents;
use http::{HeaderMap, header};
use payments::stripe::{PaymentMethod, PaymentMethodId};
use rand::distr::{Alphanumeric, SampleString};
use sha2::{Digest, Sha256};
use store::{BeginOutcome, NewOrder, PaidBy, Store, StoredOrder, TrialKeys};
use tokio_util::task::TaskTracker;

pub(crate) use cards::SavedCard;
use payment::refused_card;

use super::gateway::{Gateway, card_summary, trial_keys};
use super::{PurchaseError, Reconciler, Subscriptions};
use crate::accounts::throttle::CouponTry;
use crate::accounts::visitor::viewer;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::clock::Clock;
use crate::http::error::{Error, Result};
use crate::views::event::AccessContext;

/// Some banks take half a minute; by then the buyer is told to wait for the order.
const PURCHASE_TIMEOUT: Duration = Duration::from_secs(20);

/// Random letters in the name of an order.
const NAME_LENGTH: usize = 24;

pub(crate) struct Checkout {
    pub(super) store: Store,
    pub(super) gateway: Arc<Gateway>,
    pub(super) subscriptions: Arc<Subscriptions>,
    pub(super) reconciler: Arc<Reconciler>,
    pub(super) grace: Grace,
    /// Where this server listens.
    pub(super) port: u16,
    pub(super) clock: Clock,
}

/// The visitor who asks, and their country.
#[derive(Clone, Copy)]
pub(crate) struct Buyer<'a> {
    pub(crate) member: Option<&'a Member>,
    pub(crate) country: Option<Code>,
}

/// The items that a visitor asks for.
#[derive(Clone, Debug)]
pub(crate) struct CartRequest {
    pub(crate) items: Vec<ItemRequest>,
    pub(crate) coupon: Option<String>,
    pub(crate) trial: bool,
}

impl CartRequest {
    /// One text, the same for the same request. A promo code is spelled as it is stored.
    fn spelled(&self) -> String {
        let coupon = self
            .coupon
            .as_ref()
            .map(|typed| CouponCode::of(typed).map_or(typed.clone(), |code| code.as_str().to_owned()));
        serde_json::json!([self.items, coupon, self.trial]).to_string()
    }
}

/// The price of a cart.
#[derive(Clone, Debug)]
pub(crate) struct Priced {
    pub(crate) quote: Quote,
    /// The pass that renews.
    pub(crate) renewed: Option<PassId>,
    pub(crate) coupon: Option<String>,
}

/// A cart and how it is paid.
pub(crate) struct Purchase {
    pub(crate) cart: CartRequest,
    /// The price that the buyer agreed to.
    pub(crate) shown: Shown,
    /// Counts an attempt to guess a promo code.
    pub(crate) coupon_try: Option<CouponTry>,
    pub(crate) card: Option<PaymentMethodId>,
    pub(crate) save_card: bool,
    pub(crate) idempotency_key: Option<String>,
    /// The tracking value that the buyer came with.
    pub(crate) trk: Option<String>,
    pub(crate) country: Option<Code>,
    /// The buyer's host, among those of the channel.
    pub(crate) site: Site,
}

impl Purchase {
    /// The key that the order is found by. It depends on the card: a buyer who takes another one after a refusal begins anew.
    fn kept_key(&self) -> Option<String> {
        let key = self.idempotency_key.as_ref()?;
        let mut hash = Sha256::new();
        hash.update(key.as_bytes());
        hash.update([0]);
        hash.update(self.card.as_ref().map_or("", PaymentMethodId::as_str).as_bytes());
        Some(hex(&hash.finalize()))
    }

    /// The content of the purchase: the same key with another content is refused.
    fn content(&self) -> String {
        let amount = |amount: Option<Cents>| amount.map_or_else(String::new, Cents::decimal);
        let shown = format!("{} {}", amount(self.shown.total), amount(self.shown.next));
        hex(&Sha256::digest(format!("{} {shown}", self.cart.spelled())))
    }

    /// Gives the attempt back, since the promo code was right.
    async fn code_was_right(&self) {
        if let Some(tried) = &self.coupon_try {
            tried.was_right().await;
        }
    }
}

/// The state of a purchase after the attempt to pay.
pub(crate) struct PurchaseOutcome {
    pub(crate) order: StoredOrder,
    /// Lets the browser continue the payment.
    pub(crate) client_secret: Option<String>,
    pub(crate) next: Option<NextStep>,
}

/// A page of the buyer's bank to go to.
pub(crate) struct NextStep {
    pub(crate) url: String,
}

impl Checkout {
    /// Buys a cart. When the provider takes too long, the purchase goes on among the `detached`, and the same key finds its
    /// order.
    pub(crate) async fn buy(
        self: &Arc<Self>,
        detached: &TaskTracker,
        channel: Arc<Snapshot>,
        member: Arc<Member>,
        purchase: Purchase,
    ) -> Result<PurchaseOutcome> {
        let checkout = self.clone();
        let mut buying = detached.spawn(async move {
            let sold = checkout.sell(&channel, &member, &purchase).await;
            if sold.is_err() {
                checkout.reconciler.detach_unneeded_cards(&channel, member.account.id, purchase.card.as_ref()).await;
            }
            sold
        });
        match tokio::time::timeout(PURCHASE_TIMEOUT, &mut buying).await {
            Ok(Ok(bought)) => bought,
            Ok(Err(_)) => Err(Error::Internal),
            Err(_) => Err(Error::Provider),
        }
    }

    async fn sell(&self, channel: &Snapshot, member: &Member, purchase: &Purchase) -> Result<PurchaseOutcome> {
        self.gateway.require_open()?;
        // First: a key that was used for something else tells nothing about this purchase.
        if let Some(order) = self.begun_before(channel, member, purchase).await? {
            return self.pay(channel, member, purchase, order).await;
        }
        let buyer = Buyer { member: Some(member), country: purchase.country };
        let priced = match self.price(channel, buyer, &purchase.cart).await {
            Ok(priced) => priced,
            // A second press: meanwhile the first one has bought it, or has taken the last use of the code.
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
        // A renewing pass needs a card for the next charge.
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
            let customer = self.gateway.customer(channel, member.account.id).await?;
            self.attach(channel, member.account.id, &customer, card, purchase.save_card, None).await?;
        }
        let taken = card.as_ref().filter(|_| priced.renewed.is_some()).map(|card| card.id.to_string());
        let card = card.and_then(|method| method.card);
        let card = card.and_then(|card| card_summary(Some(&card.brand), Some(&card.last4)));
        let order = self.begin(channel, member, purchase, &priced, trial, card).await?;
        if let Some(card) = taken {
            self.store.unsaved_card_is_for(channel.identity.id, card, order.id).await?;
        }
        self.pay(channel, member, purchase, order).await
    }

    /// The card to pay with, unless it belongs to another customer.
    async fn read_card(&self, channel: &Snapshot, account: AccountId, card: &PaymentMethodId) -> Result<PaymentMethod> {
        let found = self.gateway.stripe.payment_method(card).await.map_err(refused_card)?;
        if found.customer.is_some() && found.customer != self.gateway.known_customer(channel, account).await? {
            return Err(PurchaseError::NoCard.into());
        }
        Ok(found)
    }

    /// Begins the order, or finds the one that was begun. An undecided order for the same is reconciled once.
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
            renewed: priced.renewed.map(|pass| (pass, self.grace)),
            trial,
            idempotency_key: purchase.kept_key(),
            wish: purchase.content(),
            provider_account: self.gateway.account().await?.to_owned(),
            trk: purchase.trk.clone(),
            card,
            host: Some(purchase.site.host().to_owned()),
            now: self.clock.now(),
        };
        let mut begun = self.store.order_begin(id, member.account.id, new.clone()).await?;
        let is_in_the_way = match &begun {
            BeginOutcome::UnderWay(before) => self.reconcile_before(channel, *before).await.map(|()| true)?,
            BeginOutcome::Same(before) => self.abandon_trial(channel, before, new.trial.as_ref()).await?,
            _ => false,
        };
        if is_in_the_way {
            begun = self.store.order_begin(id, member.account.id, new).await?;
        }
        Err(match begun {
            BeginOutcome::New(order) | BeginOutcome::Same(order) => return Ok(order),
            BeginOutcome::KeyTaken => PurchaseError::KeyTaken,
            BeginOutcome::UnderWay(_) => PurchaseError::UnderWay,
            BeginOutcome::Owned => PurchaseError::Item(item::ItemError::AlreadyOwned),
            BeginOutcome::WrongPromoCode => PurchaseError::PromoCode(WrongPromoCode),
            BeginOutcome::TrialUsed => PurchaseError::Trial(NoTrial::Used),
            BeginOutcome::TrialCardUsed => PurchaseError::Trial(NoTrial::CardUsed),
        }
        .into())
    }

    async fn reconcile_before(&self, channel: &Snapshot, id: OrderId) -> Result<()> {
        if let Some(order) = self.store.order(channel.identity.id, id).await? {
            self.reconciler.reconcile(channel, &order).await?;
        }
        Ok(())
    }

    /// The order that was begun with the same key for the same content.
    async fn begun_before(
        &self,
        channel: &Snapshot,
        member: &Member,
        purchase: &Purchase,
    ) -> Result<Option<StoredOrder>> {
        let Some(key) = purchase.kept_key() else { return Ok(None) };
        let id = channel.identity.id;
        let Some(order) = self.store.order_by_key(id, member.account.id, &key).await? else { return Ok(None) };
        if order.wish.as_ref() != Some(&purchase.content()) {
            return Err(PurchaseError::KeyTaken.into());
        }
        if order.coupon.is_some() {
            purchase.code_was_right().await;
        }
        Ok(Some(order))
    }

    /// Abandons a trial that waits for another card: each card has one trial, and is checked when an order begins.
    async fn abandon_trial(&self, channel: &Snapshot, before: &StoredOrder, keys: Option<&TrialKeys>) -> Result<bool> {
        let id = channel.identity.id;
        let is_waiting = before.payment.occasion == Occasion::Trial && before.state().is_undecided();
        let Some(keys) = keys.filter(|_| is_waiting) else { return Ok(false) };
        if self.store.trial_card(id, before.id).await?.is_none_or(|card| card == keys.card) {
            return Ok(false);
        }
        self.reconciler.reconcile(channel, before).await?;
        self.reconciler.record_fact(id, before, Fact::Abandoned).await?;
        let state = self.store.order(id, before.id).await?.map(|order| order.state());
        if state.is_some_and(State::is_undecided) {
            return Err(PurchaseError::UnderWay.into());
        }
        Ok(state == Some(State::Failed))
    }

    /// The price of a cart, at the channel's own prices.
    pub(crate) async fn price(&self, channel: &Snapshot, buyer: Buyer<'_>, request: &CartRequest) -> Result<Priced> {
        let now = self.clock.now();
        let content = &channel.content;
        let games = channel.games.catalogue.games();
        let shop = Shop { passes: &content.passes, participants: &content.participants, games };
        let found = request.items.iter().map(|wanted| shop.find(wanted)).collect::<Result<Vec<_>, _>>();
        let found = found.map_err(PurchaseError::Item)?;
        let owned: Vec<Part> =
            buyer.member.map_or(&[][..], |member| &member.entitlements).iter().map(Part::held).collect();
        let context = AccessContext::new(viewer(channel, buyer.member, now), &channel.profile, buyer.country);
        let is_geo_blocked = context.is_kept_out()
            || found.iter().any(|found| found.event.is_some_and(|event| context.is_blocked_from(event)));
        let cart =
            Cart::of(&found, &shop, item::Buyer { owned: &owned, is_geo_blocked }).map_err(PurchaseError::Item)?;
        let currency = channel.profile.currency;
        let renewed = cart.subscription().map(|pass| pass.id);
        if request.trial {
            let pass = cart.subscription().filter(|_| cart.lines().iter().all(|line| Some(line.pass.id) == renewed));
            let pass = pass.ok_or(PurchaseError::Trial(NoTrial::NotOffered))?;
            let by_account = match buyer.member {
                Some(member) => self.store.trial_used(channel.identity.id, member.account.id, None).await?,
                None => false,
            };
            let window =
                trial::begin(pass, Used { by_account, ..Used::default() }, now).map_err(PurchaseError::Trial)?;
            return Ok(Priced { quote: Quote::trial(&cart, currency, window), renewed, coupon: None });
        }
        let coupon = match &request.coupon {
            Some(typed) => Some(self.find_coupon(channel, buyer, &cart, typed).await?),
            None => None,
        };
        let quote = Quote::of(&cart, currency, coupon.as_ref(), now);
        Ok(Priced { quote, renewed, coupon: coupon.map(|coupon| coupon.code.as_str().to_owned()) })
    }

    /// Every wrong code causes the same queries and the same answer.
    async fn find_coupon(
        &self,
        channel: &Snapshot,
        buyer: Buyer<'_>,
        cart: &Cart<'_>,
        typed: &str,
    ) -> Result<coupon::Coupon> {
        let id = channel.identity.id;
        let code = CouponCode::of(typed).ok_or(PurchaseError::PromoCode(WrongPromoCode))?;
        let found = self.store.coupon(id, &code).await?;
        // Of an unknown code too, so that it takes as long.
        let asked = found.as_ref().map_or(CouponId(0), |coupon| coupon.id);
        let account = buyer.member.map_or(AccountId(0), |member| member.account.id);
        let uses = self.store.coupon_uses(id, asked, account).await?;
        let good = coupon::check(found.as_ref(), cart, uses, self.clock.now()).map_err(PurchaseError::PromoCode)?;
        Ok(good.clone())
    }

    /// The visitor's host, among those of the channel.
    pub(crate) fn site(&self, channel: &Snapshot, headers: &HeaderMap) -> Site {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        Site::at(&channel.identity, host, self.port)
    }
}

/// A name that no order has, had or will have.
fn order_name() -> String {
    // The letter distinguishes it from the numbers that old orders have for names.
    format!("o{}", Alphanumeric.sample_string(&mut rand::rng(), NAME_LENGTH))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
