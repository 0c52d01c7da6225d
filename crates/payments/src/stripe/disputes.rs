//! Disputes (chargebacks).

use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use serde::Deserialize;

use super::client::Client;
use super::currency::{Denomination, OtherCurrency};
use super::failure::Failure;
use super::form::Form;
use super::ids::{ChargeId, DisputeId, PaymentIntentId};
use super::page::{Created, Page};
use super::status::DisputeStatus;
use super::wire;

#[derive(Clone, Debug, Deserialize)]
pub struct Dispute {
    pub id: DisputeId,
    pub status: DisputeStatus,
    amount: i64,
    pub currency: Denomination,
    #[serde(default, deserialize_with = "wire::reference")]
    pub charge: Option<ChargeId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub payment_intent: Option<PaymentIntentId>,
    #[serde(default, deserialize_with = "wire::code")]
    pub reason: Option<String>,
    #[serde(deserialize_with = "wire::time")]
    pub created: Timestamp,
}

impl Dispute {
    pub fn amount(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount, expected)
    }
}

impl Client {
    pub async fn dispute(&self, id: &DisputeId) -> Result<Dispute, Failure> {
        self.get(&format!("disputes/{id}"), Form::new()).await
    }

    pub async fn disputes(&self, created: Created, after: Option<&DisputeId>) -> Result<Page<Dispute>, Failure> {
        self.get("disputes", Form::new().created(created).page(after.map(DisputeId::as_str))).await
    }
}
