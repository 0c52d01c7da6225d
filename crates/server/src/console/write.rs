//! Extractors of calls that change something: they require the same origin, and most of them JSON.

use axum::extract::{FromRequest, FromRequestParts, Request};
use http::request::Parts;
use http::{HeaderMap, header};
use serde::de::DeserializeOwned;

use super::bearer::bearer;
use crate::http::error::{Error, Result};
use crate::http::extract::Json;
use crate::state::App;

/// What the console's own page has sent, or a program with a token. Another site's page cannot write here, whatever the
/// browser sends along.
pub(super) struct SameOriginJson<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for SameOriginJson<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        if !may_write(request.headers()) {
            return Err(Error::ForeignOrigin);
        }
        Json::from_request(request, app).await.map(|Json(body)| Self(body))
    }
}

/// The same for calls without JSON.
pub(super) struct SameOrigin;

impl FromRequestParts<App> for SameOrigin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        if may_write(&parts.headers) { Ok(Self) } else { Err(Error::ForeignOrigin) }
    }
}

/// The same for a form. The console tells no address to anybody, so that a form of its page comes without its origin; that it
/// comes from there is said by the browser in another way.
pub(super) struct SameOriginForm;

impl FromRequestParts<App> for SameOriginForm {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let is_own = parts.headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
        if is_own || may_write(&parts.headers) { Ok(Self) } else { Err(Error::ForeignOrigin) }
    }
}

/// A session does not count beside a token, so that no page can add a token to write in an operator's name.
fn may_write(headers: &HeaderMap) -> bool {
    bearer(headers).is_some() || is_of_this_host(headers)
}

/// Every browser says where a write comes from; one that does not is none.
fn is_of_this_host(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let authority = text(header::ORIGIN).split_once("://").map_or("", |(_, authority)| authority);
    !authority.is_empty() && authority.eq_ignore_ascii_case(text(header::HOST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    /// T40: nothing but this host, with its port, is this host.
    #[test]
    fn foreign_origin_is_not_of_this_host() {
        let own = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("demo.test:8080"))]);
            headers.extend(origin.map(|origin| (header::ORIGIN, HeaderValue::from_static(origin))));
            is_of_this_host(&headers)
        };
        assert!(own(Some("http://demo.test:8080")) && own(Some("https://Demo.test:8080")));
        for foreign in
            ["", "null", "http://demo.test", "http://demo.test:80801", "http://evil.test", "demo.test:8080", "https://"]
        {
            assert!(!own(Some(foreign)), "{foreign}");
        }
        assert!(!own(None));
    }
}
