//! Threads for connections that request video segments, one per core. A connection is assigned to the thread on the
//! core that receives its packets, and stays there: moving it between cores would move its packets and memory each
//! time. A busy thread is pinned to its core, see [`pinned_core`]. Threads that it starts would inherit the pinning, so
//! all other work is done elsewhere.

mod pinned_core;

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::open_files::OpenFiles;

use pinned_core::PinnedCore;

/// Files that a thread waits for at a time, when they have to come from a disk; more have a queue of their own.
const WAITING: usize = 32;
/// Segments that are open, over all threads.
const OPEN_FILES: usize = 1024;
/// More connections than this on a thread, over all of them, are a crowd.
const FEW: usize = 4;

pub struct CoreThreads<K>(Vec<CoreThread<K>>);

struct CoreThread<K> {
    runtime: Handle,
    common: Arc<Common<K>>,
    /// The thread ends when this is dropped.
    _open: oneshot::Sender<()>,
}

/// What the connections on a thread share with each other, and with no other thread: what two cores write to, they wait
/// for.
struct Common<K> {
    pinned: Option<PinnedCore>,
    connections: AtomicUsize,
    open_files: Arc<OpenFiles<K>>,
    /// A child of the server's, so that connections of other threads do not share its lock.
    stop: CancellationToken,
}

/// A connection's place on a thread; given back when it leaves.
pub struct ThreadSlot<K> {
    pub runtime: Handle,
    /// Whether many connections share the thread.
    pub in_a_crowd: bool,
    common: Arc<Common<K>>,
}

impl<K> ThreadSlot<K> {
    pub fn open_files(&self) -> Arc<OpenFiles<K>> {
        self.common.open_files.clone()
    }

    /// When the server stops.
    pub fn stopped(&self) -> impl Future<Output = ()> {
        self.common.stop.cancelled()
    }

    /// To be called on the thread with each answer.
    pub fn answered(&self) {
        if let Some(pinned) = &self.common.pinned {
            pinned.look();
        }
    }
}

impl<K> Drop for ThreadSlot<K> {
    fn drop(&mut self) {
        self.common.connections.fetch_sub(1, Relaxed);
    }
}

impl<K: Copy + Eq + Hash + Send + Sync + 'static> CoreThreads<K> {
    /// Threads for a server that goes on until `stop`.
    pub fn open(stop: &CancellationToken) -> std::io::Result<Self> {
        let count = thread::available_parallelism().map_or(1, |cores| cores.get());
        let open = |pinned| CoreThread::open(pinned, OPEN_FILES.div_ceil(count), stop.child_token());
        let threads = match PinnedCore::for_each(count) {
            Some(cores) => cores.into_iter().map(|pinned| open(Some(pinned))).collect::<Result<_, _>>(),
            None => (0..count).map(|_| open(None)).collect(),
        };
        Ok(Self(threads?))
    }

    /// On the thread of the core that a connection's packets come in at, unless the others have far less to do: some
    /// machines take all packets in at one.
    pub fn near(&self, core: Option<usize>) -> ThreadSlot<K> {
        let taken = |one: &CoreThread<K>| one.common.connections.load(Relaxed);
        let idlest = self.0.iter().min_by_key(|one| taken(one)).unwrap_or(&self.0[0]);
        let enough = taken(idlest) + taken(idlest) / 4 + FEW;
        let is_near = |one: &&CoreThread<K>| core.is_some() && core == one.core() && taken(one) < enough;
        let one = self.0.iter().find(is_near).unwrap_or(idlest);
        one.common.connections.fetch_add(1, Relaxed);
        let in_a_crowd = self.0.iter().map(taken).sum::<usize>() > FEW * self.0.len();
        ThreadSlot { runtime: one.runtime.clone(), in_a_crowd, common: one.common.clone() }
    }
}

