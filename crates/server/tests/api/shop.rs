//! A channel that sells, with the test bank behind it, and the shop's own calls.

use domain::channel::Language;
use domain::event::Category;
use domain::ids::{CategoryId, ChannelId};
use domain::time::Timestamp;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use store::{ChannelImport, NewCoupon};
use testkit::books::Books;
use testkit::channel;

use crate::app::{Answer, Member, TestApp};

pub use testkit::shop::{ADDON, MONTHLY, OWN_GAME, PAID_GAME, SEASON_PASS, SINGLE};

pub const GOOD: &str = "4242424242424242";
pub const DECLINED: &str = "4000000000000002";
pub const ASKING: &str = "4000000000003220";
pub const NO_MONEY: &str = "4000000000009995";
pub const EXPIRED: &str = "4000000000000069";
pub const WRONG_CODE: &str = "4000000000000127";
/// Can be saved, and is declined when it is charged.
pub const DECLINED_LATER: &str = "4000000000000341";
/// Pays, and takes no money back.
pub const REFUND_FAILS: &str = "4000000000005126";

pub struct Shop {
    pub app: TestApp,
    pub demo: ChannelId,
    pub secret_key: String,
    pub publishable_key: String,
    pub webhook_secret: String,
}

impl Shop {
    pub async fn open() -> Self {
        Self::open_with(|_| {}).await
    }

    pub async fn open_with(change: impl FnOnce(&mut server::config::Config)) -> Self {
        let app = TestApp::start_with(change).await;
        let demo = app.database.store.channel_import(sold()).await.unwrap();
        let shop = Self::of(app, demo);
        let sells = async || shop.app.demo().get("packages").await.body["data"].as_array().unwrap().len() == 4;
        shop.app.until(sells).await;
        shop
    }

    /// A channel that is there already.
    pub fn of(app: TestApp, demo: ChannelId) -> Self {
        let keys = std::fs::read(app.database.folder.path().join("testbank/keys.json")).unwrap();
        let keys: Value = serde_json::from_slice(&keys).unwrap();
        let key = |name: &str| keys[name].as_str().unwrap().to_owned();
        Self {
            demo,
            secret_key: key("secret_key"),
            publishable_key: key("publishable_key"),
            webhook_secret: key("webhook_secret"),
            app,
        }
    }

    /// Has the channel speak another language, and waits until it does.
    pub async fn speak(&self, language: Language) {
        let mut sold = sold();
        sold.profile.language = language;
        self.app.database.store.channel_import(sold).await.unwrap();
        let speaks = async || self.app.demo().get("settings").await.body["data"]["language"] == language.code();
        self.app.until(speaks).await;
    }

    /// Has the season pass and the monthly one be for four sports, and waits until they are.
    pub async fn with_four_sports(&self) {
        let mut sold = sold();
        let content = &mut sold.content;
        for id in 2..=4 {
            let sport = Category { id: CategoryId(id), alias: format!("sport-{id}"), ..content.categories[0].clone() };
            content.categories.push(sport);
        }
        for pass in &mut content.passes[..2] {
            pass.categories = (1..=4).map(CategoryId).collect();
        }
        self.app.database.store.channel_import(sold).await.unwrap();
        let has_sports = async || {
            let season = self.app.demo().get(&format!("packages/{SEASON_PASS}")).await.body["data"].clone();
            season["event_categories"].as_array().is_some_and(|sports| sports.len() == 4)
        };
        self.app.until(has_sports).await;
    }

