//! Slows callers down by their own failures.

use std::hash::Hash;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cache::Cache;
use domain::rate::{Backoff, Line, Taken, Turn, Wait};
use domain::time::Timestamp;
use tokio::sync::{Notify, Semaphore};

use super::lock;

/// Lines at a time; the least used go first.
const MAX_LINES: u64 = 100_000;
use crate::http::error::{Error, Result};

/// Maximum number of waiting attempts per account or address; more are an attack.
const WAITING: usize = 64;

pub(super) struct Slowdown<K> {
    backoff: Backoff,
    /// How many failures ask for a captcha.
    trusted: u32,
    lines: Cache<K, Arc<Queue>>,
}

struct Queue {
    line: Mutex<Line>,
    /// Notified when an attempt in flight ends.
    settled: Notify,
    places: Semaphore,
}

impl Default for Queue {
    fn default() -> Self {
        Self { line: Mutex::default(), settled: Notify::new(), places: Semaphore::new(WAITING) }
    }
}

impl<K: Hash + Eq + Send + Sync + 'static> Slowdown<K> {
    /// After this time without a failure, all failures are forgotten.
    const REMEMBERED: Duration = Duration::from_secs(6 * 60 * 60);

    pub(super) fn new(backoff: Backoff, trusted: u32) -> Self {
        let lines = Cache::builder(MAX_LINES).time_to_idle(Self::REMEMBERED).build();
        Self { backoff, trusted, lines }
    }

    /// Starts an attempt after the attempts in flight have ended; `None` if a captcha is required first.
    pub(super) async fn begin(&self, key: K, proven: bool, clock: impl Fn() -> Timestamp) -> Result<Option<Held>> {
        let queue = self.lines.get_with(key, Arc::default()).await;
        let trusted = if proven { u32::MAX } else { self.trusted };
        let mut place = None;
        loop {
            // Made before the line is looked at: what is settled from here on is not missed.
            let settled = queue.settled.notified();
            let turn = lock(&queue.line).begin(self.backoff, trusted, clock());
            match turn {
                Turn::Now(taken) => {
                    return Ok(Some(Held {
                        queue: queue.clone(),
                        backoff: self.backoff,
                        taken,
                        outcome: Outcome::Wrong,
                    }));
                }
                Turn::Proof => return Ok(None),
                Turn::Refused(wait) => return Err(wait.into()),
                Turn::Later if place.is_some() => settled.await,
                Turn::Later => {
                    place = Some(queue.places.try_acquire().map_err(|_| Wait(Timestamp::SECOND))?);
                    settled.await;
                }
            }
        }
    }

    /// Refuses callers without an attempt left, with or without a captcha.
    pub(super) async fn check(&self, key: &K, now: Timestamp) -> Result<(), Error> {
        match self.lines.get(key).await {
            Some(queue) => lock(&queue.line).check(now).map_err(Error::from),
            None => Ok(()),
        }
    }

    /// Clears the failures, except attempts in flight.
    pub(super) async fn forgive(&self, key: &K) {
        if let Some(queue) = self.lines.get(key).await {
            lock(&queue.line).forgive();
            queue.settled.notify_waiters();
        }
    }
}

/// An attempt in flight. It counts as wrong unless it is marked as right, also if its outcome is never known.
pub(super) struct Held {
    queue: Arc<Queue>,
    backoff: Backoff,
    taken: Taken,
    outcome: Outcome,
}

#[derive(Clone, Copy)]
enum Outcome {
    Wrong,
    NotMade,
    Right,
}

impl Held {
    /// It is as if it had never been made.
    pub(super) fn give_back(mut self) {
        self.outcome = Outcome::NotMade;
    }

    /// The attempt was right: clears the failures.
    pub(super) fn was_right(mut self) {
        self.outcome = Outcome::Right;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut line = lock(&self.queue.line);
        match self.outcome {
            Outcome::Wrong => line.was_wrong(),
            Outcome::NotMade => line.give_back(self.backoff, self.taken),
            Outcome::Right => line.was_right(),
        }
        drop(line);
        self.queue.settled.notify_waiters();
    }
}
