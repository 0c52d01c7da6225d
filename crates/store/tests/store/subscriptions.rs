//! Subscriptions: one order and one entitlement for each period that is paid.

use domain::account::EmailKey;
use domain::commerce::order::{Effect as OrderEffect, Fact as OrderFact, Letter, Occasion, State};
use domain::commerce::period::Window;
use domain::commerce::renewal::{AutoRenewal, Effect, Fact, Grace, Life};
use domain::ids::{AccountId, ChannelId, SubscriptionId};
use domain::money::{Cents, Currency};
use domain::one_time_token::{Purpose, TokenKey};
use domain::time::Timestamp;
use store::{BeginOutcome, CommerceJob, Invoice, NewMail, NewOneTimeToken, Store, SubscriptionNews};
use testkit::TestDatabase;

use crate::coupons::trial;
use crate::orders::{AT, NOW, PAID, PRICE, apply, begun, commerce_jobs, fan, order, whole};

const GRACE: Grace = Grace { days: 3 };
const DAY: i64 = Timestamp::DAY;

/// Periods after a trial of a week; the provider's clock is a little late.
fn month(number: i64) -> Window {
    let starts_at = NOW.plus((7 + 30 * number) * DAY + 5_000);
    Window { starts_at, ends_at: starts_at.plus(30 * DAY) }
}

async fn tell(store: &Store, demo: ChannelId, id: SubscriptionId, fact: Fact, now: Timestamp) {
    let invoice = match fact {
        Fact::InvoicePaid(window) => Some(Invoice {
            payment_id: format!("pi_{}", window.starts_at.0),
            amount: PRICE,
            currency: Currency::Usd,
            card: None,
        }),
        _ => None,
    };
    let news = SubscriptionNews { fact, invoice, grace: GRACE, asked_at: None, message: None };
    assert!(store.subscription_apply_fact(demo, id, news, now).await.unwrap().is_some());
}

async fn begin(test: &TestDatabase) -> (ChannelId, AccountId, SubscriptionId) {
    let (demo, fan) = fan(test).await;
    let first = begun(&test.store, demo, fan, trial("card-1", "fan@demo.test")).await;
    assert_eq!(apply(&test.store, demo, first.id, OrderFact::NothingDue).await, Some(State::Paid));
    (demo, fan, first.subscription.unwrap())
}

/// How many entitlements are good at a time.
async fn held(store: &Store, demo: ChannelId, fan: AccountId, at: Timestamp) -> usize {
    store.entitlements(demo, fan, at).await.unwrap().iter().filter(|held| held.is_active(at)).count()
}

/// PAY-08, PAY-17, T17: a trial turns into paid periods; repeated and late messages make no second order.
#[tokio::test]
async fn each_period_has_one_order() {
    let test = TestDatabase::new().await;
    let (demo, fan, id) = begin(&test).await;
    let store = &test.store;
    assert!(store.subscription_set_name(demo, id, "sub_1".into()).await.unwrap());
    let named = store.subscription(demo, id).await.unwrap().unwrap();
    assert_eq!(named.provider_id.as_deref(), Some("sub_1"));
    // The first period is heard of after the second.
    for number in [1, 0, 1, 0] {
        tell(store, demo, id, Fact::InvoicePaid(month(number)), month(1).starts_at).await;
    }
    let (orders, total) = store.orders_of(demo, fan, 0, 10).await.unwrap();
    assert_eq!(total, 3);
    let occasions: Vec<_> = orders.iter().map(|order| order.payment.occasion).collect();
    assert_eq!(occasions, [Occasion::Renewal, Occasion::Renewal, Occasion::Trial]);
    for renewal in &orders[..2] {
        assert_eq!((renewal.state(), renewal.payment.total), (State::Paid, PRICE));
        let of_lines: i64 = renewal.lines.iter().map(|line| line.base.0 + line.service_fee.0 - line.discount.0).sum();
        assert_eq!(Cents(of_lines), PRICE, "lines add up");
    }
    for day in [0, 6, 8, 36, 38, 66, 69] {
        assert_eq!(held(store, demo, fan, NOW.plus(day * DAY)).await, 1, "day {day}");
    }
    assert_eq!(held(store, demo, fan, month(1).ends_at.plus(3 * DAY)).await, 0, "after the grace");
    let again = store.order_begin(demo, fan, trial("card-2", "other@demo.test")).await.unwrap();
    assert_eq!(again, BeginOutcome::Owned, "T13");
}

