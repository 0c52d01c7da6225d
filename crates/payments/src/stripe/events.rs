//! The provider's list of events, for webhooks that never arrived.

use super::client::Client;
use super::failure::Failure;
use super::form::Form;
use super::ids::WebhookEventId;
use super::page::{Created, Page};
use crate::webhook_event::WebhookEvent;

impl Client {
    pub async fn event(&self, id: &WebhookEventId) -> Result<WebhookEvent, Failure> {
        self.get(&format!("events/{id}"), Form::new()).await
    }

    /// The provider keeps them for 30 days.
    pub async fn notices(
        &self,
        created: Created,
        after: Option<&WebhookEventId>,
    ) -> Result<Page<WebhookEvent>, Failure> {
        self.get("events", Form::new().created(created).page(after.map(WebhookEventId::as_str))).await
    }
}
