//! The teams.

use axum::extract::State;
use domain::operator::Action;
use domain::participant::Participant;
use domain::site::ParticipantFields;
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::catalogue::{self, CatalogueItem};
use super::permission::{Allowed, EditSite};
use super::site::{ItemEdit, ItemFields, ItemNumber, RequestKey};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A team.
#[derive(Serialize, ToSchema)]
pub(super) struct ParticipantItem {
    id: i64,
    version: i64,
    name: String,
    short_name: String,
    /// `#rrggbb`.
    color: String,
    /// Its school or club.
    group_id: Option<i64>,
    /// Its sport.
    event_category_id: Option<i64>,
    in_menu: bool,
}

impl From<Versioned<Participant>> for ParticipantItem {
    fn from(Versioned { item, version }: Versioned<Participant>) -> Self {
        Self {
            id: item.id.0,
            version,
            name: item.name,
            short_name: item.short_name,
            color: item.color,
            group_id: item.group_id.map(|id| id.0),
            event_category_id: item.event_category_id.map(|id| id.0),
            in_menu: item.in_menu,
        }
    }
}

impl CatalogueItem for Participant {
    type Item = ParticipantItem;

    const CREATE: Action = Action::CreateTeam;
    const UPDATE: Action = Action::UpdateTeam;
}

/// Lists the teams.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/participants",
    tag = "catalogue",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<ParticipantItem>>)
    )
)]
pub(super) async fn list_participants(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<ParticipantItem>>> {
    catalogue::list::<Participant>(&app, &allowed).await
}

/// Makes a team. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/participants",
    tag = "catalogue",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = ParticipantFields,
    responses(
        (status = 200, description = "The team as it is stored", body = Data<ParticipantItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_participant(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<ParticipantFields>,
) -> Result<Data<ParticipantItem>> {
    catalogue::create::<Participant>(&app, &allowed, key, fields).await
}

/// Changes fields of a team. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/participants/{item}",
    tag = "catalogue",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The team")),
    request_body = ItemEdit<ParticipantFields>,
    responses(
        (status = 200, description = "The team at its next version", body = Data<ParticipantItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_participant(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<ParticipantFields>,
) -> Result<Data<ParticipantItem>> {
    catalogue::update::<Participant>(&app, &allowed, item, edit).await
}
