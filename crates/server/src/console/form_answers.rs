//! What viewers sent through the channel's forms.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::{FromRequestParts, State};
use axum::response::Response;
use domain::form::{Answer, CustomForm, FormField};
use domain::ids::AccountId;
use domain::operator::Action;
use domain::time::Timestamp;
use domain::translations::Translations;
use http::request::Parts;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use store::{DeletedEntries, EntryCount, FormEntry, FormEntryFilter, SearchEnd};
use utoipa::{IntoParams, ToSchema};

use super::list_filter::ListFilter;
use super::permission::{Allowed, DeleteFormAnswers, SeeFormAnswers};
use super::site::ItemNumber;
use super::write::SameOrigin;
use crate::http::csv::{Csv, MAX_ROWS};
use crate::http::envelope::{Data, Page};
use crate::http::error::{Error, Result};
use crate::http::extract::{Cursor, Query, number_of_path};
use crate::state::App;

/// A form with how often it was answered.
#[derive(Serialize, ToSchema)]
pub(super) struct AnsweredForm {
    id: i64,
    alias: String,
    title: String,
    fields: Vec<FormField>,
    translations: Translations,
    answers: u64,
    /// When it was last answered, in seconds since 1970.
    newest_at: Option<i64>,
}

impl AnsweredForm {
    fn of(form: CustomForm, count: Option<&EntryCount>) -> Self {
        Self {
            id: form.id,
            alias: form.alias,
            title: form.title,
            fields: form.fields,
            translations: form.translations,
            answers: count.map_or(0, |count| count.count),
            newest_at: count.map(|count| count.newest_at.seconds()),
        }
    }
}

/// A filled-in form.
#[derive(Serialize, ToSchema)]
pub(super) struct FormAnswer {
    id: i64,
    /// Seconds since 1970.
    at: i64,
    /// The member who sent it; null for a visitor without an account.
    #[schema(value_type = Option<i64>)]
    account_id: Option<AccountId>,
    /// By the names of the fields, also of those that the form no longer has. Fields that were left empty are absent.
    values: BTreeMap<String, Answer>,
}

impl From<FormEntry> for FormAnswer {
    fn from(FormEntry { id, created_at, account, answers }: FormEntry) -> Self {
        Self { id, at: created_at.seconds(), account_id: account, values: answers }
    }
}

/// The answer that the path names.
pub(super) struct AnswerNumber(i64);

impl FromRequestParts<App> for AnswerNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "answer").await.map(Self)
    }
}

/// Lists the forms with how many answers each has.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/form-answers",
    tag = "forms",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "All forms", body = Data<Vec<AnsweredForm>>)
    )
)]
pub(super) async fn list_answered_forms(
    State(app): State<App>,
    allowed: Allowed<SeeFormAnswers>,
) -> Result<Data<Vec<AnsweredForm>>> {
    let channel = allowed.channel.identity.id;
    let counts = app.store.form_entry_counts(channel).await?;
    let forms = app.store.edited::<CustomForm>(channel).await?.into_iter().map(|stored| stored.item);
    Ok(Data::all(
        forms
            .map(|form| {
                let count = counts.get(&form.id);
                AnsweredForm::of(form, count)
            })
            .collect(),
    ))
}

/// Lists the answers to a form, newest first. A text is looked for in 10,000 of them at a time.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/forms/{item}/answers",
    tag = "forms",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The form"),
        Cursor,
        ListFilter
    ),
    responses(
        (status = 200, description = "The answers", body = Page<FormAnswer>)
    )
)]
pub(super) async fn list_form_answers(
    State(app): State<App>,
    allowed: Allowed<SeeFormAnswers>,
    ItemNumber(form): ItemNumber,
    Query(cursor): Query<Cursor>,
    filter: ListFilter,
) -> Result<Page<FormAnswer>> {
    let (cursor, limit) = cursor.bounds()?;
    let (channel, zone) = (allowed.channel.identity.id, allowed.channel.profile.zone());
    let form = form_of(&app, &allowed, form).await?;
    let filter = wanted(filter, &zone);
    let found = app.store.form_entries(channel, form.id, &filter, cursor, limit as u64 + 1).await?;
    let mut page = Page::of(found.entries, limit, &zone, |entry| entry.id);
    if let Some(SearchEnd { id, created_at }) = found.stopped_at {
        page.meta.next = Some(id);
        page.meta.searched_until = Some(created_at.seconds());
    }
    Ok(page.map(FormAnswer::from))
}

/// Returns one answer to a form.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/forms/{item}/answers/{answer}",
    tag = "forms",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The form"),
        ("answer" = i64, Path, description = "The answer")
    ),
    responses(
        (status = 200, description = "The answer", body = Data<FormAnswer>),
        (status = "default", description = "No such answer, or the role does not allow it")
    )
)]
pub(super) async fn get_form_answer(
    State(app): State<App>,
    allowed: Allowed<SeeFormAnswers>,
    ItemNumber(form): ItemNumber,
    AnswerNumber(id): AnswerNumber,
) -> Result<Data<FormAnswer>> {
    let found = app.store.form_entry(allowed.channel.identity.id, form, id).await?;
    Ok(Data::new(found.ok_or(Error::NotFound("answer"))?.into()))
}

