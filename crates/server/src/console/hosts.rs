//! The hosts that a channel is served at.

use axum::extract::{FromRequestParts, State};
use domain::channel::normal_host;
use domain::hosts::{HostChange, HostsError, MAX_HOSTS};
use domain::operator::Action;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::channels::{ChannelError, host_taken};
use super::permission::ManagedChannel;
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::text_of_path;
use crate::http::problem::FieldCode;
use crate::state::App;

/// The hosts that a channel is served at.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelHosts {
    /// The main host first, which mails and banks lead to; at most 20.
    hosts: Vec<String>,
}

#[derive(Deserialize, ToSchema)]
pub(super) struct HostRequest {
    /// A host name; its port is left out.
    host: String,
}

impl HostRequest {
    fn normal(&self) -> Result<String> {
        let typed = self.host.trim();
        if typed.is_empty() {
            return Err(Error::invalid("host", FieldCode::Required, "Field is required"));
        }
        let host = normal_host(typed).ok_or_else(|| Error::invalid("host", FieldCode::Invalid, "Field is not valid"));
        host.map(|host| host.into_owned())
    }
}

/// The host that the path names.
pub(super) struct HostOfPath(pub(super) String);

impl FromRequestParts<App> for HostOfPath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let host = text_of_path(parts, app, "host").await?;
        normal_host(&host).map(|host| Self(host.into_owned())).ok_or(Error::NotFound("host"))
    }
}

/// Returns the hosts that the channel is served at.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/hosts",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The hosts", body = Data<ChannelHosts>)
    )
)]
pub(super) async fn list_hosts(State(app): State<App>, managed: ManagedChannel) -> Result<Data<ChannelHosts>> {
    let hosts = app.store.channel_hosts(managed.channel.identity.id).await?;
    Ok(Data::new(ChannelHosts { hosts }))
}

/// Serves the channel at one more host. A host that it has already changes nothing.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/hosts",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    request_body = HostRequest,
    responses(
        (status = 200, description = "The hosts", body = Data<ChannelHosts>),
        (status = "default", description = "An invalid host, another channel's, or too many")
    )
)]
pub(super) async fn add_host(
    State(app): State<App>,
    managed: ManagedChannel,
    SameOriginJson(request): SameOriginJson<HostRequest>,
) -> Result<Data<ChannelHosts>> {
    change(&app, &managed, HostChange::Add(request.normal()?), Action::AddHost).await
}

/// Stops serving the channel at a host. The last one stays.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/hosts/{host}",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel"), ("host" = String, Path, description = "The host")),
    responses(
        (status = 200, description = "The hosts", body = Data<ChannelHosts>),
        (status = 409, description = "The channel's last host"),
        (status = "default", description = "No host of the channel")
    )
)]
pub(super) async fn remove_host(
    State(app): State<App>,
    _: SameOrigin,
    managed: ManagedChannel,
    HostOfPath(host): HostOfPath,
) -> Result<Data<ChannelHosts>> {
    change(&app, &managed, HostChange::Remove(host), Action::RemoveHost).await
}

/// Makes one of the channel's hosts the main one.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/main-host",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    request_body = HostRequest,
    responses(
        (status = 200, description = "The hosts", body = Data<ChannelHosts>),
        (status = "default", description = "No host of the channel")
    )
)]
pub(super) async fn set_main_host(
    State(app): State<App>,
    managed: ManagedChannel,
    SameOriginJson(request): SameOriginJson<HostRequest>,
) -> Result<Data<ChannelHosts>> {
    change(&app, &managed, HostChange::MakeMain(request.normal()?), Action::SetMainHost).await
}

async fn change(app: &App, managed: &ManagedChannel, change: HostChange, action: Action) -> Result<Data<ChannelHosts>> {
    let entry = managed.entry(action, change.host());
    let changed = app.store.channel_hosts_change(managed.channel.identity.id, change, entry).await?;
    let hosts = changed.ok_or(Error::NotFound("channel"))?.map_err(refused)?;
    Ok(Data::new(ChannelHosts { hosts }))
}

fn refused(why: HostsError) -> Error {
    match why {
        HostsError::Unknown => Error::NotFound("host"),
        HostsError::Last => ChannelError::LastHost.into(),
        HostsError::TooMany => {
            let reason = FieldCode::TooMany.with("max", MAX_HOSTS);
            Error::invalid("host", reason, format!("a channel has at most {MAX_HOSTS} hosts"))
        }
        HostsError::Taken => host_taken(),
    }
}
