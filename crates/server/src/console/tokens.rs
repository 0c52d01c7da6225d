//! Tokens with which programs call this API for a channel.

use axum::extract::{FromRequestParts, State};
use domain::api_token::{self, NewApiToken};
use domain::operator::{Action, May};
use domain::time::Timestamp;
use http::request::Parts;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{ApiToken, ApiTokenRefused, ListedApiToken};
use utoipa::ToSchema;

use super::permission::{Allowed, ManageIntegrations};
use super::site::EditError;
use super::write::{SameOrigin, SameOriginJson};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::number_of_path;
use crate::http::problem::FieldCode;
use crate::state::App;

/// A token, without what proves it.
#[derive(Serialize, ToSchema)]
pub(super) struct TokenItem {
    id: i64,
    name: String,
    /// The token's last characters.
    ending: String,
    /// What its calls may do, as far as the operator who made it still may.
    scopes: Vec<May>,
    created_by: String,
    /// Whether that operator is still in the team; its calls are refused otherwise.
    is_of_team: bool,
    /// Seconds since 1970.
    created_at: i64,
    /// Seconds since 1970; null if it does not expire.
    expires_at: Option<i64>,
    has_expired: bool,
    /// Seconds since 1970, to within five minutes; null if it was never used.
    last_used_at: Option<i64>,
}

impl TokenItem {
    fn of(ListedApiToken { token, created_by, is_of_team }: ListedApiToken, now: Timestamp) -> Self {
        let ApiToken { id, name, ending, scopes, created_at, expires_at, last_used_at, .. } = token;
        Self {
            id,
            name,
            ending,
            scopes,
            created_by,
            is_of_team,
            created_at: created_at.seconds(),
            expires_at: expires_at.map(Timestamp::seconds),
            has_expired: expires_at.is_some_and(|at| at <= now),
            last_used_at: last_used_at.map(Timestamp::seconds),
        }
    }
}

/// Lists the channel's tokens, newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/tokens",
    tag = "tokens",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "At most fifty tokens", body = Data<Vec<TokenItem>>)
    )
)]
pub(super) async fn list_tokens(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
) -> Result<Data<Vec<TokenItem>>> {
    let tokens = app.store.api_tokens(allowed.channel.identity.id).await?;
    Ok(Data::all(tokens.into_iter().map(|token| TokenItem::of(token, app.now())).collect()))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct CreateTokenRequest {
    /// What people know it by; no two of a channel are the same.
    name: String,
    /// Neither `manage_team` nor `manage_integrations`.
    scopes: Vec<May>,
    /// Seconds since 1970, at most five years from now; null for a token that does not expire.
    expires_at: Option<i64>,
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub(super) struct CreatedToken {
    /// Sent as `Authorization: Bearer …`; it is shown this once.
    token: String,
    item: TokenItem,
}

/// Creates a token. Its calls are recorded as those of the operator who made it.
#[utoipa::path(
    post,
    path = "/console/api/channels/{id}/tokens",
    tag = "tokens",
    params(("id" = i64, Path, description = "The channel")),
    request_body = CreateTokenRequest,
    responses(
        (status = 200, description = "The token", body = Data<CreatedToken>),
        (status = 409, description = "The channel has as many tokens as it can have"),
        (status = "default", description = "Invalid fields, or the name of another token")
    )
)]
pub(super) async fn create_token(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    SameOriginJson(CreateTokenRequest { name, scopes, expires_at }): SameOriginJson<CreateTokenRequest>,
) -> Result<Data<CreatedToken>> {
    let now = app.now();
    let new = NewApiToken { name, scopes, expires_at: expires_at.map(Timestamp::from_seconds) }.check(now)?;
    let token = api_token::issue(rand::rng().random());
    let hash = api_token::hash(&token).ok_or(Error::Internal)?;
    let proof = (hash, api_token::ending(&token).to_owned());
    let (channel, by) = (allowed.channel.identity.id, allowed.operator());
    let entry = allowed.entry(Action::CreateToken, "");
    match app.store.api_token_create(channel, by.id, new, proof, entry).await? {
        Ok(made) => {
            let listed = ListedApiToken { token: made, created_by: by.name.clone(), is_of_team: true };
            Ok(Data::new(CreatedToken { token, item: TokenItem::of(listed, now) }))
        }
        Err(ApiTokenRefused::NameTaken) => {
            Err(Error::invalid("name", FieldCode::NameTaken, "another token has this name"))
        }
        Err(ApiTokenRefused::TooMany) => Err(EditError::TooManyItems.into()),
    }
}

/// The token that the path names.
pub(super) struct TokenId(i64);

impl FromRequestParts<App> for TokenId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "token").await.map(Self)
    }
}

/// A token whose access has ended.
#[derive(Serialize, ToSchema)]
pub(super) struct RemovedToken {
    id: i64,
}

/// Removes a token; its next call is refused.
#[utoipa::path(
    delete,
    path = "/console/api/channels/{id}/tokens/{token}",
    tag = "tokens",
    params(
        ("id" = i64, Path, description = "The channel"),
        ("token" = i64, Path, description = "The token")
    ),
    responses(
        (status = 200, description = "Removed", body = Data<RemovedToken>),
        (status = "default", description = "No such token")
    )
)]
pub(super) async fn remove_token(
    State(app): State<App>,
    allowed: Allowed<ManageIntegrations>,
    TokenId(id): TokenId,
    _: SameOrigin,
) -> Result<Data<RemovedToken>> {
    let entry = allowed.entry(Action::RemoveToken, id);
    let is_removed = app.store.api_token_remove(allowed.channel.identity.id, id, entry).await?;
    is_removed.then(|| Data::new(RemovedToken { id })).ok_or(Error::NotFound("token"))
}
