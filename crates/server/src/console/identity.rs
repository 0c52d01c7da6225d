//! Before operators change how they log in, they show once more that it is them.

use domain::account::EmailKey;
use domain::operator::{Action, RECENT_LOGIN};
use domain::password::PasswordHash;
use domain::secret::Secret;
use serde::Deserialize;
use utoipa::ToSchema;

use super::login::{NO_CHANNEL, said};
use super::session::Operator;
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::accounts::throttle::LoginTry;
use crate::console::second_factor::SecondFactorError;
use crate::http::error::{Error, Result};
use crate::state::App;

/// The password, unless the login is ten minutes old at most; without it the call answers 403 `confirm_identity`.
#[derive(Deserialize, ToSchema)]
pub(super) struct ConfirmRequest {
    #[schema(value_type = Option<String>, format = Password)]
    pub(super) current_password: Option<Secret<String>>,
}

/// Accepts an operator soon after a login, or with the right password.
pub(super) async fn confirm(
    app: &App,
    operator: &Operator,
    arrival: &ClientContext,
    password: Option<Secret<String>>,
) -> Result<()> {
    match password {
        Some(password) => prove_password(app, operator, arrival, password).await.map(drop),
        None if operator.now < operator.logged_in_at.plus(RECENT_LOGIN) => Ok(()),
        None => Err(SecondFactorError::ConfirmIdentity.into()),
    }
}

/// Checks the operator's own password; returns its hash. Wrong ones count as those of a login do.
pub(super) async fn prove_password(
    app: &App,
    operator: &Operator,
    arrival: &ClientContext,
    password: Secret<String>,
) -> Result<PasswordHash> {
    let person = &operator.operator;
    let address = EmailKey::of(&person.email);
    let who = LoginTry { from: arrival.from, channel: NO_CHANNEL, address, device: None };
    let turn = app.operator_tries.unasked_turn(&who, || app.now()).await?;
    let stored = app.store.operator(person.id).await?.ok_or(Error::Unauthenticated)?;
    if app.passwords.fits(password, Some(stored.password.clone())).await? {
        app.operator_tries.was_right(turn).await;
        return Ok(stored.password);
    }
    let entry = said(Action::LogInFailed, Some(person), &person.email, arrival, "password", app.now());
    app.store.record(entry).await?;
    Err(AccountError::WrongPassword.into())
}
