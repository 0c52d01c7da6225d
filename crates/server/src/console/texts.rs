//! Texts of the channel for which defaults stand in: those of its mails, and of the cookie notice.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::channel::Language;
use domain::operator::Action;
use domain::site::{OwnText, TextFields, TextKind};
use domain::template::Variable;
use domain::translations::{Texts, Translations};
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{self, ItemEdit, ItemNumber, SiteContent};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A text for which a default stands in.
#[derive(Serialize, ToSchema)]
pub(super) struct TextItem {
    /// The number of its kind.
    id: i64,
    version: i64,
    kind: TextKind,
    is_mail: bool,
    /// What the channel says itself, in any language. What is missing is the default.
    translations: Translations,
    /// The texts that stand in for a mail's, by language and field.
    #[schema(value_type = BTreeMap<String, BTreeMap<String, String>>)]
    defaults: BTreeMap<&'static str, Texts>,
    /// What each field may name.
    #[schema(value_type = BTreeMap<String, Vec<Variable>>)]
    variables: BTreeMap<&'static str, Vec<Variable>>,
}

impl From<Versioned<OwnText>> for TextItem {
    fn from(Versioned { item, version }: Versioned<OwnText>) -> Self {
        let OwnText { kind, translations } = item;
        let defaults = Language::ALL.map(|language| (language.code(), mail::default_texts(kind, language)));
        Self {
            id: kind.number(),
            version,
            kind,
            is_mail: kind.is_mail(),
            translations,
            defaults: defaults.into(),
            variables: kind.fields().iter().map(|field| (*field, kind.variables(field))).collect(),
        }
    }
}

impl SiteContent for OwnText {
    type Item = TextItem;

    const UPDATE: Action = Action::UpdateText;
    const RESTORE: Action = Action::RestoreText;
}

/// Lists the texts of mails and of the cookie notice, with the defaults that stand in.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/texts",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "One of each kind", body = Data<Vec<TextItem>>)
    )
)]
pub(super) async fn list_texts(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Vec<TextItem>>> {
    let mut texts = app.store.edited::<OwnText>(allowed.channel.identity.id).await?;
    texts.sort_by_key(|text| text.item.kind.number());
    Ok(Data::all(texts.into_iter().map(TextItem::from).collect()))
}

/// Changes what the channel says itself. Without translations, the default stands in everywhere.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/texts/{item}",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The text")),
    request_body = ItemEdit<TextFields>,
    responses(
        (status = 200, description = "The text at its next version", body = Data<TextItem>),
        (status = "default", description = "A text breaks a rule, there is no such text, or the role does not allow it")
    )
)]
pub(super) async fn update_text(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    item: ItemNumber,
    edit: ItemEdit<TextFields>,
) -> Result<Data<TextItem>> {
    site::update::<OwnText>(&app, &allowed, item, edit).await
}
