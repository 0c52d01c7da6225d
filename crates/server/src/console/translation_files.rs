//! The translations of a language as a PO file: out, and in again after a check.

use std::collections::HashMap;

use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use domain::channel::Language;
use domain::html::sanitise;
use domain::operator::Action;
use domain::po::{MAX_PO_BYTES, PoEntry, PoError, PoProblem, PoState, po_state, read_po, write_po};
use domain::site::SiteKind;
use http::{HeaderValue, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, EditSite};
use super::site::ItemFields;
use super::translations::{TranslatedItem, Translating, items, translate};
use super::write::SameOrigin;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, from_value, parse_json, read_json_within};
use crate::http::problem::{FieldCode, FieldProblem};
use crate::state::App;

/// Of a request, so that none takes long.
const MAX_CHANGES: usize = 50;
/// Of texts that a file has and the channel does not take.
const MAX_LEFT_OUT: usize = 200;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FileLanguage {
    /// Any but the main language.
    #[param(inline)]
    language: Language,
}

/// Returns the translations of a language as a PO file: `msgctxt` says where a text stands.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/translations.po",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel"), FileLanguage),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/x-gettext-translation")
    )
)]
pub(super) async fn export_translations(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    Query(FileLanguage { language }): Query<FileLanguage>,
) -> Result<Response> {
    let (identity, main) = (&allowed.channel.identity, not_main(&allowed, language)?);
    let items = items(&app, &allowed).await?;
    let entries: Vec<_> = items.iter().flat_map(|item| entries_of(item, language)).collect();
    let mut entry = allowed.entry(Action::ExportTranslations, language.code());
    entry.detail["rows"] = entries.len().into();
    app.store.record(entry).await?;
    let disposition = format!("attachment; filename=\"{}-{}.po\"", identity.alias, language.code());
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/x-gettext-translation; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(|_| Error::Internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, write_po(language.code(), main.code(), &entries)).into_response())
}

/// The main language, if this is another one.
fn not_main(allowed: &Allowed<EditSite>, language: Language) -> Result<Language> {
    let main = allowed.channel.profile.language;
    if language == main {
        return Err(Error::invalid("language", FieldCode::Invalid, "texts are translated out of this language"));
    }
    Ok(main)
}

fn context(item: &TranslatedItem, field: &str) -> String {
    format!("{}/{}/{field}", item.kind.word(), item.id)
}

fn entries_of(item: &TranslatedItem, language: Language) -> impl Iterator<Item = PoEntry> {
    item.texts.iter().filter(|text| !text.text.is_empty()).map(move |text| PoEntry {
        context: context(item, &text.field),
        note: format!("{}: {}", item.kind.word(), item.name),
        text: text.text.clone(),
        translation: text.translations.get(language.code()).cloned().unwrap_or_default(),
    })
}

/// A file that is to be read.
#[derive(Deserialize, ToSchema)]
pub(super) struct TranslationFile {
    language: Language,
    /// The file's text, at most 4 MB.
    po: String,
}

impl FromRequest<App> for TranslationFile {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        SameOrigin::from_request_parts(&mut parts, app).await?;
        // A sign takes at most two bytes more in JSON than in the file, and most take none.
        let file: Self = from_value(parse_json(&read_json_within(&parts.headers, body, 2 * MAX_PO_BYTES).await?)?)?;
        if file.po.len() > MAX_PO_BYTES { Err(Error::TooLarge) } else { Ok(file) }
    }
}

/// What importing a file would do. Nothing is written yet.
#[derive(Serialize, ToSchema)]
pub(super) struct TranslationCheck {
    /// Translations of texts that had none.
    new: usize,
    changed: usize,
    unchanged: usize,
    /// Texts that the file does not translate.
    untranslated: usize,
    /// Texts that are no longer there.
    unknown: usize,
    /// Texts that were changed since the file was written.
    stale: usize,
    /// What would be written, in the file's order.
    changes: Vec<TranslationChange>,
    /// Where unknown and stale texts stood; at most 200.
    left_out: Vec<LeftOut>,
}

/// A translation that a file changes.
#[derive(Serialize, ToSchema)]
pub(super) struct TranslationChange {
    kind: SiteKind,
    id: i64,
    /// Of the thing, when it was compared.
    version: i64,
    name: String,
    field: String,
    /// In the main language.
    source: String,
    /// Null for none.
    before: Option<String>,
    text: String,
}

/// A text of a file that is not taken.
#[derive(Serialize, ToSchema)]
struct LeftOut {
    /// Its `msgctxt`.
    context: String,
    /// Whether the text was changed since; otherwise it is no longer there.
    is_stale: bool,
}

