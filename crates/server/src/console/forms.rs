//! The channel's forms.

use axum::extract::State;
use domain::form::{CustomForm, FormField};
use domain::site::FormFields;
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

/// A form that viewers fill in.
#[derive(Serialize, ToSchema)]
pub(super) struct FormItem {
    id: i64,
    version: i64,
    /// The name in addresses.
    alias: String,
    title: String,
    description: String,
    /// Text of the submit button; the app's own if it is empty.
    submit_text: String,
    /// Text shown after the form was received; the app's own if it is empty.
    success_text: String,
    fields: Vec<FormField>,
    translations: Translations,
}

impl From<Versioned<CustomForm>> for FormItem {
    fn from(Versioned { item, version }: Versioned<CustomForm>) -> Self {
        Self {
            id: item.id,
            version,
            alias: item.alias,
            title: item.title,
            description: item.description,
            submit_text: item.submit_text,
            success_text: item.success_text,
            fields: item.fields,
            translations: item.translations,
        }
    }
}

/// Lists the forms.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/forms",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The whole list", body = Data<Vec<FormItem>>)
    )
)]
pub(super) async fn list_forms(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Vec<FormItem>>> {
    site::list::<CustomForm>(&app, &allowed).await
}

/// Makes a form. The same `Idempotency-Key` again gives the one that was made first.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/forms",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("Idempotency-Key" = Option<String>, Header, description = "The same for every retry of one request")
    ),
    request_body = FormFields,
    responses(
        (status = 200, description = "The form as it is stored", body = Data<FormItem>),
        (status = 409, description = "The channel has too many"),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn create_form(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    key: RequestKey,
    fields: ItemFields<FormFields>,
) -> Result<Data<FormItem>> {
    site::create::<CustomForm>(&app, &allowed, key, fields).await
}

/// Changes fields of a form. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/forms/{item}",
    tag = "site",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The form")),
    request_body = ItemEdit<FormFields>,
    responses(
        (status = 200, description = "The form at its next version", body = Data<FormItem>),
        (status = "default", description = "A field breaks a rule, there is no such item, or the role does not allow it")
    )
)]
pub(super) async fn update_form(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<FormFields>,
) -> Result<Data<FormItem>> {
    site::update::<CustomForm>(&app, &allowed, item, edit).await
}

/// Removes a form without answers. Its revisions stay, so that it can be restored.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/forms/{item}",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The form"),
        RemovedVersion
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedItem>),
        (status = 409, description = "Somebody else changed it, as `conflict` says, or it has answers"),
        (status = "default", description = "There is no such item, or the role does not allow it")
    )
)]
pub(super) async fn remove_form(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    version: RemovedVersion,
) -> Result<Data<RemovedItem>> {
    site::remove::<CustomForm>(&app, &allowed, item, version).await
}
