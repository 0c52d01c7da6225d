//! Webhooks that are told of what happens on a channel.

use axum::extract::{FromRequest, FromRequestParts, Request, State};
use domain::operator::Action;
use domain::time::Timestamp;
use domain::webhook::{MAX_ADDRESS, OffReason, WebhookAddressError, WebhookEventType, WebhookFields, WebhookSecret};
use http::StatusCode;
use http::request::Parts;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{Webhook, WebhookRefused};
use utoipa::ToSchema;

use super::permission::{Allowed, ManageIntegrations};
use super::site::EditError;
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::http::problem::{FieldCode, Reason};
use crate::http::refusal::{EditConflict, Refusal};
use crate::state::App;

/// Why a webhook, or one of its deliveries, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum WebhookError {
    #[error("Webhooks are sent to addresses of the public internet only")]
    PrivateAddress,
    #[error("This webhook is switched off")]
    IsOff,
    #[error("This delivery waits already")]
    DeliveryWaits,
    #[error("Only a delivery that waits can be retried")]
    DeliveryDoesNotWait,
    #[error("This delivery cannot be sent again")]
    NotReplayable,
}

impl Refusal for WebhookError {
    fn status(&self) -> StatusCode {
        match self {
            Self::PrivateAddress => StatusCode::BAD_REQUEST,
            Self::IsOff | Self::DeliveryWaits | Self::DeliveryDoesNotWait | Self::NotReplayable => StatusCode::CONFLICT,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::PrivateAddress => "private_address",
            Self::IsOff => "webhook_is_off",
            Self::DeliveryWaits => "delivery_waits",
            Self::DeliveryDoesNotWait => "delivery_does_not_wait",
            Self::NotReplayable => "not_replayable",
        }
    }

    fn problem(&self) -> Option<(&'static str, Reason)> {
        (*self == Self::PrivateAddress).then(|| ("url", FieldCode::AddressPrivate.into()))
    }
}

/// A webhook, without its secret.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhookItem {
    id: i64,
    version: i64,
    url: String,
    description: String,
    events: Vec<WebhookEventType>,
    is_on: bool,
    /// Why the server switched it off; null if an operator did, or it is on.
    off_reason: Option<OffReason>,
    /// Seconds since 1970.
    off_at: Option<i64>,
    /// Since when nothing was delivered, in seconds since 1970; null if the last delivery arrived.
    failing_since: Option<i64>,
    /// How many events were not sent since it was switched on, because 10,000 waited.
    skipped: i64,
    /// Until when the secret before the last rotation signs, too, in seconds since 1970.
    old_secret_until: Option<i64>,
    /// Seconds since 1970.
    created_at: i64,
}

impl WebhookItem {
    fn of(webhook: Webhook, now: Timestamp) -> Self {
        let WebhookFields { url, description, events, is_on } = webhook.fields;
        let (off_reason, off_at) = webhook.off.unzip();
        let old_secret_until = webhook.old_secret_until.filter(|until| *until > now);
        Self {
            id: webhook.id,
            version: webhook.version,
            url,
            description,
            events,
            is_on,
            off_reason,
            off_at: off_at.map(Timestamp::seconds),
            failing_since: webhook.failing_since.map(Timestamp::seconds),
            skipped: webhook.skipped,
            old_secret_until: old_secret_until.map(Timestamp::seconds),
            created_at: webhook.created_at.seconds(),
        }
    }
}

/// The webhook that the path names.
pub(super) struct WebhookNumber(pub(super) i64);

impl FromRequestParts<App> for WebhookNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "webhook").await.map(Self)
    }
}

/// Lists the channel's webhooks, oldest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/webhooks",
    tag = "webhooks",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "At most twenty webhooks", body = Data<Vec<WebhookItem>>)
    )
)]
pub(super) async fn list_webhooks(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
) -> Result<Data<Vec<WebhookItem>>> {
    let webhooks = app.store.webhooks(allowed.channel.identity.id).await?;
    Ok(Data::all(webhooks.into_iter().map(|webhook| WebhookItem::of(webhook, app.now())).collect()))
}

