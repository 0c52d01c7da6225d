//! Subscriptions: what they are, and what happens to them when an invoice is paid or refused.

mod change;
mod create;
mod terms;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::coupons::Coupon;
use super::invoices::{self, Invoice};
use super::lines::{List, Period};
use super::payment_methods::PaymentMethod;
use super::prices::{Price, Recurring};
use super::setup_intents::SetupIntent;
use super::{Answer, Call, PAGE, billing, chosen, created_within, page};
use crate::params::Metadata;
use crate::state::State;
use crate::state::table::{Row, wire};
pub use change::{cancel, set_renewing, update};
pub use create::create;
pub use terms::{discounted, fresh};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Subscription {
    pub id: String,
    pub created: i64,
    pub billing_cycle_anchor: i64,
    pub cancel_at: Option<i64>,
    pub cancel_at_period_end: bool,
    pub canceled_at: Option<i64>,
    pub cancellation_details: Value,
    pub collection_method: String,
    pub currency: String,
    pub current_period_end: i64,
    pub current_period_start: i64,
    pub customer: String,
    pub days_until_due: Option<i64>,
    pub default_payment_method: Option<String>,
    pub default_source: Option<String>,
    pub description: Option<String>,
    pub discount: Value,
    pub discounts: Vec<Value>,
    pub ended_at: Option<i64>,
    pub items: List<Item>,
    pub latest_invoice: Option<String>,
    pub metadata: Metadata,
    pub payment_settings: Value,
    pub pending_setup_intent: Option<String>,
    pub schedule: Option<String>,
    pub start_date: i64,
    pub status: String,
    pub test_clock: Option<String>,
    pub trial_end: Option<i64>,
    pub trial_settings: Value,
    pub trial_start: Option<i64>,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    pub id: String,
    pub object: String,
    pub created: i64,
    pub metadata: Metadata,
    pub price: Price,
    pub quantity: i64,
    pub subscription: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inside {
    /// Paid periods that have begun, counted from the anchor.
    pub periods: i64,
    /// When the newest invoice was refused first, and how often it was tried again.
    pub refused_at: Option<i64>,
    pub retries: usize,
    pub told_trial_end: bool,
    /// The end of the period whose renewal was announced.
    pub told_renewal: Option<i64>,
}

impl Row for Subscription {
    const OBJECT: &'static str = "subscription";
    const NAME: &'static str = "subscription";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        Some(&self.customer)
    }
}

impl Subscription {
    pub fn has_ended(&self) -> bool {
        matches!(self.status.as_str(), "canceled" | "incomplete_expired")
    }

    pub fn recurring(&self) -> Option<&Recurring> {
        self.items.data.first()?.price.recurring.as_ref()
    }

    pub fn period(&self) -> Period {
        Period { start: self.current_period_start, end: self.current_period_end }
    }

    /// The coupon that the next invoice gets.
    pub fn coupon(&self, at: i64) -> Option<Coupon> {
        let ended = self.discount["end"].as_i64().is_some_and(|end| end <= at);
        serde_json::from_value(self.discount["coupon"].clone()).ok().filter(|_| !ended)
    }
}

/// Keeps a subscription and notes when it next moves by itself.
pub fn save(state: &mut State, subscription: &Subscription) {
    if let Some(at) = billing::next_at(subscription).filter(|_| subscription.test_clock.is_none()) {
        state.due.insert((at, subscription.id.clone()));
    }
    state.subscriptions.put(subscription.clone());
}

fn save_and_tell(state: &mut State, before: &Subscription, after: &Subscription) {
    save(state, after);
    state.emit_update("customer.subscription.updated", before, after);
}

fn started(subscription: &Subscription) -> &'static str {
    if subscription.bank.periods == 0 { "trialing" } else { "active" }
}

/// A discount that counts once is gone with the first invoice that it made cheaper.
pub fn use_up_discount(subscription: &mut Subscription, invoice: &Invoice) {
    if subscription.discount["coupon"]["duration"] == "once" && invoice.total < invoice.subtotal {
        subscription.discount = Value::Null;
        subscription.discounts = Vec::new();
    }
}

