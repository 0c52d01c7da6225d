//! Every cent that moved, to check the product's books against the bank's.

use serde_json::{Value, json};

use crate::error::ApiError;
use crate::objects::charges::Charge;
use crate::objects::{Answer, Call};
use crate::state::State;

const PAGE: i64 = 1_000;

/// `GET /v1/testbank/ledger?starting_after=&limit=`: captured charges, oldest last.
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["limit", "starting_after"])?;
    let limit = call.params.int("limit")?.unwrap_or(PAGE);
    if !(1..=PAGE).contains(&limit) {
        return Err(ApiError::param("limit", "This value must be between 1 and 1000."));
    }
    let mut charges = state.charges.newest().filter(|charge| charge.captured);
    if let Some(after) = call.params.text("starting_after")? {
        charges
            .find(|charge| charge.id == after)
            .ok_or_else(|| ApiError::no_such("charge", &after, "starting_after"))?;
    }
    let mut charges = charges.peekable();
    let entries: Vec<Value> = charges.by_ref().take(limit as usize).map(|charge| entry(state, charge)).collect();
    Ok(json!({ "object": "list", "url": call.path, "has_more": charges.peek().is_some(), "data": entries }))
}

fn entry(state: &State, charge: &Charge) -> Value {
    let invoice = charge.invoice.as_ref().and_then(|id| state.invoices.get(id));
    let subscription = invoice.and_then(|invoice| state.subscriptions.get(invoice.subscription.as_ref()?));
    let dispute = charge.dispute.as_ref().and_then(|id| state.disputes.get(id));
    json!({
        "charge": charge.id,
        "created": charge.created,
        "customer": charge.customer,
        "payment_intent": charge.payment_intent,
        "invoice": charge.invoice,
        "subscription": subscription.map(|subscription| &subscription.id),
        "currency": charge.currency,
        "captured": charge.amount_captured,
        "refunded": charge.amount_refunded,
        "disputed": dispute.filter(|_| charge.disputed).map_or(0, |dispute| dispute.amount),
        "dispute_status": dispute.map(|dispute| &dispute.status),
        "metadata": charge.metadata,
        "subscription_metadata": subscription.map(|subscription| &subscription.metadata),
    })
}
