//! Checking and hashing passwords: slow on purpose, so on threads of their own, a few at a time.

use std::sync::Arc;
use std::thread::available_parallelism;

use domain::password::PasswordHash;
use domain::secret::Secret;
use rand::RngExt;
use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// More than this waiting would time out before their turn: they are asked to come back instead.
const WAITING: usize = 64;

pub(crate) struct Passwords {
    places: Semaphore,
    /// Each check takes a core and 19 MiB; one core stays free for everybody else.
    threads: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self { places: Semaphore::new(WAITING), threads: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))) }
    }

    /// Whether the password fits the hash. Where there is no hash it takes as long, and does not.
    pub(crate) async fn fits(&self, password: Secret<String>, hash: Option<PasswordHash>) -> Result<bool> {
        self.run(move || match hash {
            Some(hash) => hash.fits(&password),
            None => {
                PasswordHash::nobodys().fits(&password);
                false
            }
        })
        .await
    }

    /// The hash of a new password.
    pub(crate) async fn hash(&self, password: Secret<String>) -> Result<PasswordHash> {
        let salt = rand::rng().random();
        self.run(move || PasswordHash::of(&password, salt)).await?.map_err(|_| Error::Internal)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _place = self.places.try_acquire().map_err(|_| Error::Busy("too many passwords wait for their turn"))?;
        let thread = self.threads.clone().acquire_owned().await.map_err(|_| Error::Internal)?;
        let done = tokio::task::spawn_blocking(move || {
            // Held to the end of the work, even if nobody waits for its outcome any more.
            let _thread = thread;
            work()
        });
        done.await.map_err(|_| Error::Internal)
    }
}
