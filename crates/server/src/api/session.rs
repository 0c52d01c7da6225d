//! Starts a session after any kind of login: creates a new API key and ends the old one.

use domain::account::Account;
use domain::geo::Code;
use domain::session_key::{self, KeyHash};
use domain::time::Timestamp;
use mail::Letter;
use rand::RngExt;
use serde::Serialize;
use store::{NewMail, NewSession};
use utoipa::ToSchema;

use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;

/// The member and their new API key.
#[derive(Serialize, ToSchema)]
pub(super) struct LoggedIn {
    pub(super) api_key: String,
    pub(super) user: Profile,
}

/// Logs an account in. The caller has seen the proof; `replaces` is the session that the call was made with, if any.
pub(super) async fn open(
    app: &App,
    channel: &Snapshot,
    account: &Account,
    replaces: Option<KeyHash>,
    arrival: &ClientContext,
) -> Result<(RememberDevice, LoggedIn)> {
    let now = app.now();
    let notice = new_device_notice(app, channel, account, arrival, now);
    open_with(app, channel, account, replaces, arrival, (notice, now)).await
}

/// The same for a device whose owner was told of it when they let it in.
pub(super) async fn open_announced(
    app: &App,
    channel: &Snapshot,
    account: &Account,
    replaces: Option<KeyHash>,
    arrival: &ClientContext,
) -> Result<(RememberDevice, LoggedIn)> {
    open_with(app, channel, account, replaces, arrival, (None, app.now())).await
}

async fn open_with(
    app: &App,
    channel: &Snapshot,
    account: &Account,
    replaces: Option<KeyHash>,
    arrival: &ClientContext,
    (notice, now): (Option<NewMail>, Timestamp),
) -> Result<(RememberDevice, LoggedIn)> {
    let id = channel.identity.id;
    let api_key = session_key::issue(rand::rng().random());
    let new = NewSession {
        account: account.id,
        key: session_key::hash(&api_key).ok_or(Error::Internal)?,
        device: arrival.device.clone(),
        country: app.countries.of(arrival.from),
        now,
    };
    app.store.session_open(id, new, replaces, notice).await?;
    if let Some(replaced) = replaces {
        app.members.session_ended(id, replaced).await;
    }
    let member = app.members.read(id, account.id).await?.ok_or(Error::Internal)?;
    let user = Profile::of(channel, &member, app.is_blocked(channel, arrival.from), now);
    Ok((RememberDevice::new(channel, account.id, now), LoggedIn { api_key, user }))
}

/// A login with a browser that was never used for the account is reported to its owner.
fn new_device_notice(
    app: &App,
    channel: &Snapshot,
    account: &Account,
    arrival: &ClientContext,
    now: Timestamp,
) -> Option<NewMail> {
    let is_known = arrival.known_device(channel, now).is_some_and(|device| device.account == account.id);
    // An account that was made a moment ago has no other device that this one could be told apart from.
    let is_fresh = now.0 - account.created_at.0 < Timestamp::HOUR;
    (!is_known && !is_fresh).then(|| {
        let letter = Letter::NewDevice {
            device: arrival.device.clone(),
            country: app.countries.of(arrival.from).and_then(Code::name).map(str::to_owned),
            devices: app.mailer.site(channel).url("/profile/edit"),
        };
        app.mailer.write(channel, Recipient::of(account), &letter)
    })
}
