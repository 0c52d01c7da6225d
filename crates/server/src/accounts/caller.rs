//! Extractors for the caller: a visitor with an API key, a logged-in member, or a guest without a key.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use domain::account::PendingStep;
use domain::geo::Code;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use domain::{account, api_key, session_key};
use http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use transport::listener::ClientIp;
use utoipa::IntoParams;

use crate::accounts::countries::Countries;
use crate::accounts::error::AccountError;
use crate::accounts::members::Members;
use crate::channels::request_channel::Channel;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::clock::Clock;
use crate::http::card_number;
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, parse_json, read_json};

/// What callers are known by.
#[derive(Clone)]
pub(crate) struct Callers {
    pub(crate) channels: Arc<Channels>,
    pub(crate) members: Arc<Members>,
    pub(crate) countries: Arc<Countries>,
    pub(crate) clock: Clock,
}

/// A caller with a valid API key of the host's channel and no pending onboarding step.
pub(crate) struct Visitor {
    pub(crate) channel: Arc<Snapshot>,
    /// Present for logged-in members.
    pub(crate) member: Option<Arc<account::Member>>,
    /// What the member's session is found by.
    pub(crate) session: Option<KeyHash>,
    /// The id of an anonymous visitor.
    pub(crate) anonymous: Option<[u8; 16]>,
    /// Where they seem to be.
    pub(crate) country: Option<Code>,
    pub(crate) peer: Option<ClientIp>,
    /// When they called: what they may do is decided by this one instant.
    pub(crate) now: Timestamp,
}

impl Visitor {
    async fn with_key(key: Option<&str>, parts: &mut Parts, callers: &Callers) -> Result<Self> {
        let Channel(channel) = Channel::from_request_parts(parts, &callers.channels).await?;
        let in_header = parts.headers.get("x-api-key").and_then(|key| key.to_str().ok());
        let key = key.or(in_header).ok_or(Error::ApiKey)?;
        let identity = &channel.identity;
        let (session, now) = (session_key::hash(key), callers.clock.now());
        let (member, anonymous) = match session {
            Some(session) => {
                let member = callers.members.of_session(identity.id, session, now).await?.ok_or(Error::ApiKey)?;
                (Some(member), None)
            }
            None => {
                let key = api_key::verify(&identity.key_secret, identity.id, now, key).ok_or(Error::ApiKey)?;
                (None, Some(key.id))
            }
        };
        let peer = parts.extensions.get::<ClientIp>().copied();
        let country = peer.and_then(|peer| callers.countries.of(peer.0));
        Ok(Self { channel, member, session, anonymous, country, peer, now })
    }
}

/// The callers that a call accepts. Members with a pending onboarding step are refused unless the call allows them, so
/// that a new call is closed to them by default.
pub(crate) trait Caller: Sized {
    /// Whether or not they have something to do first.
    fn with_pending_step(visitor: Visitor) -> Result<Self>;

    fn admit(visitor: Visitor) -> Result<Self> {
        match visitor.member.as_ref().and_then(|member| member.account.pending_step()) {
            Some(PendingStep::TemporaryPassword) => Err(AccountError::TemporaryPassword.into()),
            // Nothing is sold during a pause, and the account is the member's.
            Some(PendingStep::BasicPass) if !visitor.channel.is_paused => Err(AccountError::BasicPassRequired.into()),
            Some(PendingStep::BasicPass) | None => Self::with_pending_step(visitor),
        }
    }
}

impl Caller for Visitor {
    fn with_pending_step(visitor: Visitor) -> Result<Self> {
        Ok(visitor)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Callers: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        by_query(parts, &Callers::from_ref(state)).await
    }
}

/// The caller by the key in the query string.
async fn by_query<W: Caller>(parts: &mut Parts, callers: &Callers) -> Result<W> {
    let Query(KeyParam { api_key }) = Query::from_request_parts(parts, &()).await?;
    W::admit(Visitor::with_key(api_key.as_deref(), parts, callers).await?)
}

/// For the calls that members need during onboarding, and for public calls.
pub(crate) struct AllowPendingOnboarding<W>(pub(crate) W);

