//! Calls of programs: a token in the `Authorization` header, in the place of a session.

use domain::api_token;
use http::{HeaderMap, header};
use store::{ApiToken, OperatorAccess};

use super::session::NOTED;
use crate::http::error::{Error, Result};
use crate::state::App;

/// What an `Authorization: Bearer` header carries. Other schemes belong to proxies in front.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The token of a call and the operator who made it.
pub(super) async fn of_bearer(app: &App, token: &str) -> Result<(ApiToken, OperatorAccess)> {
    let (hash, now) = (api_token::hash(token).ok_or(Error::Unauthenticated)?, app.now());
    let (token, access) = app.store.api_token(hash, now).await?.ok_or(Error::Unauthenticated)?;
    if token.last_used_at.is_none_or(|last| now.0 - last.0 > NOTED) {
        let (store, id) = (app.store.clone(), token.id);
        // The call does not wait for it, and the next one tries again.
        tokio::spawn(async move { store.api_token_touch(id, now).await });
    }
    Ok((token, access))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    /// T27: only a bearer token takes the place of a session.
    #[test]
    fn other_schemes_are_no_bearer() {
        let of = |value: &'static str| {
            let headers = HeaderMap::from_iter([(header::AUTHORIZATION, HeaderValue::from_static(value))]);
            bearer(&headers).map(str::to_owned)
        };
        assert_eq!(of("bearer  touchline_a ").as_deref(), Some("touchline_a"));
        assert_eq!(of("Bearer").as_deref(), Some(""));
        assert_eq!(["Basic YTpi", ""].map(of), [const { None }; 2]);
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
