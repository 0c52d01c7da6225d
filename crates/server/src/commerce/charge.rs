//! Words with the provider about the payment of one order.

use domain::commerce::not_paid::NotPaid;
use domain::commerce::order::{Fact, Occasion};
use domain::ids::{AccountId, PassId};
use domain::money::Cents;
use domain::pass::Period;
use domain::secret::Secret;
use payments::stripe::{
    Confirm, CouponId, CustomerId, Failure, IdempotencyKey, Interval, Metadata, NewCoupon, NewCustomer,
    NewPaymentIntent, NewSubscription, NextAction, OneOff, PaymentError, PaymentIntent, PaymentIntentStatus,
    PaymentMethodId, ProductId, Recurring, RefusalKind, SetupIntent, SetupIntentStatus, Step, Subject, Subscription,
};
use store::{OrderLine, StoredOrder};

use super::{
    CommerceError, PurchaseError, Till, account_key, mark_of, metadata, order_key, owner, short_hash, sold_metadata,
};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::error::{Error, Result};

/// A month that is paid for has so many days.
const DAYS_OF_A_MONTH: u32 = 30;

/// How an order is paid.
pub(super) struct PaymentSource<'a> {
    pub(super) customer: &'a CustomerId,
    pub(super) card: &'a PaymentMethodId,
    pub(super) save_card: bool,
}

/// What the provider was asked to do for an order, as it stands.
pub(super) enum PaymentAttempt {
    Payment(PaymentIntent),
    /// A trial has nothing to pay, but a card to be confirmed.
    Card(SetupIntent),
}

impl PaymentAttempt {
    /// Whether nobody has tried it yet.
    pub(super) fn is_untried(&self) -> bool {
        match self {
            Self::Payment(payment) => {
                let is_open = matches!(
                    payment.status,
                    PaymentIntentStatus::RequiresPaymentMethod | PaymentIntentStatus::RequiresConfirmation
                );
                is_open && payment.last_payment_error.is_none()
            }
            Self::Card(setup) => super::trial::is_untried(setup),
        }
    }

    /// What the buyer's bank asks, and what lets the browser go on with it.
    pub(super) fn asks(self) -> Option<(Option<NextAction>, Option<Secret<String>>)> {
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
}

/// What the provider says of a try that failed.
pub(super) fn why(cause: &PaymentError) -> NotPaid {
    NotPaid::of(cause.code.as_deref(), cause.decline_code.as_deref())
}

/// What the first invoice of a subscription is paid by.
pub(super) fn payment_of(subscription: &Subscription) -> Option<&PaymentIntent> {
    subscription.latest_invoice.as_ref()?.object()?.payment_intent.as_ref()?.object()
}

impl Till {
    /// What the provider calls the account, which it is told of with the first purchase.
    pub(super) async fn customer(&self, channel: &Snapshot, account: AccountId) -> Result<CustomerId, CommerceError> {
        let id = channel.identity.id;
        let at = self.account().await?;
        if let Some(known) = self.0.store.customer(id, account, at).await?.and_then(|name| name.parse().ok()) {
            return Ok(known);
        }
        let gone = || store::Error::Conflict("the account is gone".into());
        let member = self.buyer(channel, account).await?;
        let name = format!("{} {}", member.account.first_name, member.account.last_name);
        let metadata = metadata(channel, &member.account);
        let name = Some(name.trim()).filter(|name| !name.is_empty());
        let new = NewCustomer { email: &member.account.email, name, metadata: &metadata };
        // By the address too: who changes theirs in between asks for something else. And by their mark: a number may have
        // been somebody else's.
        let mark = mark_of(&member.account);
        let number = short_hash(&format!("{} {name:?} {mark}", new.email));
        let key = account_key(channel, account, Step::CreateCustomer, number);
        let made = self.0.stripe.create_customer(&key, &new).await?;
        let named = self.0.store.name_customer(id, account, made.id.to_string(), at.to_owned(), now()).await?;
        named.and_then(|name| name.parse().ok()).ok_or_else(|| gone().into())
    }