/// Returns the newest 10,000 answers of a period, or those of them with a text, as a CSV file in UTF-8. The export is
/// recorded in the audit log first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/forms/{item}/answers.csv",
    tag = "forms",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The form"),
        ListFilter
    ),
    responses(
        (status = 200, description = "The file, at most 10,000 rows", body = String, content_type = "text/csv")
    )
)]
pub(super) async fn export_form_answers(
    State(app): State<App>,
    allowed: Allowed<SeeFormAnswers>,
    ItemNumber(form): ItemNumber,
    filter: ListFilter,
) -> Result<Response> {
    let identity = &allowed.channel.identity;
    let form = form_of(&app, &allowed, form).await?;
    let filter = wanted(filter, &allowed.channel.profile.zone());
    let found = app.store.form_entries(identity.id, form.id, &filter, None, MAX_ROWS).await?.entries;
    let mut entry = allowed.entry(Action::ExportFormAnswers, &form.alias);
    entry.detail["rows"] = found.len().into();
    app.store.record(entry).await?;
    file(&form, &found)?.attachment(&format!("{}-{}", identity.alias, form.alias))
}

/// Answers that were deleted.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletedAnswers {
    deleted: u64,
}

/// Deletes an answer for good.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/forms/{item}/answers/{answer}",
    tag = "forms",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The form"),
        ("answer" = i64, Path, description = "The answer")
    ),
    responses(
        (status = 200, description = "Deleted", body = Data<DeletedAnswers>),
        (status = "default", description = "No such answer, or the role does not allow it")
    )
)]
pub(super) async fn delete_form_answer(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<DeleteFormAnswers>,
    ItemNumber(form): ItemNumber,
    AnswerNumber(id): AnswerNumber,
) -> Result<Data<DeletedAnswers>> {
    match delete(&app, &allowed, form, DeletedEntries::One(id)).await? {
        0 => Err(Error::NotFound("answer")),
        deleted => Ok(Data::new(DeletedAnswers { deleted })),
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SeenAnswers {
    /// The newest answer that is deleted. Those that came later nobody has seen yet, and stay.
    #[param(minimum = 1)]
    until: i64,
}

/// Deletes the answers to a form for good.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/forms/{item}/answers",
    tag = "forms",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("item" = i64, Path, description = "The form"),
        SeenAnswers
    ),
    responses(
        (status = 200, description = "How many were deleted", body = Data<DeletedAnswers>),
        (status = "default", description = "No such form, or the role does not allow it")
    )
)]
pub(super) async fn delete_form_answers(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<DeleteFormAnswers>,
    ItemNumber(form): ItemNumber,
    Query(SeenAnswers { until }): Query<SeenAnswers>,
) -> Result<Data<DeletedAnswers>> {
    let deleted = delete(&app, &allowed, form, DeletedEntries::UpTo(until)).await?;
    Ok(Data::new(DeletedAnswers { deleted }))
}

async fn delete(app: &App, allowed: &Allowed<DeleteFormAnswers>, form: i64, which: DeletedEntries) -> Result<u64> {
    let form = form_of(app, allowed, form).await?;
    let entry = allowed.entry(Action::DeleteFormAnswers, &form.alias);
    Ok(app.store.form_entries_delete(allowed.channel.identity.id, form.id, which, entry).await?)
}

async fn form_of<P>(app: &App, allowed: &Allowed<P>, id: i64) -> Result<CustomForm> {
    let forms = app.store.edited::<CustomForm>(allowed.channel.identity.id).await?;
    forms.into_iter().map(|stored| stored.item).find(|form| form.id == id).ok_or(Error::NotFound("form"))
}

fn wanted(filter: ListFilter, zone: &TimeZone) -> FormEntryFilter {
    let (from, until) = filter.period(zone);
    FormEntryFilter { from, until, text: filter.text() }
}

/// A column for each field of the form, and for each that only the answers still have.
fn file(form: &CustomForm, entries: &[FormEntry]) -> Result<Csv> {
    let answered: BTreeSet<&str> = entries.iter().flat_map(|entry| entry.answers.keys()).map(String::as_str).collect();
    let fields: Vec<&str> = form.fields.iter().map(|field| field.name.as_str()).collect();
    let former = answered.into_iter().filter(|name| !fields.contains(name));
    let names: Vec<&str> = fields.iter().copied().chain(former).collect();
    let label = |name: &&str| form.fields.iter().find(|field| field.name == **name).map(|field| field.label.as_str());
    let labels = names.iter().map(|name| label(name).filter(|label| !label.is_empty()).unwrap_or(name));
    let columns: Vec<&str> = ["id", "at", "account_id"].into_iter().chain(labels).collect();
    let mut file = Csv::new(&columns)?;
    for FormEntry { id, created_at, account, answers } in entries {
        let account = account.map_or_else(String::new, |account| account.0.to_string());
        let cells = [id.to_string(), moment(*created_at), account];
        file.row(cells.into_iter().chain(names.iter().map(|name| answers.get(*name).map(said).unwrap_or_default())))?;
    }
    Ok(file)
}

fn moment(at: Timestamp) -> String {
    jiff::Timestamp::from_second(at.seconds()).unwrap_or_default().to_string()
}

fn said(answer: &Answer) -> String {
    match answer {
        Answer::Checked(checked) => checked.to_string(),
        Answer::Text(text) => text.clone(),
    }
}
