//! Threads for connections that ask for pieces of video, one for each core. A connection stays on the thread that it was
//! given to: handed around between cores it would take its packets and its memory along each time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Files that a thread waits for at a time, when they have to come from a disk; more have a queue of their own.
const WAITING: usize = 32;

pub(crate) struct Lanes {
    lanes: Vec<Lane>,
    next: AtomicUsize,
}

struct Lane {
    runtime: Handle,
    /// The thread ends when this is gone.
    _open: oneshot::Sender<()>,
}

impl Lanes {
    pub(crate) fn open() -> std::io::Result<Self> {
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let lanes = (0..cores).map(|_| Lane::open()).collect::<Result<_, _>>()?;
        Ok(Self { lanes, next: AtomicUsize::new(0) })
    }

    /// The lane whose turn it is.
    pub(crate) fn next(&self) -> &Handle {
        &self.lanes[self.next.fetch_add(1, Relaxed) % self.lanes.len()].runtime
    }
}

impl Lane {
    fn open() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(WAITING).build()?;
        let handle = runtime.handle().clone();
        let (open, closed) = oneshot::channel();
        thread::Builder::new().name("lane".into()).spawn(move || {
            // Gone is what is waited for.
            let _ = runtime.block_on(closed);
            // Who waits for a disk is waited for by nobody.
            runtime.shutdown_background();
        })?;
        Ok(Self { runtime: handle, _open: open })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// What is given to lanes in turn meets every thread; what still waits there goes with them.
    #[tokio::test]
    async fn work_is_shared_out_and_ends_with_the_lanes() {
        let lanes = Lanes::open().unwrap();
        let cores = thread::available_parallelism().unwrap().get();
        let mut threads = HashSet::new();
        for _ in 0..cores {
            threads.insert(lanes.next().spawn(async { thread::current().id() }).await.unwrap());
        }
        assert_eq!(threads.len(), cores);
        assert!(!threads.contains(&thread::current().id()));

        let (held, gone) = oneshot::channel::<()>();
        lanes.next().spawn(async {
            let _held = held;
            std::future::pending::<()>().await;
        });
        drop(lanes);
        assert!(gone.await.is_err());
    }
}
