//! Tokens that are signed, and the key to check them by.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::fault::Fault;
use crate::{Provider, new_key};

pub(crate) fn public_key(key: &SigningKey, name: &str) -> Value {
    let point = key.verifying_key().to_sec1_point(false);
    let [x, y] = [&point.as_bytes()[1..33], &point.as_bytes()[33..]].map(|half| URL_SAFE_NO_PAD.encode(half));
    json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": name, "alg": "ES256", "x": x, "y": y })
}

/// The person's identity, for this client and this one login.
pub(crate) fn signed(provider: &Provider, person: &Value, nonce: &str, good_for: i64) -> String {
    let state = provider.state();
    let fault = state.fault;
    let now = jiff::Timestamp::now().as_second();
    let mut claims = match fault {
        Fault::PageOnly | Fault::OtherPage => json!({ "sub": person["sub"] }),
        _ => person.clone(),
    };
    let client = &provider.inner.client;
    claims["iss"] = if fault == Fault::WrongIssuer { "https://accounts.test" } else { provider.issuer() }.into();
    claims["aud"] = if fault == Fault::WrongAudience { "somebody-else" } else { client.id.as_str() }.into();
    claims["nonce"] = if fault == Fault::WrongNonce { "another" } else { nonce }.into();
    claims["iat"] = (now - 10).into();
    claims["exp"] = if fault == Fault::Expired { now - 5 } else { now + good_for }.into();
    let head = match fault {
        Fault::SharedKey => json!({ "alg": "HS256" }),
        Fault::Unsigned => json!({ "alg": "none" }),
        _ => json!({ "alg": "ES256", "kid": state.key_name }),
    };
    let signed = [head, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
    let signature = match fault {
        // A token that any holder of the client's secret could make.
        Fault::SharedKey => Hmac::<Sha256>::new_from_slice(client.secret.as_bytes())
            .map(|mac| mac.chain_update(&signed).finalize().into_bytes().to_vec())
            .unwrap_or_default(),
        Fault::Unsigned => vec![],
        Fault::WrongKey => Signer::<Signature>::sign(&new_key(), signed.as_bytes()).to_vec(),
        _ => Signer::<Signature>::sign(&state.key, signed.as_bytes()).to_vec(),
    };
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}
