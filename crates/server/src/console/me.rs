//! The operator's own account: name, password and sessions.

use axum::extract::{FromRequestParts, State};
use domain::field_error::FieldError;
use domain::geo::Code;
use domain::ids::OperatorId;
use domain::operator::Action;
use domain::registration;
use domain::secret::Secret;
use domain::time::Timestamp;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{OpenOperatorSession, SecondFactors};
use utoipa::ToSchema;

use super::identity::prove_password;
use super::permission::entry;
use super::session::Operator;
use super::write::{SameOrigin, SameOriginJson};
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::state::App;

/// The operator who is logged in.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    #[schema(value_type = i64)]
    id: OperatorId,
    email: String,
    name: String,
    /// Since when an authenticator app is asked for, in seconds since 1970; null if there is none.
    authenticator_since: Option<i64>,
    /// Number of passkeys.
    passkeys: u64,
    recovery_codes_left: u64,
}

impl Me {
    fn of(operator: domain::operator::Operator, factors: &SecondFactors) -> Self {
        let domain::operator::Operator { id, email, name, .. } = operator;
        Self {
            id,
            email,
            name,
            authenticator_since: factors.authenticator_since.map(Timestamp::seconds),
            passkeys: factors.passkeys,
            recovery_codes_left: factors.recovery_codes_left,
        }
    }
}

/// Returns the operator who is logged in, and their second factors.
#[utoipa::path(
    get,
    path = "/console/api/me",
    tag = "me",
    responses(
        (status = 200, description = "The operator", body = Data<Me>)
    )
)]
pub(super) async fn get_me(State(app): State<App>, operator: Operator) -> Result<Data<Me>> {
    let factors = app.store.second_factors(operator.operator.id).await?;
    Ok(Data::new(Me::of(operator.access.operator, &factors)))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct UpdateMeRequest {
    name: String,
}

/// Changes the operator's name.
#[utoipa::path(
    patch,
    path = "/console/api/me",
    tag = "me",
    request_body = UpdateMeRequest,
    responses(
        (status = 200, description = "The operator", body = Data<Me>),
        (status = "default", description = "The name is empty, too long or not a name")
    )
)]
pub(super) async fn update_me(
    State(app): State<App>,
    operator: Operator,
    SameOriginJson(request): SameOriginJson<UpdateMeRequest>,
) -> Result<Data<Me>> {
    let name = request.name.trim().to_owned();
    if let Some(error) = registration::name_error(&name, FieldError::Required) {
        return Err(Error::of_field("name", error));
    }
    let id = operator.operator.id;
    let entry = entry(&operator, None, Action::ChangeName, &operator.operator.email, json!({}))
        .changing(operator.operator.name.as_str(), name.as_str());
    app.store.operator_rename(id, name.clone(), entry).await?;
    let factors = app.store.second_factors(id).await?;
    Ok(Data::new(Me::of(domain::operator::Operator { name, ..operator.access.operator }, &factors)))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ChangePasswordRequest {
    #[schema(value_type = String, format = Password)]
    current_password: Secret<String>,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
}

/// The operator's other sessions have ended.
#[derive(Serialize, ToSchema)]
pub(super) struct PasswordChanged {
    changed: bool,
}

/// Changes the operator's password and ends all other sessions.
#[utoipa::path(
    post,
    path = "/console/api/me/password",
    tag = "me",
    request_body = ChangePasswordRequest,
    responses(
        (status = 200, description = "Changed", body = Data<PasswordChanged>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "The current password is wrong, or the new one too weak")
    )
)]
pub(super) async fn change_password(
    State(app): State<App>,
    operator: Operator,
    arrival: ClientContext,
    SameOriginJson(request): SameOriginJson<ChangePasswordRequest>,
) -> Result<Data<PasswordChanged>> {
    let ChangePasswordRequest { current_password, password } = request;
    let errors = registration::password_errors(&password, &password, &operator.operator.email);
    if let Some(error) = errors.get("password").and_then(|errors| errors.first()) {
        return Err(Error::of_field("password", *error));
    }
    let proven = prove_password(&app, &operator, &arrival, current_password).await?;
    let new = app.passwords.hash(password).await?;
    let entry = entry(&operator, None, Action::ChangePassword, &operator.operator.email, json!({}));
    let id = operator.operator.id;
    if !app.store.operator_password_set(id, proven, new, operator.session, entry).await? {
        // Another request has changed it in the meantime.
        return Err(AccountError::WrongPassword.into());
    }
    Ok(Data::new(PasswordChanged { changed: true }))
}

