//! Codes that a TV shows and a member enters on a phone: short and hard to misread.

use crate::code;
use crate::one_time_token::TokenKey;
use crate::secret::Secret;

/// Neither letters nor digits that are taken for others: no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V.
const ALPHABET: &[u8; 23] = b"ACDEFGHJKMNPQRTWXY34679";
const LENGTH: usize = 8;

/// A code, without the dash that it is shown with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceCode(String);

impl DeviceCode {
    /// A new code; `random` comes from the caller's random source.
    pub fn new(random: u64) -> Self {
        Self(code::letters(ALPHABET, LENGTH, random.into()))
    }

    /// As typed, in any case and however it is grouped; `None` when it cannot be a code.
    pub fn typed(text: &str) -> Option<Self> {
        code::typed(ALPHABET, LENGTH, char::to_ascii_uppercase, text).map(Self)
    }

    /// As it is shown: two groups of four.
    pub fn shown(&self) -> String {
        let (first, second) = self.0.split_at(LENGTH / 2);
        format!("{first}-{second}")
    }

    /// What its token is found by, on the channel of that secret.
    pub fn key(&self, secret: &Secret<[u8; 32]>) -> TokenKey {
        TokenKey::of_code(secret, "device", "", &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn malformed_device_code_is_refused() {
        for wrong in ["", "K7PM4XQ", "K7PM4XQDA", "K7PM-4XQ0", "K7PM_4XQD", "К7PM4XQD", "K7PM4XQé"] {
            assert_eq!(DeviceCode::typed(wrong), None, "{wrong}");
        }
        let code = DeviceCode::typed("K7PM-4XQD").unwrap();
        assert_eq!(code.shown(), "K7PM-4XQD");
        for same in ["k7pm4xqd", " K7PM 4XQD ", "k7-pm-4x-qd"] {
            assert_eq!(DeviceCode::typed(same), Some(code.clone()), "{same}");
        }
    }

    proptest! {
        #[test]
        fn shown_device_code_is_accepted_when_typed(random: u64) {
            let code = DeviceCode::new(random);
            prop_assert_eq!(DeviceCode::typed(&code.shown()), Some(code.clone()));
            prop_assert_eq!(DeviceCode::typed(&code.shown().to_lowercase()), Some(code));
        }

        /// T26: the same code on another channel is another token.
        #[test]
        fn device_code_has_another_key_on_each_channel(random: u64, channel: [u8; 32], other: [u8; 32]) {
            let code = DeviceCode::new(random);
            let key = |secret| code.key(&Secret::new(secret));
            prop_assert_eq!(key(channel) == key(other), channel == other);
        }
    }
}
