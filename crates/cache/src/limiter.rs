//! Rate limits.

use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::rate::{Rate, Tries, Wait};
use domain::time::Timestamp;

use crate::Cache;

/// Of each limiter; the least used go first.
const MAX_KEYS: u64 = 100_000;

/// How often something may be tried under a key. Counted on this server, in bounded memory.
pub struct Limiter<K> {
    rate: Rate,
    tries: Cache<K, Arc<Mutex<Tries>>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Limiter<K> {
    pub fn new(rate: Rate) -> Self {
        // After that time all tries have come back: there is nothing to remember.
        let within = Duration::from_millis(rate.within.unsigned_abs());
        Self { rate, tries: Cache::builder(MAX_KEYS).time_to_idle(within).build() }
    }

    pub async fn take(&self, key: K, now: Timestamp) -> Result<(), Wait> {
        let tries = self.tries.get_with(key, Arc::default()).await;
        lock(&tries).take(self.rate, now)
    }

    /// Refuses callers without a try left.
    pub async fn check(&self, key: &K, now: Timestamp) -> Result<(), Wait> {
        match self.tries.get(key).await {
            Some(tries) => lock(&tries).check(self.rate, now),
            None => Ok(()),
        }
    }

    pub async fn give_back(&self, key: K) {
        if let Some(tries) = self.tries.get(&key).await {
            lock(&tries).give_back(self.rate);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
