//! Verifies Stripe's webhooks by their `Stripe-Signature` header: rejects forged, changed and replayed ones.

use domain::secret::Secret;
use domain::time::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::{Choice, ConstantTimeEq};

use crate::webhook_event::WebhookEvent;

/// How far a webhook's time may lie from ours, either way.
pub const TOLERANCE_SECONDS: u64 = 300;

/// Stripe sends two signatures at most; each costs a comparison, so that a header cannot bring thousands.
const MAX_SIGNATURES: usize = 8;

const SIGNATURE_BYTES: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("STRIPE_WEBHOOK_SECRET is empty: anyone could sign webhooks")]
pub struct EmptySecret;

/// Why a webhook is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    #[error("the signature header is malformed")]
    Malformed,
    #[error("no signature matches the body")]
    WrongSignature,
    #[error("the webhook is older than {TOLERANCE_SECONDS} s")]
    TooOld,
    #[error("the webhook is more than {TOLERANCE_SECONDS} s ahead of our clock")]
    FromTheFuture,
    #[error("the webhook is signed but cannot be parsed")]
    Unreadable,
}

/// Holds the current secret and, while it is being replaced, the previous one.
#[derive(Clone, Debug)]
pub struct Verifier {
    current: Secret<String>,
    previous: Option<Secret<String>>,
}

impl Verifier {
    pub fn new(current: Secret<String>, previous: Option<Secret<String>>) -> Result<Self, EmptySecret> {
        let is_empty = |secret: &Secret<String>| secret.expose().trim().is_empty();
        if is_empty(&current) || previous.as_ref().is_some_and(is_empty) {
            return Err(EmptySecret);
        }
        Ok(Self { current, previous })
    }

    /// What a webhook tells of, once its signature is checked.
    pub fn open(&self, header: &str, body: &[u8], now: Timestamp) -> Result<WebhookEvent, WebhookError> {
        self.verify(header, body, now)?;
        WebhookEvent::parse(body).map_err(|_| WebhookError::Unreadable)
    }

    /// Checks the header against the body exactly as it came over the wire.
    ///
    /// The time is looked at last: a caller who cannot sign learns nothing of our clock.
    pub fn verify(&self, header: &str, body: &[u8], now: Timestamp) -> Result<(), WebhookError> {
        let header = Header::parse(header).ok_or(WebhookError::Malformed)?;
        let secrets = std::iter::once(&self.current).chain(&self.previous);
        let fits = secrets.fold(Choice::from(0), |fits, secret| fits | header.fits(secret, body));
        if !bool::from(fits) {
            return Err(WebhookError::WrongSignature);
        }
        match (header.sent_at, now.seconds()) {
            (sent, now) if sent.abs_diff(now) <= TOLERANCE_SECONDS => Ok(()),
            (sent, now) if sent < now => Err(WebhookError::TooOld),
            _ => Err(WebhookError::FromTheFuture),
        }
    }
}

struct Header<'a> {
    /// The time as it was signed, digit for digit.
    signed_time: &'a str,
    sent_at: i64,
    signatures: Vec<[u8; SIGNATURE_BYTES]>,
}

impl<'a> Header<'a> {
    /// Reads `t=…,v1=…`; schemes other than `v1` are skipped, as Stripe asks for.
    fn parse(header: &'a str) -> Option<Self> {
        let mut signed_time = None;
        let mut signatures = Vec::new();
        for item in header.split(',') {
            match item.trim().split_once('=')? {
                ("t", time) if signed_time.is_none() => signed_time = Some(time),
                ("t", _) => return None,
                ("v1", _) if signatures.len() == MAX_SIGNATURES => return None,
                ("v1", hex) => signatures.push(decode_hex(hex)?),
                _ => {}
            }
        }
        let signed_time = signed_time.filter(|time| time.bytes().all(|byte| byte.is_ascii_digit()))?;
        let sent_at = signed_time.parse().ok()?;
        (!signatures.is_empty()).then_some(Self { signed_time, sent_at, signatures })
    }

