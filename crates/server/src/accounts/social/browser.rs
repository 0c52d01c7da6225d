//! Binds a social login to the browser that started it. Without this, a link with a foreign state or code could log
//! people in to an attacker's account.

use std::convert::Infallible;

use axum::response::{IntoResponseParts, ResponseParts};
use domain::one_time_token::{self, Purpose};
use domain::secret::Secret;
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
        Self(Secret::new(one_time_token::secret(rand::rng().random())))
    }

    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        cookie(headers, COOKIE).map(|value| Self(Secret::new(value.to_owned())))
    }

    pub(crate) fn hash(&self) -> BrowserHash {
        BrowserHash(Sha256::digest(self.0.expose()).into())
    }
}

/// Set again with the response, for as long as the login attempt is valid.
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
