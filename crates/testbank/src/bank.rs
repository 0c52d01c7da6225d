//! The bank itself: its state behind one lock, its file, and what is asked of it from outside.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rand::RngExt;
use tokio::sync::{Notify, Semaphore, watch};
use tokio_util::sync::CancellationToken;

use crate::chaos::Chaos;
use crate::deliver;
use crate::disk::{Batch, Disk, DiskError, Progress};
use crate::http::Readers;
use crate::objects::{billing, webhook_endpoints};
use crate::state::{Origin, State};

/// Calls of the shop that are worked on at once, and of everybody else; others wait for their turn.
const AT_ONCE: usize = 512;
const PUBLIC_AT_ONCE: usize = 128;

/// What the owner of a bank decides.
pub struct Options {
    /// `sk_test_…`: may do everything.
    pub secret_key: String,
    /// `pk_test_…`: for browsers.
    pub publishable_key: String,
    /// Where people find the bank's pages, such as `http://localhost:8080/testbank`.
    pub public_url: String,
    /// Where the bank's pages may lead people back to.
    pub returns: Returns,
}

/// Whether a page that is shown at a host may lead to an address: a browser's key names the address, and a page of ours
/// must not send people wherever anybody likes.
pub type Returns = Arc<dyn Fn(&str, &str) -> bool + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}")]
    Disk(#[from] DiskError),
    #[error("the secret key must begin with sk_test_, the publishable one with pk_test_")]
    Keys,
}

/// Why the bank answers nothing.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum Stopped {
    /// It is closed, or a rule of it broke: until it is opened again.
    #[error("the test bank has stopped")]
    ForGood,
    /// Its disk takes nothing: until it does.
    #[error("the test bank cannot write to its disk")]
    DiskFails,
}

#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum HookError {
    #[error("the test bank sends events to http addresses of this machine only")]
    Elsewhere,
    #[error("{0}")]
    Stopped(#[from] Stopped),
}

#[derive(Clone)]
pub struct Bank {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    books: Mutex<Books>,
    progress: watch::Receiver<Progress>,
    pub chaos: Mutex<Chaos>,
    pub secret_key: String,
    pub publishable_key: String,
    pub returns: Returns,
    /// Idempotency keys of calls that are not answered yet.
    pub busy_keys: Mutex<HashSet<String>>,
    pub places: Semaphore,
    pub public_places: Semaphore,
    pub readers: Readers,
    /// Wakes the delivery of webhooks.
    pub news: Notify,
}

struct Books {
    state: State,
    batches: u64,
    /// Gone once the bank is closed.
    disk: Option<Disk>,
}

impl Bank {
    /// Opens the bank in a folder of its own, with everything that it had acknowledged.
    pub fn open(folder: &Path, options: Options) -> Result<Self, OpenError> {
        if !options.secret_key.starts_with("sk_test_") || !options.publishable_key.starts_with("pk_test_") {
            return Err(OpenError::Keys);
        }
        let public_url = options.public_url.trim_end_matches('/').to_owned();
        let mut state = State::new(public_url, rand::rng().random());
        let disk = Disk::open(folder, |key, row| state.load(key, row))?;
        if state.settings().salt.is_empty() {
            let mut settings = state.settings();
            settings.salt = state.id("");
            state.settings.put(settings);
        }
        billing::restore_due(&mut state);
        let progress = disk.progress();
        Ok(Self {
            inner: Arc::new(Inner {
                books: Mutex::new(Books { state, batches: 0, disk: Some(disk) }),
                progress,
                chaos: Mutex::default(),
                secret_key: options.secret_key,
                publishable_key: options.publishable_key,
                returns: options.returns,
                busy_keys: Mutex::default(),
                places: Semaphore::new(AT_ONCE),
                public_places: Semaphore::new(PUBLIC_AT_ONCE),
                readers: Readers::default(),
                news: Notify::new(),
            }),
        })
    }

    /// Everything that the bank answers, to be mounted under `public_url`.
    pub fn router(&self) -> axum::Router {
        crate::http::router(self.clone())
    }

