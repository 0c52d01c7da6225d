//! Saved cards: brand, last digits and expiry date.

use serde::Deserialize;

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::ids::{CustomerId, PaymentMethodId};
use super::key::IdempotencyKey;
use super::page::Page;
use super::wire;

#[derive(Clone, Debug, Deserialize)]
pub struct PaymentMethod {
    pub id: PaymentMethodId,
    #[serde(default, deserialize_with = "wire::reference")]
    pub customer: Option<CustomerId>,
    pub card: Option<Card>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Card {
    pub brand: String,
    pub last4: String,
    pub exp_month: u8,
    pub exp_year: u16,
    /// The same for the same number, whichever customer holds it: one trial for each card.
    pub fingerprint: Option<String>,
}

impl Client {
    pub async fn payment_methods(
        &self,
        customer: &CustomerId,
        after: Option<&PaymentMethodId>,
    ) -> Result<Page<PaymentMethod>, Failure> {
        let query = Form::new().with("customer", customer).with("type", "card");
        self.get("payment_methods", query.page(after.map(PaymentMethodId::as_str))).await
    }

    pub async fn payment_method(&self, id: &PaymentMethodId) -> Result<PaymentMethod, Failure> {
        self.get(&format!("payment_methods/{id}"), Form::new()).await
    }

    pub async fn attach_payment_method(
        &self,
        key: &IdempotencyKey,
        id: &PaymentMethodId,
        customer: &CustomerId,
    ) -> Result<PaymentMethod, Failure> {
        self.post(key, &format!("payment_methods/{id}/attach"), Form::new().with("customer", customer)).await
    }

    /// Takes the card from its customer, for good.
    pub async fn detach_payment_method(
        &self,
        key: &IdempotencyKey,
        id: &PaymentMethodId,
    ) -> Result<PaymentMethod, Failure> {
        self.post(key, &format!("payment_methods/{id}/detach"), Form::new()).await
    }
}
