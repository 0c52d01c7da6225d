//! Cards that are saved for later, with their holder's authentication where the card asks for it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::payment_intents::return_url;
use super::{Answer, Call, PAGE, chosen, page, payment_methods, payments};
use crate::cards::{Authentication, Outcome};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SetupIntent {
    pub id: String,
    pub created: i64,
    pub automatic_payment_methods: Value,
    pub cancellation_reason: Option<String>,
    pub client_secret: String,
    pub customer: Option<String>,
    pub description: Option<String>,
    pub last_setup_error: Value,
    pub latest_attempt: Option<String>,
    pub mandate: Option<String>,
    pub metadata: Metadata,
    pub next_action: Value,
    pub payment_method: Option<String>,
    pub payment_method_options: Value,
    pub payment_method_types: Vec<String>,
    pub status: String,
    pub usage: String,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inside {
    pub return_url: Option<String>,
    /// Opens the page on which the holder authenticates.
    pub page: String,
    /// The subscription whose trial waits for this card.
    pub subscription: Option<String>,
}

impl Row for SetupIntent {
    const OBJECT: &'static str = "setup_intent";
    const NAME: &'static str = "setupintent";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        self.customer.as_deref()
    }
}

const FIELDS: [&str; 6] =
    ["customer", "description", "metadata", "payment_method", "payment_method_types", "payment_method_options"];
const CONFIRMING: [&str; 7] =
    ["confirm", "return_url", "payment_method_data", "use_stripe_sdk", "client_secret", "key", "mandate_data"];

/// An intent for a customer, before any card.
pub fn fresh(state: &mut State, customer: Option<String>) -> SetupIntent {
    let id = state.id("seti_");
    SetupIntent {
        client_secret: state.id(&format!("{id}_secret_")),
        id,
        created: state.now,
        automatic_payment_methods: Value::Null,
        cancellation_reason: None,
        customer,
        description: None,
        last_setup_error: Value::Null,
        latest_attempt: None,
        mandate: None,
        metadata: Metadata::new(),
        next_action: Value::Null,
        payment_method: None,
        payment_method_options: Value::Null,
        payment_method_types: vec!["card".into()],
        status: "requires_payment_method".into(),
        usage: "off_session".into(),
        bank: Inside::default(),
    }
}

/// `POST /v1/setup_intents`
pub fn create(state: &mut State, call: &Call) -> Answer {
    let params = &call.params;
    params.only(&[&FIELDS[..], &CONFIRMING[..], &["automatic_payment_methods", "usage"]].concat())?;
    let customer = params.text("customer")?;
    if let Some(customer) = &customer {
        state.customers.need(customer, "customer")?;
    }
    let confirm = params.bool("confirm")?.unwrap_or(false);
    let mut intent = fresh(state, customer);
    intent.description = params.text("description")?;
    intent.metadata = params.new_metadata()?;
    intent.automatic_payment_methods = params.kept("automatic_payment_methods").unwrap_or_default();
    if let Some(usage) = params.word("usage", &["off_session", "on_session"])? {
        intent.usage = usage;
    }
    intent = with_method(state, intent, params)?;
    state.setup_intents.put(intent.clone());
    state.emit("setup_intent.created", wire(&intent));
    if confirm {
        intent = check(state, intent)?;
    }
    Ok(wire(&intent))
}

fn with_method(state: &mut State, mut intent: SetupIntent, params: &Params) -> Result<SetupIntent, ApiError> {
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

/// `POST /v1/setup_intents/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    call.params.only(&FIELDS)?;
    let mut intent = state.setup_intents.need(&call.id, "id")?;
    still_open(&intent, "update")?;
    if let Some(customer) = call.params.text("customer")? {
        intent.customer = Some(state.customers.need(&customer, "customer")?.id);
    }
    if call.params.has("description") {
        intent.description = call.params.text("description")?;
    }
    call.params.metadata(&mut intent.metadata)?;
    let intent = with_method(state, intent, &call.params)?;
    state.setup_intents.put(intent.clone());
    Ok(wire(&intent))
}

/// `POST /v1/setup_intents/:id/confirm`
pub fn confirm(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&CONFIRMING[..], &["payment_method", "expected_payment_method_type"]].concat())?;
    let intent = state.setup_intents.need(&call.id, "id")?;
    call.check_secret(&intent.client_secret)?;
    still_open(&intent, "confirm")?;
    let intent = with_method(state, intent, &call.params)?;
    check(state, intent).map(|intent| wire(&intent))
}

