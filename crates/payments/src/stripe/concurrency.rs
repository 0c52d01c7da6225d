//! Limits the number of concurrent calls.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use super::config::Limits;
use super::failure::{Failure, NotDone};

pub(super) struct ConcurrencyLimit {
    places: Semaphore,
    line: Semaphore,
    wait: Duration,
}

impl ConcurrencyLimit {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { places: Semaphore::new(limits.in_flight), line: Semaphore::new(limits.waiting), wait: limits.wait }
    }

    /// A place, kept until the call has ended. The line for one is short in number and time.
    pub(super) async fn enter(&self) -> Result<SemaphorePermit<'_>, Failure> {
        if let Ok(place) = self.places.try_acquire() {
            return Ok(place);
        }
        let overloaded = || Failure::NotDone(NotDone::Overloaded);
        let _in_line = self.line.try_acquire().map_err(|_| overloaded())?;
        let place = tokio::time::timeout(self.wait, self.places.acquire()).await;
        place.ok().and_then(Result::ok).ok_or_else(overloaded)
    }
}
