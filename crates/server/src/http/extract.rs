//! What handlers ask of a request that belongs to no feature: parameters, numbers of the path, JSON bodies, windows of lists.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use bytes::Bytes;
use domain::channel::normal_host;
use http::request::Parts;
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::IntoParams;

use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;

/// The largest body of a call; uploads have ways of their own.
const BODY_LIMIT: usize = 64 * 1024;
/// Deeper JSON than this is nobody's honest request.
const JSON_DEPTH: usize = 32;

pub(crate) fn host(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    headers.get(header::HOST)?.to_str().ok().and_then(normal_host)
}

/// Parameters of the address; a wrong one is named in the error.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let text = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(text.as_bytes()));
        serde_path_to_error::deserialize(pairs).map(Self).map_err(|cause| field_error(&cause, "query"))
    }
}

/// A numeric id of the path.
pub(crate) struct Id(pub(crate) i64);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        number_of_path(parts, state, "id").await.map(Self)
    }
}

/// The number that stands in the path under a name.
pub(crate) async fn number_of_path<S: Send + Sync>(parts: &mut Parts, state: &S, name: &str) -> Result<i64> {
    let number = text_of_path(parts, state, name).await?;
    number.parse().map_err(|_| Error::invalid(name, FieldCode::Number, format!("{name} must be a number")))
}

/// What stands in the path under a name.
pub(crate) async fn text_of_path<S: Send + Sync>(parts: &mut Parts, state: &S, name: &str) -> Result<String> {
    let params = RawPathParams::from_request_parts(parts, state).await.map_err(|_| Error::NotFound("page"))?;
    Ok(params.iter().find(|(found, _)| *found == name).map_or("", |(_, value)| value).to_owned())
}

/// A JSON body, within limits of size and depth.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let (parts, body) = request.into_parts();
        read_json(&parts.headers, body).await.and_then(|bytes| parse_json(&bytes)).map(Self)
    }
}

pub(crate) async fn read_json(headers: &HeaderMap, body: Body) -> Result<Bytes> {
    read_json_within(headers, body, BODY_LIMIT).await
}

/// The same for a call whose bodies may be larger.
pub(crate) async fn read_json_within(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes> {
    if !is_plain_json(headers) {
        return Err(Error::NotJson);
    }
    match http_body_util::Limited::new(body, limit).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(cause) if cause.is::<http_body_util::LengthLimitError>() => Err(Error::TooLarge),
        Err(_) => Err(Error::TooSlow),
    }
}

fn is_plain_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json") && !headers.contains_key(header::CONTENT_ENCODING)
}

pub(crate) fn parse_json<T: DeserializeOwned>(bytes: &Bytes) -> Result<T> {
    if depth(bytes) > JSON_DEPTH {
        return Err(Error::invalid("body", FieldCode::Invalid, "the body is nested too deeply"));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|cause| field_error(&cause, "body"))?;
    json.end().map_err(|_| Error::invalid("body", FieldCode::Invalid, "there is something behind the JSON value"))?;
    Ok(value)
}

/// A part of a body that has been parsed.
pub(crate) fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|cause| field_error(&cause, "body"))
}

/// How deeply brackets are nested outside of strings.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0usize, 0, false, false);
    for byte in json {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'[' | b'{') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn field_error<E: std::fmt::Display>(cause: &serde_path_to_error::Error<E>, whole: &str) -> Error {
    let path = cause.path().to_string();
    let inner = cause.inner().to_string();
    // A missing field is named in the message only: `missing field `x``.
    let missing = inner.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    match missing {
        Some(field) => Error::invalid(field, FieldCode::Required, format!("{field} is required")),
        None if path == "." => Error::invalid(whole, FieldCode::Invalid, format!("the {whole} cannot be read")),
        None => Error::invalid(path.clone(), FieldCode::Invalid, format!("{path} is not valid")),
    }
}

/// Which part of a list is wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Window {
    /// Where to begin.
    #[param(maximum = 10000)]
    offset: Option<usize>,
    /// How many, 50 if not said.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// `1` for the whole list, up to 5,000.
    #[param(maximum = 1)]
    no_limit: Option<u8>,
}

