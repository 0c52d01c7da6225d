//! Set-up of a server that nobody runs yet: the link that it printed makes the first operator.

use axum::extract::State;
use domain::field_error::FieldError;
use domain::operator::{Action, Operator};
use domain::registration::{address, name_error, password_errors};
use domain::secret::Secret;
use http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{AuditEntry, NewOperator};
use utoipa::ToSchema;

use super::error::ConsoleError;
use super::login::{LoggedIn, NewLogin};
use super::session::Session;
use super::write::SameOriginJson;
use crate::accounts::client_context::ClientContext;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// Whether the server waits for its set-up.
#[derive(Serialize, ToSchema)]
pub(super) struct SetupState {
    /// True until the first operator exists.
    is_needed: bool,
}

/// Returns whether the server waits for its set-up link.
#[utoipa::path(
    get,
    path = "/console/api/setup",
    tag = "setup",
    responses(
        (status = 200, description = "Whether the server has no operator yet", body = Data<SetupState>)
    )
)]
pub(super) async fn get_setup(State(app): State<App>) -> Result<Data<SetupState>> {
    let is_needed = app.setup_link.is_open() && !app.store.has_operators().await?;
    Ok(Data::new(SetupState { is_needed }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct SetupRequest {
    /// What the set-up link carries.
    #[schema(value_type = String, format = Password)]
    token: Secret<String>,
    name: String,
    email: String,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
}

/// Creates the server's first operator and logs them in. Works once, with the link that the server printed.
#[utoipa::path(
    post,
    path = "/console/api/setup",
    tag = "setup",
    request_body = SetupRequest,
    responses(
        (status = 200, description = "The operator", body = Data<Session>),
        (status = 409, description = "The link was used, or belongs to another server"),
        (status = "default", description = "Invalid fields")
    )
)]
pub(super) async fn set_up(
    State(app): State<App>,
    arrival: ClientContext,
    headers: HeaderMap,
    SameOriginJson(request): SameOriginJson<SetupRequest>,
) -> Result<LoggedIn> {
    let SetupRequest { token, name, email, password } = request;
    // Before anything that costs time: nobody else makes this server work.
    if !app.setup_link.opens_with(token.expose()) {
        return Err(ConsoleError::SetupLinkUsed.into());
    }
    let mut errors = password_errors(&password, &password, &email);
    errors.extend(name_error(&name, FieldError::Required).map(|error| ("name".to_owned(), vec![error])));
    errors.extend(address(&email).err().map(|error| ("email".to_owned(), vec![error])));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let [name, email] = [name, email].map(|typed| typed.trim().to_owned());
    let now = app.now();
    let new = NewOperator {
        email: email.clone(),
        name: name.clone(),
        password: app.passwords.hash(password).await?,
        channels: Vec::new(),
        now,
    };
    let entry = AuditEntry {
        channel: None,
        operator: None,
        at: now,
        action: Action::SetUp,
        subject: new.email.clone(),
        detail: json!({ "from": arrival.from, "device": arrival.device }),
    };
    let made = app.store.operator_create_first(new, entry).await?.ok_or(ConsoleError::SetupLinkUsed)?;
    app.setup_link.forget().await;
    let operator = Operator { id: made, email, name, is_administrator: true };
    NewLogin::of(&app, &operator, &arrival, &headers, "setup_link")?.open(&app, None, &headers).await
}
