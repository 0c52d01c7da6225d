//! How many connections there are, in all and from each address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Limits;

#[derive(Clone)]
pub struct Places {
    total: usize,
    per_address: usize,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    total: usize,
    of: HashMap<IpAddr, usize>,
}

/// A connection's place, given back when it is dropped.
pub struct Place {
    address: IpAddr,
    taken: Arc<Mutex<Taken>>,
}

impl Places {
    pub fn new(limits: &Limits) -> Self {
        Self { total: limits.total, per_address: limits.per_address, taken: Arc::default() }
    }

    pub fn take(&self, address: IpAddr) -> Option<Place> {
        let address = owner(address);
        let mut taken = lock(&self.taken);
        let of_address = taken.of.get(&address).copied().unwrap_or(0);
        if taken.total >= self.total || of_address >= self.per_address {
            return None;
        }
        taken.total += 1;
        taken.of.insert(address, of_address + 1);
        Some(Place { address, taken: self.taken.clone() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.total -= 1;
        if let Some(of_address) = taken.of.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                taken.of.remove(&self.address);
            }
        }
    }
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One customer has 2^64 addresses of IPv6.
fn owner(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_and_given_back() {
        let places = Places::new(&Limits { total: 3, per_address: 2, ..Limits::default() });
        let take = |address: &str| places.take(address.parse().unwrap());
        let first = take("10.0.0.1").unwrap();
        let _second = take("::ffff:10.0.0.1").unwrap();
        assert!(take("10.0.0.1").is_none());
        drop(first);
        let _third = take("10.0.0.1").unwrap();
        let _fourth = take("2001:db8::1").unwrap();
        assert!(take("10.0.0.2").is_none());
        drop((_second, _third, _fourth));
        assert!(lock(&places.taken).of.is_empty());
        let _one = take("2001:db8::1").unwrap();
        let _two = take("2001:db8::2").unwrap();
        assert!(take("2001:db8::3").is_none());
    }
}
