//! Products of prices. The prices themselves are part of each subscription, because they are ours.

use serde::Deserialize;

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::ids::ProductId;
use super::key::IdempotencyKey;
use super::metadata::Metadata;

#[derive(Clone, Debug, Deserialize)]
pub struct Product {
    pub id: ProductId,
}

impl Client {
    /// Makes a product under an id of ours. One that is there already is taken as it is.
    pub async fn ensure_product(
        &self,
        key: &IdempotencyKey,
        id: &ProductId,
        name: &str,
        metadata: &Metadata,
    ) -> Result<Product, Failure> {
        let form = Form::new().with("id", id).with("name", name).below("metadata", metadata.form());
        match self.post(key, "products", form).await {
            Err(Failure::Refused(refusal)) if refusal.code.as_deref() == Some("resource_already_exists") => {
                self.get(&format!("products/{id}"), Form::new()).await
            }
            outcome => outcome,
        }
    }
}
