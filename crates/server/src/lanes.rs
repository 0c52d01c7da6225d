//! Threads for connections that ask for pieces of video, one for each core. A connection stays on the thread that it was
//! given to: handed around between cores it would take its packets and its memory along each time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// Files that a thread waits for at a time, when they have to come from a disk; more have a queue of their own.
const WAITING: usize = 32;
/// More connections than this on a lane, over all of them, are a crowd.
const FEW: usize = 4;

pub(crate) struct Lanes {
    lanes: Vec<Lane>,
    next: AtomicUsize,
    /// Held by every connection too.
    all: Arc<()>,
}

/// A connection's place on a lane; given back when it leaves.
pub(crate) struct Ride {
    pub(crate) runtime: Handle,
    /// Whether many ride along.
    pub(crate) in_a_crowd: bool,
    _all: Arc<()>,
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
        Ok(Self { lanes, next: AtomicUsize::new(0), all: Arc::default() })
    }

    /// On the lane whose turn it is.
    pub(crate) fn next(&self) -> Ride {
        let lane = &self.lanes[self.next.fetch_add(1, Relaxed) % self.lanes.len()];
        let in_a_crowd = Arc::strong_count(&self.all) > FEW * self.lanes.len();
        Ride { runtime: lane.runtime.clone(), in_a_crowd, _all: self.all.clone() }
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
            threads.insert(lanes.next().runtime.spawn(async { thread::current().id() }).await.unwrap());
        }
        assert_eq!(threads.len(), cores);
        assert!(!threads.contains(&thread::current().id()));

        let (held, gone) = oneshot::channel::<()>();
        lanes.next().runtime.spawn(async {
            let _held = held;
            std::future::pending::<()>().await;
        });
        drop(lanes);
        assert!(gone.await.is_err());
    }

    #[test]
    fn a_crowd_is_many_at_the_same_time() {
        let lanes = Lanes::open().unwrap();
        let few = FEW * thread::available_parallelism().unwrap().get();
        assert!((0..2 * few).all(|_| !lanes.next().in_a_crowd), "one after the other");
        let rides: Vec<_> = (0..few).map(|_| lanes.next()).collect();
        assert!(rides.iter().all(|ride| !ride.in_a_crowd));
        assert!(lanes.next().in_a_crowd);
        drop(rides);
        assert!(!lanes.next().in_a_crowd);
    }
}
