//! Channel keys and anonymous API keys. Neither needs the database.

use axum::extract::State;
use axum::response::Response;
use domain::api_key;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::channels::request_channel::Channel;
use crate::clock::Clock;
use crate::http::cached_response::{Caching, ClientCaching};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Json;
use crate::views::public::ChannelKey;

/// Returns the public key of this host's channel.
#[utoipa::path(
    get,
    path = "/api/channel-key",
    tag = "keys",
    responses(
        (status = 200, description = "The channel's key", body = Data<ChannelKey>)
    )
)]
pub(super) async fn get_channel_key(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.channel_key.answer(&wants, Caching::Public)
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ApiKeyRequest {
    channel_key: String,
}

/// A key for one browser.
#[derive(Serialize, ToSchema)]
pub(super) struct ApiKey {
    pub(super) api_key: String,
}

/// Creates an anonymous API key of the channel.
#[utoipa::path(
    post,
    path = "/api/get_api_key",
    tag = "keys",
    request_body = ApiKeyRequest,
    responses(
        (status = 200, description = "A new key", body = Data<ApiKey>),
        (status = "default", description = "Wrong channel key")
    )
)]
pub(super) async fn create_api_key(
    State(clock): State<Clock>,
    Channel(channel): Channel,
    Json(request): Json<ApiKeyRequest>,
) -> Result<Data<ApiKey>> {
    let identity = &channel.identity;
    if request.channel_key != identity.channel_key {
        return Err(Error::ChannelKey);
    }
    let api_key = api_key::issue(&identity.key_secret, identity.id, clock.now(), rand::rng().random());
    Ok(Data::new(ApiKey { api_key }))
}
