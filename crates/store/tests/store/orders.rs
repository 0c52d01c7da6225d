//! Orders: begun once, moved by facts, with access and money in step.

use domain::commerce::item::ItemType;
use domain::commerce::order::{Effect, Fact, State};
use domain::commerce::ownership::Part;
use domain::commerce::price::{Quote, QuoteLine};
use domain::ids::{AccountId, CategoryId, ChannelId, CouponId, OrderId, PassId};
use domain::money::{Cents, Currency};
use domain::pass::Source;
use domain::time::Timestamp;
use store::{Applied, BeginOutcome, CommerceJob, JobKind, NewOrder, Store, StoredOrder};
use testkit::{TestDatabase, account, channel};

pub(crate) const NOW: Timestamp = Timestamp(1_800_000_000_000);
/// An account at the card provider.
pub(crate) const AT: &str = "live acct_1";
pub(crate) const PRICE: Cents = Cents(999);
pub(crate) const PAID: Fact = Fact::Succeeded { amount: PRICE, currency: Currency::Usd };

pub(crate) async fn fan(test: &TestDatabase) -> (ChannelId, AccountId) {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let made = test.store.account_create(demo, account("fan@demo.test")).await.unwrap().unwrap();
    (demo, made.id)
}

pub(crate) fn line(part: Part) -> QuoteLine {
    QuoteLine {
        kind: ItemType::Package,
        part,
        name: "Season Pass".into(),
        base: Cents(899),
        service_fee: Cents(100),
        discount: Cents(0),
        starts_at: NOW,
        ends_at: Some(NOW.plus(365 * Timestamp::DAY)),
    }
}

pub(crate) fn quote(parts: &[Part], coupon: Option<CouponId>) -> Quote {
    let lines = parts.iter().map(|part| line(*part)).collect();
    Quote { currency: Currency::Usd, lines, next: None, rest: None, coupon, is_trial: false }
}

/// No two orders are called the same.
pub(crate) fn fresh_name() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static LAST: AtomicU64 = AtomicU64::new(0);
    format!("name{}", LAST.fetch_add(1, Ordering::Relaxed))
}

pub(crate) fn order(parts: &[Part]) -> NewOrder {
    NewOrder {
        name: fresh_name(),
        quote: quote(parts, None),
        renewed: None,
        trial: None,
        idempotency_key: None,
        wish: parts.iter().map(Part::key).collect::<Vec<_>>().join(" "),
        provider_account: AT.into(),
        trk: Some("newsletter".into()),
        card: None,
        host: Some("demo.test".into()),
        now: NOW,
    }
}

pub(crate) fn whole(pass: i64) -> Part {
    Part::whole(PassId(pass))
}

pub(crate) async fn begun(store: &Store, demo: ChannelId, fan: AccountId, new: NewOrder) -> StoredOrder {
    match store.order_begin(demo, fan, new).await.unwrap() {
        BeginOutcome::New(order) => order,
        other => panic!("not begun: {other:?}"),
    }
}

pub(crate) async fn apply(store: &Store, demo: ChannelId, order: OrderId, fact: Fact) -> Option<State> {
    match store.order_apply_fact(demo, order, fact, None, NOW).await.unwrap() {
        Applied::Moved { order, .. } => Some(order.state()),
        _ => None,
    }
}

async fn held(store: &Store, demo: ChannelId, fan: AccountId) -> usize {
    store.entitlements(demo, fan, NOW).await.unwrap().len()
}

/// What is waiting to be done, each once.
pub(crate) async fn commerce_jobs(store: &Store) -> Vec<CommerceJob> {
    let mut found = vec![];
    // Whenever it was written down.
    let later = NOW.plus(1_000 * Timestamp::DAY);
    while let Some(job) = store.job_claim(JobKind::CommerceJob, Timestamp::MINUTE, later).await.unwrap() {
        found.push(Store::commerce_job_of(&job).unwrap());
        store.job_drop(job).await.unwrap();
    }
    found
}

