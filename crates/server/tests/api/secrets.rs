//! What must be in no table and in no log.

use std::io::Write;
use std::sync::{Arc, Mutex};

use reqwest::{Method, StatusCode};
use sea_orm::Database;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::deletion::places_with;
use crate::player_addresses::{address, secret_of};
use crate::refunds::bought;
use crate::shop::{ASKING, DECLINED, GOOD, Shop, monthly, season};
use crate::stage::{FREE, Stage, fetch};

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
    assert!(
        log.contains("order state changed") && log.contains("payment provider request failed"),
        "the log was read: {log}"
    );
    let connection = Database::connect(&shop.app.database.url).await.unwrap();
    for secret in &secrets {
        assert!(secret.len() >= 16, "{secret}");
        assert!(!log.contains(secret), "{secret} is in the log");
        assert_eq!(places_with(&connection, secret).await, Vec::<String>::new(), "{secret}");
    }
    assert_ne!(places_with(&connection, "4242").await, Vec::<String>::new(), "what is there is found");
}

/// T23, T35, T44: private addresses, of players and of calendars, are in no table and in no line of the log, whether they
/// are good, revoked or mistyped.
#[tokio::test]
async fn private_addresses_leave_no_secret_behind() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG);
    let subscriber = subscriber.with_ansi(false).with_writer(log.clone()).finish();
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let logging = tracing_subscriber::util::SubscriberInitExt::set_default(subscriber);
    let stage = Stage::set().await;
    let app = &stage.app;
    let [fan, rival] = [app.member("fan@demo.test").await, app.member("rival@demo.test").await];
    let [own, other] = [address(&fan, "TV").await, address(&rival, "TV").await];
    let calendar = fan.get("favorites/calendar").await.body["data"]["url"].as_str().unwrap().to_owned();
    let calendar = calendar.split_once("/calendar/").map(|(_, file)| format!("/calendar/{file}")).unwrap();
    assert_eq!(fetch(&app.demo(), &calendar).await.0, StatusCode::OK);
    for address in [&own, &other] {
        for path in ["/playlist.m3u", "", "/", "/event/1/index.m3u8", "/event/1/v0/0.m4s", "/event/999/v0/0.m4s"] {
            fetch(&app.demo(), &format!("{address}{path}")).await;
        }
        for path in [address.replacen("/tv/", "/TV/", 1), format!("/{address}/playlist.m3u")] {
            fetch(&app.demo(), &path).await;
        }
        fetch(&app.at("nowhere.test"), &format!("{address}/playlist.m3u")).await;
    }
    assert_eq!(fetch(&app.demo(), &format!("{own}/event/{FREE}/v0/0.m4s")).await.0, StatusCode::OK);
    let id = fan.get("player-addresses").await.body["data"]["addresses"][0]["id"].clone();
    assert_eq!(fan.delete(&format!("player-addresses/{id}")).await.status, StatusCode::OK);
    assert_eq!(fetch(&app.demo(), &format!("{own}/playlist.m3u")).await.0, StatusCode::NOT_FOUND);
    drop(logging);

    let log = log.text();
    assert!(log.contains("/tv/…/event/1/v0/0.m4s"), "the log was read: {log}");
    let token = calendar.rsplit('/').next().unwrap().strip_suffix(".ics").unwrap();
    let connection = Database::connect(&app.database.url).await.unwrap();
    for secret in [secret_of(&own), secret_of(&other), token] {
        assert!(secret.len() >= 16, "{secret}");
        assert!(!log.contains(secret), "{secret} is in the log");
        assert_eq!(places_with(&connection, secret).await, Vec::<String>::new(), "{secret}");
    }
}
