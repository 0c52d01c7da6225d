//! Limits the number of connections. Connections without a key have slots of their own, and new ones displace the
//! oldest, so that strangers cannot keep encoders out, from however many networks they connect.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::crowd::{Crowd, Entered, Holder};
use domain::network::Network;
use tokio::sync::oneshot;

use super::{Limits, Refused};

#[derive(Clone)]
pub struct ConnectionSlots {
    publishing: usize,
    taken: Arc<Mutex<Taken>>,
}

struct Taken {
    publishing: usize,
    /// Dropping what is kept tells a connection to go.
    strangers: Crowd<Network, oneshot::Sender<()>>,
}

/// A connection's slot, given back when it is dropped.
pub struct ConnectionSlot {
    network: Network,
    held: Held,
    most_publishing: usize,
    taken: Arc<Mutex<Taken>>,
    displaced: oneshot::Receiver<()>,
}

enum Held {
    Stranger(Holder),
    Publishing,
}

impl ConnectionSlots {
    pub fn new(limits: &Limits) -> Self {
        let strangers = Crowd::new(limits.strangers, limits.strangers_of_network);
        Self { publishing: limits.publishing, taken: Arc::new(Mutex::new(Taken { publishing: 0, strangers })) }
    }

    /// A slot for a connection without a key; it may displace another one.
    pub fn enter(&self, address: IpAddr) -> ConnectionSlot {
        let network = Network::of(address);
        let (keep, displaced) = oneshot::channel();
        let Entered { holder, gone } = lock(&self.taken).strangers.enter(network, keep);
        if gone.is_some() {
            tracing::debug!(network = %network.address(), "connection without a key displaced by another");
        }
        let held = Held::Stranger(holder);
        ConnectionSlot { network, held, most_publishing: self.publishing, taken: self.taken.clone(), displaced }
    }
}

impl ConnectionSlot {
    /// Waits until the slot is displaced; never for publishing encoders.
    pub async fn displaced(&mut self) {
        match self.held {
            Held::Stranger(_) => drop((&mut self.displaced).await),
            Held::Publishing => std::future::pending().await,
        }
    }

    /// The key was right: the slot can no longer be displaced by connections without a key.
    pub fn publish(&mut self) -> Result<(), Refused> {
        let Held::Stranger(holder) = self.held else { return Ok(()) };
        let mut taken = lock(&self.taken);
        // There are more slots than games, so that only connections that are just ending could fill them.
        if taken.publishing >= self.most_publishing {
            return Err(Refused::TooManyGames);
        }
        taken.publishing += 1;
        taken.strangers.leave(self.network, holder);
        self.held = Held::Publishing;
        Ok(())
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        match self.held {
            Held::Stranger(holder) => drop(taken.strangers.leave(self.network, holder)),
            Held::Publishing => taken.publishing -= 1,
        }
    }
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    fn slots() -> ConnectionSlots {
        ConnectionSlots::new(&Limits { publishing: 2, strangers: 3, strangers_of_network: 2, ..Limits::default() })
    }

    fn enter(slots: &ConnectionSlots, address: &str) -> ConnectionSlot {
        slots.enter(address.parse().unwrap())
    }

    fn must_go(slot: &mut ConnectionSlot) -> bool {
        slot.displaced().now_or_never().is_some()
    }

    /// T55: strangers make room for each other, by network; a publishing encoder has a place of another kind.
    #[tokio::test]
    async fn strangers_make_room_and_encoders_do_not() {
        let slots = slots();
        let mut encoder = enter(&slots, "192.0.2.9");
        encoder.publish().unwrap();
        let mut first = enter(&slots, "2001:db8::1");
        let mut second = enter(&slots, "2001:db8::ffff:2");
        let mut third = enter(&slots, "2001:db8::3");
        assert!(must_go(&mut first) && !must_go(&mut second) && !must_go(&mut third), "one network has two");
        let mut fourth = enter(&slots, "192.0.2.1");
        let mut fifth = enter(&slots, "::ffff:192.0.2.2");
        assert!(must_go(&mut second) && !must_go(&mut third) && !must_go(&mut fourth) && !must_go(&mut fifth));
        let mut right = enter(&slots, "192.0.2.1");
        right.publish().unwrap();
        for _ in 0..10 {
            enter(&slots, "192.0.2.3");
        }
        assert!(!must_go(&mut encoder) && !must_go(&mut right));
        let mut more = enter(&slots, "192.0.2.4");
        assert_eq!(more.publish(), Err(Refused::TooManyGames));
        drop(encoder);
        more.publish().unwrap();
    }

    /// T55: an encoder told to go just as its key turns out to be right stays.
    #[tokio::test]
    async fn a_right_key_comes_before_the_crowd() {
        let slots = slots();
        let mut encoder = enter(&slots, "192.0.2.9");
        let crowd = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(|from| enter(&slots, from));
        encoder.publish().unwrap();
        assert!(!must_go(&mut encoder));
        drop((encoder, crowd));
        let taken = lock(&slots.taken);
        assert!(taken.publishing == 0 && taken.strangers.is_empty(), "slots are given back");
    }
}
