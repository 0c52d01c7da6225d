//! Password reset by mail.

use axum::extract::State;
use domain::account::EmailKey;
use domain::network::Network;
use domain::one_time_token::Purpose;
use domain::registration::{self, password_errors};
use domain::secret::Secret;
use mail::Letter;
use serde::{Deserialize, Serialize};
use store::PasswordReset;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::accounts::caller::{Keyed, Visitor};
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::accounts::links::{Link, SignedLink, seconds};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::mailer::email::Recipient;
use crate::state::App;

use super::verify::{self, MailSent};

#[derive(Deserialize, ToSchema)]
pub(super) struct PasswordResetMailRequest {
    email: String,
    /// The captcha's result.
    recaptcha_token: Option<String>,
}

/// Mails a link to reset the password. Unknown addresses get the same response after the same time, unless the channel
/// reports them.
#[utoipa::path(
    post,
    path = "/api/auth/password-reset-request",
    tag = "account",
    request_body = PasswordResetMailRequest,
    responses(
        (status = 200, description = "A mail was queued if the address has an account", body = Data<MailSent>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Invalid e-mail address, or a captcha is required")
    )
)]
pub(super) async fn request_password_reset(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(Visitor { channel, .. }, request): Keyed<Visitor, PasswordResetMailRequest>,
) -> Result<Data<MailSent>> {
    let asked = Instant::now();
    let (id, now) = (channel.identity.id, app.now());
    let address = registration::address(&request.email).map_err(|error| Error::of_field("email", error))?;
    app.limits.signup_requests.take((id, Network::of(arrival.from)), now).await?;
    app.captcha.take(&channel, &arrival, request.recaptcha_token.as_deref()).await?;
    app.limits.mails_to_address.take((id, address.clone()), now).await?;
    let found = app.store.account_by_email(id, &address).await?.map(|found| found.account);
    if found.is_none() && channel.profile.accounts.reveal_unknown_email {
        return Err(AccountError::UserNotFound.into());
    }
    let link =
        Link::new(&app.mailer.site(&channel), "/password-reset", &[], Purpose::ResetPassword, address.as_str(), now)?;
    let nobody = Recipient { account: None, email: address.as_str(), name: "", language: None };
    let to = found.as_ref().map_or(nobody, Recipient::of);
    let mail = app.mailer.write(&channel, to, &Letter::ResetPassword { link: link.url });
    // A token that is nobody's opens nothing: it is kept so that an unknown address takes as long as a known one.
    let (ticket, mail) = match &found {
        Some(account) => (link.ticket.of(account.id), Some(mail)),
        None => (link.ticket, None),
    };
    app.store.one_time_token_add(id, ticket, mail, now).await?;
    Ok(MailSent::to_anybody(asked).await)
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ResetPasswordRequest {
    email: String,
    /// Seconds since 1970.
    #[serde(deserialize_with = "seconds")]
    expires: i64,
    signature: String,
    #[schema(value_type = String, format = Password)]
    password: Secret<String>,
    #[schema(value_type = String, format = Password)]
    password_confirmation: Secret<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct PasswordWasReset {
    reset: bool,
}

/// Sets a new password, using the mailed link. Ends all sessions of the account.
#[utoipa::path(
    post,
    path = "/api/auth/password-reset",
    tag = "account",
    request_body = ResetPasswordRequest,
    responses(
        (status = 200, description = "The password was changed", body = Data<PasswordWasReset>),
        (status = "default", description = "The link is expired, or invalid fields")
    )
)]
pub(super) async fn reset_password(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(Visitor { channel, .. }, request): Keyed<Visitor, ResetPasswordRequest>,
) -> Result<Data<PasswordWasReset>> {
    let (id, now) = (channel.identity.id, app.now());
    let ResetPasswordRequest { email, expires, signature, password, password_confirmation } = request;
    let link = SignedLink { email, expires, signature };
    if link.is_past(now) {
        return Err(AccountError::ResetExpired.into());
    }
    let (Some(key), Some(address)) = (link.key(), EmailKey::of(&link.email)) else {
        return Err(AccountError::ResetFailed.into());
    };
    let ticket = app.store.ticket(id, Purpose::ResetPassword, key, now).await?;
    let account = ticket.and_then(|ticket| ticket.account).ok_or(AccountError::ResetFailed)?;
    let account = app.store.account(id, account).await?.ok_or(AccountError::ResetFailed)?;
    // The link is still good after a slip.
    let errors = password_errors(&password, &password_confirmation, &account.email);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    app.limits.signup_requests.take((id, Network::of(arrival.from)), now).await?;
    let reset = app.mailer.site(&channel).url("/password-reset-request");
    let reset = PasswordReset {
        password: app.passwords.hash(password).await?,
        notice: app.mailer.write(&channel, Recipient::of(&account), &Letter::PasswordChanged { reset }),
        welcome: verify::welcome(&app, &channel, &account),
    };
    let done = app.store.password_reset(id, key, address, reset, now).await?.ok_or(AccountError::ResetFailed)?;
    app.members.logged_out(id, &done).await;
    Ok(Data::new(PasswordWasReset { reset: true }))
}
