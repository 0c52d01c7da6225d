//! What must be in no table and in no log.

use std::io::Write;
use std::sync::{Arc, Mutex};

use reqwest::{Method, StatusCode};
use sea_orm::Database;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::deletion::places_with;
use crate::refunds::bought;
use crate::shop::{ASKING, DECLINED, GOOD, Shop, monthly, season};

/// Everything that is logged on this thread, which is all that a test of one thread does.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// T44, T45: after purchases that go well and wrong, no table and no line of the log holds a card's number, what lets a
/// browser go on with a payment, or a key.
#[tokio::test]
async fn purchases_leave_no_secret_behind() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG);
    let subscriber = subscriber.with_ansi(false).with_writer(log.clone()).finish();
    // With a second one every thread asks whether a line is wanted; tests beside this one want none.
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let logging = tracing_subscriber::util::SubscriberInitExt::set_default(subscriber);
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let declined = shop.card(DECLINED).await;
    assert_eq!(fan.buy(season(), Some(&declined), "no").await.status, StatusCode::BAD_REQUEST);
    let asking = shop.card(ASKING).await;
    let asked = fan.buy(monthly(), Some(&asking), "ask").await.body["data"].clone();
    let mut secrets = vec![asked["client_secret"].as_str().unwrap().to_owned()];
    shop.answer_bank(&asked["next_action"], "approve").await;
    shop.order_is(&fan, &asked["order"]["id"], "paid").await;
    let setup = fan.post("stripe/setup-intent", json!({})).await.body["data"].clone();
    secrets.push(setup["client_secret"].as_str().unwrap().to_owned());
    assert_eq!(fan.get("stripe/customer-portal?return=/").await.status, StatusCode::OK);
    let mut typed = season();
    typed["trk"] = GOOD.into();
    assert_eq!(fan.post("stripe/buy", typed).await.body["code"], "card_number");
    shop.chaos("down=true").await;
    assert_eq!(fan.get("stripe/list-cards").await.status, StatusCode::SERVICE_UNAVAILABLE);
    shop.chaos("down=false").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    shop.bank(Method::POST, "refunds", &format!("payment_intent={}", shop.payment().await)).await;
    shop.order_is(&fan, &order, "refunded").await;
    drop(logging);

    secrets.extend([GOOD, ASKING, DECLINED].map(String::from));
    secrets.extend([shop.secret_key.clone(), shop.webhook_secret.clone(), fan.key.clone()]);
    let log = log.text();
    assert!(log.contains("an order moved") && log.contains("did not do what was asked"), "the log was read: {log}");
    let connection = Database::connect(&shop.app.database.url).await.unwrap();
    for secret in &secrets {
        assert!(secret.len() >= 16, "{secret}");
        assert!(!log.contains(secret), "{secret} is in the log");
        assert_eq!(places_with(&connection, secret).await, Vec::<String>::new(), "{secret}");
    }
    assert_ne!(places_with(&connection, "4242").await, Vec::<String>::new(), "what is there is found");
}
