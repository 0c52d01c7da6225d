//! Where events are sent. Only to this machine: the bank is for tests, and must not call strangers.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answer, Call, PAGE, page};
use crate::error::ApiError;
use crate::params::Metadata;
use crate::state::State;
use crate::state::table::{Row, wire};

/// As many as Stripe allows.
const MAX_ENDPOINTS: usize = 16;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WebhookEndpoint {
    pub id: String,
    pub created: i64,
    pub api_version: Option<String>,
    pub application: Value,
    pub description: Option<String>,
    pub enabled_events: Vec<String>,
    pub metadata: Metadata,
    pub status: String,
    pub url: String,
    #[serde(rename = "_bank")]
    pub bank: Inside,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Inside {
    pub secret: String,
}

impl Row for WebhookEndpoint {
    const OBJECT: &'static str = "webhook_endpoint";
    const NAME: &'static str = "webhook endpoint";
    fn id(&self) -> &str {
        &self.id
    }
}

/// `POST /v1/webhook_endpoints`: the only answer that has the secret.
pub fn create(state: &mut State, call: &Call) -> Answer {
    call.params.only(&["url", "enabled_events", "description", "metadata", "api_version"])?;
    let url = local(&call.params.need_text("url")?)?;
    let enabled_events = call.params.texts("enabled_events")?;
    if enabled_events.is_empty() {
        return Err(ApiError::missing_param("enabled_events"));
    }
    if state.webhook_endpoints.len() >= MAX_ENDPOINTS {
        return Err(ApiError::invalid("You have reached the maximum of 16 test webhook endpoints."));
    }
    let endpoint = WebhookEndpoint {
        id: state.id("we_"),
        created: state.now,
        api_version: call.params.text("api_version")?,
        application: Value::Null,
        description: call.params.text("description")?,
        enabled_events,
        metadata: call.params.new_metadata()?,
        status: "enabled".into(),
        url,
        bank: Inside { secret: state.id("whsec_") },
    };
    let mut shown = wire(&endpoint);
    shown["secret"] = endpoint.bank.secret.clone().into();
    state.webhook_endpoints.put(endpoint);
    Ok(shown)
}

/// An endpoint that the owner of the bank sets up by itself, with a secret that it knows already.
pub fn ensure(state: &mut State, url: &str, secret: &str) -> Result<(), ApiError> {
    let url = local(url)?;
    let known = state.webhook_endpoints.newest().find(|endpoint| endpoint.url == url).cloned();
    let id = match known {
        Some(endpoint) if endpoint.bank.secret == secret => return Ok(()),
        Some(endpoint) => endpoint.id,
        None => state.id("we_"),
    };
    state.webhook_endpoints.put(WebhookEndpoint {
        id,
        created: state.now,
        api_version: None,
        application: Value::Null,
        description: None,
        enabled_events: vec!["*".into()],
        metadata: Metadata::new(),
        status: "enabled".into(),
        url,
        bank: Inside { secret: secret.into() },
    });
    Ok(())
}

fn local(address: &str) -> Result<String, ApiError> {
    let wrong = || {
        ApiError::param("url", "The test bank calls http addresses of this machine only.").with("code", "url_invalid")
    };
    let url = url::Url::parse(address).map_err(|_| wrong())?;
    let here = match url.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    };
    if here && url.scheme() == "http" { Ok(url.to_string()) } else { Err(wrong()) }
}

/// `GET /v1/webhook_endpoints/:id`
pub fn retrieve(state: &mut State, call: &Call) -> Answer {
    state.webhook_endpoints.need(&call.id, "id").map(|endpoint| wire(&endpoint))
}

/// `GET /v1/webhook_endpoints`
pub fn list(state: &mut State, call: &Call) -> Answer {
    call.params.only(&PAGE)?;
    page(state.webhook_endpoints.newest(), call)
}

/// `DELETE /v1/webhook_endpoints/:id`
pub fn delete(state: &mut State, call: &Call) -> Answer {
    state.webhook_endpoints.need(&call.id, "id")?;
    state.webhook_endpoints.remove(&call.id);
    Ok(json!({ "id": call.id, "object": "webhook_endpoint", "deleted": true }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhook_address_must_be_on_this_machine() {
        for address in ["http://127.0.0.1:8080/api/stripe/webhook", "http://localhost:1/", "http://[::1]:8080/x"] {
            assert!(local(address).is_ok(), "{address}");
        }
        for address in [
            "https://127.0.0.1/",
            "http://10.0.0.1/",
            "http://example.com/",
            "http://127.0.0.1.nip.io/",
            "ftp://localhost/",
            "x",
        ] {
            assert!(local(address).is_err(), "{address}");
        }
    }
}
