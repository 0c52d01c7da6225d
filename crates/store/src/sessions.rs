//! Sessions: who is logged in, by the hash of their api key.

use domain::geo::Code;
use domain::ids::{AccountId, ChannelId};
use domain::session_key::{KeyHash, LIFE};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::mails::{self, NewMail};
use crate::rows::account::sessions;
use crate::{Result, Store};

/// A session to be opened.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub account: AccountId,
    pub key: KeyHash,
    /// What its owner will know the device by.
    pub device: String,
    pub country: Option<Code>,
    pub now: Timestamp,
}

/// A session that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub account: AccountId,
    pub last_used_at: Timestamp,
}

impl Store {
    /// Logs an account in under a new key. The session that it replaces, if any, ends with the same commit, and the mail
    /// that tells of it is sent with it.
    pub async fn open_session(
        &self,
        channel: ChannelId,
        new: NewSession,
        replaces: Option<KeyHash>,
        mail: Option<NewMail>,
    ) -> Result<()> {
        self.write(move |transaction| {
            let (new, mail) = (new.clone(), mail.clone());
            Box::pin(async move {
                if let Some(old) = replaces {
                    delete(channel, old).exec(transaction).await?;
                }
                if let Some(mail) = &mail {
                    mails::queue(transaction, channel, mail, new.now).await?;
                }
                insert(transaction, channel, &new).await
            })
        })
        .await
    }

    /// Ends a session; false when there was none.
    pub async fn close_session(&self, channel: ChannelId, key: KeyHash) -> Result<bool> {
        self.write(move |transaction| {
            Box::pin(async move { Ok(delete(channel, key).exec(transaction).await?.rows_affected > 0) })
        })
        .await
    }

    /// The session of a key; `None` when it has ended, was never one, or is another channel's.
    pub async fn session(&self, channel: ChannelId, key: KeyHash, now: Timestamp) -> Result<Option<Session>> {
        let row = sessions::Entity::find()
            .filter(sessions::Column::ChannelId.eq(channel.0))
            .filter(sessions::Column::KeyHash.eq(key.0.to_vec()))
            .filter(sessions::Column::LastUsedAt.gt(now.plus(-LIFE).0))
            .one(self.read())
            .await?;
        Ok(row.map(|row| Session { account: AccountId(row.account_id), last_used_at: Timestamp(row.last_used_at) }))
    }

    /// Notes that a session is in use, which keeps it from ending.
    pub async fn touch_session(&self, channel: ChannelId, key: KeyHash, now: Timestamp) -> Result<()> {
        self.write(move |transaction| {
            Box::pin(async move {
                sessions::Entity::update_many()
                    .col_expr(sessions::Column::LastUsedAt, Expr::value(now.0))
                    .filter(sessions::Column::ChannelId.eq(channel.0))
                    .filter(sessions::Column::KeyHash.eq(key.0.to_vec()))
                    .filter(sessions::Column::LastUsedAt.lt(now.0))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

/// Opens a session as part of a larger step.
pub(crate) async fn insert(tx: &DatabaseTransaction, channel: ChannelId, new: &NewSession) -> Result<()> {
    let row = sessions::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(new.account.0),
        key_hash: Set(new.key.0.to_vec()),
        created_at: Set(new.now.0),
        last_used_at: Set(new.now.0),
        device: Set(new.device.clone()),
        country: Set(new.country.map(String::from)),
    };
    sessions::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// Logs an account out everywhere, as part of a larger step; gives what the sessions were found by.
pub(crate) async fn delete_all(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
) -> Result<Vec<KeyHash>> {
    let of_account =
        Condition::all().add(sessions::Column::ChannelId.eq(channel.0)).add(sessions::Column::AccountId.eq(account.0));
    let rows = sessions::Entity::find().filter(of_account.clone()).all(tx).await?;
    sessions::Entity::delete_many().filter(of_account).exec(tx).await?;
    Ok(rows.into_iter().filter_map(|row| row.key_hash.try_into().ok().map(KeyHash)).collect())
}

fn delete(channel: ChannelId, key: KeyHash) -> sea_orm::DeleteMany<sessions::Entity> {
    sessions::Entity::delete_many()
        .filter(sessions::Column::ChannelId.eq(channel.0))
        .filter(sessions::Column::KeyHash.eq(key.0.to_vec()))
}
