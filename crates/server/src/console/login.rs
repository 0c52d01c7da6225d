//! Login and logout of the console.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::account::EmailKey;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::secret::Secret;
use domain::session_key::{self, KeyHash};
use domain::time::Timestamp;
use http::HeaderMap;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{AuditEntry, NewOperatorSession, StoredOperator};
use utoipa::ToSchema;

use super::device::{self, RememberDevice};
use super::permission::entry;
use super::second_step::{self, SetTicket};
use super::session::{Operator, Session, SetSession, key_of};
use super::write::SameOriginJson;
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::accounts::throttle::LoginTry;
use crate::channels::request_channel::Channel;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

/// Operators belong to the server: their tries count together at whatever host they come to.
pub(super) const NO_CHANNEL: ChannelId = ChannelId(0);

/// The session in a cookie, the browser to be known again, and nothing left of a first step.
pub(super) type LoggedIn = (SetSession, Option<RememberDevice>, SetTicket, Data<Session>);

/// What a right password leads to.
pub(super) enum LoginOutcome {
    LoggedIn(Box<LoggedIn>),
    SecondStep(SetTicket, Error),
}

impl IntoResponse for LoginOutcome {
    fn into_response(self) -> Response {
        match self {
            Self::LoggedIn(logged_in) => logged_in.into_response(),
            Self::SecondStep(ticket, required) => (ticket, required).into_response(),
        }
    }
}

/// A login that is proven, to be stored with what proved it.
#[derive(Clone)]
pub(super) struct NewLogin {
    key: String,
    pub(super) new: NewOperatorSession,
    pub(super) replaces: Option<KeyHash>,
    pub(super) entry: AuditEntry,
}

impl NewLogin {
    pub(super) fn of(
        app: &App,
        operator: &domain::operator::Operator,
        arrival: &ClientContext,
        headers: &HeaderMap,
        by: impl Serialize,
    ) -> Result<Self> {
        let now = app.now();
        let key = session_key::issue(rand::rng().random());
        let session = session_key::hash(&key).ok_or(Error::Internal)?;
        let (device, country) = (arrival.device.clone(), app.countries.of(arrival.from));
        let new = NewOperatorSession { operator: operator.id, key: session, device, country, now };
        let entry = said(Action::LogIn, Some(operator), &operator.email, arrival, by, now);
        Ok(Self { key, new, replaces: key_of(headers), entry })
    }

    /// Stores the session of a login that needs nothing more.
    pub(super) async fn open(self, app: &App, channel: Option<&Snapshot>, headers: &HeaderMap) -> Result<LoggedIn> {
        let Self { new, replaces, entry, .. } = self.clone();
        app.store.operator_session_open(new, replaces, entry).await?;
        self.opened(app, channel, headers).await
    }

    /// The answer, once the session is stored. Browsers are known again by a secret of the channel, where one is served.
    pub(super) async fn opened(self, app: &App, channel: Option<&Snapshot>, headers: &HeaderMap) -> Result<LoggedIn> {
        let NewOperatorSession { operator, key, now, .. } = self.new;
        let remember = channel.map(|channel| device::remember(channel, headers, operator, now));
        let opened = Operator::of_session(app, key).await?.ok_or(Error::Internal)?;
        let session = Data::new(Session::of(app, opened));
        Ok((SetSession::to(headers, &self.key), remember, SetTicket::none(headers), session))
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct LoginRequest {
    email: String,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
}

/// Logs in. The session is a cookie; the browser's earlier session ends. An operator with a second factor gets 403
/// `second_factor_required` with `factors`, and has five minutes to finish the login by one of them.
#[utoipa::path(
    post,
    path = "/console/api/login",
    tag = "session",
    request_body = LoginRequest,
    responses(
        (status = 200, description = "The operator", body = Data<Session>),
        (status = 403, description = "The password is right; a second factor is required"),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong e-mail address or password")
    )
)]
pub(super) async fn log_in(
    State(app): State<App>,
    channel: Result<Channel>,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<LoginRequest>,
) -> Result<LoginOutcome> {
    // A new server has an operator before it has a channel.
    let channel = channel.ok().map(|Channel(channel)| channel);
    let StoredOperator { operator, password, .. } =
        prove(&app, channel.as_deref(), &arrival, &headers, request).await?;
    match &channel {
        Some(channel) => {
            let second = second_step::begin(&app, channel, &headers, operator.id, &password).await?;
            if let Some((ticket, required)) = second {
                return Ok(LoginOutcome::SecondStep(ticket, required));
            }
        }
        // The ticket of a first step is a channel's.
        None if app.store.second_factors(operator.id).await?.has_any() => return Err(Error::UnknownHost),
        None => {}
    }
    let login = NewLogin::of(&app, &operator, &arrival, &headers, "password")?;
    login.open(&app, channel.as_deref(), &headers).await.map(|logged_in| LoginOutcome::LoggedIn(Box::new(logged_in)))
}

