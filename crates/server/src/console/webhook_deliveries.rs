//! Deliveries of a webhook, and sending them again.

use axum::extract::{FromRequestParts, State};
use domain::operator::Action;
use domain::time::Timestamp;
use domain::webhook::{DeliveryProblem, DeliveryState, WebhookEventType};
use http::request::Parts;
use serde::{Deserialize, Serialize};
use store::{ReplayRefused, WebhookDelivery};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, ManageIntegrations};
use super::webhooks::{WebhookError, WebhookNumber};
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::{Data, Page};
use crate::http::error::{Error, Result};
use crate::http::extract::{Cursor, Query, number_of_path};
use crate::state::App;

/// An event that was sent to a webhook, or is to be.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhookDeliveryItem {
    id: i64,
    /// The header `webhook-id`, the same with every try.
    message_id: String,
    #[serde(rename = "type")]
    kind: WebhookEventType,
    state: DeliveryState,
    /// How often it was tried.
    attempts: i32,
    /// Seconds since 1970.
    created_at: i64,
    /// When it is tried next, in seconds since 1970; null unless it waits.
    next_at: Option<i64>,
    /// The last try, in seconds since 1970; null if there was none.
    tried_at: Option<i64>,
    /// The status that was answered to it.
    status: Option<u16>,
    /// Why it failed.
    problem: Option<DeliveryProblem>,
    duration_ms: Option<i64>,
    /// The body that is sent, as JSON.
    payload: String,
    /// First 1 KB of the response.
    response: Option<String>,
}

impl From<WebhookDelivery> for WebhookDeliveryItem {
    fn from(delivery: WebhookDelivery) -> Self {
        Self {
            id: delivery.id,
            message_id: delivery.message_id,
            kind: delivery.kind,
            state: delivery.state,
            attempts: delivery.attempts,
            created_at: delivery.created_at.seconds(),
            next_at: delivery.next_at.map(Timestamp::seconds),
            tried_at: delivery.tried_at.map(Timestamp::seconds),
            status: delivery.status,
            problem: delivery.problem,
            duration_ms: delivery.duration_ms,
            payload: delivery.payload,
            response: delivery.response,
        }
    }
}

/// The delivery that the path names.
pub(super) struct DeliveryNumber(i64);

impl FromRequestParts<App> for DeliveryNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "delivery").await.map(Self)
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DeliveriesQuery {
    /// Only deliveries in this state.
    #[param(inline)]
    state: Option<DeliveryState>,
}

/// Lists the deliveries of a webhook, newest first. They are kept for 30 days.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/webhooks/{webhook}/deliveries",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook"),
        Cursor,
        DeliveriesQuery
    ),
    responses(
        (status = 200, description = "The deliveries", body = Page<WebhookDeliveryItem>),
        (status = "default", description = "No such webhook")
    )
)]
pub(super) async fn list_webhook_deliveries(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(webhook): WebhookNumber,
    Query(cursor): Query<Cursor>,
    Query(query): Query<DeliveriesQuery>,
) -> Result<Page<WebhookDeliveryItem>> {
    let (cursor, limit) = cursor.bounds()?;
    let (channel, zone) = (allowed.channel.identity.id, allowed.channel.profile.zone());
    app.store.webhook(channel, webhook).await?.ok_or(Error::NotFound("webhook"))?;
    let found = app.store.webhook_deliveries(channel, webhook, query.state, cursor, limit as u64 + 1).await?;
    Ok(Page::of(found, limit, &zone, |delivery| delivery.id).map(WebhookDeliveryItem::from))
}

/// Returns one delivery.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/webhooks/{webhook}/deliveries/{delivery}",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook"),
        ("delivery" = i64, Path, description = "The delivery")
    ),
    responses(
        (status = 200, description = "The delivery", body = Data<WebhookDeliveryItem>),
        (status = "default", description = "No such delivery")
    )
)]
pub(super) async fn get_webhook_delivery(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(webhook): WebhookNumber,
    DeliveryNumber(id): DeliveryNumber,
) -> Result<Data<WebhookDeliveryItem>> {
    let found = app.store.webhook_delivery(allowed.channel.identity.id, webhook, id).await?;
    Ok(Data::new(found.ok_or(Error::NotFound("delivery"))?.into()))
}

