//! The token of a known browser: attempts from elsewhere to guess the password do not slow its owner down.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::ids::{AccountId, ChannelId};
use crate::secret::Secret;
use crate::session_key::KeyHash;
use crate::time::Timestamp;

const RANDOM: usize = 16;
const MAC: usize = 16;
/// Account, time in seconds, random id, MAC.
const LENGTH: usize = 8 + 8 + RANDOM + MAC;

/// For how long a browser is known.
pub const LIFE: i64 = 400 * Timestamp::DAY;

/// A browser that its owner has logged in with before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KnownDevice {
    pub account: AccountId,
    pub id: [u8; RANDOM],
}

impl KnownDevice {
    /// The browser that a session is open in: tries that are made with it are its own.
    pub fn of_session(account: AccountId, KeyHash(session): KeyHash) -> Self {
        let mut id = [0; RANDOM];
        id.copy_from_slice(&session[..RANDOM]);
        Self { account, id }
    }
}

/// Makes a token; `id` comes from the caller's random source.
pub fn issue(
    secret: &Secret<[u8; 32]>,
    channel: ChannelId,
    account: AccountId,
    now: Timestamp,
    id: [u8; RANDOM],
) -> String {
    let mut bytes = Vec::with_capacity(LENGTH);
    bytes.extend_from_slice(&account.0.to_be_bytes());
    bytes.extend_from_slice(&now.seconds().to_be_bytes());
    bytes.extend_from_slice(&id);
    let tag = mac(secret, channel, &bytes).finalize().into_bytes();
    bytes.extend_from_slice(&tag[..MAC]);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads a token; `None` for anything that this channel did not issue, or issued too long ago.
pub fn verify(secret: &Secret<[u8; 32]>, channel: ChannelId, now: Timestamp, token: &str) -> Option<KnownDevice> {
    let mut bytes = [0; LENGTH];
    let read = URL_SAFE_NO_PAD.decode_slice(token, &mut bytes).ok()?;
    let (signed, tag) = bytes.split_at(LENGTH - MAC);
    mac(secret, channel, signed).verify_truncated_left(tag).ok()?;
    let number = |at: usize| bytes[at..at + 8].try_into().map(i64::from_be_bytes).ok();
    let age = now.0.saturating_sub(Timestamp::from_seconds(number(8)?).0);
    let id = bytes[16..16 + RANDOM].try_into().ok()?;
    (read == LENGTH && age <= LIFE).then_some(KnownDevice { account: AccountId(number(0)?), id })
}

/// The same secret signs api keys: the name keeps one from being taken for the other.
fn mac(secret: &Secret<[u8; 32]>, channel: ChannelId, bytes: &[u8]) -> Hmac<Sha256> {
    Hmac::<Sha256>::new_from_slice(secret.expose())
        .expect("HMAC accepts keys of any length")
        .chain_update(b"device")
        .chain_update(channel.0.to_be_bytes())
        .chain_update(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    proptest! {
        #[test]
        fn a_token_is_of_one_account_on_one_channel(account: i64, id: [u8; 16], flipped in 0..LENGTH, bit in 0..8u8) {
            let (secret, channel) = (Secret::new([1; 32]), ChannelId(1));
            let token = issue(&secret, channel, AccountId(account), NOW, id);
            let known = KnownDevice { account: AccountId(account), id };
            prop_assert_eq!(verify(&secret, channel, NOW.plus(LIFE), &token), Some(known));
            prop_assert_eq!(verify(&secret, channel, NOW.plus(LIFE + 1_000), &token), None);
            prop_assert_eq!(verify(&secret, ChannelId(2), NOW, &token), None);
            prop_assert_eq!(verify(&Secret::new([2; 32]), channel, NOW, &token), None);
            let mut bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
            bytes[flipped] ^= 1 << bit;
            prop_assert_eq!(verify(&secret, channel, NOW, &URL_SAFE_NO_PAD.encode(bytes)), None);
        }

        #[test]
        fn any_text_is_taken_or_refused_without_panic(text in "\\PC{0,100}") {
            prop_assert_eq!(verify(&Secret::new([1; 32]), ChannelId(1), NOW, &text), None);
        }
    }
}
