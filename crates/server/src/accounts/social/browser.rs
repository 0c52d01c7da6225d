//! The browser that somebody left for another site with, known again when they come back. Without it a link with
//! somebody else's state, or somebody else's code, would log people in to accounts that are not theirs.

use std::convert::Infallible;

use axum::response::{IntoResponseParts, ResponseParts};
use domain::secret::Secret;
use domain::ticket::{self, Purpose};
use http::{HeaderMap, HeaderValue, header};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::http::cookie::cookie;

/// `__Host-` keeps it to this very host: no neighbour of the site can plant one.
const COOKIE: &str = "__Host-touchline-social";

/// What a browser carries while its owner is elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Browser(Secret<String>);

/// What is kept of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BrowserHash([u8; 32]);

impl Browser {
    pub(crate) fn new() -> Self {
        Self(Secret::new(ticket::secret(rand::rng().random())))
    }

    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        cookie(headers, COOKIE).map(|value| Self(Secret::new(value.to_owned())))
    }

    pub(crate) fn hash(&self) -> BrowserHash {
        BrowserHash(Sha256::digest(self.0.expose()).into())
    }
}

/// Goes along again with the answer, for as long as what it belongs to is good.
impl IntoResponseParts for Browser {
    type Error = Infallible;

    fn into_response_parts(self, mut answer: ResponseParts) -> Result<ResponseParts, Infallible> {
        let life = Purpose::SocialState.life() / 1_000;
        let value = self.0.expose();
        // Lax, since people come back by a link of the other site.
        let cookie = format!("{COOKIE}={value}; Path=/; Max-Age={life}; Secure; HttpOnly; SameSite=Lax");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            answer.headers_mut().append(header::SET_COOKIE, cookie);
        }
        Ok(answer)
    }
}
