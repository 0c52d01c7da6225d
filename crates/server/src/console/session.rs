//! Console sessions, in a cookie that scripts cannot read and other sites cannot send.

use std::convert::Infallible;
use std::ops::Deref;

use axum::extract::{FromRequestParts, State};
use axum::response::{IntoResponseParts, ResponseParts};
use domain::channel::Language;
use domain::colours::Colour;
use domain::ids::{ChannelId, OperatorId};
use domain::operator::{May, Role, SESSION_LIFE};
use domain::session_key::{self, KeyHash};
use domain::time::Timestamp;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};
use serde::Serialize;
use store::OperatorAccess;
use utoipa::ToSchema;

use super::bearer::bearer;
use crate::channels::site::is_local;
use crate::http::cookie::cookie;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

const COOKIE: [&str; 2] = ["touchline-console", "__Host-touchline-console"];
/// A session or a token is noted as used once in so many milliseconds.
pub(super) const NOTED: i64 = 5 * Timestamp::MINUTE;

/// Which of a cookie's two names goes with the request, and what keeps it safe. `__Host-` keeps it to this very host,
/// but needs an encrypted connection, as all public names have.
pub(super) fn cookie_of(headers: &HeaderMap, [plain, host]: [&'static str; 2]) -> (&'static str, &'static str) {
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if is_local(&asked.to_ascii_lowercase()) { (plain, "") } else { (host, "; Secure") }
}

/// What the request's session is found by, if it has one.
pub(super) fn key_of(headers: &HeaderMap) -> Option<KeyHash> {
    // A call by a token is not of the operator in whose browser it may be made.
    if bearer(headers).is_some() {
        return None;
    }
    let (name, _) = cookie_of(headers, COOKIE);
    session_key::hash(cookie(headers, name)?)
}

/// An operator logged in to the console.
pub(super) struct Operator {
    pub(super) access: OperatorAccess,
    pub(super) session: KeyHash,
    pub(super) logged_in_at: Timestamp,
    /// When the session was looked up.
    pub(super) now: Timestamp,
}

impl Operator {
    pub(super) async fn of_session(app: &App, session: KeyHash) -> Result<Option<Self>> {
        let now = app.now();
        let Some(found) = app.store.operator_session(session, now).await? else { return Ok(None) };
        if now.0 - found.last_seen_at.0 > NOTED {
            let store = app.store.clone();
            // Nobody waits for it, and it is tried again with the next call.
            tokio::spawn(async move { store.operator_session_touch(session, now).await });
        }
        Ok(Some(Self { access: found.access, session, logged_in_at: found.created_at, now }))
    }
}

impl Deref for Operator {
    type Target = OperatorAccess;

    fn deref(&self) -> &OperatorAccess {
        &self.access
    }
}

impl FromRequestParts<App> for Operator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let session = key_of(&parts.headers).ok_or(Error::Unauthenticated)?;
        Self::of_session(app, session).await?.ok_or(Error::Unauthenticated)
    }
}

/// Puts a session's key into the browser, or takes it away again.
pub(super) struct SetSession(HeaderValue);

impl SetSession {
    pub(super) fn to(headers: &HeaderMap, key: &str) -> Self {
        Self::with(headers, key, SESSION_LIFE / Timestamp::SECOND)
    }

    pub(super) fn none(headers: &HeaderMap) -> Self {
        Self::with(headers, "", 0)
    }

    fn with(headers: &HeaderMap, key: &str, life: i64) -> Self {
        let (name, security) = cookie_of(headers, COOKIE);
        let cookie = format!("{name}={key}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{security}");
        // Plain ASCII throughout; were it not, nobody would be logged in.
        Self(HeaderValue::from_str(&cookie).unwrap_or(HeaderValue::from_static("")))
    }
}

impl IntoResponseParts for SetSession {
    type Error = Infallible;

    fn into_response_parts(self, mut answer: ResponseParts) -> Result<ResponseParts, Infallible> {
        answer.headers_mut().append(header::SET_COOKIE, self.0);
        Ok(answer)
    }
}

/// The console session.
#[derive(Serialize, ToSchema)]
pub(super) struct Session {
    /// Null if not logged in.
    operator: Option<OperatorInfo>,
    channels: Vec<OperatorChannel>,
}

