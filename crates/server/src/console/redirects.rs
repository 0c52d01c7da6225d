//! Redirects from former paths of pages.

use axum::extract::State;
use domain::content::Redirect;
use domain::site::RedirectFields;
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{self, ItemEdit, ItemFields, ItemNumber, RemovedItem, RemovedVersion, RequestKey};
use super::write::SameOrigin;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A redirect.
#[derive(Serialize, ToSchema)]
pub(super) struct RedirectItem {
    id: i64,
    version: i64,
    /// The former path.
    path: String,
    /// The page that it leads to; a page that was removed is led to again when it is restored.
    page_id: i64,
}

impl From<Versioned<Redirect>> for RedirectItem {
    fn from(Versioned { item, version }: Versioned<Redirect>) -> Self {
        Self { id: item.id, version, path: item.path, page_id: item.page_id }
    }
}

/// Lists the redirects.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/redirects",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<RedirectItem>>)
    )
)]
pub(super) async fn list_redirects(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<RedirectItem>>> {
    site::list::<Redirect>(&app, &allowed).await
}

/// Makes a redirect. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/redirects",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = RedirectFields,
    responses(
        (status = 200, description = "The redirect as it is stored", body = Data<RedirectItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_redirect(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<RedirectFields>,
) -> Result<Data<RedirectItem>> {
    site::create::<Redirect>(&app, &allowed, key, fields).await
}

/// Changes fields of a redirect. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/redirects/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The redirect")),
    request_body = ItemEdit<RedirectFields>,
    responses(
        (status = 200, description = "The redirect at its next version", body = Data<RedirectItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_redirect(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<RedirectFields>,
) -> Result<Data<RedirectItem>> {
    site::update::<Redirect>(&app, &allowed, item, edit).await
}

/// Removes a redirect. Its revisions stay, so that it can be restored.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/redirects/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The redirect"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = "default", description = "There is no such item, or the role does not allow it")
    )
)]
pub(super) async fn remove_redirect(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    version: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    site::remove::<Redirect>(&app, &allowed, item, version).await
}
