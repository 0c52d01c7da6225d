//! Asks for the member's password again before calls that could give the account away.

use domain::account::EmailKey;
use domain::device_token::KnownDevice;
use domain::field_error::FieldError;
use domain::secret::Secret;
use domain::session_key::KeyHash;
use store::StoredAccount;

use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::accounts::throttle::LoginTry;
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};
use crate::state::App;

/// Refuses a wrong password; members without one have proved all they can by their session. Guesses are slowed down as
/// those at a login are, for each session: a stolen one is no way around the limit, and guesses at the login do not
/// keep the member out.
pub(super) async fn ask_again(
    app: &App,
    channel: &Snapshot,
    arrival: &ClientContext,
    (stored, session): (&StoredAccount, KeyHash),
    password: Option<Secret<String>>,
) -> Result<()> {
    if !stored.account.has_password {
        return Ok(());
    }
    let Some(password) = password.filter(|password| !password.expose().is_empty()) else {
        return Err(Error::of_field("current_password", FieldError::Required));
    };
    let address = EmailKey::of(&stored.account.email);
    let device = KnownDevice::of_session(stored.account.id, session);
    let who = LoginTry { from: arrival.from, channel: channel.identity.id, address, device: Some(device) };
    let turn = app.login_tries.unasked_turn(&who, || app.now()).await?;
    if !app.passwords.fits(password, stored.password.clone()).await? {
        return Err(AccountError::WrongPassword.into());
    }
    app.login_tries.was_right(turn).await;
    Ok(())
}
