//! Where the provider sends its webhooks.

use serde::Deserialize;

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::page::Page;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WebhookEndpoint {
    pub url: String,
    status: String,
}

impl WebhookEndpoint {
    pub fn is_enabled(&self) -> bool {
        self.status == "enabled"
    }
}

impl Client {
    /// Restricted keys may not be allowed to ask. The provider allows 16 of them, which one page holds.
    pub async fn webhook_endpoints(&self) -> Result<Page<WebhookEndpoint>, Failure> {
        self.get("webhook_endpoints", Form::new().with("limit", 100)).await
    }
}
