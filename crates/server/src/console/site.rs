//! The calls about the site's content, settings and colours: one way for every kind, whose files name its fields.

use axum::extract::{FromRequest, FromRequestParts, Request};
use domain::content::{FaqEntry, MenuLink, Redirect, StaticBlock};
use domain::editing::Listed;
use domain::form::CustomForm;
use domain::operator::Action;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::{Edit, Edited, Versioned};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, EditSite};
use super::write::SameOrigin;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, from_value, number_of_path, parse_json, read_json_within};
use crate::http::problem::FieldCode;
use crate::http::refusal::{EditConflict, Refusal};
use crate::state::App;

/// The longest texts in every language fit in.
const MAX_BODY: usize = 1024 * 1024;
const MAX_KEY: usize = 200;

/// Why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum EditError {
    #[error("Send the version that was edited")]
    VersionRequired,
    #[error("Somebody else changed this")]
    VersionConflict(Box<EditConflict>),
    #[error("There are too many of these; remove one first")]
    TooManyItems,
    #[error("Viewers have answered this; delete the answers first")]
    HasAnswers,
    /// By what shows it.
    #[error("This is in use: {}", .0.join(", "))]
    InUse(Vec<String>),
}

impl Refusal for EditError {
    fn status(&self) -> StatusCode {
        match self {
            Self::VersionRequired => StatusCode::PRECONDITION_REQUIRED,
            Self::VersionConflict(_) | Self::TooManyItems | Self::HasAnswers | Self::InUse(_) => StatusCode::CONFLICT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::VersionRequired => "version_required",
            Self::VersionConflict(_) => "version_conflict",
            Self::TooManyItems => "too_many_items",
            Self::HasAnswers => "has_answers",
            Self::InUse(_) => "in_use",
        }
    }

    fn conflict(&self) -> Option<EditConflict> {
        match self {
            Self::VersionConflict(conflict) => Some(EditConflict::clone(conflict)),
            _ => None,
        }
    }
}

/// A kind of site content, as the console shows it and the audit log speaks of it.
pub(super) trait SiteContent: Edited {
    type Item: Serialize + From<Versioned<Self>>;

    const UPDATE: Action;
    const RESTORE: Action;

    /// The item with what it shows of the rest of the channel.
    fn shown(stored: Versioned<Self>, _channel: &Snapshot) -> Self::Item {
        stored.into()
    }

    /// The fields of a revision as the item shows them.
    fn shown_body(body: Value, _channel: &Snapshot) -> Value {
        body
    }
}

/// A kind of which a channel has several.
pub(super) trait SiteItem: SiteContent + Listed {
    const CREATE: Action;
    const REMOVE: Action;
}

macro_rules! site_items {
    ($($kind:ty => $item:ty: $create:ident, $update:ident, $remove:ident, $restore:ident;)*) => {$(
        impl SiteContent for $kind {
            type Item = $item;

            const UPDATE: Action = Action::$update;
            const RESTORE: Action = Action::$restore;
        }

        impl SiteItem for $kind {
            const CREATE: Action = Action::$create;
            const REMOVE: Action = Action::$remove;
        }
    )*};
}

site_items! {
    FaqEntry => super::faq::FaqItem: CreateFaq, UpdateFaq, RemoveFaq, RestoreFaq;
    Redirect => super::redirects::RedirectItem: CreateRedirect, UpdateRedirect, RemoveRedirect, RestoreRedirect;
    CustomForm => super::forms::FormItem: CreateForm, UpdateForm, RemoveForm, RestoreForm;
    StaticBlock => super::blocks::BlockItem: CreateBlock, UpdateBlock, RemoveBlock, RestoreBlock;
    MenuLink => super::menu::MenuItem: CreateMenuLink, UpdateMenuLink, RemoveMenuLink, RestoreMenuLink;
}

/// The item that the path names.
pub(super) struct ItemNumber(pub(super) i64);

impl FromRequestParts<App> for ItemNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "item").await.map(Self)
    }
}

/// The key of a request that may be sent again, from its header `Idempotency-Key`.
pub(super) struct RequestKey(pub(super) Option<String>);