#[derive(Serialize, ToSchema)]
struct OperatorInfo {
    #[schema(value_type = i64)]
    id: OperatorId,
    email: String,
    name: String,
    /// Whether they may create channels on this server.
    is_administrator: bool,
}

/// A channel of the operator.
#[derive(Serialize, ToSchema)]
pub(super) struct OperatorChannel {
    #[schema(value_type = i64)]
    id: ChannelId,
    alias: String,
    name: String,
    /// Its logo and its colour, by which operators tell channels apart.
    logo: Option<String>,
    #[schema(value_type = Option<String>, example = "#3d7bff")]
    accent: Option<Colour>,
    /// The main language of its texts.
    language: Language,
    /// IANA name: the zone in which times are typed.
    time_zone: String,
    /// Its aliases before; the console leads from them to the one that it has.
    former_aliases: Vec<String>,
    /// Viewers are not served.
    is_paused: bool,
    role: Role,
    /// The permissions of the role.
    may: Vec<May>,
    requires_second_factor: bool,
    /// The channel requires a second factor and the operator has none: its calls answer 403 `second_factor_required`.
    needs_second_factor: bool,
}

impl Session {
    pub(super) fn of(app: &App, operator: Operator) -> Self {
        let channels = channels(app, &operator);
        let domain::operator::Operator { id, email, name, is_administrator } = operator.access.operator;
        Self { operator: Some(OperatorInfo { id, email, name, is_administrator }), channels }
    }
}

fn channels(app: &App, operator: &Operator) -> Vec<OperatorChannel> {
    let channel = |(id, role): &(ChannelId, Role)| {
        let snapshot = app.channels.by_id(*id)?;
        Some(OperatorChannel {
            id: *id,
            alias: snapshot.identity.alias.clone(),
            name: snapshot.profile.name.clone(),
            logo: snapshot.profile.logo.clone(),
            accent: snapshot.profile.colours.accent,
            language: snapshot.profile.language,
            time_zone: snapshot.profile.time_zone.clone(),
            former_aliases: snapshot.former_aliases.clone(),
            is_paused: snapshot.is_paused,
            role: *role,
            may: May::ALL.into_iter().filter(|what| role.may(*what)).collect(),
            requires_second_factor: operator.requiring.contains(id),
            needs_second_factor: operator.needs_second_factor(*id),
        })
    };
    operator.channels.iter().filter_map(channel).collect()
}

/// Returns the operator who is logged in and their channels. Not being logged in is not an error: `operator` is null
/// then.
#[utoipa::path(
    get,
    path = "/console/api/session",
    tag = "session",
    responses(
        (status = 200, description = "The operator, or null", body = Data<Session>)
    )
)]
pub(super) async fn get_session(State(app): State<App>, headers: HeaderMap) -> Result<Data<Session>> {
    let operator = match key_of(&headers) {
        Some(session) => Operator::of_session(&app, session).await?,
        None => None,
    };
    let nobody = Session { operator: None, channels: Vec::new() };
    Ok(Data::new(operator.map_or(nobody, |operator| Session::of(&app, operator))))
}

/// Lists the operator's channels.
#[utoipa::path(
    get,
    path = "/console/api/channels",
    tag = "session",
    responses(
        (status = 200, description = "The channels, with the operator's role on each", body = Data<Vec<OperatorChannel>>)
    )
)]
pub(super) async fn list_channels(State(app): State<App>, operator: Operator) -> Data<Vec<OperatorChannel>> {
    Data::all(channels(&app, &operator))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T27: over an encrypted connection no neighbour of the site can plant a session.
    #[test]
    fn the_cookie_is_bound_to_its_host() {
        let cookie = |host: &'static str| {
            let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))]);
            SetSession::to(&headers, "key").0.to_str().unwrap().to_owned()
        };
        let rest = "Path=/; Max-Age=604800; HttpOnly; SameSite=Strict";
        assert_eq!(cookie("demo.test"), format!("__Host-touchline-console=key; {rest}; Secure"));
        assert_eq!(cookie("Localhost:8080"), format!("touchline-console=key; {rest}"));
        let planted = HeaderMap::from_iter([
            (header::HOST, HeaderValue::from_static("demo.test")),
            (
                header::COOKIE,
                HeaderValue::from_static("touchline-console=AgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"),
            ),
        ]);
        assert_eq!(key_of(&planted), None);
    }
}
