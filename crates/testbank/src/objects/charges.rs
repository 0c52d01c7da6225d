//! Charges: what was taken from a card, or could not be.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::payment_intents::PaymentIntent;
use super::payment_methods::PaymentMethod;
use super::{Answer, Call, PAGE, chosen, created_within, page};
use crate::error::ApiError;
use crate::params::Metadata;
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Charge {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub amount_captured: i64,
    pub amount_refunded: i64,
    pub balance_transaction: Option<String>,
    pub billing_details: Value,
    pub captured: bool,
    pub currency: String,
    pub customer: Option<String>,
    pub description: Option<String>,
    pub dispute: Option<String>,
    pub disputed: bool,
    pub failure_code: Option<String>,
    pub failure_message: Option<String>,
    pub invoice: Option<String>,
    pub metadata: Metadata,
    pub outcome: Value,
    pub paid: bool,
    pub payment_intent: Option<String>,
    pub payment_method: Option<String>,
    pub payment_method_details: Value,
    pub receipt_email: Option<String>,
    pub receipt_url: Option<String>,
    pub refunded: bool,
    pub status: String,
}

impl Row for Charge {
    const OBJECT: &'static str = "charge";
    const NAME: &'static str = "charge";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }
}

/// Notes that a card was charged, or with `error` that it was not.
pub fn record(state: &mut State, intent: &PaymentIntent, method: &PaymentMethod, error: Option<&ApiError>) -> Charge {
    let succeeded = error.is_none();
    let said = |key: &str| error.and_then(|error| error.body.get(key)?.as_str()).map(str::to_owned);
    let charge = Charge {
        id: state.id("ch_"),
        created: state.now,
        amount: intent.amount,
        amount_captured: if succeeded { intent.amount } else { 0 },
        amount_refunded: 0,
        balance_transaction: succeeded.then(|| state.id("txn_")),
        billing_details: method.billing_details.clone(),
        captured: succeeded,
        currency: intent.currency.clone(),
        customer: intent.customer.clone(),
        description: intent.description.clone(),
        dispute: None,
        disputed: false,
        failure_code: said("code"),
        failure_message: said("message"),
        invoice: intent.invoice.clone(),
        metadata: intent.metadata.clone(),
        outcome: json!({
            "network_status": if succeeded { "approved_by_network" } else { "declined_by_network" },
            "reason": said("decline_code"),
            "risk_level": "normal",
            "seller_message": if succeeded { "Payment complete." } else { "The bank did not return any further details with this decline." },
            "type": if succeeded { "authorized" } else { "issuer_declined" },
        }),
        paid: succeeded,
        payment_intent: Some(intent.id.clone()),
        payment_method: Some(method.id.clone()),
        payment_method_details: json!({ "type": "card", "card": method.card }),
        receipt_email: intent.receipt_email.clone(),
        receipt_url: None,
        refunded: false,
        status: if succeeded { "succeeded" } else { "failed" }.into(),
    };
    state.charges.put(charge.clone());
    charge
}

/// `GET /v1/charges/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.charges.need(&call.id, "id").map(|charge| wire(&charge))
}

/// `POST /v1/charges/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["metadata", "description", "receipt_email"])?;
    let before = state.charges.need(&call.id, "id")?;
    let mut charge = before.clone();
    if call.params.has("description") {
        charge.description = call.params.text("description")?;
    }
    call.params.metadata(&mut charge.metadata)?;
    state.charges.put(charge.clone());
    state.emit_update("charge.updated", &before, &charge);
    Ok(wire(&charge))
}

/// `GET /v1/charges`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["payment_intent"]].concat())?;
    let (intent, within) = (call.params.text("payment_intent")?, created_within(&call.params)?);
    let rows = chosen(&state.charges, call.params.text("customer")?.as_deref());
    page(rows.filter(|charge| within(charge.created) && (intent.is_none() || charge.payment_intent == intent)), call)
}
