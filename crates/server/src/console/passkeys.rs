//! Passkeys of operators: the second step of a login, or the whole of it.

use axum::extract::{FromRequestParts, State};
use domain::ids::{ChannelId, OperatorId};
use domain::one_time_token::{self, Purpose, TokenKey};
use domain::operator::{Action, SecondFactor};
use domain::time::Timestamp;
use http::HeaderMap;
use http::request::Parts;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{MAX_PASSKEYS, NewOneTimeToken, NewPasskey, OperatorPasskey};
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration};

use super::identity::{ConfirmRequest, confirm};
use super::login::{LoggedIn, NO_CHANNEL, NewLogin, said};
use super::permission::entry;
use super::second_factor::SecondFactorRemoved;
use super::session::{Operator, Session};
use super::write::SameOriginJson;
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::accounts::throttle::LoginTry;
use crate::accounts::webauthn::{self, PasskeyQuestion, RelyingParty};
use crate::channels::request_channel::Channel;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::state::App;

/// A passkey of the operator.
#[derive(Serialize, ToSchema)]
pub(super) struct OperatorPasskeyInfo {
    id: i64,
    name: String,
    /// The host that it was made at; browsers offer it there alone.
    host: String,
    /// Seconds since 1970.
    created_at: i64,
    last_used_at: Option<i64>,
}

impl From<OperatorPasskey> for OperatorPasskeyInfo {
    fn from(kept: OperatorPasskey) -> Self {
        Self {
            id: kept.id,
            name: kept.name,
            host: kept.host,
            created_at: kept.created_at.seconds(),
            last_used_at: kept.last_used_at.map(Timestamp::seconds),
        }
    }
}

/// What the ticket of a new passkey says.
#[derive(Serialize, Deserialize)]
struct Registration {
    operator: i64,
    state: PasskeyRegistration,
}

/// Starts adding a passkey at this host.
#[utoipa::path(
    post,
    path = "/console/api/me/passkeys/begin",
    tag = "me",
    request_body = ConfirmRequest,
    responses(
        (status = 200, description = "The WebAuthn options", body = Data<PasskeyQuestion>),
        (status = "default", description = "The operator has too many passkeys, or the password is needed")
    )
)]
pub(super) async fn begin_my_passkey(
    State(app): State<App>,
    Channel(channel): Channel,
    operator: Operator,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<ConfirmRequest>,
) -> Result<Data<PasskeyQuestion>> {
    confirm(&app, &operator, &arrival, request.current_password).await?;
    let person = &operator.operator;
    let kept = app.store.operator_passkeys(person.id).await?;
    if kept.len() as u64 >= MAX_PASSKEYS {
        return Err(webauthn::too_many());
    }
    let site = RelyingParty::of(&channel, &headers)?;
    let known = kept.into_iter().filter(|kept| kept.host == site.host).map(|kept| kept.data).collect();
    let shown = if person.name.is_empty() { &person.email } else { &person.name };
    let (options, state) = site.begin_registration(handle(person.id), &person.email, shown, known)?;
    let registration = Registration { operator: person.id.0, state };
    let ticket = keep(&app, channel.identity.id, Purpose::OperatorPasskeyRegistration, &registration).await?;
    Ok(Data::new(PasskeyQuestion { ticket, options }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct AddMyPasskeyRequest {
    ticket: String,
    /// The name that the operator gave the device.
    name: String,
    /// The device's response.
    #[schema(value_type = Object)]
    credential: Value,
}

/// Adds the passkey that the device created.
#[utoipa::path(
    post,
    path = "/console/api/me/passkeys",
    tag = "me",
    request_body = AddMyPasskeyRequest,
    responses(
        (status = 200, description = "The passkey", body = Data<OperatorPasskeyInfo>),
        (status = "default", description = "The device's response is invalid")
    )
)]
pub(super) async fn add_my_passkey(
    State(app): State<App>,
    Channel(channel): Channel,
    operator: Operator,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<AddMyPasskeyRequest>,
) -> Result<Data<OperatorPasskeyInfo>> {
    let (id, now) = (operator.operator.id, app.now());
    let name = webauthn::passkey_name(&request.name)?;
    let (purpose, key) = (Purpose::OperatorPasskeyRegistration, TokenKey::of_secret(&request.ticket));
    let ticket = app.store.one_time_token_take(channel.identity.id, purpose, key, now).await?;
    let Registration { operator: whose, state } = ticket.ok_or(AccountError::PasskeyFailed)?.payload()?;
    if whose != id.0 {
        return Err(AccountError::PasskeyFailed.into());
    }
    let site = RelyingParty::of(&channel, &headers)?;
    let made = site.finish_registration(&state, request.credential)?;
    let entry = entry(&operator, None, Action::AddPasskey, &name, json!({ "host": site.host }));
    let new = NewPasskey { credential_id: made.credential_id, name, data: made.data, now };
    let kept = app.store.operator_passkey_add(id, site.host, new, entry).await?;
    kept.map(|kept| Data::new(kept.into())).ok_or_else(webauthn::too_many)
}

/// Lists the operator's passkeys of all hosts, oldest first.
#[utoipa::path(
    get,
    path = "/console/api/me/passkeys",
    tag = "me",
    responses(
        (status = 200, description = "At most twenty passkeys", body = Data<Vec<OperatorPasskeyInfo>>)
    )
)]
pub(super) async fn list_my_passkeys(
    State(app): State<App>,
    operator: Operator,
) -> Result<Data<Vec<OperatorPasskeyInfo>>> {
    let kept = app.store.operator_passkeys(operator.operator.id).await?;
    Ok(Data::all(kept.into_iter().map(OperatorPasskeyInfo::from).collect()))
}

/// The passkey that the path names.
pub(super) struct PasskeyNumber(i64);