/// PAY-12, PAY-14, PAY-16: a paid order gives one entitlement, a refund ends it, and nothing does it twice.
#[tokio::test]
async fn access_follows_the_money() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let store = &test.store;
    let first = begun(store, demo, fan, order(&[whole(1)])).await;
    assert_eq!((first.state(), first.payment.total, first.trk.as_deref()), (State::Created, PRICE, Some("newsletter")));
    assert_eq!(held(store, demo, fan).await, 0, "I4: nothing before it is paid");
    assert_eq!(apply(store, demo, first.id, PAID).await, Some(State::Paid));
    assert_eq!(apply(store, demo, first.id, PAID).await, None);
    let entitlement = store.entitlements(demo, fan, NOW).await.unwrap().remove(0);
    assert_eq!((Part::held(&entitlement), entitlement.source), (whole(1), Source::Purchase));
    let sent = commerce_jobs(store).await;
    assert_eq!(sent.len(), 1, "a letter: {sent:?}");
    assert_eq!(apply(store, demo, first.id, Fact::Refunded { amount: PRICE }).await, Some(State::Refunded));
    assert_eq!(held(store, demo, fan).await, 0);
    assert_eq!(apply(store, demo, first.id, PAID).await, None, "T16");
    assert_eq!(held(store, demo, fan).await, 0);
    let again = begun(store, demo, fan, order(&[whole(1)])).await;
    let (orders, total) = store.orders_of(demo, fan, 0, 10).await.unwrap();
    assert_eq!((orders.len(), total, orders[0].id), (2, 2, again.id), "the newest first");
    assert!(orders[1].paid_at.is_some() && orders[0].paid_at.is_none());
}

/// T12: a message that comes again is known, also for another order; another amount is refused.
#[tokio::test]
async fn messages_count_once() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let first = begun(&test.store, demo, fan, order(&[whole(1)])).await;
    let tell =
        async |fact, message: &str| test.store.order_apply_fact(demo, first.id, fact, Some(message.into()), NOW).await;
    assert!(matches!(tell(Fact::Processing, "evt_1").await.unwrap(), Applied::Moved { .. }));
    assert_eq!(tell(PAID, "evt_1").await.unwrap(), Applied::Repeated);
    let other = Fact::Succeeded { amount: Cents(1), currency: Currency::Usd };
    assert_eq!(tell(other, "evt_2").await.unwrap(), Applied::AmountMismatch);
    assert!(matches!(tell(PAID, "evt_3").await.unwrap(), Applied::Moved { from: State::Processing, .. }));
    assert_eq!(test.store.webhook_messages_drop_old(demo, NOW.plus(31 * Timestamp::DAY)).await.unwrap(), 3);
}

/// T13: nothing is sold twice: what is owned, a part of it, and what is under way.
#[tokio::test]
async fn owned_or_pending_part_is_not_sold_again() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let store = &test.store;
    let sport = |id| Part { category: Some(CategoryId(id)), ..whole(1) };
    let first = begun(store, demo, fan, order(&[sport(1)])).await;
    let ask = async |parts: &[Part]| store.order_begin(demo, fan, order(parts)).await.unwrap();
    assert_eq!(ask(&[sport(1)]).await, BeginOutcome::Same(first.clone()), "the second tab");
    assert_eq!(apply(store, demo, first.id, Fact::Processing).await, Some(State::Processing));
    assert_eq!(ask(&[whole(1)]).await, BeginOutcome::UnderWay(first.id), "it may be paid any moment");
    apply(store, demo, first.id, PAID).await;
    assert_eq!([ask(&[sport(1)]).await, ask(&[whole(1)]).await], [BeginOutcome::Owned, BeginOutcome::Owned]);
    let second = begun(store, demo, fan, order(&[sport(2)])).await;
    let both = begun(store, demo, fan, order(&[sport(2), sport(3)])).await;
    let left = store.order_of(demo, fan, second.id).await.unwrap().unwrap();
    assert_eq!((left.state(), both.state()), (State::Failed, State::Created), "what was left makes room");
    let after = NOW.plus(365 * Timestamp::DAY);
    let renewed = NewOrder { now: after, ..order(&[sport(1)]) };
    assert!(matches!(store.order_begin(demo, fan, renewed).await.unwrap(), BeginOutcome::New(_)), "its year is over");
}

/// T13: the same key is the same order, and no other.
#[tokio::test]
async fn a_key_is_for_one_order() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let with_key = |pass| NewOrder { idempotency_key: Some("key".into()), ..order(&[whole(pass)]) };
    let first = begun(&test.store, demo, fan, with_key(1)).await;
    apply(&test.store, demo, first.id, PAID).await;
    let again = test.store.order_begin(demo, fan, with_key(1)).await.unwrap();
    assert!(matches!(again, BeginOutcome::Same(order) if order.id == first.id && order.state() == State::Paid));
    assert_eq!(test.store.order_begin(demo, fan, with_key(2)).await.unwrap(), BeginOutcome::KeyTaken);
}

