//! An account at Stripe in place of the built-in bank: played by a bank of its own, elsewhere.

use std::net::SocketAddr;

use domain::operator::Role;
use domain::secret::Secret;
use payments::webhook::Verifier;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use server::config::StripeConfig;
use testbank::{Bank, Options};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::app::{Client, TestApp, set_demo};
use crate::console::{get, hired};
use crate::shop::{ASKING, GOOD, PAID_GAME, Shop, monthly, season, sold};
use crate::subscriptions::start_trial;

const SECRET_KEY: &str = "sk_test_elsewhere";
const PUBLISHABLE_KEY: &str = "pk_test_elsewhere";
const WEBHOOK_SECRET: &str = "whsec_elsewhere";
/// The same account, as if real money moved: the bank itself takes keys for tests alone.
const LIVE_KEY: &str = "sk_live_elsewhere";

/// The bank that plays Stripe, until the test ends.
struct Elsewhere {
    address: SocketAddr,
    bank: Bank,
    stop: CancellationToken,
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
            returns: std::sync::Arc::new(|_, address| address.starts_with("https://demo.test/")),
        };
        let bank = Bank::open(folder.path(), options).unwrap();
        let router: axum::Router = axum::Router::new().fallback_service(bank.router());
        let router = router.layer(axum::middleware::map_request(as_test_key));
        tokio::spawn(async move { axum::serve(listener, router).await });
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let delivering = bank.clone();
        tokio::spawn(async move { delivering.deliver(stopped).await });
        Self { address, bank, stop, _folder: folder }
    }

    fn account(&self) -> StripeConfig {
        self.account_by(SECRET_KEY)
    }

    fn account_by(&self, secret_key: &str) -> StripeConfig {
        let base = format!("http://{}", self.address);
        StripeConfig {
            api: payments::stripe::Config::new(&base, Secret::new(secret_key.into())).unwrap(),
            publishable_key: secret_key.replace("sk_", "pk_"),
            verifier: Verifier::new(Secret::new(WEBHOOK_SECRET.into()), None).unwrap(),
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

async fn as_test_key(mut request: axum::extract::Request) -> axum::extract::Request {
    let live = format!("Bearer {LIVE_KEY}");
    if request.headers().get("authorization").is_some_and(|key| key.as_bytes() == live.as_bytes()) {
        request.headers_mut().insert("authorization", format!("Bearer {SECRET_KEY}").parse().unwrap());
    }
    request
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// PAY-18: with an account at Stripe purchases go there, its webhooks are heard, and there is no bank inside.
#[tokio::test]
async fn an_account_at_stripe_takes_the_money() {
    let stripe = Elsewhere::open().await;
    let app = TestApp::start_with(|config| config.stripe = Some(stripe.account())).await;
    app.database.store.channel_import(sold()).await.unwrap();
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

/// What the console tells every operator about the shop.
async fn not_for_sale(operator: &Client) -> Value {
    get(operator, "status").await.body["data"]["not_for_sale"].clone()
}

async fn provider(app: &TestApp) -> Value {
    app.demo().get("settings").await.body["data"]["payments"]["provider"].clone()
}

/// T53, PAY-18: without keys, and without the word for test payments, nothing is for sale: no card buys anything, nothing
/// is made of a bank, and pages and console are told. Passes are shown all the same.
#[tokio::test]
async fn shop_without_keys_sells_nothing() {
    let app = TestApp::start_with(|config| config.test_payments = false).await;
    app.database.store.channel_import(sold()).await.unwrap();
    app.until(async || app.demo().get("packages").await.body["data"].as_array().unwrap().len() == 4).await;
    assert_eq!(provider(&app).await, "none");
    let fan = app.member("fan@demo.test").await;
    for (call, body) in [
        ("stripe/buy", season()),
        ("stripe/buy_bundle", json!({ "items": [season()] })),
        ("stripe/subscription/start_trial", json!({ "subscription_id": 2 })),
        ("stripe/setup-intent", json!({})),
    ] {
        let mut body = body;
        body["payment_method"] = "pm_card_visa".into();
        let refused = fan.post(call, body).await;
        assert_eq!(
            (refused.status, &refused.body["code"]),
            (StatusCode::BAD_REQUEST, &json!("not_for_sale")),
            "{call}"
        );
    }
    assert_eq!(fan.get("stripe/list-cards").await.body["data"], json!([]));
    assert!(!fan.watches(PAID_GAME).await);
    assert_eq!(app.count("orders").await, 0);
    assert_eq!(app.demo().raw("/testbank/v1/payment_methods").await.status(), StatusCode::NOT_FOUND);
    assert!(!app.database.folder.path().join("testbank").exists());
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    assert_eq!(not_for_sale(&owner).await, "no_keys");

    // A demo, and a server with `test_payments`, sell with test money.
    let app = app.restarted_with(|config| set_demo(config, true)).await;
    assert_eq!(provider(&app).await, "testbank");
    let app = app.restarted_with(|config| {
        set_demo(config, false);
        config.test_payments = true;
    });
    let app = app.await;
    assert_eq!(
        (provider(&app).await, not_for_sale(&hired(&app, "two@demo.test", Role::Owner).await).await),
        (json!("testbank"), Value::Null)
    );
}

/// T53: what was bought with test money opens nothing once real money is taken; a buyer of that time can buy again, with
/// a real card. After that the server never goes back to test money, with no keys or with those for tests.
#[tokio::test]
async fn test_money_opens_nothing_on_a_live_shop() {
    let shop = Shop::open().await;
    shop.coupon("ONCE", 10, Some(1), Some(1)).await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    let mut cheaper = season();
    (cheaper["coupon"], cheaper["save_card"]) = ("once".into(), true.into());
    assert_eq!(fan.buy(cheaper.clone(), Some(&shop.card(GOOD).await), "a").await.status, StatusCode::OK);
    assert_eq!(start_trial(&shop, &rival, GOOD, "a").await.status, StatusCode::OK);
    let asked = rival.buy(season(), Some(&shop.card(ASKING).await), "b").await.body["data"]["order"].clone();
    assert_eq!(asked["status"], "processing");
    assert!(fan.watches(PAID_GAME).await && rival.watches(PAID_GAME).await);

    let stripe = Elsewhere::open().await;
    let app = shop.app.restarted_with(|config| config.stripe = Some(stripe.account_by(LIVE_KEY))).await;
    let (fan, rival) = (
        crate::app::Member { client: app.demo(), key: fan.key },
        crate::app::Member { client: app.demo(), key: rival.key },
    );
    let payments = app.demo().get("settings").await.body["data"]["payments"].clone();
    assert_eq!(payments, json!({ "provider": "stripe", "publishable_key": "pk_live_elsewhere", "is_test": false }));
    assert!(!fan.watches(PAID_GAME).await && !rival.watches(PAID_GAME).await);
    let orders = fan.get("orders").await.body["data"].clone();
    assert_eq!(
        (&orders[0]["status"], &orders[0]["activity_status"]),
        (&json!("failed"), &json!("inactive")),
        "{orders}"
    );
    assert_eq!(orders[0]["failure"], "This was paid with test money, before the shop opened.");
    assert_eq!(fan.get("stripe/list-cards").await.body["data"], json!([]));
    assert_eq!(rival.get("profile").await.body["data"]["trial_period_used"], false);
    let bought = fan.buy(cheaper, Some(&stripe.card(GOOD).await), "real").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    let bought = rival.buy(monthly(), Some(&stripe.card(GOOD).await), "real").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    assert!(fan.watches(PAID_GAME).await && rival.watches(PAID_GAME).await);

    // What was bought for real stays; nothing more is sold.
    let tests = stripe.account();
    let no_keys = |config: &mut server::config::Config| config.stripe = None;
    let test_keys = move |config: &mut server::config::Config| config.stripe = Some(tests.clone());
    let mut app = app.restarted_with(no_keys).await;
    for round in 0..2 {
        if round == 1 {
            app = app.restarted_with(test_keys.clone()).await;
        }
        let fan = crate::app::Member { client: app.demo(), key: fan.key.clone() };
        assert_eq!(provider(&app).await, "none");
        let owner = hired(&app, &format!("owner{round}@demo.test"), Role::Owner).await;
        assert_eq!(not_for_sale(&owner).await, "real_before");
        assert!(fan.watches(PAID_GAME).await);
        let refused = fan.buy(monthly(), Some("pm_card_visa"), &format!("{round}")).await;
        assert_eq!(refused.body["code"], "not_for_sale", "{}", refused.body);
    }
}

/// T53: another account at the provider knows none of our customers: they are told to it anew.
#[tokio::test]
async fn another_account_at_the_provider_begins_anew() {
    let (first, second) = (Elsewhere::open().await, Elsewhere::open().await);
    let app = TestApp::start_with(|config| config.stripe = Some(first.account())).await;
    app.database.store.channel_import(sold()).await.unwrap();
    app.until(async || app.demo().get("packages").await.body["data"].as_array().unwrap().len() == 4).await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(fan.buy(season(), Some(&first.card(GOOD).await), "a").await.status, StatusCode::OK);
    // Another key, since one key is for one account.
    let mut other = second.account_by(LIVE_KEY);
    other.publishable_key = "pk_live_elsewhere".into();
    let app = app.restarted_with(|config| config.stripe = Some(other)).await;
    let fan = crate::app::Member { client: app.demo(), key: fan.key };
    let bought = fan.buy(season(), Some(&second.card(GOOD).await), "b").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    assert!(fan.watches(PAID_GAME).await);
}
