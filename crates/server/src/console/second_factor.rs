//! The operator's authenticator app and recovery codes, and the rule that a channel's operators need a second factor.

use axum::extract::State;
use domain::ids::OperatorId;
use domain::operator::{Action, SecondFactor};
use domain::recovery_code::{RECOVERY_CODES, RecoveryCode};
use domain::secret::Secret;
use domain::totp::TotpKey;
use http::StatusCode;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::FactorRemoved;
use utoipa::ToSchema;

use super::identity::{ConfirmRequest, confirm};
use super::permission::{Allowed, ManageTeam, entry};
use super::session::Operator;
use super::write::SameOriginJson;
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::channels::request_channel::Channel;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::refusal::Refusal;
use crate::state::App;

/// Why a login or a change of its factors is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum SecondFactorError {
    /// At a login: what it can be proven with.
    #[error("A second factor is required")]
    Required(Vec<SecondFactor>),
    #[error("This channel requires a second factor")]
    RequiredByChannel,
    #[error("The login took too long; enter the password again")]
    LoginExpired,
    #[error("Enter the password to confirm that it is you")]
    ConfirmIdentity,
    #[error("An authenticator app is set up already")]
    AuthenticatorExists,
    #[error("Set up a second factor first")]
    NoneSetUp,
    /// By the names of the channels.
    #[error("The last second factor cannot be removed: {} requires one", .0.join(", "))]
    Last(Vec<String>),
}

impl Refusal for SecondFactorError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Required(_) | Self::RequiredByChannel | Self::ConfirmIdentity => StatusCode::FORBIDDEN,
            Self::LoginExpired | Self::AuthenticatorExists | Self::NoneSetUp | Self::Last(_) => StatusCode::BAD_REQUEST,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Required(_) | Self::RequiredByChannel => "second_factor_required",
            Self::LoginExpired => "login_expired",
            Self::ConfirmIdentity => "confirm_identity",
            Self::AuthenticatorExists => "authenticator_exists",
            Self::NoneSetUp => "no_second_factor",
            Self::Last(_) => "last_second_factor",
        }
    }

    fn factors(&self) -> Option<Vec<SecondFactor>> {
        match self {
            Self::Required(factors) => Some(factors.clone()),
            _ => None,
        }
    }
}

/// The key of a new authenticator app. It is shown this once.
#[derive(Serialize, ToSchema)]
pub(super) struct NewAuthenticator {
    /// Base32, to be typed.
    key: String,
    /// `otpauth://…`, for a QR code.
    address: String,
}

