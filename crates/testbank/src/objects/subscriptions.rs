//! Subscriptions: their calls, and what happens to them when an invoice is paid or refused.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::coupons::{self, Coupon};
use super::invoices::{self, Invoice};
use super::lines::{self, List, Period, Sum};
use super::payment_methods::PaymentMethod;
use super::prices::{self, Price, Recurring};
use super::setup_intents::{self, SetupIntent};
use super::{Answer, Call, PAGE, billing, chosen, created_within, page, payments};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

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

fn started(subscription: &Subscription) -> &'static str {
    if subscription.bank.periods == 0 { "trialing" } else { "active" }
}

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

fn new_item(state: &mut State, params: &Params) -> Result<Item, ApiError> {
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

fn common_interval(items: &[Item]) -> Result<Option<Recurring>, ApiError> {
    let interval = |item: &Item| {
        item.price.recurring.as_ref().map(|recurring| (recurring.interval.clone(), recurring.interval_count))
    };
    if items.iter().any(|item| interval(item) != interval(&items[0]) || item.price.currency != items[0].price.currency)
    {
        return Err(ApiError::param("items", "All items must have the same billing interval and currency."));
    }
    Ok(items.first().and_then(|item| item.price.recurring.clone()))
}

fn trial_end(now: i64, params: &Params) -> Result<Option<i64>, ApiError> {
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

fn own_method(state: &mut State, customer: &str, params: &Params) -> Result<Option<String>, ApiError> {
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

/// A discount that counts once is gone with the first invoice that it made cheaper.
pub fn use_up_discount(subscription: &mut Subscription, invoice: &Invoice) {
    if subscription.discount["coupon"]["duration"] == "once" && invoice.total < invoice.subtotal {
        subscription.discount = Value::Null;
        subscription.discounts = Vec::new();
    }
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
pub fn renewing(now: i64, subscription: &mut Subscription, renews: bool) {
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
                items[place].price = new_item(state, change)?.price
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
        Some(invoice) if incomplete => drop(invoices::void(state, invoice)),
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
