//! Cards. Their numbers are compared with the published ones and forgotten.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Answer, Call, PAGE, page, payments};
use crate::cards::{self, CardError, Outcome, TestCard};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub created: i64,
    #[serde(rename = "type")]
    pub kind: String,
    pub billing_details: Value,
    pub card: Card,
    pub customer: Option<String>,
    pub metadata: Metadata,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    pub brand: String,
    pub display_brand: String,
    pub last4: String,
    pub exp_month: i64,
    pub exp_year: i64,
    pub fingerprint: String,
    pub funding: String,
    pub country: String,
    pub checks: Value,
    pub generated_from: Value,
    pub networks: Value,
    pub three_d_secure_usage: Value,
    pub wallet: Value,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inside {
    /// The holder authenticated while it was saved.
    pub set_up: bool,
    /// Used without a customer, or taken from one: not good for anything any more.
    pub spent: bool,
}

impl Row for PaymentMethod {
    const OBJECT: &'static str = "payment_method";
    const NAME: &'static str = "PaymentMethod";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }
}

impl PaymentMethod {
    pub fn outcome(&self) -> Outcome {
        cards::by_face(&self.card.brand, &self.card.last4).map_or(Outcome::Succeeds, |card| card.outcome)
    }
}

/// `POST /v1/payment_methods`
pub fn create(state: &mut State, call: &Call) -> Answer {
    let method = from_params(state, &call.params)?;
    Ok(wire(&method))
}

/// A card as typed, kept at once.
pub fn from_params(state: &mut State, params: &Params) -> Result<PaymentMethod, ApiError> {
    params.only(&["type", "card", "billing_details", "metadata", "allow_redisplay", "key", "guid", "muid", "sid"])?;
    params.word("type", &["card"])?.ok_or_else(|| ApiError::missing_param(&params.name("type")))?;
    let typed = params.part("card")?.ok_or_else(|| ApiError::missing_param(&params.name("card")))?;
    typed.only(&["number", "exp_month", "exp_year", "cvc"])?;
    let card = cards::find(&typed.need_text("number")?).map_err(|error| refused(error, &typed))?;
    let (month, year) = expiry(state, &typed)?;
    if typed.text("cvc")?.is_some_and(|cvc| !(3..=4).contains(&cvc.len()) || !cvc.bytes().all(|b| b.is_ascii_digit())) {
        return Err(
            ApiError::card("invalid_cvc", "Your card's security code is invalid.").with("param", typed.name("cvc"))
        );
    }
    let details = params.kept("billing_details");
    let metadata = params.new_metadata()?;
    Ok(keep(state, card, (month, year), details, metadata))
}

fn refused(error: CardError, typed: &Params) -> ApiError {
    let (code, message) = match error {
        CardError::Malformed => ("invalid_number", "The card number is not a valid credit card number."),
        CardError::IncorrectNumber => ("incorrect_number", "Your card number is incorrect."),
        // What Stripe answers to a real card in test mode.
        CardError::NotPublished => {
            return ApiError::card("card_declined", "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.")
                .with("decline_code", "test_mode_live_card");
        }
    };
    ApiError::card(code, message).with("param", typed.name("number"))
}

fn expiry(state: &State, typed: &Params) -> Result<(i64, i64), ApiError> {
    let month = typed.int("exp_month")?.ok_or_else(|| ApiError::missing_param(&typed.name("exp_month")))?;
    let year = typed.int("exp_year")?.ok_or_else(|| ApiError::missing_param(&typed.name("exp_year")))?;
    let year = if (0..100).contains(&year) { year + 2_000 } else { year };
    if !(1..=12).contains(&month) {
        return Err(ApiError::card("invalid_expiry_month", "Your card's expiration month is invalid.")
            .with("param", typed.name("exp_month")));
    }
    // Against the machine's time: a clock that was moved on must not spoil a card that a person types today.
    let (now_year, now_month) = year_and_month(state.wall / 1_000);
    if !(now_year..=now_year + 50).contains(&year) || (year == now_year && month < now_month) {
        return Err(ApiError::card("invalid_expiry_year", "Your card's expiration year is invalid.")
            .with("param", typed.name("exp_year")));
    }
    Ok((month, year))
}

fn year_and_month(at: i64) -> (i64, i64) {
    let date = jiff::Timestamp::from_second(at).unwrap_or_default().to_zoned(jiff::tz::TimeZone::UTC).date();
    (date.year().into(), date.month().into())
}

fn keep(
    state: &mut State,
    card: &TestCard,
    expiry: (i64, i64),
    details: Option<Value>,
    metadata: Metadata,
) -> PaymentMethod {
    let method = made(state, card, expiry, details, metadata);
    state.payment_methods.put(method.clone());
    method
}