impl FromRequestParts<App> for RequestKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let Some(key) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        match key.to_str().map(str::trim) {
            Ok(key) if (1..=MAX_KEY).contains(&key.len()) => Ok(Self(Some(key.to_owned()))),
            _ => {
                let reason = FieldCode::Length.within(1, MAX_KEY);
                Err(Error::invalid("Idempotency-Key", reason, "Idempotency-Key must be 1 to 200 characters"))
            }
        }
    }
}

/// The fields of a new item, or of several texts.
pub(super) struct ItemFields<F>(pub(super) F);

impl<F: DeserializeOwned> FromRequest<App> for ItemFields<F> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        body(request, app).await.and_then(from_value).map(Self)
    }
}

/// Changed fields of an item, and the version that was edited.
#[derive(ToSchema)]
pub(super) struct ItemEdit<F> {
    #[serde(flatten)]
    pub(super) fields: F,
    pub(super) version: i64,
}

impl<F: DeserializeOwned> FromRequest<App> for ItemEdit<F> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let mut fields: Map<String, Value> = body(request, app).await.and_then(from_value)?;
        let version = match fields.remove("version").unwrap_or_default() {
            Value::Null => return Err(EditError::VersionRequired.into()),
            version => {
                version.as_i64().ok_or_else(|| Error::invalid("version", FieldCode::Number, "version is a number"))?
            }
        };
        Ok(Self { fields: from_value(fields.into())?, version })
    }
}

async fn body(request: Request, app: &App) -> Result<Value> {
    let (mut parts, body) = request.into_parts();
    SameOrigin::from_request_parts(&mut parts, app).await?;
    let headers: &HeaderMap = &parts.headers;
    parse_json(&read_json_within(headers, body, MAX_BODY).await?)
}

/// The version that is to be removed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RemovedVersion {
    #[param(required = true)]
    pub(super) version: Option<i64>,
}

impl FromRequestParts<App> for RemovedVersion {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        Query::from_request_parts(parts, app).await.map(|Query(query)| query)
    }
}

/// An item that was removed.
#[derive(Serialize, ToSchema)]
pub(super) struct RemovedItem {
    pub(super) id: i64,
    /// The version of the removal.
    pub(super) version: i64,
}

/// The order of a list.
#[derive(Deserialize, ToSchema)]
pub(super) struct ItemOrder {
    /// Items that are not named come after, in their old order; ids that nobody has are ignored.
    pub(super) ids: Vec<i64>,
}

pub(super) async fn list<T: SiteItem>(app: &App, allowed: &Allowed<EditSite>) -> Result<Data<Vec<T::Item>>> {
    let items = app.store.edited::<T>(allowed.channel.identity.id).await?;
    Ok(shown::<T>(items, allowed))
}

/// What the channel has one of.
pub(super) async fn single<T: SiteContent>(app: &App, allowed: &Allowed<EditSite>) -> Result<Data<T::Item>> {
    let found = app.store.edited::<T>(allowed.channel.identity.id).await?.pop();
    found.map(|found| Data::new(T::shown(found, &allowed.channel))).ok_or(Error::NotFound("channel"))
}

pub(super) async fn create<T: SiteItem>(
    app: &App,
    allowed: &Allowed<EditSite>,
    RequestKey(key): RequestKey,
    ItemFields(fields): ItemFields<T::Fields>,
) -> Result<Data<T::Item>> {
    let change = move |item: &mut T| item.apply(fields.clone());
    let made = app.store.edit_create(allowed.channel.identity.id, key, change, allowed.entry(T::CREATE, "")).await?;
    edited(made, allowed)
}

pub(super) async fn update_single<T: SiteContent>(
    app: &App,
    allowed: &Allowed<EditSite>,
    edit: ItemEdit<T::Fields>,
) -> Result<Data<T::Item>> {
    update::<T>(app, allowed, ItemNumber(allowed.channel.identity.id.0), edit).await
}

