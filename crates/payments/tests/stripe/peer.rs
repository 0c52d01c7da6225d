//! The client against localstripe, a Stripe server that nobody here wrote, which `scripts/python-packages` installs.
//!
//! It knows no inline prices, trials, coupons of orders, filters of payments, portal or repeated keys.

use std::process::Stdio;
use std::time::{SystemTime, UNIX_EPOCH};

use domain::money::{Cents, Currency};
use domain::secret::Secret;
use domain::time::Timestamp;
use payments::stripe::{
    Client, Confirm, Created, Customer, InvoiceStatus, NewCoupon, NewCustomer, NewRefund, NextActionKind,
    PaymentIntentFilter, PaymentIntentStatus, PaymentMethodId, RefundStatus, RefusalKind, SetupIntentStatus, Step,
    SubscriptionFilter, SubscriptionId, SubscriptionStatus, WebhookEventKind, testing,
};
use payments::webhook::{Verifier, WebhookError};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::fake::{Fake, Reply};
use crate::support::{KEY, ORDER, client, key, metadata, owner, pay};

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.make/python/bin/python");

/// Its own start listens to the whole network and keeps a file that all of them share.
const START: &str = "
import socket
from aiohttp import web
from localstripe import resources, server
resources.Store.dump_to_disk = lambda self: None
listener = socket.create_server(('127.0.0.1', 0))
print(listener.getsockname()[1], flush=True)
web.run_app(server.app, sock=listener, print=None, access_log=None)
";

const GOOD_CARD: &str = "4242424242424242";
const ASKING_CARD: &str = "4000002500003155";
const LATER_DECLINED_CARD: &str = "4000000000000341";
const DECLINED_CARD: &str = "4000000000000002";

/// Ends with the test.
struct Peer {
    base: String,
    client: Client,
    browser: reqwest::Client,
    _server: Child,
}

impl Peer {
    async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut server = Command::new(PYTHON)
            .args(["-c", START])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("scripts/python-packages installs the Stripe server that this test needs");
        let port = BufReader::new(server.stdout.take().unwrap()).lines().next_line().await.unwrap();
        let base = format!("http://127.0.0.1:{}", port.expect("localstripe starts"));
        Self { client: client(&base), base, browser: reqwest::Client::new(), _server: server }
    }

    /// What a browser or the provider's own pages do, and our client never.
    async fn post(&self, path: &str, body: impl Into<String>) -> Value {
        let request = self.browser.post(format!("{}{path}", self.base)).bearer_auth(KEY).body(body.into());
        let answer = request.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
        serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap_or_default()
    }

    async fn card(&self, number: &str) -> PaymentMethodId {
        let card = format!("type=card&card[number]={number}&card[exp_month]=12&card[exp_year]=2030&card[cvc]=123");
        let made = self.post("/v1/payment_methods", card).await;
        made["id"].as_str().unwrap().parse().unwrap()
    }

    async fn customer(&self) -> Customer {
        let new = NewCustomer { email: "fan@demo.test", name: Some("Zoë & Co"), metadata: &metadata() };
        self.client.create_customer(&key(Step::CreateCustomer, 1), &new).await.unwrap()
    }
}

