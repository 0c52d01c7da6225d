//! The checker of the books, tried on a whole database that is broken row by row.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

use domain::account::EmailKey;
use domain::commerce::coupon::{CouponCode, Off};
use domain::commerce::item::ItemType;
use domain::commerce::order::Fact;
use domain::commerce::ownership::Part;
use domain::commerce::price::{NextCharge, Quote, QuoteLine};
use domain::commerce::renewal::Grace;
use domain::commerce::trial::MailboxKey;
use domain::ids::{AccountId, ChannelId, CouponId, OrderId, PassId};
use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use sea_orm::{ConnectionTrait, Database, TransactionTrait};
use serde_json::{Value, json};
use store::{BeginOutcome, NewCoupon, NewOrder, TrialKeys};
use testkit::books::{Books, Breach, Invariant, Told};
use testkit::{TestDatabase, account, channel};

const NOW: Timestamp = Timestamp(1_800_000_000_000);
const PRICE: Cents = Cents(999);
const PAID: Fact = Fact::Succeeded { amount: PRICE, currency: Currency::Usd };
/// What is kept of the order that each break is about.
const BOUGHT: i64 = 1;
const FREE: i64 = 2;
const TRIED: i64 = 3;
const REFUNDED: i64 = 4;
const DISPUTED: i64 = 5;
const FAILED: i64 = 6;
const AGAIN: i64 = 7;

struct Whole {
    test: TestDatabase,
    demo: ChannelId,
    fan: AccountId,
    coupon: CouponId,
}

impl Whole {
    /// A database with one order of each kind, and nothing wrong.
    async fn new() -> Self {
        let test = TestDatabase::new().await;
        let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
        let fan = test.store.account_create(demo, account("fan@demo.test")).await.unwrap().unwrap().id;
        let code = NewCoupon {
            code: CouponCode::of("FREE").unwrap(),
            off: Off::Percent(100),
            passes: vec![],
            starts_at: None,
            ends_at: None,
            limit: Some(2),
            limit_per_user: Some(2),
            now: NOW,
        };
        let coupon = test.store.coupon_create(demo, code).await.unwrap().unwrap().id;
        let whole = Self { test, demo, fan, coupon };
        whole.pay(BOUGHT, 1).await;
        whole.begin(FREE, new(2, Some(coupon), Cents(0))).await;
        whole.begin(TRIED, trial()).await;
        whole.tell(TRIED, Fact::NothingDue).await;
        whole.pay(REFUNDED, 4).await;
        whole.tell(REFUNDED, Fact::Refunded { amount: PRICE }).await;
        whole.pay(DISPUTED, 5).await;
        whole.tell(DISPUTED, Fact::DisputeOpened).await;
        whole.begin(FAILED, new(6, None, PRICE)).await;
        whole.tell(FAILED, Fact::Failed).await;
        whole.pay(AGAIN, 6).await;
        whole
    }

    async fn begin(&self, id: i64, new: NewOrder) {
        let new = NewOrder { name: id.to_string(), ..new };
        let begun = self.test.store.order_begin(self.demo, self.fan, new).await.unwrap();
        assert!(matches!(&begun, BeginOutcome::New(order) if order.id == OrderId(id)), "{begun:?}");
    }

    async fn pay(&self, id: i64, pass: i64) {
        self.begin(id, new(pass, None, PRICE)).await;
        self.test.store.order_set_payment(self.demo, OrderId(id), format!("pi_{id}")).await.unwrap();
        self.tell(id, PAID).await;
    }

    async fn tell(&self, id: i64, fact: Fact) {
        self.test.store.order_apply_fact(self.demo, OrderId(id), fact, None, NOW).await.unwrap();
    }

    /// What is found after some SQL, of which nothing is kept.
    async fn after(&self, sql: &str, ledger: &[Value], told: &[Told], now: Timestamp) -> Vec<Breach> {
        let connection = Database::connect(&self.test.url).await.unwrap();
        let tx = connection.begin().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        let books = Books::read_in(&tx, self.demo).await.unwrap();
        tx.rollback().await.unwrap();
        connection.close().await.unwrap();
        books.breaches(ledger, told, now)
    }
}

