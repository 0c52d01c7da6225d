//! Where a host of a channel leads from here: its addresses, whether requests to them reach this server, and the
//! certificate that visitors are shown.

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::extract::State;
use domain::channel::Identity;
use domain::{host_proof, network};
use futures::future::join_all;
use rand::RngExt;
use serde::Serialize;
use utoipa::ToSchema;

use super::hosts::HostOfPath;
use super::permission::ManagedChannel;
use super::write::SameOrigin;
use crate::channels::site::is_local;
use crate::http::certificate::Certificate;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::host_probe::{Probe, ProbeError, probe};
use crate::state::App;

const LOOKUP_TIMEOUT: Duration = Duration::from_secs(3);
/// Of a host with more addresses the first ones are asked.
const MAX_ADDRESSES: usize = 4;

/// Whether the host's name was resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HostLookup {
    Found,
    NotFound,
    TimedOut,
}

/// What became of a request to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HostOutcome {
    /// A server of this channel answered.
    ThisServer,
    /// Something else answered.
    OtherServer,
    /// Not asked: the address is of a private network or of this machine.
    Private,
    TimedOut,
    Refused,
    Tls,
    Unreachable,
}

impl From<ProbeError> for HostOutcome {
    fn from(error: ProbeError) -> Self {
        match error {
            ProbeError::TimedOut => Self::TimedOut,
            ProbeError::Refused => Self::Refused,
            ProbeError::Tls => Self::Tls,
            ProbeError::Unreachable => Self::Unreachable,
        }
    }
}

/// An address of a host, as it looks from this server.
#[derive(Serialize, ToSchema)]
struct AddressCheck {
    /// IPv4 or IPv6.
    address: String,
    outcome: HostOutcome,
    /// Whether the connection was encrypted; null if none was made.
    is_encrypted: Option<bool>,
    /// The HTTP status that was answered.
    status: Option<u16>,
    /// What was presented for encryption.
    certificate: Option<Certificate>,
}

/// A host, as it looks from this server.
#[derive(Serialize, ToSchema)]
pub(super) struct HostCheck {
    host: String,
    /// Seconds since 1970.
    checked_at: i64,
    lookup: HostLookup,
    /// At most four.
    addresses: Vec<AddressCheck>,
    /// How many more addresses the host has.
    more_addresses: usize,
}

impl HostCheck {
    /// Whether a server of this channel answers at one of its addresses.
    pub(super) fn is_reached(&self) -> bool {
        self.addresses.iter().any(|address| address.outcome == HostOutcome::ThisServer)
    }
}

/// Resolves a host of the channel and asks each of its addresses for a random token, which only a server of this channel
/// can answer. Private addresses are not asked, except in development.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/hosts/{host}/check",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel"), ("host" = String, Path, description = "The host")),
    responses(
        (status = 200, description = "What was found", body = Data<HostCheck>),
        (status = 429, description = "Too many checks in a minute; `Retry-After` says when to try again"),
        (status = "default", description = "No host of the channel")
    )
)]
pub(super) async fn check_host(
    State(app): State<App>,
    _: SameOrigin,
    managed: ManagedChannel,
    HostOfPath(host): HostOfPath,
) -> Result<Data<HostCheck>> {
    let identity = &managed.channel.identity;
    if !app.store.channel_hosts(identity.id).await?.contains(&host) {
        return Err(Error::NotFound("host"));
    }
    app.limits.host_checks.take(managed.operator.operator.id, app.now()).await?;
    found_of(&app, identity, host).await.map(Data::new)
}

/// Where a host of the channel leads.
pub(super) async fn found_of(app: &App, identity: &Identity, host: String) -> Result<HostCheck> {
    let now = app.now();
    let _slot = app.slots.host_checks.acquire().await.map_err(|_| Error::Internal)?;
    // A host that was just added is asked about, too.
    app.channels.until(|channels| channels.by_host(&host).is_some_and(|of| of.identity.id == identity.id)).await;
    let (lookup, found) = resolve(&host).await;
    let check = Check { host: &host, identity, port: app.mailer.port, may_be_private: app.channels.development };
    let addresses = join_all(found.iter().take(MAX_ADDRESSES).map(|address| check.address(*address))).await;
    let more_addresses = found.len() - addresses.len();
    Ok(HostCheck { host, checked_at: now.seconds(), lookup, addresses, more_addresses })
}

/// Resolved once: the addresses that are asked are those that were looked at.
async fn resolve(host: &str) -> (HostLookup, BTreeSet<IpAddr>) {
    if let Ok(address) = host.trim_matches(['[', ']']).parse() {
        return (HostLookup::Found, BTreeSet::from([address]));
    }
    match tokio::time::timeout(LOOKUP_TIMEOUT, tokio::net::lookup_host((host, 0))).await {
        Ok(Ok(found)) => (HostLookup::Found, found.map(|address| address.ip()).collect()),
        Ok(Err(_)) => (HostLookup::NotFound, BTreeSet::new()),
        Err(_) => (HostLookup::TimedOut, BTreeSet::new()),
    }
}

struct Check<'a> {
    host: &'a str,
    identity: &'a Identity,
    /// Where this server itself listens.
    port: u16,
    may_be_private: bool,
}

impl Check<'_> {
    async fn address(&self, address: IpAddr) -> AddressCheck {
        let is_public = network::is_public(address);
        if !is_public && !self.may_be_private {
            return AddressCheck {
                address: address.to_string(),
                outcome: HostOutcome::Private,
                is_encrypted: None,
                status: None,
                certificate: None,
            };
        }
        // Public names are encrypted by what stands in front; this machine's own are served without.
        if is_local(self.host) || !is_public {
            return self.ask(address, "http", self.port).await;
        }
        let encrypted = self.ask(address, "https", 443).await;
        if encrypted.status.is_some() {
            return encrypted;
        }
        let plain = self.ask(address, "http", 80).await;
        if plain.outcome == HostOutcome::ThisServer { plain } else { encrypted }
    }

    async fn ask(&self, address: IpAddr, scheme: &str, port: u16) -> AddressCheck {
        let token: u128 = rand::rng().random();
        let url = format!("{scheme}://{}:{port}/.well-known/touchline/{token:032x}", self.host);
        let Probe { answer, certificate } = probe(self.host, &url, SocketAddr::new(address, port)).await;
        let expected = host_proof::answer(&self.identity.key_secret, token);
        let outcome = match &answer {
            Ok(answer) if answer.text == expected => HostOutcome::ThisServer,
            Ok(_) => HostOutcome::OtherServer,
            Err(error) => (*error).into(),
        };
        let status = answer.ok().map(|answer| answer.status);
        let is_encrypted = status.map(|_| scheme == "https");
        AddressCheck { address: address.to_string(), outcome, is_encrypted, status, certificate }
    }
}
