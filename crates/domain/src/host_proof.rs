//! Proof that a request to a host has reached a server of the channel: it answers a random token with its own key.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::secret::Secret;

/// Keeps these answers apart from what else the key signs.
const PURPOSE: &[u8] = b"touchline host proof";

/// What the channel's servers answer to a token, in hexadecimal digits.
pub fn answer(key_secret: &Secret<[u8; 32]>, token: u128) -> String {
    let key = mac(key_secret.expose(), PURPOSE);
    mac(&key, &token.to_be_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn mac(key: &[u8], bytes: &[u8]) -> [u8; 32] {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC accepts keys of any length");
    mac.chain_update(bytes).finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OPS-02: another channel, and another token, have another answer.
    #[test]
    fn answers_differ_by_channel_and_token() {
        let answer = |key: u8, token| answer(&Secret::new([key; 32]), token);
        assert_eq!(answer(1, 7), answer(1, 7));
        assert_eq!(answer(1, 7).len(), 64);
        assert_ne!(answer(1, 7), answer(2, 7));
        assert_ne!(answer(1, 7), answer(1, 8));
    }
}
