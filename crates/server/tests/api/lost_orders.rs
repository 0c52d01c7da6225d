//! An older copy of the database is put back, and meets payments that it knows nothing of.

use domain::operator::Role;
use domain::secret::Secret;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::NewAccount;
use testkit::account;

use crate::app::{Member, TestApp};
use crate::console::{get, hired};
use crate::shop::{ASKING, GOOD, OWN_GAME, PAID_GAME, SINGLE, Shop, monthly, season};

fn single() -> Value {
    json!({ "type": "event", "single_event_package_id": SINGLE, "event_id": OWN_GAME })
}

async fn bought(shop: &Shop, member: &Member, wanted: Value) -> Value {
    let bought = member.buy(wanted, Some(&shop.card(GOOD).await), "a").await;
    assert_eq!(bought.status, StatusCode::OK, "{}", bought.body);
    bought.body["data"]["order"].clone()
}

/// A member with a secret of their own, as every registered one has.
async fn newcomer(app: &TestApp, email: &str) -> Member {
    let new = NewAccount { calendar_secret: Secret::new(rand::random()), ..account(email) };
    app.account_create("demo", new).await;
    Member::log_in(app.demo(), email).await
}

/// How many payments the bank has not sent back.
async fn kept(shop: &Shop) -> usize {
    let is_kept = |charge: &&Value| charge["refunded"].as_i64() < charge["captured"].as_i64();
    shop.kept().await.iter().filter(is_kept).count()
}

/// T52, I1, I2, I4: a buyer who paid after the copy was made gets their order back, or their money if their account is
/// lost. A later buyer, with the same numbers of orders and accounts, gets what they pay for and nothing else.
#[tokio::test]
async fn restored_backup_gives_orders_to_their_own_buyers_alone() {
    let shop = Shop::open().await;
    if !shop.app.database.is_sqlite() {
        // The copy is one of a file; what is put back is the same to the server.
        return;
    }
    let [early, loyal, monthly_fan, left] =
        ["early", "loyal", "monthly", "left"].map(|name| format!("{name}@demo.test"));
    let (early, loyal) = (newcomer(&shop.app, &early).await, newcomer(&shop.app, &loyal).await);
    let (subscriber, left) = (newcomer(&shop.app, &monthly_fan).await, newcomer(&shop.app, &left).await);
    bought(&shop, &early, season()).await;
    let copy = shop.app.copy_database().await;

    bought(&shop, &loyal, season()).await;
    bought(&shop, &subscriber, monthly()).await;
    let asked = left.buy(single(), Some(&shop.card(ASKING).await), "a").await.body["data"].clone();
    assert_eq!(asked["order"]["status"], "processing", "{asked}");
    for number in 0..3 {
        let lost = newcomer(&shop.app, &format!("lost{number}@demo.test")).await;
        bought(&shop, &lost, if number == 2 { monthly() } else { season() }).await;
    }
    assert_eq!(kept(&shop).await, 6);

    let demo = shop.demo;
    let app: TestApp = shop.app.restarted_on(copy).await;
    let shop = Shop::of(app, demo);
    let again = |member: Member| Member { client: shop.app.demo(), key: member.key };
    let (early, loyal, subscriber, left) = (again(early), again(loyal), again(subscriber), again(left));
    // They get the numbers of the lost accounts, and of their orders.
    let mut newcomers = vec![];
    for number in 0..4 {
        newcomers.push(newcomer(&shop.app, &format!("new{number}@demo.test")).await);
    }
    let idle = newcomers.pop().unwrap();
    let mut paid = vec![];
    for buyer in &newcomers {
        let order = bought(&shop, buyer, single()).await;
        assert_eq!((&order["status"], &order["price"]), (&json!("paid"), &json!("7.99")), "{order}");
        paid.push(order["id"].clone());
    }
    shop.app.until(async || loyal.watches(PAID_GAME).await && subscriber.watches(PAID_GAME).await).await;
    // Payments without an account go back: those of the three lost ones.
    shop.app.until(async || kept(&shop).await == 6).await;
    for (buyer, order) in newcomers.iter().zip(&paid) {
        assert!(buyer.watches(OWN_GAME).await && !buyer.watches(PAID_GAME).await);
        let orders = buyer.get("orders").await.body;
        assert_eq!((&orders["meta"]["total"], &orders["data"][0]["id"]), (&json!(1), order), "{orders}");
    }
    assert!(!idle.watches(PAID_GAME).await && !idle.watches(OWN_GAME).await);
    assert_eq!(idle.get("orders").await.body["meta"]["total"], 0);
    assert!(early.watches(PAID_GAME).await && !left.watches(PAID_GAME).await && !left.watches(OWN_GAME).await);
    let mine = loyal.get("orders").await.body["data"][0].clone();
    assert_eq!((&mine["status"], &mine["price"]), (&json!("paid"), &json!("49.99")), "{mine}");
    assert_eq!((&mine["product"]["name"], &mine["card"]["last4"]), (&json!("Season pass"), &json!("4242")));
    let mine = subscriber.get("orders").await.body["data"][0].clone();
    assert_eq!((&mine["auto_renewal"], &mine["next"]["amount"]), (&json!("active"), &json!("9.99")), "{mine}");
    // A payment that was left open pays for nothing any more.
    shop.app
        .until(async || {
            let payments = shop.bank(Method::GET, "payment_intents?limit=100", "").await["data"].clone();
            payments
                .as_array()
                .unwrap()
                .iter()
                .all(|payment| payment["status"] == "succeeded" || payment["status"] == "canceled")
        })
        .await;
    let finance = hired(&shop.app, "books@demo.test", Role::Finance).await;
    let sold = get(&finance, &format!("channels/{}/orders?limit=100", shop.demo)).await.body["data"].clone();
    let recovered = |status: &str| {
        let is_it = |order: &&Value| order["is_recovered"] == true && order["status"] == status;
        sold.as_array().unwrap().iter().filter(is_it).count()
    };
    assert_eq!((recovered("paid"), recovered("refunded")), (2, 3), "{sold}");
    // They are charged once more, when their month is over, and not twice.
    shop.bank(Method::POST, "testbank/clock", &format!("advance={}", 31 * 24 * 60 * 60)).await;
    shop.app.until(async || subscriber.get("orders").await.body["meta"]["total"] == 2).await;
    assert_eq!(kept(&shop).await, 7);
    shop.books_hold().await;
}

