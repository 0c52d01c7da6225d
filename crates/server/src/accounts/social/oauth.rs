//! Plain OAuth 2, for a provider without id tokens: the identity is fetched with the access token.

use http::{Request, header};
use oauth2::basic::BasicClient;
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    PkceCodeChallenge, RedirectUrl, Scope, TokenResponse, TokenUrl,
};
use serde::Deserialize;
use url::Url;

use super::{OAuth, Person, SocialError, Trip, refused};
use crate::http::outbound::Outbound;

type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

/// The provider's user info.
#[derive(Deserialize)]
struct Page {
    id: String,
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
}

fn client(settings: &OAuth, trip: &Trip) -> Result<Client, SocialError> {
    // Checked when the settings were read.
    let wrong = |_| SocialError::NotSet;
    Ok(BasicClient::new(ClientId::new(settings.client_id.clone()))
        .set_client_secret(ClientSecret::new(settings.client_secret.expose().clone()))
        .set_auth_uri(AuthUrl::new(settings.authorize_url.clone()).map_err(wrong)?)
        .set_token_uri(TokenUrl::new(settings.token_url.clone()).map_err(wrong)?)
        .set_redirect_uri(RedirectUrl::new(trip.redirect_uri.clone()).map_err(wrong)?)
        .set_auth_type(AuthType::RequestBody))
}

pub(super) fn address(settings: &OAuth, trip: &Trip, state: &str) -> Result<String, SocialError> {
    let (url, _) = client(settings, trip)?
        .authorize_url(|| CsrfToken::new(state.to_owned()))
        .add_scope(Scope::new("email".into()))
        .add_scope(Scope::new("public_profile".into()))
        .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&trip.verifier()))
        .url();
    Ok(url.into())
}

pub(super) async fn person(
    http: &Outbound,
    settings: &OAuth,
    trip: &Trip,
    code: String,
) -> Result<Person, SocialError> {
    let tokens = client(settings, trip)?
        .exchange_code(AuthorizationCode::new(code))
        .set_pkce_verifier(trip.verifier())
        .request_async(http)
        .await
        .map_err(|cause| refused(&cause))?;
    let bearer = format!("Bearer {}", tokens.access_token().secret());
    let request = Request::get(&settings.userinfo_url)
        .header(header::AUTHORIZATION, bearer)
        .header(header::ACCEPT, "application/json")
        .body(Vec::new())
        .map_err(|_| SocialError::Unreadable)?;
    let answer = http.send(request).await?;
    let page: Page = serde_json::from_slice(answer.body()).map_err(|_| SocialError::Unreadable)?;
    if !answer.status().is_success() || page.id.is_empty() {
        return Err(SocialError::Unreadable);
    }
    // Nothing tells when the address was last seen to be theirs, so it counts as not confirmed.
    let names = [page.first_name.as_deref(), page.last_name.as_deref()];
    Ok(Person::new(issuer(settings), page.id, page.email, false, names))
}

/// The issuer: the host of the user info.
fn issuer(settings: &OAuth) -> String {
    Url::parse(&settings.userinfo_url)
        .map_or_else(|_| settings.userinfo_url.clone(), |url| url.origin().ascii_serialization())
}
