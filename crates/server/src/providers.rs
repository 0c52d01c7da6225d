//! Asks other providers whether the ids of a channel are known there.

use std::time::{Duration, Instant};

use domain::provider_id::{
    GoogleTag, MAX_SAID, ProviderIdCheck, ProviderIdKind, ProviderIdOutcome, SentryDsn, is_provider_id,
};
use domain::secret::Secret;
use domain::time::Timestamp;
use http::{HeaderMap, HeaderValue, header};
use rand::RngExt;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::http::host_probe::ProbeError;
use crate::http::public_http::{Answer, PublicHttp, PublicHttpError};

/// For all that is asked about one id.
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);
/// A tag is half a megabyte, of which the status is enough; descriptions of providers are a few kilobytes.
const MAX_ANSWER: usize = 16 * 1024;
/// In place of what a browser or a person would bring.
const NOBODY: &str = "touchline-check";

/// Where providers are reached, without a slash at the end.
#[derive(Clone, Debug)]
pub struct ProviderUrls {
    pub google_tag: String,
    pub recaptcha: String,
    pub google_login: String,
    pub facebook_graph: String,
}

impl Default for ProviderUrls {
    fn default() -> Self {
        Self {
            google_tag: "https://www.googletagmanager.com".into(),
            recaptcha: "https://www.google.com/recaptcha/api/siteverify".into(),
            google_login: "https://accounts.google.com".into(),
            facebook_graph: "https://graph.facebook.com/v24.0".into(),
        }
    }
}

pub(crate) struct ProviderChecks {
    http: PublicHttp,
    urls: ProviderUrls,
}

/// What became of a check, with the provider's own words.
type Found = (ProviderIdOutcome, String);

impl ProviderChecks {
    /// `allows_loopback` lets checks reach this machine, for development.
    pub(crate) fn new(urls: ProviderUrls, allows_loopback: bool) -> Self {
        Self { http: PublicHttp::new(allows_loopback), urls }
    }

    pub(crate) async fn check(
        &self,
        kind: ProviderIdKind,
        id: &str,
        secret: Option<&Secret<String>>,
        at: Timestamp,
    ) -> ProviderIdCheck {
        let begun = Instant::now();
        let asked = timeout(CHECK_TIMEOUT, self.ask(kind, id, secret, at)).await;
        let (outcome, said) = match asked {
            Ok(Ok(found)) => found,
            Ok(Err(cause)) => (outcome_of(cause), String::new()),
            Err(_) => (ProviderIdOutcome::NoAnswer, String::new()),
        };
        let took_ms = begun.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        ProviderIdCheck { at, outcome, took_ms, id: id.to_owned(), said: shown(&said, secret) }
    }

    async fn ask(
        &self,
        kind: ProviderIdKind,
        id: &str,
        secret: Option<&Secret<String>>,
        at: Timestamp,
    ) -> Result<Found, PublicHttpError> {
        // A file may have brought anything; from here on it needs no escaping.
        if !is_provider_id(kind, id) {
            return Ok((ProviderIdOutcome::WrongKind, String::new()));
        }
        let secret = secret.map(Secret::expose).filter(|_| kind.needs_secret());
        match (kind, secret) {
            (ProviderIdKind::GoogleTag, _) => self.ask_tag(id).await,
            (ProviderIdKind::Sentry, _) => self.ask_sentry(id, at).await,
            (ProviderIdKind::Recaptcha, Some(secret)) => self.ask_recaptcha(secret).await,
            (ProviderIdKind::GoogleLogin, Some(secret)) => self.ask_google(id, secret).await,
            (ProviderIdKind::FacebookLogin, Some(secret)) => self.ask_facebook(id, secret).await,
            (_, None) => Ok((ProviderIdOutcome::NoSecret, String::new())),
        }
    }

    /// A container that was never published is as unknown as one that does not exist. Of the other kinds Google serves
    /// a general tag for any id of the right form.
    async fn ask_tag(&self, id: &str) -> Result<Found, PublicHttpError> {
        let is_container = GoogleTag::of(id) == Some(GoogleTag::Container);
        let path = if is_container { "gtm.js" } else { "gtag/js" };
        let answer = self.http.get(&format!("{}/{path}?id={id}", self.urls.google_tag), 1).await?;
        Ok(match answer.status {
            200 if is_container => (ProviderIdOutcome::Known, String::new()),
            200 => (ProviderIdOutcome::Served, String::new()),
            404 => (ProviderIdOutcome::Unknown, String::new()),
            status => odd(status, ""),
        })
    }

