//! Slots for clients of the change feed. Members have priority over anonymous clients, and networks with few
//! connections over networks with many, so that nobody can block others by opening many pages.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::crowd::{Crowd, Holder};
use domain::ids::{AccountId, ChannelId};
use domain::network::Network;
use tokio::sync::oneshot;

/// Pages of one member that follow at once; the others ask now and then.
const PAGES_OF_MEMBER: usize = 64;

/// The kind of client that follows the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follower {
    Stranger(Network),
    Member(ChannelId, AccountId),
}

pub(crate) struct Followers {
    most: usize,
    taken: Mutex<Taken>,
}

/// Dropping what is kept of a follower ends their stream.
struct Taken {
    strangers: Crowd<Network, oneshot::Sender<()>>,
    members: Crowd<(ChannelId, AccountId), oneshot::Sender<()>>,
}

/// A follower's place, given back when it is dropped.
pub(crate) struct Place {
    who: Follower,
    holder: Holder,
    followers: Arc<Followers>,
    displaced: oneshot::Receiver<()>,
}

impl Followers {
    pub(crate) fn new(most: usize) -> Self {
        let (strangers, members) = (Crowd::new(most, most), Crowd::new(most, PAGES_OF_MEMBER));
        Self { most, taken: Mutex::new(Taken { strangers, members }) }
    }

    /// Takes a slot, if necessary from another client; `None` if none is available.
    pub(crate) fn enter(self: &Arc<Self>, who: Follower) -> Option<Place> {
        let (keep, displaced) = oneshot::channel();
        let holder = self.taken().enter(who, self.most, keep)?;
        Some(Place { who, holder, followers: self.clone(), displaced })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn enter(&mut self, who: Follower, most: usize, keep: oneshot::Sender<()>) -> Option<Holder> {
        let Self { strangers, members } = self;
        let is_full = strangers.len() + members.len() >= most;
        match who {
            Follower::Stranger(network) => {
                // A displaced follower comes back: only as long as that makes the shares more even.
                if is_full && (strangers.largest() <= strangers.count(network) + 1 || strangers.displace().is_none()) {
                    return None;
                }
                strangers.enter_fairly(network, keep).map(|entered| entered.holder)
            }
            Follower::Member(channel, account) => {
                let whose = (channel, account);
                if is_full && members.count(whose) < PAGES_OF_MEMBER && strangers.displace().is_none() {
                    let has_more = members.largest() > members.count(whose) + 1;
                    has_more.then(|| members.displace())??;
                }
                members.enter_fairly(whose, keep).map(|entered| entered.holder)
            }
        }
    }
}

impl Place {
    /// Waits until the slot is given to another client.
    pub(crate) async fn displaced(&mut self) {
        // Nothing is ever sent: its end is the word.
        let _ = (&mut self.displaced).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.followers.taken();
        match self.who {
            Follower::Stranger(network) => taken.strangers.leave(network, self.holder),
            Follower::Member(channel, account) => taken.members.leave((channel, account), self.holder),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    fn stranger(from: &str) -> Follower {
        Follower::Stranger(Network::of(from.parse().unwrap()))
    }

    fn member(account: i64) -> Follower {
        Follower::Member(ChannelId(1), AccountId(account))
    }

    fn enter<const N: usize>(followers: &Arc<Followers>, who: Follower) -> [Place; N] {
        std::array::from_fn(|_| followers.enter(who).expect("there is room"))
    }

    fn must_go(place: &mut Place) -> bool {
        place.displaced().now_or_never().is_some()
    }

    /// T55: strangers of one network make room for those of others, until all have as much; members come before them.
    #[tokio::test]
    async fn strangers_are_the_first_to_go() {
        let followers = Arc::new(Followers::new(6));
        let mut many: [_; 4] = enter(&followers, stranger("2001:db8::1"));
        let [mut fan, mut rival] = [member(1), member(2)].map(|who| followers.enter(who).unwrap());
        assert!(followers.enter(stranger("2001:db8::2")).is_none(), "the same network");
        let mut other: [_; 2] = enter(&followers, stranger("192.0.2.1"));
        assert!(followers.enter(stranger("192.0.2.1")).is_none(), "both have two now");
        assert_eq!(many.each_mut().map(must_go), [true, true, false, false]);
        let mut more: [_; 2] = enter(&followers, member(3));
        assert!(must_go(&mut many[2]) && must_go(&mut other[0]) && !must_go(&mut fan) && !must_go(&mut rival));
        let mut last: [_; 2] = enter(&followers, member(3));
        assert!(must_go(&mut many[3]) && must_go(&mut other[1]));
        assert!(followers.enter(stranger("192.0.2.9")).is_none(), "members are not sent away for strangers");
        assert!(followers.enter(member(3)).is_none());
        let _fourth = followers.enter(member(4)).unwrap();
        assert!(must_go(&mut more[0]) && !must_go(&mut last[0]) && !must_go(&mut fan), "who has most pages");
    }

    /// T36, T55: a member has so many pages; places are given back.
    #[tokio::test]
    async fn pages_of_a_member_are_limited() {
        let followers = Arc::new(Followers::new(100));
        let mut pages: [_; PAGES_OF_MEMBER] = enter(&followers, member(1));
        let _strangers: [_; 36] = enter(&followers, stranger("192.0.2.1"));
        assert!(followers.enter(member(1)).is_none());
        let _rival = followers.enter(member(2)).unwrap();
        assert!(!pages.iter_mut().any(must_go));
        drop(pages);
        assert!(followers.enter(member(1)).is_some());
        assert_eq!(followers.taken().members.len(), 1);
    }
}
