//! Channels: their identity, and when their content last changed.

use std::collections::HashMap;

use domain::channel::{Identity, Profile};
use domain::ids::ChannelId;
use domain::secret::Secret;
use domain::time::Timestamp;
use sea_orm::{DatabaseTransaction, EntityTrait, QueryOrder, QuerySelect};

use crate::entities::channel::{aliases, channels, hosts, profile};
use crate::{Error, Result, Store};

/// A channel as a whole.
#[derive(Clone, Debug)]
pub struct Channel {
    pub identity: Identity,
    pub profile: Profile,
    pub version: Version,
    /// Aliases that it had before.
    pub former_aliases: Vec<String>,
    /// Absent while viewers are served.
    pub paused_at: Option<Timestamp>,
}

/// Two counts that grow with every change: of a channel's content, and of its games, which change far more often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    pub content: i64,
    pub games: i64,
}

/// Whether the channel exists.
pub(crate) async fn is_there(tx: &DatabaseTransaction, channel: ChannelId) -> Result<bool> {
    Ok(channels::Entity::find_by_id(channel.0).one(tx).await?.is_some())
}

impl Store {
    /// Every channel of this server.
    pub async fn channels(&self) -> Result<Vec<Channel>> {
        let mut hosts_of: HashMap<i64, Vec<hosts::Model>> = HashMap::new();
        for row in hosts::Entity::find().all(self.read()).await? {
            hosts_of.entry(row.channel_id).or_default().push(row);
        }
        let mut aliases_of: HashMap<i64, Vec<String>> = HashMap::new();
        for row in aliases::Entity::find().order_by_asc(aliases::Column::Alias).all(self.read()).await? {
            aliases_of.entry(row.channel_id).or_default().push(row.alias);
        }
        let rows = channels::Entity::find().order_by_asc(channels::Column::Id).all(self.read()).await?;
        rows.into_iter()
            .map(|row| {
                let hosts = in_order(hosts_of.remove(&row.id).unwrap_or_default());
                let former_aliases = aliases_of.remove(&row.id).unwrap_or_default();
                channel(row, hosts, former_aliases)
            })
            .collect()
    }

    /// The versions alone: cheap enough to ask for every second.
    pub async fn channel_versions(&self) -> Result<Vec<(ChannelId, Version)>> {
        let rows: Vec<(i64, i64, i64)> = channels::Entity::find()
            .select_only()
            .columns([channels::Column::Id, channels::Column::Version, channels::Column::GamesVersion])
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
        version: Version { content: row.version, games: row.games_version },
        former_aliases,
        paused_at: row.paused_at.map(Timestamp),
    })
}
