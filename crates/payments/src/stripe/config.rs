//! The provider's URL, key and timeouts.

use std::net::IpAddr;
use std::time::Duration;

use domain::secret::Secret;
use reqwest::Url;
use sha2::{Digest, Sha256};

/// Where Stripe is.
pub const STRIPE: &str = "https://api.stripe.com";

#[derive(Clone, Debug)]
pub struct Config {
    pub(super) base: String,
    pub(super) key: Secret<String>,
    pub limits: Limits,
}

/// What a key says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// May do what its owner allows: `sk_…` and `rk_…`.
    Secret { is_live: bool },
    /// For pages: `pk_…`.
    Publishable { is_live: bool },
    /// Signs webhooks: `whsec_…`.
    Webhook,
}

impl KeyKind {
    /// By how it begins; none for what is no key of Stripe's.
    pub fn of(key: &str) -> Option<Self> {
        let begins = |prefix: &str| key.strip_prefix(prefix).is_some_and(|rest| !rest.is_empty());
        for (mode, is_live) in [("live_", true), ("test_", false)] {
            if begins(&format!("sk_{mode}")) || begins(&format!("rk_{mode}")) {
                return Some(Self::Secret { is_live });
            }
            if begins(&format!("pk_{mode}")) {
                return Some(Self::Publishable { is_live });
            }
        }
        begins("whsec_").then_some(Self::Webhook)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("STRIPE_API_BASE must start with https:// (or http:// on this machine)")]
    Address,
    #[error("STRIPE_SECRET_KEY is empty or has invalid characters")]
    Key,
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls at once, those between two tries included: while the provider is down they fill up, and others are told
    /// so.
    pub in_flight: usize,
    /// Calls that wait for one of those to end.
    pub waiting: usize,
    pub wait: Duration,
    pub tries: u32,
    /// Some payments take the banks half a minute.
    pub try_time: Duration,
    /// For all tries of a call and the pauses between them.
    pub total_time: Duration,
    pub first_pause: Duration,
    pub longest_pause: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            in_flight: 64,
            // A sold-out game is bought by hundreds in the same moment: they wait, as long as a buyer does.
            waiting: 1_024,
            wait: Duration::from_secs(10),
            tries: 4,
            try_time: Duration::from_secs(30),
            total_time: Duration::from_secs(50),
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(5),
        }
    }
}

impl Config {
    pub fn new(base: &str, key: Secret<String>) -> Result<Self, ConfigError> {
        let base = base.trim_end_matches('/');
        if !is_safe(base) {
            return Err(ConfigError::Address);
        }
        if key.expose().is_empty() || !key.expose().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(ConfigError::Key);
        }
        Ok(Self { base: base.to_owned(), key, limits: Limits::default() })
    }

    /// Whether real money moves: an event of the other mode is not for us.
    pub fn is_live(&self) -> bool {
        KeyKind::of(self.key.expose()) == Some(KeyKind::Secret { is_live: true })
    }

    /// A digest of the key, by which it is known again.
    pub fn key_digest(&self) -> String {
        let digest = Sha256::digest(format!("key of an account {}", self.key.expose()));
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Whether nobody on the way can read along: the key goes there.
fn is_safe(base: &str) -> bool {
    let Ok(url) = Url::parse(base) else { return false };
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let is_here = host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    let is_plain =
        url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
    is_plain && (url.scheme() == "https" || url.scheme() == "http" && is_here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(base: &str, key: &str) -> Result<Config, ConfigError> {
        Config::new(base, Secret::new(key.to_owned()))
    }

    /// T45, T44: the key goes to encrypted addresses and to this machine only.
    #[test]
    fn the_key_is_not_sent_in_the_clear() {
        for good in
            [STRIPE, "https://stripe.test/", "http://127.0.0.1:8080/testbank", "http://localhost:1", "http://[::1]:1/x"]
        {
            assert!(config(good, "sk_test_1").is_ok(), "{good}");
        }
        for wrong in [
            "",
            "api.stripe.com",
            "http://api.stripe.com",
            "http://localhost.evil.test",
            "ftp://localhost",
            "https://a:b@api.stripe.com",
            "https://api.stripe.com?x",
            "https://api.stripe.com#x",
        ] {
            assert_eq!(config(wrong, "sk_test_1").unwrap_err(), ConfigError::Address, "{wrong}");
        }
        for wrong in ["", " ", "sk_test_1\n", "sk test"] {
            assert_eq!(config(STRIPE, wrong).unwrap_err(), ConfigError::Key, "{wrong:?}");
        }
        assert!(!format!("{:?}", config(STRIPE, "sk_test_1")).contains("sk_test"));
    }

    /// T53: what a key is for is read from how it begins.
    #[test]
    fn keys_tell_what_they_are_for() {
        for (key, kind) in [
            ("sk_live_1", Some(KeyKind::Secret { is_live: true })),
            ("rk_test_1", Some(KeyKind::Secret { is_live: false })),
            ("pk_live_1", Some(KeyKind::Publishable { is_live: true })),
            ("pk_test_1", Some(KeyKind::Publishable { is_live: false })),
            ("whsec_1", Some(KeyKind::Webhook)),
            ("whsec_", None),
            ("sk_live_", None),
            ("sk_1", None),
            ("", None),
            ("Xsk_live_1", None),
        ] {
            assert_eq!(KeyKind::of(key), kind, "{key}");
        }
    }

    #[test]
    fn keys_tell_their_mode() {
        for (key, is_live) in [("sk_live_1", true), ("rk_live_1", true), ("sk_test_1", false), ("rk_test_1", false)] {
            assert_eq!(config(STRIPE, key).unwrap().is_live(), is_live, "{key}");
        }
    }
}