/// A session of the operator.
#[derive(Serialize, ToSchema)]
pub(super) struct OperatorSessionInfo {
    id: i64,
    /// For example "Chrome on Windows".
    device: String,
    /// The country of the login, as two letters; null if it is not known.
    #[schema(value_type = Option<String>)]
    country: Option<Code>,
    /// Whether this is the session of the call.
    current: bool,
    /// Seconds since 1970.
    created_at: i64,
    /// Seconds since 1970, to five minutes.
    last_used_at: i64,
}

impl From<OpenOperatorSession> for OperatorSessionInfo {
    fn from(session: OpenOperatorSession) -> Self {
        Self {
            id: session.id,
            device: session.device,
            country: session.country,
            current: session.is_current,
            created_at: session.created_at.seconds(),
            last_used_at: session.last_seen_at.seconds(),
        }
    }
}

/// Lists the operator's sessions, last used first.
#[utoipa::path(
    get,
    path = "/console/api/me/sessions",
    tag = "me",
    responses(
        (status = 200, description = "At most a hundred sessions", body = Data<Vec<OperatorSessionInfo>>)
    )
)]
pub(super) async fn list_my_sessions(
    State(app): State<App>,
    operator: Operator,
) -> Result<Data<Vec<OperatorSessionInfo>>> {
    let found = app.store.operator_sessions(operator.operator.id, operator.session, operator.now).await?;
    Ok(Data::all(found.into_iter().map(OperatorSessionInfo::from).collect()))
}

/// The session that the path names.
pub(super) struct SessionNumber(i64);

impl FromRequestParts<App> for SessionNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "session").await.map(Self)
    }
}

/// How many sessions were ended.
#[derive(Serialize, ToSchema)]
pub(super) struct MySessionsEnded {
    ended: u64,
}

/// Ends one of the operator's sessions.
#[utoipa::path(
    delete,
    path = "/console/api/me/sessions/{session}",
    tag = "me",
    params(("session" = i64, Path, description = "The session")),
    responses(
        (status = 200, description = "Ended", body = Data<MySessionsEnded>),
        (status = "default", description = "The operator has no such session")
    )
)]
pub(super) async fn end_my_session(
    State(app): State<App>,
    _: SameOrigin,
    operator: Operator,
    SessionNumber(id): SessionNumber,
) -> Result<Data<MySessionsEnded>> {
    let entry = entry(&operator, None, Action::EndSession, id, json!({}));
    let ended = app.store.operator_session_end(operator.operator.id, id, entry).await?;
    ended.then(|| Data::new(MySessionsEnded { ended: 1 })).ok_or(Error::NotFound("session"))
}

/// Ends all other sessions of the operator.
#[utoipa::path(
    delete,
    path = "/console/api/me/sessions",
    tag = "me",
    responses(
        (status = 200, description = "Ended", body = Data<MySessionsEnded>)
    )
)]
pub(super) async fn end_my_other_sessions(
    State(app): State<App>,
    _: SameOrigin,
    operator: Operator,
) -> Result<Data<MySessionsEnded>> {
    let entry = entry(&operator, None, Action::EndOtherSessions, &operator.operator.email, json!({}));
    let ended = app.store.operator_sessions_end_others(operator.operator.id, operator.session, entry).await?;
    Ok(Data::new(MySessionsEnded { ended }))
}
