//! Sessions of members, by the hash of their API key.

use domain::geo::Code;
use domain::ids::{AccountId, ChannelId};
use domain::session_key::{KeyHash, LIFE};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, Select};

use crate::entities::account::sessions;
use crate::mails::{self, NewMail};
use crate::{Error, Result, Store, player_addresses};

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

/// One of an account's sessions, as its owner is shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    pub id: i64,
    pub key: KeyHash,
    pub device: String,
    pub country: Option<Code>,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
}

impl Store {
    /// The account's sessions that have not ended, the last used first.
    pub async fn sessions(&self, channel: ChannelId, account: AccountId, now: Timestamp) -> Result<Vec<OpenSession>> {
        let rows = of_account(channel, account)
            .filter(sessions::Column::LastUsedAt.gt(now.plus(-LIFE).0))
            .order_by_desc(sessions::Column::LastUsedAt)
            .order_by_desc(sessions::Column::Id)
            .all(self.read())
            .await?;
        rows.into_iter()
            .map(|row| {
                Ok(OpenSession {
                    id: row.id,
                    key: key(&row)?,
                    device: row.device,
                    country: row.country.and_then(|code| code.parse().ok()),
                    created_at: Timestamp(row.created_at),
                    last_used_at: Timestamp(row.last_used_at),
                })
            })
            .collect()
    }

    /// Ends one of the account's own sessions; `None` when it has none of that id.
    pub async fn session_end(&self, channel: ChannelId, account: AccountId, id: i64) -> Result<Option<KeyHash>> {
        self.write(move |transaction| {
            Box::pin(async move {
                let found = of_account(channel, account).filter(sessions::Column::Id.eq(id)).one(transaction).await?;
                let Some(row) = found else { return Ok(None) };
                sessions::Entity::delete_by_id(row.id).exec(transaction).await?;
                key(&row).map(Some)
            })
        })
        .await
    }

    /// Ends all sessions of the account but one, and the addresses of its players.
    pub async fn sessions_end_others(
        &self,
        channel: ChannelId,
        account: AccountId,
        but: KeyHash,
    ) -> Result<Vec<KeyHash>> {
        self.write(move |transaction| {
            Box::pin(async move { end_others(transaction, channel, account, Some(but)).await })
        })
        .await
    }

    /// Opens a session under a new key. The session that it replaces ends, and the notification mail is queued, in the
    /// same transaction.
    pub async fn session_open(
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
    pub async fn session_close(&self, channel: ChannelId, key: KeyHash) -> Result<bool> {
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
    pub async fn session_touch(&self, channel: ChannelId, key: KeyHash, now: Timestamp) -> Result<()> {
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

/// Ends the account's sessions, except one if given, and revokes its player addresses. Returns both.
pub(crate) async fn end_others(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    but: Option<KeyHash>,
) -> Result<Vec<KeyHash>> {
    let rows = of_account(channel, account).all(tx).await?;
    let keys = rows.iter().map(key).collect::<Result<Vec<_>>>()?;
    let ended: Vec<_> = rows.iter().zip(keys).filter(|(_, key)| Some(*key) != but).collect();
    sessions::Entity::delete_many()
        .filter(sessions::Column::ChannelId.eq(channel.0))
        .filter(sessions::Column::AccountId.eq(account.0))
        .filter(sessions::Column::Id.is_in(ended.iter().map(|(row, _)| row.id)))
        .exec(tx)
        .await?;
    let addresses = player_addresses::end_all(tx, channel, account).await?;
    Ok(ended.into_iter().map(|(_, key)| key).chain(addresses).collect())
}

fn of_account(channel: ChannelId, account: AccountId) -> Select<sessions::Entity> {
    sessions::Entity::find()
        .filter(sessions::Column::ChannelId.eq(channel.0))
        .filter(sessions::Column::AccountId.eq(account.0))
}

fn key(row: &sessions::Model) -> Result<KeyHash> {
    <[u8; 32]>::try_from(row.key_hash.as_slice())
        .map(KeyHash)
        .map_err(|_| Error::Unavailable(format!("the key of session {} is damaged", row.id)))
}

fn delete(channel: ChannelId, key: KeyHash) -> sea_orm::DeleteMany<sessions::Entity> {
    sessions::Entity::delete_many()
        .filter(sessions::Column::ChannelId.eq(channel.0))
        .filter(sessions::Column::KeyHash.eq(key.0.to_vec()))
}
