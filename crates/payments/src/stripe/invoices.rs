//! Invoices: the charges of a subscription.

use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use serde::Deserialize;

use super::client::Client;
use super::currency::{Denomination, OtherCurrency};
use super::failure::Failure;
use super::form::Form;
use super::ids::{ChargeId, CustomerId, InvoiceId, PaymentIntentId, SubscriptionId};
use super::metadata::Metadata;
use super::page::Page;
use super::payment_intents::PaymentIntent;
use super::status::{BillingReason, InvoiceStatus};
use super::wire::{self, Expandable};

#[derive(Clone, Debug, Deserialize)]
pub struct Invoice {
    pub id: InvoiceId,
    /// None while it is only thought of.
    pub status: Option<InvoiceStatus>,
    pub billing_reason: Option<BillingReason>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub customer: Option<CustomerId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub subscription: Option<SubscriptionId>,
    amount_due: i64,
    amount_paid: i64,
    total: i64,
    pub currency: Denomination,
    pub payment_intent: Option<Expandable<PaymentIntentId, PaymentIntent>>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub charge: Option<ChargeId>,
    #[serde(default)]
    pub attempt_count: u32,
    #[serde(default, deserialize_with = "wire::maybe_time")]
    pub next_payment_attempt: Option<Timestamp>,
    pub lines: Page<InvoiceLine>,
    #[serde(default, deserialize_with = "wire::or_default")]
    subscription_details: SubscriptionDetails,
    #[serde(deserialize_with = "wire::time")]
    pub created: Timestamp,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct SubscriptionDetails {
    #[serde(default, deserialize_with = "wire::or_default")]
    metadata: Metadata,
}

#[derive(Clone, Debug, Deserialize)]
pub struct InvoiceLine {
    amount: i64,
    pub currency: Denomination,
    pub description: Option<String>,
    pub period: Period,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Period {
    #[serde(deserialize_with = "wire::time")]
    pub start: Timestamp,
    #[serde(deserialize_with = "wire::time")]
    pub end: Timestamp,
}

impl Invoice {
    pub fn payment_id(&self) -> Option<&PaymentIntentId> {
        Some(match self.payment_intent.as_ref()? {
            Expandable::Id(id) => id,
            Expandable::Object(payment) => &payment.id,
        })
    }

    pub fn amount_due(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount_due, expected)
    }

    pub fn amount_paid(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount_paid, expected)
    }

    pub fn total(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.total, expected)
    }

    /// What was written on its subscription when it was made.
    pub fn metadata(&self) -> &Metadata {
        &self.subscription_details.metadata
    }
}

impl InvoiceLine {
    pub fn amount(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount, expected)
    }
}

impl Client {
    /// With its payment.
    pub async fn invoice(&self, id: &InvoiceId) -> Result<Invoice, Failure> {
        self.get(&format!("invoices/{id}"), Form::new().with("expand[0]", "payment_intent")).await
    }

    pub async fn invoices(
        &self,
        subscription: &SubscriptionId,
        after: Option<&InvoiceId>,
    ) -> Result<Page<Invoice>, Failure> {
        let query = Form::new().with("subscription", subscription);
        self.get("invoices", query.page(after.map(InvoiceId::as_str))).await
    }
}
