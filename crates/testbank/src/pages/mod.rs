//! Pages for people: authentication, portal, invoices. Plain HTML without script, closed by a strict policy.

mod html;
mod invoice;
mod portal;
mod three_d_secure;

use axum::Router;
use axum::extract::{Path, Request, State as Shared};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use url::Url;

use crate::bank::{Bank, Returns};
use crate::error::ApiError;
use crate::http::lost;
use crate::params::Params;
use crate::state::{Origin, State};
use html::{Page, page};

/// What a page comes to.
pub enum Shown {
    Page(Page),
    /// Away from the page that was posted to.
    Redirect(String),
}

/// A visitor who asks for a page.
pub struct Visit {
    /// What the page's address names.
    names: Vec<String>,
    /// Where they are.
    host: String,
    returns: Returns,
}

impl Visit {
    /// The way back that was named when the page was made, if it leads to the shop that they are at. Looked at here, since
    /// only the page knows at whose host it is shown.
    fn way_back(&self, named: Option<&str>) -> Option<Url> {
        let named = named.filter(|named| (self.returns)(&self.host, named))?;
        Url::parse(named).ok()
    }
}

type Result = std::result::Result<Shown, ApiError>;
type Show = fn(&mut State, &Visit, &Params) -> Result;

const MAX_FORM: usize = 16 * 1_024;

pub fn routes() -> Router<Bank> {
    Router::new()
        .route("/3ds/{intent}/{page}", both(three_d_secure::ask, three_d_secure::answer))
        .route("/invoice/{invoice}/{page}", both(invoice::show, invoice::pay))
        .route("/portal/{session}", both(portal::show, portal::change))
        .route("/style.css", get(style))
}

/// A page that is shown, and the form on it.
fn both(show: Show, post: Show) -> MethodRouter<Bank> {
    get(move |bank: Shared<Bank>, paths, request| serve(bank, paths, request, show))
        .post(move |bank: Shared<Bank>, paths, request| serve(bank, paths, request, post))
}

async fn serve(
    Shared(bank): Shared<Bank>,
    Path(paths): Path<Vec<(String, String)>>,
    request: Request,
    show: Show,
) -> Response {
    if bank.inner.chaos().knobs.down {
        return lost();
    }
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default().to_owned();
    let names = paths.into_iter().map(|(_, value)| value).collect();
    let visit = Visit { names, host, returns: bank.inner.returns.clone() };
    let (parts, body) = request.into_parts();
    let form = match bank.inner.readers.read(&parts, body, MAX_FORM).await {
        Ok(form) => form,
        Err(error) => return failed(error.status),
    };
    let Ok(params) = Params::parse(&form) else { return failed(400) };
    let Ok(_place) = bank.inner.public_places.acquire().await else { return lost() };
    match bank.act(Origin::default(), move |state| show(state, &visit, &params)).await {
        Ok(Ok(Shown::Page(shown))) => page(200, &shown),
        Ok(Ok(Shown::Redirect(to))) => (axum::http::StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response(),
        Ok(Err(error)) => failed(error.status),
        Err(_) => failed(503),
    }
}

fn failed(status: u16) -> Response {
    page(status, &Page::new("Not found", "<p>This page does not exist, or no longer.</p>".into()))
}

async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "max-age=3600")], html::STYLE)
        .into_response()
}
