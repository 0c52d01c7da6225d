//! Devices that an operator has logged in from before have a separate limit of login attempts, so that password guesses
//! from elsewhere cannot lock the operator out.

use std::convert::Infallible;

use axum::response::{IntoResponseParts, ResponseParts};
use domain::device_token::{self, KnownDevice};
use domain::ids::{AccountId, OperatorId};
use domain::secret::Secret;
use domain::time::Timestamp;
use http::{HeaderMap, HeaderValue, header};
use rand::RngExt;
use sha2::{Digest, Sha256};

use super::session::cookie_of;
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
pub(super) struct RememberDevice(HeaderValue);

impl RememberDevice {
    pub(super) fn new(channel: &Snapshot, headers: &HeaderMap, operator: OperatorId, now: Timestamp) -> Self {
        let (name, security) = cookie_of(headers, COOKIE);
        let account = AccountId(operator.0);
        let id = rand::rng().random();
        let token = device_token::issue(&secret(channel), channel.identity.id, account, now, id);
        let life = device_token::LIFE / Timestamp::SECOND;
        let cookie = format!("{name}={token}; Path=/; Max-Age={life}; HttpOnly; SameSite=Strict{security}");
        // Plain ASCII throughout; were it not, the browser would only not be known.
        Self(HeaderValue::from_str(&cookie).unwrap_or(HeaderValue::from_static("")))
    }
}

impl IntoResponseParts for RememberDevice {
    type Error = Infallible;

    fn into_response_parts(self, mut answer: ResponseParts) -> Result<ResponseParts, Infallible> {
        answer.headers_mut().append(header::SET_COOKIE, self.0);
        Ok(answer)
    }
}
