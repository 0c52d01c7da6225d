//! Pins a thread to its core while it is busy, because its packets and memory are there. A thread with little to do is
//! not pinned: another program may take the core for a while, and a pinned thread would have to wait.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use rustix::time::{ClockId, clock_gettime};

/// A thread that takes this share of its core stays there, in hundredths, over this time.
const MUCH: u64 = 25;
const PIN_AFTER_MICROS: u64 = 100_000;
/// One that takes less than this is free again. A game has pauses: connections that came to the thread for its core
/// want to find it there afterwards.
const LITTLE: u64 = 10;
const LITTLE_FOR_US: u64 = 10_000_000;

pub(super) struct PinnedCore {
    pub(super) core: usize,
    /// All cores that the server may use.
    allowed: CpuSet,
    is_tied: AtomicBool,
    /// When the thread was looked at last, and what it had used of its core until then. Only its own thread asks.
    looked_at: AtomicU64,
    used: AtomicU64,
}

impl PinnedCore {
    /// One per thread (`threads`); nothing where the server may use less than the cores that it sees.
    pub(super) fn for_each(threads: usize) -> Option<Vec<Self>> {
        let allowed = sched_getaffinity(None).ok()?;
        let cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        let cores: Vec<_> = cores.map(|core| Self::new(core, allowed)).collect();
        (cores.len() == threads).then_some(cores)
    }

    fn new(core: usize, allowed: CpuSet) -> Self {
        let (is_tied, looked_at, used) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
        Self { core, allowed, is_tied, looked_at, used }
    }

    /// To be called on the thread with each answer.
    pub(super) fn look(&self) {
        let since = microseconds(ClockId::MonotonicCoarse).saturating_sub(self.looked_at.load(Relaxed));
        if since >= if self.is_tied.load(Relaxed) { LITTLE_FOR_US } else { PIN_AFTER_MICROS } {
            self.settle(since, microseconds(ClockId::ThreadCPUTime));
        }
    }

    /// After `since` microseconds; `used` is what the thread has used in all.
    fn settle(&self, since: u64, used: u64) {
        self.looked_at.fetch_add(since, Relaxed);
        let spent = used.saturating_sub(self.used.swap(used, Relaxed));
        let is_tied = self.is_tied.load(Relaxed);
        let stays = spent * 100 >= since * if is_tied { LITTLE } else { MUCH };
        if stays != is_tied {
            self.is_tied.store(stays, Relaxed);
            if stays { self.tie() } else { self.untie() }
        }
    }

    /// Where the system does not allow it, the thread is as good anywhere.
    fn tie(&self) {
        let mut own = CpuSet::new();
        own.set(self.core);
        let _ = sched_setaffinity(None, &own);
    }

    /// For the thread, and for threads that it begins: those have its ties.
    pub(super) fn untie(&self) {
        let _ = sched_setaffinity(None, &self.allowed);
    }
}

fn microseconds(clock: ClockId) -> u64 {
    let time = clock_gettime(clock);
    u64::try_from(time.tv_sec * 1_000_000 + time.tv_nsec / 1_000).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// A server that is held to less than it sees is not held to single cores too.
    #[test]
    fn pinned_cores_require_one_core_per_thread() {
        let allowed = sched_getaffinity(None).unwrap().count() as usize;
        let cores = PinnedCore::for_each(allowed).unwrap();
        assert_eq!(cores.len(), allowed);
        assert!(cores.windows(2).all(|two| two[0].core < two[1].core));
        assert!(PinnedCore::for_each(allowed - 1).is_none());
        assert!(PinnedCore::for_each(allowed + 1).is_none());
    }

    #[test]
    fn busy_thread_stays_pinned_until_it_idles() {
        let turn = thread::spawn(|| {
            let allowed = sched_getaffinity(None).unwrap();
            let cores = PinnedCore::for_each(allowed.count() as usize).unwrap();
            let pinned = cores.last().unwrap();
            let mut used = 0;
            let mut after = |percent: u64| {
                used += percent * 1_000;
                pinned.settle(100_000, used);
                let cores = sched_getaffinity(None).unwrap();
                assert!(cores.is_set(pinned.core));
                assert_eq!(cores == allowed, !pinned.is_tied.load(Relaxed) || allowed.count() == 1);
                pinned.is_tied.load(Relaxed)
            };
            assert_eq!(
                [0, 24, 25, 10, 24, 9, 10, 24, 100].map(&mut after),
                [false, false, true, true, true, false, false, false, true]
            );
            // Hours later, with the first request.
            pinned.settle(3_600_000_000, used + 100_000);
            assert_eq!(sched_getaffinity(None).unwrap(), allowed);
        });
        turn.join().unwrap();
    }

    /// On the clocks of the system.
    #[test]
    fn a_thread_that_works_is_seen_working() {
        let turn = thread::spawn(|| {
            let pinned = PinnedCore::for_each(sched_getaffinity(None).unwrap().count() as usize).unwrap().remove(0);
            while microseconds(ClockId::ThreadCPUTime) < 2 * PIN_AFTER_MICROS {}
            pinned.looked_at.store(microseconds(ClockId::MonotonicCoarse) - PIN_AFTER_MICROS, Relaxed);
            pinned.look();
            assert!(pinned.is_tied.load(Relaxed));
        });
        turn.join().unwrap();
    }
}
