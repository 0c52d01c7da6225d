//! The deletion of a channel by an administrator of the server: it is kept for a while, and restored or erased.

use axum::extract::State;
use domain::channel::DELETED_CHANNEL_LIFE;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::secret::Secret;
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use store::{AuditEntry, ChannelDeletion, ChannelErasure, Named, Obstacles};
use utoipa::ToSchema;

use super::identity::confirm;
use super::permission::AdministeredChannel;
use super::write::{SameOrigin, SameOriginJson};
use crate::accounts::client_context::ClientContext;
use crate::console::channels::ChannelError;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::problem::FieldCode;
use crate::state::App;

/// Rows that are an obstacle to deletion.
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

/// Obstacles to deletion.
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

/// Returns the obstacles to deletion.
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

impl DeleteChannelRequest {
    /// Accepts the typed name, by an operator who has just proven who they are.
    async fn confirm(
        self,
        app: &App,
        administered: &AdministeredChannel,
        arrival: &ClientContext,
        name: &str,
    ) -> Result<()> {
        if !is_same_name(&self.name, name) {
            return Err(Error::invalid("name", FieldCode::Invalid, "this is not the name of the channel"));
        }
        confirm(app, &administered.operator, arrival, self.current_password).await
    }
}

/// Whether the names look the same: a page shows several spaces, and breaks of lines, as one space.
fn is_same_name(typed: &str, name: &str) -> bool {
    typed.split_whitespace().eq(name.split_whitespace())
}

/// The deleted channel.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletedChannel {
    #[schema(value_type = i64)]
    id: ChannelId,
    /// When it is erased, in seconds since 1970. Until then it can be restored.
    erased_at: i64,
}

impl DeletedChannel {
    fn since(id: ChannelId, at: Timestamp) -> Self {
        Self { id, erased_at: at.plus(DELETED_CHANNEL_LIFE).seconds() }
    }
}

/// Deletes a channel: it is gone for viewers and its team at once, and is erased with everything that belongs to it after 30
/// days. It has to be paused, without live games, open orders and subscriptions that renew. A channel that was deleted
/// already stays deleted.
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
    let (channel, deleted_at) = kept(&app, id).await?;
    if let Some(at) = deleted_at {
        return Ok(Data::new(DeletedChannel::since(id, at)));
    }
    request.confirm(&app, &administered, &arrival, &channel.name).await?;
    match app.store.channel_delete(id, channel.entry(&administered, Action::DeleteChannel)).await? {
        ChannelDeletion::Deleted(at) => {
            app.channels.until(|channels| channels.by_id(id).is_none()).await;
            Ok(Data::new(DeletedChannel::since(id, at)))
        }
        ChannelDeletion::Obstructed => Err(ChannelError::DeletionObstructed.into()),
        ChannelDeletion::NotFound => Err(Error::NotFound("channel")),
    }
}

/// A channel by its id.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelOfId {
    #[schema(value_type = i64)]
    id: ChannelId,
}

/// Brings a deleted channel back, paused. A channel that is not deleted stays as it is.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/restore",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The channel", body = Data<ChannelOfId>),
        (status = "default", description = "No administrator of the server, or the channel is erased")
    )
)]
pub(super) async fn restore_channel(
    State(app): State<App>,
    _: SameOrigin,
    administered: AdministeredChannel,
) -> Result<Data<ChannelOfId>> {
    let id = administered.id;
    let (channel, _) = kept(&app, id).await?;
    let entry = channel.entry(&administered, Action::RestoreChannel);
    if !app.store.channel_restore(id, entry).await? {
        return Err(Error::NotFound("channel"));
    }
    app.channels.until(|channels| channels.by_id(id).is_some()).await;
    Ok(Data::new(ChannelOfId { id }))
}

/// Erases a deleted channel before its time, with everything that belongs to it. The audit log stays. A channel that was
/// erased already stays erased.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/erase",
    tag = "channels",
    params(("id" = i64, Path, description = "The channel")),
    request_body = DeleteChannelRequest,
    responses(
        (status = 200, description = "Erased", body = Data<ChannelOfId>),
        (status = 409, description = "The channel is not deleted, or a payment or job of it is under way"),
        (status = "default", description = "Another name, the password is needed, or no administrator of the server")
    )
)]
pub(super) async fn erase_channel(
    State(app): State<App>,
    administered: AdministeredChannel,
    arrival: ClientContext,
    SameOriginJson(request): SameOriginJson<DeleteChannelRequest>,
) -> Result<Data<ChannelOfId>> {
    let id = administered.id;
    if app.store.channel_was_erased(id).await? {
        return Ok(Data::new(ChannelOfId { id }));
    }
    let (channel, deleted_at) = kept(&app, id).await?;
    if deleted_at.is_none() {
        return Err(ChannelError::NotDeleted.into());
    }
    request.confirm(&app, &administered, &arrival, &channel.name).await?;
    match app.store.channel_erase(id, false, channel.entry(&administered, Action::EraseChannel)).await? {
        ChannelErasure::Erased => Ok(Data::new(ChannelOfId { id })),
        ChannelErasure::Busy => Err(ChannelError::Busy.into()),
        ChannelErasure::NotDeleted => Err(ChannelError::NotDeleted.into()),
    }
}

/// What the log says of a channel that its readers do not find any more.
struct Kept {
    alias: String,
    name: String,
}

impl Kept {
    fn entry(&self, administered: &AdministeredChannel, action: Action) -> AuditEntry {
        let mut entry = administered.entry(action, &self.alias);
        entry.detail["name"] = self.name.clone().into();
        entry
    }
}

/// The channel as it is stored, and since when it is deleted.
async fn kept(app: &App, id: ChannelId) -> Result<(Kept, Option<Timestamp>)> {
    let found = app.store.channel_or_deleted(id).await?.ok_or(Error::NotFound("channel"))?;
    Ok((Kept { alias: found.identity.alias, name: found.profile.name }, found.deleted_at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_typed_as_it_is_shown() {
        assert!(is_same_name("Demo Sports", " Demo  Sports\n"));
        assert!(is_same_name(" Demo Sports ", "Demo\u{a0}Sports"));
        for other in ["Demo", "DemoSports", "demo sports", "Demo Sports 2", ""] {
            assert!(!is_same_name(other, "Demo Sports"), "{other}");
        }
    }
}
