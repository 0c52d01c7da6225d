//! The set-up assistant of a channel. What its steps make is stored by the calls of its things; here is how far it is.

use axum::extract::State;
use domain::channel_setup::{SetupStep, StepState};
use domain::operator::Action;
use serde::{Deserialize, Serialize};
use store::ChannelSetup as StoredSetup;
use utoipa::ToSchema;

use super::permission::ManagedChannel;
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

/// How far the set-up of a channel is.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelSetup {
    /// False once the assistant was finished. A channel from a file never had one.
    is_open: bool,
    look: StepState,
    sports: StepState,
    school: StepState,
    /// When a step was left last, in seconds since 1970; null if none is open.
    saved_at: Option<i64>,
}

impl From<StoredSetup> for ChannelSetup {
    fn from(StoredSetup { record, facts, .. }: StoredSetup) -> Self {
        let state = |step: SetupStep| record.as_ref().map_or(StepState::Done, |record| step.state(facts, record));
        Self {
            is_open: record.is_some(),
            look: state(SetupStep::Look),
            sports: state(SetupStep::Sports),
            school: state(SetupStep::School),
            saved_at: record.as_ref().map(|record| record.saved_at.seconds()),
        }
    }
}

/// Returns how far the set-up is.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/setup",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The steps", body = Data<ChannelSetup>)
    )
)]
pub(super) async fn get_channel_setup(State(app): State<App>, managed: ManagedChannel) -> Result<Data<ChannelSetup>> {
    stored(&app, &managed).await
}

/// A step that is left.
#[derive(Deserialize, ToSchema)]
pub(super) struct SetupStepRequest {
    step: SetupStep,
    is_skipped: bool,
}

/// Notes that a step was left: done, or skipped. Nothing is noted once the assistant was finished.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/setup",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    request_body = SetupStepRequest,
    responses(
        (status = 200, description = "The steps", body = Data<ChannelSetup>)
    )
)]
pub(super) async fn leave_setup_step(
    State(app): State<App>,
    managed: ManagedChannel,
    SameOriginJson(SetupStepRequest { step, is_skipped }): SameOriginJson<SetupStepRequest>,
) -> Result<Data<ChannelSetup>> {
    app.store.channel_setup_leave(managed.channel.identity.id, step, is_skipped, app.now()).await?;
    stored(&app, &managed).await
}

/// Finishes the assistant. The checklist shows the remaining tasks.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/setup/end",
    tag = "setup",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The steps", body = Data<ChannelSetup>)
    )
)]
pub(super) async fn end_channel_setup(
    State(app): State<App>,
    _: SameOrigin,
    managed: ManagedChannel,
) -> Result<Data<ChannelSetup>> {
    let identity = &managed.channel.identity;
    app.store.channel_setup_end(identity.id, managed.entry(Action::EndSetup, &identity.alias)).await?;
    stored(&app, &managed).await
}

async fn stored(app: &App, managed: &ManagedChannel) -> Result<Data<ChannelSetup>> {
    let found = app.store.channel_setup(managed.channel.identity.id).await?;
    found.map(|found| Data::new(found.into())).ok_or(Error::NotFound("channel"))
}
