//! The address by which the console finds out whether a host leads to this server.

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use domain::host_proof;
use http::{HeaderMap, header};

use crate::http::error::{Error, Result};
use crate::http::extract::host;
use crate::state::App;

pub(crate) fn router() -> Router<App> {
    Router::new().route("/.well-known/touchline/{token}", get(prove))
}

/// By the host alone, also in development: what visitors would see is looked for.
async fn prove(
    State(app): State<App>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<([(header::HeaderName, &'static str); 1], String)> {
    let token = u128::from_str_radix(&token, 16).map_err(|_| Error::NotFound("page"))?;
    let channel = host(&headers).and_then(|host| app.channels.by_host(&host)).ok_or(Error::UnknownHost)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], host_proof::answer(&channel.identity.key_secret, token)))
}
