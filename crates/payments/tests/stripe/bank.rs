//! The client against the test bank.

use std::collections::HashSet;

use domain::money::{Cents, Currency};
use domain::secret::Secret;
use domain::time::Timestamp;
use payments::stripe::{
    BillingReason, Client, Confirm, Created, Customer, CustomerId, DisputeStatus, Doubt, Failure, Interval,
    InvoiceStatus, NewCoupon, NewCustomer, NewPaymentIntent, NewRefund, NewSubscription, NextActionKind, OneOff,
    PaymentIntentFilter, PaymentIntentStatus, PaymentMethodId, Recurring, RefusalKind, SetupIntentStatus, Step,
    Subscription, SubscriptionFilter, SubscriptionStatus, WebhookEventKind, testing,
};
use payments::webhook::Verifier;
use tempfile::TempDir;
use testbank::{Bank, Options};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::fake::{Fake, Reply};
use crate::support::{KEY, ORDER, client, key, metadata, owner, pay};

const DAY: i64 = Timestamp::DAY;

/// Ends with the test.
struct TestBank {
    base: String,
    client: Client,
    browser: reqwest::Client,
    bank: Bank,
    server: JoinHandle<()>,
    _folder: TempDir,
}

impl TestBank {
    async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/testbank", listener.local_addr().unwrap());
        let (secret_key, publishable_key) = (KEY.to_owned(), "pk_test_ofTheTests".to_owned());
        let returns = std::sync::Arc::new(|_: &str, address: &str| address.starts_with("https://a.test/"));
        let bank =
            Bank::open(folder.path(), Options { secret_key, publishable_key, public_url: base.clone(), returns })
                .unwrap();
        let app = axum::Router::new().nest("/testbank", bank.router());
        let server = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { client: client(&base), base, browser: reqwest::Client::new(), bank, server, _folder: folder }
    }

    /// Makes the bank misbehave.
    async fn turn(&self, knob: &str) {
        let request =
            self.browser.post(format!("{}/v1/testbank/chaos", self.base)).bearer_auth(KEY).body(knob.to_owned());
        let answer = request.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
    }

    async fn customer(&self) -> Customer {
        let new = NewCustomer { email: "fan@demo.test", name: None, metadata: &metadata() };
        self.client.create_customer(&key(Step::CreateCustomer, 1), &new).await.unwrap()
    }

    async fn card(&self, customer: &CustomerId, name: &str, number: u32) -> PaymentMethodId {
        let card = name.parse().unwrap();
        self.client.attach_payment_method(&key(Step::AttachCard, number), &card, customer).await.unwrap().id
    }

    async fn move_by(&self, number: u32, milliseconds: i64) {
        let now = testing::bank_clock(&self.client).await.unwrap().now;
        testing::move_bank_clock(&self.client, &key(Step::MoveClock, number), now.plus(milliseconds)).await.unwrap();
    }

    async fn confirm(&self, subscription: &Subscription, card: &PaymentMethodId) -> PaymentIntentStatus {
        let invoice = subscription.latest_invoice.as_ref().unwrap().object().unwrap();
        let payment = invoice.payment_intent.as_ref().unwrap().object().unwrap();
        let step = key(Step::ConfirmPayment, 1);
        let confirm = Confirm::OnSession { return_url: None };
        self.client.confirm_payment_intent(&step, &payment.id, Some(card), confirm, None).await.unwrap().status
    }
}

