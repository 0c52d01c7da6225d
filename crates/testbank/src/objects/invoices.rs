//! Invoices: made by subscriptions, paid by intents.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::charges::Charge;
use super::lines::{Line, List, Period, Sum, discount_amounts};
use super::payment_intents::{self, PaymentIntent};
use super::payment_methods::{self, PaymentMethod};
use super::subscriptions::{self, Subscription};
use super::{Answer, Call, PAGE, chosen, created_within, page, payments};
use crate::error::ApiError;
use crate::params::Metadata;
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invoice {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    pub created: i64,
    pub account_name: Option<String>,
    pub amount_due: i64,
    pub amount_paid: i64,
    pub amount_remaining: i64,
    pub attempt_count: i64,
    pub attempted: bool,
    pub auto_advance: bool,
    pub billing_reason: String,
    pub charge: Option<String>,
    pub collection_method: String,
    pub currency: String,
    pub customer: String,
    pub customer_email: Option<String>,
    pub customer_name: Option<String>,
    pub default_payment_method: Option<String>,
    pub description: Option<String>,
    pub discount: Value,
    pub discounts: Vec<Value>,
    pub ending_balance: Option<i64>,
    pub hosted_invoice_url: Option<String>,
    pub invoice_pdf: Option<String>,
    pub lines: List<Line>,
    pub metadata: Metadata,
    pub next_payment_attempt: Option<i64>,
    pub number: Option<String>,
    pub paid: bool,
    pub payment_intent: Option<String>,
    pub period_end: i64,
    pub period_start: i64,
    pub starting_balance: i64,
    pub status: Option<String>,
    pub status_transitions: Transitions,
    pub subscription: Option<String>,
    pub subscription_details: Value,
    pub subtotal: i64,
    pub tax: Option<i64>,
    pub total: i64,
    pub total_discount_amounts: Vec<Value>,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Transitions {
    pub finalized_at: Option<i64>,
    pub marked_uncollectible_at: Option<i64>,
    pub paid_at: Option<i64>,
    pub voided_at: Option<i64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inside {
    /// Opens the page for people.
    pub page: String,
}

impl Row for Invoice {
    const OBJECT: &'static str = "invoice";
    const NAME: &'static str = "invoice";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        Some(&self.customer)
    }
}

impl Invoice {
    pub fn is_open(&self) -> bool {
        self.status.as_deref() == Some("open")
    }
}

/// An invoice of a subscription for a period, not kept yet: previews stop here.
pub fn draft(state: &State, subscription: &Subscription, sum: Sum, period: Period, reason: &str) -> Invoice {
    let customer = state.customers.get(&subscription.customer);
    let discount = if sum.discount > 0 { subscription.discount.clone() } else { Value::Null };
    let total_discount_amounts = discount_amounts(&sum, &discount);
    Invoice {
        id: String::new(),
        created: state.now,
        account_name: Some("Test bank".into()),
        amount_due: sum.total,
        amount_paid: 0,
        amount_remaining: sum.total,
        attempt_count: 0,
        attempted: false,
        auto_advance: true,
        billing_reason: reason.into(),
        charge: None,
        collection_method: "charge_automatically".into(),
        currency: sum.currency,
        customer: subscription.customer.clone(),
        customer_email: customer.and_then(|customer| customer.email.clone()),
        customer_name: customer.and_then(|customer| customer.name.clone()),
        default_payment_method: None,
        description: None,
        discounts: discount["id"].as_str().map(Value::from).into_iter().collect(),
        discount,
        ending_balance: None,
        hosted_invoice_url: None,
        invoice_pdf: None,
        lines: List::of(sum.lines, String::new()),
        metadata: Metadata::new(),
        next_payment_attempt: None,
        number: None,
        paid: false,
        payment_intent: None,
        period_end: period.end,
        period_start: period.start,
        starting_balance: 0,
        status: Some("draft".into()),
        status_transitions: Transitions::default(),
        subscription: Some(subscription.id.clone()).filter(|id| !id.is_empty()),
        subscription_details: json!({ "metadata": subscription.metadata }),
        subtotal: sum.subtotal,
        tax: None,
        total: sum.total,
        total_discount_amounts,
        bank: Inside::default(),
    }
}

/// Keeps a draft and makes it final at once; one of nothing is paid at once.
pub fn finalize(state: &mut State, mut invoice: Invoice) -> Invoice {
    invoice.id = state.id("in_");
    invoice.lines.url = format!("/v1/invoices/{}/lines", invoice.id);
    state.emit("invoice.created", wire(&invoice));
    let mut settings = state.settings();
    settings.invoices += 1;
    let prefix =
        state.customers.get(&invoice.customer).map(|customer| customer.invoice_prefix.clone()).unwrap_or_default();
    invoice.number = Some(format!("{prefix}-{:04}", settings.invoices));
    state.settings.put(settings);
    invoice.bank.page = state.id("");
    invoice.hosted_invoice_url = Some(format!("{}/invoice/{}/{}", state.public_url, invoice.id, invoice.bank.page));
    invoice.status = Some("open".into());
    invoice.status_transitions.finalized_at = Some(state.now);
    invoice.ending_balance = Some(0);
    if invoice.total > 0 {
        let intent = intent_of(state, &invoice);
        invoice.payment_intent = Some(intent.id);
    }
    state.invoices.put(invoice.clone());
    state.emit("invoice.finalized", wire(&invoice));
    if invoice.total == 0 {
        invoice = mark_paid(state, invoice);
    }
    invoice
}

fn intent_of(state: &mut State, invoice: &Invoice) -> PaymentIntent {
    let mut intent = payment_intents::fresh(state, invoice.total, invoice.currency.clone());
    intent.customer = Some(invoice.customer.clone());
    intent.invoice = Some(invoice.id.clone());
    intent.description = Some(
        if invoice.billing_reason == "subscription_create" { "Subscription creation" } else { "Subscription update" }
            .into(),
    );
    intent.setup_future_usage = Some("off_session".into());
    state.payment_intents.put(intent.clone());
    state.emit("payment_intent.created", wire(&intent));
    intent
}

/// Tries to have an open invoice paid by a card.
pub fn attempt(state: &mut State, invoice: &Invoice, method: &str, present: bool) -> Result<PaymentIntent, ApiError> {
    let id = invoice.payment_intent.clone().unwrap_or_default();
    let mut intent = state.payment_intents.need(&id, "payment_intent")?;
    intent.payment_method = Some(method.to_owned());
    payments::confirm(state, intent, present)
}

/// The money of an invoice came in.
pub fn on_paid(state: &mut State, id: &str, charge: &Charge, method: &PaymentMethod) {
    let Some(mut invoice) = state.invoices.get(id).cloned() else { return };
    invoice.charge = Some(charge.id.clone());
    invoice.attempted = true;
    invoice.attempt_count += 1;
    let invoice = mark_paid(state, invoice);
    subscriptions::on_paid(state, &invoice, Some(method));
}

fn mark_paid(state: &mut State, mut invoice: Invoice) -> Invoice {
    invoice.status = Some("paid".into());
    invoice.paid = true;
    invoice.attempted = true;
    invoice.amount_paid = invoice.total;
    invoice.amount_remaining = 0;
    invoice.next_payment_attempt = None;
    invoice.status_transitions.paid_at = Some(state.now);
    state.invoices.put(invoice.clone());
    state.emit("invoice.paid", wire(&invoice));
    state.emit("invoice.payment_succeeded", wire(&invoice));
    invoice
}

/// A card was refused. The subscription decides when it is tried again.
pub fn on_refused(state: &mut State, id: &str) {
    let Some(mut invoice) = state.invoices.get(id).cloned() else { return };
    invoice.attempted = true;
    invoice.attempt_count += 1;
    invoice.next_payment_attempt = subscriptions::on_refused(state, &invoice);
    state.invoices.put(invoice.clone());
    state.emit("invoice.payment_failed", wire(&invoice));
}

/// Nobody will pay this any more.
pub fn void(state: &mut State, mut invoice: Invoice) -> Invoice {
    invoice.status = Some("void".into());
    invoice.amount_remaining = 0;
    invoice.next_payment_attempt = None;
    invoice.status_transitions.voided_at = Some(state.now);
    state.invoices.put(invoice.clone());
    let intent = invoice.payment_intent.as_ref().and_then(|id| state.payment_intents.get(id)).cloned();
    if let Some(intent) =
        intent.filter(|intent| !matches!(intent.status.as_str(), "succeeded" | "canceled" | "processing"))
    {
        payment_intents::end(state, intent, Some("void_invoice".into()));
    }
    state.emit("invoice.voided", wire(&invoice));
    invoice
}

/// `POST /v1/invoices/:id/pay`
pub fn pay(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["payment_method", "off_session"])?;
    let invoice = state.invoices.need(&call.id, "id")?;
    state.at_clock_of(&invoice.customer);
    if invoice.paid {
        return Err(ApiError::invalid("Invoice is already paid").with("code", "invoice_already_paid"));
    }
    if !invoice.is_open() {
        return Err(ApiError::invalid("This invoice can no longer be paid.").with("code", "invoice_not_editable"));
    }
    let method = match call.params.text("payment_method")? {
        Some(id) => Some(payment_methods::resolve(state, &id, "payment_method")?.id),
        None => subscriptions::method_of(state, &invoice),
    };
    let method = method.ok_or_else(no_method)?;
    let present = call.params.bool("off_session")? == Some(false);
    attempt(state, &invoice, &method, present)?;
    state.invoices.need(&call.id, "id").map(|invoice| wire(&invoice))
}

