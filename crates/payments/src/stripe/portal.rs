//! The provider's page where customers manage cards, invoices and subscriptions.

use domain::secret::Secret;
use serde::Deserialize;

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::ids::CustomerId;
use super::key::IdempotencyKey;

#[derive(Clone, Debug, Deserialize)]
pub struct PortalSession {
    /// The bearer acts as the customer.
    pub url: Secret<String>,
}

impl Client {
    pub async fn create_portal_session(
        &self,
        key: &IdempotencyKey,
        customer: &CustomerId,
        return_url: &str,
    ) -> Result<PortalSession, Failure> {
        let form = Form::new().with("customer", customer).with("return_url", return_url);
        self.post(key, "billing_portal/sessions", form).await
    }
}
