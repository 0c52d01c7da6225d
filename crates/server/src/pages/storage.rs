//! Public files of a channel: its settings and pictures, and nothing else.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use domain::picture::PictureName;
use http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::http::cached_response::{Caching, ClientCaching, Encoding, brotli, gzip};
use crate::http::error::{Error, Result};
use crate::http::policy;
use crate::playback::asked_of;
use crate::state::App;

/// Half a minute in good quality.
const MAX_PREROLL: u64 = 16 * 1024 * 1024;

pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/storage/settings/{file}", get(get_settings_file))
        .route("/storage/images/{alias}/{name}", get(get_image))
        .route("/storage/prerolls/{alias}/{name}", get(get_preroll))
}

/// What a page needs before any call.
async fn get_settings_file(State(app): State<App>, Path(file): Path<String>, wants: ClientCaching) -> Result<Response> {
    let channel = file.strip_suffix(".json").and_then(|alias| app.channels.by_alias(alias));
    let channel = channel.ok_or(Error::NotFound("settings file"))?;
    Ok(channel.public.settings_file.answer(&wants, Caching::Public))
}

async fn get_image(
    State(app): State<App>,
    Path((alias, name)): Path<(String, String)>,
    wants: ClientCaching,
) -> Result<Response> {
    // The files of a deleted channel are kept for a while.
    let image = if app.channels.has_alias(&alias) { app.images.get(&alias, &name).await? } else { None };
    let image = image.ok_or(Error::NotFound("picture"))?;
    let tag = HeaderValue::from_str(&image.etag).map_err(|_| Error::Internal)?;
    let mut answer = if wants.known_tag.as_ref() == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (encoding, bytes) = encoded(wants.encoding, image.content_type, image.bytes);
        let mut answer = ([(header::CONTENT_TYPE, image.content_type)], bytes).into_response();
        if let Some(encoding) = encoding {
            answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        answer
    };
    let out = answer.headers_mut();
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    out.insert(header::ETAG, tag);
    out.insert(header::CACHE_CONTROL, caching(&name));
    out.insert(header::CONTENT_SECURITY_POLICY, policy::OF_PICTURES);
    out.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    Ok(answer)
}

/// The name of a library picture tells its content.
fn caching(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.parse::<PictureName>() {
        Ok(_) => "public, max-age=31536000, immutable",
        Err(_) => "public, max-age=3600, stale-while-revalidate=86400",
    })
}

/// What is shown ahead of games, to everybody. Apple's players ask for the first bytes, and play nothing that cannot
/// give them by themselves.
async fn get_preroll(
    State(app): State<App>,
    Path((alias, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let stem = name.strip_suffix(".mp4").unwrap_or_default();
    let is_name = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !is_name(stem) || !app.channels.has_alias(&alias) {
        return Err(Error::NotFound("preroll"));
    }
    let found = app.images.objects().get(&format!("prerolls/{alias}/{name}"), MAX_PREROLL).await?;
    let mut answer = asked_of(&found.ok_or(Error::NotFound("preroll"))?, &headers);
    let out = answer.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static("video/mp4"));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    Ok(answer)
}

/// Drawings are text of a few kilobytes and shrink to a third; photographs are compressed by their own formats.
fn encoded(encoding: Encoding, content_type: &str, bytes: Bytes) -> (Option<&'static str>, Bytes) {
    match encoding {
        Encoding::Brotli if content_type == "image/svg+xml" => (Some("br"), brotli(&bytes, 4)),
        Encoding::Gzip if content_type == "image/svg+xml" => (Some("gzip"), gzip(&bytes)),
        _ => (None, bytes),
    }
}
