//! Channels: their identity, and when their content last changed.

use std::collections::HashMap;

use domain::channel::{Identity, Profile};
use domain::ids::ChannelId;
use domain::provider_id::ProviderSecrets;
use domain::secret::Secret;
use domain::time::Timestamp;
use sea_orm::{ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entities::channel::{aliases, channels, erased, hosts, profile};
use crate::enum_text::from_json;
use crate::{Error, Result, Store};

/// A channel as a whole.
#[derive(Clone, Debug)]
pub struct Channel {
    pub identity: Identity,
    pub profile: Profile,
    pub provider_secrets: ProviderSecrets,
    pub version: Version,
    /// Aliases that it had before.
    pub former_aliases: Vec<String>,
    /// Absent while viewers are served.
    pub paused_at: Option<Timestamp>,
    /// Absent while the channel is there for anybody but the server's administrators.
    pub deleted_at: Option<Timestamp>,
}

/// Two counts that grow with every change: of a channel's content, and of its games, which change far more often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    pub content: i64,
    pub games: i64,
}

/// Whether the channel exists and is not deleted.
pub(crate) async fn is_there(tx: &DatabaseTransaction, channel: ChannelId) -> Result<bool> {
    let found = channels::Entity::find_by_id(channel.0).filter(channels::Column::DeletedAt.is_null()).one(tx).await?;
    Ok(found.is_some())
}

impl Store {
    /// Every channel of this server that is not deleted.
    pub async fn channels(&self) -> Result<Vec<Channel>> {
        self.channels_where(Condition::all().add(channels::Column::DeletedAt.is_null())).await
    }

    /// A channel, also a deleted one: for what goes on without viewers.
    pub async fn channel_or_deleted(&self, id: ChannelId) -> Result<Option<Channel>> {
        Ok(self.channels_where(Condition::all().add(channels::Column::Id.eq(id.0))).await?.pop())
    }

    /// The ids of all channels, deleted ones included.
    pub async fn channel_ids(&self) -> Result<Vec<ChannelId>> {
        let ids =
            channels::Entity::find().select_only().column(channels::Column::Id).order_by_asc(channels::Column::Id);
        Ok(ids.into_tuple::<i64>().all(self.read()).await?.into_iter().map(ChannelId).collect())
    }

    /// Whether a channel of this alias was here, and is deleted, erased or has another alias now.
    pub async fn channel_is_gone(&self, alias: &str) -> Result<bool> {
        let of_alias = channels::Entity::find().filter(channels::Column::Alias.eq(alias)).one(self.read()).await?;
        if let Some(row) = of_alias {
            return Ok(row.deleted_at.is_some());
        }
        let former = aliases::Entity::find_by_id(alias.to_owned()).one(self.read()).await?;
        let erased = erased::Entity::find().filter(erased::Column::Alias.eq(alias)).one(self.read()).await?;
        Ok(former.is_some() || erased.is_some())
    }

    pub(crate) async fn channels_where(&self, which: Condition) -> Result<Vec<Channel>> {
        let mut hosts_of: HashMap<i64, Vec<hosts::Model>> = HashMap::new();
        for row in hosts::Entity::find().all(self.read()).await? {
            hosts_of.entry(row.channel_id).or_default().push(row);
        }
        let mut aliases_of: HashMap<i64, Vec<String>> = HashMap::new();
        for row in aliases::Entity::find().order_by_asc(aliases::Column::Alias).all(self.read()).await? {
            aliases_of.entry(row.channel_id).or_default().push(row.alias);
        }
        let rows = channels::Entity::find().filter(which).order_by_asc(channels::Column::Id).all(self.read()).await?;
        rows.into_iter()
            .map(|row| {
                let hosts = in_order(hosts_of.remove(&row.id).unwrap_or_default());
                let former_aliases = aliases_of.remove(&row.id).unwrap_or_default();
                channel(row, hosts, former_aliases)
            })
            .collect()
    }

    /// The versions alone, without those of deleted channels: cheap enough to ask for every second.
    pub async fn channel_versions(&self) -> Result<Vec<(ChannelId, Version)>> {
        let rows: Vec<(i64, i64, i64)> = channels::Entity::find()
            .select_only()
            .columns([channels::Column::Id, channels::Column::Version, channels::Column::GamesVersion])
            .filter(channels::Column::DeletedAt.is_null())
            .order_by_asc(channels::Column::Id)
            .into_tuple()
            .all(self.read())
            .await?;
        Ok(rows.into_iter().map(|(id, content, games)| (ChannelId(id), Version { content, games })).collect())
    }
}

/// The main host first, which mails and banks lead to.
pub(crate) fn in_order(mut rows: Vec<hosts::Model>) -> Vec<String> {
    rows.sort_by(|one, other| {
        let place = |row: &hosts::Model| (!row.is_main, importance(&row.host));
        place(one).cmp(&place(other)).then_with(|| one.host.cmp(&other.host))
    });
    rows.into_iter().map(|row| row.host).collect()
}

/// Until an operator has chosen the main host: a name before a bare address, and of names the shortest.
fn importance(host: &str) -> (bool, usize) {
    let is_address = host.starts_with('[') || host.parse::<std::net::Ipv4Addr>().is_ok();
    (is_address, host.len())
}

fn channel(row: channels::Model, hosts: Vec<String>, former_aliases: Vec<String>) -> Result<Channel> {
    let profile = profile(row.clone())?;
    let provider_secrets = row.provider_secrets.map(from_json).transpose()?.unwrap_or_default();
    let key_secret = <[u8; 32]>::try_from(row.key_secret)
        .map_err(|_| Error::Unavailable(format!("the key secret of channel {} is damaged", row.alias)))?;
    Ok(Channel {
        identity: Identity {
            id: ChannelId(row.id),
            alias: row.alias,
            hosts,
            channel_key: row.channel_key,
            key_secret: Secret::new(key_secret),
        },
        profile,
        provider_secrets,
        version: Version { content: row.version, games: row.games_version },
        former_aliases,
        paused_at: row.paused_at.map(Timestamp),
        deleted_at: row.deleted_at.map(Timestamp),
    })
}
