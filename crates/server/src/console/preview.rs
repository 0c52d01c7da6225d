//! Previews: real screens of the viewer in a frame of the console, and a page among them that is not stored yet. Nothing of it
//! is public, and nothing is kept.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::response::Response;
use bytes::Bytes;
use domain::content::Page;
use domain::editing::{Editable, Listed};
use domain::event::StreamStatus;
use domain::html::sanitise;
use domain::pass::PassKind;
use domain::paths::is_page_url;
use domain::site::PageFields;
use domain::translations::Translated;
use http::{HeaderMap, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::write::SameOriginForm;
use crate::channels::preview::{Preview, PreviewPages};
use crate::channels::request_channel::Channel;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::cached_response::ClientCaching;
use crate::http::error::{Error, Result};
use crate::http::extract::{parse_json, read_json_within};
use crate::state::App;

/// The longest page in every language, with each byte written as three.
const MAX_BODY: usize = 4 * 1024 * 1024;
/// Where a page stands that has no usable path yet.
const NO_PATH: &str = "/preview";

/// What is to be shown.
#[derive(Deserialize, ToSchema)]
pub(super) struct PreviewRequest {
    /// The home page without one.
    screen: Option<PreviewScreen>,
    /// A page instead of a screen, as its form has it.
    page: Option<PageFields>,
    /// The stored page that it would replace.
    item: Option<i64>,
}

/// A screen that colours are tried on.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PreviewScreen {
    Home,
    /// Of a game that is live, or else of the next one, or of any.
    Watch,
    /// Of the first pass that is sold.
    Buy,
}

/// JSON, or a form whose field `draft` has it: only a form can fill a frame.
pub(super) struct PreviewDraft(PreviewRequest);

impl FromRequest<App> for PreviewDraft {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        SameOriginForm::from_request_parts(&mut parts, app).await?;
        let json = match is_form(&parts.headers) {
            true => draft_of(&read(body).await?)?,
            false => read_json_within(&parts.headers, body, MAX_BODY).await?,
        };
        parse_json(&json).map(Self)
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded"))
}

async fn read(body: Body) -> Result<Bytes> {
    match Limited::new(body, MAX_BODY).collect().await {
        Ok(form) => Ok(form.to_bytes()),
        Err(cause) if cause.is::<LengthLimitError>() => Err(Error::TooLarge),
        Err(_) => Err(Error::TooSlow),
    }
}

fn draft_of(form: &Bytes) -> Result<Bytes> {
    let draft = form_urlencoded::parse(form).find(|(name, _)| name == "draft");
    draft.map(|(_, draft)| Bytes::from(draft.into_owned())).ok_or(Error::NotJson)
}

/// Shows a screen of the viewer, or a page that is not stored, as a document for a frame of the console at a host of the
/// channel. The request is JSON, or a form whose field `draft` has it.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/preview",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    request_body = PreviewRequest,
    responses(
        (status = 200, description = "The document", body = String, content_type = "text/html"),
        (status = 413, description = "The page is too large"),
        (status = "default", description = "This is not a host of the channel, or the role does not allow it")
    )
)]
pub(super) async fn preview_page(
    State(app): State<App>,
    Extension(pages): Extension<Arc<dyn PreviewPages>>,
    allowed: Allowed<EditSite>,
    here: Result<Channel>,
    wants: ClientCaching,
    headers: HeaderMap,
    PreviewDraft(request): PreviewDraft,
) -> Result<Response> {
    // What the document asks for is answered for the channel of its host.
    let Channel(channel) = here?;
    if channel.identity.id != allowed.channel.identity.id {
        return Err(Error::UnknownHost);
    }
    let (wanted, site) = (wanted(&channel, request), Site::of(&channel, &headers));
    let now = app.now();
    let made = move || pages.preview(&channel, &wanted, &site, now, wants.takes_gzip);
    tokio::task::spawn_blocking(made).await.map_err(|_| Error::Internal)
}

fn wanted(channel: &Snapshot, PreviewRequest { screen, page, item }: PreviewRequest) -> Preview {
    match page {
        Some(fields) => {
            let page = shown(fields, item.unwrap_or_default());
            Preview { path: page.url.clone(), page: Some(page) }
        }
        None => Preview { path: path_of(channel, screen.unwrap_or(PreviewScreen::Home)), page: None },
    }
}

/// The page as it would be stored: T28, nothing of it reaches a screen as it was sent.
fn shown(fields: PageFields, id: i64) -> Page {
    let mut page = Page::draft(id);
    page.apply(fields);
    let wrong = page.errors();
    if !is_page_url(&page.url) {
        NO_PATH.clone_into(&mut page.url);
    }
    if wrong.contains_key("image") {
        page.image = None;
    }
    if page.alt_name.is_empty() || wrong.contains_key("alt_name") {
        "preview".clone_into(&mut page.alt_name);
    }
    page.content = sanitise(&page.content);
    page.translations = page.clean_translations();
    page
}

fn path_of(channel: &Snapshot, screen: PreviewScreen) -> String {
    let content = &channel.content;
    match screen {
        PreviewScreen::Home => "/".to_owned(),
        PreviewScreen::Watch => {
            let rank =
                |status| [StreamStatus::Live, StreamStatus::Upcoming].iter().position(|wanted| *wanted == status);
            let games = channel.games.catalogue.games().iter();
            let game = games.min_by_key(|game| rank(game.status).unwrap_or(usize::MAX));
            game.map_or_else(|| "/".to_owned(), |game| format!("/watch/{}", game.id))
        }
        PreviewScreen::Buy => {
            let first = |kind| content.passes_of(kind).next();
            match (first(PassKind::Package), first(PassKind::Subscription)) {
                (Some(pass), _) => format!("/buy?package_id={}", pass.id),
                (None, Some(pass)) => format!("/buy?subscription_id={}", pass.id),
                (None, None) => "/packages".to_owned(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T28: a draft is sanitised as a stored page is, and never stands at a path of the product's own.
    #[test]
    fn drafts_are_shown_as_they_would_be_stored() {
        let fields = r#"{"url": "/login", "name": "Us", "content": "<p>Hi</p><script>alert(1)</script>",
            "image": "javascript:alert(1)", "translations": {"fr": {"content": "<img src=x onerror=alert(1)>"}}}"#;
        let page = shown(serde_json::from_str(fields).unwrap(), 7);
        assert_eq!((page.id, page.url.as_str(), page.alt_name.as_str()), (7, NO_PATH, "preview"));
        assert_eq!((page.content.as_str(), page.image), ("<p>Hi</p>", None));
        let french = page.translations.text(domain::channel::Language::Fr, "content").unwrap();
        assert!(!french.contains("onerror"), "{french}");
    }
}
