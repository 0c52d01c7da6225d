//! Sessions of the page on which customers look after their cards and subscriptions.

use serde::{Deserialize, Serialize};

use super::payment_intents::return_url;
use super::{Answer, Call};
use crate::error::ApiError;
use crate::state::State;
use crate::state::table::{Row, wire};

/// How long a session is good for, in seconds of the machine's clock.
pub const LASTS: i64 = 3_600;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PortalSession {
    pub id: String,
    pub created: i64,
    pub configuration: String,
    pub customer: String,
    pub flow: Option<String>,
    pub locale: Option<String>,
    pub on_behalf_of: Option<String>,
    pub return_url: Option<String>,
    pub url: String,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Inside {
    /// The machine's time in milliseconds.
    pub ends: i64,
}

impl Row for PortalSession {
    const OBJECT: &'static str = "billing_portal.session";
    const NAME: &'static str = "billing portal session";
    fn id(&self) -> &str {
        &self.id
    }
    fn customer(&self) -> Option<&str> {
        Some(&self.customer)
    }
}

/// `POST /v1/billing_portal/sessions`
pub fn create(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["customer", "return_url", "locale", "configuration"])?;
    let customer = state.customers.need(&call.params.need_text("customer")?, "customer")?;
    let back = return_url(&call.params)?;
    // Sessions that have ended make room here, so that a customer has a handful at most.
    let ended: Vec<_> = state
        .portal_sessions
        .of_customer(&customer.id)
        .filter(|old| old.bank.ends < state.wall)
        .map(|old| old.id.clone())
        .collect();
    for old in ended {
        state.portal_sessions.remove(&old);
    }
    let id = state.id("bps_");
    let session = PortalSession {
        url: format!("{}/portal/{id}", state.public_url),
        id,
        created: state.now,
        configuration: call.params.text("configuration")?.unwrap_or_else(|| "bpc_testbank".into()),
        customer: customer.id,
        flow: None,
        locale: call.params.text("locale")?,
        on_behalf_of: None,
        return_url: back,
        bank: Inside { ends: state.wall + LASTS * 1_000 },
    };
    state.portal_sessions.put(session.clone());
    Ok(wire(&session))
}

/// The session that a page's address names, while it lasts.
pub fn open(state: &State, id: &str) -> Result<PortalSession, ApiError> {
    let session = state.portal_sessions.need(id, "id")?;
    if session.bank.ends < state.wall {
        return Err(ApiError::no_such(PortalSession::NAME, id, "id"));
    }
    Ok(session)
}
