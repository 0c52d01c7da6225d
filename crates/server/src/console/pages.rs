//! The pages with their own paths, and the times at which viewers have them.

use axum::extract::State;
use domain::content::Page;
use domain::editing::{Editable, nullable};
use domain::field_error::FieldErrors;
use domain::local_time::{LocalTime, ZonedTime};
use domain::operator::Action;
use domain::site::PageFields;
use domain::time::UTC;
use domain::translations::Translations;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{
    self, ItemEdit, ItemFields, ItemNumber, RemovedItem, RemovedVersion, RequestKey, SiteContent, SiteItem,
};
use super::window::{Typed, body_with_window, shown_window, window_of};
use super::write::SameOrigin;
use crate::channels::snapshot::Snapshot;
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
    /// A path of this site, or an https address.
    image: Option<String>,
    /// From when viewers have it, in the channel's zone; null for no beginning.
    visible_from: Option<ZonedTime>,
    /// From when they no longer have it; null for no end.
    visible_until: Option<ZonedTime>,
    translations: Translations,
}

/// The fields of a page, with its times as they are typed.
#[derive(Deserialize, ToSchema)]
pub(super) struct PageRequest {
    /// From when viewers have it; null for no beginning.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<LocalTime>)]
    visible_from: Typed,
    /// From when they no longer have it; null for no end.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<LocalTime>)]
    visible_until: Typed,
    /// Of an edit that changes the path: the former one leads nowhere, instead of to the page.
    drops_path: Option<bool>,
    #[serde(flatten)]
    fields: PageFields,
}

impl PageRequest {
    /// The fields with the moments that are meant.
    fn resolved(self) -> Result<PageFields, FieldErrors> {
        let [visible_from, visible_until] = window_of(self.visible_from, self.visible_until)?;
        Ok(PageFields { visible_from, visible_until, ..self.fields })
    }
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
            image: item.image,
            visible_from: item.visible_from.map(|at| ZonedTime::of(at, UTC)),
            visible_until: item.visible_until.map(|at| ZonedTime::of(at, UTC)),
            translations: item.translations,
        }
    }
}

impl SiteContent for Page {
    type Item = PageItem;

    const UPDATE: Action = Action::UpdatePage;
    const RESTORE: Action = Action::RestorePage;

    fn shown(stored: Versioned<Self>, channel: &Snapshot) -> PageItem {
        let [visible_from, visible_until] = shown_window(stored.item.window(), channel);
        PageItem { visible_from, visible_until, ..stored.into() }
    }

    fn shown_body(body: Value, channel: &Snapshot) -> Value {
        body_with_window(body, channel)
    }
}

impl SiteItem for Page {
    const CREATE: Action = Action::CreatePage;
    const REMOVE: Action = Action::RemovePage;
}

/// Lists the pages, also those that viewers do not have now.
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
    request_body = PageRequest,
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
    ItemFields(request): ItemFields<PageRequest>,
) -> Result<Data<PageItem>> {
    site::create::<Page>(&app, &allowed, key, ItemFields(request.resolved()?)).await
}

/// Changes fields of a page. Those that are absent stay. A former path leads to the page from then on.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/pages/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The page")),
    request_body = ItemEdit<PageRequest>,
    responses(
        (status = 200, description = "The page at its next version", body = Data<PageItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_page(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    ItemEdit { fields: request, version }: ItemEdit<PageRequest>,
) -> Result<Data<PageItem>> {
    let (keeps_path, fields) = (!request.drops_path.unwrap_or_default(), request.resolved()?);
    let change = move |page: &mut Page| page.apply(fields.clone());
    let entry = allowed.entry(Action::UpdatePage, id);
    let updated = app.store.page_update(allowed.channel.identity.id, (id, version), change, keeps_path, entry).await?;
    site::edited(updated, &allowed)
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
