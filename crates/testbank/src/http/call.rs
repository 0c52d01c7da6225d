//! The way of every call: key, idempotency, the work, the disk, the answer.

use std::sync::PoisonError;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rand::RngExt;
use serde_json::Value;

use super::auth::{self, Caller};
use super::body;
use super::expand::{expand, paths};
use crate::bank::{Bank, Stopped};
use crate::error::ApiError;
use crate::objects::{Answer, Call};
use crate::params::Params;
use crate::replay::{self, Replay};
use crate::state::{Origin, State};

pub type Work = fn(&mut State, &Call) -> Answer;

/// The callers allowed to make a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum For {
    Shops,
    BrowsersToo,
    /// Turns the knobs, so none of them applies to it.
    Operators,
}

pub async fn answer(bank: Bank, ids: RawPathParams, request: Request, allowed: For, work: Work) -> Response {
    let request_id = format!("req_{:016x}", rand::rng().random::<u64>());
    let received = match receive(&bank, request, allowed).await {
        Ok(received) => received,
        Err(error) => return Answered::error(&error).into_response(&request_id),
    };
    // The key of browsers is public: its callers do not make the shop wait.
    let places = match received.caller {
        Caller::Secret => &bank.inner.places,
        Caller::Publishable => &bank.inner.public_places,
    };
    let Ok(_place) = places.acquire().await else { return lost() };
    if allowed != For::Operators
        && let Some(trouble) = trouble(&bank).await
    {
        return trouble;
    }
    let is_write = received.parts.method != Method::GET;
    let answered = match read(ids, received) {
        Ok((call, key)) => run(&bank, call, key, &request_id, work).await,
        Err(error) => Ok(Answered::error(&error)),
    };
    let answered = match answered {
        Ok(answered) => answered,
        Err(cause) => return stopped(cause, &request_id),
    };
    // Lost only once everything is done and on disk, which is the moment that hurts.
    if allowed != For::Operators && is_write && answered.status == 200 && bank.inner.chaos().loses_answer() {
        return lost();
    }
    let held = if allowed == For::Operators || is_write { None } else { bank.inner.chaos().holds_answer() };
    if let Some(mut turned) = held {
        // An error means that the bank is gone, and with it the tasks that could turn them.
        let _ = turned.changed().await;
    }
    answered.into_response(&request_id)
}

/// A call that has come whole, from a caller allowed to make it.
struct Received {
    caller: Caller,
    parts: Parts,
    params: Params,
    form: Bytes,
}

/// T55: the key in the header comes first. Of those whose key is wrong, or cannot do, no body is waited for; of those
/// whose key is everybody's, at places for strangers.
async fn receive(bank: &Bank, request: Request, allowed: For) -> Result<Received, ApiError> {
    let (parts, body) = request.into_parts();
    let by_header = auth::by_header(&bank.inner, &parts.headers)?;
    let body = match by_header {
        Some(Caller::Secret) => body::read(body, body::MAX_BYTES).await?,
        Some(Caller::Publishable) if allowed != For::BrowsersToo => return Err(auth::forbidden()),
        None if allowed != For::BrowsersToo => return Err(auth::missing()),
        Some(Caller::Publishable) | None => bank.inner.readers.read(&parts, body, body::MAX_BYTES).await?,
    };
    let query = parts.uri.query().unwrap_or_default();
    let form = if body.is_empty() { Bytes::copy_from_slice(query.as_bytes()) } else { body };
    let mut params = Params::parse(&form)?;
    let caller = match by_header {
        Some(caller) => caller,
        None => auth::by_param(&bank.inner, &params)?,
    };
    params.forget("key");
    Ok(Received { caller, parts, params, form })
}

/// What goes wrong on purpose before anything is done.
async fn trouble(bank: &Bank) -> Option<Response> {
    let (down, latency, fails) = {
        let mut chaos = bank.inner.chaos();
        (chaos.knobs.down, chaos.knobs.latency_ms, chaos.fails())
    };
    if latency > 0 {
        tokio::time::sleep(Duration::from_millis(latency)).await;
    }
    if down {
        return Some(lost());
    }
    let error = ApiError::new(500, "api_error", "An unknown error occurred.");
    fails.then(|| Answered::error(&error).into_response("req_none"))
}

/// A connection that closes before a byte of the answer is sent.
pub fn lost() -> Response {
    let broken = futures::stream::once(async { Err::<Bytes, _>(std::io::Error::other("lost on purpose")) });
    Response::new(Body::from_stream(broken))
}

fn stopped(cause: Stopped, request_id: &str) -> Response {
    let error = ApiError::new(503, "api_error", cause.to_string());
    Answered::error(&error).into_response(request_id)
}

struct Key {
    /// The caller's, as it is told back.
    shown: String,
    /// The bank's, which tells callers apart.
    id: String,
    print: String,
}

fn read(ids: RawPathParams, received: Received) -> Result<(Call, Option<Key>), ApiError> {
    let Received { caller, parts, params, form } = received;
    check_version(&parts.headers)?;
    let path = parts.uri.path().to_owned();
    let key = idempotency_key(&parts.headers)?.filter(|_| parts.method != Method::GET).map(|shown| Key {
        id: format!("{caller:?}/{shown}"),
        print: replay::print(parts.method.as_str(), &path, &form),
        shown,
    });
    let id = ids.iter().next().map(|(_, id)| id.to_owned()).unwrap_or_default();
    Ok((Call { id, params, reads: parts.method == Method::GET, publishable: caller == Caller::Publishable, path }, key))
}

