//! Events, and which of them are still to be delivered where.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answer, Call, PAGE, created_within, page};
use crate::state::State;
use crate::state::table::{Row, wire};

/// Deliveries that may wait; an endpoint that is away for good loses the oldest.
const WAITING: usize = 50_000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    pub created: i64,
    pub api_version: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub data: Value,
    pub pending_webhooks: usize,
    pub request: Value,
}

impl Row for Event {
    const OBJECT: &'static str = "event";
    const NAME: &'static str = "event";
    fn id(&self) -> &str {
        &self.id
    }
}

/// An event that an endpoint has not confirmed yet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delivery {
    pub id: String,
    pub event: String,
    pub endpoint: String,
    pub attempts: u32,
    /// Whether it was held back on purpose already.
    pub delayed: bool,
    /// The machine's time in milliseconds, which no moved clock changes.
    pub next_at: i64,
}

impl Row for Delivery {
    const OBJECT: &'static str = "delivery";
    const NAME: &'static str = "delivery";
    fn id(&self) -> &str {
        &self.id
    }
}

/// Keeps an event, with a delivery for each endpoint that wants it.
pub fn record(state: &mut State, mut event: Event) {
    let wanted = |events: &[String]| events.iter().any(|kind| kind == "*" || *kind == event.kind);
    let endpoints: Vec<_> = state
        .webhook_endpoints
        .newest()
        .filter(|endpoint| endpoint.status == "enabled" && wanted(&endpoint.enabled_events))
        .map(|endpoint| endpoint.id.clone())
        .collect();
    event.pending_webhooks = endpoints.len();
    for endpoint in endpoints {
        if state.deliveries.len() >= WAITING
            && let Some(oldest) = state.deliveries.oldest().map(|delivery| delivery.id.clone())
        {
            state.deliveries.remove(&oldest);
        }
        let delivery = Delivery {
            id: state.id("dlv_"),
            event: event.id.clone(),
            endpoint,
            attempts: 0,
            delayed: false,
            next_at: state.wall,
        };
        state.deliveries.put(delivery);
    }
    state.events.put(event);
}

/// `GET /v1/events/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.events.need(&call.id, "id").map(|event| wire(&event))
}

/// `GET /v1/events`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["type", "types"]].concat())?;
    let (kind, kinds) = (call.params.text("type")?, call.params.texts("types")?);
    let within = created_within(&call.params)?;
    let matches = |event: &&Event| {
        within(event.created)
            && kind.as_ref().is_none_or(|kind| match kind.strip_suffix(".*") {
                Some(family) => event.kind.starts_with(family),
                None => event.kind == *kind,
            })
            && (kinds.is_empty() || kinds.contains(&event.kind))
    };
    page(state.events.newest().filter(matches), call)
}
