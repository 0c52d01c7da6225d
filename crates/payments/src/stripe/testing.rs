//! Calls for tests and demos: the test clocks of the provider's test mode, and what the product does not change.

use domain::time::Timestamp;
use serde::Deserialize;

use super::client::Client;
use super::customers::{Customer, NewCustomer};
use super::failure::Failure;
use super::form::Form;
use super::ids::{CustomerId, PaymentMethodId, TestClockId};
use super::key::IdempotencyKey;
use super::status::TestClockStatus;
use super::wire;

/// A clock of some customers' own.
#[derive(Clone, Debug, Deserialize)]
pub struct TestClock {
    pub id: TestClockId,
    pub status: TestClockStatus,
    #[serde(deserialize_with = "wire::time")]
    pub frozen_time: Timestamp,
}

/// The one clock of the test bank.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct BankClock {
    #[serde(deserialize_with = "wire::time")]
    pub now: Timestamp,
}

pub async fn create_test_clock(client: &Client, key: &IdempotencyKey, now: Timestamp) -> Result<TestClock, Failure> {
    client.post(key, "test_helpers/test_clocks", Form::new().with("frozen_time", now.seconds())).await
}

/// It is there once its status is ready again.
pub async fn advance_test_clock(
    client: &Client,
    key: &IdempotencyKey,
    id: &TestClockId,
    to: Timestamp,
) -> Result<TestClock, Failure> {
    let form = Form::new().with("frozen_time", to.seconds());
    client.post(key, &format!("test_helpers/test_clocks/{id}/advance"), form).await
}

pub async fn test_clock(client: &Client, id: &TestClockId) -> Result<TestClock, Failure> {
    client.get(&format!("test_helpers/test_clocks/{id}"), Form::new()).await
}

/// A customer who lives by a test clock.
pub async fn create_customer_on_clock(
    client: &Client,
    key: &IdempotencyKey,
    new: &NewCustomer<'_>,
    clock: &TestClockId,
) -> Result<Customer, Failure> {
    client.post(key, "customers", new.form().with("test_clock", clock)).await
}

pub async fn bank_clock(client: &Client) -> Result<BankClock, Failure> {
    client.get("testbank/clock", Form::new()).await
}

pub async fn move_bank_clock(client: &Client, key: &IdempotencyKey, to: Timestamp) -> Result<BankClock, Failure> {
    client.post(key, "testbank/clock", Form::new().with("now", to.seconds())).await
}

/// Sets the card that renewals are charged to, or none.
pub async fn set_default_payment_method(
    client: &Client,
    key: &IdempotencyKey,
    id: &CustomerId,
    card: Option<&PaymentMethodId>,
) -> Result<Customer, Failure> {
    let card = card.map_or("", PaymentMethodId::as_str);
    let form = Form::new().with("invoice_settings[default_payment_method]", card);
    client.post(key, &format!("customers/{id}"), form).await
}
