//! Devices that an operator has logged in from before have a separate limit of login attempts, so that password guesses
//! from elsewhere cannot lock the operator out.

use domain::device_token::{self, KnownDevice};
use domain::ids::{AccountId, OperatorId};
use domain::secret::Secret;
use domain::time::Timestamp;
use http::HeaderMap;
use sha2::{Digest, Sha256};

use super::session::cookie_of;
pub(super) use crate::accounts::client_context::RememberDevice;
use crate::channels::snapshot::Snapshot;
use crate::http::cookie::cookie;

const COOKIE: [&str; 2] = ["touchline-console-device", "__Host-touchline-console-device"];

/// A secret of its own, so that no fan's browser is taken for an operator's.
fn secret(channel: &Snapshot) -> Secret<[u8; 32]> {
    let of_channel = channel.identity.key_secret.expose();
    Secret::new(Sha256::new().chain_update(b"console").chain_update(of_channel).finalize().into())
}

/// The browser, if this operator has logged in with it at this host.
pub(super) fn known(
    channel: &Snapshot,
    headers: &HeaderMap,
    operator: OperatorId,
    now: Timestamp,
) -> Option<KnownDevice> {
    let (name, _) = cookie_of(headers, COOKIE);
    let device = device_token::verify(&secret(channel), channel.identity.id, now, cookie(headers, name)?)?;
    (device.account.0 == operator.0).then_some(device)
}

/// Lets the browser be known again; goes with the answer to a login.
pub(super) fn remember(
    channel: &Snapshot,
    headers: &HeaderMap,
    operator: OperatorId,
    now: Timestamp,
) -> RememberDevice {
    let (name, security) = cookie_of(headers, COOKIE);
    let attributes = format!("; HttpOnly; SameSite=Strict{security}");
    let account = AccountId(operator.0);
    RememberDevice::with((name, &attributes), &secret(channel), channel.identity.id, account, now)
}