fn made(
    state: &mut State,
    card: &TestCard,
    expiry: (i64, i64),
    details: Option<Value>,
    metadata: Metadata,
) -> PaymentMethod {
    let (brand, last4) = (card.brand.as_str(), card.number.last4());
    let print = Sha256::digest(format!("{} {brand} {last4}", state.settings().salt));
    PaymentMethod {
        id: state.id("pm_"),
        created: state.now,
        kind: "card".into(),
        billing_details: details
            .unwrap_or_else(|| json!({ "address": null, "email": null, "name": null, "phone": null })),
        card: Card {
            brand: brand.into(),
            display_brand: brand.into(),
            last4: last4.into(),
            exp_month: expiry.0,
            exp_year: expiry.1,
            fingerprint: print.iter().take(8).map(|byte| format!("{byte:02x}")).collect(),
            funding: "credit".into(),
            country: "US".into(),
            checks: json!({ "address_line1_check": null, "address_postal_code_check": null, "cvc_check": "unchecked" }),
            generated_from: Value::Null,
            networks: json!({ "available": [brand], "preferred": null }),
            three_d_secure_usage: json!({ "supported": true }),
            wallet: Value::Null,
        },
        customer: None,
        metadata,
        bank: Inside::default(),
    }
}

/// A card that a call names: one that is kept, or one of Stripe's ready-made ids.
pub fn resolve(state: &mut State, id: &str, param: &str) -> Result<PaymentMethod, ApiError> {
    if let Some(card) = cards::by_id(id) {
        let expiry = ready_made_expiry(state);
        return Ok(keep(state, card, expiry, None, Metadata::new()));
    }
    state.payment_methods.need(id, param)
}

fn ready_made_expiry(state: &State) -> (i64, i64) {
    let (year, _) = year_and_month(state.wall / 1_000);
    (12, year + 3)
}

/// `POST /v1/payment_methods/:id/attach`
pub fn attach(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["customer"])?;
    let customer = state.customers.need(&call.params.need_text("customer")?, "customer")?;
    attach_to(state, &call.id, &customer.id).map(|method| wire(&method))
}

/// Gives a card to a customer; some are refused at this moment already.
pub fn attach_to(state: &mut State, id: &str, customer: &str) -> Result<PaymentMethod, ApiError> {
    let method = resolve(state, id, "id")?;
    match method.customer.as_deref() {
        Some(owner) if owner == customer => return Ok(method),
        Some(_) => {
            return Err(ApiError::invalid("The payment method you provided has already been attached to a customer."));
        }
        None if method.bank.spent => return Err(payments::spent()),
        None => {}
    }
    if let Outcome::Declined(decline) = method.outcome() {
        return Err(ApiError::declined(decline));
    }
    Ok(own(state, method, customer))
}

/// Makes a card a customer's without asking the bank again.
pub fn own(state: &mut State, mut method: PaymentMethod, customer: &str) -> PaymentMethod {
    if method.customer.is_none() {
        method.customer = Some(customer.to_owned());
        method.bank.spent = false;
        state.payment_methods.put(method.clone());
        state.emit("payment_method.attached", wire(&method));
    }
    method
}

/// `POST /v1/payment_methods/:id/detach`
pub fn detach(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[])?;
    let method = state.payment_methods.need(&call.id, "id")?;
    let Some(customer) = method.customer.clone() else {
        return Err(ApiError::invalid(
            "The payment method you provided is not attached to a customer so detachment is impossible.",
        ));
    };
    Ok(wire(&release(state, method, &customer)))
}

/// Takes a card from its customer, whose default it may have been.
pub fn release(state: &mut State, mut method: PaymentMethod, customer: &str) -> PaymentMethod {
    let before = method.clone();
    method.customer = None;
    method.bank.spent = true;
    state.payment_methods.put(method.clone());
    if let Some(mut owner) = state.customers.get(customer).cloned()
        && owner.invoice_settings.default_payment_method.as_deref() == Some(method.id.as_str())
    {
        let was = owner.clone();
        owner.invoice_settings.default_payment_method = None;
        state.customers.put(owner.clone());
        state.emit_update("customer.updated", &was, &owner);
    }
    let renewing: Vec<_> = state
        .subscriptions
        .of_customer(customer)
        .filter(|sub| sub.default_payment_method.as_deref() == Some(method.id.as_str()))
        .cloned()
        .collect();
    for mut subscription in renewing {
        subscription.default_payment_method = None;
        state.subscriptions.put(subscription);
    }
    state.emit_update("payment_method.detached", &before, &method);
    method
}

/// `GET /v1/payment_methods/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    // A ready-made one is shown under its own id; it becomes a card of its own where it is used.
    if let Some(card) = cards::by_id(&call.id) {
        let expiry = ready_made_expiry(state);
        let shown = PaymentMethod { id: call.id.clone(), ..made(state, card, expiry, None, Metadata::new()) };
        return Ok(wire(&shown));
    }
    state.payment_methods.need(&call.id, "id").map(|method| wire(&method))
}

/// `POST /v1/payment_methods/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["billing_details", "metadata"])?;
    let before = state.payment_methods.need(&call.id, "id")?;
    let mut method = before.clone();
    if let Some(details) = call.params.kept("billing_details") {
        method.billing_details = details;
    }
    call.params.metadata(&mut method.metadata)?;
    state.payment_methods.put(method.clone());
    state.emit_update("payment_method.updated", &before, &method);
    Ok(wire(&method))
}

/// `GET /v1/payment_methods?customer=`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["type"]].concat())?;
    let customer = call.params.need_text("customer")?;
    page(state.payment_methods.of_customer(&customer), call)
}

/// `GET /v1/customers/:id/payment_methods`
pub fn list_of_customer(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["type"]].concat())?;
    state.customers.need(&call.id, "id")?;
    page(state.payment_methods.of_customer(&call.id), call)
}
