//! Logging in and out. Either way the api key changes, and the one before it ends.

use std::net::IpAddr;

use axum::Extension;
use axum::extract::State;
use domain::account::{Account, EmailKey};
use domain::ids::ChannelId;
use domain::secret::Secret;
use domain::{api_key, session_key};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::answer::Data;
use crate::error::{Error, Failure, Result};
use crate::extract::{Keyed, Member, Visitor, now};
use crate::listen::Peer;

use super::account::Profile;
use super::keys::ApiKey;

#[derive(Deserialize, ToSchema)]
pub(super) struct LoginRequest {
    email: String,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
}

/// A member, and the key that is theirs from now on.
#[derive(Serialize, ToSchema)]
pub(super) struct LoggedIn {
    api_key: String,
    user: Profile,
}

/// Logs in. The answer's key takes the place of the one that the call was made with.
#[utoipa::path(
    post,
    path = "/api/v2/auth/login",
    tag = "account",
    request_body = LoginRequest,
    responses(
        (status = 200, description = "The member, and a new key", body = Data<LoggedIn>),
        (status = 429, description = "Too many tries; Retry-After says when there is one again", body = Failure),
        (status = "default", description = "Wrong address or password, or a wrong key", body = Failure)
    )
)]
pub(super) async fn log_in(
    State(app): State<App>,
    Extension(Peer(from)): Extension<Peer>,
    Keyed(visitor, request): Keyed<Visitor, LoginRequest>,
) -> Result<Data<LoggedIn>> {
    let channel = visitor.channel.identity.id;
    let account = prove(&app, channel, from, request).await?;
    let api_key = session_key::issue(rand::rng().random());
    let session = session_key::hash(&api_key).ok_or(Error::Internal)?;
    app.store.open_session(channel, account.id, session, visitor.session, now()).await?;
    if let Some(replaced) = visitor.session {
        app.members.session_ended(channel, replaced).await;
    }
    let user = Profile::of(&account, app.is_blocked(&visitor.channel, from));
    Ok(Data::new(LoggedIn { api_key, user }))
}

/// The account that address and password are of. Whichever of the two is wrong, it takes as long and sounds the same.
async fn prove(app: &App, channel: ChannelId, from: IpAddr, request: LoginRequest) -> Result<Account> {
    let address = EmailKey::of(&request.email);
    app.login_tries.take(from, channel, address.as_ref(), now()).await?;
    let found = match &address {
        Some(address) => app.store.account_by_email(channel, address).await?,
        None => None,
    };
    let (account, hash) = found.map_or((None, None), |found| (Some(found.account), found.password));
    let fits = app.passwords.fits(request.password, hash).await?;
    let (Some(address), Some(account), true) = (address, account, fits) else { return Err(Error::WrongAuthData) };
    app.login_tries.was_right(channel, address).await;
    Ok(account)
}

#[derive(Deserialize, ToSchema)]
pub(super) struct LogoutRequest {}

/// Logs out. The answer's key is an anonymous one; the member's ends.
#[utoipa::path(
    post,
    path = "/api/auth/logout",
    tag = "account",
    request_body = LogoutRequest,
    responses(
        (status = 200, description = "A new anonymous key", body = Data<ApiKey>),
        (status = "default", description = "Not logged in, not allowed to leave yet, or a wrong key", body = Failure)
    )
)]
pub(super) async fn log_out(
    State(app): State<App>,
    Keyed(Member { channel, member, session }, _): Keyed<Member, LogoutRequest>,
) -> Result<Data<ApiKey>> {
    if !member.account.can_log_out() {
        return Err(Error::CannotLogOut);
    }
    let identity = &channel.identity;
    app.store.close_session(identity.id, session).await?;
    app.members.session_ended(identity.id, session).await;
    let api_key = api_key::issue(&identity.key_secret, identity.id, now(), rand::rng().random());
    Ok(Data::new(ApiKey { api_key }))
}
