//! What handlers ask of a request: whose channel it is for, who asks, with which parameters and body.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use bytes::Bytes;
use domain::account::HeldBack;
use domain::channel::normal_host;
use domain::geo::Code;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use domain::{account, api_key, session_key};
use http::request::Parts;
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::channels::chosen_channel;
use crate::channels::snapshot::Snapshot;
use crate::commerce::NotSold;
use crate::http::card_number;
use crate::http::error::{Error, Result};
use crate::http::refusal::Refusal;
use crate::state::App;
use crate::transport::listener::Peer;

/// The largest body of a call; uploads have ways of their own.
const BODY_LIMIT: usize = 64 * 1024;
/// Deeper JSON than this is nobody's honest request.
const JSON_DEPTH: usize = 32;

pub(crate) fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}

/// The channel that is served at the request's host.
pub(crate) struct Channel(pub(crate) Arc<Snapshot>);

impl FromRequestParts<App> for Channel {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if let Some(chosen) = chosen_channel::chosen(app, &parts.uri, &parts.headers)? {
            return Ok(Self(chosen));
        }
        host(&parts.headers).and_then(|host| app.channels.by_host(&host)).map(Self).ok_or(Error::UnknownHost)
    }
}

pub(crate) fn host(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    headers.get(header::HOST)?.to_str().ok().and_then(normal_host)
}

/// Somebody with a valid api key of the channel that the host serves, and nothing to do before anything else.
pub(crate) struct Visitor {
    pub(crate) channel: Arc<Snapshot>,
    /// Present for those who are logged in.
    pub(crate) member: Option<Arc<account::Member>>,
    /// What the member's session is found by.
    pub(crate) session: Option<KeyHash>,
    /// What somebody without an account is told apart by.
    pub(crate) anonymous: Option<[u8; 16]>,
    /// Where they seem to be.
    pub(crate) country: Option<Code>,
    pub(crate) peer: Option<Peer>,
}

impl Visitor {
    async fn with_key(key: Option<&str>, parts: &mut Parts, app: &App) -> Result<Self> {
        let Channel(channel) = Channel::from_request_parts(parts, app).await?;
        let in_header = parts.headers.get("x-api-key").and_then(|key| key.to_str().ok());
        let key = key.or(in_header).ok_or(Error::ApiKey)?;
        let identity = &channel.identity;
        let session = session_key::hash(key);
        let (member, anonymous) = match session {
            Some(session) => {
                let member = app.members.of_session(identity.id, session, now()).await?.ok_or(Error::ApiKey)?;
                (Some(member), None)
            }
            None => {
                let key = api_key::verify(&identity.key_secret, identity.id, now(), key).ok_or(Error::ApiKey)?;
                (None, Some(key.id))
            }
        };
        let peer = parts.extensions.get::<Peer>().copied();
        let country = peer.and_then(|peer| app.countries.of(peer.0));
        Ok(Self { channel, member, session, anonymous, country, peer })
    }
}

/// Who a call lets in. Members who have something to do first are refused unless the call says otherwise, so that a
/// new call is closed to them.
pub(crate) trait Caller: Sized {
    /// Whether or not they have something to do first.
    fn even_held_back(visitor: Visitor) -> Result<Self>;

    fn admit(visitor: Visitor) -> Result<Self> {
        match visitor.member.as_ref().and_then(|member| member.account.held_back()) {
            Some(HeldBack::TemporaryPassword) => Err(Refusal::TemporaryPassword.into()),
            Some(HeldBack::BasicPass) => Err(Refusal::BasicPassRequired.into()),
            None => Self::even_held_back(visitor),
        }
    }
}

impl Caller for Visitor {
    fn even_held_back(visitor: Visitor) -> Result<Self> {
        Ok(visitor)
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        by_query(parts, app).await
    }
}