pub(super) async fn update<T: SiteContent>(
    app: &App,
    allowed: &Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    ItemEdit { fields, version }: ItemEdit<T::Fields>,
) -> Result<Data<T::Item>> {
    let change = move |item: &mut T| item.apply(fields.clone());
    let entry = allowed.entry(T::UPDATE, id);
    edited(app.store.edit(allowed.channel.identity.id, id, version, change, entry).await?, allowed)
}

/// The answer to an edit.
pub(super) fn edited<T: SiteContent>(
    edited: Edit<Versioned<T>, T>,
    allowed: &Allowed<EditSite>,
) -> Result<Data<T::Item>> {
    edited.map(|edited| Data::new(T::shown(edited, &allowed.channel))).map_err(|why| refused(why, allowed))
}

pub(super) async fn remove<T: SiteItem>(
    app: &App,
    allowed: &Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    RemovedVersion { version }: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    let version = version.ok_or(EditError::VersionRequired)?;
    let entry = allowed.entry(T::REMOVE, id);
    let removed = app.store.edit_remove::<T>(allowed.channel.identity.id, id, version, entry).await?;
    removed.map(|version| Data::new(RemovedItem { id, version })).map_err(|why| refused(why, allowed))
}

/// Returns the version that the restored fields have.
pub(super) async fn restore<T: SiteItem>(
    app: &App,
    allowed: &Allowed<EditSite>,
    id: i64,
    revision: i64,
    version: Option<i64>,
) -> Result<i64> {
    let entry = allowed.entry(T::RESTORE, id);
    let restored = app.store.edit_restore::<T>(allowed.channel.identity.id, id, revision, version, entry).await?;
    restored.map(|restored| restored.version).map_err(|why| refused(why, allowed))
}

/// The same of what the channel has one of.
pub(super) async fn revert<T: SiteContent>(
    app: &App,
    allowed: &Allowed<EditSite>,
    id: i64,
    revision: i64,
    version: Option<i64>,
) -> Result<i64> {
    let entry = allowed.entry(T::RESTORE, id);
    let restored = app.store.edit_revert::<T>(allowed.channel.identity.id, id, revision, version, entry).await?;
    restored.map(|restored| restored.version).map_err(|why| refused(why, allowed))
}

pub(super) async fn order<T: SiteItem>(
    app: &App,
    allowed: &Allowed<EditSite>,
    ids: Vec<i64>,
    action: Action,
) -> Result<Data<Vec<T::Item>>> {
    let identity = &allowed.channel.identity;
    let items = app.store.edit_order::<T>(identity.id, ids, allowed.entry(action, &identity.alias)).await?;
    Ok(shown::<T>(items, allowed))
}

fn shown<T: SiteContent>(items: Vec<Versioned<T>>, allowed: &Allowed<EditSite>) -> Data<Vec<T::Item>> {
    Data::all(items.into_iter().map(|item| T::shown(item, &allowed.channel)).collect())
}

fn refused<T: SiteContent>(why: store::EditError<T>, allowed: &Allowed<EditSite>) -> Error {
    let why = match why {
        store::EditError::Stale(mut stale) => {
            stale.base = stale.base.map(|base| T::shown_body(base, &allowed.channel));
            store::EditError::Stale(stale)
        }
        other => other,
    };
    // Texts, numbers and lists of them always serialise.
    refusal(why, |current| serde_json::to_value(T::shown(current, &allowed.channel)).unwrap_or_default())
}

/// The answer to an edit that was refused.
pub(super) fn refusal<T>(why: store::EditError<T>, shown: impl FnOnce(Versioned<T>) -> Value) -> Error {
    match why {
        store::EditError::NotFound => Error::NotFound("item"),
        store::EditError::Invalid(errors) => errors.into(),
        store::EditError::TooMany => EditError::TooManyItems.into(),
        store::EditError::HasAnswers => EditError::HasAnswers.into(),
        store::EditError::Stale(stale) => {
            let conflict = EditConflict {
                current: stale.current.map(shown),
                base: stale.base,
                changed_by: stale.changed_by,
                changed_at: stale.changed_at.map(|at| at.seconds()),
            };
            EditError::VersionConflict(Box::new(conflict)).into()
        }
    }
}