pub fn no_method() -> ApiError {
    ApiError::invalid("This customer has no attached payment source or default payment method. Please consider adding a default payment method.")
        .with("code", "resource_missing")
}

/// `POST /v1/invoices/:id/void`
pub fn void_call(state: &mut State, call: &Call) -> Answer {
    let invoice = state.invoices.need(&call.id, "id")?;
    if !invoice.is_open() {
        return Err(ApiError::invalid("You can only void an open invoice.").with("code", "invoice_not_editable"));
    }
    Ok(wire(&void(state, invoice)))
}

/// `GET /v1/invoices/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.invoices.need(&call.id, "id").map(|invoice| wire(&invoice))
}

/// `GET /v1/invoices/:id/lines`
pub fn list_lines(state: &mut State, call: &Call) -> Answer {
    let invoice = state.invoices.need(&call.id, "id")?;
    Ok(serde_json::to_value(invoice.lines).unwrap_or_default())
}

/// `GET /v1/invoices`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["subscription", "status", "collection_method"]].concat())?;
    let (subscription, status) = (call.params.text("subscription")?, call.params.text("status")?);
    let within = created_within(&call.params)?;
    let rows = chosen(&state.invoices, call.params.text("customer")?.as_deref());
    let matches = |invoice: &&Invoice| {
        within(invoice.created)
            && (subscription.is_none() || invoice.subscription == subscription)
            && (status.is_none() || invoice.status == status)
    };
    page(rows.filter(matches), call)
}
