//! Login with a mailed code instead of a password.

use axum::extract::State;
use domain::account::EmailKey;
use domain::network::Network;
use domain::one_time_token::{Purpose, TokenKey};
use domain::registration;
use mail::Letter;
use rand::RngExt;
use serde::Deserialize;
use store::NewOneTimeToken;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::accounts::caller::{Keyed, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::mailer::email::Recipient;
use crate::state::App;

use super::auth;
use super::session::{self, LoggedIn};
use super::verify::{self, MailSent};

/// How many wrong guesses a code lives through.
const TRIES: i32 = 5;

#[derive(Deserialize, ToSchema)]
pub(super) struct LoginCodeRequest {
    email: String,
    /// The captcha's result.
    recaptcha_token: Option<String>,
}

/// Mails a login code. Unknown addresses get the same response after the same time.
#[utoipa::path(
    post,
    path = "/api/auth/login-code",
    tag = "account",
    request_body = LoginCodeRequest,
    responses(
        (status = 200, description = "A mail was queued if the address has an account", body = Data<MailSent>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Invalid e-mail address, or a captcha is required")
    )
)]
pub(super) async fn send_login_code(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(visitor, request): Keyed<Visitor, LoginCodeRequest>,
) -> Result<Data<MailSent>> {
    let asked = Instant::now();
    let (channel, now) = (&visitor.channel, visitor.now);
    let id = channel.identity.id;
    if visitor.session.is_some() {
        return Err(AccountError::AlreadyLoggedIn.into());
    }
    let address = registration::address(&request.email).map_err(|error| Error::of_field("email", error))?;
    app.limits.signup_requests.take((id, Network::of(arrival.from)), now).await?;
    app.captcha.take(channel, &arrival, request.recaptcha_token.as_deref()).await?;
    app.limits.mails_to_address.take((id, address.clone()), now).await?;
    let found = app.store.account_by_email(id, &address).await?.map(|found| found.account);
    let code = format!("{:06}", rand::rng().random_range(0..1_000_000));
    let ticket =
        NewOneTimeToken::new(Purpose::LoginCode, key(channel, &address), now).with(&proof(channel, &address, &code))?;
    let nobody = Recipient { account: None, email: address.as_str(), name: "", language: None };
    let mail = app.mailer.write(channel, found.as_ref().map_or(nobody, Recipient::of), &Letter::LoginCode { code });
    // A token that is nobody's opens nothing: it is kept so that an unknown address takes as long as a known one.
    let ticket = NewOneTimeToken { account: found.as_ref().map(|account| account.id), tries: TRIES, ..ticket };
    app.store.one_time_token_add(id, ticket, found.map(|_| mail), now).await?;
    Ok(MailSent::to_anybody(asked).await)
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ConfirmLoginCodeRequest {
    email: String,
    /// The six digits from the mail.
    code: String,
}

/// Logs in with a code from a mail. This also confirms the e-mail address.
#[utoipa::path(
    post,
    path = "/api/auth/login-code/confirm",
    tag = "account",
    request_body = ConfirmLoginCodeRequest,
    responses(
        (status = 200, description = "The member and a new key", body = Data<LoggedIn>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong code")
    )
)]
pub(super) async fn confirm_login_code(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(visitor, request): Keyed<Visitor, ConfirmLoginCodeRequest>,
) -> Result<(RememberDevice, Data<LoggedIn>)> {
    let (channel, now) = (&visitor.channel, visitor.now);
    let id = channel.identity.id;
    if visitor.session.is_some() {
        return Err(AccountError::AlreadyLoggedIn.into());
    }
    let address = EmailKey::of(&request.email).ok_or(AccountError::WrongCode)?;
    let found = app.store.account_by_email(id, &address).await?.map(|found| found.account);
    let who = auth::login_try(channel, &arrival, Some(address.clone()), found.as_ref(), now);
    // Each code has its own few tries; this is for requests of one code after the other.
    app.login_tries.arrive(&who, now).await?;
    let turn = app.login_tries.code_turn(&who, || now).await?;
    let code: String = request.code.chars().filter(|c| !c.is_whitespace()).collect();
    let welcome = found.as_ref().map(|account| verify::welcome(&app, channel, account));
    let (key, proof) = (key(channel, &address), proof(channel, &address, &code));
    let account = app.store.login_code_take(id, key, proof, welcome, now).await?.ok_or(AccountError::WrongCode)?;
    app.login_tries.was_right(turn).await;
    app.members.changed(id, account.id).await;
    let (device, member) = session::open(&app, channel, &account, None, &arrival).await?;
    Ok((device, Data::new(member)))
}

/// What the code of an address is found by: there is one at a time, and wrong guesses are counted against it.
fn key(channel: &Snapshot, address: &EmailKey) -> TokenKey {
    TokenKey::of_code(&channel.identity.key_secret, "login", address.as_str(), "")
}

/// What a code is kept as.
fn proof(channel: &Snapshot, address: &EmailKey, code: &str) -> String {
    let TokenKey(bytes) = TokenKey::of_code(&channel.identity.key_secret, "login", address.as_str(), code);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
