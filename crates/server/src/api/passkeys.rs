//! Passkeys: login without an e-mail address or password.

use axum::extract::State;
use domain::account::Account;
use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::{self, Purpose, TokenKey};
use domain::time::Timestamp;
use http::HeaderMap;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{MAX_PASSKEYS, NewOneTimeToken, NewPasskey};
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{DiscoverableAuthentication, PasskeyRegistration};

use crate::accounts::caller::{KeyParam, Keyed, Member, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::accounts::webauthn::{self, PasskeyQuestion, RelyingParty};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::state::App;

use super::session::{self, LoggedIn};

/// A passkey of the member.
#[derive(Serialize, ToSchema)]
pub(super) struct Passkey {
    id: i64,
    name: String,
    /// Seconds since 1970.
    created_at: i64,
    last_used_at: Option<i64>,
}

impl From<store::Passkey> for Passkey {
    fn from(kept: store::Passkey) -> Self {
        Self {
            id: kept.id,
            name: kept.name,
            created_at: kept.created_at.seconds(),
            last_used_at: kept.last_used_at.map(Timestamp::seconds),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct BeginPasskeyRequest {}

/// Starts adding a passkey to the member's account.
#[utoipa::path(
    post,
    path = "/api/auth/passkeys/begin",
    tag = "account",
    request_body = BeginPasskeyRequest,
    responses(
        (status = 200, description = "The WebAuthn options", body = Data<PasskeyQuestion>),
        (status = "default", description = "The member has too many passkeys")
    )
)]
pub(super) async fn begin_passkey(
    State(app): State<App>,
    headers: HeaderMap,
    Keyed(Member { channel, member, .. }, _): Keyed<Member, BeginPasskeyRequest>,
) -> Result<Data<PasskeyQuestion>> {
    let (id, account) = (channel.identity.id, &member.account);
    let kept = app.store.passkeys(id, account.id).await?;
    if kept.len() as u64 >= MAX_PASSKEYS {
        return Err(webauthn::too_many());
    }
    let known = kept.into_iter().map(|kept| kept.data).collect();
    let shown = format!("{} {}", account.first_name, account.last_name);
    let site = RelyingParty::of(&channel, &headers)?;
    let (options, state) = site.begin_registration(handle(id, account.id), &account.email, shown.trim(), known)?;
    let ticket = keep(&app, id, Purpose::PasskeyRegistration, Some(account.id), &state).await?;
    Ok(Data::new(PasskeyQuestion { ticket, options }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct AddPasskeyRequest {
    ticket: String,
    /// The name that the owner gave the device.
    name: String,
    /// The device's response.
    #[schema(value_type = Object)]
    credential: Value,
}

/// Adds the passkey that the device created.
#[utoipa::path(
    post,
    path = "/api/auth/passkeys",
    tag = "account",
    request_body = AddPasskeyRequest,
    responses(
        (status = 200, description = "The passkey", body = Data<Passkey>),
        (status = "default", description = "The device's response is invalid")
    )
)]
pub(super) async fn add_passkey(
    State(app): State<App>,
    headers: HeaderMap,
    Keyed(Member { channel, member, .. }, request): Keyed<Member, AddPasskeyRequest>,
) -> Result<Data<Passkey>> {
    let (id, account, now) = (channel.identity.id, member.account.id, app.now());
    let name = webauthn::passkey_name(&request.name)?;
    let key = TokenKey::of_secret(&request.ticket);
    let ticket = app.store.one_time_token_take(id, Purpose::PasskeyRegistration, key, now).await?;
    let ticket = ticket.filter(|ticket| ticket.account == Some(account)).ok_or(AccountError::PasskeyFailed)?;
    let state: PasskeyRegistration = ticket.payload()?;
    let made = RelyingParty::of(&channel, &headers)?.finish_registration(&state, request.credential)?;
    let new = NewPasskey { credential_id: made.credential_id, name, data: made.data, now };
    let kept = app.store.passkey_add(id, account, new).await?;
    kept.map(|kept| Data::new(kept.into())).ok_or_else(webauthn::too_many)
}

/// Lists the member's passkeys, oldest first.
#[utoipa::path(
    get,
    path = "/api/auth/passkeys",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The passkeys", body = Data<Vec<Passkey>>)
    )
)]
pub(super) async fn list_passkeys(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
) -> Result<Data<Vec<Passkey>>> {
    let kept = app.store.passkeys(channel.identity.id, member.account.id).await?;
    Ok(Data::all(kept.into_iter().map(Passkey::from).collect()))
}

/// Removed.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyRemoved {
    removed: bool,
}