/// Whoever calls by a key in the address.
async fn by_query<W: Caller>(parts: &mut Parts, app: &App) -> Result<W> {
    let Query(KeyParam { api_key }) = Query::from_request_parts(parts, app).await?;
    W::admit(Visitor::with_key(api_key.as_deref(), parts, app).await?)
}

/// For the few calls that members need to do what is asked of them first, and for those that ask nothing of anybody.
pub(crate) struct EvenHeldBack<W>(pub(crate) W);

impl<W: Caller> Caller for EvenHeldBack<W> {
    fn even_held_back(visitor: Visitor) -> Result<Self> {
        W::even_held_back(visitor).map(Self)
    }

    fn admit(visitor: Visitor) -> Result<Self> {
        Self::even_held_back(visitor)
    }
}

/// For the calls of the shop: who has yet to choose the basic pass prices, pays and owns, which chooses it as well.
pub(crate) struct BeforePass<W>(pub(crate) W);

impl<W: Caller> Caller for BeforePass<W> {
    fn even_held_back(visitor: Visitor) -> Result<Self> {
        W::even_held_back(visitor).map(Self)
    }

    fn admit(visitor: Visitor) -> Result<Self> {
        match visitor.member.as_ref().and_then(|member| member.account.held_back()) {
            Some(HeldBack::TemporaryPassword) => Err(Refusal::TemporaryPassword.into()),
            Some(HeldBack::BasicPass) | None => Self::even_held_back(visitor),
        }
    }
}

impl<W: Caller> FromRequestParts<App> for BeforePass<W> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        by_query(parts, app).await
    }
}

impl<W: Caller> FromRequestParts<App> for EvenHeldBack<W> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        by_query(parts, app).await
    }
}

/// A visitor who is logged in; anybody else is told to.
pub(crate) struct Member {
    pub(crate) channel: Arc<Snapshot>,
    pub(crate) member: Arc<account::Member>,
    pub(crate) session: KeyHash,
}

impl Caller for Member {
    fn even_held_back(Visitor { channel, member, session, .. }: Visitor) -> Result<Self> {
        let (member, session) = member.zip(session).ok_or(Error::Unauthenticated)?;
        Ok(Self { channel, member, session })
    }
}

impl FromRequestParts<App> for Member {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        by_query(parts, app).await
    }
}

/// Somebody at a channel who may be logged in; a call that shows everybody something asks for no key.
pub(crate) struct Guest {
    pub(crate) channel: Arc<Snapshot>,
    pub(crate) member: Option<Arc<account::Member>>,
    /// What they are logged in with.
    pub(crate) session: Option<KeyHash>,
    /// Whether there was a key all the same: then the answer is for nobody else.
    pub(crate) is_keyed: bool,
}

impl FromRequestParts<App> for Guest {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Query(KeyParam { api_key }) = Query::from_request_parts(parts, app).await?;
        if api_key.is_none() && !parts.headers.contains_key("x-api-key") {
            let Channel(channel) = Channel::from_request_parts(parts, app).await?;
            return Ok(Self { channel, member: None, session: None, is_keyed: false });
        }
        let Visitor { channel, member, session, .. } = Visitor::with_key(api_key.as_deref(), parts, app).await?;
        Ok(Self { channel, member, session, is_keyed: true })
    }
}

/// The key of a call that is read or deleted by; other calls carry it in their body.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyParam {
    /// The visitor's api key.
    api_key: Option<String>,
}

/// Parameters of the address; a wrong one is named in the error.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let text = parts.uri.query().unwrap_or_default();
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(text.as_bytes()));
        serde_path_to_error::deserialize(pairs).map(Self).map_err(|cause| field_error(&cause, "query"))
    }
}

/// A numeric id of the path.
pub(crate) struct Id(pub(crate) i64);

impl FromRequestParts<App> for Id {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "id").await.map(Self)
    }
}

/// The number that stands in the path under a name.
pub(crate) async fn number_of_path(parts: &mut Parts, app: &App, name: &str) -> Result<i64> {
    let number = text_of_path(parts, app, name).await?;
    number.parse().map_err(|_| Error::invalid(name, format!("{name} must be a number")))
}

