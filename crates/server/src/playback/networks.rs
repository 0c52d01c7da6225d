//! The networks that a play session is used from.
//!
//! An expired token is still accepted from networks that its session was used from before. So a copied URL ends with
//! its token, while players and casting devices that cannot change their URL continue. The networks are stored in
//! atomics, because every segment request reads them.

use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use domain::network::Network;

/// A page, a television beside it, and a telephone that changes networks.
const MAX_NETWORKS: usize = 4;

/// The network that a household has: devices in it change their addresses as they like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ViewerNetwork(u64);

/// 0 means empty. This bit marks IPv4 networks; no assigned IPv6 network has it.
const IPV4: u64 = 1 << 32;

impl ViewerNetwork {
    pub(crate) fn of(address: IpAddr) -> Self {
        Self(match Network::of(address).address() {
            IpAddr::V4(address) => IPV4 | u64::from(address.to_bits()),
            IpAddr::V6(address) => u64::try_from(address.to_bits() >> 64).unwrap_or_default().max(1),
        })
    }

    pub(super) fn is_ipv4(self) -> bool {
        self.0 >> 32 == 1
    }
}

/// The networks of one session, each with the time at which it was last sent something.
#[derive(Default)]
pub(super) struct NetworkSlots([Slot; MAX_NETWORKS]);

#[derive(Default)]
struct Slot {
    network: AtomicU64,
    used: AtomicI64,
}

impl NetworkSlots {
    /// When this network was last sent something; nothing where it is not known.
    pub(super) fn last_used(&self, network: ViewerNetwork) -> Option<i64> {
        self.slot(network).map(|slot| slot.used.load(Relaxed))
    }

    /// Those that were sent something after this time.
    pub(super) fn used_since(&self, time: i64) -> impl Iterator<Item = ViewerNetwork> {
        let is_used = move |slot: &&Slot| slot.used.load(Relaxed) > time;
        self.0.iter().filter(is_used).map(|slot| ViewerNetwork(slot.network.load(Relaxed)))
    }

    /// Whether a network is known, or could be without one that was used after this time being forgotten.
    pub(super) fn has_room(&self, network: ViewerNetwork, time: i64) -> bool {
        self.slot(network).is_some() || self.least_recent().used.load(Relaxed) <= time
    }

    /// Remembers a network, replacing the least recently used one. Two concurrent calls may take the same slot: then
    /// the first is lost, and is added again with its next request.
    pub(super) fn remember(&self, network: ViewerNetwork, used: i64) {
        match self.slot(network) {
            Some(slot) => {
                slot.used.fetch_max(used, Relaxed);
            }
            None => {
                let slot = self.least_recent();
                slot.network.store(network.0, Relaxed);
                slot.used.store(used, Relaxed);
            }
        }
    }

    fn slot(&self, network: ViewerNetwork) -> Option<&Slot> {
        self.0.iter().find(|slot| slot.network.load(Relaxed) == network.0)
    }

    fn least_recent(&self) -> &Slot {
        self.0.iter().min_by_key(|slot| slot.used.load(Relaxed)).unwrap_or(&self.0[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> ViewerNetwork {
        ViewerNetwork::of(address.parse().unwrap())
    }

    #[test]
    fn household_is_one_network() {
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        let others = ["2001:db8:1:3::1", "192.0.2.1", "192.0.2.2", "0.0.0.0", "::1", "::"].map(network);
        assert!(others.iter().all(|other| *other != network("2001:db8:1:2::1") && other.0 != 0));
        assert_ne!(others[1], others[2]);
        assert_eq!(network("::ffff:192.0.2.1"), others[1]);
        assert_eq!(others.map(ViewerNetwork::is_ipv4), [false, true, true, true, false, false]);
    }

    /// T1: no more than a few, and those that are used stay.
    #[test]
    fn longest_idle_network_makes_room() {
        let slots = NetworkSlots::default();
        let all = [1, 2, 3, 4, 5].map(|last| network(&format!("192.0.2.{last}")));
        for (time, known) in (10..).zip(&all[..MAX_NETWORKS]) {
            assert!(slots.has_room(*known, 0));
            slots.remember(*known, time);
        }
        assert!(!slots.has_room(all[4], 9) && slots.has_room(all[4], 10) && slots.has_room(all[0], 9));
        slots.remember(all[0], 20);
        slots.remember(all[0], 5);
        assert_eq!(slots.last_used(all[0]), Some(20));
        slots.remember(all[4], 21);
        assert_eq!(all.map(|network| slots.last_used(network)), [Some(20), None, Some(12), Some(13), Some(21)]);
        assert_eq!([12, 20].map(|time| slots.used_since(time).count()), [3, 1]);
    }
}
