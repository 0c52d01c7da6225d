//! A bank on a port of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use testbank::{Bank, Options, Returns};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub const SECRET: &str = "sk_test_touchline";
pub const PUBLISHABLE: &str = "pk_test_touchline";

pub struct Served {
    pub base: String,
    pub client: reqwest::Client,
    stop: CancellationToken,
    bank: Bank,
    serving: JoinHandle<()>,
    delivering: JoinHandle<()>,
}

/// An answer with what tests look at.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Answer {
    pub fn id(&self) -> String {
        assert_eq!(self.status, 200, "{}", self.body);
        self.body["id"].as_str().unwrap().to_owned()
    }

    pub fn text(&self, key: &str) -> &str {
        self.body[key].as_str().unwrap_or_else(|| panic!("{key} of {}", self.body))
    }
}

/// Where the shop of these tests is, whichever host the bank's pages are shown at.
pub const SHOP: &str = "http://127.0.0.1:9/";

pub fn own_shop() -> Returns {
    Arc::new(|_, address| address.starts_with(SHOP))
}

pub async fn serve(folder: &Path) -> Served {
    // Others in the workspace build the client with TLS, which wants to know by whom.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let options = Options {
        secret_key: SECRET.into(),
        publishable_key: PUBLISHABLE.into(),
        public_url: base.clone(),
        returns: own_shop(),
    };
    let bank = Bank::open(folder, options).unwrap();
    let stop = CancellationToken::new();
    let (end, stopped) = (stop.clone(), stop.clone());
    let router = bank.router();
    let serving = tokio::spawn(async move {
        let end = end.cancelled_owned();
        axum::serve(listener, router).with_graceful_shutdown(end).await.unwrap();
    });
    let delivering = tokio::spawn({
        let bank = bank.clone();
        async move { bank.deliver(stopped).await }
    });
    let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    Served { base, client, stop, bank, serving, delivering }
}

impl Served {
    /// Stops the bank; its file is closed when this returns.
    pub async fn stop(self) {
        drop(self.client);
        self.stop.cancel();
        self.delivering.await.unwrap();
        self.serving.await.unwrap();
        self.bank.close().await;
    }

    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method.parse().unwrap(), format!("{}{path}", self.base)).bearer_auth(SECRET)
    }

    pub async fn post(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        answer(with_form(self.request("POST", path), form)).await.unwrap()
    }

    pub async fn get(&self, path: &str) -> Answer {
        answer(self.request("GET", path)).await.unwrap()
    }

    pub async fn customer(&self) -> String {
        self.post("/v1/customers", &[("email", "fan@demo.test")]).await.id()
    }

    /// Charges a ready-made card.
    pub async fn charge(&self, card: &str) -> Answer {
        let form = [
            ("amount", "4999"),
            ("currency", "usd"),
            ("payment_method", card),
            ("confirm", "true"),
            ("metadata[order]", "7"),
        ];
        self.post("/v1/payment_intents", &form).await
    }

    /// What was captured and not given back, and from how many charges.
    pub async fn books(&self) -> (usize, i64) {
        let ledger = self.get("/v1/testbank/ledger").await.body;
        let entries = ledger["data"].as_array().unwrap();
        let left =
            entries.iter().map(|entry| entry["captured"].as_i64().unwrap() - entry["refunded"].as_i64().unwrap());
        (entries.len(), left.sum())
    }
}

pub fn with_form(request: reqwest::RequestBuilder, form: &[(&str, &str)]) -> reqwest::RequestBuilder {
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.extend_pairs(form);
    request.header("content-type", "application/x-www-form-urlencoded").body(body.finish())
}

/// `Err` when the connection closed without an answer.
pub async fn answer(request: reqwest::RequestBuilder) -> Result<Answer, reqwest::Error> {
    let response = request.send().await?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await?;
    Ok(Answer { status, headers, body: serde_json::from_str(&text).unwrap_or(Value::String(text)) })
}
