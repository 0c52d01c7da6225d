//! Checks and hashes passwords. Argon2 is slow on purpose, so a few dedicated threads do it and reuse their memory.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use domain::password::{Memory, PasswordHash, Unhashable};
use domain::secret::Secret;
use rand::RngExt;
use tokio::sync::Semaphore;

use crate::http::error::{Error, Result};

/// More than this waiting would time out before their turn: they are asked to come back instead.
const WAITING: usize = 64;

pub(crate) struct Passwords {
    places: Semaphore,
    /// Each check takes a core and 19 MiB; one core stays free for other work.
    threads: Arc<Semaphore>,
    memories: Arc<Memories>,
    /// What this server's hashes cost so far, in KiB of memory that was filled.
    work: Arc<AtomicU64>,
}

/// The program's own. Memory of this size that is given back even once makes the C library keep much more of what is
/// free ever after.
static KEPT: LazyLock<Arc<Memories>> = LazyLock::new(Arc::default);

/// The hash of a password that is set while no server runs. Blocks.
pub fn hash_password(password: &Secret<String>) -> Result<PasswordHash, Unhashable> {
    KEPT.lend(|memory| PasswordHash::of(password, rand::rng().random(), memory))
}

/// What the threads hash in, one for each that was ever busy at the same time. The one used last is used next, so that
/// a server of many cores takes no more than its crowd needs.
#[derive(Default)]
struct Memories(Mutex<Vec<Memory>>);

impl Passwords {
    pub(crate) fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self::on(cores.saturating_sub(1).max(1), KEPT.clone())
    }

    fn on(threads: usize, memories: Arc<Memories>) -> Self {
        Self {
            places: Semaphore::new(WAITING),
            threads: Arc::new(Semaphore::new(threads)),
            memories,
            work: Arc::default(),
        }
    }

    pub(crate) fn work(&self) -> Arc<AtomicU64> {
        self.work.clone()
    }

    /// Whether the password matches the hash. Without a hash it takes the same time and returns false.
    pub(crate) async fn fits(&self, password: Secret<String>, hash: Option<PasswordHash>) -> Result<bool> {
        self.run(move |memory| match hash {
            Some(hash) => hash.fits(&password, memory),
            None => {
                PasswordHash::nobodys().fits(&password, memory);
                false
            }
        })
        .await
    }

    /// The hash of a new password.
    pub(crate) async fn hash(&self, password: Secret<String>) -> Result<PasswordHash> {
        let salt = rand::rng().random();
        self.run(move |memory| PasswordHash::of(&password, salt, memory)).await?.map_err(|_| Error::Internal)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce(&mut Memory) -> T + Send + 'static) -> Result<T> {
        let _place = self.places.try_acquire().map_err(|_| Error::Busy("password hashing queue is full"))?;
        let thread = self.threads.clone().acquire_owned().await.map_err(|_| Error::Internal)?;
        let (memories, total) = (self.memories.clone(), self.work.clone());
        let done = tokio::task::spawn_blocking(move || {
            // Held to the end of the work, even if nobody waits for its outcome any more.
            let _thread = thread;
            memories.lend(|memory| {
                let before = memory.work();
                let done = work(memory);
                let added = memory.work() - before;
                total.fetch_add(added, Ordering::Relaxed);
                metrics::counter!("touchline_password_work_kib_total").increment(added);
                done
            })
        });
        done.await.map_err(|_| Error::Internal)
    }
}

impl Memories {
    /// Work that panics takes its memory with it: the next gets a new one.
    fn lend<T>(&self, work: impl FnOnce(&mut Memory) -> T) -> T {
        let kept = self.kept().pop();
        let mut memory = kept.unwrap_or_default();
        let done = work(&mut memory);
        self.kept().push(memory);
        done
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Memory>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn secret(text: &str) -> Secret<String> {
        Secret::new(text.to_owned())
    }

    /// Work that goes on until the sender is gone, and tells when it has begun.
    fn held(begun: mpsc::Sender<()>) -> (mpsc::Sender<()>, impl FnOnce(&mut Memory) + Send + 'static) {
        let (hold, until) = mpsc::channel::<()>();
        let work = move |_: &mut Memory| {
            begun.send(()).unwrap();
            let _ = until.recv();
        };
        (hold, work)
    }

    /// T18: a password that is checked takes no memory that was not there for those before it.
    #[tokio::test]
    async fn memory_is_used_again() {
        let passwords = Arc::new(Passwords::on(2, Arc::default()));
        let hash = passwords.hash(secret("touchline-demo")).await.unwrap();
        for _ in 0..3 {
            assert!(passwords.fits(secret("touchline-demo"), Some(hash.clone())).await.unwrap());
            assert!(!passwords.fits(secret("touchline-dema"), Some(hash.clone())).await.unwrap());
            assert!(!passwords.fits(secret("touchline-demo"), None).await.unwrap());
        }
        assert_eq!(passwords.memories.kept().len(), 1, "one after the other needs one");
        let crowd: Vec<_> = (0..8)
            .map(|_| {
                let (passwords, hash) = (passwords.clone(), hash.clone());
                tokio::spawn(async move { passwords.fits(secret("touchline-demo"), Some(hash)).await.unwrap() })
            })
            .collect();
        for one in crowd {
            assert!(one.await.unwrap());
        }
        assert!(passwords.memories.kept().len() <= 2, "no more than threads");
    }

    /// A thread that panics answers its own with an error, and takes the turn of nobody else.
    #[tokio::test]
    async fn a_panic_takes_no_thread_away() {
        let passwords = Passwords::on(1, Arc::default());
        let hash = passwords.hash(secret("touchline-demo")).await.unwrap();
        for _ in 0..3 {
            let failed: Result<()> = passwords.run(|_| panic!("a hash that panics")).await;
            assert!(matches!(failed, Err(Error::Internal)));
            assert!(passwords.fits(secret("touchline-demo"), Some(hash.clone())).await.unwrap());
        }
        assert_eq!(passwords.memories.kept().len(), 1);
        assert_eq!((passwords.places.available_permits(), passwords.threads.available_permits()), (WAITING, 1));
    }

    /// T18: a cancelled check, in its turn or before it, leaves its place and its memory to others; no more than a
    /// thread allows work at a time meanwhile.
    #[tokio::test]
    async fn cancelled_check_frees_its_place_and_memory() {
        let passwords = Arc::new(Passwords::on(1, Arc::default()));
        let (told, begun) = mpsc::channel();
        let (hold, work) = held(told.clone());
        let running = tokio::spawn({
            let passwords = passwords.clone();
            async move { passwords.run(work).await }
        });
        tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
        let waiting: Vec<_> = (0..WAITING - 1)
            .map(|_| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.fits(secret("a"), None).await })
            })
            .collect();
        while passwords.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(matches!(passwords.fits(secret("a"), None).await, Err(Error::Busy(_))), "waiting is bounded");
        for gone in &waiting {
            gone.abort();
        }
        running.abort();
        for gone in waiting {
            assert!(gone.await.unwrap_err().is_cancelled());
        }
        assert!(running.await.unwrap_err().is_cancelled());
        assert_eq!(passwords.places.available_permits(), WAITING);
        assert_eq!(passwords.threads.available_permits(), 0, "the work that nobody waits for still takes its thread");
        drop(hold);
        let hash = passwords.hash(secret("touchline-demo")).await.unwrap();
        assert!(passwords.fits(secret("touchline-demo"), Some(hash)).await.unwrap());
        assert_eq!(passwords.memories.kept().len(), 1);
    }
}
