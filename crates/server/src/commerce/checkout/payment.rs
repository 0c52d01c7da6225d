//! The payment attempt of one order: a new payment, the first one of a subscription, another card, or the card of a trial.

use domain::account::Member;
use domain::commerce::not_paid::NotPaid;
use domain::commerce::order::{Fact, Occasion, State};
use domain::ids::AccountId;
use domain::secret::Secret;
use payments::stripe::{
    Confirm, CustomerId, Failure, NewPaymentIntent, NextAction, NextActionKind, PaymentIntent, PaymentIntentStatus,
    PaymentMethodId, RefusalKind, SetupIntent, SetupIntentStatus, Step, Subscription,
};
use store::StoredOrder;

use super::{Checkout, NextStep, Purchase, PurchaseOutcome};
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::commerce::gateway::{card_summary, order_key, short_hash, sold_metadata};
use crate::commerce::reconciler::{PaymentAttempt, why};
use crate::commerce::{CommerceError, PurchaseError};
use crate::http::error::{Error, Result};

/// What an order is paid with.
struct PaymentSource<'a> {
    customer: &'a CustomerId,
    card: &'a PaymentMethodId,
    save_card: bool,
}

impl Checkout {
    /// Pays an order, whatever its state.
    pub(super) async fn pay(
        &self,
        channel: &Snapshot,
        member: &Member,
        purchase: &Purchase,
        order: StoredOrder,
    ) -> Result<PurchaseOutcome> {
        let account = member.account.id;
        // Begun at another account of ours, which cannot be asked any more: it may be paid there.
        if order.state().is_undecided() && !order.is_at(self.gateway.account().await?) {
            return Err(PurchaseError::UnderWay.into());
        }
        let is_paid = order.state() == State::Paid;
        if is_paid {
            self.reconciler.order_moved(channel.identity.id, account, order.id).await;
        }
        let is_open = order.state().is_undecided() || is_paid && self.lacks_subscription(channel, &order).await?;
        if !is_open {
            return self.outcome(channel, purchase, order, None).await;
        }
        let card = purchase.card.as_ref().ok_or(PurchaseError::NoCard)?;
        let customer = self.gateway.customer(channel, account).await?;
        let source = PaymentSource { customer: &customer, card, save_card: purchase.save_card };
        let known = if is_paid { None } else { self.reconciler.reconcile(channel, &order).await? };
        let order = self.store.order(channel.identity.id, order.id).await?.unwrap_or(order);
        if !is_paid && !order.state().is_undecided() {
            return self.outcome(channel, purchase, order, known).await;
        }
        let tried = match known {
            Some(known) if known.is_untried() => Some(self.confirm_untried(channel, &order, known, card).await?),
            Some(known) if known.waits_for_another(card) => {
                Some(self.change_card(channel, &order, account, known, &source, purchase).await?)
            }
            Some(known) => Some(known),
            None if order.subscription.is_some() => self.begin_subscription(channel, &order, account, &source).await?,
            None => Some(self.begin_payment(channel, &order, account, &source).await?),
        };
        self.outcome(channel, purchase, order, tried).await
    }

    /// Confirms what was created and not tried.
    async fn confirm_untried(
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

    /// Whether the provider was not told of the subscription of an order without a first payment.
    async fn lacks_subscription(&self, channel: &Snapshot, order: &StoredOrder) -> Result<bool> {
        let Some(id) = order.subscription else { return Ok(false) };
        let found = self.store.subscription(channel.identity.id, id).await?;
        Ok(found.is_some_and(|found| found.provider_id.is_none()))
    }

    async fn outcome(
        &self,
        channel: &Snapshot,
        purchase: &Purchase,
        order: StoredOrder,
        tried: Option<PaymentAttempt>,
    ) -> Result<PurchaseOutcome> {
        let order = self.store.order(channel.identity.id, order.id).await?.unwrap_or(order);
        if let Some(why) = order.why_not_paid() {
            return Err(PurchaseError::Declined(why).into());
        }
        let (action, client_secret) = tried.and_then(PaymentAttempt::asks).unwrap_or_default();
        let action = action.filter(|action| action.kind == NextActionKind::Redirect);
        let url = action.as_ref().and_then(|action| action.url());
        let next = url.map(|url| NextStep { url: self.gateway.for_browsers(&purchase.site, url.expose()) });
        let client_secret = client_secret.map(|secret| secret.expose().clone());
        Ok(PurchaseOutcome { order, client_secret, next })
    }

    /// Creates and confirms the payment of an order, under the same key whenever it is asked for.
    async fn begin_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        source: &PaymentSource<'_>,
    ) -> Result<PaymentAttempt> {
        let buyer = self.gateway.buyer(channel, account).await?;
        let metadata = sold_metadata(channel, &buyer.account, order, None);
        let names: Vec<_> = order.lines.iter().map(|line| line.name.as_str()).collect();
        let back = self.return_url(channel, order);
        let new = NewPaymentIntent {
            customer: source.customer,
            payment_method: Some(source.card),
            amount: order.payment.total,
            currency: order.payment.currency,
            confirm: Confirm::OnSession { return_url: Some(&back) },
            save_card: source.save_card,
            description: Some(&names.join(", ").chars().take(500).collect::<String>()),
            metadata: &metadata,
        };
        let key = order_key(channel, &order.name, Step::CreatePayment, 1);
        let tried = self.gateway.stripe.create_payment_intent(&key, &new).await;
        self.record_attempt(channel, order, tried).await
    }

