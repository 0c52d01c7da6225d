//! Anonymous API keys: self-contained, so that issuing and checking them needs no database.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::ids::ChannelId;
use crate::secret::Secret;
use crate::time::Timestamp;

const VERSION: u8 = 1;
const RANDOM: usize = 16;
const MAC: usize = 16;
/// Version, channel, issue time in seconds, random id, MAC.
const LENGTH: usize = 1 + 8 + 8 + RANDOM + MAC;

/// How long a key is taken: what the browser keeps it for, and a little more.
pub const LIFE: i64 = 400 * Timestamp::DAY;

/// Clocks of two servers may differ by this much.
const CLOCK_SKEW: i64 = 5 * Timestamp::MINUTE;

/// What a key says of its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnonymousKey {
    pub channel: ChannelId,
    pub issued_at: Timestamp,
    pub id: [u8; RANDOM],
}

/// Makes a key of the channel; `id` comes from the caller's random source.
pub fn issue(secret: &Secret<[u8; 32]>, channel: ChannelId, now: Timestamp, id: [u8; RANDOM]) -> String {
    let mut bytes = Vec::with_capacity(LENGTH);
    bytes.push(VERSION);
    bytes.extend_from_slice(&channel.0.to_be_bytes());
    bytes.extend_from_slice(&now.seconds().to_be_bytes());
    bytes.extend_from_slice(&id);
    let tag = mac(secret, &bytes).finalize().into_bytes();
    bytes.extend_from_slice(&tag[..MAC]);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The channel that a key claims to be of, unchecked: whose secret to check it with.
pub fn claimed_channel(key: &str) -> Option<ChannelId> {
    decode(key).map(|bytes| ChannelId(number(&bytes, 1)))
}

/// Reads a key; `None` for anything that this channel did not issue, or issued too long ago.
pub fn verify(secret: &Secret<[u8; 32]>, channel: ChannelId, now: Timestamp, key: &str) -> Option<AnonymousKey> {
    let bytes = decode(key)?;
    let (signed, tag) = bytes.split_at(LENGTH - MAC);
    mac(secret, signed).verify_truncated_left(tag).ok()?;
    let issued_at = Timestamp::from_seconds(number(&bytes, 9));
    let age = now.0.saturating_sub(issued_at.0);
    let valid = number(&bytes, 1) == channel.0 && (-CLOCK_SKEW..=LIFE).contains(&age);
    let id = bytes[17..17 + RANDOM].try_into().ok()?;
    valid.then_some(AnonymousKey { channel, issued_at, id })
}

fn decode(key: &str) -> Option<[u8; LENGTH]> {
    let mut bytes = [0; LENGTH];
    let read = URL_SAFE_NO_PAD.decode_slice(key, &mut bytes).ok()?;
    (read == LENGTH && bytes[0] == VERSION).then_some(bytes)
}

fn number(bytes: &[u8; LENGTH], at: usize) -> i64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    i64::from_be_bytes(number)
}

fn mac(secret: &Secret<[u8; 32]>, bytes: &[u8]) -> Hmac<Sha256> {
    // HMAC takes keys of any length, so a fixed-length one cannot be refused.
    Hmac::<Sha256>::new_from_slice(secret.expose()).expect("HMAC accepts keys of any length").chain_update(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn secret(byte: u8) -> Secret<[u8; 32]> {
        Secret::new([byte; 32])
    }

    /// BOOT-03: a key is tied to its channel.
    #[test]
    fn a_key_is_taken_by_its_channel_only() {
        let key = issue(&secret(1), ChannelId(7), NOW, [9; 16]);
        assert_eq!(claimed_channel(&key), Some(ChannelId(7)));
        assert_eq!(verify(&secret(1), ChannelId(7), NOW, &key).map(|k| k.id), Some([9; 16]));
        assert_eq!(verify(&secret(1), ChannelId(8), NOW, &key), None);
        assert_eq!(verify(&secret(2), ChannelId(7), NOW, &key), None);
    }

    #[test]
    fn a_key_lives_as_long_as_the_browser_keeps_it() {
        let key = issue(&secret(1), ChannelId(7), NOW, [9; 16]);
        let at = |milliseconds| verify(&secret(1), ChannelId(7), NOW.plus(milliseconds), &key).is_some();
        assert!(at(360 * Timestamp::DAY));
        assert!(!at(LIFE + Timestamp::SECOND));
        assert!(at(-Timestamp::MINUTE), "another server's clock may be a little behind");
        assert!(!at(-Timestamp::HOUR));
    }

    proptest! {
        #[test]
        fn a_changed_character_fails(at in 0usize..66, to in "[A-Za-z0-9_-]") {
            let key = issue(&secret(1), ChannelId(7), NOW, [9; 16]);
            let mut changed = key.clone();
            changed.replace_range(at..=at, &to);
            prop_assume!(changed != key);
            prop_assert_eq!(verify(&secret(1), ChannelId(7), NOW, &changed), None);
        }

        #[test]
        fn any_text_is_refused_without_panic(text in "\\PC{0,100}") {
            prop_assert_eq!(verify(&secret(1), ChannelId(7), NOW, &text), None);
        }
    }
}
