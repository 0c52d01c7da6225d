//! The frequently asked questions.

use axum::extract::State;
use domain::content::FaqEntry;
use domain::operator::Action;
use domain::site::FaqFields;
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

/// A question with its answer.
#[derive(Serialize, ToSchema)]
pub(super) struct FaqItem {
    id: i64,
    version: i64,
    question: String,
    /// Sanitised HTML.
    answer: String,
    translations: Translations,
}

impl From<Versioned<FaqEntry>> for FaqItem {
    fn from(Versioned { item, version }: Versioned<FaqEntry>) -> Self {
        Self { id: item.id, version, question: item.question, answer: item.answer, translations: item.translations }
    }
}

/// Lists the questions in their order.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/faq",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<FaqItem>>)
    )
)]
pub(super) async fn list_faq(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Vec<FaqItem>>> {
    site::list::<FaqEntry>(&app, &allowed).await
}

/// Makes a question. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/faq",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = FaqFields,
    responses(
        (status = 200, description = "The question as it is stored", body = Data<FaqItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_faq(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<FaqFields>,
) -> Result<Data<FaqItem>> {
    site::create::<FaqEntry>(&app, &allowed, key, fields).await
}

/// Changes fields of a question. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/faq/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The question")),
    request_body = ItemEdit<FaqFields>,
    responses(
        (status = 200, description = "The question at its next version", body = Data<FaqItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_faq(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<FaqFields>,
) -> Result<Data<FaqItem>> {
    site::update::<FaqEntry>(&app, &allowed, item, edit).await
}

/// Removes a question. Its revisions stay, so that it can be restored.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/faq/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The question"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = "default", description = "There is no such item, or the role does not allow it")
    )
)]
pub(super) async fn remove_faq(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    version: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    site::remove::<FaqEntry>(&app, &allowed, item, version).await
}

/// Puts the questions in their order into another order.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/faq/order",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    request_body = ItemOrder,
    responses(
        (status = 200, description = "The list in its order", body = Data<Vec<FaqItem>>)
    )
)]
pub(super) async fn order_faq(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    SameOriginJson(ItemOrder { ids }): SameOriginJson<ItemOrder>,
) -> Result<Data<Vec<FaqItem>>> {
    site::order::<FaqEntry>(&app, &allowed, ids, Action::OrderFaq).await
}
