//! Work of operators that takes longer than they may wait for on one page, with how far it is. In the memory of the server that
//! does it: work that a stop cuts off is not taken up again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::ids::OperatorId;
use domain::time::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Clock;

/// How long it is shown that work has ended.
const SHOWN: i64 = 10 * Timestamp::MINUTE;
/// Of all operators; the oldest that has ended makes room.
const MAX_WORK: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkKind {
    ImportChannel,
    ExportChannel,
    /// A video is received, or made ready to watch.
    Upload,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkState {
    Running,
    Done,
    Failed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) id: u64,
    operator: OperatorId,
    pub(crate) kind: WorkKind,
    /// What it is done to, by name.
    pub(crate) subject: String,
    pub(crate) state: WorkState,
    done: usize,
    total: usize,
    pub(crate) begun_at: Timestamp,
    ended_at: Option<Timestamp>,
}

impl Work {
    /// In percent.
    pub(crate) fn progress(&self) -> u8 {
        u8::try_from(self.done.min(self.total) * 100 / self.total.max(1)).unwrap_or(100)
    }
}

pub(crate) struct LongWork {
    all: Mutex<(u64, Vec<Work>)>,
    clock: Clock,
}

/// Work that goes on. Dropped before its end, it has failed.
pub(crate) struct Progress {
    id: u64,
    work: Arc<LongWork>,
}

impl LongWork {
    pub(crate) fn new(clock: Clock) -> Self {
        Self { all: Mutex::default(), clock }
    }

    /// Work of so many steps begins.
    pub(crate) fn begin(
        self: &Arc<Self>,
        operator: OperatorId,
        kind: WorkKind,
        subject: &str,
        total: usize,
    ) -> Progress {
        let begun_at = self.clock.now();
        let (last, all) = &mut *self.all();
        *last += 1;
        if all.len() >= MAX_WORK {
            let oldest = all.iter().position(|work| work.ended_at.is_some()).unwrap_or(0);
            all.remove(oldest);
        }
        let (id, subject) = (*last, subject.to_owned());
        let state = WorkState::Running;
        all.push(Work { id, operator, kind, subject, state, done: 0, total, begun_at, ended_at: None });
        Progress { id, work: self.clone() }
    }

    /// What goes on for an operator, or has ended lately; the newest first.
    pub(crate) fn of(&self, operator: OperatorId) -> Vec<Work> {
        let now = self.clock.now();
        let (_, all) = &mut *self.all();
        all.retain(|work| work.ended_at.is_none_or(|at| at.plus(SHOWN) > now));
        all.iter().rev().filter(|work| work.operator == operator).cloned().collect()
    }

    fn all(&self) -> MutexGuard<'_, (u64, Vec<Work>)> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, id: u64, change: impl FnOnce(&mut Work)) {
        let (_, all) = &mut *self.all();
        if let Some(work) = all.iter_mut().find(|work| work.id == id) {
            change(work);
        }
    }
}

impl Progress {
    /// One more step is done.
    pub(crate) fn step(&self) {
        self.work.change(self.id, |work| work.done += 1);
    }

    pub(crate) fn end(self) {
        let now = self.work.clock.now();
        self.work.change(self.id, |work| (work.state, work.ended_at) = (WorkState::Done, Some(now)));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let now = self.work.clock.now();
        self.work.change(self.id, |work| {
            if work.state == WorkState::Running {
                (work.state, work.ended_at) = (WorkState::Failed, Some(now));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OPS-01: an operator sees their own work, how far it is, and for a while how it ended.
    #[test]
    fn work_is_shown_to_its_operator_until_a_while_after_its_end() {
        let now = Arc::new(Mutex::new(Timestamp(0)));
        let told = now.clone();
        let all = Arc::new(LongWork::new(Clock::new(move || *told.lock().unwrap())));
        let begin = |operator: i64, total| all.begin(OperatorId(operator), WorkKind::ImportChannel, "club", total);
        let (mine, cut_off, _theirs) = (begin(1, 4), begin(1, 0), begin(2, 1));
        mine.step();
        let seen = || {
            let of = all.of(OperatorId(1));
            of.iter().map(|work| (work.state, work.progress())).collect::<Vec<_>>()
        };
        assert_eq!(seen(), [(WorkState::Running, 0), (WorkState::Running, 25)]);
        mine.end();
        drop(cut_off);
        assert_eq!(seen(), [(WorkState::Failed, 0), (WorkState::Done, 25)]);
        *now.lock().unwrap() = Timestamp(SHOWN);
        assert_eq!(seen(), []);
        assert_eq!(all.of(OperatorId(2)).len(), 1, "it still goes on");
        for _ in 0..2 * MAX_WORK {
            begin(3, 1).end();
        }
        assert_eq!((all.of(OperatorId(3)).len(), all.of(OperatorId(2)).len()), (MAX_WORK - 1, 1));
    }
}