fn still_open(intent: &SetupIntent, verb: &str) -> Result<(), ApiError> {
    if matches!(intent.status.as_str(), "succeeded" | "canceled") {
        return Err(ApiError::unexpected_state(
            "setup_intent",
            format!("You cannot {verb} this SetupIntent because it has a status of {}.", intent.status),
        )
        .with("setup_intent", wire(intent)));
    }
    Ok(())
}

/// Asks the card's bank whether the card may be saved.
fn check(state: &mut State, mut intent: SetupIntent) -> Result<SetupIntent, ApiError> {
    let Some(id) = &intent.payment_method else {
        return Err(ApiError::unexpected_state(
            "setup_intent",
            "You cannot confirm this SetupIntent because it's missing a payment method.",
        ));
    };
    let method = state.payment_methods.need(id, "payment_method")?;
    payments::check_owner(&method, intent.customer.as_deref())?;
    match method.outcome() {
        Outcome::Declined(decline) => {
            let error = ApiError::declined(decline).with("payment_method", wire(&method));
            Err(refuse(state, intent, error))
        }
        // A card that counts as set up from the start needs nothing.
        Outcome::Authenticates { when, .. } if when != Authentication::WhilePresent => {
            intent.status = "requires_action".into();
            intent.last_setup_error = Value::Null;
            intent.bank.page = state.id("");
            let page = format!("{}/3ds/{}/{}", state.public_url, intent.id, intent.bank.page);
            intent.next_action = payments::next_action(&page, intent.bank.return_url.as_deref());
            state.setup_intents.put(intent.clone());
            state.emit("setup_intent.requires_action", wire(&intent));
            Ok(intent)
        }
        _ => Ok(succeed(state, intent, false)),
    }
}

/// The holder answered the question of the bank.
pub fn authenticated(state: &mut State, intent: SetupIntent, approved: bool) {
    if approved {
        succeed(state, intent, true);
    } else {
        let error = ApiError::card(
            "setup_intent_authentication_failure",
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
        );
        refuse(state, intent, error);
    }
}

fn succeed(state: &mut State, mut intent: SetupIntent, with_authentication: bool) -> SetupIntent {
    intent.status = "succeeded".into();
    intent.next_action = Value::Null;
    intent.last_setup_error = Value::Null;
    state.setup_intents.put(intent.clone());
    if let Some(mut method) = intent.payment_method.as_ref().and_then(|id| state.payment_methods.get(id)).cloned() {
        method.bank.set_up |= with_authentication;
        state.payment_methods.put(method.clone());
        if let Some(customer) = &intent.customer {
            payment_methods::own(state, method, customer);
        }
    }
    state.emit("setup_intent.succeeded", wire(&intent));
    super::subscriptions::on_card_saved(state, &intent);
    intent
}

fn refuse(state: &mut State, mut intent: SetupIntent, error: ApiError) -> ApiError {
    intent.status = "requires_payment_method".into();
    intent.payment_method = None;
    intent.next_action = Value::Null;
    intent.last_setup_error = Value::Object(error.body.clone());
    state.setup_intents.put(intent.clone());
    state.emit("setup_intent.setup_failed", wire(&intent));
    error.with("setup_intent", wire(&intent))
}

/// `POST /v1/setup_intents/:id/cancel`
pub fn cancel(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["cancellation_reason"])?;
    let reason = call.params.word("cancellation_reason", &["abandoned", "requested_by_customer", "duplicate"])?;
    let mut intent = state.setup_intents.need(&call.id, "id")?;
    still_open(&intent, "cancel")?;
    intent.status = "canceled".into();
    intent.cancellation_reason = reason;
    intent.next_action = Value::Null;
    state.setup_intents.put(intent.clone());
    state.emit("setup_intent.canceled", wire(&intent));
    Ok(wire(&intent))
}

/// `GET /v1/setup_intents/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    let intent = state.setup_intents.need(&call.id, "id")?;
    call.check_secret(&intent.client_secret)?;
    Ok(wire(&intent))
}

/// `GET /v1/setup_intents`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["payment_method"]].concat())?;
    let method = call.params.text("payment_method")?;
    let rows = chosen(&state.setup_intents, call.params.text("customer")?.as_deref());
    page(rows.filter(|intent| method.is_none() || intent.payment_method == method), call)
}
