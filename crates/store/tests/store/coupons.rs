//! Promo codes and trials: no limit is exceeded, whatever runs at once.

use domain::account::EmailKey;
use domain::commerce::coupon::{Coupon, CouponCode, Off};
use domain::commerce::order::{Fact, State};
use domain::commerce::price::NextCharge;
use domain::commerce::renewal::Grace;
use domain::commerce::trial::MailboxKey;
use domain::ids::{AccountId, ChannelId};
use domain::pass::Source;
use domain::time::Timestamp;
use store::{BeginOutcome, NewCoupon, NewOrder, Store, TrialKeys};
use testkit::{TestDatabase, account, channel};

use crate::orders::{NOW, PAID, PRICE, apply, begun, fan, order, quote, whole};

async fn coupon(store: &Store, demo: ChannelId, limit: Option<u32>, per_user: Option<u32>) -> Coupon {
    let new = NewCoupon {
        code: CouponCode::of("free game").unwrap(),
        off: Off::Percent(100),
        passes: vec![],
        starts_at: None,
        ends_at: None,
        limit,
        limit_per_user: per_user,
        now: NOW,
    };
    assert_eq!(store.coupon(demo, &new.code).await.unwrap(), None);
    let made = store.coupon_create(demo, new.clone()).await.unwrap().unwrap();
    assert_eq!(store.coupon_create(demo, new.clone()).await.unwrap(), None, "one of each code");
    assert_eq!(store.coupon(demo, &new.code).await.unwrap().as_ref(), Some(&made));
    made
}

fn with(coupon: &Coupon, pass: i64) -> NewOrder {
    NewOrder { quote: quote(&[whole(pass)], Some(coupon.id)), ..order(&[]) }
}

fn free(coupon: &Coupon, pass: i64) -> NewOrder {
    let mut new = with(coupon, pass);
    for line in &mut new.quote.lines {
        line.discount = line.gross();
    }
    new
}

async fn fans(test: &TestDatabase, count: usize) -> (ChannelId, Vec<AccountId>) {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let mut fans = vec![];
    for number in 0..count {
        let made = test.store.account_create(demo, account(&format!("fan{number}@demo.test"))).await.unwrap();
        fans.push(made.unwrap().id);
    }
    (demo, fans)
}

/// T14, I5: of 400 buyers exactly as many get the coupon as there are uses.
#[tokio::test]
async fn a_coupon_of_a_hundred_is_used_a_hundred_times() {
    let test = TestDatabase::new().await;
    let (demo, fans) = fans(&test, 400).await;
    let hundred = coupon(&test.store, demo, Some(100), Some(1)).await;
    let mut buying = vec![];
    for buyers in fans.chunks(50) {
        let (store, hundred, buyers) = (Store::open(&test.url).await.unwrap(), hundred.clone(), buyers.to_vec());
        buying.push(tokio::spawn(async move {
            let mut paid = 0;
            for buyer in buyers {
                match store.order_begin(demo, buyer, free(&hundred, 1)).await.unwrap() {
                    BeginOutcome::New(order) if order.state() == State::Paid => paid += 1,
                    BeginOutcome::WrongPromoCode => {}
                    other => panic!("{other:?}"),
                }
            }
            paid
        }));
    }
    let mut paid = 0;
    for buyer in buying {
        paid += buyer.await.unwrap();
    }
    assert_eq!(paid, 100);
    assert_eq!(test.store.coupon_uses(demo, hundred.id, fans[0]).await.unwrap().in_all, 100);
    let mut held = 0;
    for fan in fans {
        held += test.store.entitlements(demo, fan, NOW).await.unwrap().len();
    }
    assert_eq!(held, 100, "I4: who got no coupon got nothing");
}

/// T14: a use is given back with its order, and taken over from an order that was left.
#[tokio::test]
async fn a_use_comes_back() {
    let test = TestDatabase::new().await;
    let (demo, fans) = fans(&test, 3).await;
    let store = &test.store;
    let once = coupon(store, demo, Some(1), None).await;
    let first = begun(store, demo, fans[0], with(&once, 1)).await.id;
    let ask = async |fan, now| store.order_begin(demo, fan, NewOrder { now, ..with(&once, 1) }).await.unwrap();
    assert_eq!(ask(fans[1], NOW).await, BeginOutcome::WrongPromoCode);
    assert_eq!(apply(store, demo, first, Fact::Failed).await, Some(State::Failed));
    let BeginOutcome::New(second) = ask(fans[1], NOW).await else { panic!("the use was not given back") };
    let later = NOW.plus(Timestamp::HOUR);
    let BeginOutcome::New(third) = ask(fans[2], later).await else { panic!("the use was not taken over") };
    assert_eq!(apply(store, demo, third.id, PAID).await, Some(State::Paid));
    let left = store.order_of(demo, fans[1], second.id).await.unwrap().unwrap();
    assert_eq!(left.state(), State::Failed);
    // I1, I5: the first two pay after all, when the only use is gone.
    for late in [first, second.id] {
        assert_eq!(apply(store, demo, late, PAID).await, Some(State::Failed), "sent back");
    }
    assert_eq!(store.coupon_uses(demo, once.id, fans[2]).await.unwrap().in_all, 1);
}

