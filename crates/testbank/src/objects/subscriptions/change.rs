//! Changes to a subscription, and its end by a call.

use serde_json::Value;

use super::super::{Answer, Call, billing, coupons, lines};
use super::terms::{common_interval, discounted, new_item, own_method, trial_end};
use super::{Item, Subscription, end, save_and_tell};
use crate::error::ApiError;
use crate::params::Params;
use crate::state::State;
use crate::state::table::wire;

const UPDATE: [&str; 14] = [
    "items",
    "trial_end",
    "payment_behavior",
    "default_payment_method",
    "cancel_at_period_end",
    "metadata",
    "coupon",
    "discounts",
    "off_session",
    "proration_behavior",
    "payment_settings",
    "description",
    "trial_settings",
    "cancellation_details",
];

/// `POST /v1/subscriptions/:id`. New prices count from the next period on.
pub fn update(state: &mut State, call: &Call) -> Answer {
    let params = &call.params;
    params.only(&UPDATE)?;
    let before = state.subscriptions.need(&call.id, "id")?;
    if before.has_ended() {
        return Err(ApiError::invalid(
            "A canceled subscription can only update its cancellation_details and metadata.",
        ));
    }
    state.at_clock_of(&before.customer);
    let mut subscription = before.clone();
    if params.has("default_payment_method") {
        subscription.default_payment_method = own_method(state, &before.customer, params)?;
    }
    if params.has("description") {
        subscription.description = params.text("description")?;
    }
    if params.has("items") {
        if params.text("proration_behavior")?.as_deref() != Some("none") {
            return Err(ApiError::param(
                "proration_behavior",
                "The test bank changes items with proration_behavior=none only.",
            ));
        }
        subscription.items.data = changed_items(state, &subscription, &params.parts("items")?)?;
    }
    if let Some(cancel) = params.bool("cancel_at_period_end")? {
        renewing(state.now, &mut subscription, !cancel);
    }
    if let Some(coupon) = discounted(state, &mut subscription, params)? {
        coupons::redeem(state, coupon);
    }
    params.metadata(&mut subscription.metadata)?;
    if params.has("trial_end") && subscription.status == "trialing" {
        let end = trial_end(state.now, params)?.unwrap_or(state.now);
        subscription.trial_end = Some(end);
        subscription.current_period_end = end;
        subscription.billing_cycle_anchor = end;
    }
    save_and_tell(state, &before, &subscription);
    billing::catch_up(state, &subscription.id, state.now);
    state.subscriptions.need(&call.id, "id").map(|subscription| wire(&subscription))
}

/// Stops or resumes the renewal.
fn renewing(now: i64, subscription: &mut Subscription, renews: bool) {
    if subscription.cancel_at_period_end == renews {
        subscription.cancel_at_period_end = !renews;
        subscription.cancel_at = Some(subscription.current_period_end).filter(|_| !renews);
        subscription.canceled_at = Some(now).filter(|_| !renews);
        subscription.cancellation_details["reason"] =
            if renews { Value::Null } else { "cancellation_requested".into() };
    }
}

pub fn set_renewing(state: &mut State, before: &Subscription, renews: bool) {
    let mut subscription = before.clone();
    renewing(state.now, &mut subscription, renews);
    save_and_tell(state, before, &subscription);
}

fn changed_items(state: &mut State, subscription: &Subscription, changes: &[Params]) -> Result<Vec<Item>, ApiError> {
    let mut items = subscription.items.data.clone();
    for change in changes {
        let known = change.text("id")?;
        let place = match &known {
            Some(id) => Some(
                items
                    .iter()
                    .position(|item| item.id == *id)
                    .ok_or_else(|| ApiError::no_such("subscription_item", id, "items"))?,
            ),
            None => None,
        };
        match place {
            Some(place) if change.bool("deleted")? == Some(true) => drop(items.remove(place)),
            Some(place) if change.has("price") || change.has("price_data") => {
                items[place].price = new_item(state, change)?.price;
            }
            Some(place) => items[place].quantity = lines::quantity(change)?,
            None => items.push(Item { subscription: subscription.id.clone(), ..new_item(state, change)? }),
        }
    }
    common_interval(&items)?.ok_or_else(|| ApiError::param("items", "A subscription must have at least one item."))?;
    Ok(items)
}

/// `DELETE /v1/subscriptions/:id`
pub fn cancel(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["invoice_now", "prorate", "cancellation_details"])?;
    let subscription = state.subscriptions.need(&call.id, "id")?;
    if subscription.has_ended() {
        return Err(ApiError::no_such("subscription", &call.id, "id"));
    }
    state.at_clock_of(&subscription.customer);
    Ok(wire(&end(state, subscription)))
}
