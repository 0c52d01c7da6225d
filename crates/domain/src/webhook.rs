//! Outgoing webhooks: what a channel tells other programs of, where to, and how often it is tried.

mod address;
mod attempt;
mod fact;
mod secret;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::editing::{Check, MAX_NAME};
use crate::field_error::{FieldError, FieldErrors};
use crate::time::Timestamp;

pub use address::{MAX_ADDRESS, WebhookAddressError, check_address, origin};
pub use attempt::{DeliveryAttempt, DeliveryProblem, MAX_TRIES, OffReason, off_reason, pause_after};
pub use fact::{ClipRemover, WebhookFact, names_its_account, order_events, without_account};
pub use secret::{WebhookSecret, signature};

/// Per channel.
pub const MAX_WEBHOOKS: u64 = 20;
/// Deliveries that wait for one webhook. What happens beyond them is not told, and counted.
pub const MAX_WAITING: u64 = 10_000;
/// Deliveries that are sent again at once.
pub const MAX_REPLAYED: u64 = 1_000;
/// How long a delivery is listed, and can be sent again.
pub const KEPT: i64 = 30 * Timestamp::DAY;
/// How long both secrets sign after a rotation.
pub const OLD_SECRET_LIFE: i64 = Timestamp::DAY;
/// What is kept of a response, in bytes.
pub const MAX_RESPONSE: usize = 1024;

/// The kinds of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub enum WebhookEventType {
    #[serde(rename = "game.upcoming")]
    GameUpcoming,
    #[serde(rename = "game.live")]
    GameLive,
    #[serde(rename = "game.ended")]
    GameEnded,
    #[serde(rename = "order.paid")]
    OrderPaid,
    #[serde(rename = "order.disputed")]
    OrderDisputed,
    #[serde(rename = "order.refunded")]
    OrderRefunded,
    #[serde(rename = "refund.failed")]
    RefundFailed,
    #[serde(rename = "clip.created")]
    ClipCreated,
    #[serde(rename = "clip.removed")]
    ClipRemoved,
    #[serde(rename = "account.deleted")]
    AccountDeleted,
    /// Sent by an operator to try a webhook; no webhook chooses it.
    #[serde(rename = "webhook.test")]
    Test,
}

impl WebhookEventType {
    /// Those that a webhook can choose.
    pub const CHOICES: [Self; 10] = [
        Self::GameUpcoming,
        Self::GameLive,
        Self::GameEnded,
        Self::OrderPaid,
        Self::OrderDisputed,
        Self::OrderRefunded,
        Self::RefundFailed,
        Self::ClipCreated,
        Self::ClipRemoved,
        Self::AccountDeleted,
    ];
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// It is sent now, or tried again later.
    Waiting,
    Delivered,
    /// Nothing more is tried until an operator sends it again.
    Failed,
}

/// What an operator says of a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookFields {
    /// As [`check_address`] gives it.
    pub url: String,
    pub description: String,
    pub events: Vec<WebhookEventType>,
    pub is_on: bool,
}

impl WebhookFields {
    /// The same as it is kept, or everything but the address that is wrong with it.
    pub fn check(mut self) -> Result<Self, FieldErrors> {
        self.description = self.description.trim().to_owned();
        let mut check = Check::default();
        check.optional_line("description", Some(&self.description), MAX_NAME);
        check.note("events", self.events.is_empty().then_some(FieldError::Required));
        check.note("events", self.events.contains(&WebhookEventType::Test).then_some(FieldError::Invalid));
        self.events = WebhookEventType::CHOICES.into_iter().filter(|kind| self.events.contains(kind)).collect();
        let errors = check.errors();
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }
}

/// The id that a delivery is sent with, the same with every try. It holds the time, so that a server whose database was
/// put back does not use an id twice.
pub fn message_id(delivery: i64, created_at: Timestamp) -> String {
    format!("msg_{}_{delivery}", created_at.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use utoipa::PartialSchema;

    use super::*;

    fn fields(description: &str, events: &[WebhookEventType]) -> WebhookFields {
        let url = "https://hooks.example.com/".to_owned();
        WebhookFields { url, description: description.to_owned(), events: events.to_vec(), is_on: true }
    }

    #[test]
    fn choices_are_all_types_but_the_test() {
        let schema = serde_json::to_value(WebhookEventType::schema()).unwrap();
        let described: BTreeSet<&str> = schema["enum"].as_array().unwrap().iter().filter_map(|x| x.as_str()).collect();
        let choices = WebhookEventType::CHOICES.map(|kind| serde_json::to_value(kind).unwrap());
        let mut words: BTreeSet<&str> = choices.iter().filter_map(|word| word.as_str()).collect();
        assert_eq!(words.len(), choices.len());
        words.insert("webhook.test");
        assert_eq!(words, described);
    }

    #[test]
    fn webhook_keeps_its_events_in_order_and_once() {
        use WebhookEventType::{ClipCreated, GameLive, Test};
        let kept = fields(" Scoreboard ", &[ClipCreated, GameLive, ClipCreated]).check().unwrap();
        assert_eq!((kept.description.as_str(), kept.events), ("Scoreboard", vec![GameLive, ClipCreated]));
        assert!(fields("", &[GameLive]).check().is_ok());
        for (refused, field) in [
            (fields("", &[]), "events"),
            (fields("", &[GameLive, Test]), "events"),
            (fields("a\nb", &[GameLive]), "description"),
            (fields(&"é".repeat(121), &[GameLive]), "description"),
        ] {
            assert_eq!(refused.check().unwrap_err().into_keys().collect::<Vec<_>>(), [field]);
        }
    }

    #[test]
    fn message_ids_differ_by_delivery_and_by_time() {
        let ids = [(1, 2), (1, 3), (2, 2)].map(|(id, at)| message_id(id, Timestamp(at)));
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 3);
        assert_eq!(ids[0], "msg_2_1");
    }
}
