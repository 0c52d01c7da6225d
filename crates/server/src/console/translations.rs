//! Every text of the channel beside its translations.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::channel::Language;
use domain::content::{FaqEntry, MenuLink, Page, Slide, StaticBlock};
use domain::event::Category;
use domain::field_error::{FieldError, FieldErrors};
use domain::form::CustomForm;
use domain::site::{OwnText, Settings, SiteKind, TextKind, texts_of, with_translation};
use serde::{Deserialize, Serialize};
use serde_json::from_value;
use store::{Edit, Versioned};
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::revisions::KindName;
use super::site::{EditError, ItemFields, ItemNumber, SiteContent, refusal};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::state::App;

/// The kinds that have texts.
pub(super) const TRANSLATED_KINDS: [SiteKind; 9] = [
    SiteKind::Settings,
    SiteKind::Category,
    SiteKind::Page,
    SiteKind::MenuLink,
    SiteKind::Slide,
    SiteKind::Faq,
    SiteKind::Block,
    SiteKind::Form,
    SiteKind::Text,
];

/// A thing with its texts.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct TranslatedItem {
    pub(super) kind: SiteKind,
    pub(super) id: i64,
    pub(super) version: i64,
    /// The name of a page, the question, the place of a block; the word of the kind of a text; the alias of the channel.
    pub(super) name: String,
    pub(super) texts: Vec<TranslatedText>,
}

/// A text beside its translations.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct TranslatedText {
    /// The path of the field, such as `name` or `fields.0.label`.
    pub(super) field: String,
    pub(super) is_html: bool,
    /// In the main language. What stands in for a missing one of a mail, too.
    pub(super) text: String,
    /// By language; missing ones are absent.
    #[schema(value_type = BTreeMap<String, String>)]
    pub(super) translations: BTreeMap<&'static str, String>,
}

impl TranslatedItem {
    fn of<T: SiteContent>(kind: SiteKind, main: Language, id: i64, stored: &Versioned<T>) -> Self {
        let stand_in = TextKind::of_number(id).filter(|_| kind == SiteKind::Text);
        let defaults = stand_in.map(|kind| mail::default_texts(kind, main)).unwrap_or_default();
        let texts = texts_of(kind, main, &stored.item.body()).into_iter().map(|found| TranslatedText {
            text: if found.text.is_empty() {
                defaults.get(&found.field).cloned().unwrap_or_default()
            } else {
                found.text
            },
            field: found.field,
            is_html: found.is_html,
            translations: found.translations.into_iter().map(|(language, text)| (language.code(), text)).collect(),
        });
        Self { kind, id, version: stored.version, name: stored.item.label().to_owned(), texts: texts.collect() }
    }
}

/// Does the same with the type of each kind that has texts.
macro_rules! of_kind {
    ($kind:expr, $call:ident($($argument:expr),*)) => {
        match $kind {
            SiteKind::MenuLink => $call::<MenuLink>($($argument),*, |item: &MenuLink| item.id).await,
            SiteKind::Slide => $call::<Slide>($($argument),*, |item: &Slide| item.id).await,
            SiteKind::Page => $call::<Page>($($argument),*, |item: &Page| item.id).await,
            SiteKind::Faq => $call::<FaqEntry>($($argument),*, |item: &FaqEntry| item.id).await,
            SiteKind::Block => $call::<StaticBlock>($($argument),*, |item: &StaticBlock| item.id).await,
            SiteKind::Form => $call::<CustomForm>($($argument),*, |item: &CustomForm| item.id).await,
            SiteKind::Text => $call::<OwnText>($($argument),*, |item: &OwnText| item.kind.number()).await,
            SiteKind::Settings => $call::<Settings>($($argument),*, |item: &Settings| item.id.0).await,
            SiteKind::Category => $call::<Category>($($argument),*, |item: &Category| item.id.0).await,
            SiteKind::Redirect | SiteKind::Colours => Err(Error::NotFound("kind")),
        }
    };
}

/// All things with texts.
pub(super) async fn items(app: &App, allowed: &Allowed<EditSite>) -> Result<Vec<TranslatedItem>> {
    let mut all = Vec::new();
    for kind in TRANSLATED_KINDS {
        all.extend(of_kind!(kind, items_of(app, allowed))?);
    }
    Ok(all)
}

async fn items_of<T: SiteContent>(
    app: &App,
    allowed: &Allowed<EditSite>,
    id: fn(&T) -> i64,
) -> Result<Vec<TranslatedItem>> {
    let (kind, main) = (kind_of::<T>()?, allowed.channel.profile.language);
    let stored = app.store.edited::<T>(allowed.channel.identity.id).await?;
    let all = stored.iter().map(|stored| TranslatedItem::of(kind, main, id(&stored.item), stored));
    Ok(all.filter(|item| !item.texts.is_empty()).collect())
}

