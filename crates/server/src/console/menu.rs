//! The links of the channel's menu.

use axum::extract::State;
use domain::content::{MenuLink, MenuPlace};
use domain::operator::Action;
use domain::site::MenuFields;
use domain::translations::Translations;
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{self, ItemEdit, ItemFields, ItemNumber, ItemOrder, RemovedItem, RemovedVersion, RequestKey};
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A link of the menu.
#[derive(Serialize, ToSchema)]
pub(super) struct MenuItem {
    id: i64,
    version: i64,
    name: String,
    url: String,
    place: MenuPlace,
    /// The link that it stands under, at whose place it is; at the top without one, and while that one is removed.
    parent_id: Option<i64>,
    translations: Translations,
}

impl From<Versioned<MenuLink>> for MenuItem {
    fn from(Versioned { item, version }: Versioned<MenuLink>) -> Self {
        Self {
            id: item.id,
            version,
            name: item.name,
            url: item.url,
            place: item.place,
            parent_id: item.parent_id,
            translations: item.translations,
        }
    }
}

/// Lists the menu links in their order.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/menu",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<MenuItem>>)
    )
)]
pub(super) async fn list_menu(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Vec<MenuItem>>> {
    site::list::<MenuLink>(&app, &allowed).await
}

/// Makes a menu link. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/menu",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = MenuFields,
    responses(
        (status = 200, description = "The menu link as it is stored", body = Data<MenuItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_menu_link(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<MenuFields>,
) -> Result<Data<MenuItem>> {
    site::create::<MenuLink>(&app, &allowed, key, fields).await
}

/// Changes fields of a menu link. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/menu/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The menu link")),
    request_body = ItemEdit<MenuFields>,
    responses(
        (status = 200, description = "The menu link at its next version", body = Data<MenuItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_menu_link(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<MenuFields>,
) -> Result<Data<MenuItem>> {
    site::update::<MenuLink>(&app, &allowed, item, edit).await
}

/// Removes a menu link. Its revisions stay, so that it can be restored.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/menu/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The menu link"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = "default", description = "There is no such item, or the role does not allow it")
    )
)]
pub(super) async fn remove_menu_link(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    version: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    site::remove::<MenuLink>(&app, &allowed, item, version).await
}

/// Puts the menu links in their order into another order.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/menu/order",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    request_body = ItemOrder,
    responses(
        (status = 200, description = "The list in its order", body = Data<Vec<MenuItem>>)
    )
)]
pub(super) async fn order_menu(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    SameOriginJson(ItemOrder { ids }): SameOriginJson<ItemOrder>,
) -> Result<Data<Vec<MenuItem>>> {
    site::order::<MenuLink>(&app, &allowed, ids, Action::OrderMenu).await
}