/// PAY-07, T15: cards are saved, listed with their fingerprint, made the default, and removed.
#[tokio::test]
async fn cards_are_kept_for_a_customer() {
    let peer = Peer::start().await;
    let (stripe, customer) = (&peer.client, peer.customer().await);
    assert!(customer.metadata.is_of(&owner()));
    assert_eq!(customer.metadata.order(), Some(ORDER));
    let (good, same) = (peer.card(GOOD_CARD).await, peer.card(GOOD_CARD).await);
    let attached = stripe.attach_payment_method(&key(Step::AttachCard, 1), &good, &customer.id).await.unwrap();
    assert_eq!(attached.customer.as_ref(), Some(&customer.id));
    let listed = stripe.payment_methods(&customer.id, None).await.unwrap();
    assert_eq!(listed.data.len(), 1);
    let card = listed.data[0].card.as_ref().unwrap();
    assert_eq!((card.brand.as_str(), card.last4.as_str(), card.exp_month, card.exp_year), ("visa", "4242", 12, 2030));
    let again = stripe.payment_method(&same).await.unwrap().card.unwrap();
    assert!(again.fingerprint.is_some());
    assert_eq!(again.fingerprint, card.fingerprint);

    let changed =
        testing::set_default_payment_method(stripe, &key(Step::SetDefaultCard, 1), &customer.id, Some(&good)).await;
    assert_eq!(changed.unwrap().default_payment_method(), Some(&good));
    testing::set_default_payment_method(stripe, &key(Step::SetDefaultCard, 2), &customer.id, None).await.unwrap();
    assert_eq!(stripe.customer(&customer.id).await.unwrap().default_payment_method(), None);
    stripe.detach_payment_method(&key(Step::DetachCard, 1), &good).await.unwrap();
    assert!(stripe.payment_methods(&customer.id, None).await.unwrap().data.is_empty());

    let declined = peer.card(DECLINED_CARD).await;
    let refused = stripe.attach_payment_method(&key(Step::AttachCard, 2), &declined, &customer.id).await.unwrap_err();
    assert_eq!(refused.refusal().unwrap().kind, RefusalKind::Card);
    for _ in 0..2 {
        stripe.delete_customer(&key(Step::DeleteCustomer, 1), &customer.id).await.unwrap();
    }
    assert!(stripe.customer(&customer.id).await.unwrap_err().is_not_found());
}

/// PAY-07: a card is set up by the browser, with what the server gave it.
#[tokio::test]
async fn cards_are_set_up_by_the_browser() {
    let peer = Peer::start().await;
    let (stripe, customer) = (&peer.client, peer.customer().await);
    for (number, status) in
        [(GOOD_CARD, SetupIntentStatus::Succeeded), (ASKING_CARD, SetupIntentStatus::RequiresAction)]
    {
        let setup = stripe.create_setup_intent(&key(Step::CreateSetup, 1), &customer.id, &metadata()).await.unwrap();
        assert_eq!(setup.status, SetupIntentStatus::RequiresPaymentMethod);
        let (card, secret) = (peer.card(number).await, setup.client_secret.unwrap());
        let confirm = format!("client_secret={}&payment_method={card}", secret.expose());
        peer.post(&format!("/v1/setup_intents/{}/confirm", setup.id), confirm).await;
        let setup = stripe.setup_intent(&setup.id).await.unwrap();
        assert_eq!((setup.status, setup.payment_method), (status, Some(card)));
        assert_eq!(setup.next_action.is_some(), number == ASKING_CARD);
    }
}

/// PAY-04, PAY-16, T16: a payment is made, found again by its order, and given back in part and whole.
#[tokio::test]
async fn payments_are_made_and_given_back() {
    let peer = Peer::start().await;
    let (stripe, customer) = (&peer.client, peer.customer().await);
    let card = peer.card(GOOD_CARD).await;
    let paid = pay(stripe, &customer.id, &card, Confirm::OffSession).await.unwrap();
    assert_eq!(paid.status, PaymentIntentStatus::Succeeded);
    assert_eq!(paid.amount(Currency::Usd), Ok(Cents(4999)));
    assert!(paid.amount(Currency::Cad).is_err());
    let listed = stripe.payment_intents(&PaymentIntentFilter::default()).await.unwrap();
    let found = listed.data.iter().find(|payment| payment.metadata.order() == Some(ORDER)).unwrap();
    assert_eq!(found.id, paid.id);

    for (number, amount) in [(1, Some(Cents(1000))), (2, Some(Cents(3999)))] {
        let new = NewRefund { payment_intent: &paid.id, amount, metadata: &metadata() };
        let refund = stripe.create_refund(&key(Step::Refund, number), &new).await.unwrap();
        assert_eq!((refund.status.clone(), refund.amount(Currency::Usd).ok()), (Some(RefundStatus::Succeeded), amount));
        let charge = stripe.charge(paid.latest_charge.as_ref().unwrap()).await.unwrap();
        assert_eq!(charge.refunded, number == 2);
    }
    let refunds = stripe.refunds(&paid.id, None).await.unwrap().data;
    assert_eq!(refunds.iter().map(|refund| refund.amount(Currency::Usd).unwrap().0).sum::<i64>(), 4999);
    let charge = stripe.charge(paid.latest_charge.as_ref().unwrap()).await.unwrap();
    assert_eq!(charge.amount_refunded(Currency::Usd), Ok(Cents(4999)));
}

