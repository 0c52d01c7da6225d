//! Subscriptions: payments that renew automatically.

use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use serde::Deserialize;

use super::client::Client;
use super::currency;
use super::failure::Failure;
use super::form::Form;
use super::ids::{CouponId, CustomerId, InvoiceId, PaymentMethodId, ProductId, SetupIntentId, SubscriptionId};
use super::invoices::Invoice;
use super::key::IdempotencyKey;
use super::metadata::Metadata;
use super::page::{Created, Page};
use super::payment_intents::PaymentIntent;
use super::setup_intents::SetupIntent;
use super::status::SubscriptionStatus;
use super::wire::{self, Expandable};

/// What comes along with a subscription.
const PAYMENT: &str = "latest_invoice.payment_intent";

#[derive(Clone, Debug, Deserialize)]
pub struct Subscription {
    pub id: SubscriptionId,
    pub status: SubscriptionStatus,
    #[serde(default, deserialize_with = "wire::reference")]
    pub customer: Option<CustomerId>,
    #[serde(default)]
    pub cancel_at_period_end: bool,
    #[serde(deserialize_with = "wire::time")]
    pub current_period_start: Timestamp,
    #[serde(deserialize_with = "wire::time")]
    pub current_period_end: Timestamp,
    #[serde(default, deserialize_with = "wire::maybe_time")]
    pub trial_end: Option<Timestamp>,
    #[serde(default, deserialize_with = "wire::maybe_time")]
    pub canceled_at: Option<Timestamp>,
    #[serde(default, deserialize_with = "wire::maybe_time")]
    pub ended_at: Option<Timestamp>,
    pub latest_invoice: Option<Expandable<InvoiceId, Invoice>>,
    /// Asks for a card while there is nothing to pay yet.
    pub pending_setup_intent: Option<Expandable<SetupIntentId, SetupIntent>>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub default_payment_method: Option<PaymentMethodId>,
    #[serde(default, deserialize_with = "wire::or_default")]
    pub metadata: Metadata,
    #[serde(deserialize_with = "wire::time")]
    pub created: Timestamp,
}

impl Subscription {
    pub fn has_ended(&self) -> bool {
        matches!(self.status, SubscriptionStatus::Canceled | SubscriptionStatus::IncompleteExpired)
    }

    /// The payment of the latest invoice, where the answer includes it.
    pub fn latest_payment(&self) -> Option<&PaymentIntent> {
        self.latest_invoice.as_ref()?.object()?.payment_intent.as_ref()?.object()
    }
}

/// A price that comes back each period.
#[derive(Clone, Copy, Debug)]
pub struct Recurring<'a> {
    pub product: &'a ProductId,
    pub amount: Cents,
    pub currency: Currency,
    pub interval: Interval,
    pub interval_count: u32,
}

/// A price on the first invoice only.
#[derive(Clone, Copy, Debug)]
pub struct OneOff<'a> {
    pub product: &'a ProductId,
    pub amount: Cents,
    pub currency: Currency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interval {
    Day,
    Month,
    Year,
}

/// A subscription whose first payment is confirmed in a step of its own.
pub struct NewSubscription<'a> {
    pub customer: &'a CustomerId,
    pub items: &'a [Recurring<'a>],
    pub one_off: &'a [OneOff<'a>],
    pub trial_end: Option<Timestamp>,
    /// Off the first invoice.
    pub coupon: Option<&'a CouponId>,
    pub default_payment_method: Option<&'a PaymentMethodId>,
    /// Names the channel and the order.
    pub metadata: &'a Metadata,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct SubscriptionFilter<'a> {
    pub customer: Option<&'a CustomerId>,
    pub created: Created,
    pub after: Option<&'a SubscriptionId>,
}

impl Recurring<'_> {
    pub(super) fn form(&self) -> Form {
        let recurring =
            Form::new().with("interval", self.interval.as_str()).with("interval_count", self.interval_count);
        let price = price(self.product, self.amount, self.currency).below("recurring", recurring);
        Form::new().below("price_data", price)
    }
}

impl OneOff<'_> {
    pub(super) fn form(&self) -> Form {
        Form::new().below("price_data", price(self.product, self.amount, self.currency))
    }
}

impl Interval {
    fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Year => "year",
        }
    }
}

fn price(product: &ProductId, amount: Cents, currency: Currency) -> Form {
    Form::new().with("currency", currency::code(currency)).with("product", product).with("unit_amount", amount.0)
}

impl NewSubscription<'_> {
    fn form(&self) -> Form {
        // Comes back with the whole of what the first payment needs.
        Form::new()
            .with("customer", self.customer)
            .list("items", self.items.iter().map(Recurring::form))
            .list("add_invoice_items", self.one_off.iter().map(OneOff::form))
            .maybe("trial_end", self.trial_end.map(Timestamp::seconds))
            .maybe("discounts[0][coupon]", self.coupon)
            .maybe("default_payment_method", self.default_payment_method)
            .with("payment_behavior", "default_incomplete")
            .with("payment_settings[payment_method_types][0]", "card")
            .with("payment_settings[save_default_payment_method]", "on_subscription")
            .below("metadata", self.metadata.form())
            .with("expand[0]", PAYMENT)
            .with("expand[1]", "pending_setup_intent")
    }
}

impl Client {
    pub async fn create_subscription(
        &self,
        key: &IdempotencyKey,
        new: &NewSubscription<'_>,
    ) -> Result<Subscription, Failure> {
        self.post(key, "subscriptions", new.form()).await
    }

    /// With its latest invoice and that one's payment.
    pub async fn subscription(&self, id: &SubscriptionId) -> Result<Subscription, Failure> {
        self.get(&format!("subscriptions/{id}"), Form::new().with("expand[0]", PAYMENT)).await
    }

    /// Whether it renews. What is paid for stays.
    pub async fn set_renewal(
        &self,
        key: &IdempotencyKey,
        id: &SubscriptionId,
        renews: bool,
    ) -> Result<Subscription, Failure> {
        self.post(key, &format!("subscriptions/{id}"), Form::new().with("cancel_at_period_end", !renews)).await
    }

    /// Ends it at once. The provider does not find one that has ended; ours to look at is how it ended.
    pub async fn cancel_subscription(
        &self,
        key: &IdempotencyKey,
        id: &SubscriptionId,
    ) -> Result<Subscription, Failure> {
        let refused = match self.delete(key, &format!("subscriptions/{id}")).await {
            Err(failure) if failure.is_not_found() => failure,
            outcome => return outcome,
        };
        let subscription = self.subscription(id).await?;
        let has_ended =
            matches!(subscription.status, SubscriptionStatus::Canceled | SubscriptionStatus::IncompleteExpired);
        if has_ended { Ok(subscription) } else { Err(refused) }
    }

    /// Ended ones too.
    pub async fn subscriptions(&self, filter: &SubscriptionFilter<'_>) -> Result<Page<Subscription>, Failure> {
        let query = Form::new().maybe("customer", filter.customer).with("status", "all").created(filter.created);
        self.get("subscriptions", query.page(filter.after.map(SubscriptionId::as_str))).await
    }
}
