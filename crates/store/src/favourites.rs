//! Favourites. Every query filters by account and channel.

use domain::favourite::{Favourite, Kind, LIMIT};
use domain::ids::{AccountId, ChannelId, FavouriteId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveModelTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, Select};

use crate::accounts::hold;
use crate::entities::account::favourites;
use crate::enum_text::word;
use crate::{Error, Result, Store};

impl Store {
    /// All that the account keeps, in the order it was added.
    pub async fn favourites(&self, channel: ChannelId, account: AccountId) -> Result<Vec<Favourite>> {
        let rows = of(channel, account).order_by_asc(favourites::Column::Id).all(self.read()).await?;
        rows.into_iter().map(Favourite::try_from).collect()
    }

    /// Keeps something; what is kept already is given back as it is. `None` when the account keeps all it may.
    pub async fn favourite_add(
        &self,
        channel: ChannelId,
        account: AccountId,
        kind: Kind,
        target_id: i64,
        now: Timestamp,
    ) -> Result<Option<Favourite>> {
        self.write(move |transaction| Box::pin(add(transaction, channel, account, kind, target_id, now))).await
    }

    /// Forgets one of the account's own favourites; false when it has none of that id.
    pub async fn favourite_remove(&self, channel: ChannelId, account: AccountId, id: FavouriteId) -> Result<bool> {
        self.write(move |transaction| {
            Box::pin(async move {
                let removed = favourites::Entity::delete_many()
                    .filter(favourites::Column::Id.eq(id.0))
                    .filter(favourites::Column::ChannelId.eq(channel.0))
                    .filter(favourites::Column::AccountId.eq(account.0))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected > 0)
            })
        })
        .await
    }
}

fn of(channel: ChannelId, account: AccountId) -> Select<favourites::Entity> {
    favourites::Entity::find()
        .filter(favourites::Column::ChannelId.eq(channel.0))
        .filter(favourites::Column::AccountId.eq(account.0))
}

async fn add(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    account: AccountId,
    kind: Kind,
    target_id: i64,
    now: Timestamp,
) -> Result<Option<Favourite>> {
    // PostgreSQL lets two of these run at once: the account's row is what they wait for, so that counting is right.
    if !hold(tx, channel, account).await? {
        return Err(Error::Conflict("the account is gone".into()));
    }
    let kind = word(&kind)?;
    let known = of(channel, account)
        .filter(favourites::Column::Kind.eq(kind.as_str()))
        .filter(favourites::Column::TargetId.eq(target_id))
        .one(tx)
        .await?;
    if let Some(known) = known {
        return Favourite::try_from(known).map(Some);
    }
    if of(channel, account).count(tx).await? >= LIMIT {
        return Ok(None);
    }
    let row = favourites::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        account_id: Set(account.0),
        kind: Set(kind),
        target_id: Set(target_id),
        created_at: Set(now.0),
    };
    Favourite::try_from(row.insert(tx).await?).map(Some)
}