    /// Begins the payment of an order, under the same key whenever it is asked for.
    pub(super) async fn begin_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        means: &PaymentSource<'_>,
    ) -> Result<PaymentAttempt> {
        let buyer = self.buyer(channel, account).await?;
        let metadata = sold_metadata(channel, &buyer.account, order, None);
        let names: Vec<_> = order.lines.iter().map(|line| line.name.as_str()).collect();
        let back = self.return_url(channel, order);
        let new = NewPaymentIntent {
            customer: means.customer,
            payment_method: Some(means.card),
            amount: order.payment.total,
            currency: order.payment.currency,
            confirm: Confirm::OnSession { return_url: Some(&back) },
            save_card: means.save_card,
            description: Some(&names.join(", ").chars().take(500).collect::<String>()),
            metadata: &metadata,
        };
        let key = order_key(channel, &order.name, Step::CreatePayment, 1);
        let tried = self.0.stripe.create_payment_intent(&key, &new).await;
        self.tried(channel, order, tried).await
    }

    /// Begins the subscription of an order, under the same key whenever it is asked for. One without a first payment is
    /// begun all the same: its next period is charged.
    pub(super) async fn begin_subscription(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        means: &PaymentSource<'_>,
    ) -> Result<Option<PaymentAttempt>> {
        let made = match self.make_subscription(channel, order, account, means).await {
            Ok(made) => made,
            Err(CommerceError::Store(cause)) => return Err(cause.into()),
            Err(CommerceError::Provider(cause)) => {
                return self.failed(channel, order, cause).await.map(|never| match never {});
            }
        };
        if order.payment.occasion == Occasion::Trial {
            return self.begin_trial(channel, order, &made, means.card).await;
        }
        let Some(payment) = payment_of(&made) else { return Ok(None) };
        self.0.store.name_payment(channel.identity.id, order.id, payment.id.to_string()).await?;
        self.confirm(channel, order, payment, means.card, None).await.map(Some)
    }

    /// Tries a payment that is there: the first one of a subscription, or one that waits for the bank of another card.
    /// `save_card` where the payment was made with another wish.
    pub(super) async fn confirm(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        payment: &PaymentIntent,
        card: &PaymentMethodId,
        save_card: Option<bool>,
    ) -> Result<PaymentAttempt> {
        let back = self.return_url(channel, order);
        // By the page that is left too: who comes back to the first card asks for something else than before.
        let left = payment.next_action.as_ref().and_then(|action| action.url());
        let number = short_hash(&format!("{card} {} {back}", left.map_or("", |url| url.expose().as_str())));
        let key = order_key(channel, &order.name, Step::ConfirmPayment, number);
        let confirm = Confirm::OnSession { return_url: Some(&back) };
        match self.0.stripe.confirm_payment_intent(&key, &payment.id, Some(card), confirm, save_card).await {
            Err(cause) => self.refused(channel, order, card, cause).await,
            tried => self.tried(channel, order, tried).await,
        }
    }

    /// Tells the provider of a subscription by what its order says.
    pub(super) async fn make_subscription(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        means: &PaymentSource<'_>,
    ) -> Result<Subscription, CommerceError> {
        let id = channel.identity.id;
        let gone = || store::Error::Conflict("the subscription is gone".into());
        let own = order.subscription.ok_or_else(gone)?;
        let stored = self.0.store.subscription(id, own).await?.ok_or_else(gone)?;
        let currency = stored.currency;
        let buyer = self.buyer(channel, account).await?;
        let metadata = sold_metadata(channel, &buyer.account, order, Some(&stored));
        let gross = |line: &OrderLine| Cents(line.base.0 + line.service_fee.0);
        let mut one_off_products = Vec::new();
        for line in order.lines.iter().filter(|line| line.part.pass != stored.pass && gross(line).0 > 0) {
            one_off_products.push((self.product(channel, line.part.pass, &line.name).await?, gross(line)));
        }
        let one_off: Vec<_> =
            one_off_products.iter().map(|(product, amount)| OneOff { product, amount: *amount, currency }).collect();
        let name = order.lines.iter().find(|line| line.part.pass == stored.pass).map_or("", |line| line.name.as_str());
        let product = self.product(channel, stored.pass, name).await?;
        let pass = channel.content.passes.iter().find(|pass| pass.id == stored.pass);
        let (interval, interval_count) = match pass.map(|pass| pass.period) {
            Some(Period::Annual) => (Interval::Year, 1),
            _ => (Interval::Day, DAYS_OF_A_MONTH),
        };
        let item = Recurring { product: &product, amount: stored.amount, currency, interval, interval_count };
        let is_trial = order.payment.occasion == Occasion::Trial;
        let coupon = if is_trial { None } else { self.discount(channel, order, &metadata).await? };
        let new = NewSubscription {
            customer: means.customer,
            items: &[item],
            one_off: &one_off,
            trial_end: is_trial.then_some(stored.known.current.ends_at),
            coupon: coupon.as_ref(),
            default_payment_method: Some(means.card),
            metadata: &metadata,
        };
        let key = order_key(channel, &order.name, Step::CreateSubscription, 1);
        let made = self.0.stripe.create_subscription(&key, &new).await?;
        self.0.store.name_subscription(id, own, made.id.to_string()).await?;
        Ok(made)
    }

