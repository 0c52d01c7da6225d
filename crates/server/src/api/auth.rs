//! Logging in and out. Either way the api key changes, and the one before it ends.

use std::net::IpAddr;

use axum::extract::State;
use domain::account::{Account, EmailKey};
use domain::api_key;
use domain::ids::ChannelId;
use domain::secret::Secret;
use rand::RngExt;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::App;
use crate::answer::Data;
use crate::arrival::{Arrival, RememberDevice};
use crate::error::{Failure, Result};
use crate::extract::{EvenHeldBack, Keyed, Member, Visitor, now};
use crate::refusal::Refusal;

use super::keys::ApiKey;
use super::session::{self, LoggedIn};

#[derive(Deserialize, ToSchema)]
pub(super) struct LoginRequest {
    email: String,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
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
    arrival: Arrival,
    Keyed(EvenHeldBack(visitor), request): Keyed<EvenHeldBack<Visitor>, LoginRequest>,
) -> Result<(RememberDevice, Data<LoggedIn>)> {
    let account = prove(&app, visitor.channel.identity.id, arrival.from, request).await?;
    let (device, member) = session::open(&app, &visitor.channel, &account, visitor.session, &arrival).await?;
    Ok((device, Data::new(member)))
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
    let (Some(address), Some(account), true) = (address, account, fits) else {
        return Err(Refusal::WrongAuthData.into());
    };
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
    Keyed(EvenHeldBack(Member { channel, member, session }), _): Keyed<EvenHeldBack<Member>, LogoutRequest>,
) -> Result<Data<ApiKey>> {
    if !member.account.can_log_out() {
        return Err(Refusal::CannotLogOut.into());
    }
    let identity = &channel.identity;
    app.store.close_session(identity.id, session).await?;
    app.members.session_ended(identity.id, session).await;
    let api_key = api_key::issue(&identity.key_secret, identity.id, now(), rand::rng().random());
    Ok(Data::new(ApiKey { api_key }))
}
