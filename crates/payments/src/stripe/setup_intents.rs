//! Setup intents: saving a card without a payment.

use domain::secret::Secret;
use serde::Deserialize;

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::ids::{CustomerId, PaymentMethodId, SetupIntentId};
use super::key::IdempotencyKey;
use super::metadata::Metadata;
use super::status::SetupIntentStatus;
use super::wire::{self, NextAction, PaymentError};

#[derive(Clone, Debug, Deserialize)]
pub struct SetupIntent {
    pub id: SetupIntentId,
    pub status: SetupIntentStatus,
    /// Lets the browser go on with it.
    pub client_secret: Option<Secret<String>>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub customer: Option<CustomerId>,
    #[serde(default, deserialize_with = "wire::reference")]
    pub payment_method: Option<PaymentMethodId>,
    pub next_action: Option<NextAction>,
    pub last_setup_error: Option<PaymentError>,
    #[serde(default, deserialize_with = "wire::or_default")]
    pub metadata: Metadata,
}

impl Client {
    /// Begins to save a card that can be charged while its owner is away.
    pub async fn create_setup_intent(
        &self,
        key: &IdempotencyKey,
        customer: &CustomerId,
        metadata: &Metadata,
    ) -> Result<SetupIntent, Failure> {
        let form = Form::new()
            .with("customer", customer)
            .with("usage", "off_session")
            .with("payment_method_types[0]", "card")
            .below("metadata", metadata.form());
        self.post(key, "setup_intents", form).await
    }

    /// Asks the card's bank. Its own page, where it has one, leads back to the address.
    pub async fn confirm_setup_intent(
        &self,
        key: &IdempotencyKey,
        id: &SetupIntentId,
        card: &PaymentMethodId,
        return_url: &str,
    ) -> Result<SetupIntent, Failure> {
        let form = Form::new().with("payment_method", card).with("return_url", return_url);
        self.post(key, &format!("setup_intents/{id}/confirm"), form).await
    }

    pub async fn setup_intent(&self, id: &SetupIntentId) -> Result<SetupIntent, Failure> {
        self.get(&format!("setup_intents/{id}"), Form::new()).await
    }
}
