//! Asking a member for their password again, before what would give the account away.

use domain::account::EmailKey;
use domain::secret::Secret;
use store::StoredAccount;

use crate::App;
use crate::arrival::Arrival;
use crate::error::{Error, Result};
use crate::extract::now;
use crate::refusal::Refusal;
use crate::snapshot::Snapshot;

use super::auth::login_try;

/// Refuses a wrong password; those who have none have proved all they can by their session. Guesses count as those at
/// a login do: a stolen session is no way around its limit.
pub(super) async fn ask_again(
    app: &App,
    channel: &Snapshot,
    arrival: &Arrival,
    stored: &StoredAccount,
    password: Option<Secret<String>>,
) -> Result<()> {
    if !stored.account.has_password {
        return Ok(());
    }
    let Some(password) = password.filter(|password| !password.expose().is_empty()) else {
        return Err(Error::invalid("current_password", "Field is required"));
    };
    let who = login_try(channel, arrival, EmailKey::of(&stored.account.email), Some(&stored.account));
    let turn = app.login_tries.proven_turn(&who, now).await?;
    if !app.passwords.fits(password, stored.password.clone()).await? {
        return Err(Refusal::WrongPassword.into());
    }
    app.login_tries.was_right(turn).await;
    Ok(())
}
