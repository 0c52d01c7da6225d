//! A channel's mails: recipient, type and delivery state.

use axum::extract::{FromRequestParts, State};
use domain::operator::{Action, May};
use http::request::Parts;
use serde::{Deserialize, Serialize};
use store::{MailFilter, MailHead, ShownMail};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, RetryMails, SeeMails};
use super::write::SameOriginJson;
use crate::console::error::ConsoleError;
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, Window, number_of_path};
use crate::state::App;

/// The state of a mail.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum MailState {
    /// There is no mail server: it is to be read here.
    Kept,
    Waiting,
    Sent,
    /// Given up.
    Failed,
}

impl From<store::MailState> for MailState {
    fn from(state: store::MailState) -> Self {
        match state {
            store::MailState::Kept => Self::Kept,
            store::MailState::Waiting => Self::Waiting,
            store::MailState::Sent => Self::Sent,
            store::MailState::Failed => Self::Failed,
        }
    }
}

impl From<MailState> for store::MailState {
    fn from(state: MailState) -> Self {
        match state {
            MailState::Kept => Self::Kept,
            MailState::Waiting => Self::Waiting,
            MailState::Sent => Self::Sent,
            MailState::Failed => Self::Failed,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MailsQuery {
    /// Only mails in this state.
    #[param(inline)]
    state: Option<MailState>,
    /// Part of the recipient's address.
    #[param(max_length = 254)]
    to: Option<String>,
}

/// A mail without its text.
#[derive(Serialize, ToSchema)]
pub(super) struct MailSummary {
    id: i64,
    to: String,
    /// The type of mail, such as `login_code`.
    kind: String,
    subject: String,
    state: MailState,
    /// Seconds since 1970.
    created_at: i64,
    /// Why the mail was not sent.
    problem: Option<String>,
}

impl From<MailHead> for MailSummary {
    fn from(mail: MailHead) -> Self {
        Self {
            id: mail.id,
            to: mail.recipient,
            kind: mail.kind,
            subject: mail.subject,
            state: mail.state.into(),
            created_at: mail.created_at.seconds(),
            problem: mail.problem,
        }
    }
}

/// The readable part of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Letter {
    /// Without its links and codes, which let their recipient in.
    Shown,
    /// It was sent, and what it said is kept nowhere.
    Forgotten,
    /// It is not for the operator's role.
    Withheld,
}

/// A mail with its text. Links and codes are blanked out.
#[derive(Serialize, ToSchema)]
pub(super) struct MailDetail {
    id: i64,
    to: String,
    kind: String,
    subject: String,
    state: MailState,
    /// Seconds since 1970.
    created_at: i64,
    sent_at: Option<i64>,
    problem: Option<String>,
    letter: Letter,
    text: Option<String>,
    html: Option<String>,
}

impl MailDetail {
    fn of(mail: ShownMail, may_read: bool) -> Self {
        let letter = match may_read {
            false => Letter::Withheld,
            true if mail.text.is_empty() && mail.html.is_empty() => Letter::Forgotten,
            true => Letter::Shown,
        };
        let shown = |part: String| (letter == Letter::Shown).then_some(part);
        let head = mail.head;
        Self {
            id: head.id,
            to: head.recipient,
            kind: head.kind,
            subject: head.subject,
            state: head.state.into(),
            created_at: head.created_at.seconds(),
            sent_at: mail.sent_at.map(|at| at.seconds()),
            problem: head.problem,
            letter,
            text: shown(mail.text),
            html: shown(mail.html),
        }
    }
}

/// The mail that the path names.
pub(super) struct MailId(i64);

impl FromRequestParts<App> for MailId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "mail").await.map(Self)
    }
}

/// Lists the channel's mails, newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/mails",
    tag = "mails",
    params(("id" = i64, Path, description = "The channel"), Window, MailsQuery),
    responses(
        (status = 200, description = "The mails, without their text", body = Data<Vec<MailSummary>>)
    )
)]
pub(super) async fn list_mails(
    State(app): State<App>,
    allowed: Allowed<SeeMails>,
    Query(window): Query<Window>,
    Query(query): Query<MailsQuery>,
) -> Result<Data<Vec<MailSummary>>> {
    let (offset, limit) = window.page_bounds()?;
    let to = query.to.map(|to| to.trim().to_owned()).filter(|to| !to.is_empty());
    let filter = MailFilter { state: query.state.map(Into::into), to };
    let channel = allowed.channel.identity.id;
    let (mails, total) = app.store.mail_heads(channel, &filter, offset as u64, limit as u64).await?;
    let meta = Meta { total: usize::try_from(total).ok(), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data: mails.into_iter().map(MailSummary::from).collect(), meta })
}

/// Returns a mail. Each access is recorded in the audit log first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/mails/{mail}",
    tag = "mails",
    params(("id" = i64, Path, description = "The channel"), ("mail" = i64, Path, description = "The mail")),
    responses(
        (status = 200, description = "The mail, with its text if the role allows it", body = Data<MailDetail>),
        (status = "default", description = "No such mail")
    )
)]
pub(super) async fn get_mail(
    State(app): State<App>,
    allowed: Allowed<SeeMails>,
    MailId(id): MailId,
) -> Result<Data<MailDetail>> {
    let mail = app.store.shown_mail(allowed.channel.identity.id, id).await?.ok_or(Error::NotFound("mail"))?;
    let may_read = allowed.may(May::ReadMails);
    let action = if may_read { Action::ReadMail } else { Action::SeeMail };
    app.store.record(allowed.entry(action, id)).await?;
    Ok(Data::new(MailDetail::of(mail, may_read)))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct RetryMailRequest {}

/// Retries a mail that was given up.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/mails/{mail}/retry",
    tag = "mails",
    params(("id" = i64, Path, description = "The channel"), ("mail" = i64, Path, description = "The mail")),
    request_body = RetryMailRequest,
    responses(
        (status = 200, description = "The mail is queued", body = Data<MailSummary>),
        (status = "default", description = "No such mail, the mail was not given up, or the role does not allow it")
    )
)]
pub(super) async fn retry_mail(
    State(app): State<App>,
    allowed: Allowed<RetryMails>,
    MailId(id): MailId,
    SameOriginJson(RetryMailRequest {}): SameOriginJson<RetryMailRequest>,
) -> Result<Data<MailSummary>> {
    let channel = allowed.channel.identity.id;
    app.store.mail_head(channel, id).await?.ok_or(Error::NotFound("mail"))?;
    if !app.store.mail_retry(channel, id, allowed.entry(Action::RetryMail, id), app.now()).await? {
        return Err(ConsoleError::MailNotFailed.into());
    }
    let mail = app.store.mail_head(channel, id).await?.ok_or(Error::NotFound("mail"))?;
    Ok(Data::new(mail.into()))
}