/// PAY-10, T17: stopping is asked of the provider once, and leaves what is paid.
#[tokio::test]
async fn unsubscribing_leaves_what_is_paid() {
    let test = TestDatabase::new().await;
    let (demo, fan, id) = begin(&test).await;
    let store = &test.store;
    tell(store, demo, id, Fact::InvoicePaid(month(0)), month(0).starts_at).await;
    commerce_jobs(store).await;
    tell(store, demo, id, Fact::UnsubscribeAsked, NOW).await;
    tell(store, demo, id, Fact::UnsubscribeAsked, NOW).await;
    assert_eq!(
        commerce_jobs(store).await,
        [CommerceJob::Subscription { subscription: id, effect: Effect::AskToCancel }]
    );
    tell(store, demo, id, Fact::Unsubscribed, NOW).await;
    let stopped = store.subscriptions_of(demo, fan).await.unwrap().remove(0).known;
    assert_eq!(
        (stopped.auto_renewal(), stopped.life(GRACE, month(0).starts_at)),
        (AutoRenewal::Cancelled, Life::Canceled)
    );
    assert_eq!(held(store, demo, fan, month(0).ends_at.plus(-1)).await, 1);
    assert_eq!(held(store, demo, fan, month(0).ends_at).await, 0, "no grace for what is not renewed");
    tell(store, demo, id, Fact::Ended(month(0).ends_at), month(0).ends_at).await;
    let mut again = trial("card-2", "other@demo.test");
    (again.now, again.trial, again.quote.is_trial) = (month(0).ends_at, None, false);
    assert!(matches!(store.order_begin(demo, fan, again).await.unwrap(), BeginOutcome::New(_)), "its place is free");
}

/// PAY-17: of two servers one tells of a charge that comes, once for each period.
#[tokio::test]
async fn a_charge_is_told_of_once() {
    let test = TestDatabase::new().await;
    let (demo, _, id) = begin(&test).await;
    let (one, other) = (&test.store, Store::open(&test.url).await.unwrap());
    let letter = CommerceJob::Subscription { subscription: id, effect: Effect::Mail(Letter::RenewsSoon) };
    for number in [0, 1] {
        tell(one, demo, id, Fact::InvoicePaid(month(number)), month(number).starts_at).await;
        commerce_jobs(one).await;
        let soon = month(number).ends_at.plus(-DAY);
        let tell = |server| tell(server, demo, id, Fact::RenewsSoon(soon), soon);
        tokio::join!(tell(one), tell(&other), tell(one), tell(&other));
        assert_eq!(commerce_jobs(one).await, std::slice::from_ref(&letter), "period {number}");
    }
    assert_eq!(
        one.subscriptions_named(demo, AT, SubscriptionId(0), 10).await.unwrap(),
        [],
        "the provider knows of none"
    );
    one.subscription_set_name(demo, id, "sub_1".into()).await.unwrap();
    assert_eq!(one.subscriptions_named(demo, AT, SubscriptionId(0), 10).await.unwrap().len(), 1);
}