    /// Creates the subscription of an order and confirms its first payment. Without a first payment it is created all the
    /// same: its next period is charged.
    async fn begin_subscription(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        source: &PaymentSource<'_>,
    ) -> Result<Option<PaymentAttempt>> {
        let made = match self.subscriptions.create(channel, order, account, source.customer, source.card).await {
            Ok(made) => made,
            Err(CommerceError::Store(cause)) => return Err(cause.into()),
            Err(CommerceError::Provider(cause)) => {
                return self.record_failure(channel, order, cause).await.map(|never| match never {});
            }
        };
        if order.payment.occasion == Occasion::Trial {
            return self.begin_trial(channel, order, &made, source.card).await;
        }
        let Some(payment) = made.latest_payment() else { return Ok(None) };
        self.store.order_set_payment(channel.identity.id, order.id, payment.id.to_string()).await?;
        self.confirm(channel, order, payment, source.card, None).await.map(Some)
    }

    /// Confirms an existing payment: the first one of a subscription, or one that waits for the bank of another card.
    /// `save_card` changes what the payment was created with.
    async fn confirm(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        payment: &PaymentIntent,
        card: &PaymentMethodId,
        save_card: Option<bool>,
    ) -> Result<PaymentAttempt> {
        let back = self.return_url(channel, order);
        // The key depends on the page that is left: a buyer who returns to the first card makes another request.
        let left = payment.next_action.as_ref().and_then(|action| action.url());
        let number = short_hash(&format!("{card} {} {back}", left.map_or("", |url| url.expose().as_str())));
        let key = order_key(channel, &order.name, Step::ConfirmPayment, number);
        let confirm = Confirm::OnSession { return_url: Some(&back) };
        match self.gateway.stripe.confirm_payment_intent(&key, &payment.id, Some(card), confirm, save_card).await {
            Err(cause) => self.record_refusal(channel, order, card, cause).await,
            tried => self.record_attempt(channel, order, tried).await,
        }
    }

    /// Confirms the card of a trial whose subscription was just created.
    async fn begin_trial(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        made: &Subscription,
        card: &PaymentMethodId,
    ) -> Result<Option<PaymentAttempt>> {
        match self.reconciler.reconcile_trial(channel, order, made).await? {
            Some(setup) if is_untried(&setup) => self.confirm_card(channel, order, &setup, card).await.map(Some),
            setup => Ok(setup.map(PaymentAttempt::Card)),
        }
    }

    /// Asks the bank whether the card may be charged when the trial is over.
    async fn confirm_card(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        setup: &SetupIntent,
        card: &PaymentMethodId,
    ) -> Result<PaymentAttempt> {
        let back = self.return_url(channel, order);
        let key = order_key(channel, &order.name, Step::ConfirmSetup, short_hash(card.as_str()));
        let confirmed = match self.gateway.stripe.confirm_setup_intent(&key, &setup.id, card, &back).await {
            Ok(confirmed) => confirmed,
            Err(cause) => return self.record_refusal(channel, order, card, cause).await,
        };
        self.reconciler.record_setup(channel, order, &confirmed).await?;
        if confirmed.status == SetupIntentStatus::RequiresPaymentMethod {
            let why = confirmed.last_setup_error.as_ref().map_or(NotPaid::Declined, why);
            return Err(PurchaseError::Declined(why).into());
        }
        Ok(PaymentAttempt::Card(confirmed))
    }

    /// Confirms the same payment with another card: it is paid once, by the first good card. From now on the order belongs to
    /// this purchase: its key finds it, and its bank leads back to the buyer's present host.
    async fn change_card(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        waiting: PaymentAttempt,
        source: &PaymentSource<'_>,
        purchase: &Purchase,
    ) -> Result<PaymentAttempt> {
        let PaymentAttempt::Payment(payment) = &waiting else { return Ok(waiting) };
        let card = self.read_card(channel, account, source.card).await?;
        let is_renewed = order.subscription.is_some();
        if is_renewed {
            self.attach(channel, account, source.customer, &card, source.save_card, Some(order.id)).await?;
        }
        let card_summary = card.card.as_ref().and_then(|card| card_summary(Some(&card.brand), Some(&card.last4)));
        let host = Some(purchase.site.host().to_owned());
        let order = StoredOrder { card: card_summary.clone(), host: host.clone(), ..order.clone() };
        let key = purchase.kept_key().map(|key| (key, purchase.content()));
        self.store.order_pay_otherwise(channel.identity.id, order.id, key, card_summary, host).await?;
        let save_card = (!is_renewed).then_some(source.save_card);
        self.confirm(channel, &order, payment, source.card, save_card).await
    }