impl<K: Copy + Eq + Hash + Send + Sync + 'static> CoreThread<K> {
    fn core(&self) -> Option<usize> {
        self.common.pinned.as_ref().map(|pinned| pinned.core)
    }

    fn open(pinned: Option<PinnedCore>, open_files: usize, stop: CancellationToken) -> std::io::Result<Self> {
        let open_files = Arc::new(OpenFiles::new(open_files));
        let common = Arc::new(Common { pinned, connections: AtomicUsize::new(0), open_files, stop });
        let shared = common.clone();
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(WAITING)
            // Those that wait for a disk.
            .on_thread_start(move || shared.pinned.iter().for_each(PinnedCore::untie))
            .build()?;
        let handle = runtime.handle().clone();
        let (open, closed) = oneshot::channel();
        let shared = common.clone();
        runtime.spawn(async move { shared.open_files.keep_tidy().await });
        thread::Builder::new().name("core-thread".into()).spawn(move || {
            // Gone is what is waited for.
            let _ = runtime.block_on(closed);
            // Blocking tasks, such as disk reads, are not waited for.
            runtime.shutdown_background();
        })?;
        Ok(Self { runtime: handle, common, _open: open })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use tokio::task::spawn_blocking;

    use super::*;

    fn threads() -> (CoreThreads<u32>, CancellationToken) {
        let stop = CancellationToken::new();
        (CoreThreads::open(&stop).unwrap(), stop)
    }

    fn cores() -> usize {
        thread::available_parallelism().unwrap().get()
    }

    /// What is given to threads meets every thread; what still waits there goes with them.
    #[tokio::test]
    async fn work_is_shared_out_and_ends_with_the_threads() {
        let (threads, _server) = threads();
        let (mut seen, mut slots) = (HashSet::new(), Vec::new());
        for _ in 0..cores() {
            let slot = threads.near(None);
            seen.insert(slot.runtime.spawn(async { thread::current().id() }).await.unwrap());
            slots.push(slot);
        }
        assert_eq!(seen.len(), cores());
        assert!(!seen.contains(&thread::current().id()));

        let (held, gone) = oneshot::channel::<()>();
        threads.near(None).runtime.spawn(async {
            let _held = held;
            std::future::pending::<()>().await;
        });
        drop(threads);
        assert!(gone.await.is_err());
    }

    /// Threads that are tied to a core tie nobody else to it.
    #[tokio::test]
    async fn blocking_task_runs_on_any_core() {
        let allowed = sched_getaffinity(None).unwrap();
        let (threads, _server) = threads();
        let slot = threads.near(None);
        let mut one = CpuSet::new();
        one.set((0..CpuSet::MAX_CPU).find(|core| allowed.is_set(*core)).unwrap());
        slot.runtime.spawn(async move { sched_setaffinity(None, &one).unwrap() }).await.unwrap();
        let begun = slot.runtime.spawn(async { spawn_blocking(|| sched_getaffinity(None).unwrap()).await.unwrap() });
        assert_eq!(begun.await.unwrap(), allowed);
    }

    #[tokio::test]
    async fn slots_stop_with_the_server() {
        let (threads, server) = threads();
        let slots: Vec<_> = (0..cores()).map(|_| threads.near(None)).collect();
        server.cancel();
        for slot in &slots {
            slot.stopped().await;
        }
    }

    #[test]
    fn a_crowd_is_many_at_the_same_time() {
        let (threads, _server) = threads();
        let few = FEW * cores();
        assert!((0..2 * few).all(|_| !threads.near(None).in_a_crowd), "one after the other");
        let slots: Vec<_> = (0..few).map(|_| threads.near(None)).collect();
        assert!(slots.iter().all(|slot| !slot.in_a_crowd));
        assert!(threads.near(None).in_a_crowd);
        drop(slots);
        assert!(!threads.near(None).in_a_crowd);
    }

    /// Where the packets of all come in at one core, the others help it.
    #[test]
    fn no_thread_is_left_behind() {
        let (threads, _server) = threads();
        let first = threads.0[0].core();
        let taken = || threads.0.iter().map(|one| one.common.connections.load(Relaxed)).collect::<Vec<_>>();
        let mut slots: Vec<_> = (0..FEW).map(|_| threads.near(first)).collect();
        assert!(first.is_none() || taken()[0] == FEW, "{:?}", taken());
        slots.extend((0..100 * cores()).map(|_| threads.near(first)));
        let (most, least) = (*taken().iter().max().unwrap(), *taken().iter().min().unwrap());
        assert!(most <= least + least / 4 + FEW, "{:?}", taken());
        slots.clear();
        assert!(taken().iter().all(|taken| *taken == 0));
    }
}
