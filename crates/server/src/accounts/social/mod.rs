//! Social login: redirects to the provider with a one-time secret, receives a code and exchanges it for the identity.
//! None of this site's keys is sent to the provider.

mod browser;
mod oauth;
mod openid;
mod settings;
pub(crate) mod stand_in;

use std::time::Duration;

use domain::account::EmailKey;
use domain::one_time_token;
use domain::provider_id::ProviderIdKind;
use openidconnect::PkceCodeVerifier;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::outbound::{Outbound, OutboundError};

use crate::providers::ProviderUrls;
pub use crate::views::sign_in::Provider;
pub(crate) use browser::{Browser, BrowserHash};
pub use settings::{ChannelSocial, OAuth, OpenId, SocialSettings};

/// For all that another site is asked in one step.
const STEP_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest that a name of somewhere else is taken.
const MAX_NAME: usize = 64;

/// The other sites, for all channels.
pub(crate) struct Social {
    settings: SocialSettings,
    /// Where clients that operators entered are known.
    urls: ProviderUrls,
    http: Outbound,
    openid: openid::ProviderCache,
}

/// Why a social login failed. For the log: it contains no secret and no text of the visitor.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SocialError {
    #[error("the provider is not configured")]
    NotSet,
    #[error("{0}")]
    Http(#[from] OutboundError),
    #[error("timed out")]
    TooSlow,
    #[error("invalid discovery document: {0}")]
    Description(String),
    #[error("authorization code rejected: {0}")]
    Code(String),
    #[error("no id token returned")]
    NoProof,
    #[error("invalid id token: {0}")]
    Proof(String),
    #[error("unreadable user info")]
    Unreadable,
}

/// The stored state of a social login.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Trip {
    pub(crate) provider: Provider,
    pub(crate) browser: BrowserHash,
    /// A path of this site.
    pub(crate) back_to: Option<String>,
    redirect_uri: String,
    verifier: String,
    nonce: String,
}

impl Trip {
    pub(crate) fn new(provider: Provider, browser: &Browser, site: &Site, back_to: Option<String>) -> Self {
        Self {
            provider,
            browser: browser.hash(),
            back_to,
            redirect_uri: site.url(&format!("/auth/login/{}/callback", provider.word())),
            verifier: one_time_token::secret(rand::rng().random()),
            nonce: one_time_token::secret(rand::rng().random()),
        }
    }

    fn verifier(&self) -> PkceCodeVerifier {
        PkceCodeVerifier::new(self.verifier.clone())
    }
}

/// An identity from a provider.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Person {
    /// The issuer; issuer and subject identify a person permanently.
    pub(crate) issuer: String,
    pub(crate) subject: String,
    pub(crate) email: Option<String>,
    /// Whether the other site has seen that mail to the address reaches them.
    pub(crate) email_verified: bool,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
}

impl Person {
    /// Takes what fits; an address that cannot be one is none.
    fn new(
        issuer: String,
        subject: String,
        email: Option<String>,
        email_verified: bool,
        names: [Option<&str>; 2],
    ) -> Self {
        let email = email.filter(|email| EmailKey::of(email).is_some());
        let name = |name: Option<&str>| -> String {
            let plain = name.unwrap_or_default().trim().chars().filter(|c| !c.is_control());
            plain.take(MAX_NAME).collect()
        };
        let email_verified = email_verified && email.is_some();
        Self { issuer, subject, email, email_verified, first_name: name(names[0]), last_name: name(names[1]) }
    }
}

/// A visitor who returned from the provider: identity and browser.
#[derive(Serialize, Deserialize)]
pub(crate) struct Returned {
    pub(crate) person: Person,
    pub(crate) browser: BrowserHash,
}

impl Social {
    pub(crate) fn new(settings: SocialSettings, urls: ProviderUrls) -> Self {
        Self { settings, urls, http: Outbound::new(), openid: openid::ProviderCache::new() }
    }

    /// The other sites of a channel. A client that an operator entered comes before one of the server's settings.
    fn of_channel(&self, channel: &Snapshot) -> ChannelSocial {
        let mut social = self.settings.get(&channel.identity.alias).cloned().unwrap_or_default();
        if let Some((id, secret)) = channel.provider_client(ProviderIdKind::GoogleLogin) {
            social.google = Some(OpenId::new(id, secret, &self.urls.google_login));
        }
        if let Some((id, secret)) = channel.provider_client(ProviderIdKind::FacebookLogin) {
            social.facebook = Some(OAuth::new(id, secret, &self.urls.facebook_graph));
        }
        social
    }

    /// Whether the channel lets people in through the other site.
    pub(crate) fn is_used(&self, channel: &Snapshot, provider: Provider) -> bool {
        self.of_channel(channel).providers().contains(&provider)
    }

    /// The provider's URL to redirect to.
    pub(crate) async fn address(&self, channel: &Snapshot, trip: &Trip, state: &str) -> Result<String, SocialError> {
        in_time(async {
            match (trip.provider, &self.of_channel(channel)) {
                (Provider::Google, ChannelSocial { google: Some(client), .. }) => {
                    openid::address(&self.openid, &self.http, client, trip, state).await
                }
                (Provider::Facebook, ChannelSocial { facebook: Some(client), .. }) => {
                    oauth::address(client, trip, state)
                }
                _ => Err(SocialError::NotSet),
            }
        })
        .await
    }

    /// The identity of the returned visitor; `says` is the issuer that the response claims.
    pub(crate) async fn person(
        &self,
        channel: &Snapshot,
        trip: &Trip,
        code: String,
        says: Option<&str>,
    ) -> Result<Person, SocialError> {
        in_time(async {
            match (trip.provider, &self.of_channel(channel)) {
                (Provider::Google, ChannelSocial { google: Some(client), .. }) => {
                    if says.is_some_and(|issuer| issuer != client.issuer) {
                        return Err(SocialError::Proof("the answer is from another issuer".into()));
                    }
                    openid::person(&self.openid, &self.http, client, trip, code).await
                }
                (Provider::Facebook, ChannelSocial { facebook: Some(client), .. }) => {
                    oauth::person(&self.http, client, trip, code).await
                }
                _ => Err(SocialError::NotSet),
            }
        })
        .await
    }
}

async fn in_time<T>(step: impl Future<Output = Result<T, SocialError>>) -> Result<T, SocialError> {
    tokio::time::timeout(STEP_TIMEOUT, step).await.unwrap_or(Err(SocialError::TooSlow))
}

/// The provider's error code for a rejected authorization code, never the code itself.
fn refused<T: oauth2::ErrorResponse>(cause: &oauth2::RequestTokenError<OutboundError, T>) -> SocialError {
    match cause {
        oauth2::RequestTokenError::ServerResponse(answer) => SocialError::Code(answer.to_string()),
        oauth2::RequestTokenError::Request(cause) => SocialError::Code(cause.to_string()),
        other => SocialError::Code(other.to_string()),
    }
}
