//! The original of a picture, for the tool that crops it.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};

use super::permission::{Allowed, EditSite};
use super::site::ItemNumber;
use crate::http::error::{Error, Result};
use crate::http::policy;
use crate::state::App;

/// Only for operators: asked for each time, because the session may have ended.
const CACHING: HeaderValue = HeaderValue::from_static("private, no-cache");

/// Returns the whole picture, upright and without metadata.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/pictures/{item}/original",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel"), ("item" = i64, Path, description = "The picture")),
    responses(
        (status = 200, description = "A JPEG or a PNG", body = String, content_type = "image/jpeg"),
        (status = "default", description = "There is no such picture, or the role does not allow it")
    )
)]
pub(super) async fn get_picture_original(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    ItemNumber(id): ItemNumber,
) -> Result<Response> {
    let found = app.store.picture(allowed.channel.identity.id, id).await?;
    let picture = found.ok_or(Error::NotFound("picture"))?.item;
    let bytes = app.pictures.original(&picture.files).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(picture.files.format.content_type())),
        (header::CACHE_CONTROL, CACHING),
        (header::CONTENT_SECURITY_POLICY, policy::OF_PICTURES),
    ];
    Ok((headers, bytes).into_response())
}