fn kind_of<T: SiteContent>() -> Result<SiteKind> {
    SiteKind::of_word(T::KIND).ok_or(Error::Internal)
}

/// A thing whose translations in one language change.
#[derive(Clone)]
pub(super) struct Translating {
    pub(super) id: i64,
    pub(super) version: i64,
    pub(super) language: Language,
    /// Fields with their new texts; an empty one removes the translation.
    pub(super) texts: Vec<(String, String)>,
    /// Whether they come from a file.
    pub(super) is_of_file: bool,
}

/// Changes translations by one edit of their thing.
pub(super) async fn translate(
    app: &App,
    allowed: &Allowed<EditSite>,
    kind: SiteKind,
    change: Translating,
) -> Result<TranslatedItem> {
    of_kind!(kind, translate_one(app, allowed, change))
}

async fn translate_one<T: SiteContent>(
    app: &App,
    allowed: &Allowed<EditSite>,
    Translating { id, version, language, texts, is_of_file }: Translating,
    id_of: fn(&T) -> i64,
) -> Result<TranslatedItem> {
    let (kind, main) = (kind_of::<T>()?, allowed.channel.profile.language);
    let channel = allowed.channel.identity.id;
    let stored = app.store.edited::<T>(channel).await?.into_iter().find(|stored| id_of(&stored.item) == id);
    let stored = stored.ok_or(Error::NotFound("item"))?;
    let known = texts_of(kind, main, &stored.item.body());
    // A text for which a default stands in may be written in any language first.
    let own = TextKind::of_number(id).filter(|_| kind == SiteKind::Text).map(TextKind::fields).unwrap_or_default();
    let is_unknown = |field: &str| !own.contains(&field) && !known.iter().any(|text| text.field == field);
    if language == main || (stored.version == version && texts.iter().any(|(field, _)| is_unknown(field))) {
        let field = if language == main { "language" } else { "field" };
        return Err(FieldErrors::from([(field.to_owned(), vec![FieldError::UnknownField])]).into());
    }
    let mut entry = allowed.entry(T::UPDATE, id);
    entry.detail["language"] = language.code().into();
    if is_of_file {
        entry.detail["import"] = "po".into();
    }
    let change = move |item: &mut T| {
        let translated =
            texts.iter().try_fold(item.body(), |body, (field, text)| with_translation(body, field, language, text));
        if let Some(Ok(fields)) = translated.map(from_value) {
            item.apply(fields);
        }
    };
    let edited: Edit<Versioned<T>, T> = app.store.edit(channel, id, version, change, entry).await?;
    // Also of a text that was reset: it has no texts then, and is still there.
    let shown = |stored: &Versioned<T>| TranslatedItem::of(kind, main, id, stored);
    match edited {
        Ok(stored) => Ok(shown(&stored)),
        // Texts and numbers always serialise.
        Err(why) => Err(refusal(why, |current| serde_json::to_value(shown(&current)).unwrap_or_default())),
    }
}

/// Lists every text of the channel that can be translated, with its translations.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/translations",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The things that have texts", body = Data<Vec<TranslatedItem>>)
    )
)]
pub(super) async fn list_translations(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<TranslatedItem>>> {
    items(&app, &allowed).await.map(Data::all)
}

/// A new translation of one text.
#[derive(Deserialize, ToSchema)]
pub(super) struct TranslationEdit {
    #[schema(required = true)]
    version: Option<i64>,
    language: Language,
    /// The path of the field.
    field: String,
    /// Empty for none.
    text: String,
}

/// Changes the translation of one text.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/translations/{kind}/{item}",
    tag = "texts",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = SiteKind, Path, description = "The kind of thing"),
        ("item" = i64, Path, description = "The thing")
    ),
    request_body = TranslationEdit,
    responses(
        (status = 200, description = "The thing at its next version", body = Data<TranslatedItem>),
        (status = 409, description = "Somebody else changed it; `conflict` says what they made of it"),
        (status = 428, description = "The version is missing"),
        (status = "default", description = "The text breaks a rule, there is no such field, or the role does not allow it")
    )
)]
pub(super) async fn update_translation(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    KindName(kind): KindName,
    ItemNumber(id): ItemNumber,
    ItemFields(TranslationEdit { version, language, field, text }): ItemFields<TranslationEdit>,
) -> Result<Data<TranslatedItem>> {
    let version = version.ok_or(EditError::VersionRequired)?;
    let change = Translating { id, version, language, texts: vec![(field, text)], is_of_file: false };
    translate(&app, &allowed, kind, change).await.map(Data::new)
}
