//! Recovery codes: for an operator whose phone is lost. Each logs in once in the place of a second factor; only hashes are
//! stored.

use sha2::{Digest, Sha256};

use crate::code;
use crate::ids::OperatorId;

/// How many codes an operator gets at a time.
pub const RECOVERY_CODES: usize = 10;
/// No 0 and o, 1, i and l. Twelve of them are 59 bits.
const ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH: usize = 12;
const GROUP: usize = 4;

/// A code, without the dashes that it is shown with.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    /// A new code; `random` comes from the caller's random source.
    pub fn new(random: u128) -> Self {
        Self(code::letters(ALPHABET, LENGTH, random))
    }

    /// As typed, in any case and however it is grouped; `None` when it cannot be a code.
    pub fn typed(text: &str) -> Option<Self> {
        code::typed(ALPHABET, LENGTH, char::to_ascii_lowercase, text).map(Self)
    }

    /// As it is shown: `xxxx-xxxx-xxxx`.
    pub fn shown(&self) -> String {
        let groups: Vec<&str> = (0..LENGTH).step_by(GROUP).map(|at| &self.0[at..at + GROUP]).collect();
        groups.join("-")
    }

    /// What it is stored and found by. It is random enough for a plain hash, which is of one operator alone.
    pub fn hash(&self, operator: OperatorId) -> [u8; 32] {
        Sha256::digest(format!("recovery code\n{}\n{}", operator.0, self.0)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn malformed_recovery_code_is_refused() {
        let code = RecoveryCode::typed("k7pm-4xqd-a2cz").unwrap();
        assert_eq!(code.shown(), "k7pm-4xqd-a2cz");
        for same in ["K7PM4XQDA2CZ", " k7pm 4xqd a2cz ", "k7-pm-4x-qd-a2-cz"] {
            assert!(RecoveryCode::typed(same).as_ref() == Some(&code), "{same}");
        }
        for wrong in
            ["", "123456", "k7pm-4xqd-a2c", "k7pm-4xqd-a2czz", "k7pm-4xqd-a2c0", "k7pm_4xqd_a2cz", "к7pm4xqda2cz"]
        {
            assert!(RecoveryCode::typed(wrong).is_none(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn shown_recovery_code_is_accepted_when_typed(random: u128) {
            let code = RecoveryCode::new(random);
            prop_assert_eq!(code.shown().len(), LENGTH + 2);
            prop_assert!(RecoveryCode::typed(&code.shown().to_uppercase()) == Some(code));
        }

        /// T27: a code is one operator's alone.
        #[test]
        fn hashes_differ_by_operator_and_code(one: u128, other: u128, operator in 1i64..1000) {
            let hash = |random, operator| RecoveryCode::new(random).hash(OperatorId(operator));
            prop_assert_ne!(hash(one, operator), hash(one, operator + 1));
            let is_same = RecoveryCode::new(one) == RecoveryCode::new(other);
            prop_assert_eq!(hash(one, operator) == hash(other, operator), is_same);
        }
    }
}
