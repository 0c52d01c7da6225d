//! Refunds, whole and in part, never of more than was captured.

use serde::{Deserialize, Serialize};

use super::charges::Charge;
use super::payments::SETTLING;
use super::{Answer, Call, PAGE, created_within, page};
use crate::cards::Outcome;
use crate::error::ApiError;
use crate::params::Metadata;
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub balance_transaction: Option<String>,
    pub charge: String,
    pub currency: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_reason: Option<String>,
    pub metadata: Metadata,
    pub payment_intent: Option<String>,
    pub reason: Option<String>,
    pub receipt_number: Option<String>,
    pub status: String,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inside {
    pub settles_at: Option<i64>,
}

impl Row for Refund {
    const OBJECT: &'static str = "refund";
    const NAME: &'static str = "refund";
    fn id(&self) -> &str {
        &self.id
    }
}

/// `POST /v1/refunds`
pub fn create(state: &mut State, call: &Call) -> Answer {
    let params = &call.params;
    params.only(&["charge", "payment_intent", "amount", "reason", "metadata"])?;
    let reason = params.word("reason", &["duplicate", "fraudulent", "requested_by_customer"])?;
    let charge = charge_of(state, call)?;
    let left = charge.amount_captured - charge.amount_refunded;
    let amount = params.int("amount")?.unwrap_or(left);
    let metadata = params.new_metadata()?;
    if charge.refunded || left == 0 {
        return Err(ApiError::invalid(format!("Charge {} has already been refunded.", charge.id))
            .with("code", "charge_already_refunded"));
    }
    if charge.disputed {
        return Err(ApiError::invalid(format!("Charge {} has been charged back; cannot issue a refund.", charge.id))
            .with("code", "charge_disputed"));
    }
    if amount < 1 || amount > left {
        return Err(ApiError::param(
            "amount",
            "Refund amount is greater than unrefunded amount on charge, or not positive.",
        ));
    }
    Ok(wire(&give_back(state, charge, amount, reason, metadata)))
}

fn charge_of(state: &State, call: &Call) -> Result<Charge, ApiError> {
    if let Some(id) = call.params.text("charge")? {
        return state.charges.need(&id, "charge").and_then(captured);
    }
    let id = call.params.text("payment_intent")?.ok_or_else(|| ApiError::missing_param("payment_intent"))?;
    let intent = state.payment_intents.need(&id, "payment_intent")?;
    match intent.latest_charge.as_ref().filter(|_| intent.status == "succeeded") {
        Some(charge) => state.charges.need(charge, "payment_intent").and_then(captured),
        None => {
            Err(ApiError::param("payment_intent", "This PaymentIntent does not have a successful charge to refund."))
        }
    }
}

fn captured(charge: Charge) -> Result<Charge, ApiError> {
    if charge.captured {
        Ok(charge)
    } else {
        Err(ApiError::param("charge", "This charge failed; there is nothing to refund."))
    }
}

fn give_back(state: &mut State, mut charge: Charge, amount: i64, reason: Option<String>, metadata: Metadata) -> Refund {
    let before = charge.clone();
    let method = charge.payment_method.as_ref().and_then(|id| state.payment_methods.get(id));
    let outcome = method.map_or(Outcome::Succeeds, |method| method.outcome());
    let later = matches!(outcome, Outcome::RefundsSlowly | Outcome::RefundFails).then(|| state.now + SETTLING);
    let refund = Refund {
        id: state.id("re_"),
        created: state.now,
        amount,
        balance_transaction: Some(state.id("txn_")),
        charge: charge.id.clone(),
        currency: charge.currency.clone(),
        failure_reason: None,
        metadata,
        payment_intent: charge.payment_intent.clone(),
        reason,
        receipt_number: None,
        status: if outcome == Outcome::RefundsSlowly { "pending" } else { "succeeded" }.into(),
        bank: Inside { settles_at: later },
    };
    if let Some(at) = later {
        state.due.insert((at, refund.id.clone()));
    }
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded == charge.amount_captured;
    state.refunds.put(refund.clone());
    state.charges.put(charge.clone());
    state.emit("refund.created", wire(&refund));
    state.emit_update("charge.refunded", &before, &charge);
    refund
}

/// A refund that took a while is through, or came back.
pub fn settle(state: &mut State, refund: Refund) {
    let before = refund.clone();
    let mut refund = refund;
    refund.bank.settles_at = None;
    if refund.status == "pending" {
        refund.status = "succeeded".into();
    } else {
        refund.status = "failed".into();
        refund.failure_reason = Some("expired_or_canceled_card".into());
        if let Some(mut charge) = state.charges.get(&refund.charge).cloned() {
            charge.amount_refunded -= refund.amount;
            charge.refunded = false;
            state.charges.put(charge);
        }
    }
    state.refunds.put(refund.clone());
    if refund.status == "failed" {
        state.emit_update("refund.failed", &before, &refund);
    }
    state.emit_update("charge.refund.updated", &before, &refund);
}

/// `GET /v1/refunds/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.refunds.need(&call.id, "id").map(|refund| wire(&refund))
}

/// `POST /v1/refunds/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["metadata"])?;
    let mut refund = state.refunds.need(&call.id, "id")?;
    call.params.metadata(&mut refund.metadata)?;
    state.refunds.put(refund.clone());
    Ok(wire(&refund))
}

/// `GET /v1/refunds`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["charge", "payment_intent"]].concat())?;
    let (charge, intent) = (call.params.text("charge")?, call.params.text("payment_intent")?);
    let within = created_within(&call.params)?;
    let matches = |refund: &&Refund| {
        within(refund.created)
            && charge.as_ref().is_none_or(|charge| refund.charge == *charge)
            && (intent.is_none() || refund.payment_intent == intent)
    };
    page(state.refunds.newest().filter(matches), call)
}
