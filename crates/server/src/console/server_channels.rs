//! All channels of the server, for its administrators: the list, and pausing.

use axum::extract::State;
use domain::channel::DELETED_CHANNEL_LIFE;
use domain::ids::ChannelId;
use domain::operator::Action;
use serde::{Deserialize, Serialize};
use store::ChannelSummary;
use utoipa::ToSchema;

use super::permission::{AdministeredChannel, Administrator};
use super::write::SameOriginJson;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

/// A channel of the server.
#[derive(Serialize, ToSchema)]
pub(super) struct ServerChannel {
    #[schema(value_type = i64)]
    id: ChannelId,
    alias: String,
    name: String,
    /// The main host first.
    hosts: Vec<String>,
    /// Seconds since 1970; null while viewers are served.
    paused_at: Option<i64>,
    /// Seconds since 1970; null unless the channel is deleted.
    deleted_at: Option<i64>,
    /// When a deleted channel is erased.
    erased_at: Option<i64>,
    /// Accounts of viewers.
    members: u64,
    /// Operators in its team.
    operators: u64,
}

impl From<ChannelSummary> for ServerChannel {
    fn from(ChannelSummary { channel, members, operators }: ChannelSummary) -> Self {
        Self {
            id: channel.identity.id,
            alias: channel.identity.alias,
            name: channel.profile.name,
            hosts: channel.identity.hosts,
            paused_at: channel.paused_at.map(|at| at.seconds()),
            deleted_at: channel.deleted_at.map(|at| at.seconds()),
            erased_at: channel.deleted_at.map(|at| at.plus(DELETED_CHANNEL_LIFE).seconds()),
            members,
            operators,
        }
    }
}

/// Lists every channel of the server by name, deleted ones included.
#[utoipa::path(
    get,
    path = "/console/api/server/channels",
    tag = "channels",
    responses(
        (status = 200, description = "The channels", body = Data<Vec<ServerChannel>>)
    )
)]
pub(super) async fn list_server_channels(State(app): State<App>, _: Administrator) -> Result<Data<Vec<ServerChannel>>> {
    let channels = app.store.channel_summaries().await?;
    Ok(Data::all(channels.into_iter().map(ServerChannel::from).collect()))
}

/// What a pause of the channel concerns.
#[derive(Serialize, ToSchema)]
pub(super) struct PauseEffects {
    /// Subscriptions that renew, and go on renewing during a pause.
    renewing: u64,
}

/// Returns what a pause of the channel concerns.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/pause",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "What a pause concerns", body = Data<PauseEffects>),
        (status = "default", description = "No administrator of the server")
    )
)]
pub(super) async fn get_pause(State(app): State<App>, administered: AdministeredChannel) -> Result<Data<PauseEffects>> {
    administered.channel()?;
    Ok(Data::new(PauseEffects { renewing: app.store.renewing_count(administered.id).await? }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PauseRequest {
    is_paused: bool,
}

/// Whether viewers are served.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelState {
    /// Seconds since 1970; null while viewers are served.
    paused_at: Option<i64>,
}

/// Pauses a channel or resumes it. On a paused channel members reach their account; all other calls of viewers answer 503
/// `channel_paused`. The console and the webhooks of the payment provider go on.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/pause",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    request_body = PauseRequest,
    responses(
        (status = 200, description = "The state", body = Data<ChannelState>),
        (status = "default", description = "No administrator of the server")
    )
)]
pub(super) async fn pause_channel(
    State(app): State<App>,
    administered: AdministeredChannel,
    SameOriginJson(PauseRequest { is_paused }): SameOriginJson<PauseRequest>,
) -> Result<Data<ChannelState>> {
    let action = if is_paused { Action::PauseChannel } else { Action::ResumeChannel };
    let (id, alias) = (administered.id, &administered.channel()?.identity.alias);
    let entry = administered.entry(action, alias);
    let set = app.store.channel_set_paused(id, is_paused, entry).await?;
    let paused_at = set.ok_or(Error::NotFound("channel"))?;
    app.channels.until(|channels| channels.by_id(id).is_none_or(|channel| channel.is_paused == is_paused)).await;
    Ok(Data::new(ChannelState { paused_at: paused_at.map(|at| at.seconds()) }))
}
