//! Payments from the first thought of them to the money.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answer, Call, PAGE, chosen, created_within, page, payment_methods, payments};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub amount_capturable: i64,
    pub amount_received: i64,
    pub automatic_payment_methods: Value,
    pub canceled_at: Option<i64>,
    pub cancellation_reason: Option<String>,
    pub capture_method: String,
    pub client_secret: String,
    pub confirmation_method: String,
    pub currency: String,
    pub customer: Option<String>,
    pub description: Option<String>,
    pub invoice: Option<String>,
    pub last_payment_error: Value,
    pub latest_charge: Option<String>,
    pub metadata: Metadata,
    pub next_action: Value,
    pub payment_method: Option<String>,
    pub payment_method_options: Value,
    pub payment_method_types: Vec<String>,
    pub processing: Value,
    pub receipt_email: Option<String>,
    pub setup_future_usage: Option<String>,
    pub shipping: Value,
    pub statement_descriptor: Option<String>,
    pub status: String,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inside {
    pub return_url: Option<String>,
    /// Opens the page on which the holder authenticates.
    pub page: String,
    pub settles_at: Option<i64>,
}

impl Row for PaymentIntent {
    const OBJECT: &'static str = "payment_intent";
    const NAME: &'static str = "payment_intent";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }
}

const FIELDS: [&str; 12] = [
    "amount",
    "currency",
    "customer",
    "description",
    "metadata",
    "payment_method",
    "payment_method_types",
    "payment_method_options",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "statement_descriptor",
];
const CONFIRMING: [&str; 7] =
    ["confirm", "off_session", "return_url", "payment_method_data", "use_stripe_sdk", "client_secret", "key"];

/// An intent without anything but its amount.
pub fn fresh(state: &mut State, amount: i64, currency: String) -> PaymentIntent {
    let id = state.id("pi_");
    PaymentIntent {
        client_secret: state.id(&format!("{id}_secret_")),
        id,
        created: state.now,
        amount,
        amount_capturable: 0,
        amount_received: 0,
        automatic_payment_methods: Value::Null,
        canceled_at: None,
        cancellation_reason: None,
        capture_method: "automatic".into(),
        confirmation_method: "automatic".into(),
        currency,
        customer: None,
        description: None,
        invoice: None,
        last_payment_error: Value::Null,
        latest_charge: None,
        metadata: Metadata::new(),
        next_action: Value::Null,
        payment_method: None,
        payment_method_options: Value::Null,
        payment_method_types: vec!["card".into()],
        processing: Value::Null,
        receipt_email: None,
        setup_future_usage: None,
        shipping: Value::Null,
        statement_descriptor: None,
        status: "requires_payment_method".into(),
        bank: Inside::default(),
    }
}

/// `POST /v1/payment_intents`
pub fn create(state: &mut State, call: &Call) -> Answer {
    let params = &call.params;
    params.only(
        &[&FIELDS[..], &CONFIRMING[..], &["automatic_payment_methods", "capture_method", "confirmation_method"]]
            .concat(),
    )?;
    params.word("capture_method", &["automatic", "automatic_async"])?;
    params.word("confirmation_method", &["automatic"])?;
    let (amount, currency) = (params.amount("amount")?, params.currency("currency")?);
    let confirm = params.bool("confirm")?.unwrap_or(false);
    let present = !off_session(params)?;
    if !present && !confirm {
        return Err(ApiError::param("off_session", "You cannot set `off_session` without `confirm=true`."));
    }
    if let Some(customer) = params.text("customer")? {
        state.customers.need(&customer, "customer")?;
    }
    let fresh = fresh(state, amount, currency);
    let mut intent = changed(state, fresh, params)?;
    if let Some(automatic) = params.kept("automatic_payment_methods") {
        intent.automatic_payment_methods = automatic;
    }
    intent = with_method(state, intent, params)?;
    state.payment_intents.put(intent.clone());
    state.emit("payment_intent.created", wire(&intent));
    if confirm {
        intent = payments::confirm(state, intent, present)?;
    }
    Ok(wire(&intent))
}

/// `true`, or one of the words that Stripe also takes for it.
fn off_session(params: &Params) -> Result<bool, ApiError> {
    match params.text("off_session")?.as_deref() {
        Some("one_off" | "recurring") => Ok(true),
        _ => Ok(params.bool("off_session")?.unwrap_or(false)),
    }
}

fn changed(state: &State, mut intent: PaymentIntent, params: &Params) -> Result<PaymentIntent, ApiError> {
    if params.has("amount") {
        intent.amount = params.amount("amount")?;
    }
    if params.has("currency") {
        intent.currency = params.currency("currency")?;
    }
    if let Some(customer) = params.text("customer")? {
        intent.customer = Some(state.customers.need(&customer, "customer")?.id);
    }
    for (key, field) in [
        ("description", &mut intent.description),
        ("receipt_email", &mut intent.receipt_email),
        ("statement_descriptor", &mut intent.statement_descriptor),
    ] {
        if params.has(key) {
            *field = params.text(key)?;
        }
    }
    if params.texts("payment_method_types")?.iter().any(|kind| kind != "card") {
        return Err(ApiError::param("payment_method_types", "The test bank knows cards only."));
    }
    if params.has("setup_future_usage") {
        intent.setup_future_usage = params.word("setup_future_usage", &["off_session", "on_session"])?;
    }
    if let Some(shipping) = params.kept("shipping") {
        intent.shipping = shipping;
    }
    params.metadata(&mut intent.metadata)?;
    Ok(intent)
}

