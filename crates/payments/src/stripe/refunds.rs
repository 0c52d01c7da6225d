//! Refunds: all or a part of a payment.

use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use serde::Deserialize;

use super::client::Client;
use super::currency::{Denomination, OtherCurrency};
use super::failure::Failure;
use super::form::Form;
use super::ids::{ChargeId, PaymentIntentId, RefundId};
use super::key::IdempotencyKey;
use super::metadata::Metadata;
use super::page::Page;
use super::status::RefundStatus;
use super::wire;

#[derive(Clone, Debug, Deserialize)]
pub struct Refund {
    pub id: RefundId,
    /// None for those of former times.
    pub status: Option<RefundStatus>,
    amount: i64,
    pub currency: Denomination,
    #[serde(default, deserialize_with = "wire::reference")]
    pub charge: Option<ChargeId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub payment_intent: Option<PaymentIntentId>,
    #[serde(default, deserialize_with = "wire::or_default")]
    pub metadata: Metadata,
    #[serde(deserialize_with = "wire::time")]
    pub created: Timestamp,
}

pub struct NewRefund<'a> {
    pub payment_intent: &'a PaymentIntentId,
    /// Whatever is left of the payment where nothing is said.
    pub amount: Option<Cents>,
    pub metadata: &'a Metadata,
}

impl Refund {
    pub fn amount(&self, expected: Currency) -> Result<Cents, OtherCurrency> {
        self.currency.check(self.amount, expected)
    }
}

impl Client {
    pub async fn create_refund(&self, key: &IdempotencyKey, new: &NewRefund<'_>) -> Result<Refund, Failure> {
        let form = Form::new()
            .with("payment_intent", new.payment_intent)
            .maybe("amount", new.amount.map(|amount| amount.0))
            .below("metadata", new.metadata.form());
        self.post(key, "refunds", form).await
    }

    pub async fn refund(&self, id: &RefundId) -> Result<Refund, Failure> {
        self.get(&format!("refunds/{id}"), Form::new()).await
    }

    pub async fn refunds(
        &self,
        payment_intent: &PaymentIntentId,
        after: Option<&RefundId>,
    ) -> Result<Page<Refund>, Failure> {
        let query = Form::new().with("payment_intent", payment_intent);
        self.get("refunds", query.page(after.map(RefundId::as_str))).await
    }
}
