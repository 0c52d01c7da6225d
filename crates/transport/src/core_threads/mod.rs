//! Threads for connections that ask for pieces of video, one for each core. A connection stays on the thread that it was
//! given to, and is given to the one on the core where its packets come in: handed around between cores it would take its
//! packets and its memory along each time. A thread with much to do stays on its core, see [`seat`], and
//! so would every thread that it begins: what is not sending is done elsewhere.

mod seat;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::{oneshot, watch};

use std::hash::Hash;

use crate::listener::stopped;
use crate::open_files::OpenFiles;

use seat::Seat;

/// Files that a thread waits for at a time, when they have to come from a disk; more have a queue of their own.
const WAITING: usize = 32;
/// Segments that are open, over all lanes.
const OPEN_FILES: usize = 1024;
/// More connections than this on a lane, over all of them, are a crowd.
const FEW: usize = 4;

pub struct Lanes<K>(Vec<Lane<K>>);

struct Lane<K> {
    runtime: Handle,
    common: Arc<Common<K>>,
    /// The thread ends when this is gone.
    _open: oneshot::Sender<()>,
}

/// What the connections on a lane share with each other, and with no other lane: what two cores write to, they wait for.
struct Common<K> {
    seat: Option<Seat>,
    connections: AtomicUsize,
    open_files: Arc<OpenFiles<K>>,
    /// The server's own word, passed on.
    stop: watch::Receiver<bool>,
}

/// A connection's place on a lane; given back when it leaves.
pub struct Ride<K> {
    pub runtime: Handle,
    /// Whether many ride along.
    pub in_a_crowd: bool,
    common: Arc<Common<K>>,
}

impl<K> Ride<K> {
    pub fn open_files(&self) -> Arc<OpenFiles<K>> {
        self.common.open_files.clone()
    }

    /// When the server stops.
    pub fn stopped(&self) -> impl Future<Output = ()> + use<K> {
        stopped(self.common.stop.clone())
    }

    /// To be called on the lane with each answer.
    pub fn answered(&self) {
        if let Some(seat) = &self.common.seat {
            seat.look();
        }
    }
}

impl<K> Drop for Ride<K> {
    fn drop(&mut self) {
        self.common.connections.fetch_sub(1, Relaxed);
    }
}

impl<K: Copy + Eq + Hash + Send + Sync + 'static> Lanes<K> {
    /// Lanes for a server that goes on until `stop`.
    pub fn open(stop: &watch::Receiver<bool>) -> std::io::Result<Self> {
        let count = thread::available_parallelism().map_or(1, |cores| cores.get());
        let open = |seat| Lane::open(seat, OPEN_FILES.div_ceil(count), stop.clone());
        let lanes = match Seat::for_each(count) {
            Some(seats) => seats.into_iter().map(|seat| open(Some(seat))).collect::<Result<_, _>>(),
            None => (0..count).map(|_| open(None)).collect(),
        };
        Ok(Self(lanes?))
    }

    /// On the lane of the core that a connection's packets come in at, unless the others have far less to do: some
    /// machines take all packets in at one.
    pub fn near(&self, core: Option<usize>) -> Ride<K> {
        let taken = |lane: &Lane<K>| lane.common.connections.load(Relaxed);
        let idlest = self.0.iter().min_by_key(|lane| taken(lane)).unwrap_or(&self.0[0]);
        let enough = taken(idlest) + taken(idlest) / 4 + FEW;
        let is_near = |lane: &&Lane<K>| core.is_some() && core == lane.core() && taken(lane) < enough;
        let lane = self.0.iter().find(is_near).unwrap_or(idlest);
        lane.common.connections.fetch_add(1, Relaxed);
        let in_a_crowd = self.0.iter().map(taken).sum::<usize>() > FEW * self.0.len();
        Ride { runtime: lane.runtime.clone(), in_a_crowd, common: lane.common.clone() }
    }
}

