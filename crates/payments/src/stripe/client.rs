//! Sends requests and retries each under the same idempotency key until its outcome is known or its time is up.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{Method, Response, StatusCode};
use rustls::{ClientConfig, RootCertStore};
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use super::API_VERSION;
use super::concurrency::ConcurrencyLimit;
use super::config::{Config, ConfigError, Limits};
use super::failure::{Doubt, Failure, NotDone, RefusalKind};
use super::form::Form;
use super::key::IdempotencyKey;
use super::response::{self, AttemptError};
use super::retry;

/// A page of a hundred notices has about a megabyte.
const MAX_ANSWER: usize = 4 * 1024 * 1024;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Clones share their connections and their limits.
#[derive(Clone)]
pub struct Client {
    /// None while nothing is sold: then nobody is asked.
    parts: Option<Arc<Parts>>,
}

struct Parts {
    http: reqwest::Client,
    base: String,
    limits: Limits,
    concurrency: ConcurrencyLimit,
}

struct Request<'a> {
    method: Method,
    path: &'a str,
    form: Form,
    key: Option<&'a IdempotencyKey>,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Client {
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        let mut bearer =
            HeaderValue::try_from(format!("Bearer {}", config.key.expose())).map_err(|_| ConfigError::Key)?;
        bearer.set_sensitive(true);
        let headers = [
            (AUTHORIZATION, bearer),
            (USER_AGENT, HeaderValue::from_static(concat!("Touchline/", env!("CARGO_PKG_VERSION")))),
            ("stripe-version".parse().expect("constant header name"), HeaderValue::from_static(API_VERSION)),
        ];
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls())
            .default_headers(headers.into_iter().collect())
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT)
            .build()
            .expect("constant client configuration");
        let (base, limits) = (config.base.clone(), config.limits);
        Ok(Self { parts: Some(Arc::new(Parts { http, base, limits, concurrency: ConcurrencyLimit::new(&limits) })) })
    }

    /// One that asks nobody: no call is done.
    pub fn closed() -> Self {
        Self { parts: None }
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str, query: Form) -> Result<T, Failure> {
        self.call(Request { method: Method::GET, path, form: query, key: None }).await
    }

    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        key: &IdempotencyKey,
        path: &str,
        form: Form,
    ) -> Result<T, Failure> {
        self.call(Request { method: Method::POST, path, form, key: Some(key) }).await
    }

    pub(super) async fn delete<T: DeserializeOwned>(&self, key: &IdempotencyKey, path: &str) -> Result<T, Failure> {
        self.call(Request { method: Method::DELETE, path, form: Form::new(), key: Some(key) }).await
    }

    async fn call<T: DeserializeOwned>(&self, request: Request<'_>) -> Result<T, Failure> {
        let parts = self.parts.as_ref().ok_or(Failure::NotDone(NotDone::Closed))?;
        let _place = parts.concurrency.enter().await?;
        let answer = parts.settle(&request).await.inspect_err(|failure| report(&request, failure))?;
        serde_json::from_slice(&answer.body).map_err(|_| {
            // What is wrong with it would be said in words of the answer.
            tracing::error!(method = %request.method, path = request.path, "payment provider sent an unreadable response");
            Failure::Unknown(Doubt::Unreadable)
        })
    }
}

impl Parts {
    /// Tries until the end is known, or as long as the limits allow.
    async fn settle(&self, request: &Request<'_>) -> Result<Answer, Failure> {
        let limits = &self.limits;
        let deadline = Instant::now() + limits.total_time;
        let mut doubt = None;
        let mut tries = 0;
        loop {
            tries += 1;
            let until = deadline.min(Instant::now() + limits.try_time);
            let setback = match tokio::time::timeout_at(until, self.attempt(request)).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(setback)) => setback,
                Err(_) => AttemptError::again(Failure::Unknown(Doubt::TimedOut)),
            };
            let failure = setback.failure.after(doubt);
            let pause = retry::pause(limits, tries, setback.not_before, rand::random());
            if !setback.again || tries >= limits.tries || Instant::now() + pause >= deadline {
                return Err(failure);
            }
            tracing::debug!(path = request.path, tries, %failure, "payment provider request failed, retrying");
            if let Failure::Unknown(this) = failure {
                doubt = Some(this);
            }
            tokio::time::sleep(pause).await;
        }
    }

    async fn attempt(&self, request: &Request<'_>) -> Result<Answer, AttemptError> {
        let mut url = format!("{}/v1/{}", self.base, request.path);
        let is_posted = request.method == Method::POST;
        if !is_posted && !request.form.is_empty() {
            url = format!("{url}?{}", request.form.encode());
        }
        let mut sent = self.http.request(request.method.clone(), url);
        if is_posted {
            sent = sent.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(request.form.encode());
        }
        if let Some(key) = request.key {
            sent = sent.header("idempotency-key", key.as_str());
        }
        let response = sent.send().await.map_err(|error| lost(&error))?;
        let answer = read(response).await?;
        let request_id = response::request_id(&answer.headers);
        let status = answer.status.as_u16();
        tracing::debug!(method = %request.method, path = request.path, status, request = ?request_id, "payment provider responded");
        response::classify(answer.status, &answer.headers, &answer.body)?;
        Ok(answer)
    }
}

/// Cards are refused every day; every other failure is logged for the operator.
fn report(request: &Request<'_>, failure: &Failure) {
    let (method, path) = (&request.method, request.path);
    match failure.refusal() {
        Some(refusal) if refusal.kind == RefusalKind::Card => {
            tracing::info!(%method, path, %refusal, "payment provider declined a card");
        }
        _ => tracing::warn!(%method, path, %failure, "payment provider request failed"),
    }
}

/// Only what failed while connecting cannot have reached the provider.
fn lost(error: &reqwest::Error) -> AttemptError {
    AttemptError::again(match error.is_connect() {
        true => Failure::NotDone(NotDone::Unreachable),
        false => Failure::Unknown(Doubt::ConnectionLost),
    })
}

async fn read(mut response: Response) -> Result<Answer, AttemptError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
        if body.len() + chunk.len() > MAX_ANSWER {
            return Err(AttemptError::for_good(Failure::Unknown(Doubt::TooLarge)));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer { status: response.status(), headers: std::mem::take(response.headers_mut()), body })
}

/// Ring is named here, so that no second provider of cryptography in the program can be in doubt.
fn tls() -> ClientConfig {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring supports the default TLS versions")
        .with_root_certificates(roots)
        .with_no_client_auth()
}