fn new(pass: i64, coupon: Option<CouponId>, price: Cents) -> NewOrder {
    let line = QuoteLine {
        kind: ItemType::Package,
        part: Part::whole(PassId(pass)),
        name: "Season Pass".into(),
        base: PRICE,
        service_fee: Cents(0),
        discount: Cents(PRICE.0 - price.0),
        starts_at: NOW,
        ends_at: Some(NOW.plus(365 * Timestamp::DAY)),
    };
    let quote = Quote { currency: Currency::Usd, lines: vec![line], next: None, rest: None, coupon, is_trial: false };
    NewOrder {
        name: String::new(),
        quote,
        renewed: None,
        trial: None,
        idempotency_key: None,
        wish: String::new(),
        provider_account: "test acct_1".into(),
        trk: None,
        card: None,
        host: None,
        now: NOW,
    }
}

fn trial() -> NewOrder {
    let mut new = new(3, None, Cents(0));
    new.quote.is_trial = true;
    new.quote.next = Some(NextCharge { amount: PRICE, at: NOW.plus(7 * Timestamp::DAY) });
    let mailbox = MailboxKey::of(&EmailKey::of("fan@demo.test").unwrap());
    let keys = TrialKeys { mailbox, card: "card".into() };
    NewOrder { renewed: Some((PassId(3), Grace::default())), trial: Some(keys), ..new }
}

fn charge(order: i64) -> Value {
    json!({
        "charge": format!("ch_{order}"), "payment_intent": format!("pi_{order}"), "captured": PRICE.0, "refunded": 0,
        "disputed": 0, "dispute_status": null, "subscription": null, "subscription_metadata": null,
        "metadata": { "touchline_order": order.to_string() },
    })
}

fn ledger() -> Vec<Value> {
    let mut ledger: Vec<_> = [BOUGHT, REFUNDED, DISPUTED, AGAIN].map(charge).into();
    ledger[1]["refunded"] = PRICE.0.into();
    ledger[2]["dispute_status"] = "needs_response".into();
    ledger
}

