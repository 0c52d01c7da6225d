//! The demo's mailbox, so that mailed links work without a mail server. It is served to this machine only.

use axum::Router;
use axum::extract::{FromRequestParts, Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::request::Parts;
use http::{HeaderValue, header};
use minijinja::{Environment, context};
use serde::{Deserialize, Serialize};
use store::{Mail, MailState};

use crate::accounts::client_context::is_made_here;
use crate::channels::request_channel::Channel;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::policy;
use crate::state::App;

const TEMPLATE: &str = include_str!("../../templates/dev_mailbox.html");
const STYLE: &str = include_str!("../../templates/dev_mailbox.css");
/// Mails that are shown.
const LIMIT: u64 = 50;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/dev/mail", get(show))
        .route("/dev/mail.json", get(list))
        .route("/dev/mail/{file}", get(show_one))
}

/// A visitor at this machine, where mails are shown; for all others there is nothing here.
struct AtHome;

impl FromRequestParts<App> for AtHome {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if app.has_dev_mailbox && is_made_here(parts) { Ok(Self) } else { Err(Error::NotFound("page")) }
    }
}

#[derive(Deserialize)]
struct Filter {
    to: Option<String>,
}

impl Filter {
    fn address(&self) -> Option<&str> {
        self.to.as_deref().map(str::trim).filter(|to| !to.is_empty())
    }
}

#[derive(Serialize)]
struct Shown {
    id: i64,
    to: String,
    subject: String,
    text: String,
    html: String,
    kind: String,
    /// Seconds since 1970.
    created_at: i64,
}

impl From<Mail> for Shown {
    fn from(mail: Mail) -> Self {
        Self {
            id: mail.id,
            to: mail.recipient,
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            kind: mail.kind,
            created_at: mail.created_at.seconds(),
        }
    }
}

async fn list(
    _: AtHome,
    State(app): State<App>,
    Channel(channel): Channel,
    Query(filter): Query<Filter>,
) -> Result<Response> {
    let mails = app.store.mails(channel.identity.id, filter.address(), LIMIT).await?;
    let shown: Vec<Shown> = mails.into_iter().map(Shown::from).collect();
    Ok(fresh(Data::new(shown).into_response()))
}

async fn show(
    _: AtHome,
    State(app): State<App>,
    Channel(channel): Channel,
    Query(filter): Query<Filter>,
) -> Result<Response> {
    let mails = app.store.mails(channel.identity.id, filter.address(), LIMIT).await?;
    let html = page(&channel.profile.name, filter.address(), &mails).map_err(|_| Error::Internal)?;
    Ok(fresh(html_with(html, policy::of_dev_mailbox(STYLE))))
}

/// A mail as mail programs show it: `/dev/mail/{id}.html`, inside the page above or alone.
async fn show_one(
    _: AtHome,
    State(app): State<App>,
    Channel(channel): Channel,
    Path(file): Path<String>,
) -> Result<Response> {
    let id = file.strip_suffix(".html").and_then(|id| id.parse().ok()).ok_or(Error::NotFound("page"))?;
    let mail = app.store.mail(channel.identity.id, id).await?.ok_or(Error::NotFound("page"))?;
    let mut answer = fresh(html_with(mail.html, policy::of_mail()));
    answer.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    Ok(answer)
}

fn page(channel: &str, to: Option<&str>, mails: &[Mail]) -> Result<String, minijinja::Error> {
    let mails: Vec<minijinja::Value> = mails
        .iter()
        .map(|mail| {
            let links: Vec<String> = mail.text.lines().filter(|line| is_link(line)).map(str::to_owned).collect();
            context! {
                id => mail.id,
                to => mail.recipient.as_str(),
                subject => mail.subject.as_str(),
                kind => mail.kind.replace('_', " "),
                state => state(mail.state),
                problem => mail.problem.as_deref(),
                time => time(mail.created_at.0),
                is_forgotten => mail.html.is_empty(),
                links,
            }
        })
        .collect();
    let mut environment = Environment::new();
    environment.add_template("dev_mailbox.html", TEMPLATE)?;
    environment.get_template("dev_mailbox.html")?.render(context! { channel, to, mails, style => STYLE })
}

/// Links stand on lines of their own.
fn is_link(line: &str) -> bool {
    line.starts_with("http://") || line.starts_with("https://")
}

fn state(state: MailState) -> &'static str {
    match state {
        MailState::Waiting => "waiting",
        MailState::Sent => "sent",
        MailState::Failed => "failed",
        MailState::Kept => "kept here",
    }
}

/// `2026-11-15 10:30`, UTC.
fn time(milliseconds: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    time.strftime("%Y-%m-%d %H:%M").to_string()
}

fn html_with(html: String, policy: HeaderValue) -> Response {
    let mut answer = Response::new(html.into());
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}

/// Links in mails let people in: no cache keeps them.
fn fresh(mut answer: Response) -> Response {
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
