//! Proofs by mail: confirming an address, resetting a password, logging in with a code. Each is one transaction: it
//! consumes the proof, applies its effect and queues the notification, or does nothing.

use domain::account::{Account, EmailKey};
use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::{Purpose, TokenKey};
use domain::password::PasswordHash;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, UpdateMany};
use serde::Deserialize;

use crate::accounts::{self, NewAccount};
use crate::entities::account::accounts as rows;
use crate::mails::{self, NewMail};
use crate::one_time_tokens::{self, NewOneTimeToken};
use crate::{Error, Result, Store, identities, sessions};

/// Proofs that were sent to an address, and end with it or with the password.
const BY_MAIL: [Purpose; 4] =
    [Purpose::VerifyEmail, Purpose::ResetPassword, Purpose::LoginCode, Purpose::DeleteAccount];

/// The outcome of a confirmation link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The account as it is now.
    Now(Box<Account>),
    /// It had been confirmed before.
    Already,
}

/// An account whose sessions were all ended, with their key hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedOut {
    pub account: AccountId,
    pub sessions: Vec<KeyHash>,
}

/// What tokens that change an address carry.
#[derive(Deserialize)]
struct NewAddress {
    email: String,
}

impl Store {
    /// Makes an account, with the token that confirms its address and the mail that carries it. `None` when the address
    /// has an account on this channel.
    pub async fn register(
        &self,
        channel: ChannelId,
        new: NewAccount,
        ticket: NewOneTimeToken,
        mail: NewMail,
    ) -> Result<Option<Account>> {
        let key = EmailKey::of(&new.email).ok_or_else(|| Error::Conflict("not an e-mail address".into()))?;
        self.write(move |transaction| {
            let (new, key, ticket, mail) = (new.clone(), key.clone(), ticket.clone(), mail.clone());
            Box::pin(async move {
                let Some(account) = accounts::insert(transaction, channel, &new, &key).await? else { return Ok(None) };
                one_time_tokens::insert(transaction, channel, &ticket.of(account.id), new.now).await?;
                let mail = NewMail { account: Some(account.id), ..mail };
                mails::queue(transaction, channel, &mail, new.now).await?;
                Ok(Some(account))
            })
        })
        .await
    }

    /// Confirms an account's address by a mailed link. The link works once and stays known until it expires, so that
    /// opening it again reports what happened.
    pub async fn email_confirm(
        &self,
        channel: ChannelId,
        key: TokenKey,
        address: EmailKey,
        welcome: NewMail,
        now: Timestamp,
    ) -> Result<Option<Confirmed>> {
        self.write(move |transaction| {
            let (address, welcome) = (address.clone(), welcome.clone());
            Box::pin(async move {
                let ticket = one_time_tokens::find(transaction, channel, Purpose::VerifyEmail, key, now).await?;
                let Some(id) = ticket.and_then(|ticket| ticket.account) else { return Ok(None) };
                if account_at(transaction, channel, id, &address).await?.is_none() {
                    return Ok(None);
                }
                if !mark_confirmed(transaction, channel, id, Some(&welcome), now).await? {
                    return Ok(Some(Confirmed::Already));
                }
                let account = account_at(transaction, channel, id, &address).await?;
                Ok(account.map(|account| Confirmed::Now(Box::new(account))))
            })
        })
        .await
    }

    /// Puts the address that an account waits for in the place of the one before, by the link that was sent there.
    pub async fn email_change(&self, channel: ChannelId, key: TokenKey, now: Timestamp) -> Result<Option<AccountId>> {
        self.write(move |transaction| {
            Box::pin(async move {
                let taken = one_time_tokens::take(transaction, channel, Purpose::ChangeEmail, key, now).await?;
                let Some((id, email)) = new_address(taken.as_ref())? else { return Ok(None) };
                let row = by_id(transaction, channel, id).await?;
                // Another change may have been asked for since.
                let pending = row.and_then(|row| row.pending_email).and_then(|pending| EmailKey::of(&pending));
                let is_awaited = pending.is_some() && pending == EmailKey::of(&email);
                if !is_awaited || !set_email(transaction, channel, id, &email, now).await? {
                    return Ok(None);
                }
                one_time_tokens::drop_of_account(transaction, channel, id, &BY_MAIL).await?;
                Ok(Some(id))
            })
        })
        .await
    }

    /// Undoes a change of address by the link sent to the old address, and ends all sessions.
    pub async fn email_change_undo(
        &self,
        channel: ChannelId,
        key: TokenKey,
        now: Timestamp,
    ) -> Result<Option<LoggedOut>> {
        self.write(move |transaction| {
            Box::pin(async move {
                let taken = one_time_tokens::take(transaction, channel, Purpose::UndoEmailChange, key, now).await?;
                let Some((id, email)) = new_address(taken.as_ref())? else { return Ok(None) };
                if !set_email(transaction, channel, id, &email, now).await? {
                    return Ok(None);
                }
                one_time_tokens::drop_of_account(transaction, channel, id, &BY_MAIL).await?;
                one_time_tokens::drop_of_account(transaction, channel, id, &[Purpose::ChangeEmail]).await?;
                // A later change may have been the same intruder's, whose way back must not undo this one. Earlier ones
                // stay good: their owners have the better right.
                if let Some(taken) = taken {
                    let since = taken.expires_at;
                    one_time_tokens::drop_younger(transaction, channel, id, Purpose::UndoEmailChange, since).await?;
                }
                let sessions = sessions::end_others(transaction, channel, id, None).await?;
                Ok(Some(LoggedOut { account: id, sessions }))
            })
        })
        .await
    }

