//! What a call makes of servers that fail in all the ways that servers do.

use std::time::Duration;

use payments::stripe::{
    Client, Confirm, Doubt, Failure, Limits, NotDone, PaymentIntent, PaymentIntentStatus, RefusalKind, Step,
    SubscriptionStatus,
};

use crate::fake::{Fake, Reply};
use crate::support::{client, client_with, key, limits, pay};

const PAID: &str = r#"{"id":"pi_1","object":"payment_intent","status":"succeeded","amount":4999,"amount_received":4999,
    "currency":"usd","created":1700000000,"client_secret":"pi_1_secret_2","metadata":{}}"#;

fn paid() -> Reply {
    Reply::json(200, PAID)
}

async fn pay_by(client: &Client) -> Result<PaymentIntent, Failure> {
    pay(client, &"cus_1".parse().unwrap(), &"pm_1".parse().unwrap(), Confirm::OffSession).await
}

async fn outcome(fake: &Fake) -> Result<PaymentIntentStatus, Failure> {
    pay_by(&client(&fake.address)).await.map(|payment| payment.status)
}

/// T13: whatever was lost on the way is asked for again under the same key, with the same words.
#[tokio::test]
async fn retries_carry_the_same_key() {
    for lost in [
        Reply::Close,
        Reply::Break,
        Reply::json(500, r#"{"error":{"type":"api_error"}}"#),
        Reply::json(503, "<html>"),
        Reply::json(409, r#"{"error":{"type":"invalid_request_error","code":"lock_timeout"}}"#),
        Reply::with(429, "retry-after: 0\r\n", "{}"),
        Reply::with(400, "stripe-should-retry: true\r\n", r#"{"error":{"type":"invalid_request_error"}}"#),
    ] {
        let fake = Fake::start([lost.clone(), lost, paid()]).await;
        assert_eq!(outcome(&fake).await, Ok(PaymentIntentStatus::Succeeded));
        let seen = fake.seen();
        assert_eq!(seen.len(), 3);
        for request in &seen {
            assert_eq!(request.line, "POST /v1/payment_intents");
            assert_eq!(request.header("idempotency-key"), Some(key(Step::CreatePayment, 1).as_str()));
            assert_eq!(request.header("stripe-version"), Some("2024-06-20"));
            assert_eq!(request.body, seen[0].body);
        }
    }
}

/// T13: a server that says nothing is left, and asked again under the same key.
#[tokio::test]
async fn silence_is_not_waited_for() {
    let fake = Fake::start([Reply::Hang, paid()]).await;
    let client = client_with(&fake.address, Limits { tries: 20, try_time: Duration::from_millis(250), ..limits() });
    assert_eq!(pay_by(&client).await.unwrap().status, PaymentIntentStatus::Succeeded);
    let seen = fake.seen();
    assert!(seen.len() >= 2);
    assert!(seen.iter().all(|request| request.header("idempotency-key") == Some(key(Step::CreatePayment, 1).as_str())));

    let fake = Fake::start([Reply::Hang]).await;
    let client = client_with(&fake.address, Limits { try_time: Duration::from_millis(10), ..limits() });
    assert_eq!(pay_by(&client).await.unwrap_err(), Failure::Unknown(Doubt::TimedOut));
}

/// T13: tries are counted, and after the last one it is in doubt whether anything happened.
#[tokio::test]
async fn call_that_keeps_failing_is_in_doubt() {
    for (reply, doubt) in [
        (Reply::Close, Doubt::ConnectionLost),
        (Reply::Break, Doubt::ConnectionLost),
        (Reply::json(500, "{}"), Doubt::ServerError(500)),
        (Reply::json(409, "{}"), Doubt::Locked),
    ] {
        let fake = Fake::start([reply]).await;
        assert_eq!(outcome(&fake).await, Err(Failure::Unknown(doubt)));
        assert_eq!(fake.seen().len(), 3, "{doubt}");
    }
}

/// T13: what cannot be understood is in doubt at once: another try would have the same answer.
#[tokio::test]
async fn unreadable_response_is_in_doubt() {
    for (reply, doubt) in [
        (Reply::json(200, "{"), Doubt::Unreadable),
        (Reply::json(200, r#"{"id":"pi_1"}"#), Doubt::Unreadable),
        (Reply::json(404, "<html>"), Doubt::Unreadable),
        (Reply::Endless, Doubt::TooLarge),
        (Reply::json(400, r#"{"error":{"type":"idempotency_error"}}"#), Doubt::KeyReused),
        (Reply::with(500, "stripe-should-retry: false\r\n", "{}"), Doubt::ServerError(500)),
    ] {
        let fake = Fake::start([reply]).await;
        assert_eq!(outcome(&fake).await, Err(Failure::Unknown(doubt)));
        assert_eq!(fake.seen().len(), 1, "{doubt}");
    }
}

/// T44: our key is not carried to another address.
#[tokio::test]
async fn redirects_are_not_followed() {
    let elsewhere = Fake::start([paid()]).await;
    for status in [301, 302, 307, 308] {
        let location = format!("location: {}/v1/payment_intents\r\n", elsewhere.address);
        let fake = Fake::start([Reply::with(status, &location, "")]).await;
        assert_eq!(outcome(&fake).await, Err(Failure::Unknown(Doubt::Redirected)));
    }
    assert!(elsewhere.seen().is_empty());
}

/// PAY-04: a card that is refused is refused for good, and is not tried again by itself.
#[tokio::test]
async fn refusals_are_final() {
    let declined = r#"{"error":{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds",
        "payment_intent":{"id":"pi_9"}}}"#;
    let fake = Fake::start([Reply::with(402, "request-id: req_1\r\n", declined)]).await;
    let failure = outcome(&fake).await.unwrap_err();
    let refusal = failure.refusal().unwrap();
    assert_eq!((refusal.kind, refusal.decline_code.as_deref()), (RefusalKind::Card, Some("insufficient_funds")));
    assert_eq!(refusal.payment_intent.as_ref().unwrap().as_str(), "pi_9");
    assert_eq!(fake.seen().len(), 1);

    // The answer to the first try was lost: the provider gives it again.
    let fake = Fake::start([Reply::Close, Reply::json(402, declined)]).await;
    assert!(outcome(&fake).await.unwrap_err().refusal().is_some());
}

/// T13: what never reached the provider did not happen; once a try may have, it stays in doubt.
#[tokio::test]
async fn call_that_never_reached_the_provider_is_not_done() {
    let limited = Reply::json(429, "{}");
    let fake = Fake::start([limited.clone()]).await;
    assert_eq!(outcome(&fake).await, Err(Failure::NotDone(NotDone::RateLimited)));
    let fake = Fake::start([Reply::Close, limited]).await;
    assert_eq!(outcome(&fake).await, Err(Failure::Unknown(Doubt::ConnectionLost)));

    let address = fake.address.clone();
    drop(fake);
    // The port is closed once the server's task is gone.
    let failure = loop {
        match pay_by(&client(&address)).await.unwrap_err() {
            Failure::Unknown(_) => tokio::task::yield_now().await,
            failure => break failure,
        }
    };
    assert_eq!(failure, Failure::NotDone(NotDone::Unreachable));
}

/// T13: a wish for an hour's pause is not sat out.
#[tokio::test]
async fn long_pauses_end_the_call() {
    let fake = Fake::start([Reply::with(429, "retry-after: 3600\r\n", "{}")]).await;
    assert_eq!(outcome(&fake).await, Err(Failure::NotDone(NotDone::RateLimited)));
    assert_eq!(fake.seen().len(), 1);
}

/// PAY-10, T17: what has ended already is ended, however often it is asked for.
#[tokio::test]
async fn repeated_cancellation_succeeds() {
    let missing = Reply::json(404, r#"{"error":{"type":"invalid_request_error","code":"resource_missing"}}"#);
    let subscription = |status: &str| {
        let body = r#"{"id":"sub_1","status":"STATUS","current_period_start":1,"current_period_end":2,"created":1}"#;
        Reply::json(200, &body.replace("STATUS", status))
    };
    let (step, id) = (key(Step::CancelSubscription, 1), "sub_1".parse().unwrap());

    let fake = Fake::start([Reply::Close, missing.clone(), subscription("canceled")]).await;
    let ended = client(&fake.address).cancel_subscription(&step, &id).await.unwrap();
    assert_eq!(ended.status, SubscriptionStatus::Canceled);
    let fake = Fake::start([missing.clone(), subscription("active")]).await;
    assert!(client(&fake.address).cancel_subscription(&step, &id).await.unwrap_err().is_not_found());
    let fake = Fake::start([Reply::Close, missing]).await;
    client(&fake.address).delete_customer(&key(Step::DeleteCustomer, 1), &"cus_1".parse().unwrap()).await.unwrap();
    assert_eq!(fake.lines(), ["DELETE /v1/customers/cus_1"; 2]);
}
