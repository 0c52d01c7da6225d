//! Account deletion: requested by the owner, confirmed by a mailed link.

use axum::extract::State;
use domain::one_time_token::Purpose;
use domain::secret::Secret;
use mail::Letter;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Keyed, Member};
use crate::accounts::client_context::ClientContext;
use crate::accounts::error::AccountError;
use crate::accounts::links::{Link, SignedLink};
use crate::channels::request_channel::Channel;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Json;
use crate::mailer::email::Recipient;
use crate::state::App;

use super::reproof::ask_again;

#[derive(Deserialize, ToSchema)]
pub(super) struct DeleteAccountRequest {
    /// Required if the member has a password.
    #[schema(value_type = Option<String>, format = Password)]
    current_password: Option<Secret<String>>,
}

/// The mail was queued.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletionAsked {
    sent: bool,
}

/// Requests the deletion of the member's account. The account is deleted when the member opens the mailed link.
#[utoipa::path(
    post,
    path = "/api/profile/delete",
    tag = "account",
    request_body = DeleteAccountRequest,
    responses(
        (status = 200, description = "A mail with a link was queued", body = Data<DeletionAsked>),
        (status = 429, description = "Too many attempts; `Retry-After` says when to try again"),
        (status = "default", description = "Wrong password")
    )
)]
pub(super) async fn ask_for_deletion(
    State(app): State<App>,
    arrival: ClientContext,
    Keyed(Member { channel, member, session }, request): Keyed<Member, DeleteAccountRequest>,
) -> Result<Data<DeletionAsked>> {
    let (id, now) = (channel.identity.id, app.now());
    let stored = app.store.account_stored(id, member.account.id).await?.ok_or(Error::ApiKey)?;
    ask_again(&app, &channel, &arrival, (&stored, session), request.current_password).await?;
    let account = &stored.account;
    app.limits.mails_of_account.take((id, account.id), now).await?;
    let site = app.mailer.site(&channel);
    let link = Link::new(&site, "/confirm-account-deletion", &[], Purpose::DeleteAccount, &account.email, now)?;
    let mail = app.mailer.write(&channel, Recipient::of(account), &Letter::DeleteAccount { link: link.url });
    app.store.one_time_token_add(id, link.ticket.of(account.id), Some(mail), now).await?;
    Ok(Data::new(DeletionAsked { sent: true }))
}

/// The account was deleted.
#[derive(Serialize, ToSchema)]
pub(super) struct AccountDeleted {
    deleted: bool,
}

/// Deletes the account by the mailed link. Needs no key, so the link works in any browser.
#[utoipa::path(
    post,
    path = "/api/delete-account-confirm",
    tag = "account",
    request_body = SignedLink,
    responses(
        (status = 200, description = "The account was deleted", body = Data<AccountDeleted>),
        (status = "default", description = "The link is invalid or expired")
    )
)]
pub(super) async fn confirm_deletion(
    State(app): State<App>,
    Channel(channel): Channel,
    Json(link): Json<SignedLink>,
) -> Result<Data<AccountDeleted>> {
    let (id, now) = (channel.identity.id, app.now());
    let key = link.key().ok_or(AccountError::DeletionFailed)?;
    let ticket = app.store.ticket(id, Purpose::DeleteAccount, key, now).await?;
    let account = ticket.and_then(|ticket| ticket.account).ok_or(AccountError::DeletionFailed)?;
    let account = app.store.account(id, account).await?.ok_or(AccountError::DeletionFailed)?;
    // Nobody's mail any more, and without a name: all that is left is where it goes.
    let to = Recipient { account: None, email: &account.email, name: "", language: account.language };
    let last_mail = app.mailer.write(&channel, to, &Letter::AccountDeleted);
    let deleted = app.store.account_delete(id, key, account.clone(), last_mail, now).await?;
    let deleted = deleted.ok_or(AccountError::DeletionFailed)?;
    for session in &deleted.sessions {
        app.members.session_ended(id, *session).await;
    }
    for clip in deleted.clips {
        app.clips.deleted(id, clip).await;
    }
    app.members.changed(id, account.id).await;
    Ok(Data::new(AccountDeleted { deleted: true }))
}
