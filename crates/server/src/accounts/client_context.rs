//! Client data of a login: IP address, country and device.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::response::{IntoResponseParts, ResponseParts};
use domain::device_token::{self, KnownDevice};
use domain::ids::{AccountId, ChannelId};
use domain::secret::Secret;
use domain::time::Timestamp;
use http::request::Parts;
use http::{HeaderValue, header};
use rand::RngExt;
use transport::listener::ClientIp;

use crate::accounts::device_name::device_name;
use crate::accounts::social::Browser;
use crate::channels::snapshot::Snapshot;
use crate::http::cookie::cookie;

/// `__Host-` keeps it to this very host, over an encrypted connection or this machine's own.
const DEVICE_COOKIE: &str = "__Host-touchline-device";

/// What proxies and tunnels add to what they pass on.
const PASSED_ON: [&str; 6] =
    ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/// The sender of a request.
#[derive(Clone, Debug)]
pub(crate) struct ClientContext {
    pub(crate) from: IpAddr,
    /// Whether the request came from this machine.
    pub(crate) is_made_here: bool,
    /// What the owner of a session will know the device by.
    pub(crate) device: String,
    /// Present during a social login.
    pub(crate) browser: Option<Browser>,
    token: Option<String>,
}

impl ClientContext {
    /// The browser, if an account has logged in with it before.
    pub(crate) fn known_device(&self, channel: &Snapshot, now: Timestamp) -> Option<KnownDevice> {
        let identity = &channel.identity;
        device_token::verify(&identity.key_secret, identity.id, now, self.token.as_deref()?)
    }
}

impl<S: Sync> FromRequestParts<S> for ClientContext {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let from = parts.extensions.get::<ClientIp>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        let device = device_name(agent);
        let token = cookie(&parts.headers, DEVICE_COOKIE).map(str::to_owned);
        Ok(Self { from, is_made_here: is_made_here(parts), device, browser: Browser::of(&parts.headers), token })
    }
}

/// Whether a request came from this machine without a proxy. An unconfigured proxy also runs on this machine, but
/// forwards other people's requests.
pub(crate) fn is_made_here(parts: &Parts) -> bool {
    let is_here = parts.extensions.get::<ClientIp>().is_some_and(|ClientIp(from)| from.is_loopback());
    is_here && !PASSED_ON.iter().any(|name| parts.headers.contains_key(*name))
}

/// Lets the browser be known again; goes with the answer to every login.
pub(crate) struct RememberDevice(HeaderValue);

impl RememberDevice {
    pub(crate) fn new(channel: &Snapshot, account: AccountId, now: Timestamp) -> Self {
        let identity = &channel.identity;
        let attributes = "; Secure; HttpOnly; SameSite=Lax";
        Self::with((DEVICE_COOKIE, attributes), &identity.key_secret, identity.id, account, now)
    }

    /// By another cookie and secret.
    pub(crate) fn with(
        (name, attributes): (&str, &str),
        secret: &Secret<[u8; 32]>,
        channel: ChannelId,
        account: AccountId,
        now: Timestamp,
    ) -> Self {
        let token = device_token::issue(secret, channel, account, now, rand::rng().random());
        let life = device_token::LIFE / Timestamp::SECOND;
        let cookie = format!("{name}={token}; Path=/; Max-Age={life}{attributes}");
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