/// The operator, if it is them. Whatever is wrong, it takes as long and sounds the same.
async fn prove(
    app: &App,
    channel: Option<&Snapshot>,
    arrival: &ClientContext,
    headers: &HeaderMap,
    LoginRequest { email, password }: LoginRequest,
) -> Result<StoredOperator> {
    let address = EmailKey::of(&email);
    let found = match &address {
        Some(address) => app.store.operator_by_email(address).await?,
        None => None,
    };
    let now = app.now();
    let device = found.as_ref().zip(channel);
    let device = device.and_then(|(found, channel)| device::known(channel, headers, found.operator.id, now));
    let subject = address.as_ref().map_or(String::new(), |address| address.as_str().to_owned());
    let who = LoginTry { from: arrival.from, channel: NO_CHANNEL, address, device };
    app.operator_tries.arrive(&who, now).await?;
    let turn = app.operator_tries.unasked_turn(&who, || app.now()).await?;
    let hash = found.as_ref().map(|found| found.password.clone());
    let fits = app.passwords.fits(password, hash).await?;
    match found {
        Some(found) if fits && !found.is_disabled => {
            app.operator_tries.was_right(turn).await;
            Ok(found)
        }
        refused => {
            let operator = refused.as_ref().map(|refused| &refused.operator);
            let entry = said(Action::LogInFailed, operator, &subject, arrival, "password", app.now());
            app.store.record(entry).await?;
            Err(AccountError::WrongAuthData.into())
        }
    }
}

/// The audit entry of a login: operator, device and method, never the password.
pub(super) fn said(
    action: Action,
    operator: Option<&domain::operator::Operator>,
    subject: &str,
    arrival: &ClientContext,
    by: impl Serialize,
    at: Timestamp,
) -> AuditEntry {
    AuditEntry {
        channel: None,
        operator: operator.map(|operator| operator.id),
        at,
        action,
        subject: subject.to_owned(),
        detail: json!({ "from": arrival.from, "device": arrival.device, "by": by }),
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct LogoutRequest {}

#[derive(Serialize, ToSchema)]
pub(super) struct LoggedOut {
    logged_out: bool,
}

/// Ends the session and removes its cookie.
#[utoipa::path(
    post,
    path = "/console/api/logout",
    tag = "session",
    request_body = LogoutRequest,
    responses(
        (status = 200, description = "Logged out", body = Data<LoggedOut>)
    )
)]
pub(super) async fn log_out(
    State(app): State<App>,
    operator: Operator,
    headers: HeaderMap,
    SameOriginJson(LogoutRequest {}): SameOriginJson<LogoutRequest>,
) -> Result<(SetSession, Data<LoggedOut>)> {
    let entry = entry(&operator, None, Action::LogOut, &operator.operator.email, json!({}));
    app.store.operator_session_close(operator.session, entry).await?;
    Ok((SetSession::none(&headers), Data::new(LoggedOut { logged_out: true })))
}