    /// Sends a message that the operator finds there.
    async fn ask_sentry(&self, id: &str, at: Timestamp) -> Result<Found, PublicHttpError> {
        let Some(dsn) = SentryDsn::of(id) else { return Ok((ProviderIdOutcome::WrongKind, String::new())) };
        let event_id = format!("{:032x}", rand::rng().random::<u128>());
        let event = json!({
            "event_id": event_id, "timestamp": at.seconds(), "platform": "other", "level": "info",
            "message": "Touchline: check from the console",
        });
        let body = format!("{}\n{}\n{event}\n", json!({ "event_id": event_id }), json!({ "type": "event" }));
        let url = format!("{}?sentry_version=7&sentry_client=touchline&sentry_key={}", dsn.envelope_url, dsn.key);
        let answer = self.post(&url, "application/x-sentry-envelope", body).await?;
        let said = text_at(&json_of(&answer), "/detail");
        Ok(match answer.status {
            200..=299 => (ProviderIdOutcome::Known, String::new()),
            401 | 403 | 404 => (ProviderIdOutcome::Unknown, said),
            status => odd(status, &said),
        })
    }

    /// Only the secret can be asked about: the answer of a visitor is wrong on purpose.
    async fn ask_recaptcha(&self, secret: &str) -> Result<Found, PublicHttpError> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Verdict {
            success: bool,
            #[serde(rename = "error-codes")]
            errors: Vec<String>,
        }
        let answer = self.post_form(&self.urls.recaptcha, &[("secret", secret), ("response", NOBODY)]).await?;
        let verdict: Verdict = serde_json::from_slice(&answer.body).unwrap_or_default();
        let has = |wanted: &str| verdict.errors.iter().any(|error| error == wanted);
        Ok(if has("invalid-input-secret") || has("missing-input-secret") {
            (ProviderIdOutcome::WrongSecret, String::new())
        } else if verdict.success || has("invalid-input-response") || has("timeout-or-duplicate") {
            (ProviderIdOutcome::Known, String::new())
        } else {
            odd(answer.status, &verdict.errors.join(", "))
        })
    }

    /// Redeems a code that nobody has: a provider that knows the client refuses the code, and no other one gets so far.
    async fn ask_google(&self, id: &str, secret: &str) -> Result<Found, PublicHttpError> {
        let description = format!("{}/.well-known/openid-configuration", self.urls.google_login);
        let described = self.http.get(&description, MAX_ANSWER).await?;
        let token_url = text_at(&json_of(&described), "/token_endpoint");
        if token_url.is_empty() {
            return Ok(odd(described.status, ""));
        }
        let form = [
            ("grant_type", "authorization_code"),
            ("code", NOBODY),
            ("redirect_uri", "https://localhost/auth/login/google/callback"),
            ("client_id", id),
            ("client_secret", secret),
        ];
        let answer = self.post_form(&token_url, &form).await?;
        let body = json_of(&answer);
        let (error, said) = (text_at(&body, "/error"), text_at(&body, "/error_description"));
        Ok(match error.as_str() {
            "invalid_grant" | "redirect_uri_mismatch" => (ProviderIdOutcome::Known, String::new()),
            "invalid_client" if said.contains("not found") => (ProviderIdOutcome::Unknown, said),
            "invalid_client" => (ProviderIdOutcome::WrongSecret, said),
            "unauthorized_client" => (ProviderIdOutcome::WrongKind, said),
            _ => odd(answer.status, if said.is_empty() { &error } else { &said }),
        })
    }

    /// Asks for what the client may do for itself, and keeps nothing of it.
    async fn ask_facebook(&self, id: &str, secret: &str) -> Result<Found, PublicHttpError> {
        let form = [("grant_type", "client_credentials"), ("client_id", id), ("client_secret", secret)];
        let answer = self.post_form(&format!("{}/oauth/access_token", self.urls.facebook_graph), &form).await?;
        let body = json_of(&answer);
        let said = text_at(&body, "/error/message");
        Ok(match (answer.status, body.pointer("/error/code").and_then(Value::as_i64)) {
            (200, None) => (ProviderIdOutcome::Known, String::new()),
            (_, Some(101)) => (ProviderIdOutcome::Unknown, said),
            (_, Some(1)) => (ProviderIdOutcome::WrongSecret, said),
            (status, _) => odd(status, &said),
        })
    }

    async fn post_form(&self, url: &str, form: &[(&str, &str)]) -> Result<Answer, PublicHttpError> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        self.post(url, "application/x-www-form-urlencoded", body).await
    }

    async fn post(&self, url: &str, kind: &'static str, body: String) -> Result<Answer, PublicHttpError> {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static(kind))]);
        self.http.post(url, headers, body, MAX_ANSWER).await
    }
}

