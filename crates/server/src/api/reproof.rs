//! Asking a member for their password again, before what would give the account away.

use std::net::IpAddr;

use domain::account::EmailKey;
use domain::ids::ChannelId;
use domain::secret::Secret;
use store::StoredAccount;

use crate::App;
use crate::error::{Error, Result};
use crate::extract::now;
use crate::refusal::Refusal;

/// Refuses a wrong password; those who have none have proved all they can by their session. Guesses count as those at
/// a login do: a stolen session is no way around its limit.
pub(super) async fn ask_again(
    app: &App,
    channel: ChannelId,
    from: IpAddr,
    stored: &StoredAccount,
    password: Option<Secret<String>>,
) -> Result<()> {
    if !stored.account.has_password {
        return Ok(());
    }
    let Some(password) = password.filter(|password| !password.expose().is_empty()) else {
        return Err(Error::invalid("current_password", "Field is required"));
    };
    let address = EmailKey::of(&stored.account.email).ok_or(Error::Internal)?;
    app.login_tries.take(from, channel, Some(&address), now()).await?;
    if !app.passwords.fits(password, stored.password.clone()).await? {
        return Err(Refusal::WrongPassword.into());
    }
    app.login_tries.was_right(channel, address).await;
    Ok(())
}
