//! Login and logout. Both replace the API key and end the old one.

use axum::extract::State;
use domain::account::{Account, EmailKey};
use domain::api_key;
use domain::secret::Secret;
use domain::time::Timestamp;
use rand::RngExt;
use serde::Deserialize;
use store::StoredAccount;
use utoipa::ToSchema;

use crate::accounts::caller::{AllowPendingOnboarding, Keyed, Member, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::accounts::throttle::LoginTry;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

use super::keys::ApiKey;
use super::session::{self, LoggedIn};

#[derive(Deserialize, ToSchema)]
pub(super) struct LoginRequest {
    email: String,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
    /// The captcha's result; required after failed attempts.
    recaptcha_token: Option<String>,
}

/// Logs in. The response's key replaces the key of the call.
#[utoipa::path(
    post,
    path = "/api/v2/auth/login",
    tag = "account",
    request_body = LoginRequest,
    responses(
        (status = 200, description = "The member and a new key", body = Data<LoggedIn>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong e-mail address or password, a captcha is required, or already logged in")
    )
)]
pub(super) async fn log_in(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(AllowPendingOnboarding(visitor), request): Keyed<AllowPendingOnboarding<Visitor>, LoginRequest>,
) -> Result<(RememberDevice, Data<LoggedIn>)> {
    if visitor.session.is_some() {
        return Err(AccountError::AlreadyLoggedIn.into());
    }
    let LoginRequest { email, password, recaptcha_token } = request;
    let address = EmailKey::of(&email);
    let found = match &address {
        Some(address) => app.store.account_by_email(visitor.channel.identity.id, address).await?,
        None => None,
    };
    let proof = Proof { password, recaptcha_token };
    let account = prove(&app, &visitor.channel, &arrival, address, found, proof).await?;
    let (device, member) = session::open(&app, &visitor.channel, &account, None, &arrival).await?;
    Ok((device, Data::new(member)))
}

/// What a person shows to be let in to an account.
pub(super) struct Proof {
    pub(super) password: Secret<String>,
    pub(super) recaptcha_token: Option<String>,
}

/// The account with an address, if the proof is of its owner. Whatever is wrong, it takes as long and sounds the same.
pub(super) async fn prove(
    app: &App,
    channel: &Snapshot,
    arrival: &ClientContext,
    address: Option<EmailKey>,
    found: Option<StoredAccount>,
    proof: Proof,
) -> Result<Account> {
    let (account, hash) = found.map_or((None, None), |found| (Some(found.account), found.password));
    let now = app.now();
    let who = login_try(channel, arrival, address, account.as_ref(), now);
    app.login_tries.arrive(&who, now).await?;
    let turn = match app.login_tries.turn(&who, || app.now()).await? {
        Some(turn) => turn,
        None => {
            app.captcha.take(channel, arrival, proof.recaptcha_token.as_deref()).await?;
            app.login_tries.solved_turn(&who, || app.now()).await?
        }
    };
    let fits = app.passwords.fits(proof.password, hash).await?;
    let by_mail = channel.profile.accounts.registration_by_mail;
    let account = account.filter(|account| fits && (account.email_verified_at.is_some() || !by_mail));
    let account = account.ok_or(AccountError::WrongAuthData)?;
    app.login_tries.was_right(turn).await;
    Ok(account)
}

/// What tries to get into an account are counted by.
pub(super) fn login_try(
    channel: &Snapshot,
    arrival: &ClientContext,
    address: Option<EmailKey>,
    account: Option<&Account>,
    now: Timestamp,
) -> LoginTry {
    let device = arrival.known_device(channel, now);
    let device = device.filter(|device| account.is_some_and(|account| account.id == device.account));
    LoginTry { from: arrival.from, channel: channel.identity.id, address, device }
}

#[derive(Deserialize, ToSchema)]
pub(super) struct LogoutRequest {}

/// Logs out. The member's key ends; the response has a new anonymous key.
#[utoipa::path(
    post,
    path = "/api/auth/logout",
    tag = "account",
    request_body = LogoutRequest,
    responses(
        (status = 200, description = "A new anonymous key", body = Data<ApiKey>),
        (status = "default", description = "The member may not log out yet")
    )
)]
pub(super) async fn log_out(
    State(app): State<App>,
    Keyed(AllowPendingOnboarding(Member { channel, member, session }), _): Keyed<
        AllowPendingOnboarding<Member>,
        LogoutRequest,
    >,
) -> Result<Data<ApiKey>> {
    if !member.account.can_log_out() {
        return Err(AccountError::CannotLogOut.into());
    }
    let identity = &channel.identity;
    app.store.session_close(identity.id, session).await?;
    app.members.session_ended(identity.id, session).await;
    let api_key = api_key::issue(&identity.key_secret, identity.id, app.now(), rand::rng().random());
    Ok(Data::new(ApiKey { api_key }))
}
