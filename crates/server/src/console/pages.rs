//! The pages with their own paths.

use axum::extract::State;
use domain::content::Page;
use domain::site::PageFields;
use domain::translations::Translations;
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{self, ItemEdit, ItemFields, ItemNumber, RemovedItem, RemovedVersion, RequestKey};
use super::write::SameOrigin;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A page.
#[derive(Serialize, ToSchema)]
pub(super) struct PageItem {
    id: i64,
    version: i64,
    /// A path of this site, such as `/tickets`.
    url: String,
    /// The name in `pages/{alias}`.
    alt_name: String,
    name: String,
    /// Sanitised HTML.
    content: String,
    translations: Translations,
}

impl From<Versioned<Page>> for PageItem {
    fn from(Versioned { item, version }: Versioned<Page>) -> Self {
        Self {
            id: item.id,
            version,
            url: item.url,
            alt_name: item.alt_name,
            name: item.name,
            content: item.content,
            translations: item.translations,
        }
    }
}

/// Lists the pages.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/pages",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<PageItem>>)
    )
)]
pub(super) async fn list_pages(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Vec<PageItem>>> {
    site::list::<Page>(&app, &allowed).await
}

/// Makes a page. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/pages",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = PageFields,
    responses(
        (status = 200, description = "The page as it is stored", body = Data<PageItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_page(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<PageFields>,
) -> Result<Data<PageItem>> {
    site::create::<Page>(&app, &allowed, key, fields).await
}

/// Changes fields of a page. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/pages/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The page")),
    request_body = ItemEdit<PageFields>,
    responses(
        (status = 200, description = "The page at its next version", body = Data<PageItem>),
        (status = 409, description = "Somebody else changed it; `conflict` says what they made of it"),
        (status = 428, description = "The version is missing"),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_page(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<PageFields>,
) -> Result<Data<PageItem>> {
    site::update::<Page>(&app, &allowed, item, edit).await
}

/// Removes a page. Its revisions stay, so that it can be restored.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/pages/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The page"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = 409, description = "Somebody else changed it; `conflict` says what they made of it"),
        (status = 428, description = "The version is missing"),
        (status = "default", description = "There is no such item, or the role does not allow it")
    )
)]
pub(super) async fn remove_page(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    version: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    site::remove::<Page>(&app, &allowed, item, version).await
}
