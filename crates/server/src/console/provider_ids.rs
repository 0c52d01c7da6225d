//! Ids that other providers gave the channel: their secrets, and checks that ask the provider.

use axum::extract::{FromRequestParts, State};
use domain::field_error::FieldError;
use domain::operator::Action;
use domain::provider_id::{ProviderIdCheck, ProviderIdKind, ProviderIdOutcome, ProviderSecret, usable_secret};
use domain::secret::Secret;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::ChannelProviderIds;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::text_of_path;
use crate::state::App;

/// Whether there is a secret for the id, which is never shown.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SecretState {
    NotNeeded,
    Missing,
    Set,
}

/// The newest check of an id.
#[derive(Serialize, ToSchema)]
pub(super) struct ProviderIdResult {
    outcome: ProviderIdOutcome,
    is_ok: bool,
    /// Seconds since 1970.
    at: i64,
    took_ms: u64,
    /// What the provider said; empty if nothing.
    said: String,
}

impl From<&ProviderIdCheck> for ProviderIdResult {
    fn from(ProviderIdCheck { at, outcome, took_ms, said, .. }: &ProviderIdCheck) -> Self {
        let (at, is_ok) = (at.seconds(), outcome.is_ok());
        Self { outcome: *outcome, is_ok, at, took_ms: *took_ms, said: said.clone() }
    }
}

/// An id that another provider gave the channel. It is changed with the channel's settings.
#[derive(Serialize, ToSchema)]
pub(super) struct ProviderIdItem {
    kind: ProviderIdKind,
    /// Null if the channel has none.
    id: Option<String>,
    secret: SecretState,
    /// Null if this very id was never checked.
    last: Option<ProviderIdResult>,
}

impl ProviderIdItem {
    fn of(stored: &ChannelProviderIds, kind: ProviderIdKind) -> Self {
        let id = stored.profile.provider_id(kind);
        let secret = match id.and_then(|id| stored.secrets.of(kind, id)) {
            _ if !kind.needs_secret() => SecretState::NotNeeded,
            Some(_) => SecretState::Set,
            None => SecretState::Missing,
        };
        let last = stored.checks.get(&kind).filter(|check| Some(check.id.as_str()) == id);
        Self { kind, id: id.map(str::to_owned), secret, last: last.map(ProviderIdResult::from) }
    }
}

/// The kind that the path names.
pub(super) struct KindOfPath(ProviderIdKind);

impl FromRequestParts<App> for KindOfPath {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let word = text_of_path(parts, app, "kind").await?;
        ProviderIdKind::of_word(&word).map(Self).ok_or(Error::NotFound("id"))
    }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct SetProviderSecretRequest {
    /// At most 200 letters, digits and signs.
    #[schema(value_type = String, format = Password)]
    secret: Secret<String>,
}

/// Lists the ids that other providers gave the channel, each with the state of its secret and its newest check.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/ids",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "One of each kind", body = Data<Vec<ProviderIdItem>>)
    )
)]
pub(super) async fn list_provider_ids(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<ProviderIdItem>>> {
    let stored = stored(&app, &allowed).await?;
    Ok(Data::all(ProviderIdKind::ALL.into_iter().map(|kind| ProviderIdItem::of(&stored, kind)).collect()))
}

/// Asks the provider whether it knows the id as it is stored. Sentry gets a test message; of a client the secret is tried.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/ids/{kind}/checks",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = ProviderIdKind, Path, description = "What the id is for")
    ),
    responses(
        (status = 200, description = "What was answered", body = Data<ProviderIdResult>),
        (status = 429, description = "Too many checks in a minute; `Retry-After` says when to try again"),
        (status = "default", description = "The channel has no such id")
    )
)]
pub(super) async fn check_provider_id(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    KindOfPath(kind): KindOfPath,
) -> Result<Data<ProviderIdResult>> {
    let stored = stored(&app, &allowed).await?;
    let id = stored.profile.provider_id(kind).ok_or(Error::NotFound("id"))?;
    app.limits.host_checks.take(allowed.operator().id, app.now()).await?;
    let _slot = app.slots.provider_id_checks.acquire().await.map_err(|_| Error::Internal)?;
    let check = app.provider_checks.check(kind, id, stored.secrets.of(kind, id), app.now()).await;
    let shown = Data::new(ProviderIdResult::from(&check));
    let mut entry = allowed.entry(Action::CheckProviderId, kind.word());
    entry.detail["outcome"] = json!(check.outcome);
    app.store.provider_check_record(allowed.channel.identity.id, kind, check, entry).await?;
    Ok(shown)
}

/// Gives an id its secret, in place of the one before. It is not shown again, and is used with this id alone.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/ids/{kind}/secret",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = ProviderIdKind, Path, description = "What the id is for")
    ),
    request_body = SetProviderSecretRequest,
    responses(
        (status = 200, description = "The id", body = Data<ProviderIdItem>),
        (status = "default", description = "The channel has no such id, or it needs no secret")
    )
)]
pub(super) async fn set_provider_secret(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    KindOfPath(kind): KindOfPath,
    SameOriginJson(request): SameOriginJson<SetProviderSecretRequest>,
) -> Result<Data<ProviderIdItem>> {
    let before = stored(&app, &allowed).await?;
    let id = before.profile.provider_id(kind).filter(|_| kind.needs_secret()).ok_or(Error::NotFound("id"))?;
    let wrong = || Error::of_field("secret", FieldError::Invalid);
    let secret = usable_secret(request.secret.expose()).ok_or_else(wrong)?;
    let secret = ProviderSecret { of: id.to_owned(), secret };
    let entry = allowed.entry(Action::SetProviderSecret, kind.word());
    if !app.store.provider_secret_set(allowed.channel.identity.id, kind, Some(secret), entry).await? {
        return Err(Error::NotFound("id"));
    }
    Ok(Data::new(ProviderIdItem::of(&stored(&app, &allowed).await?, kind)))
}

/// Takes the secret of an id away, which then does nothing.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/ids/{kind}/secret",
    tag = "site",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("kind" = ProviderIdKind, Path, description = "What the id is for")
    ),
    responses(
        (status = 200, description = "The id", body = Data<ProviderIdItem>)
    )
)]
pub(super) async fn remove_provider_secret(
    State(app): State<App>,
    _: SameOrigin,
    allowed: Allowed<EditSite>,
    KindOfPath(kind): KindOfPath,
) -> Result<Data<ProviderIdItem>> {
    let entry = allowed.entry(Action::RemoveProviderSecret, kind.word());
    app.store.provider_secret_set(allowed.channel.identity.id, kind, None, entry).await?;
    Ok(Data::new(ProviderIdItem::of(&stored(&app, &allowed).await?, kind)))
}

async fn stored(app: &App, allowed: &Allowed<EditSite>) -> Result<ChannelProviderIds> {
    app.store.provider_ids(allowed.channel.identity.id).await?.ok_or(Error::NotFound("channel"))
}
