//! Charges: the money of a payment, and how much of it was refunded.

use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use serde::Deserialize;

use super::client::Client;
use super::currency::{Denomination, OtherCurrency};
use super::failure::Failure;
use super::form::Form;
use super::ids::{ChargeId, CustomerId, InvoiceId, PaymentIntentId};
use super::status::ChargeStatus;
use super::wire;

#[derive(Clone, Debug, Deserialize)]
pub struct Charge {
    pub id: ChargeId,
    pub status: ChargeStatus,
    amount: i64,
    amount_refunded: i64,
    pub currency: Denomination,
    pub captured: bool,
    /// Whether all of it went back.
    pub refunded: bool,
    #[serde(default)]
    pub disputed: bool,
    #[serde(default, deserialize_with = "wire::reference")]
    pub customer: Option<CustomerId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub payment_intent: Option<PaymentIntentId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub invoice: Option<InvoiceId>,
    #[serde(default, deserialize_with = "wire::or_default")]
    payment_method_details: Details,
    #[serde(deserialize_with = "wire::time")]
    pub created: Timestamp,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct Details {
    card: Option<CardFace>,
}

/// What people know a card by.
#[derive(Clone, Debug, Deserialize)]
pub struct CardFace {
    pub brand: Option<String>,
    pub last4: Option<String>,
}

impl Charge {
    pub fn amount(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount, expected)
    }

    pub fn amount_refunded(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount_refunded, expected)
    }

    pub fn card(&self) -> Option<&CardFace> {
        self.payment_method_details.card.as_ref()
    }
}

impl Client {
    pub async fn charge(&self, id: &ChargeId) -> Result<Charge, Failure> {
        self.get(&format!("charges/{id}"), Form::new()).await
    }
}