/// I1 to I6: whatever a row of the books is changed to is found, under the promise that it breaks.
#[tokio::test]
async fn a_row_that_is_changed_is_found() {
    let whole = Whole::new().await;
    assert_eq!(whole.after("SELECT 1", &ledger(), &[], NOW).await, []);
    let (fan, coupon) = (whole.fan, whole.coupon);
    let (demo, now) = (whole.demo, NOW.0);
    let entitlement = |order: &str, pass: i64, source: &str| {
        format!(
            "INSERT INTO entitlements (channel_id, account_id, pass_id, source, starts_at, created_at, order_id) \
             VALUES ({demo}, {fan}, {pass}, '{source}', {now}, {now}, {order})"
        )
    };
    let job = |state: &str, run_at: i64| {
        format!(
            "INSERT INTO jobs (channel_id, kind, payload, run_at, attempts, state, created_at) \
             VALUES ({demo}, 'errand', '{{}}', {run_at}, 1, '{state}', {now})"
        )
    };
    let audit = |subject: &str| {
        format!(
            "INSERT INTO audit (channel_id, at, action, subject, detail) \
             VALUES ({demo}, {now}, 'move_order', '{subject}', '{{}}')"
        )
    };
    for (sql, invariant, words) in [
        ("UPDATE orders SET payment_id = NULL WHERE id = 1".into(), Invariant::I1, "payment pi_1 (ch_1) is no order's"),
        ("UPDATE orders SET state = 'processing' WHERE id = 1".into(), Invariant::I1, "order 1 is processing"),
        ("UPDATE orders SET state = 'paid' WHERE id = 4".into(), Invariant::I1, "by the bank it is refunded"),
        ("UPDATE orders SET state = 'paid' WHERE id = 5".into(), Invariant::I1, "by the bank it is disputed"),
        (format!("UPDATE entitlements SET ended_at = {now} WHERE order_id = 1"), Invariant::I1, "1:-:-:- 0 times"),
        (entitlement("1", 1, "purchase"), Invariant::I1, "1:-:-:- 2 times"),
        ("DELETE FROM entitlements WHERE order_id = 2".into(), Invariant::I1, "order 2 is paid for nothing, and gives"),
        (format!("UPDATE entitlements SET ended_at = {now} WHERE order_id = 3"), Invariant::I1, "order 3 is paid for"),
        ("DELETE FROM order_lines WHERE order_id = 1".into(), Invariant::I1, "order 1 is paid by payment pi_1"),
        ("UPDATE orders SET total = 5 WHERE id = 1".into(), Invariant::I2, "took 999 for order 1 of 5"),
        ("UPDATE order_lines SET pass_id = 1 WHERE order_id = 7".into(), Invariant::I2, "by the orders 1 and 7"),
        (format!("UPDATE orders SET total = 5, paid_at = {now} WHERE id = 6"), Invariant::I3, "bank has no charge"),
        (entitlement("6", 6, "purchase"), Invariant::I4, "order 6 is failed"),
        (entitlement("NULL", 6, "purchase"), Invariant::I4, "it is of no order"),
        (entitlement("NULL", 6, "grant"), Invariant::I4, "who gave it"),
        (entitlement("1", 6, "purchase"), Invariant::I4, "order 1 is for something else"),
        ("UPDATE orders SET account_id = NULL WHERE id = 2".into(), Invariant::I4, "order 2 is another account's"),
        ("UPDATE entitlements SET ended_at = NULL WHERE order_id = 4".into(), Invariant::I4, "order 4 is refunded"),
        ("UPDATE entitlements SET ended_at = NULL WHERE order_id = 5".into(), Invariant::I4, "order 5 is disputed"),
        ("UPDATE entitlements SET source = 'trial' WHERE order_id = 1".into(), Invariant::I4, "its source is trial"),
        ("DELETE FROM coupon_redemptions".into(), Invariant::I4, "order 2 cost nothing without a promo code"),
        ("DELETE FROM trials".into(), Invariant::I4, "the trial of order 3 is not remembered"),
        ("DELETE FROM trials".into(), Invariant::I5, "the trial of order 3 was not counted"),
        ("UPDATE coupons SET used = 2".into(), Invariant::I5, "code FREE counts 2 uses of 1"),
        ("UPDATE coupons SET most_uses_per_user = 0".into(), Invariant::I5, "code FREE was used 1 times by"),
        ("UPDATE coupon_redemptions SET redeemed_at = NULL".into(), Invariant::I5, "no use was counted"),
        (format!("UPDATE orders SET coupon_id = {coupon} WHERE id = 1"), Invariant::I5, "order 1 is paid with code"),
        ("UPDATE orders SET version = version + 1 WHERE id = 1".into(), Invariant::I6, "order 1 has changed 2 times"),
        (audit("order 1"), Invariant::I6, "order 1 has changed 1 times, and 2 were written down"),
        ("UPDATE orders SET state = 'created' WHERE id = 6".into(), Invariant::I6, "nobody has written down"),
        (audit("subscription 1"), Invariant::I6, "subscription 1 has changed 0 times, and 1"),
        (job("dead", now), Invariant::I6, "was given up"),
        (job("waiting", now - Timestamp::HOUR), Invariant::I6, "is not done"),
        ("DELETE FROM orders WHERE id = 6".into(), Invariant::I6, "a line is of order 6"),
    ] {
        let found = whole.after(&sql, &ledger(), &[], NOW).await;
        let is_it = |breach: &&Breach| breach.invariant == invariant && breach.what.contains(words);
        assert!(found.iter().any(|breach| is_it(&breach)), "{sql}: {invariant:?} {words} is not in {found:#?}");
    }
}

