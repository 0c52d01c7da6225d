//! Secrets and signatures by Standard Webhooks: HMAC-SHA256 over id, time and body.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::secret::Secret;
use crate::time::Timestamp;

const PREFIX: &str = "whsec_";
const LENGTH: usize = 32;
/// In bytes, as Standard Webhooks has it.
const LENGTHS: std::ops::RangeInclusive<usize> = 24..=64;

/// What a webhook and this server share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookSecret(Secret<Vec<u8>>);

impl WebhookSecret {
    /// A new one; `random` comes from the caller's random source.
    pub fn new(random: [u8; LENGTH]) -> Self {
        Self(Secret::new(random.to_vec()))
    }

    /// As it was read from where it is stored; `None` if it cannot be one.
    pub fn stored(bytes: Vec<u8>) -> Option<Self> {
        LENGTHS.contains(&bytes.len()).then(|| Self(Secret::new(bytes)))
    }

    /// As it is to be stored.
    pub fn expose(&self) -> &[u8] {
        self.0.expose()
    }

    /// As it is shown, once.
    pub fn text(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(self.expose()))
    }
}

/// The header `webhook-signature`: one signature for each secret that is valid.
pub fn signature(secrets: &[WebhookSecret], id: &str, at: Timestamp, body: &str) -> String {
    let signed = |secret: &WebhookSecret| {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose()).expect("HMAC takes keys of any length");
        mac.update(format!("{id}.{}.{body}", at.seconds()).as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    };
    secrets.iter().map(signed).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn typed(text: &str) -> Option<WebhookSecret> {
        WebhookSecret::stored(STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?)
    }

    /// The vector that the libraries of Standard Webhooks are tested with.
    #[test]
    fn signature_is_that_of_standard_webhooks() {
        let secret = typed("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let (id, at) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", Timestamp::from_seconds(1_614_265_330));
        let body = r#"{"test": 2432232314}"#;
        let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signature(std::slice::from_ref(&secret), id, at, body), expected);
        let both = signature(&[WebhookSecret::new([7; 32]), secret], id, at, body);
        assert_eq!(both.split_once(' ').map(|(_, second)| second), Some(expected));
    }

    /// T44: nothing that prints a secret by accident shows it.
    #[test]
    fn debug_output_hides_the_secret() {
        let secret = WebhookSecret::new([9; LENGTH]);
        let printed = format!("{secret:?}");
        assert!(!printed.contains('9') && !printed.contains(&secret.text()), "{printed}");
    }

    #[test]
    fn secrets_of_another_length_are_refused() {
        for (length, is_good) in [(0, false), (23, false), (24, true), (64, true), (65, false)] {
            assert_eq!(WebhookSecret::stored(vec![1; length]).is_some(), is_good, "{length}");
        }
    }

    proptest! {
        #[test]
        fn secrets_are_shown_as_they_are_stored(random: [u8; 32]) {
            let secret = WebhookSecret::new(random);
            prop_assert_eq!(typed(&secret.text()), Some(secret.clone()));
            prop_assert_eq!(WebhookSecret::stored(secret.expose().to_vec()), Some(secret));
        }

        #[test]
        fn signatures_differ_by_secret_id_time_and_body(random: [u8; 32], id in "[a-z]{1,9}", at in 0i64..1 << 40) {
            let at = Timestamp::from_seconds(at);
            let of = |secret, id: &str, at, body| signature(&[WebhookSecret::new(secret)], id, at, body);
            let signed = of(random, &id, at, "{}");
            let mut other = random;
            other[0] ^= 1;
            prop_assert_ne!(&signed, &of(other, &id, at, "{}"));
            prop_assert_ne!(&signed, &of(random, &format!("{id}a"), at, "{}"));
            prop_assert_ne!(&signed, &of(random, &id, at.plus(1_000), "{}"));
            prop_assert_ne!(&signed, &of(random, &id, at, "{} "));
        }
    }
}
