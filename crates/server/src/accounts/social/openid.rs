//! OpenID Connect: discovery document and signed id tokens.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cache::Cache;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
    CoreProviderMetadata, CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, RedirectUrl, Scope,
    SignatureVerificationError, TokenResponse,
};

use super::{Person, SocialError, Trip, refused};
use crate::accounts::social::OpenId;
use crate::http::outbound::Outbound;

/// For how long a site's description of itself is used.
const FRESH: Duration = Duration::from_secs(60 * 60);
/// How long a site's keys have to last once they were asked for again.
const RECENT: Duration = Duration::from_secs(60);

/// Signatures that only the site itself can have made.
const SIGNED_BY_THE_SITE: [CoreJwsSigningAlgorithm; 6] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// What sites say of themselves, by their issuer.
pub(super) struct ProviderCache(Cache<String, Description>);

#[derive(Clone)]
struct Description {
    metadata: Arc<CoreProviderMetadata>,
    read: Instant,
    /// Whether it was read because the one before lacked a key.
    again: bool,
}

impl ProviderCache {
    pub(super) fn new() -> Self {
        Self(Cache::builder(1_000).time_to_live(FRESH).build())
    }

    async fn describe(&self, http: &Outbound, issuer: &str) -> Result<Description, SocialError> {
        self.read(http, issuer, false).await
    }

    /// The site's keys once more: it may have changed them since. Not again and again, whatever tokens claim.
    async fn describe_again(
        &self,
        http: &Outbound,
        issuer: &str,
        known: &Description,
    ) -> Result<Description, SocialError> {
        if !known.again || known.read.elapsed() >= RECENT {
            self.0.invalidate(&issuer.to_owned()).await;
        }
        self.read(http, issuer, true).await
    }

    async fn read(&self, http: &Outbound, issuer: &str, again: bool) -> Result<Description, SocialError> {
        let unusable = SocialError::Description;
        let read = async {
            let url = IssuerUrl::new(issuer.to_owned()).map_err(|cause| unusable(cause.to_string()))?;
            let metadata = CoreProviderMetadata::discover_async(url, http).await;
            let metadata = metadata.map_err(|cause| unusable(words_of(&cause)))?;
            Ok(Description { metadata: Arc::new(metadata), read: Instant::now(), again })
        };
        // Concurrent logins share one reading.
        let known = self.0.try_get_with(issuer.to_owned(), read).await;
        known.map_err(|cause: Arc<SocialError>| unusable(cause.to_string()))
    }
}

/// An error with its cause, which its own words leave out.
fn words_of(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

fn client(description: &Description, settings: &OpenId, trip: &Trip) -> Result<Client, SocialError> {
    let metadata = CoreProviderMetadata::clone(&description.metadata);
    // Basic is what every site takes that says nothing else.
    let takes_basic = metadata
        .token_endpoint_auth_methods_supported()
        .is_none_or(|ways| ways.contains(&CoreClientAuthMethod::ClientSecretBasic));
    let secret = ClientSecret::new(settings.client_secret.expose().clone());
    let id = ClientId::new(settings.client_id.clone());
    let back = RedirectUrl::new(trip.redirect_uri.clone()).map_err(|_| SocialError::NotSet)?;
    let client = CoreClient::from_provider_metadata(metadata, id, Some(secret)).set_redirect_uri(back);
    Ok(if takes_basic { client } else { client.set_auth_type(AuthType::RequestBody) })
}

pub(super) async fn address(
    known: &ProviderCache,
    http: &Outbound,
    settings: &OpenId,
    trip: &Trip,
    state: &str,
) -> Result<String, SocialError> {
    let description = known.describe(http, &settings.issuer).await?;
    let (state, nonce) = (CsrfToken::new(state.to_owned()), Nonce::new(trip.nonce.clone()));
    let (url, _, _) = client(&description, settings, trip)?
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, move || state, move || nonce)
        .add_scope(Scope::new("email".into()))
        .add_scope(Scope::new("profile".into()))
        .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&trip.verifier()))
        .url();
    Ok(url.into())
}

pub(super) async fn person(
    known: &ProviderCache,
    http: &Outbound,
    settings: &OpenId,
    trip: &Trip,
    code: String,
) -> Result<Person, SocialError> {
    let description = known.describe(http, &settings.issuer).await?;
    let site = client(&description, settings, trip)?;
    let tokens = site
        .exchange_code(AuthorizationCode::new(code))
        .map_err(|_| SocialError::Description("it has no place to take codes".into()))?
        .set_pkce_verifier(trip.verifier())
        .request_async(http)
        .await
        .map_err(|cause| refused(&cause))?;
    let claims = match proved(&site, &description, &tokens, trip) {
        Err(Unproved::UnknownKey) => {
            let description = known.describe_again(http, &settings.issuer, &description).await?;
            proved(&client(&description, settings, trip)?, &description, &tokens, trip)
        }
        proved => proved,
    }
    .map_err(|cause| match cause {
        Unproved::UnknownKey => SocialError::Proof("nobody knows its key".into()),
        Unproved::Other(cause) => cause,
    })?;
    if claims.email().is_some() {
        return Ok(of_token(&claims));
    }
    // Some sites tell only the person's id here, and the rest on a page of its own.
    let Ok(more) = site.user_info(tokens.access_token().clone(), Some(claims.subject().clone())) else {
        return Ok(of_token(&claims));
    };
    let more: CoreUserInfoClaims =
        more.request_async(http).await.map_err(|cause| SocialError::Proof(words_of(&cause)))?;
    Ok(of_page(&claims, &more))
}

enum Unproved {
    UnknownKey,
    Other(SocialError),
}

/// What the site has signed: for us, for this trip, and just now.
fn proved(
    site: &Client,
    description: &Description,
    tokens: &CoreTokenResponse,
    trip: &Trip,
) -> Result<CoreIdTokenClaims, Unproved> {
    let token = tokens.id_token().ok_or(Unproved::Other(SocialError::NoProof))?;
    let offered = description.metadata.id_token_signing_alg_values_supported();
    let taken = SIGNED_BY_THE_SITE.into_iter().filter(|way| offered.contains(way));
    let verifier = site.id_token_verifier().set_allowed_algs(taken);
    token.claims(&verifier, &Nonce::new(trip.nonce.clone())).cloned().map_err(|cause| match cause {
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey) => {
            Unproved::UnknownKey
        }
        other => Unproved::Other(SocialError::Proof(other.to_string())),
    })
}

fn of_token(claims: &CoreIdTokenClaims) -> Person {
    Person::new(
        claims.issuer().to_string(),
        claims.subject().to_string(),
        claims.email().map(|email| email.to_string()),
        claims.email_verified().unwrap_or(false),
        [
            claims.given_name().and_then(|name| name.get(None)).map(|name| name.as_str()),
            claims.family_name().and_then(|name| name.get(None)).map(|name| name.as_str()),
        ],
    )
}

fn of_page(claims: &CoreIdTokenClaims, page: &CoreUserInfoClaims) -> Person {
    Person::new(
        claims.issuer().to_string(),
        claims.subject().to_string(),
        page.email().map(|email| email.to_string()),
        page.email_verified().unwrap_or(false),
        [
            page.given_name().and_then(|name| name.get(None)).map(|name| name.as_str()),
            page.family_name().and_then(|name| name.get(None)).map(|name| name.as_str()),
        ],
    )
}
