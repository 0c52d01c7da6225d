//! Counts the views of clips. A viewer who opens a clip again within half an hour counts once: players reload the same
//! URL, and the author sees the clip in the editor, on its page and by its link.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cache::Cache;
use domain::ids::{ChannelId, ClipId};
use domain::network::Network;
use http::HeaderMap;
use http::header::USER_AGENT;

use super::Clips;

/// Maximum number of clips whose views are counted at the same time.
const MAX_VIEWED: usize = 10_000;
const SEEN_FOR: Duration = Duration::from_secs(30 * 60);
const MAX_SEEN: u64 = 100_000;

/// A viewer of a clip. The number is a hash with a key of this process, so it means nothing elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ViewerHash(u64);

pub(crate) struct Views {
    secret: RandomState,
    seen: Cache<(ClipId, ViewerHash), ()>,
    counted: Mutex<HashMap<(ChannelId, ClipId), i64>>,
}

impl Views {
    pub(super) fn new() -> Self {
        Self {
            secret: RandomState::new(),
            seen: Cache::builder(MAX_SEEN).time_to_live(SEEN_FOR).build(),
            counted: Mutex::default(),
        }
    }

    /// Hashes address and user agent, because many viewers share one address.
    pub(crate) fn viewer(&self, from: IpAddr, headers: &HeaderMap) -> ViewerHash {
        let browser = headers.get(USER_AGENT).map(|name| name.as_bytes());
        ViewerHash(self.secret.hash_one((Network::of(from), browser)))
    }

    /// Counts a view of a clip.
    pub(crate) async fn add(&self, channel: ChannelId, id: ClipId, who: ViewerHash) {
        if !self.seen.insert_new((id, who), ()).await {
            return;
        }
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.len() < MAX_VIEWED || counted.contains_key(&(channel, id)) {
            *counted.entry((channel, id)).or_default() += 1;
        }
    }
}

/// How often views are stored.
pub(crate) const COUNT_INTERVAL: Duration = Duration::from_millis(500);

impl Clips {
    /// Writes down what was watched; what cannot be written is not counted.
    pub(crate) async fn count_views(&self) {
        let counted = std::mem::take(&mut *self.views.counted.lock().unwrap_or_else(PoisonError::into_inner));
        if !counted.is_empty()
            && let Err(cause) = self.store.clip_views_add(counted).await
        {
            tracing::warn!(%cause, "saving clip views failed, views lost");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One view for each viewer, not for each request.
    #[tokio::test]
    async fn viewer_counts_once() {
        let views = Views::new();
        let browser = |name: &'static str| HeaderMap::from_iter([(USER_AGENT, name.parse().unwrap())]);
        let home = IpAddr::from([192, 0, 2, 1]);
        let watch = async |clip, from, headers: &HeaderMap| {
            views.add(ChannelId(1), ClipId(clip), views.viewer(from, headers)).await;
        };
        for _ in 0..3 {
            watch(1, home, &browser("a")).await;
        }
        watch(1, home, &browser("b")).await;
        watch(1, IpAddr::from([192, 0, 2, 2]), &browser("a")).await;
        watch(1, home, &HeaderMap::new()).await;
        for last in 1..10 {
            // T55: one household, however many addresses it goes through.
            watch(3, std::net::Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, last).into(), &browser("a")).await;
        }
        watch(2, home, &browser("a")).await;
        let counted = views.counted.lock().unwrap();
        assert_eq!(counted[&(ChannelId(1), ClipId(1))], 4);
        assert_eq!(counted[&(ChannelId(1), ClipId(2))], 1);
        assert_eq!(counted[&(ChannelId(1), ClipId(3))], 1);
    }
}
