//! Signed links that confirm an e-mail address: of a new account, of a change, and to undo a change.

use std::time::Duration;

use axum::extract::State;
use domain::account::{Account, EmailKey};
use domain::one_time_token::{Purpose, TokenKey};
use domain::time::Timestamp;
use mail::Letter;
use serde::{Deserialize, Serialize};
use store::{Confirmed, NewMail};
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::accounts::caller::{Keyed, Member, Visitor};
use crate::accounts::client_context::{ClientContext, RememberDevice};
use crate::accounts::error::AccountError;
use crate::accounts::links::{Link, SignedLink};
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;
use super::session::{self, LoggedIn};

/// The member, if the link completed a registration; null otherwise.
#[derive(Serialize, ToSchema)]
pub(super) struct Verified {
    api_key: Option<String>,
    user: Option<Profile>,
}

/// Confirms an e-mail address by its link: of a new account, or the new address of an existing one.
#[utoipa::path(
    post,
    path = "/api/auth/email-verify",
    tag = "account",
    request_body = SignedLink,
    responses(
        (status = 200, description = "The address is confirmed; with member and key if that completed a registration", body = Data<Verified>),
        (status = "default", description = "The link is invalid or was already used")
    )
)]
pub(super) async fn verify_email(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(visitor, link): Keyed<Visitor, SignedLink>,
) -> Result<(Option<RememberDevice>, Data<Verified>)> {
    let (channel, now) = (&visitor.channel, visitor.now);
    let nobody = || (None, Data::new(Verified { api_key: None, user: None }));
    let (Some(key), Some(address)) = (link.key(), EmailKey::of(&link.email)) else {
        return Err(AccountError::VerificationFailed.into());
    };
    let id = channel.identity.id;
    if app.store.ticket(id, Purpose::ChangeEmail, key, now).await?.is_some() {
        let account = app.store.email_change(id, key, now).await?.ok_or(AccountError::VerificationFailed)?;
        app.members.changed(id, account).await;
        return Ok(nobody());
    }
    let account = confirm(&app, channel, key, address, now).await?;
    if !channel.profile.accounts.registration_by_mail {
        return Ok(nobody());
    }
    let (device, LoggedIn { api_key, user }) =
        session::open(&app, channel, &account, visitor.session, &arrival).await?;
    Ok((Some(device), Data::new(Verified { api_key: Some(api_key), user: Some(user) })))
}

async fn confirm(app: &App, channel: &Snapshot, key: TokenKey, address: EmailKey, now: Timestamp) -> Result<Account> {
    let id = channel.identity.id;
    let ticket = app.store.ticket(id, Purpose::VerifyEmail, key, now).await?;
    let Some(account) = ticket.and_then(|ticket| ticket.account) else {
        return Err(AccountError::VerificationFailed.into());
    };
    let account = app.store.account(id, account).await?.ok_or(AccountError::VerificationFailed)?;
    let welcome = welcome(app, channel, &account);
    match app.store.email_confirm(id, key, address, welcome, now).await? {
        Some(Confirmed::Now(account)) => {
            app.members.changed(id, account.id).await;
            Ok(*account)
        }
        Some(Confirmed::Already) => Err(AccountError::AlreadyVerified.into()),
        None => Err(AccountError::VerificationFailed.into()),
    }
}

/// What is written to a new member once their address is known to be theirs.
pub(super) fn welcome(app: &App, channel: &Snapshot, account: &Account) -> NewMail {
    let to = Recipient { name: &account.first_name, ..Recipient::of(account) };
    app.mailer.write(channel, to, &Letter::Welcome { link: app.mailer.site(channel).url("/") })
}

#[derive(Serialize, ToSchema)]
pub(super) struct EmailChangeUndone {
    undone: bool,
}

/// Undoes a change of e-mail address, using the link sent to the old address. Ends all sessions of the account.
#[utoipa::path(
    post,
    path = "/api/auth/email-undo",
    tag = "account",
    request_body = SignedLink,
    responses(
        (status = 200, description = "The old address is restored", body = Data<EmailChangeUndone>),
        (status = "default", description = "The link is invalid")
    )
)]
pub(super) async fn undo_email_change(
    State(app): State<App>,
    Keyed(Visitor { channel, .. }, link): Keyed<Visitor, SignedLink>,
) -> Result<Data<EmailChangeUndone>> {
    let id = channel.identity.id;
    let (key, now) = (link.key().ok_or(AccountError::VerificationFailed)?, app.now());
    // Asked first, since what is made up must not cost a write.
    app.store.ticket(id, Purpose::UndoEmailChange, key, now).await?.ok_or(AccountError::VerificationFailed)?;
    let undone = app.store.email_change_undo(id, key, now).await?.ok_or(AccountError::VerificationFailed)?;
    app.members.logged_out(id, &undone).await;
    Ok(Data::new(EmailChangeUndone { undone: true }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ResendVerificationRequest {}

/// A mail was sent if the address has an account.
#[derive(Serialize, ToSchema)]
pub(super) struct MailSent {
    sent: bool,
}

impl MailSent {
    /// When a request for a mail is answered: the time that the work took would tell which addresses are
    /// known.
    const AFTER: Duration = Duration::from_millis(250);

    /// The answer to a caller who may have no account here.
    pub(super) async fn to_anybody(asked: Instant) -> Data<Self> {
        tokio::time::sleep_until(asked + Self::AFTER).await;
        Data::new(Self { sent: true })
    }
}

/// Mails the confirmation link of the member's e-mail address again.
#[utoipa::path(
    post,
    path = "/api/auth/verify-resend",
    tag = "account",
    request_body = ResendVerificationRequest,
    responses(
        (status = 200, description = "A mail was queued", body = Data<MailSent>),
        (status = 429, description = "Too many mails; `Retry-After` says when to try again"),
        (status = "default", description = "Already confirmed")
    )
)]
pub(super) async fn resend_verification(
    State(app): State<App>,
    Keyed(Member { channel, member, .. }, _): Keyed<Member, ResendVerificationRequest>,
) -> Result<Data<MailSent>> {
    let (id, account, now) = (channel.identity.id, &member.account, app.now());
    if account.email_verified_at.is_some() {
        return Err(AccountError::AlreadyVerified.into());
    }
    let link = Link::new(&app.mailer.site(&channel), "/verify-email", &[], Purpose::VerifyEmail, &account.email, now)?;
    if let Some(address) = EmailKey::of(&account.email) {
        app.limits.mails_to_address.take((id, address), now).await?;
    }
    let mail = app.mailer.write(&channel, Recipient::of(account), &Letter::VerifyEmail { link: link.url });
    app.store.one_time_token_add(id, link.ticket.of(account.id), Some(mail), now).await?;
    Ok(Data::new(MailSent { sent: true }))
}