    /// Sets a new password by the link that was sent to the account's address, and logs the account out everywhere.
    /// Following the link confirmed the address as well: `welcome` is sent if that was the first time.
    pub async fn password_reset(
        &self,
        channel: ChannelId,
        key: TokenKey,
        address: EmailKey,
        reset: PasswordReset,
        now: Timestamp,
    ) -> Result<Option<LoggedOut>> {
        self.write(move |transaction| {
            let (address, reset) = (address.clone(), reset.clone());
            Box::pin(async move {
                let taken = one_time_tokens::take(transaction, channel, Purpose::ResetPassword, key, now).await?;
                let Some(id) = taken.and_then(|ticket| ticket.account) else { return Ok(None) };
                if account_at(transaction, channel, id, &address).await?.is_none() {
                    return Ok(None);
                }
                update(channel, id)
                    .col_expr(rows::Column::PasswordHash, Expr::value(reset.password.expose()))
                    .col_expr(rows::Column::TemporaryPassword, Expr::value(false))
                    // The thief of the old password may have asked for another address.
                    .col_expr(rows::Column::PendingEmail, Expr::value(None::<String>))
                    .exec(transaction)
                    .await?;
                if mark_confirmed(transaction, channel, id, Some(&reset.welcome), now).await? {
                    // The maker of the account may not have owned the address.
                    identities::drop_unproved(transaction, channel, id).await?;
                }
                mails::queue(transaction, channel, &reset.notice, now).await?;
                one_time_tokens::drop_of_account(transaction, channel, id, &BY_MAIL).await?;
                one_time_tokens::drop_of_account(transaction, channel, id, &[Purpose::ChangeEmail]).await?;
                let sessions = sessions::end_others(transaction, channel, id, None).await?;
                Ok(Some(LoggedOut { account: id, sessions }))
            })
        })
        .await
    }

    /// Takes a code that was sent to an account's address, or counts a wrong guess. `proof` is what the right code was
    /// kept as.
    pub async fn login_code_take(
        &self,
        channel: ChannelId,
        key: TokenKey,
        proof: String,
        welcome: Option<NewMail>,
        now: Timestamp,
    ) -> Result<Option<Account>> {
        self.write(move |transaction| {
            let (proof, welcome) = (proof.clone(), welcome.clone());
            Box::pin(async move {
                let taken = one_time_tokens::guess(transaction, channel, Purpose::LoginCode, key, &proof, now).await?;
                let Some(id) = taken.and_then(|ticket| ticket.account) else { return Ok(None) };
                mark_confirmed(transaction, channel, id, welcome.as_ref(), now).await?;
                by_id(transaction, channel, id).await?.map(Account::try_from).transpose()
            })
        })
        .await
    }
}

/// A new password, and the letters that go with it.
#[derive(Clone, Debug)]
pub struct PasswordReset {
    pub password: PasswordHash,
    pub notice: NewMail,
    /// Sent if the address had not been confirmed before.
    pub welcome: NewMail,
}

fn new_address(ticket: Option<&one_time_tokens::OneTimeToken>) -> Result<Option<(AccountId, String)>> {
    let Some((id, ticket)) = ticket.and_then(|ticket| Some((ticket.account?, ticket))) else { return Ok(None) };
    Ok(Some((id, ticket.payload::<NewAddress>()?.email)))
}

async fn by_id(tx: &DatabaseTransaction, channel: ChannelId, id: AccountId) -> Result<Option<rows::Model>> {
    let of_channel = rows::Column::ChannelId.eq(channel.0);
    Ok(rows::Entity::find_by_id(id.0).filter(of_channel).one(tx).await?)
}

/// The account, if the address is still its own.
async fn account_at(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: AccountId,
    address: &EmailKey,
) -> Result<Option<Account>> {
    let row = by_id(tx, channel, id).await?.filter(|row| row.email_key == address.as_str());
    row.map(Account::try_from).transpose()
}

fn update(channel: ChannelId, id: AccountId) -> UpdateMany<rows::Entity> {
    rows::Entity::update_many().filter(rows::Column::ChannelId.eq(channel.0)).filter(rows::Column::Id.eq(id.0))
}

/// Notes that an account's address was confirmed; false when it had been before.
async fn mark_confirmed(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: AccountId,
    welcome: Option<&NewMail>,
    now: Timestamp,
) -> Result<bool> {
    let confirmed = update(channel, id)
        .col_expr(rows::Column::EmailVerifiedAt, Expr::value(now.0))
        .filter(rows::Column::EmailVerifiedAt.is_null())
        .exec(tx)
        .await?;
    if confirmed.rows_affected == 0 {
        return Ok(false);
    }
    if let Some(welcome) = welcome {
        mails::queue(tx, channel, welcome, now).await?;
    }
    Ok(true)
}

/// Gives an account a confirmed address; false when it cannot have it.
async fn set_email(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: AccountId,
    email: &str,
    now: Timestamp,
) -> Result<bool> {
    let Some(key) = EmailKey::of(email) else { return Ok(false) };
    let holder = accounts::by_email(channel, &key).one(tx).await?;
    if holder.is_some_and(|holder| holder.id != id.0) {
        return Ok(false);
    }
    let updated = update(channel, id)
        .col_expr(rows::Column::Email, Expr::value(email.trim()))
        .col_expr(rows::Column::EmailKey, Expr::value(key.as_str()))
        .col_expr(rows::Column::EmailVerifiedAt, Expr::value(now.0))
        .col_expr(rows::Column::PendingEmail, Expr::value(None::<String>))
        .exec(tx)
        .await?;
    Ok(updated.rows_affected == 1)
}
