//! Disputes: the card's holder says that the payment was not right, and the money is held until it is decided.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::charges::Charge;
use super::{Answer, Call, PAGE, page};
use crate::cards;
use crate::error::ApiError;
use crate::params::Metadata;
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dispute {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub balance_transactions: Vec<Value>,
    pub charge: String,
    pub currency: String,
    pub evidence: Value,
    pub evidence_details: Value,
    pub is_charge_refundable: bool,
    pub metadata: Metadata,
    pub payment_intent: Option<String>,
    pub reason: String,
    pub status: String,
}

impl Row for Dispute {
    const OBJECT: &'static str = "dispute";
    const NAME: &'static str = "dispute";
    fn id(&self) -> &str {
        &self.id
    }
}

/// Why a holder disputes, and whether the bank only asks.
pub struct Cause {
    pub reason: String,
    pub inquiry: bool,
}

impl From<cards::Dispute> for Cause {
    fn from(dispute: cards::Dispute) -> Self {
        let reason = match dispute {
            cards::Dispute::ProductNotReceived => "product_not_received",
            cards::Dispute::Fraudulent | cards::Dispute::Inquiry => "fraudulent",
        };
        Self { reason: reason.into(), inquiry: dispute == cards::Dispute::Inquiry }
    }
}

pub fn open(state: &mut State, mut charge: Charge, cause: Cause) -> Dispute {
    let dispute = Dispute {
        id: state.id("dp_"),
        created: state.now,
        amount: charge.amount_captured - charge.amount_refunded,
        balance_transactions: Vec::new(),
        charge: charge.id.clone(),
        currency: charge.currency.clone(),
        evidence: json!({}),
        evidence_details: json!({ "due_by": state.now + 7 * 86_400, "has_evidence": false, "past_due": false, "submission_count": 0 }),
        is_charge_refundable: cause.inquiry,
        metadata: Metadata::new(),
        payment_intent: charge.payment_intent.clone(),
        reason: cause.reason,
        status: if cause.inquiry { "warning_needs_response" } else { "needs_response" }.into(),
    };
    charge.disputed = !cause.inquiry;
    charge.dispute = Some(dispute.id.clone());
    state.charges.put(charge);
    state.disputes.put(dispute.clone());
    state.emit("charge.dispute.created", wire(&dispute));
    if !cause.inquiry {
        state.emit("charge.dispute.funds_withdrawn", wire(&dispute));
    }
    dispute
}

/// `POST /v1/testbank/disputes`: a holder disputes a charge of any card.
pub fn create(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["charge", "payment_intent", "reason"])?;
    let id = match call.params.text("charge")? {
        Some(id) => id,
        None => {
            let intent = state.payment_intents.need(&call.params.need_text("payment_intent")?, "payment_intent")?;
            intent.latest_charge.ok_or_else(|| ApiError::param("payment_intent", "Nothing was charged."))?
        }
    };
    let charge = state.charges.need(&id, "charge")?;
    if !charge.captured || charge.refunded || charge.dispute.is_some() {
        return Err(ApiError::param(
            "charge",
            "Only a charge with money left that was not disputed before can be disputed.",
        ));
    }
    let reason = call.params.text("reason")?.unwrap_or_else(|| "fraudulent".into());
    Ok(wire(&open(state, charge, Cause { reason, inquiry: false })))
}

/// `POST /v1/disputes/:id`: Stripe's test mode decides by the text of the evidence.
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["evidence", "metadata", "submit"])?;
    let mut dispute = undecided(state, call)?;
    call.params.metadata(&mut dispute.metadata)?;
    let evidence = call.params.part("evidence")?;
    let text = evidence.as_ref().map_or(Ok(None), |evidence| evidence.text("uncategorized_text"))?;
    if let Some(kept) = call.params.kept("evidence") {
        dispute.evidence = kept;
        dispute.evidence_details["has_evidence"] = true.into();
    }
    state.disputes.put(dispute.clone());
    match text.as_deref().filter(|_| call.params.bool("submit").is_ok_and(|submit| submit != Some(false))) {
        Some("winning_evidence") => Ok(wire(&decide(state, dispute, true))),
        Some("losing_evidence") => Ok(wire(&decide(state, dispute, false))),
        _ => Ok(wire(&dispute)),
    }
}

/// `POST /v1/disputes/:id/close`: the shop gives in.
pub fn close(state: &mut State, call: &Call) -> Answer {
    let dispute = undecided(state, call)?;
    Ok(wire(&decide(state, dispute, false)))
}

fn undecided(state: &State, call: &Call) -> Result<Dispute, ApiError> {
    let dispute = state.disputes.need(&call.id, "id")?;
    if matches!(dispute.status.as_str(), "won" | "lost" | "warning_closed") {
        return Err(ApiError::invalid("This dispute is already closed."));
    }
    Ok(dispute)
}

fn decide(state: &mut State, mut dispute: Dispute, won: bool) -> Dispute {
    let inquiry = dispute.status.starts_with("warning");
    dispute.status = match (inquiry, won) {
        (true, _) => "warning_closed",
        (false, true) => "won",
        (false, false) => "lost",
    }
    .into();
    state.disputes.put(dispute.clone());
    if won && let Some(mut charge) = state.charges.get(&dispute.charge).cloned() {
        charge.disputed = false;
        state.charges.put(charge);
        state.emit("charge.dispute.funds_reinstated", wire(&dispute));
    }
    state.emit("charge.dispute.closed", wire(&dispute));
    dispute
}

/// `GET /v1/disputes/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.disputes.need(&call.id, "id").map(|dispute| wire(&dispute))
}

/// `GET /v1/disputes`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["charge", "payment_intent"]].concat())?;
    let (charge, intent) = (call.params.text("charge")?, call.params.text("payment_intent")?);
    let matches = |dispute: &&Dispute| {
        charge.as_ref().is_none_or(|charge| dispute.charge == *charge)
            && (intent.is_none() || dispute.payment_intent == intent)
    };
    page(state.disputes.newest().filter(matches), call)
}