/// Returns one webhook.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/webhooks/{webhook}",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook")
    ),
    responses(
        (status = 200, description = "The webhook", body = Data<WebhookItem>),
        (status = "default", description = "No such webhook")
    )
)]
pub(super) async fn get_webhook(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(id): WebhookNumber,
) -> Result<Data<WebhookItem>> {
    let found = app.store.webhook(allowed.channel.identity.id, id).await?;
    found.map(|found| Data::new(WebhookItem::of(found, app.now()))).ok_or(Error::NotFound("webhook"))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct CreateWebhookRequest {
    /// An https address of the public internet.
    #[schema(max_length = 2000)]
    url: String,
    /// What it is for.
    #[serde(default)]
    #[schema(max_length = 120)]
    description: String,
    events: Vec<WebhookEventType>,
    #[serde(default = "yes")]
    is_on: bool,
}

fn yes() -> bool {
    true
}

/// A webhook with its secret.
#[derive(Serialize, ToSchema)]
pub(super) struct SecretWebhook {
    /// `whsec_` and Base64, by which the receiver checks signatures; it is shown this once.
    secret: String,
    item: WebhookItem,
}

/// Creates a webhook.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/webhooks",
    tag = "webhooks",
    params(("id" = i64, Path, description = "The channel")),
    request_body = CreateWebhookRequest,
    responses(
        (status = 200, description = "The webhook", body = Data<SecretWebhook>),
        (status = 409, description = "The channel has as many webhooks as it can have"),
        (status = "default", description = "Invalid fields; `private_address` if the address is not a public one")
    )
)]
pub(super) async fn create_webhook(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    SameOriginJson(CreateWebhookRequest { url, description, events, is_on }): SameOriginJson<CreateWebhookRequest>,
) -> Result<Data<SecretWebhook>> {
    let fields = checked(&app, WebhookFields { url, description, events, is_on }, None).await?;
    let secret = WebhookSecret::new(rand::rng().random());
    let entry = allowed.entry(Action::CreateWebhook, "");
    let made = app.store.webhook_create(allowed.channel.identity.id, fields, secret.clone(), entry).await?;
    let item = WebhookItem::of(made.map_err(|refused| refusal(refused, app.now()))?, app.now());
    Ok(Data::new(SecretWebhook { secret: secret.text(), item }))
}

/// Changed fields of a webhook, and the version that was edited.
#[derive(Deserialize, ToSchema)]
pub(super) struct UpdateWebhookRequest {
    #[schema(required)]
    version: Option<i64>,
    #[schema(nullable = false, max_length = 2000)]
    url: Option<String>,
    #[schema(nullable = false, max_length = 120)]
    description: Option<String>,
    #[schema(nullable = false)]
    events: Option<Vec<WebhookEventType>>,
    #[schema(nullable = false)]
    is_on: Option<bool>,
}

/// The body of an update, which names its version.
pub(super) struct WebhookEdit(UpdateWebhookRequest, i64);

impl FromRequest<App> for WebhookEdit {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let SameOriginJson(edit): SameOriginJson<UpdateWebhookRequest> =
            SameOriginJson::from_request(request, app).await?;
        let version = edit.version.ok_or(EditError::VersionRequired)?;
        Ok(Self(edit, version))
    }
}

/// Changes fields of a webhook. Those that are absent stay. Switching a webhook off fails its waiting deliveries; they can
/// be sent again.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/webhooks/{webhook}",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook")
    ),
    request_body = UpdateWebhookRequest,
    responses(
        (status = 200, description = "The webhook at its next version", body = Data<WebhookItem>),
        (status = 409, description = "Somebody else changed it; `conflict` says what they made of it"),
        (status = 428, description = "The version is missing"),
        (status = "default", description = "No such webhook, or invalid fields")
    )
)]
pub(super) async fn update_webhook(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(id): WebhookNumber,
    WebhookEdit(edit, version): WebhookEdit,
) -> Result<Data<WebhookItem>> {
    let channel = allowed.channel.identity.id;
    let known = app.store.webhook(channel, id).await?.ok_or(Error::NotFound("webhook"))?.fields;
    let wanted = WebhookFields {
        url: edit.url.unwrap_or_else(|| known.url.clone()),
        description: edit.description.unwrap_or(known.description),
        events: edit.events.unwrap_or(known.events),
        is_on: edit.is_on.unwrap_or(known.is_on),
    };
    let fields = checked(&app, wanted, Some(&known.url)).await?;
    let entry = allowed.entry(Action::UpdateWebhook, "");
    let changed = app.store.webhook_update(channel, id, version, fields, entry).await?;
    Ok(Data::new(WebhookItem::of(changed.map_err(|refused| refusal(refused, app.now()))?, app.now())))
}

