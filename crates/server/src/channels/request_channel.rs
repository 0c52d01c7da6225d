//! Finds the channel of a request.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::channels::chosen_channel;
use crate::channels::snapshot::{Channels, Snapshot};
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, host};

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

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AtLeast {
    /// The version of the channel's content that the answer must have at least. A server that is behind another answers
    /// 503. Caches keep the answers of each version apart.
    content_version: Option<i64>,
}

/// The same, no older than the version that the request asks for by [`AtLeast`].
pub(crate) struct CurrentChannel(pub(crate) Arc<Snapshot>);

impl<S: Sync> FromRequestParts<S> for CurrentChannel
where
    Arc<Channels>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Query(AtLeast { content_version }) = Query::from_request_parts(parts, state).await?;
        let Channel(channel) = Channel::from_request_parts(parts, state).await?;
        if content_version.is_some_and(|wanted| wanted > channel.content_version) {
            return Err(Error::Busy("a newer version of the channel is wanted than has been read"));
        }
        Ok(Self(channel))
    }
}
