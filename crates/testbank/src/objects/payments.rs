//! What happens to a payment: pure judgement first, then the one place where money is captured.

use serde_json::{Value, json};

use super::charges::{self, Charge};
use super::payment_intents::PaymentIntent;
use super::payment_methods::{self, PaymentMethod};
use super::{disputes, invoices};
use crate::cards::Outcome;
use crate::error::ApiError;
use crate::state::State;
use crate::state::table::wire;

/// How long a payment that takes a while takes, in seconds.
pub const SETTLING: i64 = 5;

#[derive(Debug, PartialEq)]
pub enum Verdict {
    Captured,
    Settles,
    /// The holder has to authenticate.
    Asks,
    Refused(ApiError),
}

/// What the card's bank says. `present` is the holder, `authenticated` this very payment.
pub fn judge(outcome: Outcome, present: bool, set_up: bool, authenticated: bool) -> Verdict {
    match outcome {
        Outcome::Declined(decline) | Outcome::DeclinedWhenCharged(decline) => {
            Verdict::Refused(ApiError::declined(decline))
        }
        Outcome::Authenticates { when, .. } if !authenticated && when.is_asked(present, set_up) => {
            if present {
                Verdict::Asks
            } else {
                Verdict::Refused(authentication_required())
            }
        }
        Outcome::Authenticates { decline: Some(decline), .. } => Verdict::Refused(ApiError::declined(decline)),
        Outcome::Processes => Verdict::Settles,
        _ => Verdict::Captured,
    }
}

fn authentication_required() -> ApiError {
    ApiError::card("authentication_required", "Your card was declined. This transaction requires authentication.")
        .with("decline_code", "authentication_required")
}

pub fn spent() -> ApiError {
    ApiError::invalid(
        "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.",
    )
}

/// A card may be used by its customer alone, and without one only once.
pub fn check_owner(method: &PaymentMethod, customer: Option<&str>) -> Result<(), ApiError> {
    match (&method.customer, customer) {
        (Some(owner), Some(customer)) if owner == customer => Ok(()),
        (Some(_), _) => Err(ApiError::param(
            "payment_method",
            "The PaymentMethod belongs to a Customer. Please include the Customer in the `customer` parameter.",
        )),
        (None, _) if method.bank.spent => Err(spent()),
        (None, _) => Ok(()),
    }
}

/// Tries to take the money of an intent that may still be paid.
pub fn confirm(state: &mut State, intent: PaymentIntent, present: bool) -> Result<PaymentIntent, ApiError> {
    if !matches!(intent.status.as_str(), "requires_payment_method" | "requires_confirmation" | "requires_action") {
        return Err(ApiError::unexpected_state(
            "payment_intent",
            format!("You cannot confirm this PaymentIntent because it has a status of {}.", intent.status),
        )
        .with("payment_intent", wire(&intent)));
    }
    let method = match &intent.payment_method {
        Some(id) => state.payment_methods.need(id, "payment_method")?,
        None => {
            return Err(ApiError::unexpected_state(
                "payment_intent",
                "You cannot confirm this PaymentIntent because it's missing a payment method.",
            )
            .with("payment_intent", wire(&intent)));
        }
    };
    check_owner(&method, intent.customer.as_deref())?;
    let verdict = judge(method.outcome(), present, method.bank.set_up, false);
    follow(state, intent, method, verdict)
}

/// The holder answered the question of the bank.
pub fn authenticated(state: &mut State, mut intent: PaymentIntent, approved: bool) -> PaymentIntent {
    let Some(mut method) = intent.payment_method.as_ref().and_then(|id| state.payment_methods.get(id)).cloned() else {
        return intent;
    };
    intent.next_action = Value::Null;
    let verdict = if approved {
        method.bank.set_up |= intent.setup_future_usage.as_deref() == Some("off_session");
        state.payment_methods.put(method.clone());
        judge(method.outcome(), true, method.bank.set_up, true)
    } else {
        Verdict::Refused(ApiError::card(
            "payment_intent_authentication_failure",
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
        ))
    };
    let id = intent.id.clone();
    // A refusal is kept in the intent, which is what the holder's page looks at.
    follow(state, intent, method, verdict)
        .unwrap_or_else(|_| state.payment_intents.get(&id).cloned().expect("inserted above"))
}