/// T13, I2: however many tabs and servers ask at once, there is one order.
#[tokio::test]
async fn concurrent_requests_make_one_order() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let mut asking = vec![];
    for _ in 0..4 {
        let store = Store::open(&test.url).await.unwrap();
        asking.push(tokio::spawn(async move {
            let mut ids = vec![];
            for _ in 0..5 {
                match store.order_begin(demo, fan, order(&[whole(1)])).await.unwrap() {
                    BeginOutcome::New(order) | BeginOutcome::Same(order) => ids.push(order.id),
                    other => panic!("{other:?}"),
                }
            }
            ids
        }));
    }
    let mut ids = vec![];
    for asked in asking {
        ids.extend(asked.await.unwrap());
    }
    ids.dedup();
    assert_eq!(ids.len(), 1);
    assert_eq!(test.store.orders_of(demo, fan, 0, 10).await.unwrap().1, 1);
}

/// I1: a payment that comes after its order was given up is fulfilled, or sent back when the same was bought since.
#[tokio::test]
async fn a_late_payment_is_fulfilled_or_sent_back() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let store = &test.store;
    let [late, lost] = [1, 2].map(|pass| order(&[whole(pass)]));
    let late = begun(store, demo, fan, late).await.id;
    let lost = begun(store, demo, fan, lost).await.id;
    for id in [late, lost] {
        assert_eq!(apply(store, demo, id, Fact::Abandoned).await, Some(State::Failed));
    }
    assert_eq!(apply(store, demo, late, PAID).await, Some(State::Paid));
    let instead = begun(store, demo, fan, order(&[whole(2)])).await.id;
    assert_eq!(apply(store, demo, instead, PAID).await, Some(State::Paid));
    commerce_jobs(store).await;
    assert_eq!(apply(store, demo, lost, PAID).await, Some(State::Failed));
    assert_eq!(commerce_jobs(store).await, [CommerceJob::Order { order: lost, effect: Effect::RefundPayment }]);
    assert_eq!(held(store, demo, fan).await, 2);
}

/// The sweep finds what nobody heard of, and only that.
#[tokio::test]
async fn the_sweep_finds_what_is_undecided() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let store = &test.store;
    let mut ids = vec![];
    for pass in 1..=4 {
        ids.push(begun(store, demo, fan, order(&[whole(pass)])).await.id);
    }
    apply(store, demo, ids[0], PAID).await;
    apply(store, demo, ids[1], Fact::Unanswered).await;
    apply(store, demo, ids[2], Fact::Failed).await;
    let found = async |before, limit| {
        let found = store.orders_undecided(demo, AT, None, before, limit).await.unwrap();
        found.iter().map(|order| order.id).collect::<Vec<_>>()
    };
    assert_eq!(found(NOW.plus(1), 10).await, [ids[1], ids[3]]);
    assert_eq!((found(NOW.plus(1), 1).await.len(), found(NOW, 10).await.len()), (1, 0));
}

/// T25, T26: an order is its buyer's, on its channel.
#[tokio::test]
async fn orders_belong_to_their_buyer() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let rival = test.store.account_create(demo, account("rival@demo.test")).await.unwrap().unwrap().id;
    let first = begun(&test.store, demo, fan, order(&[whole(1)])).await.id;
    assert!(test.store.order_set_payment(demo, first, "pi_1".into()).await.unwrap());
    assert!(!test.store.order_set_payment(demo, first, "pi_2".into()).await.unwrap(), "it has a name");
    assert!(test.store.order_of(demo, fan, first).await.unwrap().is_some());
    assert_eq!(test.store.order_of(demo, rival, first).await.unwrap(), None);
    assert_eq!(test.store.order_of(other, fan, first).await.unwrap(), None);
    assert_eq!(test.store.order_by_payment(other, "pi_1").await.unwrap(), None);
    assert_eq!(test.store.order_by_payment(demo, "pi_1").await.unwrap().map(|order| order.id), Some(first));
    assert_eq!(test.store.order_apply_fact(other, first, PAID, None, NOW).await.unwrap(), Applied::NoOrder);
    assert!(test.store.order_begin(other, fan, order(&[whole(1)])).await.is_err());
    let name =
        async |customer: &str| test.store.customer_set_name(demo, fan, customer.into(), AT.into(), NOW).await.unwrap();
    assert_eq!(name("cus_1").await.as_deref(), Some("cus_1"));
    assert_eq!(name("cus_2").await.as_deref(), Some("cus_1"), "the first name stays");
    assert_eq!(test.store.customer(other, fan, AT).await.unwrap(), None);
}