/// Compares a file with the texts that are there.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/translations/check",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel")),
    request_body = TranslationFile,
    responses(
        (status = 200, description = "What an import would do", body = Data<TranslationCheck>),
        (status = 413, description = "The file is too large"),
        (status = "default", description = "The file cannot be read, as its line says, or the role does not allow it")
    )
)]
pub(super) async fn check_translations(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    TranslationFile { language, po }: TranslationFile,
) -> Result<Data<TranslationCheck>> {
    not_main(&allowed, language)?;
    let file = read_po(&po).map_err(unreadable)?;
    if file.language.as_deref().is_some_and(|named| !is_of(named, language)) {
        return Err(Error::invalid("po", FieldCode::PoLanguage, "the file is in another language"));
    }
    let items = items(&app, &allowed).await?;
    let texts =
        items.iter().flat_map(|item| item.texts.iter().map(move |text| (context(item, &text.field), (item, text))));
    let texts: HashMap<_, _> = texts.collect();
    let mut check = TranslationCheck {
        new: 0,
        changed: 0,
        unchanged: 0,
        untranslated: 0,
        unknown: 0,
        stale: 0,
        changes: Vec::new(),
        left_out: Vec::new(),
    };
    for mut entry in file.entries {
        let found = texts.get(&entry.context);
        if found.is_some_and(|(_, text)| text.is_html) {
            // As it is kept; otherwise the same file would change it again and again.
            entry.translation = sanitise(&entry.translation);
        }
        let before = found.and_then(|(_, text)| text.translations.get(language.code()));
        let state = po_state(&entry, found.map(|(_, text)| (text.text.as_str(), before.map(String::as_str))));
        *check.count(state) += 1;
        match (state, found) {
            (PoState::New | PoState::Changed, Some((item, text))) => check.changes.push(TranslationChange {
                kind: item.kind,
                id: item.id,
                version: item.version,
                name: item.name.clone(),
                field: text.field.clone(),
                source: entry.text,
                before: before.cloned(),
                text: entry.translation,
            }),
            (PoState::Unknown | PoState::Stale, _) if check.left_out.len() < MAX_LEFT_OUT => {
                check.left_out.push(LeftOut { context: entry.context, is_stale: state == PoState::Stale });
            }
            _ => {}
        }
    }
    Ok(Data::new(check))
}

impl TranslationCheck {
    fn count(&mut self, state: PoState) -> &mut usize {
        match state {
            PoState::New => &mut self.new,
            PoState::Changed => &mut self.changed,
            PoState::Unchanged => &mut self.unchanged,
            PoState::Untranslated => &mut self.untranslated,
            PoState::Unknown => &mut self.unknown,
            PoState::Stale => &mut self.stale,
        }
    }
}

/// `fr_CA` is a file in French.
fn is_of(named: &str, language: Language) -> bool {
    named.split(['_', '-', '@']).next().is_some_and(|name| name.eq_ignore_ascii_case(language.code()))
}

fn unreadable(error: PoError) -> Error {
    let code = match error.problem {
        PoProblem::Syntax => FieldCode::PoSyntax,
        PoProblem::Quotes => FieldCode::PoQuotes,
        PoProblem::Plural => FieldCode::PoPlural,
        PoProblem::Duplicate => FieldCode::PoDuplicate,
        PoProblem::Charset => FieldCode::PoCharset,
        PoProblem::TooMany => FieldCode::PoTooMany,
    };
    Error::invalid("po", code.with("line", error.line), error.to_string())
}

/// Some of the changes of a check.
#[derive(Deserialize, ToSchema)]
pub(super) struct TranslationBatch {
    language: Language,
    /// At most fifty.
    #[schema(max_items = 50)]
    changes: Vec<TranslationOfFile>,
}

/// A translation, and the version of its thing that it was compared with.
#[derive(Deserialize, ToSchema)]
struct TranslationOfFile {
    kind: SiteKind,
    id: i64,
    version: i64,
    field: String,
    text: String,
}

/// What became of the changes of one thing.
#[derive(Serialize, ToSchema)]
pub(super) struct TranslationOutcome {
    kind: SiteKind,
    id: i64,
    state: TranslationState,
    /// Of the thing, now that it is saved.
    version: Option<i64>,
    /// Why its translations were refused.
    problems: Vec<FieldProblem>,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TranslationState {
    Saved,
    /// Somebody changed it since the check.
    Conflict,
    /// It was removed since the check.
    Gone,
    /// A text breaks a rule.
    Refused,
}

/// Writes changes of a checked file, one edit per item.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/translations/import",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel")),
    request_body = TranslationBatch,
    responses(
        (status = 200, description = "What became of each thing", body = Data<Vec<TranslationOutcome>>),
        (status = "default", description = "There are too many changes, or the role does not allow it")
    )
)]
pub(super) async fn import_translations(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    ItemFields(TranslationBatch { language, changes }): ItemFields<TranslationBatch>,
) -> Result<Data<Vec<TranslationOutcome>>> {
    not_main(&allowed, language)?;
    if changes.len() > MAX_CHANGES {
        let reason = FieldCode::TooMany.with("max", MAX_CHANGES);
        return Err(Error::invalid("changes", reason, format!("at most {MAX_CHANGES} changes at once")));
    }
    let mut things: Vec<(SiteKind, Translating)> = Vec::new();
    for TranslationOfFile { kind, id, version, field, text } in changes {
        match things.iter_mut().find(|(of, thing)| (*of, thing.id, thing.version) == (kind, id, version)) {
            Some((_, thing)) => thing.texts.push((field, text)),
            None => {
                let texts = vec![(field, text)];
                things.push((kind, Translating { id, version, language, texts, is_of_file: true }));
            }
        }
    }
    let mut outcomes = Vec::new();
    for (kind, thing) in things {
        let id = thing.id;
        let (state, version, problems) = match translate(&app, &allowed, kind, thing).await {
            Ok(saved) => (TranslationState::Saved, Some(saved.version), Vec::new()),
            Err(Error::NotFound(_)) => (TranslationState::Gone, None, Vec::new()),
            Err(Error::InvalidFields(problems)) => (TranslationState::Refused, None, problems),
            Err(Error::Refused(refused)) if refused.conflict.is_some() => {
                let is_there = refused.conflict.is_some_and(|conflict| conflict.current.is_some());
                (if is_there { TranslationState::Conflict } else { TranslationState::Gone }, None, Vec::new())
            }
            Err(error) => return Err(error),
        };
        outcomes.push(TranslationOutcome { kind, id, state, version, problems });
    }
    Ok(Data::all(outcomes))
}
