//! Keyed hashes of e-mail and IP addresses: enough to count people, useless to identify them.

use std::fmt;
use std::net::IpAddr;

use domain::ids::ChannelId;
use domain::secret::Secret;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A shorter secret could be guessed, and addresses with it.
const MIN_SECRET_BYTES: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret for hashing addresses is shorter than {MIN_SECRET_BYTES} bytes")]
pub struct ShortSecret;

/// Stands for an address without giving it away; printed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AddressHash([u8; 16]);

impl fmt::Display for AddressHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for AddressHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AddressHash({self})")
    }
}

/// Hashes the addresses of one channel: the same person cannot be followed from one channel to another.
#[derive(Clone, Debug)]
pub struct AddressKey {
    secret: Secret<Vec<u8>>,
    channel: ChannelId,
}

impl AddressKey {
    pub fn new(secret: Secret<Vec<u8>>, channel: ChannelId) -> Result<Self, ShortSecret> {
        if secret.expose().len() < MIN_SECRET_BYTES {
            return Err(ShortSecret);
        }
        Ok(Self { secret, channel })
    }

    /// Case and surrounding spaces do not make another person.
    pub fn email(&self, address: &str) -> AddressHash {
        self.hash(b"email", address.trim().to_lowercase().as_bytes())
    }

    /// An IPv4 address is the same whether or not it comes wrapped in IPv6.
    pub fn ip(&self, address: IpAddr) -> AddressHash {
        match address.to_canonical() {
            IpAddr::V4(address) => self.hash(b"ip", &address.octets()),
            IpAddr::V6(address) => self.hash(b"ip", &address.octets()),
        }
    }

    /// The kind is of fixed text and the channel of fixed length, so no two inputs run together.
    fn hash(&self, kind: &[u8], address: &[u8]) -> AddressHash {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.secret.expose()).expect("HMAC accepts keys of any length");
        mac.update(kind);
        mac.update(&[0]);
        mac.update(&self.channel.0.to_be_bytes());
        mac.update(address);
        let mut short = [0; 16];
        short.copy_from_slice(&mac.finalize().into_bytes()[..16]);
        AddressHash(short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(secret: u8, channel: i64) -> AddressKey {
        AddressKey::new(Secret::new(vec![secret; 32]), ChannelId(channel)).unwrap()
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_same_person_has_the_same_hash() {
        assert_eq!(key(1, 1).email(" Fan@Demo.test "), key(1, 1).email("fan@demo.test"));
        assert_ne!(key(1, 1).email("fan@demo.test"), key(1, 1).email("fan2@demo.test"));
        assert_eq!(key(1, 1).ip(ip("::ffff:192.0.2.1")), key(1, 1).ip(ip("192.0.2.1")));
        assert_ne!(key(1, 1).ip(ip("192.0.2.1")), key(1, 1).ip(ip("192.0.2.2")));
    }

    /// T26: hashes of two channels cannot be joined.
    #[test]
    fn channels_and_secrets_make_other_hashes() {
        let hash = key(1, 1).email("fan@demo.test");
        assert_ne!(hash, key(1, 2).email("fan@demo.test"));
        assert_ne!(hash, key(2, 1).email("fan@demo.test"));
    }

    /// T43: neither the hash nor the key shows an address or a secret.
    #[test]
    fn hash_and_key_show_no_address_or_secret() {
        let hash = key(1, 1).email("fan@demo.test");
        assert_eq!(hash.to_string().len(), 32);
        assert!(!format!("{hash} {hash:?} {:?}", key(1, 1)).contains("fan"));
        assert!(format!("{:?}", key(1, 1)).contains("Secret(…)"));
    }

    #[test]
    fn short_secrets_are_refused() {
        assert!(AddressKey::new(Secret::new(vec![1; 31]), ChannelId(1)).is_err());
    }
}
