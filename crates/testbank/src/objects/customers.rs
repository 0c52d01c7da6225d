//! Customers.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answer, Call, PAGE, created_within, page, subscriptions};
use crate::error::ApiError;
use crate::params::{Metadata, Params};
use crate::state::State;
use crate::state::table::{Row, wire};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Customer {
    pub id: String,
    pub created: i64,
    pub email: Option<String>,
    pub name: Option<String>,
    pub phone: Option<String>,
    pub description: Option<String>,
    pub address: Value,
    pub shipping: Value,
    pub balance: i64,
    pub currency: Option<String>,
    pub delinquent: bool,
    pub default_source: Option<String>,
    pub invoice_prefix: String,
    pub invoice_settings: InvoiceSettings,
    pub metadata: Metadata,
    pub preferred_locales: Vec<String>,
    pub tax_exempt: String,
    pub test_clock: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct InvoiceSettings {
    pub custom_fields: Value,
    pub default_payment_method: Option<String>,
    pub footer: Option<String>,
    pub rendering_options: Value,
}

impl Row for Customer {
    const OBJECT: &'static str = "customer";
    const NAME: &'static str = "customer";
    fn id(&self) -> &str {
        &self.id
    }
}

/// What is left of a customer: that there was one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeletedCustomer {
    pub id: String,
}

impl Row for DeletedCustomer {
    const OBJECT: &'static str = "deleted_customer";
    const NAME: &'static str = "customer";
    fn id(&self) -> &str {
        &self.id
    }
}

impl DeletedCustomer {
    fn wire(&self) -> Value {
        json!({ "id": self.id, "object": "customer", "deleted": true })
    }
}

const FIELDS: [&str; 13] = [
    "email",
    "name",
    "phone",
    "description",
    "address",
    "shipping",
    "metadata",
    "invoice_settings",
    "preferred_locales",
    "payment_method",
    "test_clock",
    "tax_exempt",
    "source",
];

/// `POST /v1/customers`
pub fn create(state: &mut State, call: &Call) -> Answer {
    let test_clock = call.params.text("test_clock")?;
    if let Some(clock) = &test_clock {
        state.now = state.test_clocks.need(clock, "test_clock")?.frozen_time;
    }
    let id = state.id("cus_");
    let customer = Customer {
        invoice_prefix: id[id.len() - 8..].to_uppercase(),
        id,
        created: state.now,
        email: None,
        name: None,
        phone: None,
        description: None,
        address: Value::Null,
        shipping: Value::Null,
        balance: 0,
        currency: None,
        delinquent: false,
        default_source: None,
        invoice_settings: InvoiceSettings::default(),
        metadata: Metadata::new(),
        preferred_locales: Vec::new(),
        tax_exempt: "none".into(),
        test_clock,
    };
    let mut customer = changed(state, customer, &call.params)?;
    state.customers.put(customer.clone());
    if let Some(method) = call.params.text("payment_method")? {
        super::payment_methods::attach_to(state, &method, &customer.id)
            .inspect_err(|_| state.customers.remove(&customer.id))?;
        customer = state.customers.need(&customer.id, "id")?;
    }
    state.emit("customer.created", wire(&customer));
    Ok(wire(&customer))
}

/// The customer with the fields that a call gives.
fn changed(state: &State, mut customer: Customer, params: &Params) -> Result<Customer, ApiError> {
    params.only(&FIELDS)?;
    for (key, field) in [
        ("email", &mut customer.email),
        ("name", &mut customer.name),
        ("phone", &mut customer.phone),
        ("description", &mut customer.description),
    ] {
        if params.has(key) {
            *field = params.text(key)?;
        }
    }
    for (key, field) in [("address", &mut customer.address), ("shipping", &mut customer.shipping)] {
        if params.has(key) {
            *field = params.kept(key).unwrap_or_default();
        }
    }
    if params.has("preferred_locales") {
        customer.preferred_locales = params.texts("preferred_locales")?;
    }
    if let Some(settings) = params.part("invoice_settings")? {
        settings.only(&["default_payment_method"])?;
        let method = settings.text("default_payment_method")?;
        if let Some(id) = &method {
            let found = state.payment_methods.need(id, "invoice_settings[default_payment_method]")?;
            if found.customer.as_deref() != Some(customer.id.as_str()) {
                return Err(ApiError::param(
                    "invoice_settings[default_payment_method]",
                    "The customer does not have a payment method with this ID. The payment method must be attached to the customer.",
                ));
            }
        }
        customer.invoice_settings.default_payment_method = method;
    }
    params.metadata(&mut customer.metadata)?;
    Ok(customer)
}

/// `POST /v1/customers/:id`
pub fn update(state: &mut State, call: &Call) -> Answer {
    let before = state.customers.need(&call.id, "id")?;
    let after = changed(state, before.clone(), &call.params)?;
    state.customers.put(after.clone());
    state.emit_update("customer.updated", &before, &after);
    Ok(wire(&after))
}

/// `GET /v1/customers/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    match state.deleted_customers.get(&call.id) {
        Some(deleted) => Ok(deleted.wire()),
        None => state.customers.need(&call.id, "id").map(|customer| wire(&customer)),
    }
}

/// `GET /v1/customers`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&[&PAGE[..], &["email", "test_clock"]].concat())?;
    let (email, clock) = (call.params.text("email")?, call.params.text("test_clock")?);
    let within = created_within(&call.params)?;
    let matches = |customer: &&Customer| {
        within(customer.created)
            && (email.is_none() || customer.email == email)
            && (clock.is_none() || customer.test_clock == clock)
    };
    page(state.customers.newest().filter(matches), call)
}

/// `DELETE /v1/customers/:id`: subscriptions end, cards go.
pub fn delete(state: &mut State, call: &Call) -> Answer {
    let customer = state.customers.need(&call.id, "id")?;
    let running: Vec<_> = state.subscriptions.of_customer(&call.id).filter(|sub| !sub.has_ended()).cloned().collect();
    for subscription in running {
        subscriptions::end(state, subscription);
    }
    let cards: Vec<_> = state.payment_methods.of_customer(&call.id).cloned().collect();
    for mut card in cards {
        card.customer = None;
        state.payment_methods.put(card);
    }
    state.customers.remove(&call.id);
    state.emit("customer.deleted", wire(&customer));
    let deleted = DeletedCustomer { id: customer.id };
    state.deleted_customers.put(deleted.clone());
    Ok(deleted.wire())
}
