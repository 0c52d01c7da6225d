//! A program that receives webhooks, as far as a test lets it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, StatusCode, header};
use serde_json::Value;
use sha2::Sha256;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How it answers.
#[derive(Clone, Debug)]
pub enum Manner {
    Status(u16, String),
    /// Not within the test.
    Never,
    Redirect(String),
    /// A body of so many bytes.
    Large(usize),
}

impl Manner {
    pub fn status(status: u16) -> Self {
        Self::Status(status, String::new())
    }
}

/// What it was sent.
#[derive(Clone, Debug)]
pub struct Received {
    pub id: String,
    pub timestamp: String,
    pub signature: String,
    pub body: String,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// How many of its signatures are by that secret, as a receiver checks them.
    pub fn signed_by(&self, secret: &str) -> usize {
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let is_right = |one: &str| {
            let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
            mac.update(format!("{}.{}.{}", self.id, self.timestamp, self.body).as_bytes());
            let signed = one.strip_prefix("v1,").and_then(|text| STANDARD.decode(text).ok()).unwrap();
            mac.verify_slice(&signed).is_ok()
        };
        self.signature.split(' ').filter(|one| is_right(one)).count()
    }
}

#[derive(Clone)]
struct Shared {
    manner: Arc<Mutex<Manner>>,
    received: Arc<Mutex<Vec<Received>>>,
}

pub struct Receiver {
    pub url: String,
    shared: Shared,
    serving: JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Receiver {
    pub async fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook?key=s3cret-path", listener.local_addr().unwrap());
        let shared = Shared { manner: Arc::new(Mutex::new(manner)), received: Arc::default() };
        let router = Router::new().fallback(receive).with_state(shared.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, shared, serving }
    }

    pub fn answer(&self, manner: Manner) {
        *self.shared.manner.lock().unwrap() = manner;
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }

    pub fn kinds(&self) -> Vec<String> {
        self.received().iter().map(Received::kind).collect()
    }

    /// Waits until it was sent so many in all.
    pub async fn until(&self, count: usize) -> Vec<Received> {
        let arrived = async || (self.received().len() >= count).then_some(());
        testkit::until("the webhook", testkit::TIMEOUT, arrived).await;
        let received = self.received();
        assert_eq!(received.len(), count, "{received:?}");
        received
    }
}

async fn receive(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    let header = |name: &str| headers.get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
    assert_eq!(headers[header::CONTENT_TYPE], "application/json");
    shared.received.lock().unwrap().push(Received {
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp"),
        signature: header("webhook-signature"),
        body: String::from_utf8(body.to_vec()).unwrap(),
    });
    let manner = shared.manner.lock().unwrap().clone();
    match manner {
        Manner::Status(status, text) => (StatusCode::from_u16(status).unwrap(), text).into_response(),
        Manner::Never => {
            tokio::time::sleep(Duration::from_secs(3_600)).await;
            StatusCode::OK.into_response()
        }
        Manner::Redirect(to) => (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, to)]).into_response(),
        Manner::Large(size) => "x".repeat(size).into_response(),
    }
}
