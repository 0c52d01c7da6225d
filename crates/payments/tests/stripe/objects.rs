//! Objects as newer and older versions of the provider would send them.

use domain::money::{Cents, Currency};
use payments::stripe::{
    Expandable, InvoiceStatus, NextActionKind, PaymentIntentStatus, SetupIntentStatus, SubscriptionStatus,
};

use crate::fake::{Fake, Reply};
use crate::support::client;

/// PAY-18: fields and states that nobody knew of are no failure, and are told as they are.
#[tokio::test]
async fn unknown_fields_and_states_are_no_failure() {
    let payment = r#"{"id":"pi_1","object":"payment_intent","status":"dreaming","amount":700,"amount_received":0,
        "currency":"jpy","created":1700000000,"client_secret":null,"customer":{"id":"cus_1","object":"customer"},
        "payment_method":null,"latest_charge":{"id":"py_1","object":"charge","amount":700},"invoice":null,
        "next_action":{"type":"wink","wink":{"times":2}},"last_payment_error":{"code":"new_code","type":"new_error"},
        "metadata":{"theirs":"x"},"amount_details":{"tip":{}},"new_list":[1,{"a":null}]}"#;
    let fake = Fake::start([Reply::json(200, payment)]).await;
    let payment = client(&fake.address).payment_intent(&"pi_1".parse().unwrap()).await.unwrap();
    assert_eq!(payment.status, PaymentIntentStatus::Unknown("dreaming".into()));
    let action = payment.next_action.as_ref().unwrap();
    assert_eq!((&action.kind, action.url().is_none()), (&NextActionKind::Unknown("wink".into()), true));
    assert_eq!(payment.last_payment_error.as_ref().unwrap().code.as_deref(), Some("new_code"));
    assert_eq!(payment.customer.as_ref().unwrap().as_str(), "cus_1");
    assert_eq!(payment.latest_charge.as_ref().unwrap().as_str(), "py_1");
    assert_eq!((payment.metadata.order(), payment.metadata.channel()), (None, None));
    // T12: an amount of another currency is no amount of ours.
    assert!(payment.amount(Currency::Usd).is_err() && payment.amount_received(Currency::Usd).is_err());
}

/// PAY-08, PAY-17: a subscription comes with its invoice or with its id, and a trial with the card that it asks for.
#[tokio::test]
async fn subscriptions_come_with_and_without_their_parts() {
    let start = r#"{"id":"sub_1","status":"trialing","customer":"cus_1","cancel_at_period_end":false,"canceled_at":null,
        "current_period_start":1700000000,"current_period_end":1702592000,"trial_end":1702592000,"created":1700000000,
        "metadata":null,"default_payment_method":null,"#;
    let setup =
        r#"{"id":"seti_1","status":"requires_payment_method","client_secret":"seti_1_secret","next_action":null}"#;
    let invoice = r#"{"id":"in_1","status":"paid","billing_reason":"subscription_create","amount_due":0,"amount_paid":0,
        "total":0,"currency":"usd","payment_intent":null,"charge":null,"created":1700000000,
        "subscription_details":{"metadata":{"touchline_order":"7"}},
        "lines":{"object":"list","has_more":false,"data":[{"amount":0,"currency":"usd","description":null,
        "period":{"start":1700000000,"end":1702592000}}]}}"#;
    let whole = format!(r#"{start}"latest_invoice":{invoice},"pending_setup_intent":{setup}}}"#);
    let plain = format!(r#"{start}"latest_invoice":"in_1","pending_setup_intent":"seti_1"}}"#);
    let bare = format!(r#"{start}"latest_invoice":null}}"#);
    let fake = Fake::start([whole, plain, bare].map(|body| Reply::json(200, &body))).await;
    let (client, id) = (client(&fake.address), "sub_1".parse().unwrap());

    let whole = client.subscription(&id).await.unwrap();
    assert_eq!((whole.status, whole.trial_end), (SubscriptionStatus::Trialing, Some(whole.current_period_end)));
    let invoice = whole.latest_invoice.as_ref().unwrap().object().unwrap();
    assert_eq!((&invoice.status, invoice.total(Currency::Usd)), (&Some(InvoiceStatus::Paid), Ok(Cents(0))));
    assert_eq!((invoice.metadata().order(), invoice.payment_intent.is_none()), (Some("7"), true));
    let setup = whole.pending_setup_intent.as_ref().unwrap().object().unwrap();
    assert_eq!(setup.status, SetupIntentStatus::RequiresPaymentMethod);

    let plain = client.subscription(&id).await.unwrap();
    assert!(matches!(plain.latest_invoice.unwrap(), Expandable::Id(id) if id.as_str() == "in_1"));
    let bare = client.subscription(&id).await.unwrap();
    assert!(bare.latest_invoice.is_none() && bare.pending_setup_intent.is_none());
}

/// A customer who was deleted is remembered by the provider, with nothing but that.
#[tokio::test]
async fn deleted_customers_are_known_as_such() {
    let fake = Fake::start([Reply::json(200, r#"{"id":"cus_1","object":"customer","deleted":true}"#)]).await;
    let customer = client(&fake.address).customer(&"cus_1".parse().unwrap()).await.unwrap();
    assert!(customer.deleted);
    assert_eq!(customer.default_payment_method(), None);
}
