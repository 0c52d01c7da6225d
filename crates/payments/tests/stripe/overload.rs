//! More calls than the provider is asked at once, and longer ones.

use std::time::Duration;

use payments::stripe::{Client, Customer, Doubt, Failure, Limits, NotDone};
use tokio::task::JoinHandle;

use crate::fake::{Fake, Reply};
use crate::support::{client_with, limits};

const FOR_EVER: Duration = Duration::from_secs(24 * 60 * 60);
const SHORT: Duration = Duration::from_millis(10);

fn ask(client: &Client) -> JoinHandle<Result<Customer, Failure>> {
    let client = client.clone();
    tokio::spawn(async move { client.customer(&"cus_1".parse().unwrap()).await })
}

fn patient() -> Limits {
    Limits { in_flight: 2, waiting: 1, wait: FOR_EVER, try_time: FOR_EVER, total_time: FOR_EVER, ..limits() }
}

/// T13: while the provider hangs, few calls wait for it, few wait for those, and the others are told at once.
#[tokio::test]
async fn calls_in_flight_are_bounded() {
    let fake = Fake::start([Reply::Hang]).await;
    let client = client_with(&fake.address, patient());
    let under_way = [ask(&client), ask(&client)];
    fake.wait_for(2).await;

    // One of them has a place in the line, the other has not.
    let (mut one, mut other) = (ask(&client), ask(&client));
    let (refused, in_line) = tokio::select! {
        refused = &mut one => (refused, other),
        refused = &mut other => (refused, one),
    };
    assert_eq!(refused.unwrap().unwrap_err(), Failure::NotDone(NotDone::Overloaded));
    assert_eq!(fake.seen().len(), 2);

    // A place that is given up is for the first in the line.
    under_way[0].abort();
    fake.wait_for(3).await;
    assert!(!in_line.is_finished() && !under_way[1].is_finished());
    in_line.abort();
    under_way[1].abort();
}

/// T13: nobody stands in the line for ever.
#[tokio::test]
async fn waiting_is_bounded() {
    let fake = Fake::start([Reply::Hang]).await;
    let client = client_with(&fake.address, Limits { in_flight: 1, wait: SHORT, ..patient() });
    let under_way = ask(&client);
    fake.wait_for(1).await;
    assert_eq!(ask(&client).await.unwrap().unwrap_err(), Failure::NotDone(NotDone::Overloaded));
    assert_eq!(fake.seen().len(), 1);
    under_way.abort();
}

/// T13: a call ends in its time, however long each of its tries might take and however many it might have.
#[tokio::test]
async fn calls_end_in_their_time() {
    let fake = Fake::start([Reply::Hang]).await;
    let client = client_with(&fake.address, Limits { total_time: SHORT, ..patient() });
    assert_eq!(ask(&client).await.unwrap().unwrap_err(), Failure::Unknown(Doubt::TimedOut));
    let fake = Fake::start([Reply::Close]).await;
    let client = client_with(&fake.address, Limits { tries: u32::MAX, total_time: 10 * SHORT, ..patient() });
    assert!(matches!(ask(&client).await.unwrap().unwrap_err(), Failure::Unknown(_)));
}
