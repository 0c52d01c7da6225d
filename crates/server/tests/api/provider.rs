//! A site that people log in through, on this machine: OpenID Connect with keys of its own and OAuth beside it. It checks
//! what it is asked as strictly as the standard wants, and answers wrongly where a test says so.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use server::config::{ChannelSocial, OAuth, OpenId};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

use domain::secret::Secret;

pub const CLIENT: &str = "touchline";
const SECRET: &str = "hush";

/// What the provider does wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    WrongNonce,
    WrongAudience,
    WrongIssuer,
    Expired,
    /// Signed with a key that nobody knows.
    WrongKey,
    /// Signed with the client's secret, as if that were a key.
    SharedKey,
    Unsigned,
    NoToken,
    /// `invalid_grant`, as for a code that is too old.
    CodeRefused,
    /// Never answers where codes are taken.
    Slow,
    /// Never answers at all.
    Silent,
    /// An answer without end.
    Endless,
    /// Leads elsewhere.
    Redirects,
    /// Says in its description that it is somebody else.
    OtherDescription,
    /// Tells of somebody on a page alone, as some providers do.
    PageOnly,
    /// Tells on that page of somebody else.
    OtherPage,
}

#[derive(Clone)]
pub struct Provider {
    pub issuer: String,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    key: SigningKey,
    key_name: String,
    person: Value,
    fault: Fault,
    /// Codes that are good, each with what it was asked for with.
    codes: HashMap<String, HashMap<String, String>>,
}

impl Provider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let shared = Shared {
            key: key(),
            key_name: "first".into(),
            person: json!({}),
            fault: Fault::None,
            codes: HashMap::new(),
        };
        let provider = Self { issuer, shared: Arc::new(Mutex::new(shared)) };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/jwks", get(keys))
            .route("/token", post(token))
            .route("/page", get(page))
            .route("/facebook/token", post(token))
            .route("/facebook/me", get(page))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    /// As a channel's settings name it: once as Google, once as Facebook.
    pub fn settings(&self) -> ChannelSocial {
        ChannelSocial {
            google: Some(OpenId {
                client_id: CLIENT.into(),
                client_secret: Secret::new(SECRET.into()),
                issuer: self.issuer.clone(),
            }),
            facebook: Some(OAuth {
                client_id: CLIENT.into(),
                client_secret: Secret::new(SECRET.into()),
                authorize_url: format!("{}/facebook/authorize", self.issuer),
                token_url: format!("{}/facebook/token", self.issuer),
                userinfo_url: format!("{}/facebook/me", self.issuer),
            }),
        }
    }

    /// Who is logged in there from now on.
    pub fn is_visited_by(&self, person: Value) {
        self.shared.lock().unwrap().person = person;
    }

    /// Signs with another key from now on, as providers do now and then.
    pub fn change_key(&self, name: &str) {
        let mut shared = self.shared.lock().unwrap();
        (shared.key, shared.key_name) = (key(), name.into());
    }

    pub fn fail_by(&self, fault: Fault) {
        self.shared.lock().unwrap().fault = fault;
    }

    /// What its page would do when the person agrees: gives the query that they go back with.
    pub fn agree(&self, url: &str) -> String {
        let asked = parameters(url.split_once('?').unwrap().1.as_bytes());
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["client_id"], CLIENT);
        assert_eq!(asked["code_challenge_method"], "S256");
        let code = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
        let back = format!("code={code}&state={}", asked["state"]);
        self.shared.lock().unwrap().codes.insert(code, asked);
        back
    }

    fn fault(&self) -> Fault {
        self.shared.lock().unwrap().fault
    }
}

fn key() -> SigningKey {
    SigningKey::from_slice(&rand::random::<[u8; 32]>()).unwrap()
}

pub fn parameters(query: &[u8]) -> HashMap<String, String> {
    form_urlencoded::parse(query).into_owned().collect()
}

async fn describe(State(provider): State<Provider>) -> Response {
    let Provider { issuer, .. } = &provider;
    match provider.fault() {
        Fault::Silent => std::future::pending().await,
        Fault::OtherDescription => Json(description(issuer, "https://accounts.test")).into_response(),
        _ => Json(description(issuer, issuer)).into_response(),
    }
}

