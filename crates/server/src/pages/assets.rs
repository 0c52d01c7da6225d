//! The web apps' files, embedded in the binary and compressed at build time.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use http::{HeaderValue, header};
use rust_embed::RustEmbed;

use crate::http::cached_response::{CachedResponse, Caching, ClientCaching};
use crate::http::error::Error;
use crate::http::policy;
use crate::state::App;

#[derive(RustEmbed)]
#[folder = "../../web/apps/viewer/dist"]
struct ViewerFiles;

#[derive(RustEmbed)]
#[folder = "../../web/apps/console/dist"]
struct ConsoleFiles;

type Files = HashMap<String, CachedResponse>;

static VIEWER: LazyLock<Files> = LazyLock::new(load::<ViewerFiles>);
static CONSOLE: LazyLock<Files> = LazyLock::new(load::<ConsoleFiles>);

fn load<E: RustEmbed>() -> Files {
    let bytes = |name: &str| E::get(name).map(|file| into_bytes(file.data));
    let served = E::iter().filter(|name| !name.ends_with(".br") && !name.ends_with(".gz"));
    served
        .filter_map(|name| {
            let plain = bytes(&name)?;
            let (gzip, brotli) = (bytes(&format!("{name}.gz")), bytes(&format!("{name}.br")));
            let prepared = CachedResponse::encoded(HeaderValue::from_static(content_type(&name)), plain, gzip, brotli);
            Some((name.into_owned(), prepared))
        })
        .collect()
}

fn into_bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/assets/{*name}", get(viewer_asset))
        .route(PREVIEW_SCRIPT, get(preview_script))
        .route("/console/assets/{*name}", get(console_asset))
        .route("/console", get(console))
        .route("/console/{*path}", get(console))
}

/// Comes before the app's own script where a frame of the console shows it.
pub(crate) const PREVIEW_SCRIPT: &str = "/preview.js";

/// The app finds its screen by the address, which the frame's is not. Nor does it look for a newer state of what it shows.
async fn preview_script() -> impl IntoResponse {
    let script = "history.replaceState(null, '', document.currentScript.dataset.path);\n\
                  for (const name of ['visibilitychange', 'online'])\n  \
                  addEventListener(name, (event) => event.stopImmediatePropagation(), true);\n";
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")],
        script,
    )
}

async fn viewer_asset(Path(name): Path<String>, wants: ClientCaching) -> Response {
    asset(&VIEWER, &name, &wants)
}

async fn console_asset(Path(name): Path<String>, wants: ClientCaching) -> Response {
    asset(&CONSOLE, &name, &wants)
}

/// Names of assets change with their content, so what was fetched once is never asked for again.
fn asset(files: &Files, name: &str, wants: &ClientCaching) -> Response {
    match files.get(&format!("assets/{name}")) {
        Some(file) => file.answer(wants, Caching::Immutable),
        None => Error::NotFound("file").into_response(),
    }
}

/// The console is one page; it finds its screen by the address.
async fn console(wants: ClientCaching) -> Response {
    let Some(page) = CONSOLE.get("index.html") else { return Error::NotFound("console").into_response() };
    let mut answer = page.answer(&wants, Caching::Public);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy::of_console(mail::letter_style()));
    answer
}

/// The text of one of the viewer app's own files.
pub(crate) fn viewer_text(name: &str) -> Option<String> {
    VIEWER.get(name).map(|file| String::from_utf8_lossy(file.plain()).into_owned())
}

pub(crate) fn viewer_names() -> impl Iterator<Item = &'static str> {
    VIEWER.keys().map(String::as_str)
}
