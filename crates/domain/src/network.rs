//! Networks of IP addresses. Limits count networks, because one IPv6 subscriber has 2^64 addresses.

use std::net::{IpAddr, Ipv6Addr};

/// What one subscriber has: an IPv4 address, or the /64 around an IPv6 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(IpAddr);

impl Network {
    /// Sockets that take both kinds wrap IPv4 addresses in IPv6: unwrapped, they are not all one network.
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
            address => address,
        })
    }

    /// Its first address.
    pub fn address(self) -> IpAddr {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> Network {
        Network::of(address.parse().unwrap())
    }

    /// T55: a subscriber is one network, whichever of its addresses it uses and however they are written.
    #[test]
    fn a_subscriber_is_one_network() {
        for (one, other) in
            [("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"), ("192.0.2.1", "::ffff:192.0.2.1"), ("::1", "::2")]
        {
            assert_eq!(network(one), network(other));
        }
        for (one, other) in [
            ("2001:db8:1:2::1", "2001:db8:1:3::1"),
            ("192.0.2.1", "192.0.2.2"),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.2"),
            ("::ffff:192.0.2.1", "::1"),
        ] {
            assert_ne!(network(one), network(other));
        }
        assert_eq!(network("2001:db8:1:2:3::4").address().to_string(), "2001:db8:1:2::");
    }
}