impl<W: Caller> Caller for AllowPendingOnboarding<W> {
    fn with_pending_step(visitor: Visitor) -> Result<Self> {
        W::with_pending_step(visitor).map(Self)
    }

    fn admit(visitor: Visitor) -> Result<Self> {
        Self::with_pending_step(visitor)
    }
}

/// For shop calls: a member who has not chosen the basic pass yet can preview prices and buy, because buying a pass
/// also completes that step.
pub(crate) struct AllowPendingPass<W>(pub(crate) W);

impl<W: Caller> Caller for AllowPendingPass<W> {
    fn with_pending_step(visitor: Visitor) -> Result<Self> {
        W::with_pending_step(visitor).map(Self)
    }

    fn admit(visitor: Visitor) -> Result<Self> {
        match visitor.member.as_ref().and_then(|member| member.account.pending_step()) {
            Some(PendingStep::TemporaryPassword) => Err(AccountError::TemporaryPassword.into()),
            Some(PendingStep::BasicPass) | None => Self::with_pending_step(visitor),
        }
    }
}

impl<S: Send + Sync, W: Caller> FromRequestParts<S> for AllowPendingPass<W>
where
    Callers: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        by_query(parts, &Callers::from_ref(state)).await
    }
}

impl<S: Send + Sync, W: Caller> FromRequestParts<S> for AllowPendingOnboarding<W>
where
    Callers: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        by_query(parts, &Callers::from_ref(state)).await
    }
}

/// A logged-in visitor; others get an error.
pub(crate) struct Member {
    pub(crate) channel: Arc<Snapshot>,
    pub(crate) member: Arc<account::Member>,
    pub(crate) session: KeyHash,
}

impl Caller for Member {
    fn with_pending_step(Visitor { channel, member, session, .. }: Visitor) -> Result<Self> {
        let (member, session) = member.zip(session).ok_or(Error::Unauthenticated)?;
        Ok(Self { channel, member, session })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Member
where
    Callers: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        by_query(parts, &Callers::from_ref(state)).await
    }
}

/// A visitor who may be logged in, for public calls that need no key.
pub(crate) struct Guest {
    pub(crate) channel: Arc<Snapshot>,
    pub(crate) member: Option<Arc<account::Member>>,
    /// What they are logged in with.
    pub(crate) session: Option<KeyHash>,
    /// Whether the call had a key; then the response must not be shared.
    pub(crate) is_keyed: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Guest
where
    Callers: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Query(KeyParam { api_key }) = Query::from_request_parts(parts, &()).await?;
        let callers = Callers::from_ref(state);
        if api_key.is_none() && !parts.headers.contains_key("x-api-key") {
            let Channel(channel) = Channel::from_request_parts(parts, &callers.channels).await?;
            return Ok(Self { channel, member: None, session: None, is_keyed: false });
        }
        let Visitor { channel, member, session, .. } = Visitor::with_key(api_key.as_deref(), parts, &callers).await?;
        Ok(Self { channel, member, session, is_keyed: true })
    }
}

/// The key of a call that is read or deleted by; other calls carry it in their body.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct KeyParam {
    /// The visitor's API key.
    api_key: Option<String>,
}

/// The caller and the body, for calls with the key in the body. The caller is checked first: without a key, or a
/// required login, no other error is reported.
pub(crate) struct Keyed<W, T>(pub(crate) W, pub(crate) T);

impl<S, W, T> FromRequest<S> for Keyed<W, T>
where
    S: Send + Sync,
    Callers: FromRef<S>,
    W: Caller,
    T: DeserializeOwned,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        let bytes = read_json(&parts.headers, body).await?;
        if card_number::is_in(&bytes) {
            return Err(Error::CardNumber);
        }
        let KeyParam { api_key } = parse_json(&bytes)?;
        let visitor = Visitor::with_key(api_key.as_deref(), &mut parts, &Callers::from_ref(state)).await?;
        Ok(Self(W::admit(visitor)?, parse_json(&bytes)?))
    }
}