/// PAY-04: banks say no, ask the buyer first, and are answered or not.
#[tokio::test]
async fn banks_refuse_and_ask() {
    let peer = Peer::start().await;
    let (stripe, customer) = (&peer.client, peer.customer().await);
    let declined = peer.card(LATER_DECLINED_CARD).await;
    let refused = pay(stripe, &customer.id, &declined, Confirm::OffSession).await.unwrap_err();
    let refusal = refused.refusal().unwrap();
    assert_eq!((refusal.kind, refusal.code.as_deref()), (RefusalKind::Card, Some("card_declined")));
    let listed = stripe.payment_intents(&PaymentIntentFilter::default()).await.unwrap();
    assert_eq!(listed.data[0].status, PaymentIntentStatus::RequiresPaymentMethod);
    assert_eq!(listed.data[0].last_payment_error.as_ref().unwrap().code.as_deref(), Some("card_declined"));

    let asking = peer.card(ASKING_CARD).await;
    for (answer, status) in
        [("true", PaymentIntentStatus::Succeeded), ("false", PaymentIntentStatus::RequiresPaymentMethod)]
    {
        let payment = pay(stripe, &customer.id, &asking, Confirm::OnSession { return_url: None }).await.unwrap();
        assert_eq!(payment.status, PaymentIntentStatus::RequiresAction);
        assert_eq!(payment.next_action.unwrap().kind, NextActionKind::Sdk);
        let secret = payment.client_secret.unwrap();
        let answer = format!("client_secret={}&success={answer}", secret.expose());
        peer.post(&format!("/v1/payment_intents/{}/_authenticate", payment.id), answer).await;
        assert_eq!(stripe.payment_intent(&payment.id).await.unwrap().status, status);
    }

    let given_up = pay(stripe, &customer.id, &asking, Confirm::OnSession { return_url: None }).await.unwrap();
    let canceled = stripe.cancel_payment_intent(&key(Step::CancelPayment, 1), &given_up.id).await.unwrap();
    assert_eq!(canceled.status, PaymentIntentStatus::Canceled);
    let twice = stripe.cancel_payment_intent(&key(Step::CancelPayment, 1), &given_up.id).await.unwrap_err();
    assert_eq!(twice.refusal().unwrap().kind, RefusalKind::Invalid);
}

/// PAY-09, PAY-10: a subscription is read with its payment, told not to renew, and ended.
#[tokio::test]
async fn subscriptions_are_read_and_ended() {
    let peer = Peer::start().await;
    let (stripe, customer) = (&peer.client, peer.customer().await);
    let card = peer.card(GOOD_CARD).await;
    stripe.attach_payment_method(&key(Step::AttachCard, 1), &card, &customer.id).await.unwrap();
    testing::set_default_payment_method(stripe, &key(Step::SetDefaultCard, 1), &customer.id, Some(&card))
        .await
        .unwrap();
    peer.post("/v1/plans", "id=month&amount=999&currency=usd&interval=month&product[name]=Season").await;
    let wish = format!("customer={}&items[0][plan]=month&metadata[touchline_order]={ORDER}", customer.id);
    let made = peer.post("/v1/subscriptions", wish).await;
    let id: SubscriptionId = made["id"].as_str().unwrap().parse().unwrap();

    let subscription = stripe.subscription(&id).await.unwrap();
    assert_eq!(subscription.status, SubscriptionStatus::Active);
    assert_eq!(subscription.metadata.order(), Some(ORDER));
    assert!(subscription.current_period_start < subscription.current_period_end);
    let invoice = subscription.latest_invoice.as_ref().unwrap().object().unwrap();
    assert_eq!(invoice.status, Some(InvoiceStatus::Paid));
    assert_eq!(invoice.amount_paid(Currency::Usd), Ok(Cents(999)));
    let payment = invoice.payment_intent.as_ref().unwrap().object().unwrap();
    assert_eq!(payment.status, PaymentIntentStatus::Succeeded);
    assert_eq!(stripe.invoice(&invoice.id).await.unwrap().charge, payment.latest_charge);
    assert_eq!(stripe.invoices(&id, None).await.unwrap().data.len(), 1);

    for renews in [false, true, false] {
        let set = stripe.set_renewal(&key(Step::SetRenewal, renews.into()), &id, renews).await.unwrap();
        assert_eq!((set.cancel_at_period_end, set.status), (!renews, SubscriptionStatus::Active));
    }
    for _ in 0..2 {
        let ended = stripe.cancel_subscription(&key(Step::CancelSubscription, 1), &id).await.unwrap();
        assert_eq!(ended.status, SubscriptionStatus::Canceled);
    }
    let filter = SubscriptionFilter { customer: Some(&customer.id), ..SubscriptionFilter::default() };
    let listed = stripe.subscriptions(&filter).await.unwrap().data;
    assert_eq!(listed.iter().map(|subscription| &subscription.id).collect::<Vec<_>>(), [&id]);
}

