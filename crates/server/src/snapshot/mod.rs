//! What every visitor reads, held in memory: no request for it touches the database, and all of it goes on
//! answering while the database is away.

mod home;
mod public;
mod vod;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use domain::channel::Identity;
use domain::content::Content;
use domain::ids::ChannelId;
use store::{EventFilter, Store, Version};

use crate::page::{ChannelPages, Shell};

pub(crate) use home::{Event, HomeEvents, event, home_events};
pub(crate) use public::{Bootstrap, ChannelKey, Pass, Public, Settings, slides_of};
pub(crate) use vod::{VodItem, VodRail};

/// How many games a rail of the home page holds.
pub(crate) const RAIL: u64 = 24;
/// How soon a change made anywhere is seen here.
const POLL: Duration = Duration::from_secs(1);

/// One channel as it was at one version.
pub(crate) struct Snapshot {
    pub(crate) identity: Identity,
    pub(crate) content: Content,
    pub(crate) public: Public,
    pub(crate) pages: ChannelPages,
    version: Version,
}

/// Every channel of this server, swapped as a whole when one changes.
#[derive(Default)]
struct Index {
    by_id: HashMap<ChannelId, Arc<Snapshot>>,
    by_host: HashMap<String, Arc<Snapshot>>,
    by_alias: HashMap<String, Arc<Snapshot>>,
}

impl Index {
    fn of(snapshots: impl IntoIterator<Item = Arc<Snapshot>>) -> Self {
        let mut index = Self::default();
        for snapshot in snapshots {
            for host in &snapshot.identity.hosts {
                index.by_host.insert(host.clone(), snapshot.clone());
            }
            index.by_alias.insert(snapshot.identity.alias.clone(), snapshot.clone());
            index.by_id.insert(snapshot.identity.id, snapshot);
        }
        index
    }
}

pub(crate) struct Channels {
    index: ArcSwap<Index>,
    shell: Arc<Shell>,
}

impl Channels {
    /// Reads all channels once; from then on [`Channels::follow`] keeps them fresh.
    pub(crate) async fn load(store: &Store, shell: Shell) -> store::Result<Arc<Self>> {
        let channels = Self { index: ArcSwap::default(), shell: Arc::new(shell) };
        channels.refresh(store).await?;
        Ok(Arc::new(channels))
    }

    pub(crate) fn by_host(&self, host: &str) -> Option<Arc<Snapshot>> {
        self.index.load().by_host.get(host).cloned()
    }

    pub(crate) fn by_alias(&self, alias: &str) -> Option<Arc<Snapshot>> {
        self.index.load().by_alias.get(alias).cloned()
    }

    /// Follows changes for as long as the server runs. While the database is away the last snapshot stays.
    pub(crate) async fn follow(self: Arc<Self>, store: Store) {
        let mut away = false;
        loop {
            tokio::time::sleep(POLL).await;
            match self.refresh(&store).await {
                Ok(()) if away => {
                    away = false;
                    tracing::info!("the database is back");
                }
                Ok(()) => {}
                Err(cause) if !away => {
                    away = true;
                    tracing::warn!(%cause, "the database is away, answering from memory");
                }
                Err(_) => {}
            }
            metrics::gauge!("touchline_database_away").set(if away { 1.0 } else { 0.0 });
        }
    }

    /// Rebuilds the channels whose version moved, and forgets those that are gone.
    async fn refresh(&self, store: &Store) -> store::Result<()> {
        let known = self.index.load_full();
        let versions = store.channel_versions().await?;
        let current = |id: &ChannelId, version: &Version| known.by_id.get(id).filter(|known| known.version == *version);
        if versions.len() == known.by_id.len() && versions.iter().all(|(id, version)| current(id, version).is_some()) {
            return Ok(());
        }
        let mut snapshots = Vec::new();
        for channel in store.channels().await? {
            snapshots.push(match current(&channel.identity.id, &channel.version) {
                Some(known) => known.clone(),
                None => Arc::new(self.build(store, channel).await?),
            });
        }
        self.index.store(Arc::new(Index::of(snapshots)));
        Ok(())
    }

    async fn build(&self, store: &Store, channel: store::Channel) -> store::Result<Snapshot> {
        let content = store.content(channel.identity.id).await?;
        let events = store.home_events(channel.identity.id, &EventFilter::default(), RAIL).await?;
        let shell = self.shell.clone();
        // Serialising and compressing everything takes too long for a thread that answers visitors.
        let built = tokio::task::spawn_blocking(move || assemble(&shell, channel, content, &events)).await;
        built.map_err(|cause| store::Error::Conflict(cause.to_string()))?
    }
}

fn assemble(
    shell: &Shell,
    channel: store::Channel,
    content: Content,
    events: &store::HomeEvents,
) -> store::Result<Snapshot> {
    let home = home_events(events, &content);
    let public = Public::of(&channel.identity, &channel.profile, &content, &home)
        .map_err(|cause| store::Error::Conflict(cause.to_string()))?;
    let pages = shell.pages_of(&channel.identity, &channel.profile, &content, &public);
    Ok(Snapshot { identity: channel.identity, content, public, pages, version: channel.version })
}