    /// What an order is cheaper by, as the provider takes it off the first invoice.
    async fn discount(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        metadata: &Metadata,
    ) -> Result<Option<CouponId>, Failure> {
        let off = Cents(order.lines.iter().map(|line| line.discount.0).sum());
        if off.0 == 0 {
            return Ok(None);
        }
        let id = format!("touchline-{}-order-{}", owner(channel).installation, order.name);
        let id: CouponId = id.parse().expect("it is made of letters, digits and dashes");
        let new = NewCoupon { id: &id, amount_off: off, currency: order.payment.currency, metadata };
        self.0.stripe.ensure_coupon(&order_key(channel, &order.name, Step::CreateCoupon, 1), &new).await?;
        Ok(Some(id))
    }

    async fn product(&self, channel: &Snapshot, pass: PassId, name: &str) -> Result<ProductId, Failure> {
        let id = format!("touchline-{}-{}-pass-{pass}", owner(channel).installation, channel.identity.id);
        let id: ProductId = id.parse().expect("it is made of letters, digits and dashes");
        let owner = owner(channel);
        let key = IdempotencyKey::new(&owner, Subject::Pass(pass), Step::CreateProduct, short_hash(name));
        let made = self.0.stripe.ensure_product(&key, &id, name, &Metadata::new(&owner)).await;
        made.map(|product| product.id)
    }

    /// What follows from a try to pay.
    async fn tried(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        tried: Result<PaymentIntent, Failure>,
    ) -> Result<PaymentAttempt> {
        match tried {
            Ok(payment) => {
                self.0.store.name_payment(channel.identity.id, order.id, payment.id.to_string()).await?;
                let named = StoredOrder { payment_id: Some(payment.id.to_string()), ..order.clone() };
                self.note_payment(channel, &named, &payment).await?;
                if payment.status == PaymentIntentStatus::RequiresPaymentMethod {
                    let why = payment.last_payment_error.as_ref().map_or(NotPaid::Declined, why);
                    return Err(PurchaseError::Declined(why, channel.profile.language).into());
                }
                Ok(PaymentAttempt::Payment(payment))
            }
            Err(cause) => self.failed(channel, order, cause).await.map(|never| match never {}),
        }
    }

    /// Notes what is known after a request that was not done, and says so.
    pub(super) async fn failed(
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
                    self.0.store.name_payment(id, order.id, payment.to_string()).await?;
                }
                if refusal.kind == RefusalKind::Card {
                    let why = NotPaid::of(refusal.code.as_deref(), refusal.decline_code.as_deref());
                    self.0.store.note_not_paid(id, order.id, why).await?;
                }
                Some(Fact::Failed)
            }
            Failure::Unknown(_) => Some(Fact::Unanswered),
            Failure::NotDone(_) => None,
        };
        if let Some(fact) = fact {
            self.record_fact(id, order, fact).await?;
        }
        Err(refused_card(channel, cause))
    }
}

/// What a buyer is told of a request that was not done.
pub(super) fn refused_card(channel: &Snapshot, cause: Failure) -> Error {
    match &cause {
        Failure::Refused(refusal) if refusal.kind == RefusalKind::Card => {
            let why = NotPaid::of(refusal.code.as_deref(), refusal.decline_code.as_deref());
            PurchaseError::Declined(why, channel.profile.language).into()
        }
        Failure::Refused(refusal) if matches!(refusal.kind, RefusalKind::NotFound | RefusalKind::Invalid) => {
            tracing::warn!(%cause, "the payment provider refused a request");
            PurchaseError::NoCard.into()
        }
        _ => CommerceError::Provider(cause).into(),
    }
}
