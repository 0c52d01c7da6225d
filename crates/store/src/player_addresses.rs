//! Private addresses for televisions and players that cannot log in, by the hash of their secret.

use domain::geo::Code;
use domain::ids::{AccountId, ChannelId};
use domain::player_address::MAX_ADDRESSES;
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};

use crate::entities::account::{accounts, player_addresses};
use crate::mails::{self, NewMail};
use crate::{Error, Result, Store};

/// An address to be kept.
#[derive(Clone, Debug)]
pub struct NewPlayerAddress {
    pub account: AccountId,
    pub key: KeyHash,
    pub name: String,
    /// Tells its owner.
    pub notice: NewMail,
    pub now: Timestamp,
}

/// One of an account's addresses, as its owner is shown it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerAddress {
    pub id: i64,
    pub account: AccountId,
    pub name: String,
    pub created_at: Timestamp,
    /// Coarsely: see [`domain::player_address::NOTE_USE_INTERVAL`].
    pub last_used_at: Option<Timestamp>,
    /// Where from, then.
    pub country: Option<Code>,
}

impl Store {
    /// An account's addresses, oldest first.
    pub async fn player_addresses(&self, channel: ChannelId, account: AccountId) -> Result<Vec<PlayerAddress>> {
        let rows = of_account(channel, account).order_by_asc(player_addresses::Column::Id).all(self.read()).await?;
        Ok(rows.into_iter().map(PlayerAddress::from).collect())
    }

    /// The address of a secret; `None` when it was revoked, was never one, or is another channel's.
    pub async fn player_address(&self, channel: ChannelId, key: KeyHash) -> Result<Option<PlayerAddress>> {
        let row = player_addresses::Entity::find()
            .filter(player_addresses::Column::ChannelId.eq(channel.0))
            .filter(player_addresses::Column::KeyHash.eq(key.0.to_vec()))
            .one(self.read())
            .await?;
        Ok(row.map(PlayerAddress::from))
    }

    /// Stores a player address and notifies the member by mail; `None` at the limit, or if the account was deleted.
    pub async fn player_address_add(&self, channel: ChannelId, new: NewPlayerAddress) -> Result<Option<PlayerAddress>> {
        self.write(move |transaction| {
            let new = new.clone();
            Box::pin(async move {
                let account = new.account;
                // Two at once wait for each other here, so that both see how many there are.
                let owner = accounts::Entity::find_by_id(account.0).filter(accounts::Column::ChannelId.eq(channel.0));
                let is_there = owner.lock_exclusive().one(transaction).await?.is_some();
                if !is_there || of_account(channel, account).count(transaction).await? >= MAX_ADDRESSES {
                    return Ok(None);
                }
                let row = player_addresses::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    account_id: Set(account.0),
                    key_hash: Set(new.key.0.to_vec()),
                    name: Set(new.name),
                    created_at: Set(new.now.0),
                    last_used_at: Set(None),
                    country: Set(None),
                };
                let row = row.insert(transaction).await?;
                mails::queue(transaction, channel, &new.notice, new.now).await?;
                Ok(Some(row.into()))
            })
        })
        .await
    }

    /// Revokes one of an account's own addresses; `None` when it has none of that id.
    pub async fn player_address_revoke(
        &self,
        channel: ChannelId,
        account: AccountId,
        id: i64,
    ) -> Result<Option<KeyHash>> {
        self.write(move |transaction| {
            Box::pin(async move {
                let own = of_account(channel, account).filter(player_addresses::Column::Id.eq(id));
                let Some(row) = own.one(transaction).await? else { return Ok(None) };
                player_addresses::Entity::delete_by_id(row.id).exec(transaction).await?;
                key(&row).map(Some)
            })
        })
        .await
    }

    /// Notes that an address is in use, and where.
    pub async fn player_address_touch(
        &self,
        channel: ChannelId,
        key: KeyHash,
        country: Option<Code>,
        now: Timestamp,
    ) -> Result<()> {
        self.write(move |transaction| {
            Box::pin(async move {
                let last_used = player_addresses::Column::LastUsedAt;
                player_addresses::Entity::update_many()
                    .col_expr(last_used, Expr::value(now.0))
                    .col_expr(player_addresses::Column::Country, Expr::value(country.map(String::from)))
                    .filter(player_addresses::Column::ChannelId.eq(channel.0))
                    .filter(player_addresses::Column::KeyHash.eq(key.0.to_vec()))
                    .filter(Condition::any().add(last_used.is_null()).add(last_used.lt(now.0)))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

/// Revokes all of an account's addresses as part of a larger step, and says which they were.
pub(crate) async fn end_all(tx: &DatabaseTransaction, channel: ChannelId, account: AccountId) -> Result<Vec<KeyHash>> {
    let rows = of_account(channel, account).all(tx).await?;
    player_addresses::Entity::delete_many()
        .filter(player_addresses::Column::ChannelId.eq(channel.0))
        .filter(player_addresses::Column::AccountId.eq(account.0))
        .filter(player_addresses::Column::Id.is_in(rows.iter().map(|row| row.id)))
        .exec(tx)
        .await?;
    rows.iter().map(key).collect()
}

fn of_account(channel: ChannelId, account: AccountId) -> Select<player_addresses::Entity> {
    player_addresses::Entity::find()
        .filter(player_addresses::Column::ChannelId.eq(channel.0))
        .filter(player_addresses::Column::AccountId.eq(account.0))
}

fn key(row: &player_addresses::Model) -> Result<KeyHash> {
    <[u8; 32]>::try_from(row.key_hash.as_slice())
        .map(KeyHash)
        .map_err(|_| Error::Unavailable(format!("the key of player address {} is damaged", row.id)))
}

impl From<player_addresses::Model> for PlayerAddress {
    fn from(row: player_addresses::Model) -> Self {
        Self {
            id: row.id,
            account: AccountId(row.account_id),
            name: row.name,
            created_at: Timestamp(row.created_at),
            last_used_at: row.last_used_at.map(Timestamp),
            country: row.country.and_then(|code| code.parse().ok()),
        }
    }
}