/// Removes one of the member's passkeys.
#[utoipa::path(
    delete,
    path = "/api/auth/passkeys/{id}",
    tag = "account",
    params(("id" = i64, Path, description = "The passkey's id"), KeyParam),
    responses(
        (status = 200, description = "Removed", body = Data<PasskeyRemoved>),
        (status = "default", description = "The member has no such item")
    )
)]
pub(super) async fn remove_passkey(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Id(id): Id,
) -> Result<Data<PasskeyRemoved>> {
    let removed = app.store.passkey_remove(channel.identity.id, member.account.id, id).await?;
    if removed { Ok(Data::new(PasskeyRemoved { removed })) } else { Err(Error::NotFound("passkey")) }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct BeginPasskeyLoginRequest {}

/// Starts a passkey login. The passkey identifies the account.
#[utoipa::path(
    post,
    path = "/api/auth/passkey-login/begin",
    tag = "account",
    request_body = BeginPasskeyLoginRequest,
    responses(
        (status = 200, description = "The WebAuthn options", body = Data<PasskeyQuestion>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again")
    )
)]
pub(super) async fn begin_passkey_login(
    State(app): State<App>,
    arrival: ClientContext,
    headers: HeaderMap,
    Keyed(Visitor { channel, .. }, _): Keyed<Visitor, BeginPasskeyLoginRequest>,
) -> Result<Data<PasskeyQuestion>> {
    let id = channel.identity.id;
    app.login_tries.begin(arrival.from, app.now()).await?;
    let (options, state) = RelyingParty::of(&channel, &headers)?.begin_login()?;
    let ticket = keep(&app, id, Purpose::PasskeyLogin, None, &state).await?;
    Ok(Data::new(PasskeyQuestion { ticket, options }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PasskeyLoginRequest {
    ticket: String,
    /// The device's response.
    #[schema(value_type = Object)]
    credential: Value,
}

/// Logs in with a passkey. The response's key replaces the key of the call.
#[utoipa::path(
    post,
    path = "/api/auth/passkey-login",
    tag = "account",
    request_body = PasskeyLoginRequest,
    responses(
        (status = 200, description = "The member and a new key", body = Data<LoggedIn>),
        (status = "default", description = "The passkey was not accepted")
    )
)]
pub(super) async fn log_in_with_passkey(
    State(app): State<App>,
    arrival: ClientContext,
    headers: HeaderMap,
    Keyed(visitor, request): Keyed<Visitor, PasskeyLoginRequest>,
) -> Result<(RememberDevice, Data<LoggedIn>)> {
    if visitor.member.is_some() {
        return Err(AccountError::AlreadyLoggedIn.into());
    }
    let site = RelyingParty::of(&visitor.channel, &headers)?;
    let account = prove(&app, visitor.channel.identity.id, &site, request).await?;
    let (device, member) = session::open(&app, &visitor.channel, &account, visitor.session, &arrival).await?;
    Ok((device, Data::new(member)))
}

/// The account whose passkey answered. The question is used up, whatever the answer.
async fn prove(app: &App, channel: ChannelId, site: &RelyingParty, request: PasskeyLoginRequest) -> Result<Account> {
    let (key, now) = (TokenKey::of_secret(&request.ticket), app.now());
    let ticket = app.store.one_time_token_take(channel, Purpose::PasskeyLogin, key, now).await?;
    let state: DiscoverableAuthentication = ticket.ok_or(AccountError::PasskeyFailed)?.payload()?;
    let (answer, named, credential_id) = site.identify(request.credential)?;
    let kept = app.store.passkey_by_credential(channel, &credential_id).await?.ok_or(AccountError::PasskeyFailed)?;
    let data = site.finish_login(&answer, state, kept.data)?;
    let account = app.store.account(channel, kept.account).await?.ok_or(AccountError::PasskeyFailed)?;
    let is_theirs = named == handle(channel, account.id);
    if is_theirs && app.store.passkey_use(channel, kept.id, data, now).await? {
        Ok(account)
    } else {
        Err(AccountError::PasskeyFailed.into())
    }
}

/// Another one on another channel.
fn handle(channel: ChannelId, account: AccountId) -> Uuid {
    webauthn::handle(&format!("passkey\n{}\n{}", channel.0, account.0))
}

async fn keep<S: Serialize>(
    app: &App,
    channel: ChannelId,
    purpose: Purpose,
    account: Option<AccountId>,
    state: &S,
) -> Result<String> {
    let (secret, now) = (one_time_token::secret(rand::rng().random()), app.now());
    let ticket =
        NewOneTimeToken { account, ..NewOneTimeToken::new(purpose, TokenKey::of_secret(&secret), now).with(state)? };
    app.store.one_time_token_add(channel, ticket, None, now).await?;
    Ok(secret)
}
