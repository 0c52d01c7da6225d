//! What is sent, letter for letter.

use domain::money::{Cents, Currency};
use domain::time::Timestamp;
use payments::stripe::{
    Client, Confirm, Created, Failure, Interval, NewCoupon, NewCustomer, NewPaymentIntent, NewRefund, NewSubscription,
    OneOff, PaymentIntentFilter, Recurring, Step, SubscriptionFilter, testing,
};

use crate::fake::{Fake, Reply};
use crate::support::{client, key, metadata};

const TAGS: &str = "metadata[touchline_account]=5&metadata[touchline_account_mark]=mark&metadata[touchline_channel]=3\
    &metadata[touchline_installation]=tests&metadata[touchline_order]=order7&metadata[touchline_order_number]=7";

/// Everything that one call sends, with the brackets made readable.
async fn sent<T>(call: impl AsyncFnOnce(Client) -> Result<T, Failure>) -> String {
    let fake = Fake::start([Reply::json(400, r#"{"error":{"type":"invalid_request_error"}}"#)]).await;
    assert!(call(client(&fake.address)).await.is_err_and(|failure| failure.refusal().is_some()));
    let seen = fake.seen();
    assert_eq!(seen.len(), 1);
    let is_write = !seen[0].line.starts_with("GET") && !seen[0].line.ends_with("create_preview");
    assert_eq!(seen[0].header("idempotency-key").is_some(), is_write, "{}", seen[0].line);
    format!("{} {}", seen[0].line, seen[0].body).replace("%5B", "[").replace("%5D", "]").trim_end().to_owned()
}

/// PAY-04, PAY-18, T11: payments name amount, currency, card, customer and order, as the provider documents it.
#[tokio::test]
async fn payments_are_written_as_documented() {
    let (customer, card, metadata) = ("cus_1".parse().unwrap(), "pm_1".parse().unwrap(), metadata());
    let new = |confirm| NewPaymentIntent {
        customer: &customer,
        payment_method: Some(&card),
        amount: Cents(4999),
        currency: Currency::Usd,
        confirm,
        save_card: false,
        description: None,
        metadata: &metadata,
    };
    let create = async |new: NewPaymentIntent<'_>| {
        sent(async |client| client.create_payment_intent(&key(Step::CreatePayment, 1), &new).await).await
    };
    let start = "POST /v1/payment_intents amount=4999&currency=usd&customer=cus_1&payment_method=pm_1&payment_method_types[0]=card";
    assert_eq!(create(new(Confirm::OffSession)).await, format!("{start}&confirm=true&off_session=true&{TAGS}"));
    let back = Confirm::OnSession { return_url: Some("https://a.test/b?c=d&e") };
    let saved = NewPaymentIntent { save_card: true, description: Some("Season & Cup"), ..new(back) };
    assert_eq!(
        create(saved).await,
        format!(
            "{start}&confirm=true&return_url=https%3A%2F%2Fa.test%2Fb%3Fc%3Dd%26e&setup_future_usage=off_session\
             &description=Season+%26+Cup&{TAGS}"
        )
    );
    let later = NewPaymentIntent { payment_method: None, ..new(Confirm::Later) };
    assert_eq!(
        create(later).await,
        format!("POST /v1/payment_intents amount=4999&currency=usd&customer=cus_1&payment_method_types[0]=card&{TAGS}")
    );

    let intent = "pi_1".parse().unwrap();
    let confirm = sent(async |client| {
        client
            .confirm_payment_intent(&key(Step::ConfirmPayment, 1), &intent, Some(&card), Confirm::OffSession, None)
            .await
    });
    assert_eq!(confirm.await, "POST /v1/payment_intents/pi_1/confirm payment_method=pm_1&off_session=true");
    let cancel = sent(async |client| client.cancel_payment_intent(&key(Step::CancelPayment, 1), &intent).await);
    assert_eq!(cancel.await, "POST /v1/payment_intents/pi_1/cancel");
    let created = Created { from: Some(Timestamp(1_000)), until: Some(Timestamp(8_001)) };
    let filter = PaymentIntentFilter { customer: Some(&customer), created, after: Some(&intent) };
    assert_eq!(
        sent(async |client| client.payment_intents(&filter).await).await,
        "GET /v1/payment_intents?customer=cus_1&created[gte]=1&created[lt]=9&limit=100&starting_after=pi_1"
    );
}

/// PAY-08, PAY-09, PAY-10, T11: subscriptions and their previews name the same prices.
#[tokio::test]
async fn subscriptions_are_written_as_documented() {
    let (customer, card, metadata) = ("cus_1".parse().unwrap(), "pm_1".parse().unwrap(), metadata());
    let (product, fee, coupon) = ("pass-1".parse().unwrap(), "fee-1".parse().unwrap(), "order-7".parse().unwrap());
    let items = [Recurring {
        product: &product,
        amount: Cents(999),
        currency: Currency::Cad,
        interval: Interval::Month,
        interval_count: 12,
    }];
    let one_off = [OneOff { product: &fee, amount: Cents(150), currency: Currency::Cad }];
    let trial_end = Some(Timestamp::from_seconds(1_800_000_000));
    let new = NewSubscription {
        customer: &customer,
        items: &items,
        one_off: &one_off,
        trial_end,
        coupon: Some(&coupon),
        default_payment_method: Some(&card),
        metadata: &metadata,
    };
    let price = "[price_data][currency]=cad";
    assert_eq!(
        sent(async |client| client.create_subscription(&key(Step::CreateSubscription, 1), &new).await).await,
        format!(
            "POST /v1/subscriptions customer=cus_1&items[0]{price}&items[0][price_data][product]=pass-1\
             &items[0][price_data][unit_amount]=999&items[0][price_data][recurring][interval]=month\
             &items[0][price_data][recurring][interval_count]=12&add_invoice_items[0]{price}\
             &add_invoice_items[0][price_data][product]=fee-1&add_invoice_items[0][price_data][unit_amount]=150\
             &trial_end=1800000000&discounts[0][coupon]=order-7&default_payment_method=pm_1\
             &payment_behavior=default_incomplete&payment_settings[payment_method_types][0]=card\
             &payment_settings[save_default_payment_method]=on_subscription&{TAGS}\
             &expand[0]=latest_invoice.payment_intent&expand[1]=pending_setup_intent"
        )
    );
    let id = "sub_1".parse().unwrap();
    assert_eq!(
        sent(async |client| client.set_renewal(&key(Step::SetRenewal, 1), &id, false).await).await,
        "POST /v1/subscriptions/sub_1 cancel_at_period_end=true"
    );
    assert_eq!(
        sent(async |client| client.cancel_subscription(&key(Step::CancelSubscription, 1), &id).await).await,
        "DELETE /v1/subscriptions/sub_1"
    );
    assert_eq!(
        sent(async |client| client.subscription(&id).await).await,
        "GET /v1/subscriptions/sub_1?expand[0]=latest_invoice.payment_intent"
    );
    let filter = SubscriptionFilter { customer: Some(&customer), after: Some(&id), ..SubscriptionFilter::default() };
    assert_eq!(
        sent(async |client| client.subscriptions(&filter).await).await,
        "GET /v1/subscriptions?customer=cus_1&status=all&limit=100&starting_after=sub_1"
    );
    assert_eq!(
        sent(async |client| client.invoice(&"in_1".parse().unwrap()).await).await,
        "GET /v1/invoices/in_1?expand[0]=payment_intent"
    );
    assert_eq!(
        sent(async |client| client.invoices(&id, None).await).await,
        "GET /v1/invoices?subscription=sub_1&limit=100"
    );
}

/// PAY-07, PAY-11, PAY-16, PAY-17: everything else.
#[tokio::test]
async fn other_calls_are_written_as_documented() {
    let (customer, card, metadata) = ("cus_1".parse().unwrap(), "pm_1".parse().unwrap(), metadata());
    let new = NewCustomer { email: "a+b@c.test", name: Some("Zoë"), metadata: &metadata };
    assert_eq!(
        sent(async |client| client.create_customer(&key(Step::CreateCustomer, 1), &new).await).await,
        format!("POST /v1/customers email=a%2Bb%40c.test&name=Zo%C3%AB&{TAGS}")
    );
    for (card, name) in [(Some(&card), "pm_1"), (None, "")] {
        assert_eq!(
            sent(async |client| {
                testing::set_default_payment_method(&client, &key(Step::SetDefaultCard, 1), &customer, card).await
            })
            .await,
            format!("POST /v1/customers/cus_1 invoice_settings[default_payment_method]={name}")
        );
    }
    assert_eq!(
        sent(async |client| client.payment_methods(&customer, Some(&card)).await).await,
        "GET /v1/payment_methods?customer=cus_1&type=card&limit=100&starting_after=pm_1"
    );
    assert_eq!(
        sent(async |client| client.attach_payment_method(&key(Step::AttachCard, 1), &card, &customer).await).await,
        "POST /v1/payment_methods/pm_1/attach customer=cus_1"
    );
    assert_eq!(
        sent(async |client| client.detach_payment_method(&key(Step::DetachCard, 1), &card).await).await,
        "POST /v1/payment_methods/pm_1/detach"
    );
    assert_eq!(
        sent(async |client| client.create_setup_intent(&key(Step::CreateSetup, 1), &customer, &metadata).await).await,
        format!("POST /v1/setup_intents customer=cus_1&usage=off_session&payment_method_types[0]=card&{TAGS}")
    );
    let product = "pass-1".parse().unwrap();
    assert_eq!(
        sent(async |client| client.ensure_product(&key(Step::CreateProduct, 1), &product, "Cup", &metadata).await)
            .await,
        format!("POST /v1/products id=pass-1&name=Cup&{TAGS}")
    );
    let id = "order-7".parse().unwrap();
    let coupon = NewCoupon { id: &id, amount_off: Cents(500), currency: Currency::Eur, metadata: &metadata };
    assert_eq!(
        sent(async |client| client.ensure_coupon(&key(Step::CreateCoupon, 1), &coupon).await).await,
        format!("POST /v1/coupons id=order-7&amount_off=500&currency=eur&duration=once&max_redemptions=1&{TAGS}")
    );
    let payment_intent = "pi_1".parse().unwrap();
    for (amount, text) in [(None, ""), (Some(Cents(100)), "&amount=100")] {
        let new = NewRefund { payment_intent: &payment_intent, amount, metadata: &metadata };
        assert_eq!(
            sent(async |client| client.create_refund(&key(Step::Refund, 1), &new).await).await,
            format!("POST /v1/refunds payment_intent=pi_1{text}&{TAGS}")
        );
    }
    assert_eq!(
        sent(async |client| client.refunds(&payment_intent, None).await).await,
        "GET /v1/refunds?payment_intent=pi_1&limit=100"
    );
    let since = Created::since(Timestamp::from_seconds(9));
    assert_eq!(
        sent(async |client| client.disputes(since, None).await).await,
        "GET /v1/disputes?created[gte]=9&limit=100"
    );
    assert_eq!(
        sent(async |client| client.notices(since, Some(&"evt_1".parse().unwrap())).await).await,
        "GET /v1/events?created[gte]=9&limit=100&starting_after=evt_1"
    );
    assert_eq!(
        sent(async |client| {
            client.create_portal_session(&key(Step::OpenPortal, 1), &customer, "https://a.test/").await
        })
        .await,
        "POST /v1/billing_portal/sessions customer=cus_1&return_url=https%3A%2F%2Fa.test%2F"
    );
    let (clock, now) = ("clock_1".parse().unwrap(), Timestamp::from_seconds(9));
    assert_eq!(
        sent(async |client| testing::advance_test_clock(&client, &key(Step::MoveClock, 1), &clock, now).await).await,
        "POST /v1/test_helpers/test_clocks/clock_1/advance frozen_time=9"
    );
    let plain = [
        sent(async |client| client.customer(&customer).await).await,
        sent(async |client| client.payment_method(&card).await).await,
        sent(async |client| client.setup_intent(&"seti_1".parse().unwrap()).await).await,
        sent(async |client| client.payment_intent(&payment_intent).await).await,
        sent(async |client| client.charge(&"ch_1".parse().unwrap()).await).await,
        sent(async |client| client.dispute(&"dp_1".parse().unwrap()).await).await,
        sent(async |client| client.event(&"evt_1".parse().unwrap()).await).await,
    ];
    let expected = [
        "customers/cus_1",
        "payment_methods/pm_1",
        "setup_intents/seti_1",
        "payment_intents/pi_1",
        "charges/ch_1",
        "disputes/dp_1",
        "events/evt_1",
    ];
    assert_eq!(plain, expected.map(|path| format!("GET /v1/{path}")));
}

/// PAY-18: the address may have a path of its own, as the test bank's has.
#[tokio::test]
async fn the_bank_may_be_below_a_path() {
    let fake = Fake::start([Reply::json(404, r#"{"error":{"type":"invalid_request_error"}}"#)]).await;
    let client = client(&format!("{}/testbank/", fake.address));
    assert!(client.customer(&"cus_1".parse().unwrap()).await.unwrap_err().is_not_found());
    assert_eq!(fake.lines(), ["GET /testbank/v1/customers/cus_1"]);
}

/// PAY-17: lists are walked to their end, from one page to the next.
#[tokio::test]
async fn lists_are_read_page_by_page() {
    let event = |id: &str| {
        let rest = r#""type":"invoice.paid","created":1,"livemode":false,"data":{"object":{"id":"in_1"}}"#;
        format!(r#"{{"id":"{id}",{rest}}}"#)
    };
    let first = format!(r#"{{"object":"list","has_more":true,"data":[{},{}]}}"#, event("evt_3"), event("evt_2"));
    let second = format!(r#"{{"object":"list","has_more":false,"data":[{}]}}"#, event("evt_1"));
    let fake = Fake::start([Reply::json(200, &first), Reply::json(200, &second)]).await;
    let client = client(&fake.address);
    let (mut ids, mut after) = (Vec::new(), None);
    loop {
        let page = client.notices(Created::default(), after.as_ref()).await.unwrap();
        ids.extend(page.data.iter().map(|event| event.id.to_string()));
        after = page.last().map(|event| event.id.clone());
        if after.is_none() {
            break;
        }
    }
    assert_eq!(ids, ["evt_3", "evt_2", "evt_1"]);
    assert_eq!(fake.lines(), ["GET /v1/events?limit=100", "GET /v1/events?limit=100&starting_after=evt_2"]);
}
