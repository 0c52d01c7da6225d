//! Passkeys: login without an e-mail address or password.

use axum::extract::State;
use domain::account::Account;
use domain::field_error::FieldError;
use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::{self, Purpose, TokenKey};
use domain::time::Timestamp;
use http::HeaderMap;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::{MOST_PASSKEYS, NewOneTimeToken, NewPasskey};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey as Credential, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::accounts::caller::{KeyParam, Keyed, Member, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::http::problem::FieldCode;
use crate::state::App;

use super::session::{self, LoggedIn};

const LONGEST_NAME: u32 = 64;

/// The WebAuthn options for the browser, and the token to send back.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyQuestion {
    ticket: String,
    /// For `navigator.credentials`, under `publicKey`.
    #[schema(value_type = Object)]
    options: Value,
}

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
    if kept.len() as u64 >= MOST_PASSKEYS {
        return Err(too_many());
    }
    let known = kept.into_iter().map(|kept| credential(kept.data).map(|known| known.cred_id().clone()));
    let known = known.collect::<Result<Vec<_>>>()?;
    let shown = format!("{} {}", account.first_name, account.last_name);
    let (options, state) = site(&channel, &headers)?
        .start_passkey_registration(handle(id, account.id), &account.email, shown.trim(), Some(known))
        .map_err(refused)?;
    let mut options = json(&options)?;
    // The library leaves it to the device; here nobody types an address first, so the device has to know its accounts.
    options["publicKey"]["authenticatorSelection"]["residentKey"] = "required".into();
    options["publicKey"]["authenticatorSelection"]["requireResidentKey"] = true.into();
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
    let name = request.name.trim().to_owned();
    if !(1..=LONGEST_NAME as usize).contains(&name.chars().count()) {
        return Err(Error::of_field("name", FieldError::Length { min: 1, max: LONGEST_NAME }));
    }
    let key = TokenKey::of_secret(&request.ticket);
    let ticket = app.store.one_time_token_take(id, Purpose::PasskeyRegistration, key, now).await?;
    let ticket = ticket.filter(|ticket| ticket.account == Some(account)).ok_or(AccountError::PasskeyFailed)?;
    let state: PasskeyRegistration = ticket.payload()?;
    let made: RegisterPublicKeyCredential = read(request.credential)?;
    let made = site(&channel, &headers)?.finish_passkey_registration(&made, &state).map_err(refused)?;
    let new = NewPasskey { credential_id: made.cred_id().to_vec(), name, data: json(&made)?, now };
    let kept = app.store.passkey_add(id, account, new).await?;
    kept.map(|kept| Data::new(kept.into())).ok_or_else(too_many)
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
    let (mut options, state) = site(&channel, &headers)?.start_discoverable_authentication().map_err(refused)?;
    // Whether to ask at once or while somebody types is the screen's to say.
    options.mediation = None;
    let ticket = keep(&app, id, Purpose::PasskeyLogin, None, &state).await?;
    Ok(Data::new(PasskeyQuestion { ticket, options: json(&options)? }))
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
    let site = site(&visitor.channel, &headers)?;
    let account = prove(&app, visitor.channel.identity.id, &site, request).await?;
    let (device, member) = session::open(&app, &visitor.channel, &account, visitor.session, &arrival).await?;
    Ok((device, Data::new(member)))
}

/// The account whose passkey answered. The question is used up, whatever the answer.
async fn prove(app: &App, channel: ChannelId, site: &Webauthn, request: PasskeyLoginRequest) -> Result<Account> {
    let (key, now) = (TokenKey::of_secret(&request.ticket), app.now());
    let ticket = app.store.one_time_token_take(channel, Purpose::PasskeyLogin, key, now).await?;
    let state: DiscoverableAuthentication = ticket.ok_or(AccountError::PasskeyFailed)?.payload()?;
    let answer: PublicKeyCredential = read(request.credential)?;
    let (named, credential_id) = site.identify_discoverable_authentication(&answer).map_err(refused)?;
    let kept = app.store.passkey_by_credential(channel, credential_id).await?.ok_or(AccountError::PasskeyFailed)?;
    let mut known = credential(kept.data)?;
    // Also refuses a counter that went back, which a copy of the device would show.
    let proof =
        site.finish_discoverable_authentication_v2(&answer, state, DiscoverableKey::from(&known)).map_err(refused)?;
    let account = app.store.account(channel, kept.account).await?.ok_or(AccountError::PasskeyFailed)?;
    known.update_credential(&proof);
    let is_theirs = named == handle(channel, account.id);
    if is_theirs && app.store.passkey_use(channel, kept.id, json(&known)?, now).await? {
        Ok(account)
    } else {
        Err(AccountError::PasskeyFailed.into())
    }
}

/// This site as devices know it: by the host that was asked, which is one of the channel's own.
fn site(channel: &Snapshot, headers: &HeaderMap) -> Result<Webauthn> {
    let origin = Url::parse(&Site::of(channel, headers).url("/")).map_err(|_| AccountError::PasskeyFailed)?;
    let host = origin.domain().ok_or(AccountError::PasskeyFailed)?;
    let site = WebauthnBuilder::new(host, &origin).map_err(refused)?;
    site.rp_name(&channel.profile.name).build().map_err(refused)
}

/// What a device knows an account by: says nothing of its owner, and is another on another channel.
fn handle(channel: ChannelId, account: AccountId) -> Uuid {
    let hash = Sha256::digest(format!("passkey\n{}\n{}", channel.0, account.0));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
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

fn too_many() -> Error {
    let words = format!("an account keeps {MOST_PASSKEYS} passkeys at most, each of them once");
    Error::invalid("credential", FieldCode::TooMany.with("max", MOST_PASSKEYS), words)
}

/// Whatever is wrong with a device's answer, it sounds the same.
fn refused(cause: webauthn_rs::prelude::WebauthnError) -> Error {
    tracing::debug!(%cause, "passkey rejected");
    AccountError::PasskeyFailed.into()
}

fn credential(data: Value) -> Result<Credential> {
    serde_json::from_value(data).map_err(|_| Error::Internal)
}

fn read<T: serde::de::DeserializeOwned>(answer: Value) -> Result<T> {
    serde_json::from_value(answer).map_err(|_| AccountError::PasskeyFailed.into())
}

fn json<T: Serialize>(value: &T) -> Result<Value> {
    serde_json::to_value(value).map_err(|_| Error::Internal)
}
