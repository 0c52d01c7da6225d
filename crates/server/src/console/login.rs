//! Login and logout of the console.

use axum::extract::State;
use domain::account::EmailKey;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::secret::Secret;
use domain::session_key;
use domain::time::Timestamp;
use http::HeaderMap;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{AuditEntry, NewOperatorSession};
use utoipa::ToSchema;

use super::device::{self, RememberDevice};
use super::permission::entry;
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
const NO_CHANNEL: ChannelId = ChannelId(0);

#[derive(Deserialize, ToSchema)]
pub(super) struct LoginRequest {
    email: String,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
}

/// Logs in. The session is a cookie; the browser's earlier session ends.
#[utoipa::path(
    post,
    path = "/console/api/login",
    tag = "session",
    request_body = LoginRequest,
    responses(
        (status = 200, description = "The operator", body = Data<Session>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong e-mail address or password")
    )
)]
pub(super) async fn log_in(
    State(app): State<App>,
    Channel(channel): Channel,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<LoginRequest>,
) -> Result<(SetSession, RememberDevice, Data<Session>)> {
    let operator = prove(&app, &channel, &arrival, &headers, request).await?;
    let (key, now) = (session_key::issue(rand::rng().random()), app.now());
    let session = session_key::hash(&key).ok_or(Error::Internal)?;
    let new = NewOperatorSession { operator: operator.id, key: session, device: arrival.device.clone(), now };
    let entry = said(Action::LogIn, Some(&operator), &operator.email, &arrival, now);
    app.store.operator_session_open(new, key_of(&headers), entry).await?;
    let remember = RememberDevice::new(&channel, &headers, operator.id, now);
    let opened = Operator::of_session(&app, session).await?.ok_or(Error::Internal)?;
    Ok((SetSession::to(&headers, &key), remember, Data::new(Session::of(&app, opened))))
}

/// The operator, if it is them. Whatever is wrong, it takes as long and sounds the same.
async fn prove(
    app: &App,
    channel: &Snapshot,
    arrival: &ClientContext,
    headers: &HeaderMap,
    LoginRequest { email, password }: LoginRequest,
) -> Result<domain::operator::Operator> {
    let address = EmailKey::of(&email);
    let found = match &address {
        Some(address) => app.store.operator_by_email(address).await?,
        None => None,
    };
    let now = app.now();
    let device = found.as_ref().and_then(|found| device::known(channel, headers, found.operator.id, now));
    let subject = address.as_ref().map_or(String::new(), |address| address.as_str().to_owned());
    let who = LoginTry { from: arrival.from, channel: NO_CHANNEL, address, device };
    app.operator_tries.arrive(&who, now).await?;
    let turn = app.operator_tries.unasked_turn(&who, || app.now()).await?;
    let (operator, hash, is_disabled) = match found {
        Some(found) => (Some(found.operator), Some(found.password), found.is_disabled),
        None => (None, None, false),
    };
    let fits = app.passwords.fits(password, hash).await?;
    match operator {
        Some(operator) if fits && !is_disabled => {
            app.operator_tries.was_right(turn).await;
            Ok(operator)
        }
        refused => {
            app.store.record(said(Action::LogInFailed, refused.as_ref(), &subject, arrival, app.now())).await?;
            Err(AccountError::WrongAuthData.into())
        }
    }
}

/// What is written down of a login: for whom, from where and with what, never the password.
fn said(
    action: Action,
    operator: Option<&domain::operator::Operator>,
    subject: &str,
    arrival: &ClientContext,
    at: Timestamp,
) -> AuditEntry {
    AuditEntry {
        channel: None,
        operator: operator.map(|operator| operator.id),
        at,
        action,
        subject: subject.to_owned(),
        detail: json!({ "from": arrival.from, "device": arrival.device }),
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
