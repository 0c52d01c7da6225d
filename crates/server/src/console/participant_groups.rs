//! The schools and clubs.

use axum::extract::State;
use domain::operator::Action;
use domain::participant::Group;
use domain::site::GroupFields;
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::catalogue::{self, CatalogueItem};
use super::permission::{Allowed, EditSite};
use super::site::{ItemEdit, ItemFields, ItemNumber, RequestKey};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A school or club.
#[derive(Serialize, ToSchema)]
pub(super) struct ParticipantGroupItem {
    id: i64,
    version: i64,
    name: String,
    short_name: String,
    /// `#rrggbb`.
    color: String,
    city: String,
    state: String,
    in_menu: bool,
}

impl From<Versioned<Group>> for ParticipantGroupItem {
    fn from(Versioned { item, version }: Versioned<Group>) -> Self {
        Self {
            id: item.id.0,
            version,
            name: item.name,
            short_name: item.short_name,
            color: item.color,
            city: item.city,
            state: item.state,
            in_menu: item.in_menu,
        }
    }
}

impl CatalogueItem for Group {
    type Item = ParticipantGroupItem;

    const CREATE: Action = Action::CreateSchool;
    const UPDATE: Action = Action::UpdateSchool;
}

/// Lists the schools.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/participant-groups",
    tag = "catalogue",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<ParticipantGroupItem>>)
    )
)]
pub(super) async fn list_participant_groups(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<ParticipantGroupItem>>> {
    catalogue::list::<Group>(&app, &allowed).await
}

/// Makes a school. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/participant-groups",
    tag = "catalogue",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = GroupFields,
    responses(
        (status = 200, description = "The school as it is stored", body = Data<ParticipantGroupItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_participant_group(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<GroupFields>,
) -> Result<Data<ParticipantGroupItem>> {
    catalogue::create::<Group>(&app, &allowed, key, fields).await
}

/// Changes fields of a school. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/participant-groups/{item}",
    tag = "catalogue",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The school")),
    request_body = ItemEdit<GroupFields>,
    responses(
        (status = 200, description = "The school at its next version", body = Data<ParticipantGroupItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_participant_group(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<GroupFields>,
) -> Result<Data<ParticipantGroupItem>> {
    catalogue::update::<Group>(&app, &allowed, item, edit).await
}
