//! What a subscription is about: items, trial, card, discount.

use serde_json::{Value, json};

use super::super::coupons::{self, Coupon};
use super::super::lines::{self, List, Sum};
use super::super::prices::{self, Recurring};
use super::{Inside, Item, Subscription};
use crate::error::ApiError;
use crate::params::Params;
use crate::state::State;

/// A subscription from now on, without an id; previews go no further.
pub fn fresh(state: &mut State, customer: &str, params: &Params, items: &str) -> Result<Subscription, ApiError> {
    let items = params.parts(items)?.iter().map(|item| new_item(state, item)).collect::<Result<Vec<_>, _>>()?;
    let Some(recurring) = common_interval(&items)? else { return Err(ApiError::missing_param("items")) };
    let trial_end = trial_end(state.now, params)?;
    let period_end = trial_end.unwrap_or_else(|| recurring.after(state.now, 1));
    let customer = state.customers.need(customer, "customer")?;
    Ok(Subscription {
        id: String::new(),
        created: state.now,
        billing_cycle_anchor: trial_end.unwrap_or(state.now),
        cancel_at: None,
        cancel_at_period_end: false,
        canceled_at: None,
        cancellation_details: json!({ "comment": null, "feedback": null, "reason": null }),
        collection_method: "charge_automatically".into(),
        currency: items[0].price.currency.clone(),
        current_period_end: period_end,
        current_period_start: state.now,
        customer: customer.id,
        days_until_due: None,
        default_payment_method: None,
        default_source: None,
        description: None,
        discount: Value::Null,
        discounts: Vec::new(),
        ended_at: None,
        items: List::of(items, String::new()),
        latest_invoice: None,
        metadata: params.new_metadata()?,
        payment_settings: Value::Null,
        pending_setup_intent: None,
        schedule: None,
        start_date: state.now,
        status: "incomplete".into(),
        test_clock: customer.test_clock,
        trial_end,
        trial_settings: params
            .kept("trial_settings")
            .unwrap_or_else(|| json!({ "end_behavior": { "missing_payment_method": "create_invoice" } })),
        trial_start: trial_end.map(|_| state.now),
        bank: Inside { periods: if trial_end.is_some() { 0 } else { 1 }, ..Inside::default() },
    })
}

pub fn new_item(state: &mut State, params: &Params) -> Result<Item, ApiError> {
    params.only(&["price", "price_data", "quantity", "metadata", "id", "deleted"])?;
    let price = prices::of_item(state, params)?;
    if price.recurring.is_none() {
        return Err(ApiError::param(
            &params.name("price"),
            "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
        ));
    }
    Ok(Item {
        id: state.id("si_"),
        object: "subscription_item".into(),
        created: state.now,
        metadata: params.new_metadata()?,
        quantity: lines::quantity(params)?,
        price,
        subscription: String::new(),
    })
}

pub fn common_interval(items: &[Item]) -> Result<Option<Recurring>, ApiError> {
    let interval = |item: &Item| {
        item.price.recurring.as_ref().map(|recurring| (recurring.interval.clone(), recurring.interval_count))
    };
    if items.iter().any(|item| interval(item) != interval(&items[0]) || item.price.currency != items[0].price.currency)
    {
        return Err(ApiError::param("items", "All items must have the same billing interval and currency."));
    }
    Ok(items.first().and_then(|item| item.price.recurring.clone()))
}

pub fn trial_end(now: i64, params: &Params) -> Result<Option<i64>, ApiError> {
    let end = match (params.text("trial_end")?.as_deref(), params.int("trial_period_days")?) {
        (Some("now"), _) => None,
        (Some(_), _) => params.int("trial_end")?,
        (None, days) => days.map(|days| now.saturating_add(days.saturating_mul(86_400))),
    };
    match end {
        Some(end) if end <= now || end > now + 730 * 86_400 => {
            Err(ApiError::param("trial_end", "The trial must end in the future, within two years."))
        }
        end => Ok(end),
    }
}

pub fn own_method(state: &mut State, customer: &str, params: &Params) -> Result<Option<String>, ApiError> {
    let Some(id) = params.text("default_payment_method")? else { return Ok(None) };
    let method = state.payment_methods.need(&id, "default_payment_method")?;
    if method.customer.as_deref() != Some(customer) {
        return Err(ApiError::param(
            "default_payment_method",
            "The customer does not have a payment method with this ID.",
        ));
    }
    Ok(Some(id))
}

/// Puts the coupon that a call names on the subscription.
pub fn discounted(
    state: &mut State,
    subscription: &mut Subscription,
    params: &Params,
) -> Result<Option<Coupon>, ApiError> {
    let Some(coupon) = coupons::of_call(state, params)? else { return Ok(None) };
    subscription.discount = coupons::discount(state, &coupon, &subscription.customer, Some(&subscription.id));
    subscription.discounts = vec![subscription.discount["id"].clone()];
    Ok(Some(coupon))
}

/// What is due at the beginning: a period or a trial, and what is charged once.
pub fn first_sum(state: &mut State, subscription: &Subscription, params: &Params) -> Result<Sum, ApiError> {
    let trial = subscription.trial_end.is_some();
    let mut all = lines::of_items(state, &subscription.items.data, subscription, subscription.period(), trial);
    for once in params.parts("add_invoice_items")? {
        all.push(lines::once(state, &once, Some(&subscription.id))?);
    }
    lines::sum(all, subscription.coupon(state.now).as_ref())
}