/// Takes the card and the way back that a call gives.
fn with_method(state: &mut State, mut intent: PaymentIntent, params: &Params) -> Result<PaymentIntent, ApiError> {
    let method = match (params.part("payment_method_data")?, params.text("payment_method")?) {
        (Some(data), _) => Some(payment_methods::from_params(state, &data)?),
        (None, Some(id)) => Some(payment_methods::resolve(state, &id, "payment_method")?),
        (None, None) => None,
    };
    if let Some(method) = method {
        payments::check_owner(&method, intent.customer.as_deref())?;
        intent.payment_method = Some(method.id);
        if intent.status == "requires_payment_method" {
            intent.status = "requires_confirmation".into();
        }
    }
    if let Some(back) = return_url(params)? {
        intent.bank.return_url = Some(back);
    }
    Ok(intent)
}

pub fn return_url(params: &Params) -> Result<Option<String>, ApiError> {
    let Some(back) = params.text("return_url")? else { return Ok(None) };
    match url::Url::parse(&back) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(Some(back)),
        _ => Err(ApiError::param("return_url", "Not a valid URL").with("code", "url_invalid")),
    }
}

/// `POST /v1/payment_intents/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&FIELDS)?;
    let before = state.payment_intents.need(&call.id, "id")?;
    if !matches!(before.status.as_str(), "requires_payment_method" | "requires_confirmation" | "requires_action")
        && FIELDS.iter().any(|field| !matches!(*field, "metadata" | "description") && call.params.has(field))
    {
        return Err(ApiError::unexpected_state(
            "payment_intent",
            format!("This PaymentIntent could not be updated because it has a status of {}.", before.status),
        ));
    }
    if before.invoice.is_some() && (call.params.has("amount") || call.params.has("currency")) {
        return Err(ApiError::param(
            "amount",
            "The amount of a PaymentIntent that belongs to an invoice cannot be changed.",
        ));
    }
    let intent = changed(state, before.clone(), &call.params)?;
    let intent = with_method(state, intent, &call.params)?;
    state.payment_intents.put(intent.clone());
    Ok(wire(&intent))
}

/// `POST /v1/payment_intents/:id/confirm`
pub fn confirm(state: &mut State, call: &Call) -> Answer {
    call.params.only(
        &[
            &CONFIRMING[..],
            &["payment_method", "setup_future_usage", "receipt_email", "expected_payment_method_type", "mandate_data"],
        ]
        .concat(),
    )?;
    let mut intent = state.payment_intents.need(&call.id, "id")?;
    call.check_secret(&intent.client_secret)?;
    if let Some(customer) = intent.customer.clone().filter(|_| intent.invoice.is_some()) {
        state.at_clock_of(&customer);
    }
    if !matches!(intent.status.as_str(), "succeeded" | "canceled" | "processing") {
        if call.params.has("setup_future_usage") {
            intent.setup_future_usage = call.params.word("setup_future_usage", &["off_session", "on_session"])?;
        }
        intent = with_method(state, intent, &call.params)?;
    }
    let present = call.publishable || !off_session(&call.params)?;
    payments::confirm(state, intent, present).map(|intent| wire(&intent))
}

/// `POST /v1/payment_intents/:id/cancel`
pub fn cancel(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["cancellation_reason"])?;
    let reasons = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"];
    let reason = call.params.word("cancellation_reason", &reasons)?;
    let intent = state.payment_intents.need(&call.id, "id")?;
    if intent.invoice.is_some() {
        return Err(ApiError::invalid(
            "You cannot cancel a PaymentIntent that belongs to an invoice. Void the invoice instead.",
        ));
    }
    if matches!(intent.status.as_str(), "succeeded" | "canceled" | "processing") {
        return Err(ApiError::unexpected_state(
            "payment_intent",
            format!("You cannot cancel this PaymentIntent because it has a status of {}.", intent.status),
        )
        .with("payment_intent", wire(&intent)));
    }
    Ok(wire(&end(state, intent, reason)))
}

/// Cancels an intent that nobody paid.
pub fn end(state: &mut State, mut intent: PaymentIntent, reason: Option<String>) -> PaymentIntent {
    intent.status = "canceled".into();
    intent.canceled_at = Some(state.now);
    intent.cancellation_reason = reason;
    intent.next_action = Value::Null;
    state.payment_intents.put(intent.clone());
    state.emit("payment_intent.canceled", wire(&intent));
    intent
}

/// `GET /v1/payment_intents/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    let intent = state.payment_intents.need(&call.id, "id")?;
    call.check_secret(&intent.client_secret)?;
    Ok(wire(&intent))
}

/// `GET /v1/payment_intents`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&PAGE)?;
    let within = created_within(&call.params)?;
    let rows = chosen(&state.payment_intents, call.params.text("customer")?.as_deref());
    page(rows.filter(|intent| within(intent.created)), call)
}
