//! A mail in the words of an unsaved draft: to look at, and to send to oneself.

use axum::extract::State;
use domain::channel::Language;
use domain::editing::Editable;
use domain::operator::Action;
use domain::site::{OwnText, TextFields, TextKind};
use domain::translations::{Texts, Translations};
use mail::Rendered;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::ItemNumber;
use super::write::SameOriginJson;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::mailer::test_mail::TestOutcome;
use crate::state::App;

/// The texts of a draft in one language. Those that are absent or empty are the default.
#[derive(Deserialize, ToSchema)]
pub(super) struct TextDraft {
    language: Language,
    #[schema(value_type = BTreeMap<String, String>)]
    texts: Texts,
}

/// A mail with made-up values.
#[derive(Serialize, ToSchema)]
pub(super) struct TextPreview {
    subject: String,
    text: String,
    html: String,
}

/// What became of a mail to oneself.
#[derive(Serialize, ToSchema)]
pub(super) struct TestMail {
    /// The operator's own address.
    to: String,
    outcome: TestMailOutcome,
    /// Where the mail server is; null if there is none.
    server: Option<String>,
    /// What the mail server or the way to it said, if it was not accepted.
    problem: Option<String>,
    /// For how many milliseconds it took.
    took_ms: u64,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TestMailOutcome {
    /// The mail server has it.
    Accepted,
    /// The mail server will never take it like that.
    Refused,
    /// It may work later: the mail server was not reached, or asks to come again.
    Failed,
    /// This server has no mail server; mails are kept in the mail log.
    NoServer,
}

impl From<&TestOutcome> for TestMailOutcome {
    fn from(outcome: &TestOutcome) -> Self {
        match outcome {
            TestOutcome::Accepted => Self::Accepted,
            TestOutcome::Failed(error) if error.permanent => Self::Refused,
            TestOutcome::Failed(_) => Self::Failed,
            TestOutcome::NoServer => Self::NoServer,
        }
    }
}

/// Renders a mail as viewers would get it with these texts.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/texts/{item}/preview",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The text")),
    request_body = TextDraft,
    responses(
        (status = 200, description = "The mail; nothing is stored", body = Data<TextPreview>),
        (status = "default", description = "A text breaks a rule, there is no such mail, or the role does not allow it")
    )
)]
pub(super) async fn preview_text(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    SameOriginJson(draft): SameOriginJson<TextDraft>,
) -> Result<Data<TextPreview>> {
    let (_, Rendered { subject, text, html }) = rendered(&app, &allowed.channel, id, draft)?;
    Ok(Data::new(TextPreview { subject, text, html }))
}

/// Sends a mail with these texts and made-up values to the operator's own address, and says what the mail server did.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/texts/{item}/test",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The text")),
    request_body = TextDraft,
    responses(
        (status = 200, description = "The result of the test", body = Data<TestMail>),
        (status = "default", description = "A text breaks a rule, there is no such mail, too many were sent, or the role does not allow it")
    )
)]
pub(super) async fn send_test_mail(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
    SameOriginJson(draft): SameOriginJson<TextDraft>,
) -> Result<Data<TestMail>> {
    let language = draft.language;
    let (kind, rendered) = rendered(&app, &allowed.channel, id, draft)?;
    let operator = allowed.operator();
    app.limits.test_mails.take(operator.id, app.now()).await?;
    let begun = std::time::Instant::now();
    let sent = app.test_mails.send(&allowed.channel, &operator.email, rendered, app.now()).await;
    let took_ms = begun.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
    let outcome = TestMailOutcome::from(&sent);
    let problem = sent.problem();
    let mut entry = allowed.entry(Action::SendTestMail, kind.word());
    entry.detail["language"] = language.code().into();
    entry.detail["outcome"] = serde_json::to_value(outcome).unwrap_or_default();
    app.store.record(entry).await?;
    let (to, server) = (operator.email.clone(), app.test_mails.server());
    Ok(Data::new(TestMail { to, outcome, server, problem, took_ms }))
}

/// The mail of this number in the words of a draft that breaks no rule.
fn rendered(
    app: &App,
    channel: &Snapshot,
    id: i64,
    TextDraft { language, texts }: TextDraft,
) -> Result<(TextKind, Rendered)> {
    let kind = TextKind::of_number(id).ok_or(Error::NotFound("mail"))?;
    let sample = mail::sample(kind, &app.mailer.site(channel).url("/")).ok_or(Error::NotFound("mail"))?;
    let all = |all: Translations, (field, text): (&String, &String)| all.with(language, field, text);
    let translations = texts.iter().fold(Translations::default(), all);
    let mut draft = OwnText::blank(kind);
    draft.apply(TextFields { translations: Some(translations) });
    let errors = draft.errors();
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let brand = app.mailer.brand(channel, draft.translations.of(language).clone());
    Ok((kind, sample.render(&brand, language, SAMPLE_NAME)))
}

/// Of the reader of a made-up mail.
const SAMPLE_NAME: &str = "Alex";
