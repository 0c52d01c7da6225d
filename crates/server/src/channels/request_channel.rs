//! Finds the channel of a request.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;

use crate::channels::chosen_channel;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::http::error::{Error, Result};
use crate::http::extract::host;

/// The channel that is served at the request's host.
pub(crate) struct Channel(pub(crate) Arc<Snapshot>);

impl<S: Sync> FromRequestParts<S> for Channel
where
    Arc<Channels>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let channels = Arc::<Channels>::from_ref(state);
        if let Some(chosen) = chosen_channel::chosen(&channels, &parts.uri, &parts.headers)? {
            return Ok(Self(chosen));
        }
        host(&parts.headers).and_then(|host| channels.by_host(&host)).map(Self).ok_or(Error::UnknownHost)
    }
}