    /// Makes sure that every event is sent to an address of this machine, signed with a secret.
    pub async fn send_events_to(&self, url: String, secret: String) -> Result<(), HookError> {
        let ensured = self.act(Origin::default(), move |state| webhook_endpoints::ensure(state, &url, &secret)).await?;
        ensured.map_err(|_| HookError::Elsewhere)
    }

    /// Delivers webhooks and lets time go by until `stop`; what is under way is finished or kept.
    pub async fn deliver(&self, stop: CancellationToken) {
        deliver::run(self.clone(), stop).await;
    }

    /// Writes what waits and closes the file. Later callers are told that the bank has stopped.
    pub async fn close(&self) {
        let inner = self.inner.clone();
        // A lock that a broken rule left behind hides nothing that could still be written.
        let closing = move || drop(inner.books.lock().unwrap_or_else(PoisonError::into_inner).disk.take());
        if let Err(error) = tokio::task::spawn_blocking(closing).await {
            tracing::error!(%error, "test bank did not close cleanly");
        }
    }

    /// Does something with the state, and answers once it is on disk with everything that it builds on.
    pub(crate) async fn act<T: Send + 'static>(
        &self,
        origin: Origin,
        work: impl FnOnce(&mut State) -> T + Send + 'static,
    ) -> Result<T, Stopped> {
        let result = self.act_quietly(origin, work).await?;
        self.inner.news.notify_one();
        Ok(result)
    }

    /// The same without waking the delivery of webhooks, which is what it is for.
    pub(crate) async fn act_quietly<T: Send + 'static>(
        &self,
        origin: Origin,
        work: impl FnOnce(&mut State) -> T + Send + 'static,
    ) -> Result<T, Stopped> {
        if self.inner.progress.borrow().is_behind() {
            // Nothing new is done before the disk has taken what it did not take before.
            let inner = self.inner.clone();
            self.until_written(blocking(move || inner.try_disk()).await?).await?;
        }
        let inner = self.inner.clone();
        let (result, batch) = blocking(move || inner.act_now(origin, work)).await?;
        self.until_written(batch).await?;
        Ok(result)
    }

    async fn until_written(&self, batch: u64) -> Result<(), Stopped> {
        let mut progress = self.inner.progress.clone();
        let reached = progress.wait_for(|now| now.written >= batch || now.failed >= batch).await;
        let reached = reached.map_err(|_| Stopped::ForGood)?;
        if reached.written >= batch { Ok(()) } else { Err(Stopped::DiskFails) }
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Stopped> + Send + 'static) -> Result<T, Stopped> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Stopped::ForGood)?
}

impl Inner {
    /// Has what was not written tried again; gives the number by which that is known.
    fn try_disk(&self) -> Result<u64, Stopped> {
        let mut books = self.books.lock().map_err(|_| Stopped::ForGood)?;
        let books = &mut *books;
        let Some(disk) = &books.disk else { return Err(Stopped::ForGood) };
        books.batches += 1;
        disk.push(Batch { number: books.batches, changes: Vec::new() });
        Ok(books.batches)
    }

    fn act_now<T>(&self, origin: Origin, work: impl FnOnce(&mut State) -> T) -> Result<(T, u64), Stopped> {
        // A rule that panicked half-way has poisoned the lock; nothing of it was written.
        let mut books = self.books.lock().map_err(|_| Stopped::ForGood)?;
        let books = &mut *books;
        let Some(disk) = &books.disk else { return Err(Stopped::ForGood) };
        books.state.set_time(now_ms());
        books.state.origin = Origin::default();
        billing::run_due(&mut books.state);
        books.state.origin = origin;
        let result = work(&mut books.state);
        let changes = books.state.changes();
        if !changes.is_empty() {
            books.batches += 1;
            disk.push(Batch { number: books.batches, changes });
        }
        Ok((result, books.batches))
    }

    pub fn chaos(&self) -> std::sync::MutexGuard<'_, Chaos> {
        self.chaos.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
