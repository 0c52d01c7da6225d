//! Sends a live match in a loop, like an encoder.

use std::time::Duration;

use anyhow::Result;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::film::Film;
use super::flv::{Tag, Tags};
use super::rtmp::{Address, Publisher};

const FIRST_WAIT: Duration = Duration::from_secs(1);
const MAX_WAIT: Duration = Duration::from_secs(30);
/// A stream that held this long was a good one: the next trouble starts from the beginning.
const STEADY: Duration = Duration::from_secs(60);
/// Frames that are due so soon are sent at once, which saves most of the waking up.
const AHEAD: Duration = Duration::from_millis(15);
/// Later than this, the machine was asleep: what is lost is not caught up.
const LATE: Duration = Duration::from_secs(2);
/// How late a picture may be that is not drawn yet, and how often it is looked for.
const DRY: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(50);
/// A picture at 25 per second.
const FRAME_MS: u32 = 40;

/// One stream; it ends when this is dropped.
pub(crate) struct Pusher(JoinHandle<()>);

impl Pusher {
    /// Sends a film without end to an address such as `rtmp://127.0.0.1:1935/live/KEY`, from then on.
    pub(crate) fn start(film: Film, url: &str, at: Instant) -> Result<Self> {
        let address = Address::parse(url)?;
        Ok(Self(tokio::spawn(async move {
            sleep_until(at).await;
            keep_on(&film, &address).await;
        })))
    }
}

impl Drop for Pusher {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn keep_on(film: &Film, address: &Address) {
    let mut wait = FIRST_WAIT;
    loop {
        let began = Instant::now();
        if let Err(cause) = push(film, address).await {
            tracing::debug!(%cause, %film, "demo stream interrupted");
        }
        if began.elapsed() > STEADY {
            wait = FIRST_WAIT;
        }
        if wait == MAX_WAIT {
            tracing::warn!(%film, "demo stream rejected, retrying");
        }
        sleep(wait).await;
        wait = (wait * 2).min(MAX_WAIT);
    }
}

/// One connection, round after round.
async fn push(film: &Film, address: &Address) -> Result<()> {
    let span = film.span().await?;
    let mut publisher = Publisher::connect(address).await?;
    let mut began = Instant::now();
    let mut sent_ms = 0_u64;
    loop {
        let mut tags = film.tags().await?;
        let mut sent_of_round = 0;
        let mut due = began + Duration::from_millis(sent_ms);
        let length = loop {
            let tag = match next(film, &mut tags, &mut publisher, due + DRY).await? {
                Next::Tag(tag) => tag,
                Next::End => break span.end - span.start,
                // The next round begins early, rather than that viewers wait.
                Next::Dry => break sent_of_round,
            };
            let first = sent_ms == 0;
            if !tag.is_frame() {
                // Said once; a decoder that heard it again would have to ask itself what has changed.
                match tag.is_config() {
                    true if first => publisher.send(tag.kind, 0, &tag.body).await?,
                    false if first && tag.kind == 18 => publisher.announce(&tag.body).await?,
                    _ => {}
                }
                continue;
            }
            // Sound begins a little before the pictures and ends after them: other rounds have their own there.
            if !span.contains(&tag.at) {
                continue;
            }
            let of_round = tag.at - span.start;
            // Pictures and sound of another round come behind all of this one.
            sent_of_round = sent_of_round.max(of_round + FRAME_MS);
            let at = sent_ms + u64::from(of_round);
            due = began + Duration::from_millis(at);
            let now = Instant::now();
            if now > due + LATE {
                began += now - due;
                due = now;
            } else if due > now + AHEAD {
                until(due, &mut publisher).await?;
            }
            // Times of RTMP start again after 49 days.
            publisher.send(tag.kind, at as u32, &tag.body).await?;
        };
        sent_ms += u64::from(length);
    }
}

enum Next {
    Tag(Tag),
    /// Of the film.
    End,
    /// Of what is drawn.
    Dry,
}

/// The next tag, waited for until then if it is about to be drawn.
async fn next(film: &Film, tags: &mut Tags, publisher: &mut Publisher, patience: Instant) -> Result<Next> {
    loop {
        // Asked first: what is read after it is whole is all of it.
        if film.is_whole() {
            return Ok(tags.next().await?.map_or(Next::End, Next::Tag));
        }
        if let Some(tag) = tags.next_written().await? {
            return Ok(Next::Tag(tag));
        }
        let now = Instant::now();
        if now >= patience {
            return Ok(Next::Dry);
        }
        until(patience.min(now + LOOK), publisher).await?;
    }
}

/// Waits, and listens to the server meanwhile.
async fn until(due: Instant, publisher: &mut Publisher) -> Result<()> {
    loop {
        tokio::select! {
            () = sleep_until(due) => return Ok(()),
            message = publisher.receive() => drop(message?),
        }
    }
}