/// PAY-06: a limit for each person counts what they are about to use, too.
#[tokio::test]
async fn a_person_has_their_limit() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let once = coupon(&test.store, demo, None, Some(1)).await;
    begun(&test.store, demo, fan, with(&once, 1)).await;
    assert_eq!(test.store.order_begin(demo, fan, with(&once, 2)).await.unwrap(), BeginOutcome::WrongPromoCode);
    let uses = test.store.coupon_uses(demo, once.id, fan).await.unwrap();
    assert_eq!((uses.in_all, uses.by_user), (0, 0), "who goes on with what they began keeps their code");
    let rival = test.store.account_create(demo, testkit::account("rival@demo.test")).await.unwrap().unwrap().id;
    assert_eq!(test.store.coupon_uses(demo, once.id, rival).await.unwrap().in_all, 1);
}

pub(crate) fn trial(card: &str, address: &str) -> NewOrder {
    let mailbox = MailboxKey::of(&EmailKey::of(address).unwrap());
    let mut new = order(&[whole(5)]);
    new.quote.is_trial = true;
    new.quote.next = Some(NextCharge { amount: PRICE, at: NOW.plus(7 * Timestamp::DAY) });
    for line in &mut new.quote.lines {
        line.discount = line.gross();
        line.ends_at = Some(NOW.plus(7 * Timestamp::DAY));
    }
    let keys = TrialKeys { mailbox, card: card.into() };
    NewOrder { renewed: Some((whole(5).pass, Grace { days: 3 })), trial: Some(keys), ..new }
}

/// PAY-08, T15, I5: one trial for each account, mailbox and card, also when several ask at once.
#[tokio::test]
async fn a_trial_is_had_once() {
    let test = TestDatabase::new().await;
    let (demo, fans) = fans(&test, 8).await;
    let store = &test.store;
    let ask = async |fan, card: &str, address: &str| store.order_begin(demo, fan, trial(card, address)).await.unwrap();
    let first = begun(store, demo, fans[0], trial("card-1", "fan0@demo.test")).await;
    assert_eq!(first.state(), State::Created);
    assert!(!store.trial_used(demo, fans[0], None).await.unwrap(), "it waits for its card");
    assert_eq!(ask(fans[1], "card-1", "fan1@demo.test").await, BeginOutcome::TrialCardUsed, "and for nobody else");
    assert_eq!(apply(store, demo, first.id, Fact::NothingDue).await, Some(State::Paid));
    let held = store.entitlements(demo, fans[0], NOW).await.unwrap();
    assert_eq!((held.len(), held[0].source), (1, Source::Trial));
    assert_eq!(ask(fans[0], "card-2", "fan2@demo.test").await, BeginOutcome::Owned);
    assert_eq!(ask(fans[1], "card-1", "fan1@demo.test").await, BeginOutcome::TrialCardUsed);
    assert_eq!(ask(fans[1], "card-2", "fan0+again@demo.test").await, BeginOutcome::TrialUsed);
    assert_eq!(store.orders_of(demo, fans[1], 0, 10).await.unwrap().1, 0, "nothing is left of the try");
    assert!(store.subscriptions_of(demo, fans[1]).await.unwrap().is_empty());
    assert!(store.trial_used(demo, fans[0], None).await.unwrap());
    assert!(!store.trial_used(demo, fans[1], None).await.unwrap());
    let mut asking = vec![];
    for (number, fan) in fans.iter().copied().enumerate().skip(2) {
        let store = Store::open(&test.url).await.unwrap();
        let new = trial("card-9", &format!("fan{number}@demo.test"));
        asking.push(tokio::spawn(async move { store.order_begin(demo, fan, new).await.unwrap() }));
    }
    let mut given = 0;
    for asked in asking {
        given += i32::from(matches!(asked.await.unwrap(), BeginOutcome::New(_)));
    }
    assert_eq!(given, 1);
}

/// PAY-08, T15: a trial whose card was not confirmed was not had.
#[tokio::test]
async fn a_trial_that_never_began_was_not_had() {
    let test = TestDatabase::new().await;
    let (demo, fan) = fan(&test).await;
    let store = &test.store;
    for fact in [Fact::Failed, Fact::Abandoned, Fact::Canceled] {
        let left = begun(store, demo, fan, trial("card-1", "fan@demo.test")).await;
        assert_eq!(apply(store, demo, left.id, fact).await, Some(State::Failed), "{fact:?}");
        assert!(store.entitlements(demo, fan, NOW).await.unwrap().is_empty());
    }
    let begun = begun(store, demo, fan, trial("card-1", "fan@demo.test")).await;
    assert_eq!(apply(store, demo, begun.id, Fact::NothingDue).await, Some(State::Paid));
    assert!(store.trial_used(demo, fan, None).await.unwrap());
}
