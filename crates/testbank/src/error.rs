//! Errors in Stripe's shape: a type, a code, and the parameter that was wrong.

use serde_json::{Map, Value, json};

use crate::cards::Decline;

#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    pub status: u16,
    pub body: Map<String, Value>,
}

impl ApiError {
    pub fn new(status: u16, kind: &str, message: impl Into<String>) -> Self {
        let mut body = Map::new();
        body.insert("type".into(), kind.into());
        body.insert("message".into(), message.into().into());
        Self { status, body }
    }

    /// 400: the request is wrong.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(400, "invalid_request_error", message)
    }

    pub fn param(name: &str, message: impl Into<String>) -> Self {
        Self::invalid(message).with("param", name)
    }

    pub fn missing_param(name: &str) -> Self {
        Self::param(name, format!("Missing required param: {name}.")).with("code", "parameter_missing")
    }

    /// An id that the bank does not know: 404 in the path, 400 in a parameter.
    pub fn no_such(kind: &str, id: &str, param: &str) -> Self {
        let status = if param == "id" { 404 } else { 400 };
        Self::new(status, "invalid_request_error", format!("No such {kind}: '{}'", shown(id)))
            .with("code", "resource_missing")
            .with("param", param)
    }

    /// The object is in a state that does not allow the call.
    pub fn unexpected_state(kind: &str, message: impl Into<String>) -> Self {
        Self::invalid(message).with("code", format!("{kind}_unexpected_state"))
    }

    /// 402: the card was refused.
    pub fn declined(decline: Decline) -> Self {
        let error = Self::card(decline.code(), decline.message());
        match decline.decline_code() {
            Some(code) => error.with("decline_code", code),
            None => error,
        }
    }

    pub fn card(code: &str, message: impl Into<String>) -> Self {
        Self::new(402, "card_error", message).with("code", code)
    }

    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.body.insert(key.into(), value.into());
        self
    }

    pub fn to_json(&self) -> Value {
        json!({ "error": self.body })
    }
}

/// What a caller sent, short enough to be repeated; a card's number in the wrong place is not.
fn shown(id: &str) -> String {
    if id.bytes().filter(u8::is_ascii_digit).count() >= 12 && !id.contains('_') {
        return "…".into();
    }
    id.chars().take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T45: a card's number that was sent as an id is not repeated.
    #[test]
    fn a_number_is_not_repeated() {
        let error = ApiError::no_such("PaymentMethod", "4111 1111 1111 1111", "payment_method");
        assert!(!error.to_json().to_string().contains("1111"));
    }
}
