//! Sends webhooks until they are confirmed, across restarts, and lets the bank's time go by.

use std::time::Duration;

use futures::StreamExt;
use tokio_util::sync::CancellationToken;

use crate::bank::{Bank, Stopped, now_ms};
use crate::objects::events::Delivery;
use crate::signature;
use crate::state::table::wire;
use crate::state::{Origin, State};

const AT_ONCE: usize = 8;
const BATCH: usize = 64;
/// An endpoint has this long to answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How often the bank looks whether something is due by itself.
const TICK: Duration = Duration::from_secs(1);
const MAX_WAIT: i64 = 3_600_000;
/// About three days, as with Stripe.
const ATTEMPTS: u32 = 84;

/// A delivery with everything that is needed to send it.
struct Letter {
    delivery: Delivery,
    url: String,
    secret: String,
    body: String,
}

pub async fn run(bank: Bank, stop: CancellationToken) {
    let client =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(TIMEOUT).no_proxy().build();
    let client = match client {
        Ok(client) => client,
        Err(error) => return tracing::error!(%error, "test bank cannot send webhooks"),
    };
    loop {
        let sent = tokio::select! {
            // What is cut off here is still noted as not delivered.
            () = stop.cancelled() => return,
            sent = round(&bank, &client) => sent,
        };
        match sent {
            // A disk that takes nothing is asked again with the next tick.
            Ok(0) | Err(Stopped::DiskFails) => {}
            Ok(_) => continue,
            Err(Stopped::ForGood) => return,
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = bank.inner.news.notified() => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

/// Sends what is due; answers how much that was.
async fn round(bank: &Bank, client: &reqwest::Client) -> Result<usize, Stopped> {
    let mut letters = bank.act_quietly(Origin::default(), due).await?;
    if bank.inner.chaos().knobs.down {
        return Ok(0);
    }
    disturb(bank, &mut letters).await?;
    let count = letters.len();
    let mut sending =
        futures::stream::iter(letters.into_iter().map(|letter| send(bank, client, letter))).buffer_unordered(AT_ONCE);
    while let Some(sent) = sending.next().await {
        sent?;
    }
    Ok(count)
}

fn due(state: &mut State) -> Vec<Letter> {
    let is_due = |delivery: &&Delivery| delivery.next_at <= state.wall;
    let waiting: Vec<Delivery> = state.deliveries.oldest_first().filter(is_due).take(BATCH).cloned().collect();
    let mut letters = Vec::new();
    for delivery in waiting {
        match (state.events.get(&delivery.event), state.webhook_endpoints.get(&delivery.endpoint)) {
            (Some(event), Some(endpoint)) => letters.push(Letter {
                url: endpoint.url.clone(),
                secret: endpoint.bank.secret.clone(),
                body: wire(event).to_string(),
                delivery,
            }),
            _ => state.deliveries.remove(&delivery.id),
        }
    }
    letters
}

/// Drops, holds back and mixes up what the knobs say.
async fn disturb(bank: &Bank, letters: &mut Vec<Letter>) -> Result<(), Stopped> {
    let (mut dropped, mut held) = (Vec::new(), Vec::new());
    {
        let mut chaos = bank.inner.chaos();
        letters.retain(|letter| {
            if chaos.drops_webhook() {
                dropped.push(letter.delivery.id.clone());
                return false;
            }
            let delay = if letter.delivery.delayed { 0 } else { chaos.delay_ms() };
            if delay > 0 {
                let next_at = now_ms() + i64::try_from(delay).unwrap_or(MAX_WAIT);
                held.push(Delivery { delayed: true, next_at, ..letter.delivery.clone() });
            }
            delay == 0
        });
        for place in 0..letters.len() {
            if chaos.reorders() {
                let other = chaos.pick(letters.len());
                letters.swap(place, other);
            }
        }
    }
    if dropped.is_empty() && held.is_empty() {
        return Ok(());
    }
    bank.act_quietly(Origin::default(), move |state| {
        for id in dropped {
            state.deliveries.remove(&id);
        }
        for delivery in held {
            state.deliveries.put(delivery);
        }
    })
    .await
}

async fn send(bank: &Bank, client: &reqwest::Client, letter: Letter) -> Result<(), Stopped> {
    let mut confirmed = post(client, &letter).await;
    if bank.inner.chaos().doubles_webhook() {
        confirmed |= post(client, &letter).await;
    }
    bank.act_quietly(Origin::default(), move |state| note(state, letter.delivery, confirmed)).await
}

/// Only 2xx counts: a redirect is a failure.
async fn post(client: &reqwest::Client, letter: &Letter) -> bool {
    let time = now_ms() / 1_000;
    let signed = signature::header(&[&letter.secret], time, letter.body.as_bytes());
    let request = client
        .post(&letter.url)
        .header("content-type", "application/json; charset=utf-8")
        .header("stripe-signature", signed);
    match request.body(letter.body.clone()).send().await {
        Ok(answer) => answer.status().is_success(),
        Err(_) => false,
    }
}

fn note(state: &mut State, mut delivery: Delivery, confirmed: bool) {
    delivery.attempts += 1;
    if confirmed || delivery.attempts >= ATTEMPTS {
        state.deliveries.remove(&delivery.id);
        if let Some(mut event) = state.events.get(&delivery.event).cloned() {
            event.pending_webhooks = event.pending_webhooks.saturating_sub(1);
            state.events.put(event);
        }
        return;
    }
    // The endpoint may have been deleted meanwhile, with all that waited for it.
    if state.deliveries.get(&delivery.id).is_some() {
        delivery.next_at = state.wall + wait_ms(delivery.attempts);
        state.deliveries.put(delivery);
    }
}

fn wait_ms(attempts: u32) -> i64 {
    MAX_WAIT.min(500_i64 << attempts.min(13))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour() {
        assert_eq!([1, 2, 3].map(wait_ms), [1_000, 2_000, 4_000]);
        assert_eq!(wait_ms(40), MAX_WAIT);
        assert!((1..ATTEMPTS).map(wait_ms).sum::<i64>() >= 3 * 86_400_000);
    }
}
