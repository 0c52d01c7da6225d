//! The caller: the shop with its secret key, or a browser with the publishable one.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use subtle::ConstantTimeEq;

use crate::bank::Inner;
use crate::error::ApiError;
use crate::params::Params;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    Secret,
    Publishable,
}

/// The caller by the key in the header: as bearer, or as a user's name. Nothing without one; a wrong one is refused
/// before anything else of the call is looked at.
pub fn by_header(inner: &Inner, headers: &HeaderMap) -> Result<Option<Caller>, ApiError> {
    let key = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(key_of);
    key.map(|key| of_key(inner, &key)).transpose()
}

/// Browsers may also send their key as a parameter.
pub fn by_param(inner: &Inner, params: &Params) -> Result<Caller, ApiError> {
    let key = params.text("key")?.filter(|key| key.starts_with("pk_")).ok_or_else(missing)?;
    of_key(inner, &key)
}

fn of_key(inner: &Inner, key: &str) -> Result<Caller, ApiError> {
    let is = |own: &str| bool::from(key.as_bytes().ct_eq(own.as_bytes()));
    if is(&inner.secret_key) {
        Ok(Caller::Secret)
    } else if is(&inner.publishable_key) {
        Ok(Caller::Publishable)
    } else {
        Err(unauthorized("Invalid API Key provided."))
    }
}

pub fn missing() -> ApiError {
    unauthorized("You did not provide an API key. You need to provide your API key in the Authorization header.")
}

fn unauthorized(message: &str) -> ApiError {
    ApiError::new(401, "invalid_request_error", message)
}

fn key_of(header: &str) -> Option<String> {
    let (scheme, rest) = header.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(rest.trim().to_owned());
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = String::from_utf8(STANDARD.decode(rest.trim()).ok()?).ok()?;
    Some(decoded.split(':').next()?.to_owned())
}

/// What a browser may not do.
pub fn forbidden() -> ApiError {
    ApiError::new(
        401,
        "invalid_request_error",
        "This API call cannot be made with a publishable API key. Please use a secret API key.",
    )
    .with("code", "secret_key_required")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_in_two_ways() {
        assert_eq!(key_of("Bearer sk_test_1").as_deref(), Some("sk_test_1"));
        assert_eq!(key_of("Basic c2tfdGVzdF8xOg==").as_deref(), Some("sk_test_1"));
        assert_eq!(key_of("Digest x"), None);
        assert_eq!(key_of("sk_test_1"), None);
    }
}