fn odd(status: u16, said: &str) -> Found {
    (ProviderIdOutcome::Odd, format!("{status} {said}").trim().to_owned())
}

fn json_of(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body).unwrap_or_default()
}

fn text_at(body: &Value, path: &str) -> String {
    body.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn outcome_of(cause: PublicHttpError) -> ProviderIdOutcome {
    match cause {
        PublicHttpError::Private => ProviderIdOutcome::Private,
        PublicHttpError::Probe(ProbeError::TimedOut) => ProviderIdOutcome::NoAnswer,
        PublicHttpError::Probe(ProbeError::Refused) => ProviderIdOutcome::Refused,
        PublicHttpError::NameNotFound | PublicHttpError::Probe(ProbeError::Tls | ProbeError::Unreachable) => {
            ProviderIdOutcome::Unreachable
        }
    }
}

/// A provider's words as they are kept: one short line, and nothing at all if it repeats our secret.
fn shown(said: &str, secret: Option<&Secret<String>>) -> String {
    if secret.is_some_and(|secret| said.contains(secret.expose().as_str())) {
        return String::new();
    }
    said.chars().filter(|sign| !sign.is_control()).take(MAX_SAID).collect()
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    async fn check_tag(url: String, allows_loopback: bool) -> ProviderIdCheck {
        let urls = ProviderUrls { google_tag: url, ..ProviderUrls::default() };
        ProviderChecks::new(urls, allows_loopback).check(ProviderIdKind::GoogleTag, "GTM-AB12", None, NOW).await
    }

    /// T32: a provider that does not answer is given up; the clock is the test's, so nobody waits.
    #[tokio::test(start_paused = true)]
    async fn silent_provider_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let found = check_tag(address, true).await;
        assert_eq!((found.outcome, found.id.as_str()), (ProviderIdOutcome::NoAnswer, "GTM-AB12"));
    }

    /// T32: nothing of this machine is asked, unless that is allowed; a port at which nothing listens is told apart.
    #[tokio::test]
    async fn private_addresses_are_not_asked() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        assert_eq!(check_tag(address.clone(), false).await.outcome, ProviderIdOutcome::Private);
        let checks = ProviderChecks::new(ProviderUrls::default(), false);
        let dsn = format!("http://abc@{}/1", listener.local_addr().unwrap());
        let found = checks.check(ProviderIdKind::Sentry, &dsn, None, NOW).await;
        assert_eq!(found.outcome, ProviderIdOutcome::Private);
        drop(listener);
        assert_eq!(check_tag(address, true).await.outcome, ProviderIdOutcome::Refused);
    }

    #[tokio::test]
    async fn ids_of_another_form_or_without_secret_are_not_asked_about() {
        let checks = ProviderChecks::new(ProviderUrls::default(), false);
        for (kind, id, outcome) in [
            (ProviderIdKind::GoogleTag, "UA-1-1", ProviderIdOutcome::WrongKind),
            (ProviderIdKind::GoogleLogin, "AIza", ProviderIdOutcome::WrongKind),
            (ProviderIdKind::FacebookLogin, "123", ProviderIdOutcome::NoSecret),
            (ProviderIdKind::Recaptcha, "6Le", ProviderIdOutcome::NoSecret),
        ] {
            assert_eq!(checks.check(kind, id, None, NOW).await.outcome, outcome, "{kind:?}");
        }
    }

    /// T44: what a provider repeats of our secret is not kept.
    #[test]
    fn words_of_a_provider_hold_no_secret() {
        let secret = Secret::new("hunter2".to_owned());
        assert_eq!(shown("bad secret hunter2", Some(&secret)), "");
        assert_eq!(shown(&format!("no\u{1b}[31m {}", "x".repeat(900)), Some(&secret)).chars().count(), MAX_SAID);
    }
}
