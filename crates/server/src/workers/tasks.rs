//! The tasks that a server cannot do without, the word that ends them, and the work that outlives its request.

use std::collections::HashMap;
use std::time::Duration;

use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// Tasks by the name they have in the log. When they are dropped, all are told to stop.
pub(crate) struct Tasks {
    stop: CancellationToken,
    running: JoinSet<()>,
    names: HashMap<Id, &'static str>,
    detached: TaskTracker,
    /// Connections have the token too, and outlive the tasks.
    _stop_on_drop: DropGuard,
}

impl Tasks {
    pub(crate) fn new() -> Self {
        let stop = CancellationToken::new();
        let (running, names, detached) = (JoinSet::new(), HashMap::new(), TaskTracker::new());
        Self { running, names, detached, _stop_on_drop: stop.clone().drop_guard(), stop }
    }

    /// Cancelled when the server stops.
    pub(crate) fn stop(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// For work that goes on when the client of its request hangs up. The stop waits for it, but does not end it.
    pub(crate) fn detached(&self) -> TaskTracker {
        self.detached.clone()
    }

    /// A task that hears of the stop by itself, and may finish what it has begun.
    pub(crate) fn spawn(&mut self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let id = self.running.spawn(task).id();
        self.names.insert(id, name);
    }

    /// A task that the stop may cut off anywhere.
    pub(crate) fn spawn_until_stop(&mut self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop();
        self.spawn(name, async move {
            let _ = stop.run_until_cancelled(task).await;
        });
    }

    /// A round at once, then one every so often. A round that has begun is finished.
    pub(crate) fn repeat<F: Future<Output = ()> + Send>(
        &mut self,
        name: &'static str,
        every: Duration,
        mut round: impl FnMut() -> F + Send + 'static,
    ) {
        let stop = self.stop();
        self.spawn(name, async move {
            let mut rounds = interval(every);
            rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
            while stop.run_until_cancelled(rounds.tick()).await.is_some() {
                round().await;
            }
        });
    }

    /// Waits for a task to end, which none does before the stop; gives its name.
    pub(crate) async fn died(&mut self) -> &'static str {
        match self.running.join_next_with_id().await {
            Some(Ok((id, ()))) => self.names.get(&id).copied().unwrap_or_default(),
            Some(Err(cause)) => {
                tracing::error!(%cause, "task failed");
                self.names.get(&cause.id()).copied().unwrap_or_default()
            }
            None => std::future::pending().await,
        }
    }

    /// Tells all to stop, waits until they have, and then for detached work, which is cut off after `grace`.
    pub(crate) async fn finish(mut self, grace: Duration) {
        let end = Instant::now() + grace;
        self.stop.cancel();
        while self.running.join_next().await.is_some() {}
        // The listener has ended, so that no request begins any more.
        self.detached.close();
        if timeout_at(end, self.detached.wait()).await.is_err() {
            tracing::warn!(count = self.detached.len(), "detached work cut off");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn died_names_the_task_that_ended_or_panicked() {
        let mut tasks = Tasks::new();
        tasks.spawn("waits", std::future::pending());
        let (end, ended) = oneshot::channel::<()>();
        tasks.spawn("ends", async move { drop(ended.await) });
        drop(end);
        assert_eq!(tasks.died().await, "ends");
        tasks.spawn("panics", async { panic!("a planted panic") });
        assert_eq!(tasks.died().await, "panics");
    }

    #[tokio::test]
    async fn finish_waits_for_begun_work_and_cuts_off_the_rest() {
        let (done, mut tasks) = (Arc::new(AtomicU32::new(0)), Tasks::new());
        let (stop, counted) = (tasks.stop(), done.clone());
        tasks.spawn("finishes", async move {
            stop.cancelled().await;
            tokio::task::yield_now().await;
            counted.fetch_add(1, SeqCst);
        });
        tasks.spawn_until_stop("is cut off", std::future::pending());
        tasks.finish(Duration::ZERO).await;
        assert_eq!(done.load(SeqCst), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn finish_waits_for_detached_work_within_the_grace() {
        for (takes_s, is_done) in [(19, 1), (21, 0)] {
            let (done, tasks) = (Arc::new(AtomicU32::new(0)), Tasks::new());
            let counted = done.clone();
            tasks.detached().spawn(async move {
                tokio::time::sleep(Duration::from_secs(takes_s)).await;
                counted.fetch_add(1, SeqCst);
            });
            tasks.finish(Duration::from_secs(20)).await;
            assert_eq!(done.load(SeqCst), is_done, "{takes_s} s");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn repeat_runs_at_once_and_then_by_the_clock_until_the_stop() {
        let (rounds, mut tasks) = (Arc::new(AtomicU32::new(0)), Tasks::new());
        let counted = rounds.clone();
        tasks.repeat("counts", Duration::from_secs(60), move || {
            let counted = counted.clone();
            async move {
                counted.fetch_add(1, SeqCst);
            }
        });
        tokio::time::sleep(Duration::from_secs(150)).await;
        assert_eq!(rounds.load(SeqCst), 3);
        tasks.finish(Duration::ZERO).await;
        tokio::time::sleep(Duration::from_secs(150)).await;
        assert_eq!(rounds.load(SeqCst), 3);
    }

    #[tokio::test]
    async fn dropped_tasks_tell_what_has_their_token() {
        let tasks = Tasks::new();
        let (first, second) = (tasks.stop(), Tasks::new().stop());
        assert!(second.is_cancelled() && !first.is_cancelled());
        drop(tasks);
        first.cancelled().await;
    }
}