    /// What the bank is asked with its owner's key.
    pub async fn bank(&self, method: Method, path: &str, form: &str) -> Value {
        let request = self.app.at("127.0.0.1").request(method.clone(), &format!("/testbank/v1/{path}"));
        let request = request.bearer_auth(&self.secret_key);
        let request = if method == Method::POST {
            request.header("content-type", "application/x-www-form-urlencoded").body(form.to_owned())
        } else {
            request
        };
        let answer = request.send().await.unwrap();
        let (status, body) = (answer.status(), answer.text().await.unwrap());
        assert!(status.is_success(), "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// What the server calls its account at the bank.
    pub async fn account(&self) -> String {
        format!("test {}", self.bank(Method::GET, "account", "").await["id"].as_str().unwrap())
    }

    pub async fn chaos(&self, knobs: &str) {
        self.bank(Method::POST, "testbank/chaos", knobs).await;
    }

    /// A card as a browser gives it to the bank.
    pub async fn card(&self, number: &str) -> String {
        let form = format!("type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123");
        let request = self.app.demo().request(Method::POST, "/testbank/v1/payment_methods");
        let request = request.bearer_auth(&self.publishable_key).body(form);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        answer["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// What was captured, and is not refunded.
    pub async fn kept(&self) -> Vec<Value> {
        let ledger = self.bank(Method::GET, "testbank/ledger", "").await;
        ledger["data"].as_array().unwrap().clone()
    }

    /// Reads the bank's first object of a kind.
    pub async fn first(&self, kind: &str) -> Value {
        self.bank(Method::GET, kind, "").await["data"][0].clone()
    }

    /// The payment that was begun last.
    pub async fn payment(&self) -> String {
        self.first("payment_intents").await["id"].as_str().unwrap().to_owned()
    }

    pub async fn coupon(&self, code: &str, percent: u8, limit: Option<u32>, limit_per_user: Option<u32>) {
        let new = NewCoupon {
            code: domain::commerce::coupon::CouponCode::of(code).unwrap(),
            off: domain::commerce::coupon::Off::Percent(percent),
            passes: vec![],
            starts_at: None,
            ends_at: None,
            limit,
            limit_per_user,
            now: Timestamp(1_000),
        };
        self.app.database.store.coupon_create(self.demo, new).await.unwrap().unwrap();
    }

    /// Answers the question of the bank that an address of an answer leads to.
    pub async fn answer_bank(&self, next_action: &Value, action: &str) -> Response {
        let url = next_action["url"].as_str().unwrap_or_else(|| panic!("{next_action}"));
        let path = url.strip_prefix("https://demo.test").unwrap_or_else(|| panic!("{url}"));
        let form = self.app.demo().request(Method::POST, path).header("origin", "https://demo.test");
        let form = form.header("content-type", "application/x-www-form-urlencoded").body(format!("action={action}"));
        form.send().await.unwrap()
    }

    /// I1 to I6 hold, once whatever was left to do is done.
    pub async fn books_hold(&self) {
        let breaches = async || {
            let books = Books::read(&self.app.database.url, self.demo).await.unwrap();
            let now = Timestamp(jiff::Timestamp::now().as_millisecond());
            books.breaches(&self.kept().await, &[], now)
        };
        self.app.until(async || breaches().await.is_empty()).await;
    }

    /// Waits until an order has come so far.
    pub async fn order_is(&self, member: &Member, id: &Value, status: &str) {
        self.app.until(async || member.get(&format!("orders/{id}")).await.body["data"]["status"] == status).await;
    }
}

/// The channel `demo` with everything sold.
pub fn sold() -> ChannelImport {
    let mut sold = channel("demo", 1);
    testkit::shop::sell(&mut sold);
    sold.profile.language = Language::En;
    sold
}

impl Member {
    pub async fn buy(&self, mut wanted: Value, card: Option<&str>, key: &str) -> Answer {
        wanted["payment_method"] = card.into();
        wanted["idempotency_key"] = key.into();
        self.post("stripe/buy", wanted).await
    }

    pub async fn watches(&self, game: i64) -> bool {
        let access = self.get(&format!("user/access?event_id={game}")).await;
        access.body["data"]["events"][0]["features"].as_array().unwrap().contains(&json!("watch"))
    }
}

pub fn season() -> Value {
    json!({ "type": "package", "package_id": SEASON_PASS })
}

pub fn monthly() -> Value {
    json!({ "type": "subscription", "subscription_id": MONTHLY })
}

/// PAY-01, PAY-03, PAY-14: what is sold is shown to everybody, and to members with what they have of it.
#[tokio::test]
async fn passes_show_what_a_member_has() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let passes = shop.app.demo().get("packages").await.body["data"].clone();
    assert_eq!((&passes[0]["price"], &passes[0]["is_purchased"]), (&json!("49.99"), &json!(false)));
    let public = shop.app.demo().raw("/api/packages").await;
    assert!(public.headers()["cache-control"].to_str().unwrap().starts_with("public"));
    let keyed = shop.app.demo().get_keyed("packages").await;
    assert_eq!((&keyed.headers["cache-control"], &keyed.body["data"]), (&"no-store".parse().unwrap(), &passes));
    assert_eq!(fan.get("packages").await.headers["cache-control"], "no-store");
    assert_eq!(passes[0]["covers"]["games"], 4);
    assert_eq!(passes[0]["covers"]["next"].as_array().unwrap().len(), 2, "those to come");
    let card = shop.card(GOOD).await;
    assert_eq!(fan.buy(season(), Some(&card), "a").await.status, StatusCode::OK);
    let season = fan.get(&format!("packages/{SEASON_PASS}")).await.body["data"].clone();
    assert_eq!((&season["is_purchased"], &season["disabled_category_ids"]), (&json!(true), &json!([1])));
    assert_eq!(shop.app.demo().get(&format!("packages/{SEASON_PASS}")).await.body["data"]["is_purchased"], false);
    assert_eq!(fan.get(&format!("subscriptions/{MONTHLY}")).await.body["data"]["is_purchased"], false);
    assert_eq!(fan.get(&format!("subscriptions/{SEASON_PASS}")).await.status, StatusCode::NOT_FOUND);
    let settings = shop.app.demo().get("settings").await.body["data"]["payments"].clone();
    assert_eq!(settings, json!({ "provider": "testbank", "publishable_key": shop.publishable_key, "is_test": true }));
}

/// PAY-01, PAY-09: all sports of a pass are the pass at its one price; fewer cost less, and more never cost less.
#[tokio::test]
async fn a_choice_never_costs_more_than_the_whole() {
    let shop = Shop::open().await;
    shop.with_four_sports().await;
    let fan = shop.app.member("fan@demo.test").await;
    let quote = async |sports: &[i64]| {
        let mut wanted = season();
        wanted["event_category_ids"] = json!(sports);
        let quote = fan.post("stripe/invoice-preview", json!({ "items": [wanted] })).await.body["data"].clone();
        (quote["total"].as_str().unwrap().to_owned(), quote["lines"].as_array().unwrap().len())
    };
    assert_eq!(quote(&[]).await, ("49.99".into(), 1));
    assert_eq!(quote(&[4, 3, 2, 1]).await, ("49.99".into(), 1), "as the shop presets it");
    assert_eq!([quote(&[1]).await.0, quote(&[1, 2]).await.0, quote(&[1, 2, 4]).await.0], ["12.50", "25.00", "37.50"]);
    let mut one = season();
    one["event_category_ids"] = json!([1]);
    let bought = fan.buy(one, Some(&shop.card(GOOD).await), "a").await;
    assert_eq!(bought.body["data"]["order"]["price"], "12.50", "{}", bought.body);
    assert_eq!(shop.kept().await[0]["captured"], 1250);
}