/// Tries a delivery that waits now.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/webhooks/{webhook}/deliveries/{delivery}/retry",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook"),
        ("delivery" = i64, Path, description = "The delivery")
    ),
    responses(
        (status = 200, description = "The delivery, which is tried now", body = Data<WebhookDeliveryItem>),
        (status = 409, description = "It does not wait"),
        (status = "default", description = "No such delivery")
    )
)]
pub(super) async fn retry_webhook_delivery(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(webhook): WebhookNumber,
    DeliveryNumber(id): DeliveryNumber,
    _: SameOrigin,
) -> Result<Data<WebhookDeliveryItem>> {
    let entry = allowed.entry(Action::RetryWebhook, "");
    let retried = app.store.webhook_retry(allowed.channel.identity.id, webhook, id, entry).await?;
    Ok(Data::new(retried.map_err(refusal)?.into()))
}

/// Sends a delivery again that arrived or failed, with the same id.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/webhooks/{webhook}/deliveries/{delivery}/replay",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook"),
        ("delivery" = i64, Path, description = "The delivery")
    ),
    responses(
        (status = 200, description = "The delivery, which waits again", body = Data<WebhookDeliveryItem>),
        (status = 409, description = "It waits already, the webhook is off, or it cannot be sent again"),
        (status = "default", description = "No such delivery")
    )
)]
pub(super) async fn replay_webhook_delivery(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(webhook): WebhookNumber,
    DeliveryNumber(id): DeliveryNumber,
    _: SameOrigin,
) -> Result<Data<WebhookDeliveryItem>> {
    let entry = allowed.entry(Action::ReplayWebhook, "");
    let replayed = app.store.webhook_replay(allowed.channel.identity.id, webhook, id, entry).await?;
    Ok(Data::new(replayed.map_err(refusal)?.into()))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ReplayFailedRequest {
    /// Deliveries of that moment and later, in seconds since 1970.
    since: i64,
}

/// How many deliveries are sent again.
#[derive(Serialize, ToSchema)]
pub(super) struct ReplayedWebhooks {
    count: u64,
    /// More failed than are sent again at once: ask again for the others.
    has_more: bool,
}

/// Sends deliveries again that failed, the oldest first, at most 1,000.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/webhooks/{webhook}/replays",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook")
    ),
    request_body = ReplayFailedRequest,
    responses(
        (status = 200, description = "How many are sent again", body = Data<ReplayedWebhooks>),
        (status = 409, description = "The webhook is off"),
        (status = "default", description = "No such webhook")
    )
)]
pub(super) async fn replay_failed_webhooks(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(webhook): WebhookNumber,
    SameOriginJson(ReplayFailedRequest { since }): SameOriginJson<ReplayFailedRequest>,
) -> Result<Data<ReplayedWebhooks>> {
    let entry = allowed.entry(Action::ReplayWebhook, "");
    let since = Timestamp::from_seconds(since);
    let replayed = app.store.webhook_replay_failed(allowed.channel.identity.id, webhook, since, entry).await?;
    let store::Replayed { count, has_more } = replayed.map_err(refusal)?;
    Ok(Data::new(ReplayedWebhooks { count, has_more }))
}

/// Sends a test at once, also to a webhook that is off, and returns the result. It is not tried again.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/webhooks/{webhook}/test",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook")
    ),
    responses(
        (status = 200, description = "The test as it was sent", body = Data<WebhookDeliveryItem>),
        (status = 429, description = "Too many tests in a minute; `Retry-After` says when to try again"),
        (status = "default", description = "No such webhook")
    )
)]
pub(super) async fn test_webhook(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(webhook): WebhookNumber,
    _: SameOrigin,
) -> Result<Data<WebhookDeliveryItem>> {
    let channel = allowed.channel.identity.id;
    app.limits.webhook_tests.take(channel, app.now()).await?;
    let _slot = app.slots.webhook_tests.acquire().await.map_err(|_| Error::Internal)?;
    let entry = allowed.entry(Action::TestWebhook, "");
    let due = app.store.webhook_test_begin(channel, webhook, entry).await?.ok_or(Error::NotFound("webhook"))?;
    // Signed for the time at which it is sent, however long it waited for a place.
    let (test, now) = (due.delivery, app.now());
    let attempt = app.webhook_sender.send(due, now).await;
    let sent = app.store.webhook_test_end(channel, test, attempt, now).await?;
    Ok(Data::new(sent.ok_or(Error::NotFound("webhook"))?.into()))
}

fn refusal(refused: ReplayRefused) -> Error {
    match refused {
        ReplayRefused::NotFound => Error::NotFound("delivery"),
        ReplayRefused::Off => WebhookError::IsOff.into(),
        ReplayRefused::Waiting => WebhookError::DeliveryWaits.into(),
        ReplayRefused::NotWaiting => WebhookError::DeliveryDoesNotWait.into(),
        ReplayRefused::NotReplayable => WebhookError::NotReplayable.into(),
    }
}