fn description(at: &str, issuer: &str) -> Value {
    json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{at}/authorize"),
        "token_endpoint": format!("{at}/token"),
        "userinfo_endpoint": format!("{at}/page"),
        "jwks_uri": format!("{at}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
    })
}

async fn keys(State(provider): State<Provider>) -> Json<Value> {
    let Shared { key, key_name, .. } = &*provider.shared.lock().unwrap();
    let point = key.verifying_key().to_sec1_point(false);
    let [x, y] = [&point.as_bytes()[1..33], &point.as_bytes()[33..]].map(|half| URL_SAFE_NO_PAD.encode(half));
    let key = json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": key_name, "alg": "ES256", "x": x, "y": y });
    Json(json!({ "keys": [key] }))
}

/// Takes a code once, from the client that it was made for, with the secret that its challenge was made of.
async fn token(State(provider): State<Provider>, headers: HeaderMap, body: Bytes) -> Response {
    let sent = parameters(&body);
    let asked = provider.shared.lock().unwrap().codes.remove(&sent["code"]);
    let basic = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{SECRET}")));
    let in_head = headers.get("authorization").is_some_and(|header| header.as_bytes() == basic.as_bytes());
    let in_body = sent.get("client_secret").is_some_and(|secret| secret == SECRET);
    let fits = asked.as_ref().is_some_and(|asked| {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&sent["code_verifier"]));
        asked["code_challenge"] == challenge && asked["redirect_uri"] == sent["redirect_uri"] && (in_head || in_body)
    });
    let fault = provider.fault();
    match fault {
        Fault::Slow | Fault::Silent => return std::future::pending().await,
        Fault::Endless => return vec![b' '; 1024 * 1024].into_response(),
        Fault::Redirects => return (StatusCode::TEMPORARY_REDIRECT, [("location", "/facebook/token")]).into_response(),
        _ => {}
    }
    let Some(asked) = asked.filter(|_| fits && fault != Fault::CodeRefused) else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response();
    };
    let mut answer = json!({ "access_token": "opens-the-page", "token_type": "Bearer", "expires_in": 300 });
    if let Some(nonce) = asked.get("nonce").filter(|_| fault != Fault::NoToken) {
        answer["id_token"] = id_token(&provider, nonce).into();
    }
    Json(answer).into_response()
}

fn id_token(provider: &Provider, nonce: &str) -> String {
    let Shared { key: own, key_name, person, fault, .. } = &*provider.shared.lock().unwrap();
    let now = jiff::Timestamp::now().as_second();
    let mut claims = match fault {
        Fault::PageOnly | Fault::OtherPage => json!({ "sub": person["sub"] }),
        _ => person.clone(),
    };
    claims["iss"] =
        if *fault == Fault::WrongIssuer { "https://accounts.test" } else { provider.issuer.as_str() }.into();
    claims["aud"] = if *fault == Fault::WrongAudience { "somebody-else" } else { CLIENT }.into();
    claims["nonce"] = if *fault == Fault::WrongNonce { "another" } else { nonce }.into();
    claims["iat"] = (now - 10).into();
    claims["exp"] = if *fault == Fault::Expired { now - 5 } else { now + 300 }.into();
    let head = match fault {
        Fault::SharedKey => json!({ "alg": "HS256" }),
        Fault::Unsigned => json!({ "alg": "none" }),
        _ => json!({ "alg": "ES256", "kid": key_name }),
    };
    let signed = [head, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
    let signature = match fault {
        Fault::SharedKey => {
            // What anybody could make who knows the client's secret.
            use hmac::{Hmac, KeyInit, Mac};
            let mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
            mac.chain_update(&signed).finalize().into_bytes().to_vec()
        }
        Fault::Unsigned => vec![],
        Fault::WrongKey => Signer::<Signature>::sign(&key(), signed.as_bytes()).to_vec(),
        _ => Signer::<Signature>::sign(own, signed.as_bytes()).to_vec(),
    };
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

async fn page(State(provider): State<Provider>, headers: HeaderMap) -> Response {
    if headers.get("authorization").is_none_or(|token| token != "Bearer opens-the-page") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let Shared { person, fault, .. } = &*provider.shared.lock().unwrap();
    let mut page = person.clone();
    if *fault == Fault::OtherPage {
        page["sub"] = "somebody-else".into();
    }
    Json(page).into_response()
}