impl<K: Copy + Eq + Hash + Send + Sync + 'static> Lane<K> {
    fn core(&self) -> Option<usize> {
        self.common.seat.as_ref().map(|seat| seat.core)
    }

    fn open(seat: Option<Seat>, open_files: usize, server: watch::Receiver<bool>) -> std::io::Result<Self> {
        let open_files = Arc::new(OpenFiles::new(open_files));
        let (tell, stop) = watch::channel(false);
        let common = Arc::new(Common { seat, connections: AtomicUsize::new(0), open_files, stop });
        let lane = common.clone();
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(WAITING)
            // Those that wait for a disk.
            .on_thread_start(move || lane.seat.iter().for_each(Seat::untie))
            .build()?;
        let handle = runtime.handle().clone();
        let (open, closed) = oneshot::channel();
        runtime.spawn(async move {
            stopped(server).await;
            drop(tell);
        });
        let lane = common.clone();
        runtime.spawn(async move { lane.open_files.keep_tidy().await });
        thread::Builder::new().name("lane".into()).spawn(move || {
            // Gone is what is waited for.
            let _ = runtime.block_on(closed);
            // Who waits for a disk is waited for by nobody.
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

    fn lanes() -> (Lanes<u32>, watch::Sender<bool>) {
        let (tell, stop) = watch::channel(false);
        (Lanes::open(&stop).unwrap(), tell)
    }

    fn cores() -> usize {
        thread::available_parallelism().unwrap().get()
    }

    /// What is given to lanes meets every thread; what still waits there goes with them.
    #[tokio::test]
    async fn work_is_shared_out_and_ends_with_the_lanes() {
        let (lanes, _server) = lanes();
        let (mut threads, mut rides) = (HashSet::new(), Vec::new());
        for _ in 0..cores() {
            let ride = lanes.near(None);
            threads.insert(ride.runtime.spawn(async { thread::current().id() }).await.unwrap());
            rides.push(ride);
        }
        assert_eq!(threads.len(), cores());
        assert!(!threads.contains(&thread::current().id()));

        let (held, gone) = oneshot::channel::<()>();
        lanes.near(None).runtime.spawn(async {
            let _held = held;
            std::future::pending::<()>().await;
        });
        drop(lanes);
        assert!(gone.await.is_err());
    }

    /// Lanes that are tied to a core tie nobody else to it.
    #[tokio::test]
    async fn what_waits_for_a_disk_runs_anywhere() {
        let allowed = sched_getaffinity(None).unwrap();
        let (lanes, _server) = lanes();
        let ride = lanes.near(None);
        let mut one = CpuSet::new();
        one.set((0..CpuSet::MAX_CPU).find(|core| allowed.is_set(*core)).unwrap());
        ride.runtime.spawn(async move { sched_setaffinity(None, &one).unwrap() }).await.unwrap();
        let begun = ride.runtime.spawn(async { spawn_blocking(|| sched_getaffinity(None).unwrap()).await.unwrap() });
        assert_eq!(begun.await.unwrap(), allowed);
    }

    #[tokio::test]
    async fn all_are_told_of_the_servers_end() {
        let (lanes, server) = lanes();
        let rides: Vec<_> = (0..cores()).map(|_| lanes.near(None)).collect();
        server.send(true).unwrap();
        for ride in &rides {
            ride.stopped().await;
        }
    }

    #[test]
    fn a_crowd_is_many_at_the_same_time() {
        let (lanes, _server) = lanes();
        let few = FEW * cores();
        assert!((0..2 * few).all(|_| !lanes.near(None).in_a_crowd), "one after the other");
        let rides: Vec<_> = (0..few).map(|_| lanes.near(None)).collect();
        assert!(rides.iter().all(|ride| !ride.in_a_crowd));
        assert!(lanes.near(None).in_a_crowd);
        drop(rides);
        assert!(!lanes.near(None).in_a_crowd);
    }

    /// Where the packets of all come in at one core, the others help it.
    #[test]
    fn no_lane_is_left_behind() {
        let (lanes, _server) = lanes();
        let first = lanes.0[0].core();
        let taken = || lanes.0.iter().map(|lane| lane.common.connections.load(Relaxed)).collect::<Vec<_>>();
        let mut rides: Vec<_> = (0..FEW).map(|_| lanes.near(first)).collect();
        assert!(first.is_none() || taken()[0] == FEW, "{:?}", taken());
        rides.extend((0..100 * cores()).map(|_| lanes.near(first)));
        let (most, least) = (*taken().iter().max().unwrap(), *taken().iter().min().unwrap());
        assert!(most <= least + least / 4 + FEW, "{:?}", taken());
        rides.clear();
        assert!(taken().iter().all(|taken| *taken == 0));
    }
}
