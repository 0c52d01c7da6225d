//! Payment intents: one payment, from the first attempt to the money.

use domain::money::{Cents, Currency};
use domain::secret::Secret;
use domain::time::Timestamp;
use serde::Deserialize;

use super::client::Client;
use super::currency::{self, Denomination, OtherCurrency};
use super::failure::Failure;
use super::form::Form;
use super::ids::{ChargeId, CustomerId, InvoiceId, PaymentIntentId, PaymentMethodId};
use super::key::IdempotencyKey;
use super::metadata::Metadata;
use super::page::{Created, Page};
use super::status::PaymentIntentStatus;
use super::wire::{self, NextAction, PaymentError};

#[derive(Clone, Debug, Deserialize)]
pub struct PaymentIntent {
    pub id: PaymentIntentId,
    pub status: PaymentIntentStatus,
    amount: i64,
    #[serde(default)]
    amount_received: i64,
    pub currency: Denomination,
    /// Lets the browser go on with it.
    pub client_secret: Option<Secret<String>>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub customer: Option<CustomerId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub payment_method: Option<PaymentMethodId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub latest_charge: Option<ChargeId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub invoice: Option<InvoiceId>,
    pub next_action: Option<NextAction>,
    pub last_payment_error: Option<PaymentError>,
    #[serde(default, deserialize_with = "wire::or_default")]
    pub metadata: Metadata,
    #[serde(deserialize_with = "wire::time")]
    pub created: Timestamp,
}

pub struct NewPaymentIntent<'a> {
    pub customer: &'a CustomerId,
    pub payment_method: Option<&'a PaymentMethodId>,
    pub amount: Cents,
    pub currency: Currency,
    pub confirm: Confirm<'a>,
    /// Keeps the card for the next purchase.
    pub save_card: bool,
    /// What the buyer sees on the receipt.
    pub description: Option<&'a str>,
    /// Names the channel and the order.
    pub metadata: &'a Metadata,
}

/// When the payment is tried, and whether its owner is there to answer their bank.
#[derive(Clone, Copy, Debug)]
pub enum Confirm<'a> {
    /// By the browser.
    Later,
    /// At once. The bank's own page leads back to the address; without one, only the provider's script can ask.
    OnSession { return_url: Option<&'a str> },
    /// At once, and refused when the bank wants to ask.
    OffSession,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct PaymentIntentFilter<'a> {
    pub customer: Option<&'a CustomerId>,
    pub created: Created,
    pub after: Option<&'a PaymentIntentId>,
}

impl PaymentIntent {
    pub fn amount(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount, expected)
    }

    pub fn amount_received(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount_received, expected)
    }
}

impl Confirm<'_> {
    fn form(self) -> Form {
        match self {
            Self::Later => Form::new(),
            Self::OnSession { return_url } => Form::new().maybe("return_url", return_url),
            Self::OffSession => Form::new().with("off_session", true),
        }
    }
}

impl NewPaymentIntent<'_> {
    fn form(&self) -> Form {
        let is_now = !matches!(self.confirm, Confirm::Later);
        // Cards are named, since other ways to pay would all have to be led somewhere and back.
        Form::new()
            .with("amount", self.amount.0)
            .with("currency", currency::code(self.currency))
            .with("customer", self.customer)
            .maybe("payment_method", self.payment_method)
            .with("payment_method_types[0]", "card")
            .maybe("confirm", is_now.then_some(true))
            .join(self.confirm.form())
            .maybe("setup_future_usage", self.save_card.then_some("off_session"))
            .maybe("description", self.description)
            .below("metadata", self.metadata.form())
    }
}

impl Client {
    pub async fn create_payment_intent(
        &self,
        key: &IdempotencyKey,
        new: &NewPaymentIntent<'_>,
    ) -> Result<PaymentIntent, Failure> {
        self.post(key, "payment_intents", new.form()).await
    }

    pub async fn payment_intent(&self, id: &PaymentIntentId) -> Result<PaymentIntent, Failure> {
        self.get(&format!("payment_intents/{id}"), Form::new()).await
    }

    /// Tries the payment; the first one of a subscription waits for this. `save_card` changes what was said of keeping the
    /// card before.
    pub async fn confirm_payment_intent(
        &self,
        key: &IdempotencyKey,
        id: &PaymentIntentId,
        payment_method: Option<&PaymentMethodId>,
        confirm: Confirm<'_>,
        save_card: Option<bool>,
    ) -> Result<PaymentIntent, Failure> {
        let usage = save_card.map(|saves| if saves { "off_session" } else { "" });
        let form =
            Form::new().maybe("payment_method", payment_method).join(confirm.form()).maybe("setup_future_usage", usage);
        self.post(key, &format!("payment_intents/{id}/confirm"), form).await
    }

    /// Refused once the money has moved.
    pub async fn cancel_payment_intent(
        &self,
        key: &IdempotencyKey,
        id: &PaymentIntentId,
    ) -> Result<PaymentIntent, Failure> {
        self.post(key, &format!("payment_intents/{id}/cancel"), Form::new()).await
    }

    /// For what is in doubt: the provider's own search lags behind, lists do not.
    pub async fn payment_intents(&self, filter: &PaymentIntentFilter<'_>) -> Result<Page<PaymentIntent>, Failure> {
        let query = Form::new().maybe("customer", filter.customer).created(filter.created);
        self.get("payment_intents", query.page(filter.after.map(PaymentIntentId::as_str))).await
    }
}