/// A webhook that is gone.
#[derive(Serialize, ToSchema)]
pub(super) struct RemovedWebhook {
    id: i64,
}

/// Removes a webhook with its deliveries.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/webhooks/{webhook}",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook")
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedWebhook>),
        (status = "default", description = "No such webhook")
    )
)]
pub(super) async fn remove_webhook(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(id): WebhookNumber,
    _: SameOrigin,
) -> Result<Data<RemovedWebhook>> {
    let entry = allowed.entry(Action::RemoveWebhook, "");
    let is_removed = app.store.webhook_remove(allowed.channel.identity.id, id, entry).await?;
    is_removed.then(|| Data::new(RemovedWebhook { id })).ok_or(Error::NotFound("webhook"))
}

/// Gives a webhook another secret. Deliveries of the next 24 hours are signed with both.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/webhooks/{webhook}/secret",
    tag = "webhooks",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("webhook" = i64, Path, description = "The webhook")
    ),
    responses(
        (status = 200, description = "The webhook with its new secret", body = Data<SecretWebhook>),
        (status = "default", description = "No such webhook")
    )
)]
pub(super) async fn rotate_webhook_secret(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    WebhookNumber(id): WebhookNumber,
    _: SameOrigin,
) -> Result<Data<SecretWebhook>> {
    let secret = WebhookSecret::new(rand::rng().random());
    let entry = allowed.entry(Action::RotateWebhookSecret, "");
    let found = app.store.webhook_rotate(allowed.channel.identity.id, id, secret.clone(), entry).await?;
    let item = WebhookItem::of(found.ok_or(Error::NotFound("webhook"))?, app.now());
    Ok(Data::new(SecretWebhook { secret: secret.text(), item }))
}

/// The fields as they are kept. An address that stays is looked at with the next delivery.
async fn checked(app: &App, fields: WebhookFields, known: Option<&str>) -> Result<WebhookFields> {
    let fields = fields.check()?;
    if known == Some(fields.url.as_str()) {
        return Ok(fields);
    }
    match app.webhook_sender.check(fields.url.trim()).await {
        Ok(url) => Ok(WebhookFields { url, ..fields }),
        Err(WebhookAddressError::Private) => Err(WebhookError::PrivateAddress.into()),
        Err(error) => Err(Error::of_field("url", error)),
    }
}

fn refusal(refused: WebhookRefused, now: Timestamp) -> Error {
    match refused {
        WebhookRefused::NotFound => Error::NotFound("webhook"),
        WebhookRefused::TooMany => EditError::TooManyItems.into(),
        WebhookRefused::Stale(current) => {
            let current = serde_json::to_value(WebhookItem::of(*current, now)).ok();
            let conflict = EditConflict { current, base: None, changed_by: None, changed_at: None };
            EditError::VersionConflict(Box::new(conflict)).into()
        }
    }
}

impl From<WebhookAddressError> for Reason {
    fn from(error: WebhookAddressError) -> Self {
        match error {
            WebhookAddressError::Length => FieldCode::Length.within(1, MAX_ADDRESS),
            WebhookAddressError::Spaces => FieldCode::AddressSpaces.into(),
            WebhookAddressError::Address => FieldCode::Address.into(),
            WebhookAddressError::Https => FieldCode::AddressHttps.into(),
            WebhookAddressError::User => FieldCode::AddressUser.into(),
            WebhookAddressError::Private => FieldCode::AddressPrivate.into(),
        }
    }
}
