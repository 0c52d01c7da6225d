//! Members' downloads of games.

use domain::ids::{AccountId, ChannelId, EventId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
};

use crate::accounts::hold;
use crate::entities::entitlement::downloads;
use crate::{Result, Store};

/// Games that a row of the audit log names.
const MAX_NAMED: u64 = 50;

/// What became of the wish to download a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Downloaded {
    Counted,
    /// There are as many as the account may have.
    TooMany,
}

impl Store {
    /// Counts a download, unless there are `most` since a time. Counting and deciding are one step: the account's row
    /// is held for it.
    pub async fn download_count(
        &self,
        channel: ChannelId,
        account: AccountId,
        event: EventId,
        most: u32,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Downloaded> {
        self.write(move |tx| {
            Box::pin(async move {
                if !hold(tx, channel, account).await? {
                    return Ok(Downloaded::TooMany);
                }
                let recent = of_account(channel, account).filter(downloads::Column::CreatedAt.gt(since.0));
                if recent.count(tx).await? >= u64::from(most) {
                    return Ok(Downloaded::TooMany);
                }
                let row = downloads::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    account_id: Set(account.0),
                    event_id: Set(event.0),
                    created_at: Set(now.0),
                };
                downloads::Entity::insert(row).exec_without_returning(tx).await?;
                Ok(Downloaded::Counted)
            })
        })
        .await
    }

    /// How many games the account has taken along in all.
    pub async fn downloads(&self, channel: ChannelId, account: AccountId) -> Result<u64> {
        Ok(of_account(channel, account).count(self.read()).await?)
    }
}

/// The newest downloads of an account since a time: what a refunded buyer keeps.
pub(crate) async fn since(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    since: Timestamp,
) -> Result<Vec<EventId>> {
    let rows = of_account(channel, account)
        .filter(downloads::Column::CreatedAt.gte(since.0))
        .order_by_desc(downloads::Column::CreatedAt)
        .limit(MAX_NAMED)
        .all(tx)
        .await?;
    Ok(rows.into_iter().map(|row| EventId(row.event_id)).collect())
}

fn of_account(channel: ChannelId, account: AccountId) -> Select<downloads::Entity> {
    downloads::Entity::find()
        .filter(downloads::Column::ChannelId.eq(channel.0))
        .filter(downloads::Column::AccountId.eq(account.0))
}
