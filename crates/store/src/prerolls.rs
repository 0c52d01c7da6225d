//! Which account has seen which preroll, for as long as the preroll stays hidden.

use domain::ids::{AccountId, ChannelId, EventId, PrerollId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::entities::preroll::seen;
use crate::{Result, Store};

/// A viewer: an account, or the id of an anonymous key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watcher {
    Account(AccountId),
    Anonymous([u8; 16]),
}

impl Watcher {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Account(id) => id.0.to_be_bytes().to_vec(),
            Self::Anonymous(id) => id.to_vec(),
        }
    }

    fn account(self) -> Option<i64> {
        match self {
            Self::Account(id) => Some(id.0),
            Self::Anonymous(_) => None,
        }
    }
}

impl Store {
    /// The prerolls that are hidden from a viewer for a game.
    pub async fn prerolls_seen(
        &self,
        channel: ChannelId,
        watcher: Watcher,
        event: EventId,
        now: Timestamp,
    ) -> Result<Vec<PrerollId>> {
        let rows = seen::Entity::find()
            .filter(seen::Column::ChannelId.eq(channel.0))
            .filter(seen::Column::Watcher.eq(watcher.bytes()))
            .filter(seen::Column::EventId.eq(event.0))
            .filter(seen::Column::Until.gt(now.0))
            .all(self.read())
            .await?;
        Ok(rows.into_iter().map(|row| PrerollId(row.preroll_id)).collect())
    }

    /// Records that a viewer has seen a preroll to the end, and deletes expired records.
    pub async fn preroll_note_seen(
        &self,
        channel: ChannelId,
        watcher: Watcher,
        event: EventId,
        preroll: PrerollId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<()> {
        self.write(move |tx| {
            Box::pin(async move {
                seen::Entity::delete_many()
                    .filter(seen::Column::ChannelId.eq(channel.0))
                    .filter(seen::Column::Until.lte(now.0))
                    .exec(tx)
                    .await?;
                let row = seen::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    watcher: Set(watcher.bytes()),
                    account_id: Set(watcher.account()),
                    event_id: Set(event.0),
                    preroll_id: Set(preroll.0),
                    until: Set(until.0),
                };
                let key =
                    [seen::Column::ChannelId, seen::Column::Watcher, seen::Column::EventId, seen::Column::PrerollId];
                let later = OnConflict::columns(key).update_column(seen::Column::Until).to_owned();
                seen::Entity::insert(row).on_conflict(later).exec_without_returning(tx).await?;
                Ok(())
            })
        })
        .await
    }
}
