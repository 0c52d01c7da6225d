//! Earlier versions of the site's content, and their restoration.

use axum::extract::{FromRequestParts, State};
use domain::content::{FaqEntry, MenuLink, Page, Redirect, Slide, StaticBlock};
use domain::editing::Listed;
use domain::event::Category;
use domain::form::CustomForm;
use domain::ids::OperatorId;
use domain::site::{Colours, OwnText, Settings, SiteKind, TextKind};
use http::request::Parts;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{self, ItemNumber, SiteContent};
use super::window::body_with_window;
use super::write::SameOriginJson;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::text_of_path;
use crate::state::App;

/// The kind that the path names.
pub(super) struct KindName(pub(super) SiteKind);

impl FromRequestParts<App> for KindName {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let word = text_of_path(parts, app, "kind").await?;
        SiteKind::of_word(&word).map(Self).ok_or(Error::NotFound("kind"))
    }
}

/// A kept version of an item.
#[derive(Serialize, ToSchema)]
pub(super) struct Revision {
    version: i64,
    /// Seconds since 1970.
    at: i64,
    /// Who made it; null for an import, or an operator who was deleted.
    by: Option<RevisionAuthor>,
    /// The fields as they were; null if this version removed the item.
    #[schema(value_type = Option<HashMap<String, Value>>)]
    body: Option<Value>,
}

/// The operator who made a version.
#[derive(Serialize, ToSchema)]
struct RevisionAuthor {
    #[schema(value_type = i64)]
    id: OperatorId,
    name: String,
}

impl From<store::Revision> for Revision {
    fn from(store::Revision { version, at, by, body }: store::Revision) -> Self {
        let by = by.map(|by| RevisionAuthor { id: by.id, name: by.name });
        Self { version, at: at.seconds(), by, body }
    }
}

/// Lists the kept versions of an item, newest first. An item that nobody changed since it came from a file of an older
/// program has none.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/revisions/{kind}/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = SiteKind, Path, description = "The kind of item"),
        ("item" = i64, Path, description = "The item")
    ),
    responses(
        (status = 200, description = "At most fifty versions", body = Data<Vec<Revision>>),
        (status = "default", description = "No such item, or the role does not allow it")
    )
)]
pub(super) async fn list_revisions(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    KindName(kind): KindName,
    ItemNumber(id): ItemNumber,
) -> Result<Data<Vec<Revision>>> {
    let revisions = app.store.revisions(allowed.channel.identity.id, kind.word(), id).await?;
    let is_known = !revisions.is_empty()
        || match kind {
            SiteKind::MenuLink => has::<MenuLink>(&app, &allowed, id).await?,
            SiteKind::Slide => has::<Slide>(&app, &allowed, id).await?,
            SiteKind::Page => has::<Page>(&app, &allowed, id).await?,
            SiteKind::Redirect => has::<Redirect>(&app, &allowed, id).await?,
            SiteKind::Category => has::<Category>(&app, &allowed, id).await?,
            SiteKind::Faq => has::<FaqEntry>(&app, &allowed, id).await?,
            SiteKind::Block => has::<StaticBlock>(&app, &allowed, id).await?,
            SiteKind::Form => has::<CustomForm>(&app, &allowed, id).await?,
            SiteKind::Settings | SiteKind::Colours => id == allowed.channel.identity.id.0,
            SiteKind::Text => TextKind::of_number(id).is_some(),
        };
    let shown = |mut revision: store::Revision| {
        if matches!(kind, SiteKind::Slide | SiteKind::Page) {
            revision.body = revision.body.map(|body| body_with_window(body, &allowed.channel));
        }
        Revision::from(revision)
    };
    is_known.then(|| Data::all(revisions.into_iter().map(shown).collect())).ok_or(Error::NotFound("item"))
}

async fn has<T: SiteContent + Listed>(app: &App, allowed: &Allowed<EditSite>, id: i64) -> Result<bool> {
    let items = app.store.edited::<T>(allowed.channel.identity.id).await?;
    Ok(items.iter().any(|found| found.item.id() == id))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct RestoreRequest {
    /// The version whose fields come back.
    revision: i64,
    /// The version that the item is at; null if it was removed.
    version: Option<i64>,
}

/// An item whose fields came back.
#[derive(Serialize, ToSchema)]
pub(super) struct RestoredItem {
    kind: SiteKind,
    id: i64,
    /// The version that it is at now.
    version: i64,
}

/// Makes the fields of an earlier version the newest again, also of an item that was removed.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/revisions/{kind}/{item}/restore",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = SiteKind, Path, description = "The kind of item"),
        ("item" = i64, Path, description = "The item")
    ),
    request_body = RestoreRequest,
    responses(
        (status = 200, description = "Restored", body = Data<RestoredItem>),
        (status = 409, description = "Somebody else changed it; `conflict` says what they made of it"),
        (status = "default", description = "No such version, its path is taken, or the role does not allow it")
    )
)]
pub(super) async fn restore_revision(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    KindName(kind): KindName,
    ItemNumber(id): ItemNumber,
    SameOriginJson(RestoreRequest { revision, version }): SameOriginJson<RestoreRequest>,
) -> Result<Data<RestoredItem>> {
    let (app, allowed) = (&app, &allowed);
    let version = match kind {
        SiteKind::MenuLink => site::restore::<MenuLink>(app, allowed, id, revision, version).await?,
        SiteKind::Slide => site::restore::<Slide>(app, allowed, id, revision, version).await?,
        SiteKind::Page => site::restore::<Page>(app, allowed, id, revision, version).await?,
        SiteKind::Redirect => site::restore::<Redirect>(app, allowed, id, revision, version).await?,
        SiteKind::Category => site::revert::<Category>(app, allowed, id, revision, version).await?,
        SiteKind::Faq => site::restore::<FaqEntry>(app, allowed, id, revision, version).await?,
        SiteKind::Block => site::restore::<StaticBlock>(app, allowed, id, revision, version).await?,
        SiteKind::Form => site::restore::<CustomForm>(app, allowed, id, revision, version).await?,
        SiteKind::Settings => site::revert::<Settings>(app, allowed, id, revision, version).await?,
        SiteKind::Colours => site::revert::<Colours>(app, allowed, id, revision, version).await?,
        SiteKind::Text => site::revert::<OwnText>(app, allowed, id, revision, version).await?,
    };
    Ok(Data::new(RestoredItem { kind, id, version }))
}
