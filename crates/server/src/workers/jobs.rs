//! The runner of durable jobs. It claims a job, holds its lease while the handler works, and stores what becomes of it; a
//! job is a type with `run`.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use domain::time::Timestamp;
use futures::FutureExt;
use store::{Failed, Job, JobKind, Store, TRIES};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::Tasks;
use crate::clock::Clock;

/// A handler whose lease is gone may still be returning from the write that ended its job.
const RETURN_TIMEOUT: Duration = Duration::from_secs(1);

/// How jobs of one kind are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobPolicy {
    pub(crate) kind: JobKind,
    /// A server that dies delays its jobs by this much. It is renewed while a job runs.
    pub(crate) lease: Duration,
    /// Jobs of other servers and those that wait for their time are looked for this often; a job that this server
    /// queues wakes the runner.
    pub(crate) poll_interval: Duration,
    pub(crate) concurrency: usize,
    /// Takes minutes: a stop cuts the job off and releases it, instead of waiting for its end.
    pub(crate) is_long: bool,
}

impl JobPolicy {
    pub(crate) fn new(kind: JobKind, lease: Duration) -> Self {
        Self { kind, lease, poll_interval: Duration::from_secs(2), concurrency: 1, is_long: false }
    }

    pub(crate) fn long(kind: JobKind, lease: Duration) -> Self {
        Self { is_long: true, ..Self::new(kind, lease) }
    }
}

/// What becomes of a job that has run.
#[derive(Debug, PartialEq)]
pub(crate) enum Next {
    /// The job is over.
    Done,
    /// The handler has stored the outcome, in one transaction with what it did.
    Stored,
    /// The job failed: it is tried again later, or given up after the last try.
    Retry(String),
    /// This server cannot do it yet; that was no try.
    Postpone(Timestamp),
}

pub(crate) trait JobHandler: Send + Sync + 'static {
    fn policy(&self) -> JobPolicy;

    /// Whether jobs may begin now; asked before each round of claims.
    fn is_ready(&self) -> impl Future<Output = bool> + Send {
        std::future::ready(true)
    }

    /// Returns when jobs may have become due in another way than by being queued here.
    fn woken(&self) -> impl Future<Output = ()> + Send {
        std::future::pending()
    }

    /// Does the job. It may be run again after it was cut off anywhere. An error means that the outcome is not stored:
    /// the lease runs out, and the job is tried again.
    fn run(&self, job: Job) -> impl Future<Output = store::Result<Next>> + Send;

    /// Ends a job whose every try ended with a panic or the server's death.
    fn give_up(&self, job: Job) -> impl Future<Output = store::Result<Next>> + Send {
        let _ = job;
        std::future::ready(Ok(Next::Retry("the server ended during every try".into())))
    }
}

/// What every runner of jobs needs.
#[derive(Clone)]
pub(crate) struct Jobs {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    /// How long a stop waits for short jobs.
    pub(crate) grace: Duration,
}

impl Jobs {
    /// Runs the jobs of a handler for as long as the server runs.
    pub(crate) fn run<H: JobHandler>(&self, tasks: &mut Tasks, name: &'static str, handler: impl Into<Arc<H>>) {
        let handler = handler.into();
        let runner = JobRunner { policy: handler.policy(), handler, jobs: self.clone() };
        tasks.spawn(name, runner.run(tasks.stop()));
    }
}

struct JobRunner<H> {
    handler: Arc<H>,
    policy: JobPolicy,
    jobs: Jobs,
}

impl<H> Clone for JobRunner<H> {
    fn clone(&self) -> Self {
        Self { handler: self.handler.clone(), policy: self.policy, jobs: self.jobs.clone() }
    }
}

impl<H: JobHandler> JobRunner<H> {
    /// Runs jobs until `stop`; then short ones may finish.
    async fn run(self, stop: CancellationToken) {
        let mut queued = self.jobs.store.jobs_queued();
        let mut running = JoinSet::new();
        loop {
            self.claim(&mut running, &stop).await;
            tokio::select! {
                () = stop.cancelled() => break,
                Some(_) = running.join_next() => {}
                // The store lives as long as this task: its sender is not gone.
                _ = queued.changed() => {}
                () = self.handler.woken(), if running.len() < self.policy.concurrency => {}
                () = sleep(self.policy.poll_interval) => {}
            }
        }
        let all = async { while running.join_next().await.is_some() {} };
        if timeout(self.jobs.grace, all).await.is_err() {
            tracing::warn!(kind = ?self.policy.kind, "jobs cut off by the stop");
        }
    }

