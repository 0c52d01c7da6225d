//! Keeps a live match live: sends its pictures over and over, as an encoder at the field would.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::flv::Tags;
use super::rtmp::{Address, Publisher};

const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// A stream that held this long was a good one: the next trouble starts from the beginning.
const STEADY: Duration = Duration::from_secs(60);
/// Frames that are due so soon are sent at once, which saves most of the waking up.
const AHEAD: Duration = Duration::from_millis(15);
/// Later than this, the machine was asleep: what is lost is not caught up.
const LATE: Duration = Duration::from_secs(2);

/// One stream; it ends when this is dropped.
pub(crate) struct Pusher(JoinHandle<()>);

impl Pusher {
    /// Sends a file without end to an address such as `rtmp://127.0.0.1:1935/live/KEY`.
    pub(crate) fn start(file: PathBuf, url: &str) -> Result<Self> {
        let address = Address::parse(url)?;
        Ok(Self(tokio::spawn(async move { keep_on(&file, &address).await })))
    }
}

impl Drop for Pusher {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn keep_on(file: &Path, address: &Address) {
    let mut wait = FIRST_WAIT;
    loop {
        let began = Instant::now();
        if let Err(cause) = push(file, address).await {
            tracing::debug!(%cause, file = %file.display(), "a demo stream was interrupted");
        }
        if began.elapsed() > STEADY {
            wait = FIRST_WAIT;
        }
        if wait == LONGEST_WAIT {
            tracing::warn!(file = %file.display(), "the server does not take a demo stream; trying on");
        }
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// One connection, round after round.
async fn push(file: &Path, address: &Address) -> Result<()> {
    let span = Tags::span(file).await?;
    let mut publisher = Publisher::connect(address).await?;
    let mut began = Instant::now();
    let mut sent_ms = 0_u64;
    loop {
        let mut tags = Tags::open(file).await?;
        while let Some(tag) = tags.next().await? {
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
            let at = sent_ms + u64::from(tag.at - span.start);
            let due = began + Duration::from_millis(at);
            let now = Instant::now();
            if now > due + LATE {
                began += now - due;
            } else if due > now + AHEAD {
                until(due, &mut publisher).await?;
            }
            // Times of RTMP start again after 49 days.
            publisher.send(tag.kind, at as u32, &tag.body).await?;
        }
        sent_ms += u64::from(span.end - span.start);
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