impl Window {
    const MAX_OFFSET: usize = 10_000;
    const MAX_LIMIT: usize = 200;
    const WHOLE: usize = 5_000;
    const USUAL: usize = 50;

    pub(crate) fn is_whole(self) -> bool {
        self.no_limit == Some(1) && self.limit.is_none() && self.offset.is_none()
    }

    /// As [`Window::bounds`], for a list that has no end: it is never given whole.
    pub(crate) fn page_bounds(self) -> Result<(usize, usize)> {
        Self { no_limit: None, ..self }.bounds()
    }

    /// The part as offset and limit; more than the ceiling is an error, not a silent cut.
    pub(crate) fn bounds(self) -> Result<(usize, usize)> {
        self.bounds_or(Self::USUAL)
    }

    /// The same for a list that has its own limit when none is said.
    pub(crate) fn bounds_or(self, usual: usize) -> Result<(usize, usize)> {
        let offset = self.offset.unwrap_or(0);
        if offset > Self::MAX_OFFSET {
            let reason = FieldCode::Range.within(0, Self::MAX_OFFSET);
            return Err(Error::invalid("offset", reason, "offset must be 10000 at most"));
        }
        match (self.limit, self.no_limit) {
            (Some(limit), _) if (1..=Self::MAX_LIMIT).contains(&limit) => Ok((offset, limit)),
            (Some(_), _) => {
                let reason = FieldCode::Range.within(1, Self::MAX_LIMIT);
                Err(Error::invalid("limit", reason, "limit must be between 1 and 200"))
            }
            (None, Some(1)) => Ok((offset, Self::WHOLE)),
            (None, _) => Ok((offset, usual)),
        }
    }
}

/// Which part of a list is wanted that is walked from its newest row.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Cursor {
    /// How many, 50 if not said.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// `next` of the part before.
    #[param(minimum = 1)]
    cursor: Option<i64>,
}

impl Cursor {
    /// The cursor and the limit; what is out of range is an error, not a silent cut.
    pub(crate) fn bounds(self) -> Result<(Option<i64>, usize)> {
        if self.cursor.is_some_and(|cursor| cursor < 1) {
            return Err(Error::invalid("cursor", FieldCode::Invalid, "cursor is not valid"));
        }
        let (_, limit) = Window { limit: self.limit, ..Window::default() }.bounds()?;
        Ok((self.cursor, limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T37: deep JSON is refused before it is parsed.
    #[test]
    fn depth_counts_brackets_outside_strings() {
        assert_eq!(depth(br#"{"a": [1, {"b": "[[[[\"[["}]}"#), 3);
        assert_eq!(depth(b"]]]"), 0);
        let deep: Bytes = [b"[".repeat(33), b"]".repeat(33)].concat().into();
        assert!(matches!(parse_json::<serde_json::Value>(&deep), Err(Error::Invalid(_))));
    }

    /// T37: limits have a ceiling.
    #[test]
    fn windows_have_ceilings() {
        let window = |offset, limit, no_limit| Window { offset, limit, no_limit }.bounds();
        assert_eq!(window(None, None, None).unwrap(), (0, 50));
        assert_eq!(window(Some(10), Some(200), None).unwrap(), (10, 200));
        assert_eq!(window(None, None, Some(1)).unwrap(), (0, 5_000));
        for (offset, limit) in [(Some(10_001), None), (None, Some(201)), (None, Some(0))] {
            assert!(window(offset, limit, None).is_err());
        }
    }

    /// T37: a cursor is an id, and its limit has the same ceiling.
    #[test]
    fn cursors_have_ceilings() {
        let bounds = |cursor, limit| Cursor { limit, cursor }.bounds();
        assert_eq!(bounds(None, None).unwrap(), (None, 50));
        assert_eq!(bounds(Some(1), Some(200)).unwrap(), (Some(1), 200));
        for (cursor, limit) in [(Some(0), None), (Some(-1), None), (None, Some(201)), (None, Some(0))] {
            assert!(bounds(cursor, limit).is_err());
        }
    }
}
