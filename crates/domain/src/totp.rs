//! Codes of an authenticator app: TOTP of RFC 6238 with SHA-1, six digits and steps of 30 seconds, as every app has it.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use subtle::ConstantTimeEq;
use url::form_urlencoded::byte_serialize;

use crate::secret::Secret;
use crate::time::Timestamp;

const STEP: i64 = 30 * Timestamp::SECOND;
const DIGITS: usize = 6;
/// A phone's clock may be a step behind or ahead.
const TOLERANCE: i64 = 1;
const KEY_LENGTH: usize = 20;

/// The key that server and app share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotpKey(Secret<[u8; KEY_LENGTH]>);

impl TotpKey {
    /// A new key; `random` comes from the caller's random source.
    pub fn new(random: [u8; KEY_LENGTH]) -> Self {
        Self(Secret::new(random))
    }

    /// As it was read from where it is stored; `None` if it cannot be a key.
    pub fn stored(bytes: &[u8]) -> Option<Self> {
        Some(Self::new(bytes.try_into().ok()?))
    }

    /// As it is to be stored.
    pub fn expose(&self) -> &[u8] {
        self.0.expose()
    }

    /// As typed into an app; `None` if it cannot be a key.
    pub fn typed(text: &str) -> Option<Self> {
        Self::stored(&BASE32_NOPAD.decode(text.as_bytes()).ok()?)
    }

    /// As it is typed into an app that has no camera.
    pub fn text(&self) -> String {
        BASE32_NOPAD.encode(self.expose())
    }

    /// What the QR code of the app says: the site and the address that the app shows beside its codes.
    pub fn address(&self, site: &str, email: &str) -> String {
        let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20");
        let (site, email) = (encoded(site), encoded(email));
        format!("otpauth://totp/{site}:{email}?secret={}&issuer={site}", self.text())
    }

    /// The step that a typed code is of. A step up to `last`, the newest that was let in, is not let in again.
    pub fn step_of(&self, typed: &str, now: Timestamp, last: Option<i64>) -> Option<i64> {
        let typed: String = typed.chars().filter(|c| !c.is_whitespace()).take(DIGITS + 1).collect();
        let this = now.0.div_euclid(STEP);
        let is_new = |step: &i64| last.is_none_or(|last| *step > last);
        let fits = |step: &i64| bool::from(self.code(*step).as_bytes().ct_eq(typed.as_bytes()));
        (this - TOLERANCE..=this + TOLERANCE).filter(is_new).find(fits)
    }

    /// What the app shows at a time.
    pub fn code_at(&self, now: Timestamp) -> String {
        self.code(now.0.div_euclid(STEP))
    }

    fn code(&self, step: i64) -> String {
        let number = truncated(self.expose(), step) % 10_u32.pow(DIGITS as u32);
        format!("{number:0DIGITS$}")
    }
}

/// HOTP of RFC 4226, before it is cut to its digits.
fn truncated(key: &[u8], step: i64) -> u32 {
    let mac = Hmac::<Sha1>::new_from_slice(key).expect("HMAC accepts keys of any length");
    let hash = mac.chain_update(step.to_be_bytes()).finalize().into_bytes();
    let at = usize::from(hash[hash.len() - 1] & 0xf);
    u32::from_be_bytes([hash[at] & 0x7f, hash[at + 1], hash[at + 2], hash[at + 3]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: &[u8; 20] = b"12345678901234567890";

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * Timestamp::SECOND)
    }

    /// RFC 6238, appendix B, the rows of SHA-1: eight digits there, of which apps show the last six.
    #[test]
    fn the_vectors_of_the_rfc_hold() {
        let key = TotpKey::stored(KEY).unwrap();
        for (seconds, digits) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(format!("{:08}", truncated(KEY, seconds / 30) % 100_000_000), digits);
            assert_eq!(key.step_of(&digits[2..], at(seconds), None), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_key_is_shown_as_apps_read_it() {
        let key = TotpKey::stored(KEY).unwrap();
        assert_eq!(key.text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            key.address("Demo & Söhne", "a+b@demo.test"),
            "otpauth://totp/Demo%20%26%20S%C3%B6hne:a%2Bb%40demo.test\
             ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Demo%20%26%20S%C3%B6hne"
        );
        assert_eq!(TotpKey::typed(&key.text()), Some(key.clone()));
        assert_eq!((TotpKey::stored(&KEY[1..]), TotpKey::typed("GEZDGNBV")), (None, None));
        assert!(!format!("{key:?}").contains("49"), "T44: a key is not printed");
    }

    /// T27: nothing but the six digits of a step near by is a code.
    #[test]
    fn wrong_or_malformed_code_is_refused() {
        let key = TotpKey::stored(KEY).unwrap();
        assert_eq!(key.step_of(" 287 082 ", at(59), None), Some(1));
        for wrong in ["", "287083", "28708", "2870820", "94287082", "2870 8", "28708۲", "-87082"] {
            assert_eq!(key.step_of(wrong, at(59), None), None, "{wrong}");
        }
    }

    proptest! {
        /// T27: a code is let in in its own step and the one before and after, and never again.
        #[test]
        fn a_code_is_good_once_and_near_its_time(random: [u8; 20], step in 2i64..1 << 40, within in 0i64..30) {
            let key = TotpKey::new(random);
            let code = key.code(step);
            for away in -1..=1 {
                let found = key.step_of(&code, at((step + away) * 30 + within), None).unwrap();
                prop_assert!((found - step).abs() <= 2, "another step of the same digits may be near");
                prop_assert_eq!(key.code(found), code.clone());
                prop_assert_ne!(key.step_of(&code, at((step + away) * 30 + within), Some(found)), Some(found));
            }
            for away in [-2, 2] {
                let found = key.step_of(&code, at((step + away) * 30 + within), None);
                prop_assert_ne!(found, Some(step));
            }
            prop_assert_eq!(key.step_of(&code, at(step * 30), Some(step + 1)), None, "an older step is not let in either");
        }

        /// T27: another key has other codes, but by chance.
        #[test]
        fn a_code_is_of_its_key(one: [u8; 20], other: [u8; 20]) {
            let steps = 1_000..1_004;
            let codes = |key: [u8; 20]| steps.clone().map(|step| TotpKey::new(key).code(step)).collect::<Vec<_>>();
            prop_assert_eq!(codes(one) == codes(other), one == other);
        }
    }
}
