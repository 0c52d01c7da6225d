//! Customers: one per account that buys.

use serde::Deserialize;

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::ids::{CustomerId, PaymentMethodId};
use super::key::IdempotencyKey;
use super::metadata::Metadata;
use super::wire;

#[derive(Clone, Debug, Deserialize)]
pub struct Customer {
    pub id: CustomerId,
    /// The provider remembers that there was one.
    #[serde(default)]
    pub deleted: bool,
    #[serde(default, deserialize_with = "wire::or_default")]
    pub metadata: Metadata,
    #[serde(default, deserialize_with = "wire::or_default")]
    invoice_settings: InvoiceSettings,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct InvoiceSettings {
    #[serde(default, deserialize_with = "wire::reference")]
    default_payment_method: Option<PaymentMethodId>,
}

pub struct NewCustomer<'a> {
    pub email: &'a str,
    pub name: Option<&'a str>,
    /// Names the channel and the account.
    pub metadata: &'a Metadata,
}

impl Customer {
    /// The card that renewals are charged to.
    pub fn default_payment_method(&self) -> Option<&PaymentMethodId> {
        self.invoice_settings.default_payment_method.as_ref()
    }
}

impl NewCustomer<'_> {
    pub(super) fn form(&self) -> Form {
        Form::new().with("email", self.email).maybe("name", self.name).below("metadata", self.metadata.form())
    }
}

impl Client {
    pub async fn create_customer(&self, key: &IdempotencyKey, new: &NewCustomer<'_>) -> Result<Customer, Failure> {
        self.post(key, "customers", new.form()).await
    }

    pub async fn customer(&self, id: &CustomerId) -> Result<Customer, Failure> {
        self.get(&format!("customers/{id}"), Form::new()).await
    }

    /// Ends the customer's subscriptions and forgets their cards. One that is gone is as good as deleted.
    pub async fn delete_customer(&self, key: &IdempotencyKey, id: &CustomerId) -> Result<(), Failure> {
        #[derive(Deserialize)]
        struct Deleted {}
        match self.delete::<Deleted>(key, &format!("customers/{id}")).await {
            Err(failure) if !failure.is_not_found() => Err(failure),
            _ => Ok(()),
        }
    }
}