    /// Begins as many jobs as may run at once.
    async fn claim(&self, running: &mut JoinSet<()>, stop: &CancellationToken) {
        let JobPolicy { kind, lease, concurrency, .. } = self.policy;
        if running.len() >= concurrency || !self.handler.is_ready().await {
            return;
        }
        while !stop.is_cancelled() && running.len() < concurrency {
            match self.jobs.store.job_claim(kind, millis(lease), self.jobs.clock.now()).await {
                Ok(Some(job)) => {
                    let (runner, stop) = (self.clone(), stop.clone());
                    running.spawn(async move { runner.work(job, &stop).await });
                }
                Ok(None) => return,
                // The store says once that the database is away.
                Err(cause) => return tracing::debug!(%cause, ?kind, "cannot claim a job"),
            }
        }
    }

    async fn work(&self, job: Job, stop: &CancellationToken) {
        let JobPolicy { kind, is_long, .. } = self.policy;
        let id = job.id;
        let mut outcome = pin!(self.outcome(job.clone()));
        let ended = tokio::select! {
            ended = &mut outcome => ended,
            () = self.hold(&job) => match timeout(RETURN_TIMEOUT, &mut outcome).await {
                Ok(ended) => ended,
                Err(_) => return tracing::warn!(?kind, job = id, "lease lost, another server runs the job"),
            },
            () = stop.cancelled(), if is_long => {
                if let Err(cause) = self.jobs.store.job_release(job).await {
                    tracing::warn!(%cause, ?kind, job = id, "cannot release job, it waits until its lease ends");
                }
                return;
            }
        };
        let stored = match ended {
            Ok(next) => self.store_outcome(job, next).await,
            Err(cause) => Err(cause),
        };
        if let Err(cause) = stored {
            tracing::warn!(%cause, ?kind, job = id, "cannot store a job's outcome, retrying after its lease");
        }
    }

    async fn outcome(&self, job: Job) -> store::Result<Next> {
        if job.attempts > TRIES {
            return self.handler.give_up(job).await;
        }
        // A panic fails the job, not the server.
        match AssertUnwindSafe(self.handler.run(job.clone())).catch_unwind().await {
            Ok(next) => next,
            // The handler ends what belongs to the job: a refund that is never sent must be seen by its operator.
            Err(_) if job.attempts == TRIES => self.handler.give_up(job).await,
            Err(_) => Ok(Next::Retry("the job's handler panicked".into())),
        }
    }

    /// Renews the lease; returns when another server has the job.
    async fn hold(&self, job: &Job) {
        loop {
            sleep(self.policy.lease / 3).await;
            match self.jobs.store.job_hold(job.clone(), millis(self.policy.lease), self.jobs.clock.now()).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(cause) => tracing::debug!(%cause, job = job.id, "cannot renew a lease"),
            }
        }
    }

    async fn store_outcome(&self, job: Job, next: Next) -> store::Result<()> {
        let kind = self.policy.kind;
        let (id, channel) = (job.id, job.channel);
        let outcome = match next {
            Next::Stored => "stored",
            Next::Done => {
                self.jobs.store.job_drop(job).await?;
                "done"
            }
            Next::Postpone(until) => {
                self.jobs.store.job_postpone(job, until).await?;
                "postponed"
            }
            Next::Retry(problem) => {
                match self.jobs.store.job_failed(job, problem.clone(), self.jobs.clock.now()).await? {
                    Failed::Again(_) => {
                        tracing::warn!(?kind, %channel, job = id, problem, "job failed, will retry");
                        "failed"
                    }
                    Failed::Dead => {
                        tracing::error!(?kind, %channel, job = id, problem, "job failed, gave up");
                        "given_up"
                    }
                    Failed::Lost => "lost",
                }
            }
        };
        metrics::counter!("touchline_jobs_total", "kind" => kind.word(), "outcome" => outcome).increment(1);
        Ok(())
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