/// I5: more uses and trials than there are, where the database does not keep them from being written.
#[tokio::test]
async fn limits_that_were_passed_are_found() {
    let whole = Whole::new().await;
    let (demo, coupon, now) = (whole.demo, whole.coupon, NOW.0);
    let uses = [11, 12].map(|order| {
        format!(
            "INSERT INTO coupon_redemptions (channel_id, coupon_id, order_id, expires_at, created_at) \
             VALUES ({demo}, {coupon}, {order}, {now}, {now})"
        )
    });
    let found = whole.after(&uses.join(";"), &ledger(), &[], NOW).await;
    assert!(found.iter().any(|breach| breach.to_string() == "I5: code FREE was used 3 times"), "{found:#?}");
    let trial = "DROP INDEX trials_by_card; INSERT INTO trials (channel_id, mailbox, card, order_id, created_at) \
         SELECT channel_id, mailbox || mailbox, card, 99, created_at FROM trials";
    let found = whole.after(trial, &ledger(), &[], NOW).await;
    let words = "I5: one person had two trials, by the orders 3 and 99";
    assert!(found.iter().any(|breach| breach.to_string() == words), "{found:#?}");
}

/// I1, I2: whatever the bank took once more, or for nobody, is found.
#[tokio::test]
async fn a_charge_too_many_is_found() {
    let whole = Whole::new().await;
    let with = |changed: Value| [ledger(), vec![changed]].concat();
    let mut second = charge(BOUGHT);
    second["charge"] = "ch_other".into();
    let mut other = second.clone();
    other["payment_intent"] = "pi_other".into();
    let mut stray = other.clone();
    stray["metadata"] = json!({});
    for (ledger, words) in [
        (with(second), "I2: payment pi_1 was captured by ch_1 and ch_other"),
        (with(other.clone()), "I2: order 1 was charged by pi_1 and pi_other"),
        (with(other), "I1: payment pi_other (ch_other) is no order's, and order 1, which is written on it, is paid"),
        (with(stray), "I1: payment pi_other (ch_other) is no order's, and no order is written on it"),
        (ledger()[1..].to_vec(), "I3: order 1 is paid, and the bank has no charge for it"),
        (ledger()[1..].to_vec(), "I4: entitlement 1 gives account 1 1:-:-:-: the bank knows of no payment for order 1"),
    ] {
        let found = whole.after("SELECT 1", &ledger, &[], NOW).await;
        assert!(found.iter().any(|breach| breach.to_string() == words), "{words} is not in {found:#?}");
    }
}

/// I3, I6: what was told stays, and what is not decided is decided some day.
#[tokio::test]
async fn withdrawn_results_and_undecided_orders_are_found() {
    let whole = Whole::new().await;
    let told = |order, is_paid| [Told { order, is_paid }];
    for (told, breaches) in [
        (told(BOUGHT, true), 0),
        (told(REFUNDED, true), 0),
        (told(FAILED, false), 0),
        (told(FAILED, true), 1),
        (told(99, false), 1),
    ] {
        let found = whole.after("SELECT 1", &ledger(), &told, NOW).await;
        assert_eq!(found.len(), breaches, "{found:#?}");
        assert!(found.iter().all(|breach| breach.invariant == Invariant::I3));
    }
    whole.begin(8, new(8, None, PRICE)).await;
    assert_eq!(whole.after("SELECT 1", &ledger(), &[], NOW).await, [], "a buyer is about to pay");
    let late = async |state: &str, after: i64| {
        let sql = format!("UPDATE orders SET state = '{state}' WHERE id = 8");
        let found = whole.after(&sql, &ledger(), &[], NOW.plus(after)).await;
        found.iter().any(|breach| breach.what == format!("order 8 is still {state}"))
    };
    assert!(late("created", 25 * Timestamp::HOUR).await && late("processing", 25 * Timestamp::HOUR).await);
    assert!(late("unknown", 6 * Timestamp::MINUTE).await && !late("unknown", Timestamp::MINUTE).await);
    assert!(!late("created", 23 * Timestamp::HOUR).await && !late("failed", 25 * Timestamp::HOUR).await);
}
