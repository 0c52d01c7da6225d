//! More calls than the provider is asked at once.

use std::time::Duration;

use payments::stripe::{Failure, Limits, NotDone};

use crate::fake::{Fake, Reply};
use crate::support::{client_with, limits};

/// T13: while the provider hangs, few calls wait for it, few wait for those, and the others are told at once.
#[tokio::test]
async fn calls_in_flight_are_bounded() {
    let fake = Fake::start([Reply::Hang]).await;
    let crowded = Limits { in_flight: 2, waiting: 1, wait: Duration::from_millis(20), ..limits() };
    let client = client_with(&fake.address, crowded);
    let ask = || {
        let client = client.clone();
        tokio::spawn(async move { client.customer(&"cus_1".parse().unwrap()).await })
    };
    let under_way = [ask(), ask()];
    fake.wait_for(2).await;
    for call in [ask(), ask(), ask()] {
        assert_eq!(call.await.unwrap().unwrap_err(), Failure::NotDone(NotDone::Overloaded));
    }
    assert_eq!(fake.seen().len(), 2);

    // A place that is given up is free for the next.
    for call in under_way {
        call.abort();
        assert!(call.await.unwrap_err().is_cancelled());
    }
    let next = ask();
    fake.wait_for(3).await;
    next.abort();
}