/// T52: a payment is an order's only if account, items and total agree with what is written on it.
#[tokio::test]
async fn payment_of_another_buyer_pays_nothing() {
    let shop = Shop::open().await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    bought(&shop, &rival, season()).await;
    let asked = fan.buy(season(), Some(&shop.card(ASKING).await), "a").await.body["data"].clone();
    assert_eq!(asked["order"]["status"], "processing", "{asked}");
    let theirs = shop.kept().await[0]["payment_intent"].as_str().unwrap().to_owned();
    // As if names had met: the order is told that the other's payment is its own, and that says so too.
    let name = shop.first("payment_intents").await["metadata"]["touchline_order"].as_str().unwrap().to_owned();
    shop.bank(Method::POST, &format!("payment_intents/{theirs}"), &format!("metadata[touchline_order]={name}")).await;
    shop.app.database.execute("UPDATE orders SET payment_id = NULL WHERE state = 'paid'").await;
    shop.app.database.execute(&format!("UPDATE orders SET payment_id = '{theirs}' WHERE state <> 'paid'")).await;
    for _ in 0..3 {
        let order = fan.get(&format!("orders/{}", asked["order"]["id"])).await.body["data"].clone();
        assert_eq!(order["status"], "processing", "{order}");
    }
    assert!(!fan.watches(PAID_GAME).await && rival.watches(PAID_GAME).await);
}

/// PAY-17, T17: orders of which nothing is ever heard do not keep the sweep from those that came later.
#[tokio::test]
async fn old_orders_do_not_starve_the_sweep() {
    let shop = Shop::open().await;
    let now = jiff::Timestamp::now().as_millisecond();
    let order = |state: &str, changed_at: i64| {
        let known = format!("{{\"step\": \"{state}\"}}");
        format!("({}, '{state}', '{known}', 0, 'purchase', 999, 'CAD', '', {now}, {changed_at})", shop.demo)
    };
    let hour_ago = now - 60 * 60 * 1000;
    let mut rows: Vec<_> = (0..450).map(|number| order("processing", hour_ago + number)).collect();
    rows.push(order("unknown", hour_ago + 10 * 60 * 1000));
    let columns = "channel_id, state, known, version, occasion, total, currency, cart, created_at, changed_at";
    shop.app.database.execute(&format!("INSERT INTO orders ({columns}) VALUES {}", rows.join(", "))).await;
    shop.app.until(async || shop.app.count("orders WHERE state = 'failed'").await == 1).await;
    assert_eq!(shop.app.count("orders WHERE state = 'processing'").await, 450);
}
