//! What will be charged, before anybody agrees to it.

use super::invoices::{self, Invoice};
use super::lines::{self, Period};
use super::subscriptions::{self, Subscription};
use super::{Answer, Call};
use crate::error::ApiError;
use crate::params::Params;
use crate::state::State;
use crate::state::table::wire;

/// `POST /v1/invoices/create_preview`
pub fn create(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[
        "customer",
        "subscription",
        "subscription_details",
        "discounts",
        "coupon",
        "invoice_items",
        "currency",
    ])?;
    let details = call.params.part("subscription_details")?.unwrap_or_default();
    details.only(&["items", "trial_end", "cancel_at_period_end", "proration_behavior", "metadata"])?;
    preview(state, &call.params, &details, "items")
}

/// `GET /v1/invoices/upcoming`, the same with other names.
pub fn upcoming(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[
        "customer",
        "subscription",
        "subscription_items",
        "subscription_trial_end",
        "subscription_proration_behavior",
        "discounts",
        "coupon",
        "invoice_items",
        "currency",
    ])?;
    let mut details = call.params.clone();
    if let Some(end) = call.params.text("subscription_trial_end")? {
        details.set("trial_end", &end);
    }
    preview(state, &call.params, &details, "subscription_items")
}

fn preview(state: &mut State, params: &Params, details: &Params, items: &str) -> Answer {
    let mut invoice = match params.text("subscription")? {
        Some(id) => next_of(state, &id, params)?,
        None => first_of(state, params, details, items)?,
    };
    invoice.status = Some("draft".into());
    let mut shown = wire(&invoice);
    // A preview has an id that leads nowhere, as Stripe's has.
    shown["id"] = state.id("upcoming_in_").into();
    Ok(shown)
}

fn first_of(state: &mut State, params: &Params, details: &Params, items: &str) -> Result<Invoice, ApiError> {
    let customer = params.need_text("customer")?;
    state.customers.need(&customer, "customer")?;
    state.at_clock_of(&customer);
    let mut subscription = subscriptions::fresh(state, &customer, details, items)?;
    subscriptions::discounted(state, &mut subscription, params)?;
    let sum = extra(state, &subscription, params, true);
    forget_prices(state, &subscription);
    let now = state.now;
    Ok(invoices::draft(state, &subscription, sum?, Period { start: now, end: now }, "upcoming"))
}

fn next_of(state: &mut State, id: &str, params: &Params) -> Result<Invoice, ApiError> {
    let mut subscription = state.subscriptions.need(id, "subscription")?;
    state.at_clock_of(&subscription.customer);
    if subscription.has_ended() || subscription.cancel_at_period_end {
        return Err(ApiError::new(404, "invalid_request_error", "No upcoming invoices for customer")
            .with("code", "invoice_upcoming_none"));
    }
    subscriptions::discounted(state, &mut subscription, params)?;
    let period = subscription.period();
    let sum = extra(state, &subscription, params, false)?;
    state.now = period.end;
    let mut invoice = invoices::draft(state, &subscription, sum, period, "upcoming");
    invoice.next_payment_attempt = Some(period.end);
    Ok(invoice)
}

/// A period's lines (the first one or the next) with what is charged once.
fn extra(state: &mut State, subscription: &Subscription, params: &Params, first: bool) -> Result<lines::Sum, ApiError> {
    let trial = first && subscription.trial_end.is_some();
    let end = subscription.current_period_end;
    let period = match subscription.recurring() {
        Some(recurring) if !first => Period {
            start: end,
            end: recurring.after(subscription.billing_cycle_anchor, subscription.bank.periods + 1),
        },
        _ => subscription.period(),
    };
    let mut all = lines::of_items(state, &subscription.items.data, subscription, period, trial);
    for once in params.parts("invoice_items")? {
        all.push(lines::once(state, &once, None)?);
    }
    lines::sum(all, subscription.coupon(period.start).as_ref())
}

/// Prices that were given on the spot were for the preview alone.
fn forget_prices(state: &mut State, subscription: &Subscription) {
    for item in &subscription.items.data {
        if !item.price.active {
            state.prices.remove(&item.price.id);
        }
    }
}
