//! Stream keys: the credential of an encoder.
//!
//! A key is derived from its channel's secret, so that no key is stored. It is void once the game has a newer key
//! generation.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::ids::{ChannelId, EventId};
use crate::secret::Secret;

/// 160 bits.
const PROOF: usize = 20;
/// Letters and digits that cannot be taken for each other when they are read aloud or typed.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const PURPOSE: &[u8] = b"stream key";

/// What a key claims, unchecked: whose secret to check it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub event: EventId,
    pub generation: i64,
}

/// A key as it is typed into an encoder; not for logs.
pub fn issue(secret: &Secret<[u8; 32]>, channel: ChannelId, claim: Claim) -> Secret<String> {
    let proof = spell(&mac(secret, channel, claim).finalize().into_bytes());
    Secret::new(format!("{claim}-{proof}"))
}

/// Reads what a key claims; `None` for what cannot be a key.
pub fn claim(key: &str) -> Option<Claim> {
    let mut parts = key.splitn(3, '-');
    let mut number = || parts.next()?.parse().ok().filter(|number: &i64| *number >= 0);
    let claim = Claim { event: EventId(number()?), generation: number()? };
    parts.next().is_some_and(|proof| proof.len() == PROOF * 8 / 5).then_some(claim)
}

/// Whether the key is the one of this game and generation.
pub fn verify(secret: &Secret<[u8; 32]>, channel: ChannelId, claim: Claim, key: &str) -> bool {
    let expected = issue(secret, channel, claim);
    subtle::ConstantTimeEq::ct_eq(expected.expose().as_bytes(), key.as_bytes()).into()
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.event, self.generation)
    }
}

fn mac(secret: &Secret<[u8; 32]>, channel: ChannelId, claim: Claim) -> Hmac<Sha256> {
    // HMAC takes keys of any length, so a fixed-length one cannot be refused.
    Hmac::<Sha256>::new_from_slice(secret.expose())
        .expect("HMAC accepts keys of any length")
        .chain_update(PURPOSE)
        .chain_update(channel.0.to_be_bytes())
        .chain_update(claim.event.0.to_be_bytes())
        .chain_update(claim.generation.to_be_bytes())
}

/// Five bits a letter.
fn spell(proof: &[u8]) -> String {
    let bits = proof[..PROOF].iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
    let mut bits = bits.peekable();
    let mut letters = String::with_capacity(PROOF * 8 / 5);
    while bits.peek().is_some() {
        let five = bits.by_ref().take(5).fold(0, |letter, bit| letter << 1 | usize::from(bit));
        letters.push(char::from(LETTERS[five]));
    }
    letters
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CHANNEL: ChannelId = ChannelId(7);
    const CLAIM: Claim = Claim { event: EventId(51_003), generation: 2 };

    fn secret() -> Secret<[u8; 32]> {
        Secret::new([9; 32])
    }

    /// T35: 160 bits, of one channel, game and generation.
    #[test]
    fn a_key_is_good_for_its_own_game_and_generation() {
        let key = issue(&secret(), CHANNEL, CLAIM);
        let key = key.expose();
        assert!(key.starts_with("51003-2-") && key.len() == 8 + 32, "{key}");
        assert_eq!(claim(key), Some(CLAIM));
        assert!(verify(&secret(), CHANNEL, CLAIM, key));
        assert!(!verify(&Secret::new([8; 32]), CHANNEL, CLAIM, key));
        assert!(!verify(&secret(), ChannelId(8), CLAIM, key));
        assert!(!verify(&secret(), CHANNEL, Claim { generation: 3, ..CLAIM }, key));
        assert!(!verify(&secret(), CHANNEL, Claim { event: EventId(51_004), ..CLAIM }, key));
    }

    #[test]
    fn malformed_key_claims_nothing() {
        for key in ["", "-", "1", "1-2", "1-2-", "1-2-short", "x-2-abcdefghijkmnpqrstuvwxyz23456789", "-1-2-a"] {
            assert_eq!(claim(key), None, "{key}");
        }
    }

    proptest! {
        /// T35: one changed letter makes a key wrong.
        #[test]
        fn a_changed_letter_fails(at in 0_usize..40, letter in "[a-z0-9-]") {
            let key = issue(&secret(), CHANNEL, CLAIM);
            let mut changed = key.expose().clone();
            changed.replace_range(at..=at, &letter);
            prop_assert_eq!(verify(&secret(), CHANNEL, CLAIM, &changed), changed == *key.expose());
        }

        #[test]
        fn any_key_text_is_refused_without_panic(key in ".{0,60}") {
            if let Some(claim) = claim(&key) {
                prop_assert!(!verify(&secret(), CHANNEL, claim, &key));
            }
        }
    }
}