    /// Records a confirmation that was refused. One that is not possible any more may be the doing of another, faster tab:
    /// then its state counts.
    async fn record_refusal(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        card: &PaymentMethodId,
        cause: Failure,
    ) -> Result<PaymentAttempt> {
        let is_impossible = cause.refusal().is_some_and(|refusal| refusal.kind == RefusalKind::Invalid);
        if is_impossible && let Some(tried) = self.reconciler.reconcile(channel, order).await? {
            // The page of the first card is still valid.
            if tried.waits_for_another(card) {
                return Err(refused_card(cause));
            }
            if !tried.is_untried() {
                return Ok(tried);
            }
        }
        self.record_failure(channel, order, cause).await.map(|never| match never {})
    }

    /// Records the outcome of an attempt to pay.
    async fn record_attempt(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        tried: Result<PaymentIntent, Failure>,
    ) -> Result<PaymentAttempt> {
        match tried {
            Ok(payment) => {
                self.store.order_set_payment(channel.identity.id, order.id, payment.id.to_string()).await?;
                let named = StoredOrder { payment_id: Some(payment.id.to_string()), ..order.clone() };
                self.reconciler.record_payment(channel, &named, &payment).await?;
                if payment.status == PaymentIntentStatus::RequiresPaymentMethod {
                    let why = payment.last_payment_error.as_ref().map_or(NotPaid::Declined, why);
                    return Err(PurchaseError::Declined(why).into());
                }
                Ok(PaymentAttempt::Payment(payment))
            }
            Err(cause) => self.record_failure(channel, order, cause).await.map(|never| match never {}),
        }
    }

    /// Records a request that failed, and returns what the buyer is told.
    async fn record_failure(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        cause: Failure,
    ) -> Result<std::convert::Infallible> {
        let id = channel.identity.id;
        let fact = match &cause {
            Failure::Refused(refusal) if refusal.kind == RefusalKind::Unauthorized => None,
            Failure::Refused(refusal) => {
                if let Some(payment) = &refusal.payment_intent {
                    self.store.order_set_payment(id, order.id, payment.to_string()).await?;
                }
                if refusal.kind == RefusalKind::Card {
                    let why = NotPaid::of(refusal.code.as_deref(), refusal.decline_code.as_deref());
                    self.store.order_note_not_paid(id, order.id, why).await?;
                }
                Some(Fact::Failed)
            }
            Failure::Unknown(_) => Some(Fact::Unanswered),
            Failure::NotDone(_) => None,
        };
        if let Some(fact) = fact {
            self.reconciler.record_fact(id, order, fact).await?;
        }
        Err(refused_card(cause))
    }

    /// Where the page of a bank leads back to: the host where the order was begun, since its buyer is logged in there.
    fn return_url(&self, channel: &Snapshot, order: &StoredOrder) -> String {
        let site = Site::at(&channel.identity, order.host.as_deref(), self.port);
        site.url(&format!("/buy?order={}", order.id))
    }
}

impl PaymentAttempt {
    /// Whether nobody has tried it yet.
    fn is_untried(&self) -> bool {
        match self {
            Self::Payment(payment) => {
                let is_open = matches!(
                    payment.status,
                    PaymentIntentStatus::RequiresPaymentMethod | PaymentIntentStatus::RequiresConfirmation
                );
                is_open && payment.last_payment_error.is_none()
            }
            Self::Card(setup) => is_untried(setup),
        }
    }

    /// The question of the buyer's bank, and the secret that lets the browser continue.
    fn asks(self) -> Option<(Option<NextAction>, Option<Secret<String>>)> {
        match self {
            Self::Payment(payment) if payment.status == PaymentIntentStatus::RequiresAction => {
                Some((payment.next_action, payment.client_secret))
            }
            Self::Card(setup) if setup.status == SetupIntentStatus::RequiresAction => {
                Some((setup.next_action, setup.client_secret))
            }
            _ => None,
        }
    }

    /// Whether a payment waits for the bank of another card than this.
    fn waits_for_another(&self, card: &PaymentMethodId) -> bool {
        match self {
            Self::Payment(payment) => {
                payment.status == PaymentIntentStatus::RequiresAction
                    && payment.payment_method.as_ref().is_some_and(|first| first != card)
            }
            // A trial with another card is another order.
            Self::Card(_) => false,
        }
    }
}

/// A card that nobody has tried to confirm yet.
fn is_untried(setup: &SetupIntent) -> bool {
    matches!(setup.status, SetupIntentStatus::RequiresPaymentMethod | SetupIntentStatus::RequiresConfirmation)
        && setup.last_setup_error.is_none()
}

/// What the buyer is told of a request that failed.
pub(super) fn refused_card(cause: Failure) -> Error {
    match &cause {
        Failure::Refused(refusal) if refusal.kind == RefusalKind::Card => {
            let why = NotPaid::of(refusal.code.as_deref(), refusal.decline_code.as_deref());
            PurchaseError::Declined(why).into()
        }
        Failure::Refused(refusal) if matches!(refusal.kind, RefusalKind::NotFound | RefusalKind::Invalid) => {
            tracing::warn!(%cause, "payment provider refused a request");
            PurchaseError::NoCard.into()
        }
        _ => CommerceError::Provider(cause).into(),
    }
}
