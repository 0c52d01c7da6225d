//! Links that prove whose an address is: of a new account, of a change, and of the way back.

use std::time::Duration;

use axum::extract::State;
use domain::account::{Account, EmailKey};
use domain::ticket::{Purpose, TicketKey};
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
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Failure, Result};
use crate::mailer::email::Recipient;
use crate::state::App;

use super::account::Profile;
use super::session::{self, LoggedIn};

/// The member, where the link completed a registration; nobody otherwise.
#[derive(Serialize, ToSchema)]
pub(super) struct Verified {
    api_key: Option<String>,
    user: Option<Profile>,
}

/// Confirms the address that a link was sent to: a new account's, or the one that is to take the place of another.
#[utoipa::path(
    post,
    path = "/api/auth/email-verify",
    tag = "account",
    request_body = SignedLink,
    responses(
        (status = 200, description = "The address is confirmed; with member and key if that completed an account", body = Data<Verified>),
        (status = "default", description = "The link is not good, or was used before; or a wrong key", body = Failure)
    )
)]
pub(super) async fn verify_email(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(visitor, link): Keyed<Visitor, SignedLink>,
) -> Result<(Option<RememberDevice>, Data<Verified>)> {
    let (channel, now) = (&visitor.channel, now());
    let nobody = || (None, Data::new(Verified { api_key: None, user: None }));
    let (Some(key), Some(address)) = (link.key(), EmailKey::of(&link.email)) else {
        return Err(AccountError::VerificationFailed.into());
    };
    let id = channel.identity.id;
    if app.store.ticket(id, Purpose::ChangeEmail, key, now).await?.is_some() {
        let account = app.store.change_email(id, key, now).await?.ok_or(AccountError::VerificationFailed)?;
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

async fn confirm(app: &App, channel: &Snapshot, key: TicketKey, address: EmailKey, now: Timestamp) -> Result<Account> {
    let id = channel.identity.id;
    let ticket = app.store.ticket(id, Purpose::VerifyEmail, key, now).await?;
    let Some(account) = ticket.and_then(|ticket| ticket.account) else {
        return Err(AccountError::VerificationFailed.into());
    };
    let account = app.store.account(id, account).await?.ok_or(AccountError::VerificationFailed)?;
    let welcome = welcome(app, channel, &account);
    match app.store.confirm_email(id, key, address, welcome, now).await? {
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

/// Takes a change of address back, by the link that was sent to the one before. All sessions of the account end.
#[utoipa::path(
    post,
    path = "/api/auth/email-undo",
    tag = "account",
    request_body = SignedLink,
    responses(
        (status = 200, description = "The address is what it was", body = Data<EmailChangeUndone>),
        (status = "default", description = "The link is not good, or a wrong key", body = Failure)
    )
)]
pub(super) async fn undo_email_change(
    State(app): State<App>,
    Keyed(Visitor { channel, .. }, link): Keyed<Visitor, SignedLink>,
) -> Result<Data<EmailChangeUndone>> {
    let id = channel.identity.id;
    let (key, now) = (link.key().ok_or(AccountError::VerificationFailed)?, now());
    // Asked first, since what is made up must not cost a write.
    app.store.ticket(id, Purpose::UndoEmailChange, key, now).await?.ok_or(AccountError::VerificationFailed)?;
    let undone = app.store.undo_email_change(id, key, now).await?.ok_or(AccountError::VerificationFailed)?;
    app.members.logged_out(id, &undone).await;
    Ok(Data::new(EmailChangeUndone { undone: true }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct ResendVerificationRequest {}

/// That a mail is on its way, if there is somebody to get it.
#[derive(Serialize, ToSchema)]
pub(super) struct MailSent {
    sent: bool,
}

impl MailSent {
    /// When everybody who asked for a mail is answered: the time that the work took would tell which addresses are known.
    const AFTER: Duration = Duration::from_millis(250);

    /// The answer to somebody who may have no account here.
    pub(super) async fn to_anybody(asked: Instant) -> Data<Self> {
        tokio::time::sleep_until(asked + Self::AFTER).await;
        Data::new(Self { sent: true })
    }
}

/// Sends the link that confirms the member's address once more.
#[utoipa::path(
    post,
    path = "/api/auth/verify-resend",
    tag = "account",
    request_body = ResendVerificationRequest,
    responses(
        (status = 200, description = "A mail is on its way", body = Data<MailSent>),
        (status = 429, description = "Too many mails; Retry-After says when there is one again", body = Failure),
        (status = "default", description = "Confirmed already, not logged in, or a wrong key", body = Failure)
    )
)]
pub(super) async fn resend_verification(
    State(app): State<App>,
    Keyed(Member { channel, member, .. }, _): Keyed<Member, ResendVerificationRequest>,
) -> Result<Data<MailSent>> {
    let (id, account, now) = (channel.identity.id, &member.account, now());
    if account.email_verified_at.is_some() {
        return Err(AccountError::AlreadyVerified.into());
    }
    let link = Link::new(&app.mailer.site(&channel), "/verify-email", &[], Purpose::VerifyEmail, &account.email, now)?;
    if let Some(address) = EmailKey::of(&account.email) {
        app.limits.mails_to_address.take((id, address), now).await?;
    }
    let mail = app.mailer.write(&channel, Recipient::of(account), &Letter::VerifyEmail { link: link.url });
    app.store.add_ticket(id, link.ticket.of(account.id), Some(mail), now).await?;
    Ok(Data::new(MailSent { sent: true }))
}
