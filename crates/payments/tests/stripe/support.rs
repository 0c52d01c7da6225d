//! What all of these tests need.

use std::time::Duration;

use domain::ids::{AccountId, ChannelId, OrderId};
use domain::money::{Cents, Currency};
use domain::secret::Secret;
use payments::stripe::{
    Client, Config, Confirm, CustomerId, Failure, IdempotencyKey, Limits, Metadata, NewPaymentIntent, Owner,
    PaymentIntent, PaymentMethodId, Step, Subject,
};

pub const KEY: &str = "sk_test_ofTheTestsAndNobodyElse";
pub const ORDER: &str = "order7";

/// Without pauses to speak of, and with time enough on a busy machine.
pub fn limits() -> Limits {
    let pause = Duration::from_millis(1);
    Limits { tries: 3, first_pause: pause, longest_pause: pause, ..Limits::default() }
}

pub fn client(base: &str) -> Client {
    client_with(base, limits())
}

pub fn client_with(base: &str, limits: Limits) -> Client {
    let mut config = Config::new(base, Secret::new(KEY.to_owned())).unwrap();
    config.limits = limits;
    Client::new(&config).unwrap()
}

pub fn owner() -> Owner {
    Owner { installation: "tests".into(), channel: ChannelId(3) }
}

pub fn metadata() -> Metadata {
    Metadata::new(&owner()).with_account(AccountId(5), "mark").with_order(ORDER, OrderId(7))
}

pub fn key(step: Step, number: u32) -> IdempotencyKey {
    IdempotencyKey::new(&owner(), Subject::Order(ORDER), step, number)
}

pub async fn pay(
    client: &Client,
    customer: &CustomerId,
    card: &PaymentMethodId,
    confirm: Confirm<'_>,
) -> Result<PaymentIntent, Failure> {
    let new = NewPaymentIntent {
        customer,
        payment_method: Some(card),
        amount: Cents(4999),
        currency: Currency::Usd,
        confirm,
        save_card: false,
        description: None,
        metadata: &metadata(),
    };
    client.create_payment_intent(&key(Step::CreatePayment, 1), &new).await
}
