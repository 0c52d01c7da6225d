//! Texts at named places of the viewer's screens.

use axum::extract::State;
use domain::content::StaticBlock;
use domain::site::BlockFields;
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

/// A text at a named place of a screen.
#[derive(Serialize, ToSchema)]
pub(super) struct BlockItem {
    id: i64,
    version: i64,
    /// `home`, `games`, `vod`, `contacts` or `footer`.
    place: String,
    /// Sanitised HTML.
    content: String,
    translations: Translations,
}

impl From<Versioned<StaticBlock>> for BlockItem {
    fn from(Versioned { item, version }: Versioned<StaticBlock>) -> Self {
        Self { id: item.id, version, place: item.place, content: item.content, translations: item.translations }
    }
}

/// Lists the blocks.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/blocks",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<BlockItem>>)
    )
)]
pub(super) async fn list_blocks(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Vec<BlockItem>>> {
    site::list::<StaticBlock>(&app, &allowed).await
}

/// Makes a block. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/blocks",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = BlockFields,
    responses(
        (status = 200, description = "The block as it is stored", body = Data<BlockItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_block(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<BlockFields>,
) -> Result<Data<BlockItem>> {
    site::create::<StaticBlock>(&app, &allowed, key, fields).await
}

/// Changes fields of a block. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/blocks/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The block")),
    request_body = ItemEdit<BlockFields>,
    responses(
        (status = 200, description = "The block at its next version", body = Data<BlockItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_block(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<BlockFields>,
) -> Result<Data<BlockItem>> {
    site::update::<StaticBlock>(&app, &allowed, item, edit).await
}

/// Removes a block. Its revisions stay, so that it can be restored.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/blocks/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The block"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = "default", description = "There is no such item, or the role does not allow it")
    )
)]
pub(super) async fn remove_block(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    version: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    site::remove::<StaticBlock>(&app, &allowed, item, version).await
}
