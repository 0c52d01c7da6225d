//! All channels of the server, for its administrators: the list, pausing and deleting.

use axum::extract::State;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::secret::Secret;
use serde::{Deserialize, Serialize};
use store::{ChannelDeletion, ChannelSummary, Named, Obstacles};
use utoipa::ToSchema;

use super::identity::confirm;
use super::permission::{AdministeredChannel, Administrator};
use super::write::SameOriginJson;
use crate::accounts::client_context::ClientContext;
use crate::console::error::ConsoleError;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;
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
            members,
            operators,
        }
    }
}

/// Lists every channel of the server by name.
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

/// Pauses a channel or resumes it. Viewers of a paused channel get 503 `channel_paused`; the console and the webhooks of
/// the payment provider go on.
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

/// Rows that stand in the way.
#[derive(Serialize, ToSchema)]
struct NamedRows {
    /// At most twenty.
    ids: Vec<i64>,
    total: u64,
}

impl From<Named> for NamedRows {
    fn from(Named { ids, total }: Named) -> Self {
        Self { ids, total }
    }
}

/// What stands in the way of deleting a channel.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletionObstacles {
    /// The channel has to be paused first.
    is_served: bool,
    live_games: NamedRows,
    /// Orders whose payment is undecided.
    open_orders: NamedRows,
    /// The newest orders of subscriptions that may be charged again.
    renewing_orders: NamedRows,
    /// Refunds and cancellations that the payment provider is still to be told of.
    payment_jobs: u64,
}

impl From<Obstacles> for DeletionObstacles {
    fn from(obstacles: Obstacles) -> Self {
        Self {
            is_served: obstacles.is_served,
            live_games: obstacles.live_games.into(),
            open_orders: obstacles.open_orders.into(),
            renewing_orders: obstacles.renewing_orders.into(),
            payment_jobs: obstacles.payment_jobs,
        }
    }
}

/// Returns what stands in the way of deleting the channel.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/deletion",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The obstacles", body = Data<DeletionObstacles>),
        (status = "default", description = "No administrator of the server")
    )
)]
pub(super) async fn get_deletion(
    State(app): State<App>,
    administered: AdministeredChannel,
) -> Result<Data<DeletionObstacles>> {
    administered.channel()?;
    Ok(Data::new(app.store.channel_obstacles(administered.id).await?.into()))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct DeleteChannelRequest {
    /// The channel's name, as typed by the administrator.
    name: String,
    /// Needed once the login is ten minutes old.
    #[schema(value_type = Option<String>, format = Password)]
    current_password: Option<Secret<String>>,
}

/// The deleted channel.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletedChannel {
    #[schema(value_type = i64)]
    id: ChannelId,
}

/// Deletes a channel with everything that belongs to it. It has to be paused, without live games, open orders and
/// subscriptions that renew. The audit log stays. A channel that was deleted already stays deleted.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    request_body = DeleteChannelRequest,
    responses(
        (status = 200, description = "Deleted", body = Data<DeletedChannel>),
        (status = 409, description = "Something stands in the way"),
        (status = "default", description = "Another name, the password is needed, or no administrator of the server")
    )
)]
pub(super) async fn delete_channel(
    State(app): State<App>,
    administered: AdministeredChannel,
    arrival: ClientContext,
    SameOriginJson(request): SameOriginJson<DeleteChannelRequest>,
) -> Result<Data<DeletedChannel>> {
    let id = administered.id;
    if app.store.channel_was_deleted(id).await? {
        return Ok(Data::new(DeletedChannel { id }));
    }
    let channel = administered.channel()?;
    if request.name.trim() != channel.profile.name {
        return Err(Error::invalid("name", FieldCode::Invalid, "this is not the name of the channel"));
    }
    confirm(&app, &administered.operator, &arrival, request.current_password).await?;
    let mut entry = administered.entry(Action::DeleteChannel, &channel.identity.alias);
    entry.detail["name"] = channel.profile.name.clone().into();
    match app.store.channel_delete(id, entry).await? {
        ChannelDeletion::Deleted => {
            app.channels.until(|channels| channels.by_id(id).is_none()).await;
            Ok(Data::new(DeletedChannel { id }))
        }
        ChannelDeletion::Obstructed => Err(ConsoleError::DeletionObstructed.into()),
        ChannelDeletion::NotFound => Err(Error::NotFound("channel")),
    }
}