/// Begins to set up an authenticator app. Codes are asked for once the first one has confirmed it.
#[utoipa::path(
    post,
    path = "/console/api/me/authenticator",
    tag = "me",
    request_body = ConfirmRequest,
    responses(
        (status = 200, description = "The app's key", body = Data<NewAuthenticator>),
        (status = "default", description = "An app is set up already, or the password is needed")
    )
)]
pub(super) async fn begin_authenticator(
    State(app): State<App>,
    Channel(channel): Channel,
    operator: Operator,
    arrival: ClientContext,
    SameOriginJson(request): SameOriginJson<ConfirmRequest>,
) -> Result<Data<NewAuthenticator>> {
    confirm(&app, &operator, &arrival, request.current_password).await?;
    let (person, key) = (&operator.operator, TotpKey::new(rand::rng().random()));
    let entry = entry(&operator, None, Action::BeginAuthenticator, &person.email, json!({}));
    if !app.store.authenticator_begin(person.id, key.clone(), entry).await? {
        return Err(SecondFactorError::AuthenticatorExists.into());
    }
    let address = key.address(&channel.profile.name, &person.email);
    Ok(Data::new(NewAuthenticator { key: key.text(), address }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ConfirmAuthenticatorRequest {
    /// Six digits of the app.
    #[schema(value_type = String, format = Password)]
    code: Secret<String>,
}

/// Recovery codes, each of which logs in once in the place of a second factor. They are shown this once.
#[derive(Serialize, ToSchema)]
pub(super) struct RecoveryCodes {
    codes: Vec<String>,
}

impl RecoveryCodes {
    /// New codes, and what is stored of them.
    fn new(operator: OperatorId) -> (Self, Vec<[u8; 32]>) {
        let codes: Vec<_> = (0..RECOVERY_CODES).map(|_| RecoveryCode::new(rand::rng().random())).collect();
        let hashes = codes.iter().map(|code| code.hash(operator)).collect();
        (Self { codes: codes.iter().map(RecoveryCode::shown).collect() }, hashes)
    }
}

/// Turns the new authenticator app on and returns recovery codes.
#[utoipa::path(
    post,
    path = "/console/api/me/authenticator/confirm",
    tag = "me",
    request_body = ConfirmAuthenticatorRequest,
    responses(
        (status = 200, description = "The recovery codes", body = Data<RecoveryCodes>),
        (status = "default", description = "Wrong code, or no app is being set up")
    )
)]
pub(super) async fn confirm_authenticator(
    State(app): State<App>,
    operator: Operator,
    SameOriginJson(request): SameOriginJson<ConfirmAuthenticatorRequest>,
) -> Result<Data<RecoveryCodes>> {
    let person = &operator.operator;
    let stored = app.store.operator(person.id).await?.and_then(|stored| stored.authenticator);
    let begun = stored.filter(|found| found.since.is_none()).ok_or(AccountError::WrongCode)?;
    let step = begun.key.step_of(request.code.expose(), app.now(), None).ok_or(AccountError::WrongCode)?;
    let (codes, hashes) = RecoveryCodes::new(person.id);
    let entry = entry(&operator, None, Action::AddAuthenticator, &person.email, json!({}));
    let is_on = app.store.authenticator_confirm(person.id, begun.key, step, hashes, entry).await?;
    if is_on { Ok(Data::new(codes)) } else { Err(AccountError::WrongCode.into()) }
}

/// Whether the factor is gone.
#[derive(Serialize, ToSchema)]
pub(super) struct SecondFactorRemoved {
    removed: bool,
}

impl SecondFactorRemoved {
    pub(super) fn of(outcome: FactorRemoved, what: &'static str) -> Result<Data<Self>> {
        match outcome {
            FactorRemoved::Removed => Ok(Data::new(Self { removed: true })),
            FactorRemoved::NotFound => Err(Error::NotFound(what)),
            FactorRemoved::Required(channels) => Err(SecondFactorError::Last(channels).into()),
        }
    }
}

/// Removes the authenticator app.
#[utoipa::path(
    delete,
    path = "/console/api/me/authenticator",
    tag = "me",
    request_body = ConfirmRequest,
    responses(
        (status = 200, description = "Removed", body = Data<SecondFactorRemoved>),
        (status = "default", description = "There is no app, the password is needed, or a channel requires this factor")
    )
)]
pub(super) async fn remove_authenticator(
    State(app): State<App>,
    operator: Operator,
    arrival: ClientContext,
    SameOriginJson(request): SameOriginJson<ConfirmRequest>,
) -> Result<Data<SecondFactorRemoved>> {
    confirm(&app, &operator, &arrival, request.current_password).await?;
    let person = &operator.operator;
    let entry = entry(&operator, None, Action::RemoveAuthenticator, &person.email, json!({}));
    SecondFactorRemoved::of(app.store.authenticator_remove(person.id, entry).await?, "authenticator")
}

/// Replaces the recovery codes.
#[utoipa::path(
    post,
    path = "/console/api/me/recovery-codes",
    tag = "me",
    request_body = ConfirmRequest,
    responses(
        (status = 200, description = "The new codes", body = Data<RecoveryCodes>),
        (status = "default", description = "There is no second factor, or the password is needed")
    )
)]
pub(super) async fn renew_recovery_codes(
    State(app): State<App>,
    operator: Operator,
    arrival: ClientContext,
    SameOriginJson(request): SameOriginJson<ConfirmRequest>,
) -> Result<Data<RecoveryCodes>> {
    confirm(&app, &operator, &arrival, request.current_password).await?;
    let person = &operator.operator;
    let (codes, hashes) = RecoveryCodes::new(person.id);
    let entry = entry(&operator, None, Action::NewRecoveryCodes, &person.email, json!({}));
    let replaced = app.store.recovery_codes_replace(person.id, hashes, entry).await?;
    if replaced { Ok(Data::new(codes)) } else { Err(SecondFactorError::NoneSetUp.into()) }
}

/// How operators of the channel have to log in.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelSecurity {
    requires_second_factor: bool,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct SetSecurityRequest {
    requires_second_factor: bool,
}

/// Sets whether the channel's operators need a second factor.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/security",
    tag = "team",
    params(("id" = i64, Path, description = "The channel")),
    request_body = SetSecurityRequest,
    responses(
        (status = 200, description = "The rule as stored", body = Data<ChannelSecurity>),
        (status = "default", description = "The operator has no second factor, or the role does not allow it")
    )
)]
pub(super) async fn set_security(
    State(app): State<App>,
    allowed: Allowed<ManageTeam>,
    SameOriginJson(request): SameOriginJson<SetSecurityRequest>,
) -> Result<Data<ChannelSecurity>> {
    let SetSecurityRequest { requires_second_factor } = request;
    if requires_second_factor && !allowed.access.has_second_factor {
        return Err(SecondFactorError::NoneSetUp.into());
    }
    let identity = &allowed.channel.identity;
    let entry = allowed.entry(Action::RequireSecondFactor, &identity.alias);
    let is_set = app.store.second_factor_require(identity.id, requires_second_factor, entry).await?;
    is_set.then(|| Data::new(ChannelSecurity { requires_second_factor })).ok_or(Error::NotFound("channel"))
}
