//! Which channels use which social login providers, and how those are reached.

use std::collections::BTreeMap;

use domain::secret::Secret;
use serde::{Deserialize, Deserializer};

use crate::http::outbound::is_safe;
use crate::providers::ProviderUrls;
use crate::views::sign_in::Provider;

/// The other sites, by the channel's alias.
pub type SocialSettings = BTreeMap<String, ChannelSocial>;

/// The other sites of one channel. Each channel is a client of its own there.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelSocial {
    pub google: Option<OpenId>,
    pub facebook: Option<OAuth>,
}

impl ChannelSocial {
    pub(crate) fn providers(&self) -> Vec<Provider> {
        let google = self.google.is_some().then_some(Provider::Google);
        let facebook = self.facebook.is_some().then_some(Provider::Facebook);
        google.into_iter().chain(facebook).collect()
    }
}

/// A site that speaks OpenID Connect: one address tells all others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenId {
    #[serde(deserialize_with = "word")]
    pub client_id: String,
    #[serde(deserialize_with = "secret")]
    pub client_secret: Secret<String>,
    #[serde(default = "google", deserialize_with = "address")]
    pub issuer: String,
}

impl OpenId {
    pub(super) fn new(client_id: &str, client_secret: &Secret<String>, issuer: &str) -> Self {
        Self { client_id: client_id.to_owned(), client_secret: client_secret.clone(), issuer: issuer.to_owned() }
    }
}

/// An OAuth 2 provider with a user info endpoint.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OAuth {
    #[serde(deserialize_with = "word")]
    pub client_id: String,
    #[serde(deserialize_with = "secret")]
    pub client_secret: Secret<String>,
    #[serde(default = "facebook_authorize", deserialize_with = "address")]
    pub authorize_url: String,
    #[serde(default = "facebook_token", deserialize_with = "address")]
    pub token_url: String,
    #[serde(default = "facebook_userinfo", deserialize_with = "address")]
    pub userinfo_url: String,
}

impl OAuth {
    pub(super) fn new(client_id: &str, client_secret: &Secret<String>, graph: &str) -> Self {
        Self {
            client_id: client_id.to_owned(),
            client_secret: client_secret.clone(),
            authorize_url: facebook_authorize(),
            token_url: format!("{graph}{TOKEN}"),
            userinfo_url: format!("{graph}{USERINFO}"),
        }
    }
}

/// Below the address of Facebook's programs.
const TOKEN: &str = "/oauth/access_token";
const USERINFO: &str = "/me?fields=id,email,first_name,last_name";

fn google() -> String {
    ProviderUrls::default().google_login
}

fn facebook_authorize() -> String {
    "https://www.facebook.com/v24.0/dialog/oauth".into()
}

fn facebook_token() -> String {
    format!("{}{TOKEN}", ProviderUrls::default().facebook_graph)
}

fn facebook_userinfo() -> String {
    format!("{}{USERINFO}", ProviderUrls::default().facebook_graph)
}

fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let fits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic());
    if fits { Ok(text) } else { Err(serde::de::Error::custom("expected what the other site calls it")) }
}

fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Secret<String>, D::Error> {
    word(deserializer).map(Secret::new)
}

fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let fits = url::Url::parse(&text).is_ok() && text.parse().is_ok_and(|uri| is_safe(&uri));
    let problem = "expected an address that begins with https:// (http:// for this machine's own)";
    if fits { Ok(text) } else { Err(serde::de::Error::custom(problem)) }
}