/// PAY-17, T12: what the peer signs is taken, what it sent is in its own record, and the object is asked for anew.
#[tokio::test]
async fn webhooks_of_the_peer_are_verified() {
    let peer = Peer::start().await;
    let stripe = &peer.client;
    let receiver = Fake::start([Reply::json(200, "{}")]).await;
    let setup = format!(r#"{{"url":"{}/api/stripe/webhook","secret":"whsec_of_the_peer"}}"#, receiver.address);
    let registered = peer.browser.post(format!("{}/_config/webhooks/ours", peer.base)).body(setup).send().await;
    assert!(registered.unwrap().status().is_success());
    let customer = peer.customer().await;
    let sent = receiver.wait_for(1).await.remove(0);

    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = Timestamp(now.try_into().unwrap());
    let secret = |text: &str| Secret::new(text.to_owned());
    // The secret is being replaced: the peer still signs with the one before.
    let verifier = Verifier::new(secret("whsec_next"), Some(secret("whsec_of_the_peer"))).unwrap();
    let header = sent.header("stripe-signature").unwrap();
    let event = verifier.open(header, sent.body.as_bytes(), now).unwrap();
    assert_eq!(event.kind, WebhookEventKind::Unknown("customer.created".into()));
    assert!(!event.livemode);
    assert_eq!(stripe.customer(&event.object.clone().unwrap().into()).await.unwrap().id, customer.id);
    let changed = sent.body.replace("fan@demo.test", "foe@demo.test");
    assert_eq!(verifier.open(header, changed.as_bytes(), now), Err(WebhookError::WrongSignature));

    assert_eq!(stripe.event(&event.id).await.unwrap(), event);
    let recorded = stripe.notices(Created::since(event.created), None).await.unwrap();
    assert_eq!(recorded.data, [event]);
}

/// T11: a wrong key is our own fault and nobody's refusal; what the peer does not know is refused for good.
#[tokio::test]
async fn refusals_of_the_peer_are_told_apart() {
    let peer = Peer::start().await;
    let missing = peer.client.customer(&"cus_0".parse().unwrap()).await.unwrap_err();
    assert!(missing.is_not_found());
    let config = payments::stripe::Config::new(&peer.base, Secret::new("pk_test_1".into())).unwrap();
    let stranger = Client::new(&config).unwrap().customer(&"cus_0".parse().unwrap()).await.unwrap_err();
    assert_eq!(stranger.refusal().unwrap().kind, RefusalKind::Unauthorized);
    let id = "order-7".parse().unwrap();
    let coupon = NewCoupon { id: &id, amount_off: Cents(1), currency: Currency::Usd, metadata: &metadata() };
    let unknown = peer.client.ensure_coupon(&key(Step::CreateCoupon, 1), &coupon).await.unwrap_err();
    assert_eq!(unknown.refusal().unwrap().kind, RefusalKind::Invalid);
    let product = "pass-1".parse().unwrap();
    let made = peer.client.ensure_product(&key(Step::CreateProduct, 1), &product, "Season", &metadata()).await.unwrap();
    assert_eq!(made.id, product);
}