    /// Compares with every signature, fitting or not, so that the time taken says nothing.
    fn fits(&self, secret: &Secret<String>, body: &[u8]) -> Choice {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes()).expect("HMAC accepts keys of any length");
        mac.update(self.signed_time.as_bytes());
        mac.update(b".");
        mac.update(body);
        let expected = mac.finalize().into_bytes();
        self.signatures.iter().fold(Choice::from(0), |fits, signature| fits | expected.as_slice().ct_eq(signature))
    }
}

fn decode_hex(hex: &str) -> Option<[u8; SIGNATURE_BYTES]> {
    let mut bytes = [0; SIGNATURE_BYTES];
    if hex.len() != 2 * SIGNATURE_BYTES {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
        let digit = |place: usize| char::from(pair[place]).to_digit(16);
        *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use testbank::signature;

    use super::*;
    use crate::stripe::WebhookEventKind;

    const SENT: i64 = 1_700_000_000;
    const NOW: Timestamp = Timestamp(SENT * 1_000);
    const BODY: &[u8] = br#"{"id":"evt_1","type":"payment_intent.succeeded"}"#;

    fn secret(text: &str) -> Secret<String> {
        Secret::new(text.to_owned())
    }

    fn verifier() -> Verifier {
        Verifier::new(secret("whsec_current"), None).unwrap()
    }

    fn rotating_verifier() -> Verifier {
        Verifier::new(secret("whsec_current"), Some(secret("whsec_previous"))).unwrap()
    }

    fn signed(secrets: &[&str]) -> String {
        signature::header(secrets, SENT, BODY)
    }

    /// T12: the test bank's signature verifies, and so does one made by OpenSSL.
    #[test]
    fn a_signed_webhook_is_taken() {
        assert_eq!(verifier().verify(&signed(&["whsec_current"]), BODY, NOW), Ok(()));
        let by_openssl = "t=1700000000,v1=22d8dc182f5c588077683bd378368e29765bfe5df2560112b4f28fef120f0e31,v0=6ffb";
        let verifier = Verifier::new(secret("whsec_test_secret"), None).unwrap();
        assert_eq!(verifier.verify(by_openssl, BODY, NOW), Ok(()));
    }

    /// T12: no byte of the body, the time or the signature can be changed.
    #[test]
    fn a_changed_byte_is_refused() {
        let header = signed(&["whsec_current"]);
        for place in 0..BODY.len() {
            let mut body = BODY.to_vec();
            body[place] ^= 1;
            assert_eq!(verifier().verify(&header, &body, NOW), Err(WebhookError::WrongSignature), "byte {place}");
        }
        let other_time = header.replacen("t=1700000000", "t=1700000001", 1);
        assert_eq!(verifier().verify(&other_time, BODY, NOW), Err(WebhookError::WrongSignature));
        let last = if header.ends_with('0') { "1" } else { "0" };
        let other_signature = format!("{}{last}", &header[..header.len() - 1]);
        assert_eq!(verifier().verify(&other_signature, BODY, NOW), Err(WebhookError::WrongSignature));
    }

    /// T12: a webhook is taken within 300 s either way, and not a second further.
    #[test]
    fn stale_and_future_webhooks_are_refused() {
        let at = |seconds: i64| {
            let now = Timestamp::from_seconds(SENT + seconds);
            verifier().verify(&signed(&["whsec_current"]), BODY, now)
        };
        assert_eq!(at(300), Ok(()));
        assert_eq!(at(301), Err(WebhookError::TooOld));
        assert_eq!(at(-300), Ok(()));
        assert_eq!(at(-301), Err(WebhookError::FromTheFuture));
        let far = signature::header(&["whsec_current"], i64::MAX, BODY);
        assert_eq!(verifier().verify(&far, BODY, NOW), Err(WebhookError::FromTheFuture));
    }

    /// T12: two secrets are valid while one replaces the other, and a third never is.
    #[test]
    fn secrets_rotate() {
        for secrets in [&["whsec_current"][..], &["whsec_previous"], &["whsec_next", "whsec_current"]] {
            assert_eq!(rotating_verifier().verify(&signed(secrets), BODY, NOW), Ok(()), "{secrets:?}");
        }
        let replayed = signed(&["whsec_of_another_channel"]);
        assert_eq!(rotating_verifier().verify(&replayed, BODY, NOW), Err(WebhookError::WrongSignature));
        let retired = signed(&["whsec_previous"]);
        assert_eq!(verifier().verify(&retired, BODY, NOW), Err(WebhookError::WrongSignature));
    }

    /// T12: without a secret nothing is verified, so nothing starts.
    #[test]
    fn empty_secrets_are_refused() {
        for empty in ["", " ", "\n"] {
            assert!(Verifier::new(secret(empty), None).is_err());
            assert!(Verifier::new(secret("whsec_current"), Some(secret(empty))).is_err());
        }
    }

    #[test]
    fn malformed_headers_are_refused() {
        let good = "22d8dc182f5c588077683bd378368e29765bfe5df2560112b4f28fef120f0e31";
        let many = format!("t=1{}", format!(",v1={good}").repeat(MAX_SIGNATURES + 1));
        for header in [
            "",
            "t=1700000000",
            &format!("v1={good}"),
            &format!("t=,v1={good}"),
            &format!("t=soon,v1={good}"),
            &format!("t=-1,v1={good}"),
            &format!("t=+1,v1={good}"),
            &format!("t=99999999999999999999,v1={good}"),
            &format!("t=1,t=2,v1={good}"),
            &format!("t=1,,v1={good}"),
            "t=1,v1=",
            "t=1,v1=zz",
            &format!("t=1,v1={}", "é".repeat(32)),
            &format!("t=1,v0={good}"),
            &many,
        ] {
            assert_eq!(verifier().verify(header, BODY, NOW), Err(WebhookError::Malformed), "{header}");
        }
    }

    /// T12: an event says what happened to what, and nothing of how things stand. New kinds and fields are no failure.
    #[test]
    fn opened_webhook_names_its_kind_and_object() {
        let opened = |body: &str| {
            let header = signature::header(&["whsec_current"], SENT, body.as_bytes());
            verifier().open(&header, body.as_bytes(), NOW)
        };
        let body = r#"{"id":"evt_1","object":"event","type":"charge.refunded","created":1700000000,"livemode":false,
            "account":"acct_1","data":{"object":{"id":"ch_1","object":"charge","amount":5}},"new":{"field":[]}}"#;
        let event = opened(body).unwrap();
        assert_eq!((event.id.as_str(), event.kind), ("evt_1", WebhookEventKind::ChargeRefunded));
        assert_eq!(event.object.unwrap().as_str(), "ch_1");
        assert_eq!((event.created, event.livemode), (Timestamp::from_seconds(SENT), false));
        assert_eq!(event.account.unwrap().as_str(), "acct_1");

        let odd = r#"{"id":"evt_2","type":"lunar.eclipse","created":1,"livemode":true,"data":{"object":{"id":null}}}"#;
        let event = opened(odd).unwrap();
        assert_eq!(event.kind, WebhookEventKind::Unknown("lunar.eclipse".into()));
        assert_eq!((event.object, event.account), (None, None));

        for wrong in ["", "[]", "{}", &body.replace("ch_1", "../ch_1"), &body.replace("evt_1", ""), &body[..80]] {
            assert_eq!(opened(wrong), Err(WebhookError::Unreadable), "{wrong}");
        }
        assert_eq!(verifier().open("t=1", body.as_bytes(), NOW), Err(WebhookError::Malformed));
    }

    /// T44: a logged verifier shows no secret.
    #[test]
    fn debug_output_hides_the_secrets() {
        assert!(!format!("{:?}", rotating_verifier()).contains("whsec"));
    }

    proptest! {
        /// T12: whatever the header, an unsigned body is refused without a panic.
        #[test]
        fn no_header_passes_without_the_secret(header in "(t=[0-9]{0,12}|v[01]=[0-9a-f]{0,64}|\\PC{0,9})(,(t=1700000000|v1=[0-9a-f]{64}|\\PC{0,9})){0,4}") {
            prop_assert!(verifier().verify(&header, BODY, NOW).is_err());
        }
    }
}
