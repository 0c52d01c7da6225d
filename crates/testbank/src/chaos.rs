//! What goes wrong on purpose, decided by a seed so that a failure can be had again.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::error::ApiError;
use crate::params::Params;

/// Chances are in percent. Nothing of it outlives the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knobs {
    pub seed: u64,
    /// Webhooks that are sent twice, are never sent, wait, or overtake others.
    pub webhook_duplicate: u64,
    pub webhook_drop: u64,
    pub webhook_delay_ms: u64,
    pub webhook_reorder: u64,
    /// Answers that never arrive although the work is done: by chance, or the next ones.
    pub lose_answer: u64,
    pub lose_next: u64,
    /// Calls that fail with 500 before anything is done: by chance, or the next ones.
    pub error: u64,
    pub error_next: u64,
    pub latency_ms: u64,
    /// Reads that are answered with what was so when they came, once the knobs are turned again.
    pub hold_next: u64,
    /// Every connection is closed without an answer.
    pub down: bool,
}

pub struct Chaos {
    pub knobs: Knobs,
    random: StdRng,
    turned: watch::Sender<()>,
    /// How many answers were held back so far.
    held: u64,
}

impl Default for Chaos {
    fn default() -> Self {
        Self { knobs: Knobs::default(), random: StdRng::seed_from_u64(0), turned: watch::Sender::new(()), held: 0 }
    }
}

impl Chaos {
    /// Replaces all knobs; those that are not named are off.
    pub fn turn(&mut self, params: &Params) -> Result<Value, ApiError> {
        const CHANCES: [&str; 5] = ["webhook_duplicate", "webhook_drop", "webhook_reorder", "lose_answer", "error"];
        const NUMBERS: [&str; 6] = ["seed", "webhook_delay_ms", "lose_next", "error_next", "latency_ms", "hold_next"];
        params.only(&[&CHANCES[..], &NUMBERS[..], &["down"]].concat())?;
        let number = |key: &str| -> Result<u64, ApiError> {
            let most = if CHANCES.contains(&key) { 100 } else { 60_000 };
            let most = if key == "seed" { u64::MAX } else { most };
            let value = params.int(key)?.unwrap_or(0);
            let value = u64::try_from(value).ok().filter(|value| *value <= most);
            value.ok_or_else(|| ApiError::param(key, "This value is out of range."))
        };
        self.knobs = Knobs {
            seed: number("seed")?,
            webhook_duplicate: number("webhook_duplicate")?,
            webhook_drop: number("webhook_drop")?,
            webhook_delay_ms: number("webhook_delay_ms")?,
            webhook_reorder: number("webhook_reorder")?,
            lose_answer: number("lose_answer")?,
            lose_next: number("lose_next")?,
            error: number("error")?,
            error_next: number("error_next")?,
            latency_ms: number("latency_ms")?,
            hold_next: number("hold_next")?,
            down: params.bool("down")?.unwrap_or(false),
        };
        self.random = StdRng::seed_from_u64(self.knobs.seed);
        self.turned.send_replace(());
        Ok(self.shown())
    }

    pub fn shown(&self) -> Value {
        let mut shown = serde_json::to_value(&self.knobs).unwrap_or_default();
        shown["held"] = self.held.into();
        shown
    }

    fn happens(&mut self, percent: u64) -> bool {
        percent > 0 && self.random.random_range(0..100) < percent
    }

    pub fn fails(&mut self) -> bool {
        if self.knobs.error_next > 0 {
            self.knobs.error_next -= 1;
            return true;
        }
        self.happens(self.knobs.error)
    }

    /// Asked once the work is done and on disk.
    pub fn loses_answer(&mut self) -> bool {
        if self.knobs.lose_next > 0 {
            self.knobs.lose_next -= 1;
            return true;
        }
        self.happens(self.knobs.lose_answer)
    }

    /// Asked once a read is done: tells when it may be answered, where that is not now.
    pub fn holds_answer(&mut self) -> Option<watch::Receiver<()>> {
        self.knobs.hold_next = self.knobs.hold_next.checked_sub(1)?;
        self.held += 1;
        Some(self.turned.subscribe())
    }

    pub fn drops_webhook(&mut self) -> bool {
        self.happens(self.knobs.webhook_drop)
    }

    pub fn doubles_webhook(&mut self) -> bool {
        self.happens(self.knobs.webhook_duplicate)
    }

    pub fn reorders(&mut self) -> bool {
        self.happens(self.knobs.webhook_reorder)
    }

    pub fn delay_ms(&mut self) -> u64 {
        let most = self.knobs.webhook_delay_ms;
        if most == 0 { 0 } else { self.random.random_range(0..=most) }
    }

    /// A place out of so many.
    pub fn pick(&mut self, places: usize) -> usize {
        self.random.random_range(0..places.max(1))
    }
}
