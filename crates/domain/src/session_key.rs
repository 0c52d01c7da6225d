//! API keys of logged-in members: random, and only their hash is stored, so that a stolen database reveals none.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::time::Timestamp;

/// Anonymous keys have another first byte and another length.
const VERSION: u8 = 2;
const RANDOM: usize = 32;
const LENGTH: usize = 1 + RANDOM;

/// A session that is not used for this long has ended: what the browser keeps its key for, and a little more.
pub const LIFE: i64 = 400 * Timestamp::DAY;

/// What a key is stored and found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyHash(pub [u8; 32]);

/// Makes a key; `random` comes from the caller's random source.
pub fn issue(random: [u8; RANDOM]) -> String {
    let mut bytes = [VERSION; LENGTH];
    bytes[1..].copy_from_slice(&random);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The hash of a key; `None` for what is no session key at all, such as an anonymous one.
pub fn hash(key: &str) -> Option<KeyHash> {
    let mut bytes = [0; LENGTH];
    let read = URL_SAFE_NO_PAD.decode_slice(key, &mut bytes).ok()?;
    (read == LENGTH && bytes[0] == VERSION).then(|| KeyHash(Sha256::digest(bytes).into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api_key;
    use crate::ids::ChannelId;
    use crate::secret::Secret;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_key_has_one_hash_and_shows_nothing_of_it(random: [u8; 32], other: [u8; 32]) {
            let key = issue(random);
            prop_assert_eq!(key.len(), 44);
            let found = hash(&key).unwrap();
            prop_assert_eq!(hash(&issue(random)), Some(found));
            prop_assert_ne!(found.0, random);
            prop_assert_eq!(hash(&issue(other)) == Some(found), random == other);
        }

        #[test]
        fn no_key_is_taken_for_one_of_the_other_kind(random: [u8; 32], id: [u8; 16], channel: i64) {
            let (secret, now) = (Secret::new([1; 32]), Timestamp(1_800_000_000_000));
            let channel = ChannelId(channel);
            prop_assert_eq!(hash(&api_key::issue(&secret, channel, now, id)), None);
            prop_assert_eq!(api_key::verify(&secret, channel, now, &issue(random)), None);
        }

        #[test]
        fn any_text_is_taken_or_refused_without_panic(text in "\\PC{0,100}") {
            let _ = hash(&text);
        }
    }
}
