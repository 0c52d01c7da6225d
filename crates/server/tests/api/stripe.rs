//! An account at Stripe in place of the built-in bank: played by a bank of its own, elsewhere.

use std::net::SocketAddr;

use domain::secret::Secret;
use payments::webhook::Verifier;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::config::StripeConfig;
use testbank::{Bank, Options};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::app::TestApp;
use crate::shop::{ASKING, GOOD, PAID_GAME, season, sold};

const SECRET_KEY: &str = "sk_test_elsewhere";
const PUBLISHABLE_KEY: &str = "pk_test_elsewhere";
const WEBHOOK_SECRET: &str = "whsec_elsewhere";

/// The bank that plays Stripe, until the test ends.
struct Elsewhere {
    address: SocketAddr,
    bank: Bank,
    stop: watch::Sender<bool>,
    _folder: tempfile::TempDir,
}

impl Elsewhere {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let options = Options {
            secret_key: SECRET_KEY.into(),
            publishable_key: PUBLISHABLE_KEY.into(),
            public_url: format!("http://{address}"),
        };
        let bank = Bank::open(folder.path(), options).unwrap();
        let router: axum::Router = axum::Router::new().fallback_service(bank.router());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let (stop, stopped) = watch::channel(false);
        let delivering = bank.clone();
        tokio::spawn(async move { delivering.deliver(stopped).await });
        Self { address, bank, stop, _folder: folder }
    }

    fn account(&self) -> StripeConfig {
        let base = format!("http://{}", self.address);
        StripeConfig {
            api: payments::stripe::Config::new(&base, Secret::new(SECRET_KEY.into())).unwrap(),
            publishable_key: PUBLISHABLE_KEY.into(),
            webhooks: Verifier::new(Secret::new(WEBHOOK_SECRET.into()), None).unwrap(),
        }
    }

    async fn ask(&self, method: Method, path: &str, key: &str, form: &str) -> Value {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let request = http.request(method, format!("http://{}/v1/{path}", self.address)).bearer_auth(key);
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(form.to_owned());
        request.send().await.unwrap().json().await.unwrap()
    }

    async fn card(&self, number: &str) -> String {
        let form = format!("type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123");
        let made = self.ask(Method::POST, "payment_methods", PUBLISHABLE_KEY, &form).await;
        made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

/// PAY-18: with an account at Stripe purchases go there, its webhooks are heard, and there is no bank inside.
#[tokio::test]
async fn an_account_at_stripe_takes_the_money() {
    let stripe = Elsewhere::open().await;
    let app = TestApp::start_with(|config| config.stripe = Some(stripe.account())).await;
    app.database.store.import_channel(sold()).await.unwrap();
    app.until(async || app.demo().get("packages").await.body["data"].as_array().unwrap().len() == 4).await;
    let hook = format!("http://{}/api/stripe/webhook", app.address);
    stripe.bank.send_events_to(hook, WEBHOOK_SECRET.to_owned()).await.unwrap();
    let settings = app.demo().get("settings").await.body["data"]["payments"].clone();
    assert_eq!(settings, json!({ "provider": "stripe", "publishable_key": PUBLISHABLE_KEY, "is_test": true }));
    let request = app.demo().request(Method::POST, "/testbank/v1/payment_methods").bearer_auth(PUBLISHABLE_KEY);
    let inside = request.header("origin", "https://demo.test").send().await.unwrap();
    assert!(inside.status().is_client_error(), "{}", inside.status());
    assert_eq!(app.demo().raw("/testbank/v1/payment_methods").await.status(), StatusCode::NOT_FOUND);
    assert!(!app.database.folder.path().join("testbank").exists());

    let fan = app.member("fan@demo.test").await;
    let asked = fan.buy(season(), Some(&stripe.card(ASKING).await), "a").await.body["data"].clone();
    let url = asked["next_action"]["url"].as_str().unwrap_or_else(|| panic!("{asked}"));
    assert!(url.starts_with(&format!("http://{}/3ds/", stripe.address)), "the bank's own page: {url}");
    let http = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let form = http.post(url).header("content-type", "application/x-www-form-urlencoded").body("action=fail");
    assert_eq!(form.send().await.unwrap().status(), StatusCode::SEE_OTHER);
    let order = async |id: &Value| fan.get(&format!("orders/{id}")).await.body["data"]["status"].clone();
    app.until(async || order(&asked["order"]["id"]).await == "failed").await;
    let bought = fan.buy(season(), Some(&stripe.card(GOOD).await), "b").await.body["data"]["order"].clone();
    assert_eq!(bought["status"], "paid", "{bought}");
    assert!(fan.watches(PAID_GAME).await);
    let payments = stripe.ask(Method::GET, "payment_intents", SECRET_KEY, "").await;
    let form = format!("payment_intent={}", payments["data"][0]["id"].as_str().unwrap());
    stripe.ask(Method::POST, "refunds", SECRET_KEY, &form).await;
    app.until(async || order(&bought["id"]).await == "refunded").await;
    assert!(!fan.watches(PAID_GAME).await);
}
