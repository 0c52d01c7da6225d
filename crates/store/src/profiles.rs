//! Changes of an account's own data. A change, its mails and the end of sessions are one transaction.

use domain::account::Account;
use domain::channel::Language;
use domain::ids::{AccountId, ChannelId};
use domain::one_time_token::Purpose;
use domain::password::PasswordHash;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter};

use crate::entities::account::{accounts, sessions};
use crate::enum_text::word;
use crate::mails::{self, NewMail};
use crate::one_time_tokens::{self, NewOneTimeToken};
use crate::sessions::end_others;
use crate::{Result, Store};

/// What is changed of an account; the rest stays.
#[derive(Clone, Debug, Default)]
pub struct ProfileChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub language: Option<Language>,
    pub email: Option<EmailChange>,
    pub password: Option<PasswordChange>,
}

/// An address that takes the place of the other once it is confirmed.
#[derive(Clone, Debug)]
pub struct EmailChange {
    /// As its owner typed it.
    pub pending: String,
    /// What makes its links good: to the new address, unless that is another account's, and back.
    pub tickets: Vec<NewOneTimeToken>,
    pub mails: Vec<NewMail>,
}

/// A new password. All other sessions end, and the current one continues under a new key.
#[derive(Clone, Debug)]
pub struct PasswordChange {
    pub hash: PasswordHash,
    /// The session that the change was made in.
    pub session: KeyHash,
    /// What that session is found by from now on.
    pub new_key: KeyHash,
    pub mail: NewMail,
}

/// An account after a change, and what ended with it.
#[derive(Clone, Debug)]
pub struct Changed {
    pub account: Account,
    pub ended: Vec<KeyHash>,
}

impl Store {
    /// Changes an account; `None` if it was deleted.
    pub async fn profile_change(
        &self,
        channel: ChannelId,
        account: AccountId,
        change: ProfileChange,
        now: Timestamp,
    ) -> Result<Option<Changed>> {
        self.write(move |transaction| {
            let change = change.clone();
            Box::pin(async move { apply(transaction, channel, account, change, now).await })
        })
        .await
    }
}

async fn apply(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: AccountId,
    change: ProfileChange,
    now: Timestamp,
) -> Result<Option<Changed>> {
    let of_channel = accounts::Column::ChannelId.eq(channel.0);
    let Some(row) = accounts::Entity::find_by_id(id.0).filter(of_channel).one(tx).await? else { return Ok(None) };
    let mut row = row.into_active_model();
    // Only what is set is written: what is changed elsewhere at the same time stays.
    if let Some(name) = change.first_name {
        row.first_name = Set(name);
    }
    if let Some(name) = change.last_name {
        row.last_name = Set(name);
    }
    if let Some(language) = change.language {
        row.language = Set(Some(word(&language)?));
    }
    if let Some(email) = change.email {
        row.pending_email = Set(Some(email.pending));
        // Of two changes only the last can be confirmed; each can be taken back.
        one_time_tokens::drop_of_account(tx, channel, id, &[Purpose::ChangeEmail]).await?;
        for ticket in &email.tickets {
            one_time_tokens::insert(tx, channel, ticket, now).await?;
        }
        for mail in &email.mails {
            mails::queue(tx, channel, mail, now).await?;
        }
    }
    let mut ended = Vec::new();
    if let Some(password) = change.password {
        row.password_hash = Set(Some(password.hash.expose().to_owned()));
        row.temporary_password = Set(false);
        ended = change_password(tx, channel, id, &password, now).await?;
    }
    let account = if row.is_changed() {
        row.update(tx).await?.try_into()?
    } else {
        accounts::Model::try_from(row)?.try_into()?
    };
    Ok(Some(Changed { account, ended }))
}

async fn change_password(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    id: AccountId,
    change: &PasswordChange,
    now: Timestamp,
) -> Result<Vec<KeyHash>> {
    let mut ended = end_others(tx, channel, id, Some(change.session)).await?;
    let moved = sessions::Entity::update_many()
        .col_expr(sessions::Column::KeyHash, Expr::value(change.new_key.0.to_vec()))
        .filter(sessions::Column::ChannelId.eq(channel.0))
        .filter(sessions::Column::AccountId.eq(id.0))
        .filter(sessions::Column::KeyHash.eq(change.session.0.to_vec()))
        .exec(tx)
        .await?;
    if moved.rows_affected == 1 {
        ended.push(change.session);
    }
    // All that would still let in a person who knew the old password, or a device that they let in.
    let ways_in = [Purpose::ResetPassword, Purpose::LoginCode, Purpose::DeviceSession, Purpose::DeviceConfirmation];
    one_time_tokens::drop_of_account(tx, channel, id, &ways_in).await?;
    mails::queue(tx, channel, &change.mail, now).await?;
    Ok(ended)
}
