//! The test bank inside the program, as its owner and as browsers ask it.

use std::path::Path;
use std::time::Duration;

use reqwest::{Client, Method, StatusCode};
use serde_json::Value;

use super::plan::Card;

/// Between two tries of a client that does not give up.
const PAUSE: Duration = Duration::from_millis(150);
/// Longer than the program is ever away.
const TRIES: u32 = 400;

#[derive(Clone)]
pub struct Bank {
    http: Client,
    base: String,
    secret_key: String,
    publishable_key: String,
}

impl Bank {
    /// With the keys that the program made.
    pub fn new(http: Client, base: &str, data: &Path) -> Self {
        let keys: Value = serde_json::from_slice(&std::fs::read(data.join("testbank/keys.json")).unwrap()).unwrap();
        let key = |name: &str| keys[name].as_str().unwrap().to_owned();
        Self {
            http,
            base: format!("{base}/testbank"),
            secret_key: key("secret_key"),
            publishable_key: key("publishable_key"),
        }
    }

    /// Asks until there is an answer that is more than a fault.
    async fn ask(&self, method: Method, path: &str, key: &str, form: &str) -> (StatusCode, Value) {
        for _ in 0..TRIES {
            let request = self.http.request(method.clone(), format!("{}/v1/{path}", self.base)).bearer_auth(key);
            let request = match method {
                Method::POST => {
                    request.header("content-type", "application/x-www-form-urlencoded").body(form.to_owned())
                }
                _ => request,
            };
            if let Ok(answer) = request.send().await
                && !answer.status().is_server_error()
                && let (status, Ok(body)) = (answer.status(), answer.json().await)
            {
                return (status, body);
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("the bank does not answer {path}");
    }

    pub async fn turn_knobs(&self, knobs: &str) {
        let (status, said) = self.ask(Method::POST, "testbank/chaos", &self.secret_key, knobs).await;
        assert!(status.is_success(), "{said}");
    }

    /// A card as a browser gives it to the bank.
    pub async fn card(&self, card: Card) -> String {
        let number = match card {
            Card::Slow => return "pm_card_processing".into(),
            Card::Number(number) => number,
        };
        let form = format!("type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123");
        let (_, made) = self.ask(Method::POST, "payment_methods", &self.publishable_key, &form).await;
        made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    /// Every charge that was captured.
    pub async fn ledger(&self) -> Vec<Value> {
        let mut ledger: Vec<Value> = vec![];
        loop {
            let after = ledger.last().and_then(|last| last["charge"].as_str());
            let after = after.map(|charge| format!("?starting_after={charge}")).unwrap_or_default();
            let path = format!("testbank/ledger{after}");
            let (_, page) = self.ask(Method::GET, &path, &self.secret_key, "").await;
            ledger.extend(page["data"].as_array().unwrap_or_else(|| panic!("{page}")).iter().cloned());
            if page["has_more"] != true {
                return ledger;
            }
        }
    }

    /// The payment of an order, if it was captured.
    pub async fn payment_of(&self, order: i64) -> Option<String> {
        let order = Value::from(order.to_string());
        let is_of = |entry: &&Value| {
            [&entry["metadata"], &entry["subscription_metadata"]]
                .iter()
                .any(|data| data["touchline_order_number"] == order)
        };
        let ledger = self.ledger().await;
        Some(ledger.iter().find(is_of)?["payment_intent"].as_str()?.to_owned())
    }

    /// Gives money back; what was given back or disputed before stays as it is.
    pub async fn refund(&self, payment: &str, amount: Option<i64>) {
        let amount = amount.map(|amount| format!("&amount={amount}")).unwrap_or_default();
        self.ask(Method::POST, "refunds", &self.secret_key, &format!("payment_intent={payment}{amount}")).await;
    }

    /// The holder of the card disputes; with a word, it is decided.
    pub async fn dispute(&self, payment: &str, evidence: Option<&str>) {
        let form = format!("payment_intent={payment}");
        let (_, opened) = self.ask(Method::POST, "testbank/disputes", &self.secret_key, &form).await;
        if let (Some(id), Some(evidence)) = (opened["id"].as_str(), evidence) {
            let form = format!("evidence[uncategorized_text]={evidence}&submit=true");
            self.ask(Method::POST, &format!("disputes/{id}"), &self.secret_key, &form).await;
        }
    }
}
