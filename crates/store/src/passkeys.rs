//! Passkeys of accounts: only the public keys.

use domain::ids::{AccountId, ChannelId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select, TryInsertResult};
use serde_json::Value;

use crate::entities::account::{accounts, passkeys};
use crate::{Result, Store};

/// Maximum number of passkeys per account.
pub const MAX_PASSKEYS: u64 = 20;

/// A passkey to be kept.
#[derive(Clone, Debug)]
pub struct NewPasskey {
    pub credential_id: Vec<u8>,
    pub name: String,
    /// What it is checked with.
    pub data: Value,
    pub now: Timestamp,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Passkey {
    pub id: i64,
    pub account: AccountId,
    pub name: String,
    pub data: Value,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

impl Store {
    /// An account's passkeys, oldest first.
    pub async fn passkeys(&self, channel: ChannelId, account: AccountId) -> Result<Vec<Passkey>> {
        let rows = of_account(channel, account).order_by_asc(passkeys::Column::Id).all(self.read()).await?;
        Ok(rows.into_iter().map(passkey).collect())
    }

    /// The passkey of a login.
    pub async fn passkey_by_credential(&self, channel: ChannelId, credential_id: &[u8]) -> Result<Option<Passkey>> {
        let row = by_credential(channel, credential_id.to_vec()).one(self.read()).await?;
        Ok(row.map(passkey))
    }

    /// Stores a passkey; `None` at the limit, or if the passkey already exists.
    pub async fn passkey_add(
        &self,
        channel: ChannelId,
        account: AccountId,
        new: NewPasskey,
    ) -> Result<Option<Passkey>> {
        self.write(move |transaction| {
            let new = new.clone();
            Box::pin(async move {
                // Two at once wait for each other here, so that both see how many there are.
                let owner = accounts::Entity::find_by_id(account.0).filter(accounts::Column::ChannelId.eq(channel.0));
                owner.lock_exclusive().one(transaction).await?;
                if of_account(channel, account).count(transaction).await? >= MAX_PASSKEYS {
                    return Ok(None);
                }
                let row = passkeys::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    account_id: Set(account.0),
                    credential_id: Set(new.credential_id.clone()),
                    name: Set(new.name),
                    data: Set(new.data),
                    created_at: Set(new.now.0),
                    last_used_at: Set(None),
                };
                let one = [passkeys::Column::ChannelId, passkeys::Column::CredentialId];
                let insert = passkeys::Entity::insert(row).on_conflict_do_nothing_on(one);
                if !matches!(insert.exec_without_returning(transaction).await?, TryInsertResult::Inserted(1..)) {
                    return Ok(None);
                }
                Ok(by_credential(channel, new.credential_id).one(transaction).await?.map(passkey))
            })
        })
        .await
    }

    /// Records a use of a passkey and its new counter; false if it was removed.
    pub async fn passkey_use(&self, channel: ChannelId, id: i64, data: Value, now: Timestamp) -> Result<bool> {
        self.write(move |transaction| {
            let data = data.clone();
            Box::pin(async move {
                let used = passkeys::Entity::update_many()
                    .col_expr(passkeys::Column::Data, Expr::value(data))
                    .col_expr(passkeys::Column::LastUsedAt, Expr::value(now.0))
                    .filter(passkeys::Column::ChannelId.eq(channel.0))
                    .filter(passkeys::Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                Ok(used.rows_affected == 1)
            })
        })
        .await
    }

    /// Removes one of an account's passkeys; false if there is none.
    pub async fn passkey_remove(&self, channel: ChannelId, account: AccountId, id: i64) -> Result<bool> {
        self.write(move |transaction| {
            Box::pin(async move {
                let removed = passkeys::Entity::delete_many()
                    .filter(passkeys::Column::ChannelId.eq(channel.0))
                    .filter(passkeys::Column::AccountId.eq(account.0))
                    .filter(passkeys::Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected > 0)
            })
        })
        .await
    }
}

fn of_account(channel: ChannelId, account: AccountId) -> Select<passkeys::Entity> {
    passkeys::Entity::find()
        .filter(passkeys::Column::ChannelId.eq(channel.0))
        .filter(passkeys::Column::AccountId.eq(account.0))
}

fn by_credential(channel: ChannelId, credential_id: Vec<u8>) -> Select<passkeys::Entity> {
    passkeys::Entity::find()
        .filter(passkeys::Column::ChannelId.eq(channel.0))
        .filter(passkeys::Column::CredentialId.eq(credential_id))
}

fn passkey(row: passkeys::Model) -> Passkey {
    Passkey {
        id: row.id,
        account: AccountId(row.account_id),
        name: row.name,
        data: row.data,
        created_at: Timestamp(row.created_at),
        last_used_at: row.last_used_at.map(Timestamp),
    }
}
