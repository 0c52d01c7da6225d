//! Signed links in mails. A link proves that its holder receives mail at an address; it is valid once, for one purpose
//! and a limited time.

use domain::account::EmailKey;
use domain::one_time_token::{self, Purpose, TokenKey};
use domain::time::Timestamp;
use rand::RngExt;
use serde::{Deserialize, Deserializer};
use store::NewOneTimeToken;
use utoipa::ToSchema;

use crate::channels::site::Site;
use crate::http::error::{Error, Result};

/// A link to be sent, and the token that makes it good.
pub(crate) struct Link {
    pub(crate) url: String,
    pub(crate) ticket: NewOneTimeToken,
}

impl Link {
    /// A link to `path` for the owner of an address; `extra` parameters only tell the screen what to say.
    pub(crate) fn new(
        site: &Site,
        path: &str,
        extra: &[(&str, &str)],
        purpose: Purpose,
        email: &str,
        now: Timestamp,
    ) -> Result<Self> {
        let address = EmailKey::of(email).ok_or(Error::Internal)?;
        let signature = one_time_token::secret(rand::rng().random());
        let expires = now.plus(purpose.life()).seconds();
        let ticket = NewOneTimeToken::new(purpose, TokenKey::of_link(&address, expires, &signature), now);
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("email", address.as_str())
            .append_pair("expires", &expires.to_string())
            .append_pair("signature", &signature)
            .extend_pairs(extra)
            .finish();
        Ok(Self { url: site.url(&format!("{path}?{query}")), ticket })
    }
}

/// The parameters of a signed link.
#[derive(Deserialize, ToSchema)]
#[schema(as = SignedLinkRequest)]
pub(crate) struct SignedLink {
    pub(crate) email: String,
    /// Seconds since 1970, as a number or a string.
    #[serde(deserialize_with = "seconds")]
    pub(crate) expires: i64,
    pub(crate) signature: String,
}

/// A whole number, or the text of one.
pub(crate) fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(i64),
        Text(String),
    }
    match Either::deserialize(from)? {
        Either::Number(number) => Ok(number),
        Either::Text(text) => text.trim().parse().map_err(serde::de::Error::custom),
    }
}

impl SignedLink {
    /// What its token is found by; `None` when there cannot be one.
    pub(crate) fn key(&self) -> Option<TokenKey> {
        Some(TokenKey::of_link(&EmailKey::of(&self.email)?, self.expires, &self.signature))
    }

    /// Whether it says itself that it is too old.
    pub(crate) fn is_past(&self, now: Timestamp) -> bool {
        self.expires <= now.seconds()
    }
}