fn follow(
    state: &mut State,
    mut intent: PaymentIntent,
    method: PaymentMethod,
    verdict: Verdict,
) -> Result<PaymentIntent, ApiError> {
    intent.last_payment_error = Value::Null;
    intent.next_action = Value::Null;
    match verdict {
        Verdict::Captured => Ok(capture(state, intent, method)),
        Verdict::Settles => {
            intent.status = "processing".into();
            intent.bank.settles_at = Some(state.now + SETTLING);
            state.due.insert((state.now + SETTLING, intent.id.clone()));
            state.payment_intents.put(intent.clone());
            state.emit("payment_intent.processing", wire(&intent));
            Ok(intent)
        }
        Verdict::Asks => {
            intent.status = "requires_action".into();
            intent.bank.page = state.id("");
            let page = format!("{}/3ds/{}/{}", state.public_url, intent.id, intent.bank.page);
            intent.next_action = next_action(&page, intent.bank.return_url.as_deref());
            state.payment_intents.put(intent.clone());
            state.emit("payment_intent.requires_action", wire(&intent));
            if let Some(invoice) = intent.invoice.as_ref().and_then(|id| state.invoices.get(id)) {
                state.emit("invoice.payment_action_required", wire(invoice));
            }
            Ok(intent)
        }
        Verdict::Refused(error) => Err(refuse(state, intent, method, error)),
    }
}

/// Where the holder authenticates: a page to go to, or one for Stripe.js to show.
pub fn next_action(page: &str, return_url: Option<&str>) -> Value {
    match return_url {
        Some(return_url) => {
            json!({ "type": "redirect_to_url", "redirect_to_url": { "url": page, "return_url": return_url } })
        }
        None => json!({ "type": "use_stripe_sdk", "use_stripe_sdk": {
            "type": "three_d_secure_redirect", "stripe_js": page, "source": null } }),
    }
}

/// A payment that took a while is through.
pub fn settle(state: &mut State, mut intent: PaymentIntent) {
    intent.bank.settles_at = None;
    let method = intent.payment_method.as_ref().and_then(|id| state.payment_methods.get(id)).cloned();
    if let Some(method) = method {
        capture(state, intent, method);
    }
}

/// Takes the money. Nothing else does, and an intent that is paid never comes here again.
fn capture(state: &mut State, mut intent: PaymentIntent, mut method: PaymentMethod) -> PaymentIntent {
    debug_assert_ne!(intent.status, "succeeded");
    let charge = charges::record(state, &intent, &method, None);
    intent.status = "succeeded".into();
    intent.amount_received = intent.amount;
    intent.latest_charge = Some(charge.id.clone());
    state.payment_intents.put(intent.clone());
    match &intent.customer {
        Some(customer) if intent.setup_future_usage.is_some() => method = payment_methods::own(state, method, customer),
        _ if method.customer.is_none() => {
            method.bank.spent = true;
            state.payment_methods.put(method.clone());
        }
        _ => {}
    }
    state.emit("charge.succeeded", wire(&charge));
    state.emit("payment_intent.succeeded", wire(&intent));
    if let Some(invoice) = &intent.invoice {
        invoices::on_paid(state, invoice, &charge, &method);
    }
    if let Outcome::Disputed(reason) = method.outcome() {
        disputes::open(state, charge, reason.into());
    }
    intent
}

/// Notes a refusal, and gives the error that the caller is told.
fn refuse(state: &mut State, mut intent: PaymentIntent, method: PaymentMethod, error: ApiError) -> ApiError {
    let charge: Charge = charges::record(state, &intent, &method, Some(&error));
    let error = error.with("charge", charge.id.clone()).with("payment_method", wire(&method));
    intent.status = "requires_payment_method".into();
    intent.latest_charge = Some(charge.id.clone());
    intent.payment_method = None;
    intent.last_payment_error = Value::Object(error.body.clone());
    state.payment_intents.put(intent.clone());
    state.emit("charge.failed", wire(&charge));
    state.emit("payment_intent.payment_failed", wire(&intent));
    if let Some(invoice) = &intent.invoice {
        invoices::on_refused(state, invoice);
    }
    error.with("payment_intent", wire(&intent))
}
