//! The sports.

use axum::extract::State;
use domain::event::Category;
use domain::operator::Action;
use domain::site::CategoryFields;
use domain::translations::Translations;
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::catalogue::{self, CatalogueItem};
use super::permission::{Allowed, EditSite};
use super::site::{ItemEdit, ItemFields, ItemNumber, RequestKey, SiteContent};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A sport.
#[derive(Serialize, ToSchema)]
pub(super) struct EventCategoryItem {
    id: i64,
    version: i64,
    name: String,
    /// Its part of addresses.
    alias: String,
    image: Option<String>,
    translations: Translations,
}

impl From<Versioned<Category>> for EventCategoryItem {
    fn from(Versioned { item, version }: Versioned<Category>) -> Self {
        Self {
            id: item.id.0,
            version,
            name: item.name,
            alias: item.alias,
            image: item.image,
            translations: item.translations,
        }
    }
}

impl CatalogueItem for Category {
    type Item = EventCategoryItem;

    const CREATE: Action = Action::CreateSport;
    const UPDATE: Action = Action::UpdateSport;
}

impl SiteContent for Category {
    type Item = EventCategoryItem;

    const UPDATE: Action = Action::UpdateSport;
    const RESTORE: Action = Action::RestoreSport;
}

/// Lists the sports.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/event-categories",
    tag = "catalogue",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<EventCategoryItem>>)
    )
)]
pub(super) async fn list_event_categories(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<EventCategoryItem>>> {
    catalogue::list::<Category>(&app, &allowed).await
}

/// Makes a sport. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/event-categories",
    tag = "catalogue",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = CategoryFields,
    responses(
        (status = 200, description = "The sport as it is stored", body = Data<EventCategoryItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_event_category(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<CategoryFields>,
) -> Result<Data<EventCategoryItem>> {
    catalogue::create::<Category>(&app, &allowed, key, fields).await
}

/// Changes fields of a sport. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/event-categories/{item}",
    tag = "catalogue",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The sport")),
    request_body = ItemEdit<CategoryFields>,
    responses(
        (status = 200, description = "The sport at its next version", body = Data<EventCategoryItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_event_category(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<CategoryFields>,
) -> Result<Data<EventCategoryItem>> {
    catalogue::update::<Category>(&app, &allowed, item, edit).await
}