/// T43, I1: a deleted account is charged no more, its orders stay without it, and what is paid afterwards is sent back.
#[tokio::test]
async fn deleted_account_is_charged_no_more() {
    let test = TestDatabase::new().await;
    let (demo, fan, id) = begin(&test).await;
    let store = &test.store;
    let open = begun(store, demo, fan, order(&[whole(1)])).await.id;
    let key = EmailKey::of("fan@demo.test").unwrap();
    let account = store.account_by_email(demo, &key).await.unwrap().unwrap().account;
    let ticket = TokenKey::of_secret("leave");
    let new = NewOneTimeToken { account: Some(fan), ..NewOneTimeToken::new(Purpose::DeleteAccount, ticket, NOW) };
    store.one_time_token_add(demo, new, None, NOW).await.unwrap();
    store.customer_set_name(demo, fan, "cus_1".into(), AT.into(), NOW).await.unwrap();
    commerce_jobs(store).await;
    let last_mail = NewMail {
        account: None,
        kind: "account_deleted",
        recipient: "fan@demo.test".into(),
        subject: "Goodbye".into(),
        text: String::new(),
        html: String::new(),
        shown_text: String::new(),
        shown_html: String::new(),
    };
    assert!(store.account_delete(demo, ticket, account, last_mail, NOW).await.unwrap().is_some());
    let stop = CommerceJob::Subscription { subscription: id, effect: Effect::AskToCancel };
    assert_eq!(commerce_jobs(store).await, [stop, CommerceJob::ForgetCustomer { customer: "cus_1".into() }]);
    // A purchase in that very moment: the provider has made them a customer, and nobody is there any more.
    assert_eq!(store.customer_set_name(demo, fan, "cus_2".into(), AT.into(), NOW).await.unwrap(), None);
    assert_eq!(commerce_jobs(store).await, [CommerceJob::ForgetCustomer { customer: "cus_2".into() }]);
    let kept = store.order(demo, open).await.unwrap().unwrap();
    assert_eq!((kept.account, kept.trk, kept.lines.len()), (None, None, 1));
    assert_eq!(apply(store, demo, open, PAID).await, Some(State::Failed));
    tell(store, demo, id, Fact::InvoicePaid(month(0)), month(0).starts_at).await;
    let refunds = commerce_jobs(store).await;
    let sent_back = |job: &&CommerceJob| matches!(job, CommerceJob::Order { effect: OrderEffect::RefundPayment, .. });
    assert_eq!(refunds.iter().filter(sent_back).count(), 2, "{refunds:?}");
    let newcomer = store.account_create(demo, testkit::account("fan@demo.test")).await.unwrap().unwrap().id;
    let again = store.order_begin(demo, newcomer, trial("card-2", "fan@demo.test")).await.unwrap();
    assert_eq!(again, BeginOutcome::TrialUsed, "T15: the mailbox is known again");
}

/// T12: a period that was paid with another amount gives nothing by itself.
#[tokio::test]
async fn another_amount_renews_nothing() {
    let test = TestDatabase::new().await;
    let (demo, fan, id) = begin(&test).await;
    let invoice = Invoice { payment_id: "pi_1".into(), amount: Cents(1), currency: Currency::Usd, card: None };
    let fact = Fact::InvoicePaid(month(0));
    let message = Some("evt_1".into());
    let news = SubscriptionNews { fact, invoice: Some(invoice), grace: GRACE, asked_at: None, message };
    let refused = test.store.subscription_apply_fact(demo, id, news, month(0).starts_at).await;
    assert!(refused.is_err(), "the operator has to look: {refused:?}");
    assert_eq!(test.store.orders_of(demo, fan, 0, 10).await.unwrap().1, 1);
    commerce_jobs(&test.store).await;
    tell(&test.store, demo, id, Fact::InvoicePaid(month(0)), month(0).starts_at).await;
    assert_eq!(test.store.orders_of(demo, fan, 0, 10).await.unwrap().1, 2, "the right one does");
    let letters = commerce_jobs(&test.store).await;
    let renewed =
        |job: &&CommerceJob| matches!(job, CommerceJob::Order { effect: OrderEffect::Mail(Letter::Renewed), .. });
    assert_eq!(letters.iter().filter(renewed).count(), 1, "{letters:?}");
}

/// PAY-10, T17: an answer of the provider that was asked for before the last change moves nothing.
#[tokio::test]
async fn outdated_answer_moves_nothing() {
    let test = TestDatabase::new().await;
    let (demo, _, id) = begin(&test).await;
    let version = async || test.store.subscription(demo, id).await.unwrap().unwrap().version;
    let before = version().await;
    for fact in [Fact::UnsubscribeAsked, Fact::Unsubscribed] {
        tell(&test.store, demo, id, fact, NOW).await;
    }
    let hear = async |asked_at: i64| {
        let asked_at = Some(asked_at);
        let news = SubscriptionNews { fact: Fact::Resumed, invoice: None, grace: GRACE, asked_at, message: None };
        test.store.subscription_apply_fact(demo, id, news, NOW).await.unwrap().unwrap().known.auto_renewal()
    };
    assert_eq!(hear(before).await, AutoRenewal::Cancelled);
    assert_eq!(hear(version().await).await, AutoRenewal::Active);
}
