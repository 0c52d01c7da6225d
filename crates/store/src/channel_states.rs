//! Whether channels are paused, and the list of all channels for the server's administrators.

use std::collections::HashMap;

use domain::ids::ChannelId;
use domain::time::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, Func, Query};
use sea_orm::{ActiveModelTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, QuerySelect};

use crate::audit::{self, AuditEntry};
use crate::entities::channel::channels;
use crate::{Channel, Result, Store};

/// A channel with the number of its people.
#[derive(Clone, Debug)]
pub struct ChannelSummary {
    pub channel: Channel,
    /// Accounts of viewers.
    pub members: u64,
    /// Operators in its team.
    pub operators: u64,
}

impl Store {
    /// Every channel of this server by name, deleted ones included.
    pub async fn channel_summaries(&self) -> Result<Vec<ChannelSummary>> {
        let (members, operators) =
            (self.count_by_channel("accounts").await?, self.count_by_channel("operator_channels").await?);
        let count = |counts: &HashMap<i64, i64>, channel: &Channel| {
            counts.get(&channel.identity.id.0).map_or(0, |count| count.unsigned_abs())
        };
        let mut channels = self.channels_where(Condition::all()).await?;
        channels.sort_by(|one, other| {
            one.profile.name.cmp(&other.profile.name).then(one.identity.id.cmp(&other.identity.id))
        });
        let summary = |channel| ChannelSummary {
            members: count(&members, &channel),
            operators: count(&operators, &channel),
            channel,
        };
        Ok(channels.into_iter().map(summary).collect())
    }

    async fn count_by_channel(&self, table: &'static str) -> Result<HashMap<i64, i64>> {
        let select = Query::select()
            .column("channel_id")
            .expr_as(Func::count(Expr::col("channel_id")), "count")
            .from(table)
            .group_by_col("channel_id")
            .to_owned();
        let rows = self.read().query_all(&select).await?;
        rows.iter().map(|row| Ok((row.try_get("", "channel_id")?, row.try_get("", "count")?))).collect()
    }

    /// Pauses the channel, or resumes it; gives since when it is paused. What it is already is not recorded again. `None`
    /// if the channel was deleted.
    pub async fn channel_set_paused(
        &self,
        channel: ChannelId,
        is_paused: bool,
        entry: AuditEntry,
    ) -> Result<Option<Option<Timestamp>>> {
        self.write(move |tx| {
            let entry = entry.clone();
            Box::pin(async move {
                let row = channels::Entity::find_by_id(channel.0).lock_exclusive().one(tx).await?;
                let Some(row) = row.filter(|row| row.deleted_at.is_none()) else { return Ok(None) };
                if row.paused_at.is_some() == is_paused {
                    return Ok(Some(row.paused_at.map(Timestamp)));
                }
                let (paused_at, version) = (is_paused.then_some(entry.at), row.version + 1);
                let mut row = row.into_active_model();
                row.paused_at = Set(paused_at.map(|at| at.0));
                row.version = Set(version);
                row.update(tx).await?;
                audit::record(tx, &entry).await?;
                Ok(Some(paused_at))
            })
        })
        .await
    }
}
