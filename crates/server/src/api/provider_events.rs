//! Events of the payment provider.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use crate::commerce::ProviderEvents;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};

/// The largest message: some of Stripe's have hundreds of lines.
const MAX_BODY: usize = 1024 * 1024;

/// All that the message brought about is stored.
#[derive(Serialize, ToSchema)]
pub(super) struct Received {
    received: bool,
}

/// Where the payment provider tells of what happened. The body is the provider's own; an answer of 503 means that it has
/// to be sent again.
#[utoipa::path(
    post,
    path = "/api/stripe/webhook",
    tag = "checkout",
    params(("stripe-signature" = String, Header, description = "The provider's signature of the body")),
    request_body(content = serde_json::Value, content_type = "application/json"),
    responses(
        (status = 200, description = "It is dealt with", body = Data<Received>),
        (status = "default", description = "Not signed by the provider, or to be sent again")
    )
)]
pub(super) async fn receive(
    State(events): State<Arc<ProviderEvents>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Data<Received>> {
    let body = axum::body::to_bytes(body, MAX_BODY).await.map_err(|_| Error::TooLarge)?;
    let signature = headers.get("stripe-signature").and_then(|header| header.to_str().ok()).unwrap_or_default();
    events.receive(signature, &body).await?;
    Ok(Data::new(Received { received: true }))
}
