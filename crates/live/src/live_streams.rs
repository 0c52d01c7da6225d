//! The live games of this server, by media id.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use domain::ids::MediaId;
use media::live::LiveStream;
use tokio::sync::Notify;

/// Filled by ingest and read with every viewer's request.
#[derive(Default)]
pub struct LiveStreams {
    /// Changed a few times per game, so readers take no lock.
    games: ArcSwap<HashMap<MediaId, Arc<LiveStream>>>,
    /// Those of which something has been recorded since it was last asked for; as many as games, at most.
    grown: Mutex<BTreeSet<MediaId>>,
    growing: Notify,
}

impl LiveStreams {
    pub fn get(&self, media: MediaId) -> Option<Arc<LiveStream>> {
        self.games.load().get(&media).cloned()
    }

    pub fn insert(&self, media: MediaId, air: Arc<LiveStream>) {
        self.change(|games| games.insert(media, air.clone()));
    }

    pub fn remove(&self, media: MediaId) {
        self.change(|games| games.remove(&media));
    }

    fn change(&self, change: impl Fn(&mut HashMap<MediaId, Arc<LiveStream>>) -> Option<Arc<LiveStream>>) {
        self.games.rcu(|games| {
            let mut games = HashMap::clone(games);
            change(&mut games);
            games
        });
    }

    /// To be called when more of a game is on disk, or its end.
    pub fn has_grown(&self, media: MediaId) {
        self.grown.lock().unwrap_or_else(PoisonError::into_inner).insert(media);
        self.growing.notify_one();
    }

    /// Waits until more of some games is on disk than was last taken.
    pub async fn growth(&self) {
        while self.grown.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
            self.growing.notified().await;
        }
    }

    /// The games of which more is on disk than when this was last asked. One task asks: what it was told, nobody else is.
    pub fn take_grown(&self) -> BTreeSet<MediaId> {
        std::mem::take(&mut *self.grown.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