/// What stands in the path under a name.
pub(crate) async fn text_of_path(parts: &mut Parts, app: &App, name: &str) -> Result<String> {
    let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| Error::NotFound("page"))?;
    Ok(params.iter().find(|(found, _)| *found == name).map_or("", |(_, value)| value).to_owned())
}

/// A JSON body, within limits of size and depth.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &App) -> Result<Self> {
        let (parts, body) = request.into_parts();
        read_json(&parts.headers, body).await.and_then(|bytes| parse_json(&bytes)).map(Self)
    }
}

/// Who calls and what they send, for calls that carry the key in their body. Who calls is settled first: somebody
/// without a key, or without a login where one is needed, is not told what else is wrong.
pub(crate) struct Keyed<W, T>(pub(crate) W, pub(crate) T);

impl<W, T> FromRequest<App> for Keyed<W, T>
where
    W: Caller,
    T: DeserializeOwned,
{
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        let bytes = read_json(&parts.headers, body).await?;
        if card_number::is_in(&bytes) {
            return Err(NotSold::CardNumber.into());
        }
        let KeyParam { api_key } = parse_json(&bytes)?;
        let visitor = Visitor::with_key(api_key.as_deref(), &mut parts, app).await?;
        Ok(Self(W::admit(visitor)?, parse_json(&bytes)?))
    }
}

async fn read_json(headers: &HeaderMap, body: Body) -> Result<Bytes> {
    if !is_plain_json(headers) {
        return Err(Error::NotJson);
    }
    match http_body_util::Limited::new(body, BODY_LIMIT).collect().await {
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

fn parse_json<T: DeserializeOwned>(bytes: &Bytes) -> Result<T> {
    if depth(bytes) > JSON_DEPTH {
        return Err(Error::invalid("body", "the body is nested too deeply"));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|cause| field_error(&cause, "body"))?;
    json.end().map_err(|_| Error::invalid("body", "there is something behind the JSON value"))?;
    Ok(value)
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
        Some(field) => Error::invalid(field, format!("{field} is required")),
        None if path == "." => Error::invalid(whole, format!("the {whole} cannot be read")),
        None => Error::invalid(path.clone(), format!("{path} is not valid")),
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
    const LARGEST_OFFSET: usize = 10_000;
    const LARGEST_LIMIT: usize = 200;
    const WHOLE: usize = 5_000;
    const USUAL: usize = 50;

    pub(crate) fn is_whole(self) -> bool {
        self.no_limit == Some(1) && self.limit.is_none() && self.offset.is_none()
    }

    /// As [`Window::bounds`], for a list that has no end: it is never given whole.
    pub(crate) fn bounds_of_games(self) -> Result<(usize, usize)> {
        Self { no_limit: None, ..self }.bounds()
    }

    /// The part as offset and limit; more than the ceiling is an error, not a silent cut.
    pub(crate) fn bounds(self) -> Result<(usize, usize)> {
        self.bounds_or(Self::USUAL)
    }

    /// The same for a list that has its own limit when none is said.
    pub(crate) fn bounds_or(self, usual: usize) -> Result<(usize, usize)> {
        let offset = self.offset.unwrap_or(0);
        if offset > Self::LARGEST_OFFSET {
            return Err(Error::invalid("offset", "offset must be 10000 at most"));
        }
        match (self.limit, self.no_limit) {
            (Some(limit), _) if (1..=Self::LARGEST_LIMIT).contains(&limit) => Ok((offset, limit)),
            (Some(_), _) => Err(Error::invalid("limit", "limit must be between 1 and 200")),
            (None, Some(1)) => Ok((offset, Self::WHOLE)),
            (None, _) => Ok((offset, usual)),
        }
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
        assert!(matches!(parse_json::<serde_json::Value>(&deep), Err(Error::Invalid { .. })));
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
}
