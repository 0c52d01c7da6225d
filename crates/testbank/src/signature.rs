//! Signs webhooks the way Stripe does, so that the receiver cannot tell the two apart.

use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The value of the `Stripe-Signature` header for a body sent at `timestamp` (Unix seconds).
///
/// While a secret is being replaced both are valid, and the header carries a signature for each.
pub fn header(secrets: &[&str], timestamp: i64, body: &[u8]) -> String {
    secrets
        .iter()
        .fold(format!("t={timestamp}"), |header, secret| format!("{header},v1={}", signature(secret, timestamp, body)))
}

fn signature(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC accepts keys of any length");
    mac.update(timestamp.to_string().as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.finalize().into_bytes().iter().fold(String::with_capacity(64), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("writing to a String cannot fail");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] = br#"{"id":"evt_1","type":"payment_intent.succeeded"}"#;

    /// The expected value was computed with OpenSSL: `openssl dgst -sha256 -hmac whsec_test_secret`.
    #[test]
    fn the_signature_is_the_hmac_of_time_and_body() {
        assert_eq!(
            header(&["whsec_test_secret"], 1_700_000_000, BODY),
            "t=1700000000,v1=22d8dc182f5c588077683bd378368e29765bfe5df2560112b4f28fef120f0e31"
        );
    }

    #[test]
    fn a_rotation_signs_with_each_secret() {
        assert_eq!(
            header(&["new", "old"], 1, BODY),
            format!("t=1,v1={},v1={}", signature("new", 1, BODY), signature("old", 1, BODY))
        );
    }
}
