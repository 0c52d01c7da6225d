//! The networks that a play session is used from.
//!
//! An expired token is still accepted from networks that its session was used from before. So a copied URL ends with
//! its token, while players and casting devices that cannot change their URL continue. The networks are stored in
//! atomics, because every segment request reads them.

use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use domain::network::Network;

/// A page, a television beside it, and a telephone that changes networks.
const MOST: usize = 4;

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

/// The places of one session, each with the time at which it was last sent something.
#[derive(Default)]
pub(super) struct Places([Seat; MOST]);

#[derive(Default)]
struct Seat {
    place: AtomicU64,
    used: AtomicI64,
}

impl Places {
    /// When this place was last sent something; nothing where it is not known.
    pub(super) fn last_used(&self, place: ViewerNetwork) -> Option<i64> {
        self.seat(place).map(|seat| seat.used.load(Relaxed))
    }

    /// Those that were sent something after this time.
    pub(super) fn used_since(&self, time: i64) -> impl Iterator<Item = ViewerNetwork> {
        let is_used = move |seat: &&Seat| seat.used.load(Relaxed) > time;
        self.0.iter().filter(is_used).map(|seat| ViewerNetwork(seat.place.load(Relaxed)))
    }

    /// Whether a place is known, or could be without one that was used after this time being forgotten.
    pub(super) fn has_room(&self, place: ViewerNetwork, time: i64) -> bool {
        self.seat(place).is_some() || self.idlest().used.load(Relaxed) <= time
    }

    /// Remembers a network, replacing the least recently used one. Two concurrent calls may take the same slot: then
    /// the first is lost, and is added again with its next request.
    pub(super) fn remember(&self, place: ViewerNetwork, used: i64) {
        match self.seat(place) {
            Some(seat) => {
                seat.used.fetch_max(used, Relaxed);
            }
            None => {
                let seat = self.idlest();
                seat.place.store(place.0, Relaxed);
                seat.used.store(used, Relaxed);
            }
        }
    }

    fn seat(&self, place: ViewerNetwork) -> Option<&Seat> {
        self.0.iter().find(|seat| seat.place.load(Relaxed) == place.0)
    }

    fn idlest(&self) -> &Seat {
        self.0.iter().min_by_key(|seat| seat.used.load(Relaxed)).unwrap_or(&self.0[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(address: &str) -> ViewerNetwork {
        ViewerNetwork::of(address.parse().unwrap())
    }

    #[test]
    fn a_household_is_one_place() {
        assert_eq!(place("2001:db8:1:2::1"), place("2001:db8:1:2:ffff::9"));
        let others = ["2001:db8:1:3::1", "192.0.2.1", "192.0.2.2", "0.0.0.0", "::1", "::"].map(place);
        assert!(others.iter().all(|other| *other != place("2001:db8:1:2::1") && other.0 != 0));
        assert_ne!(others[1], others[2]);
        assert_eq!(place("::ffff:192.0.2.1"), others[1]);
        assert_eq!(others.map(ViewerNetwork::is_ipv4), [false, true, true, true, false, false]);
    }

    /// T1: no more than a few, and those that are used stay.
    #[test]
    fn longest_idle_network_makes_room() {
        let places = Places::default();
        let all = [1, 2, 3, 4, 5].map(|last| place(&format!("192.0.2.{last}")));
        for (time, known) in (10..).zip(&all[..MOST]) {
            assert!(places.has_room(*known, 0));
            places.remember(*known, time);
        }
        assert!(!places.has_room(all[4], 9) && places.has_room(all[4], 10) && places.has_room(all[0], 9));
        places.remember(all[0], 20);
        places.remember(all[0], 5);
        assert_eq!(places.last_used(all[0]), Some(20));
        places.remember(all[4], 21);
        assert_eq!(all.map(|place| places.last_used(place)), [Some(20), None, Some(12), Some(13), Some(21)]);
        assert_eq!([12, 20].map(|time| places.used_since(time).count()), [3, 1]);
    }
}
