//! The hosts of a channel.

use domain::hosts::{HostChange, HostsError, changed_hosts};
use domain::ids::ChannelId;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveModelTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::audit::{self, AuditEntry};
use crate::channels::{in_order, is_there};
use crate::entities::channel::{channels, hosts};
use crate::setup::lock_operators;
use crate::{Result, Store};

impl Store {
    /// The channel's hosts, the main one first.
    pub async fn channel_hosts(&self, channel: ChannelId) -> Result<Vec<String>> {
        let rows = hosts::Entity::find().filter(hosts::Column::ChannelId.eq(channel.0)).all(self.read()).await?;
        Ok(in_order(rows))
    }

    /// Changes the channel's hosts and gives them. A change that is made already records nothing. `None` if the channel
    /// was deleted.
    pub async fn channel_hosts_change(
        &self,
        channel: ChannelId,
        change: HostChange,
        entry: AuditEntry,
    ) -> Result<Option<Result<Vec<String>, HostsError>>> {
        self.write(move |tx| {
            let (change, entry) = (change.clone(), entry.clone());
            Box::pin(async move {
                // Two channels may want the same host at the same moment.
                lock_operators(tx).await?;
                if !is_there(tx, channel).await? {
                    return Ok(None);
                }
                let rows = hosts::Entity::find().filter(hosts::Column::ChannelId.eq(channel.0)).all(tx).await?;
                let before = in_order(rows);
                let after = match changed_hosts(before.clone(), &change) {
                    Ok(after) => after,
                    Err(refused) => return Ok(Some(Err(refused))),
                };
                if after == before {
                    return Ok(Some(Ok(after)));
                }
                if let HostChange::Add(host) = &change
                    && hosts::Entity::find_by_id(host.clone()).one(tx).await?.is_some()
                {
                    return Ok(Some(Err(HostsError::Taken)));
                }
                write(tx, channel, &change, &after).await?;
                audit::record(tx, &entry.changing(before, after.clone())).await?;
                Ok(Some(Ok(after)))
            })
        })
        .await
    }
}

async fn write(tx: &DatabaseTransaction, channel: ChannelId, change: &HostChange, after: &[String]) -> Result<()> {
    match change {
        HostChange::Add(host) => {
            let row = hosts::ActiveModel { host: Set(host.clone()), channel_id: Set(channel.0), is_main: Set(false) };
            row.insert(tx).await?;
        }
        HostChange::Remove(host) => {
            hosts::Entity::delete_by_id(host.clone()).exec(tx).await?;
        }
        HostChange::MakeMain(_) => {}
    }
    let is_main = Expr::col(hosts::Column::Host).eq(after.first().map_or("", String::as_str));
    hosts::Entity::update_many()
        .col_expr(hosts::Column::IsMain, is_main)
        .filter(hosts::Column::ChannelId.eq(channel.0))
        .exec(tx)
        .await?;
    touch(tx, channel).await
}

/// Every server reads the channel anew.
pub(crate) async fn touch(tx: &DatabaseTransaction, channel: ChannelId) -> Result<()> {
    let next = Expr::col(channels::Column::Version).add(1);
    channels::Entity::update_many()
        .col_expr(channels::Column::Version, next)
        .filter(channels::Column::Id.eq(channel.0))
        .exec(tx)
        .await?;
    Ok(())
}