impl FromRequestParts<App> for PasskeyNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "passkey").await.map(Self)
    }
}

/// Removes one of the operator's passkeys.
#[utoipa::path(
    delete,
    path = "/console/api/me/passkeys/{passkey}",
    tag = "me",
    params(("passkey" = i64, Path, description = "The passkey")),
    request_body = ConfirmRequest,
    responses(
        (status = 200, description = "Removed", body = Data<SecondFactorRemoved>),
        (status = "default", description = "No such passkey, the password is needed, or a channel requires this factor")
    )
)]
pub(super) async fn remove_my_passkey(
    State(app): State<App>,
    operator: Operator,
    arrival: ClientContext,
    PasskeyNumber(id): PasskeyNumber,
    SameOriginJson(request): SameOriginJson<ConfirmRequest>,
) -> Result<Data<SecondFactorRemoved>> {
    confirm(&app, &operator, &arrival, request.current_password).await?;
    let entry = entry(&operator, None, Action::RemovePasskey, id, json!({}));
    SecondFactorRemoved::of(app.store.operator_passkey_remove(operator.operator.id, id, entry).await?, "passkey")
}

#[derive(Deserialize, ToSchema)]
pub(super) struct BeginPasskeyLoginRequest {}

/// Starts a passkey login. The passkey identifies the operator, and needs no password before it.
#[utoipa::path(
    post,
    path = "/console/api/login/passkey/begin",
    tag = "session",
    request_body = BeginPasskeyLoginRequest,
    responses(
        (status = 200, description = "The WebAuthn options", body = Data<PasskeyQuestion>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again")
    )
)]
pub(super) async fn begin_passkey_login(
    State(app): State<App>,
    Channel(channel): Channel,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(BeginPasskeyLoginRequest {}): SameOriginJson<BeginPasskeyLoginRequest>,
) -> Result<Data<PasskeyQuestion>> {
    app.operator_tries.begin(arrival.from, app.now()).await?;
    let (options, state) = RelyingParty::of(&channel, &headers)?.begin_login()?;
    let ticket = keep(&app, channel.identity.id, Purpose::OperatorPasskeyLogin, &state).await?;
    Ok(Data::new(PasskeyQuestion { ticket, options }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PasskeyLoginRequest {
    ticket: String,
    /// The device's response.
    #[schema(value_type = Object)]
    credential: Value,
}

/// Logs in with a passkey: after the password, or in its place.
#[utoipa::path(
    post,
    path = "/console/api/login/passkey",
    tag = "session",
    request_body = PasskeyLoginRequest,
    responses(
        (status = 200, description = "The operator", body = Data<Session>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "The passkey was not accepted")
    )
)]
pub(super) async fn log_in_with_passkey(
    State(app): State<App>,
    Channel(channel): Channel,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<PasskeyLoginRequest>,
) -> Result<LoggedIn> {
    let who = LoginTry { from: arrival.from, channel: NO_CHANNEL, address: None, device: None };
    app.operator_tries.arrive(&who, app.now()).await?;
    let turn = app.operator_tries.unasked_turn(&who, || app.now()).await?;
    let site = RelyingParty::of(&channel, &headers)?;
    if let Some(proven) = prove(&app, channel.identity.id, &site, request).await? {
        let login = NewLogin::of(&app, &proven.operator, &arrival, &headers, SecondFactor::Passkey)?;
        let NewLogin { new, replaces, entry, .. } = login.clone();
        let Proven { passkey, data, .. } = proven;
        if app.store.operator_session_open_by_passkey(passkey, data, new, replaces, entry).await? {
            app.operator_tries.was_right(turn).await;
            return login.opened(&app, Some(&channel), &headers).await;
        }
    }
    app.store.record(said(Action::LogInFailed, None, "", &arrival, SecondFactor::Passkey, app.now())).await?;
    Err(AccountError::PasskeyFailed.into())
}

/// A passkey that answered, and whose it is.
struct Proven {
    operator: domain::operator::Operator,
    passkey: i64,
    /// With its new counter.
    data: Value,
}

/// The operator whose passkey answered at this host; `None` whatever is wrong. The question is used up.
async fn prove(
    app: &App,
    channel: ChannelId,
    site: &RelyingParty,
    request: PasskeyLoginRequest,
) -> Result<Option<Proven>> {
    let key = TokenKey::of_secret(&request.ticket);
    let ticket = app.store.one_time_token_take(channel, Purpose::OperatorPasskeyLogin, key, app.now()).await?;
    let Some(ticket) = ticket else { return Ok(None) };
    let state: DiscoverableAuthentication = ticket.payload()?;
    let Ok((answer, named, credential_id)) = site.identify(request.credential) else { return Ok(None) };
    let kept = app.store.operator_passkey_by_credential(&site.host, &credential_id).await?;
    let Some(OperatorPasskey { id, operator, data, .. }) = kept else { return Ok(None) };
    let Ok(data) = site.finish_login(&answer, state, data) else { return Ok(None) };
    let stored = app.store.operator(operator).await?.filter(|stored| !stored.is_disabled && named == handle(operator));
    Ok(stored.map(|stored| Proven { operator: stored.operator, passkey: id, data }))
}

/// What a device knows an operator by.
fn handle(operator: OperatorId) -> Uuid {
    webauthn::handle(&format!("operator\n{}", operator.0))
}

async fn keep<S: Serialize>(app: &App, channel: ChannelId, purpose: Purpose, state: &S) -> Result<String> {
    let (secret, now) = (one_time_token::secret(rand::rng().random()), app.now());
    let ticket = NewOneTimeToken::new(purpose, TokenKey::of_secret(&secret), now).with(state)?;
    app.store.one_time_token_add(channel, ticket, None, now).await?;
    Ok(secret)
}