/// The bank speaks one version, so that a caller that forgot to pin its own notices.
fn check_version(headers: &HeaderMap) -> Result<(), ApiError> {
    match headers.get("stripe-version").map(HeaderValue::to_str) {
        None => Ok(()),
        Some(Ok(version)) if version == crate::API_VERSION => Ok(()),
        Some(_) => {
            Err(ApiError::invalid(format!("Invalid Stripe API version: the test bank speaks {}.", crate::API_VERSION)))
        }
    }
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    match key.to_str() {
        Ok(key) if (1..=255).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => Err(ApiError::new(400, "idempotency_error", "An idempotency key has 1 to 255 characters.")),
    }
}

struct Answered {
    status: u16,
    body: Value,
    key: Option<String>,
    /// The request that did the work, when this one only got its answer again.
    original: Option<String>,
}

impl Answered {
    fn error(error: &ApiError) -> Self {
        Self { status: error.status, body: error.to_json(), key: None, original: None }
    }

    fn into_response(self, request_id: &str) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response =
            (status, [(header::CONTENT_TYPE, "application/json")], self.body.to_string()).into_response();
        let headers = response.headers_mut();
        let mut set = |name: &'static str, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        };
        set("request-id", request_id);
        set("stripe-version", crate::API_VERSION);
        set("cache-control", "no-cache, no-store");
        if let Some(key) = &self.key {
            set("idempotency-key", key);
        }
        if let Some(original) = &self.original {
            set("idempotent-replayed", "true");
            set("original-request", original);
        }
        response
    }
}

/// Holds a key while its first call is under way.
struct Busy<'a> {
    bank: &'a Bank,
    id: String,
}

impl<'a> Busy<'a> {
    fn take(bank: &'a Bank, id: &str) -> Option<Self> {
        let mut busy = bank.inner.busy_keys.lock().unwrap_or_else(PoisonError::into_inner);
        busy.insert(id.to_owned()).then(|| Self { bank, id: id.to_owned() })
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.bank.inner.busy_keys.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

async fn run(bank: &Bank, call: Call, key: Option<Key>, request_id: &str, work: Work) -> Result<Answered, Stopped> {
    let busy = key.as_ref().map(|key| Busy::take(bank, &key.id));
    if let Some(None) = busy {
        let error = ApiError::new(
            409,
            "idempotency_error",
            "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through).",
        );
        return Ok(Answered::error(&error.with("code", "idempotency_key_in_use")));
    }
    let origin =
        Origin { request: Some(request_id.to_owned()), idempotency_key: key.as_ref().map(|key| key.shown.clone()) };
    let request = request_id.to_owned();
    bank.act(origin, move |state| once(state, &call, key, request, work)).await
}

/// Does the work, unless its key shows that it was done.
fn once(state: &mut State, call: &Call, key: Option<Key>, request: String, work: Work) -> Answered {
    if let Some(key) = &key {
        match replay::find(state, &key.id, &key.print) {
            Err(error) => return Answered::error(&error),
            Ok(Some(replay)) => {
                return Answered {
                    status: replay.status,
                    body: replay.body,
                    key: Some(key.shown.clone()),
                    original: Some(replay.request),
                };
            }
            Ok(None) => {}
        }
    }
    if call.path.starts_with("/v1/") && state.is_full() {
        return Answered::error(&ApiError::new(503, "api_error", "The test bank is full."));
    }
    let result = paths(&call.params).and_then(|paths| {
        let mut body = work(state, call)?;
        let expanded = expand(state, &paths, &mut body);
        // Work that is done is not taken back by a field that does not exist.
        if call.reads { expanded.map(|()| body) } else { Ok(body) }
    });
    let mut answered = match result {
        Ok(body) => Answered { status: 200, body, key: None, original: None },
        Err(error) => Answered::error(&error),
    };
    if let Some(key) = key {
        answered.key = Some(key.shown);
        // What was refused before it began may be tried again with the same key.
        if matches!(answered.status, 200 | 402) {
            let (at, body) = (state.wall, answered.body.clone());
            replay::keep(state, Replay { id: key.id, at, print: key.print, status: answered.status, request, body });
        }
    }
    answered
}

/// An error that no work was needed for.
pub fn plain(error: &ApiError) -> Response {
    Answered::error(error).into_response("req_none")
}

/// `GET` and `POST /v1/testbank/chaos`
pub async fn knobs(bank: Bank, request: Request) -> Response {
    let turned = async {
        let Received { parts, params, .. } = receive(&bank, request, For::Operators).await?;
        if parts.method == Method::GET { Ok(bank.inner.chaos().shown()) } else { bank.inner.chaos().turn(&params) }
    };
    let answered = match turned.await {
        Ok(body) => Answered { status: 200, body, key: None, original: None },
        Err(error) => Answered::error(&error),
    };
    bank.inner.news.notify_one();
    answered.into_response("req_none")
}