impl Drop for TestBank {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// T13, I2: an answer that is lost after the work costs nothing: the retry gets the same payment.
#[tokio::test]
async fn lost_answers_charge_once() {
    let bank = TestBank::start().await;
    let (stripe, customer) = (&bank.client, bank.customer().await);
    let card = bank.card(&customer.id, "pm_card_visa", 1).await;
    bank.turn("lose_next=1").await;
    let paid = pay(stripe, &customer.id, &card, Confirm::OffSession).await.unwrap();
    assert_eq!(paid.status, PaymentIntentStatus::Succeeded);
    assert_eq!(paid.amount_received(Currency::Usd), Ok(Cents(4999)));
    bank.turn("error_next=1").await;
    assert_eq!(pay(stripe, &customer.id, &card, Confirm::OffSession).await.unwrap().id, paid.id);
    let created = Created { from: Some(paid.created), until: Some(paid.created.plus(DAY)) };
    let filter = PaymentIntentFilter { customer: Some(&customer.id), created, after: None };
    let listed = stripe.payment_intents(&filter).await.unwrap().data;
    assert_eq!(listed.iter().map(|payment| &payment.id).collect::<Vec<_>>(), [&paid.id]);
    assert!(listed[0].metadata.is_of(&owner()) && listed[0].metadata.order() == Some(ORDER));

    bank.turn("lose_next=3").await;
    let step = key(Step::Refund, 1);
    let new = NewRefund { payment_intent: &paid.id, amount: Some(Cents(999)), metadata: &metadata() };
    assert_eq!(stripe.create_refund(&step, &new).await.unwrap_err(), Failure::Unknown(Doubt::ConnectionLost));
    assert_eq!(stripe.refunds(&paid.id, None).await.unwrap().data.len(), 1);
    let refund = stripe.create_refund(&step, &new).await.unwrap();
    assert_eq!(refund.amount(Currency::Usd), Ok(Cents(999)));
    let other = NewRefund { amount: Some(Cents(1)), ..new };
    assert_eq!(stripe.create_refund(&step, &other).await.unwrap_err(), Failure::Unknown(Doubt::KeyReused));
    let charge = stripe.charge(paid.latest_charge.as_ref().unwrap()).await.unwrap();
    assert_eq!((charge.amount_refunded(Currency::Usd), charge.refunded), (Ok(Cents(999)), false));
    let rest = NewRefund { payment_intent: &paid.id, amount: None, metadata: &metadata() };
    stripe.create_refund(&key(Step::Refund, 2), &rest).await.unwrap();
    assert!(stripe.charge(&charge.id).await.unwrap().refunded);
}

/// PAY-04: what banks say.
#[tokio::test]
async fn banks_refuse_and_ask() {
    let bank = TestBank::start().await;
    let (stripe, customer) = (&bank.client, bank.customer().await);
    for (number, card, code, decline_code) in [
        (4, "pm_card_visa_chargeDeclined", "card_declined", Some("generic_decline")),
        (2, "pm_card_visa_chargeDeclinedInsufficientFunds", "card_declined", Some("insufficient_funds")),
        (3, "pm_card_chargeDeclinedExpiredCard", "expired_card", None),
    ] {
        let new = NewPaymentIntent {
            customer: &customer.id,
            payment_method: Some(&card.parse().unwrap()),
            amount: Cents(500),
            currency: Currency::Cad,
            confirm: Confirm::OnSession { return_url: Some("https://a.test/back") },
            save_card: true,
            description: Some("Cup"),
            metadata: &metadata(),
        };
        let failure = stripe.create_payment_intent(&key(Step::CreatePayment, number), &new).await.unwrap_err();
        let refusal = failure.refusal().unwrap_or_else(|| panic!("{card}: {failure}"));
        assert_eq!((refusal.kind, refusal.code.as_deref()), (RefusalKind::Card, Some(code)), "{card}");
        assert!(decline_code.is_none() || refusal.decline_code.as_deref() == decline_code, "{card} {refusal}");
        let payment = stripe.payment_intent(refusal.payment_intent.as_ref().unwrap()).await.unwrap();
        assert_eq!(payment.status, PaymentIntentStatus::RequiresPaymentMethod);
        assert_eq!(payment.last_payment_error.unwrap().code.as_deref(), Some(code));
    }
    let asking = "pm_card_threeDSecure2Required".parse().unwrap();
    let back = Confirm::OnSession { return_url: Some("https://a.test/back") };
    let payment = pay(stripe, &customer.id, &asking, back).await.unwrap();
    assert_eq!(payment.status, PaymentIntentStatus::RequiresAction);
    let action = payment.next_action.unwrap();
    assert_eq!(action.kind, NextActionKind::Redirect);
    assert!(action.url().unwrap().expose().starts_with(&bank.base));
    let canceled = stripe.cancel_payment_intent(&key(Step::CancelPayment, 1), &payment.id).await.unwrap();
    assert_eq!(canceled.status, PaymentIntentStatus::Canceled);

    let disputed = "pm_card_createDispute".parse().unwrap();
    let new = NewPaymentIntent {
        customer: &customer.id,
        payment_method: Some(&disputed),
        amount: Cents(700),
        currency: Currency::Usd,
        confirm: Confirm::OffSession,
        save_card: false,
        description: None,
        metadata: &metadata(),
    };
    let paid = stripe.create_payment_intent(&key(Step::CreatePayment, 9), &new).await.unwrap();
    let disputes = stripe.disputes(Created::since(paid.created), None).await.unwrap().data;
    assert_eq!(disputes[0].payment_intent.as_ref(), Some(&paid.id));
    let dispute = stripe.dispute(&disputes[0].id).await.unwrap();
    assert_eq!((dispute.status.clone(), dispute.amount(Currency::Usd)), (DisputeStatus::NeedsResponse, Ok(Cents(700))));
    assert!(stripe.charge(dispute.charge.as_ref().unwrap()).await.unwrap().disputed);
}

/// PAY-05, PAY-06, PAY-09, PAY-10: what was shown is what is charged, now and next.
#[tokio::test]
async fn subscriptions_cost_what_their_preview_says() {
    let bank = TestBank::start().await;
    let (stripe, customer) = (&bank.client, bank.customer().await);
    let card = bank.card(&customer.id, "pm_card_visa", 1).await;
    let (product, fee, off) = ("pass-1".parse().unwrap(), "fee-1".parse().unwrap(), "order-7".parse().unwrap());
    for _ in 0..2 {
        for (number, id) in [(1, &product), (2, &fee)] {
            stripe.ensure_product(&key(Step::CreateProduct, number), id, "Season", &metadata()).await.unwrap();
        }
    }
    let coupon = NewCoupon { id: &off, amount_off: Cents(300), currency: Currency::Usd, metadata: &metadata() };
    stripe.ensure_coupon(&key(Step::CreateCoupon, 1), &coupon).await.unwrap();
    assert_eq!(stripe.ensure_coupon(&key(Step::CreateCoupon, 2), &coupon).await.unwrap().id, off);
    let items = [Recurring {
        product: &product,
        amount: Cents(999),
        currency: Currency::Usd,
        interval: Interval::Month,
        interval_count: 1,
    }];
    let one_off = [OneOff { product: &fee, amount: Cents(150), currency: Currency::Usd }];
    let new = NewSubscription {
        customer: &customer.id,
        items: &items,
        one_off: &one_off,
        trial_end: None,
        coupon: Some(&off),
        default_payment_method: Some(&card),
        metadata: &metadata(),
    };
    let made = stripe.create_subscription(&key(Step::CreateSubscription, 1), &new).await.unwrap();
    assert_eq!(made.status, SubscriptionStatus::Incomplete);
    assert_eq!(bank.confirm(&made, &card).await, PaymentIntentStatus::Succeeded);
    let active = stripe.subscription(&made.id).await.unwrap();
    assert_eq!(active.status, SubscriptionStatus::Active);
    let invoice = active.latest_invoice.as_ref().unwrap().object().unwrap();
    assert_eq!(
        (invoice.status.clone(), invoice.amount_paid(Currency::Usd)),
        (Some(InvoiceStatus::Paid), Ok(Cents(849)))
    );
    assert_eq!(invoice.billing_reason, Some(BillingReason::First));
    assert_eq!(invoice.metadata().order(), Some(ORDER));

    bank.move_by(1, 32 * DAY).await;
    let invoices = stripe.invoices(&made.id, None).await.unwrap().data;
    assert_eq!(invoices.len(), 2);
    let renewal = stripe.invoice(&invoices[0].id).await.unwrap();
    assert_eq!(renewal.billing_reason, Some(BillingReason::Renewal));
    assert_eq!(renewal.amount_paid(Currency::Usd), Ok(Cents(999)), "{renewal:?}");
    assert_eq!(renewal.payment_intent.as_ref().unwrap().object().unwrap().status, PaymentIntentStatus::Succeeded);
    assert_eq!(renewal.lines.data[0].period.start, active.current_period_end);

    assert!(stripe.set_renewal(&key(Step::SetRenewal, 1), &made.id, false).await.unwrap().cancel_at_period_end);
    for _ in 0..2 {
        let ended = stripe.cancel_subscription(&key(Step::CancelSubscription, 1), &made.id).await.unwrap();
        assert_eq!(ended.status, SubscriptionStatus::Canceled);
    }
    let filter = SubscriptionFilter { customer: Some(&customer.id), ..SubscriptionFilter::default() };
    assert_eq!(stripe.subscriptions(&filter).await.unwrap().data.len(), 1);
    let portal =
        stripe.create_portal_session(&key(Step::OpenPortal, 1), &customer.id, "https://a.test/").await.unwrap();
    assert!(portal.url.expose().starts_with(&bank.base));
}

/// PAY-08: a trial asks for a card, costs nothing, and becomes a paid period by itself.
#[tokio::test]
async fn trials_become_paid_periods() {
    let bank = TestBank::start().await;
    let (stripe, customer) = (&bank.client, bank.customer().await);
    let card = bank.card(&customer.id, "pm_card_visa", 1).await;
    let product = "pass-1".parse().unwrap();
    stripe.ensure_product(&key(Step::CreateProduct, 1), &product, "Season", &metadata()).await.unwrap();
    let items = [Recurring {
        product: &product,
        amount: Cents(999),
        currency: Currency::Usd,
        interval: Interval::Year,
        interval_count: 1,
    }];
    let start = testing::bank_clock(stripe).await.unwrap().now;
    let trial_end = Some(start.plus(30 * DAY));
    let new = NewSubscription {
        customer: &customer.id,
        items: &items,
        one_off: &[],
        trial_end,
        coupon: None,
        default_payment_method: None,
        metadata: &metadata(),
    };
    let made = stripe.create_subscription(&key(Step::CreateSubscription, 1), &new).await.unwrap();
    assert_eq!((made.status.clone(), made.trial_end), (SubscriptionStatus::Trialing, trial_end));
    if let Some(setup) = &made.pending_setup_intent {
        let setup = setup.object().expect("it was asked for");
        assert_ne!(setup.status, SetupIntentStatus::Succeeded);
    }
    testing::set_default_payment_method(stripe, &key(Step::SetDefaultCard, 1), &customer.id, Some(&card))
        .await
        .unwrap();
    bank.move_by(1, 31 * DAY).await;
    let active = stripe.subscription(&made.id).await.unwrap();
    assert_eq!(active.status, SubscriptionStatus::Active);
    let notices = stripe.notices(Created::since(start), None).await.unwrap();
    let kinds: HashSet<_> = notices.data.iter().map(|event| event.kind.clone()).collect();
    for kind in [WebhookEventKind::TrialWillEnd, WebhookEventKind::InvoicePaid, WebhookEventKind::SubscriptionUpdated] {
        assert!(kinds.contains(&kind), "{kind:?} {kinds:?}");
    }
    let one = &notices.data[0];
    assert_eq!(stripe.event(&one.id).await.unwrap(), *one);

    let clock = testing::create_test_clock(stripe, &key(Step::MoveClock, 7), start).await.unwrap();
    let on_clock = NewCustomer { email: "other@demo.test", name: None, metadata: &metadata() };
    testing::create_customer_on_clock(stripe, &key(Step::CreateCustomer, 2), &on_clock, &clock.id).await.unwrap();
    let to = start.plus(DAY);
    testing::advance_test_clock(stripe, &key(Step::MoveClock, 8), &clock.id, to).await.unwrap();
    assert_eq!(testing::test_clock(stripe, &clock.id).await.unwrap().frozen_time, to);
    stripe.delete_customer(&key(Step::DeleteCustomer, 1), &customer.id).await.unwrap();
    stripe.delete_customer(&key(Step::DeleteCustomer, 1), &customer.id).await.unwrap();
    assert!(stripe.customer(&customer.id).await.unwrap().deleted);
}

/// PAY-17, T12: the bank's notices are taken, twice too, and what they are about is asked for anew.
#[tokio::test]
async fn notices_of_the_bank_are_taken() {
    let bank = TestBank::start().await;
    let stripe = &bank.client;
    let receiver = Fake::start([Reply::json(500, "{}"), Reply::json(200, "{}")]).await;
    bank.bank.send_events_to(format!("{}/hook", receiver.address), "whsec_bank".into()).await.unwrap();
    let stop = CancellationToken::new();
    let delivering = {
        let (bank, stop) = (bank.bank.clone(), stop.clone());
        tokio::spawn(async move { bank.deliver(stop).await })
    };
    let customer = bank.customer().await;
    let card = bank.card(&customer.id, "pm_card_visa", 1).await;
    let paid = pay(stripe, &customer.id, &card, Confirm::OffSession).await.unwrap();
    let verifier = Verifier::new(Secret::new("whsec_bank".into()), None).unwrap();
    let mut count = 1;
    let event = loop {
        let seen = receiver.wait_for(count).await.remove(count - 1);
        count += 1;
        let now = testing::bank_clock(stripe).await.unwrap().now;
        let event = verifier.open(seen.header("stripe-signature").unwrap(), seen.body.as_bytes(), now).unwrap();
        if event.kind == WebhookEventKind::PaymentSucceeded {
            break event;
        }
    };
    let told = stripe.payment_intent(&event.object.clone().unwrap().into()).await.unwrap();
    assert_eq!((told.id, told.status), (paid.id, PaymentIntentStatus::Succeeded));
    assert_eq!(stripe.event(&event.id).await.unwrap(), event);
    stop.cancel();
    delivering.await.unwrap();
}
