//! Webhook events: something happened to an object. The object's state is always fetched again, because events arrive
//! twice, late and out of order.

use domain::time::Timestamp;
use serde::Deserialize;

use crate::stripe::{ConnectedAccountId, ObjectId, WebhookEventId, WebhookEventKind};

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "Event")]
pub struct WebhookEvent {
    pub id: WebhookEventId,
    pub kind: WebhookEventKind,
    /// What it is about. Invoices of the future have none.
    pub object: Option<ObjectId>,
    pub created: Timestamp,
    /// Whether it is about real money.
    pub livemode: bool,
    /// The account that it is of, where one acts for others.
    pub account: Option<ConnectedAccountId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unreadable event")]
pub struct Unreadable;

impl WebhookEvent {
    /// Reads an event. The caller must have checked the signature.
    pub(crate) fn parse(body: &[u8]) -> Result<Self, Unreadable> {
        serde_json::from_slice(body).map_err(|_| Unreadable)
    }
}

/// As it comes over the wire.
#[derive(Deserialize)]
struct Event {
    id: WebhookEventId,
    #[serde(rename = "type")]
    kind: WebhookEventKind,
    created: i64,
    livemode: bool,
    account: Option<ConnectedAccountId>,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    id: Option<ObjectId>,
}

impl From<Event> for WebhookEvent {
    fn from(event: Event) -> Self {
        Self {
            id: event.id,
            kind: event.kind,
            object: event.data.object.id,
            created: Timestamp::from_seconds(event.created),
            livemode: event.livemode,
            account: event.account,
        }
    }
}
