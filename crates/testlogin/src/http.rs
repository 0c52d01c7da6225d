//! What the provider answers to the site that asks, and where visitors choose a person.

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::fault::Fault;
use crate::page::{self, PEOPLE};
use crate::{Asked, Provider, parameters, query, token};

/// Of a form or a code with all that belongs to it.
const MAX_BODY: usize = 16 * 1024;
/// Its tokens are good for so many seconds.
const GOOD_FOR: i64 = 300;

impl Provider {
    /// All of it, to be mounted at the issuer's address.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/jwks", get(keys))
            .route("/authorize", get(choose).post(chosen))
            .route("/style.css", get(page::style))
            .route("/token", post(exchange))
            .route("/userinfo", get(tell))
            .layer(DefaultBodyLimit::max(MAX_BODY))
            .with_state(self.clone())
    }
}

async fn describe(State(provider): State<Provider>) -> Json<Value> {
    let fault = provider.state().fault;
    match fault {
        Fault::Silent => std::future::pending().await,
        Fault::OtherDescription => Json(description(provider.issuer(), "https://accounts.test")),
        _ => Json(description(provider.issuer(), provider.issuer())),
    }
}

fn description(at: &str, issuer: &str) -> Value {
    json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{at}/authorize"),
        "token_endpoint": format!("{at}/token"),
        "userinfo_endpoint": format!("{at}/userinfo"),
        "jwks_uri": format!("{at}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // More than it ever uses: a site has to take none but the first.
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    })
}

async fn keys(State(provider): State<Provider>) -> Json<Value> {
    let state = provider.state();
    Json(json!({ "keys": [token::public_key(&state.key, &state.key_name)] }))
}

/// The page with the people that one can be.
async fn choose(State(provider): State<Provider>, RawQuery(asked): RawQuery) -> Response {
    let asked = asked.unwrap_or_default();
    match provider.asked(asked.as_bytes()) {
        Ok(parameters) => page::choice(&asked, &parameters["redirect_uri"]),
        Err(problem) => page::refusal(problem),
    }
}

/// The visitor chose a person, or cancelled.
async fn chosen(State(provider): State<Provider>, body: Bytes) -> Response {
    let form = parameters(&body);
    let word = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let asked = match provider.asked(word("asked").as_bytes()) {
        Ok(asked) => asked,
        Err(problem) => return page::refusal(problem),
    };
    let to = asked["redirect_uri"].clone();
    let answer = match PEOPLE.iter().find(|person| person.subject == word("person")) {
        Some(person) => provider.answer(asked, person.claims()),
        None => query(&[("error", "access_denied"), ("state", &asked["state"]), ("iss", provider.issuer())]),
    };
    let location = format!("{to}?{answer}");
    (StatusCode::SEE_OTHER, [(header::LOCATION, location), (header::CACHE_CONTROL, "no-store".into())]).into_response()
}

/// Takes a code once, from the client that it was made for, with the secret that its challenge was made of.
async fn exchange(State(provider): State<Provider>, headers: HeaderMap, body: Bytes) -> Response {
    let sent = parameters(&body);
    let word = |name: &str| sent.get(name).map(String::as_str).unwrap_or_default();
    let (asked, fault) = {
        let mut state = provider.state();
        (state.codes.take(word("code")), state.fault)
    };
    match fault {
        Fault::Slow | Fault::Silent => return std::future::pending().await,
        Fault::Endless => return vec![b' '; 1024 * 1024].into_response(),
        Fault::Redirects => return (StatusCode::TEMPORARY_REDIRECT, [("location", "/elsewhere")]).into_response(),
        _ => {}
    }
    if !provider.is_client(&headers, word("client_secret")) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" }))).into_response();
    }
    let fits = |asked: &Asked| {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(word("code_verifier")));
        asked.parameters.get("code_challenge") == Some(&challenge)
            && asked.parameters.get("redirect_uri").is_some_and(|address| address == word("redirect_uri"))
    };
    let Some(asked) = asked.filter(|asked| fits(asked) && fault != Fault::CodeRefused) else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response();
    };
    let access = provider.state().tokens.add(asked.person.clone());
    let mut answer = json!({ "access_token": access, "token_type": "Bearer", "expires_in": GOOD_FOR });
    if let Some(nonce) = asked.parameters.get("nonce").filter(|_| fault != Fault::NoToken) {
        answer["id_token"] = token::signed(&provider, &asked.person, nonce, GOOD_FOR).into();
    }
    ([(header::CACHE_CONTROL, "no-store")], Json(answer)).into_response()
}

impl Provider {
    /// By its secret, in the head or in the body.
    fn is_client(&self, headers: &HeaderMap, in_body: &str) -> bool {
        let client = &self.inner.client;
        let basic = format!("Basic {}", STANDARD.encode(format!("{}:{}", client.id, client.secret)));
        let in_head = headers.get(header::AUTHORIZATION).map(|header| header.as_bytes()).unwrap_or_default();
        let is_known = in_head.ct_eq(basic.as_bytes()) | in_body.as_bytes().ct_eq(client.secret.as_bytes());
        is_known.into()
    }
}

/// Tells of the person whose token is shown.
async fn tell(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    let shown = headers.get(header::AUTHORIZATION).and_then(|header| header.to_str().ok()?.strip_prefix("Bearer "));
    let state = provider.state();
    let Some(person) = shown.and_then(|token| state.tokens.get(token)) else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    let mut person = person.clone();
    if state.fault == Fault::OtherPage {
        person["sub"] = "somebody-else".into();
    }
    Json(person).into_response()
}