/// The card that pays: the subscription's, or the customer's.
pub fn method_for(state: &State, subscription: &Subscription) -> Option<String> {
    let customer = state.customers.get(&subscription.customer)?;
    subscription.default_payment_method.clone().or_else(|| customer.invoice_settings.default_payment_method.clone())
}

pub fn method_of(state: &State, invoice: &Invoice) -> Option<String> {
    method_for(state, state.subscriptions.get(invoice.subscription.as_ref()?)?)
}

/// An invoice was paid: what waited for it goes on.
pub fn on_paid(state: &mut State, invoice: &Invoice, method: Option<&PaymentMethod>) {
    let Some(before) = invoice.subscription.as_ref().and_then(|id| state.subscriptions.get(id)).cloned() else {
        return;
    };
    if before.latest_invoice.as_deref() != Some(invoice.id.as_str()) && before.latest_invoice.is_some() {
        return;
    }
    let mut subscription = before.clone();
    if matches!(subscription.status.as_str(), "incomplete" | "past_due" | "unpaid") {
        subscription.status = started(&subscription).into();
        subscription.bank.refused_at = None;
        subscription.bank.retries = 0;
    }
    let saves = subscription.payment_settings["save_default_payment_method"] == "on_subscription";
    if let Some(method) = method.filter(|_| saves) {
        subscription.default_payment_method = Some(method.id.clone());
    }
    save_and_tell(state, &before, &subscription);
}

/// A card was refused; answers when it is tried again.
pub fn on_refused(state: &mut State, invoice: &Invoice) -> Option<i64> {
    let before = invoice.subscription.as_ref().and_then(|id| state.subscriptions.get(id)).cloned()?;
    let mut subscription = before.clone();
    if matches!(subscription.status.as_str(), "active" | "trialing") && invoice.billing_reason != "subscription_create"
    {
        subscription.status = "past_due".into();
        subscription.bank.refused_at = Some(state.now);
        subscription.bank.retries = 0;
    }
    save_and_tell(state, &before, &subscription);
    if subscription.status == "past_due" { billing::next_at(&subscription) } else { None }
}

/// A trial's card was saved.
pub fn on_card_saved(state: &mut State, intent: &SetupIntent) {
    let Some(before) = intent.bank.subscription.as_ref().and_then(|id| state.subscriptions.get(id)).cloned() else {
        return;
    };
    let mut subscription = before.clone();
    subscription.pending_setup_intent = None;
    subscription.default_payment_method.clone_from(&intent.payment_method);
    save_and_tell(state, &before, &subscription);
}

/// Ends a subscription for good. What was never begun is not owed either.
pub fn end(state: &mut State, mut subscription: Subscription) -> Subscription {
    let incomplete = subscription.status == "incomplete";
    subscription.status = "canceled".into();
    subscription.canceled_at = subscription.canceled_at.or(Some(state.now));
    subscription.ended_at = Some(state.now);
    save(state, &subscription);
    let open = subscription
        .latest_invoice
        .as_ref()
        .and_then(|id| state.invoices.get(id))
        .filter(|invoice| invoice.is_open())
        .cloned();
    match open {
        Some(invoice) if incomplete => {
            invoices::void(state, invoice);
        }
        Some(mut invoice) => {
            invoice.auto_advance = false;
            invoice.next_payment_attempt = None;
            state.invoices.put(invoice);
        }
        None => {}
    }
    state.emit("customer.subscription.deleted", wire(&subscription));
    subscription
}

/// `GET /v1/subscriptions/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.subscriptions.need(&call.id, "id").map(|subscription| wire(&subscription))
}

/// `GET /v1/subscriptions`: without a status, those that have not ended.
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["status", "price", "test_clock"]].concat())?;
    let (status, price) = (call.params.text("status")?, call.params.text("price")?);
    let within = created_within(&call.params)?;
    let rows = chosen(&state.subscriptions, call.params.text("customer")?.as_deref());
    let matches = |subscription: &&Subscription| {
        within(subscription.created)
            && match status.as_deref() {
                None => subscription.status != "canceled",
                Some("all") => true,
                Some("ended") => subscription.has_ended(),
                Some(status) => subscription.status == status,
            }
            && price.as_ref().is_none_or(|price| subscription.items.data.iter().any(|item| item.price.id == *price))
    };
    page(rows.filter(matches), call)
}
