//! How a subscription begins.

use serde_json::json;

use super::super::invoices::{self, Invoice};
use super::super::lines::{Period, Sum};
use super::super::{Answer, Call, coupons, payments, setup_intents};
use super::terms::{discounted, first_sum, fresh, own_method};
use super::{Subscription, method_for, save, started, use_up_discount};
use crate::error::ApiError;
use crate::state::State;
use crate::state::table::wire;

const CREATE: [&str; 20] = [
    "customer",
    "items",
    "trial_period_days",
    "trial_end",
    "payment_behavior",
    "add_invoice_items",
    "default_payment_method",
    "cancel_at_period_end",
    "metadata",
    "coupon",
    "discounts",
    "off_session",
    "proration_behavior",
    "collection_method",
    "payment_settings",
    "description",
    "trial_settings",
    "currency",
    "trial_from_plan",
    "automatic_tax",
];

/// `POST /v1/subscriptions`
pub fn create(state: &mut State, call: &Call) -> Answer {
    let params = &call.params;
    params.only(&CREATE)?;
    params.word("collection_method", &["charge_automatically"])?;
    let customer = params.need_text("customer")?;
    state.customers.need(&customer, "customer")?;
    state.at_clock_of(&customer);
    let behavior = params
        .word("payment_behavior", &["default_incomplete", "allow_incomplete", "error_if_incomplete"])?
        .unwrap_or_else(|| "allow_incomplete".into());
    let present = !params.bool("off_session")?.unwrap_or(false);
    let mut subscription = fresh(state, &customer, params, "items")?;
    subscription.id = state.id("sub_");
    subscription.default_payment_method = own_method(state, &customer, params)?;
    subscription.description = params.text("description")?;
    subscription.payment_settings =
        params.kept("payment_settings").unwrap_or_else(|| json!({ "save_default_payment_method": "off" }));
    subscription.cancel_at_period_end = params.bool("cancel_at_period_end")?.unwrap_or(false);
    subscription.cancel_at = Some(subscription.current_period_end).filter(|_| subscription.cancel_at_period_end);
    let coupon = discounted(state, &mut subscription, params)?;
    let sum = first_sum(state, &subscription, params)?;
    let method = method_for(state, &subscription);
    must_be_payable(state, &behavior, &sum, method.as_deref(), present, subscription.trial_end.is_some())?;
    if let Some(coupon) = coupon {
        coupons::redeem(state, coupon);
    }
    begin(state, subscription, sum, method, &behavior, present)
}

/// What must be refused before anything is kept.
fn must_be_payable(
    state: &State,
    behavior: &str,
    sum: &Sum,
    method: Option<&str>,
    present: bool,
    trial: bool,
) -> Result<(), ApiError> {
    if behavior == "default_incomplete" || sum.total == 0 {
        // A trial may begin without a card; whatever else costs nothing now still renews.
        return if sum.total > 0 || trial || behavior == "default_incomplete" || method.is_some() {
            Ok(())
        } else {
            Err(invoices::no_method())
        };
    }
    let method = method.and_then(|id| state.payment_methods.get(id)).ok_or_else(invoices::no_method)?;
    if behavior == "error_if_incomplete" {
        match payments::judge(method.outcome(), present, method.bank.set_up, false) {
            payments::Verdict::Refused(error) => return Err(error),
            payments::Verdict::Asks => {
                return Err(ApiError::card(
                    "subscription_payment_intent_requires_action",
                    "Payment for this subscription requires additional user action before it can be completed successfully.",
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Keeps the subscription with its first invoice, and asks for the money if there is any to pay now.
fn begin(
    state: &mut State,
    mut subscription: Subscription,
    sum: Sum,
    method: Option<String>,
    behavior: &str,
    present: bool,
) -> Answer {
    for item in &mut subscription.items.data {
        item.subscription.clone_from(&subscription.id);
    }
    subscription.items.url = format!("/v1/subscription_items?subscription={}", subscription.id);
    subscription.status = if sum.total > 0 { "incomplete" } else { started(&subscription) }.into();
    if subscription.trial_end.is_some() && sum.total == 0 && (method.is_none() || behavior == "default_incomplete") {
        subscription.pending_setup_intent = Some(setup_of(state, &subscription, method.as_deref()));
    }
    let invoice =
        invoices::draft(state, &subscription, sum, Period { start: state.now, end: state.now }, "subscription_create");
    use_up_discount(&mut subscription, &invoice);
    let invoice = invoices::finalize(state, invoice);
    subscription.latest_invoice = Some(invoice.id.clone());
    save(state, &subscription);
    state.emit("customer.subscription.created", wire(&subscription));
    match method {
        Some(method) if invoice.is_open() && behavior != "default_incomplete" => {
            // A refusal leaves the subscription incomplete, which is the answer.
            drop(invoices::attempt(state, &invoice, &method, present));
        }
        Some(method) if invoice.is_open() => offer(state, &invoice, method),
        _ => {}
    }
    state.subscriptions.need(&subscription.id, "id").map(|subscription| wire(&subscription))
}

/// The intent waits for its confirmation with the card that the subscription has.
fn offer(state: &mut State, invoice: &Invoice, method: String) {
    if let Some(mut intent) = invoice.payment_intent.as_ref().and_then(|id| state.payment_intents.get(id)).cloned() {
        intent.payment_method = Some(method);
        intent.status = "requires_confirmation".into();
        state.payment_intents.put(intent);
    }
}

fn setup_of(state: &mut State, subscription: &Subscription, method: Option<&str>) -> String {
    let mut intent = setup_intents::fresh(state, Some(subscription.customer.clone()));
    intent.bank.subscription = Some(subscription.id.clone());
    if let Some(method) = method {
        intent.payment_method = Some(method.into());
        intent.status = "requires_confirmation".into();
    }
    state.setup_intents.put(intent.clone());
    state.emit("setup_intent.created", wire(&intent));
    intent.id
}
