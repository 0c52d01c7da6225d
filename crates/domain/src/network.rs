//! Networks of IP addresses. Limits count networks, because one IPv6 subscriber has 2^64 addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

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

/// Whether the address is one of the public internet: not of this machine, of a private network, or of a provider's own.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => {
            let parts = address.segments();
            match parts {
                // NAT64 and 6to4 lead to the IPv4 address within.
                [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
                    is_public_v4(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)))
                }
                // Teredo, benchmarking, ORCHID, documentation.
                [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
                [first, ..] => first & 0xe000 == 0x2000,
            }
        }
    }
}

/// Whether this server may send requests to the address, which somebody else chose. `allows_loopback` is for development.
pub fn may_reach(address: IpAddr, allows_loopback: bool) -> bool {
    is_public(address) || allows_loopback && address.to_canonical().is_loopback()
}

/// Whether a name of a host means the same everywhere.
pub fn is_public_name(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    let end = name.rsplit('.').next().unwrap_or_default();
    let is_reserved =
        ["localhost", "local", "internal", "intranet", "lan", "home", "corp", "arpa", "onion"].contains(&end);
    name.contains('.') && !is_reserved
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_special = match address.octets() {
        // Shared by customers of a provider, protocol assignments, benchmarking, reserved.
        [0 | 240..=255, ..] | [100, 64..=127, ..] | [192, 0, 0, _] | [192, 88, 99, _] | [198, 18..=19, ..] => true,
        _ => false,
    };
    !(is_special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    /// T32: no address of this machine or of a network around it is public, however it is written.
    #[test]
    fn private_addresses_are_not_public() {
        for public in ["8.8.8.8", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "2a00:1450::1"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.1.2.3",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

    proptest! {
        /// T32: IPv6 around an IPv4 address hides nothing.
        #[test]
        fn wrapped_addresses_are_as_public_as_themselves(bits: u32) {
            let address = Ipv4Addr::from_bits(bits);
            let within = u128::from(bits);
            for wrapped in [0xffff << 32 | within, 0x64_ff9b << 96 | within, 0x2002 << 112 | within << 80] {
                prop_assert_eq!(is_public(Ipv6Addr::from_bits(wrapped).into()), is_public(address.into()));
            }
        }
    }
}
