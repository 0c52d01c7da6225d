//! The jobs that send webhooks. Those of webhooks that failed have places of their own, so that they delay no others.

use std::sync::Arc;
use std::time::Duration;

use domain::webhook::{DeliveryAttempt, DeliveryProblem};
use rand::RngExt;
use store::{Attempted, Job, JobKind, Store};

use super::sender::WebhookSender;
use crate::clock::Clock;
use crate::workers::{JobHandler, JobPolicy, Next};

/// Longer than a try takes, so that nothing is sent twice while the database is away.
const LEASE: Duration = Duration::from_secs(60);
const CONCURRENCY: usize = 16;
pub(crate) const SWEEP_INTERVAL: Duration = Duration::from_secs(60 * 60);

pub(crate) struct WebhookJobs {
    pub(crate) kind: JobKind,
    pub(crate) store: Store,
    pub(crate) sender: Arc<WebhookSender>,
    pub(crate) clock: Clock,
}

impl JobHandler for WebhookJobs {
    fn policy(&self) -> JobPolicy {
        JobPolicy { concurrency: CONCURRENCY, ..JobPolicy::new(self.kind, LEASE) }
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        let now = self.clock.now();
        let Some(due) = self.store.webhook_due(&job, now).await? else { return Ok(Next::Done) };
        let (webhook, delivery) = (due.webhook, due.delivery);
        let attempt = if due.is_on {
            self.sender.send(due, now).await
        } else {
            DeliveryAttempt::failed(DeliveryProblem::SwitchedOff, 0)
        };
        let (status, problem, ms) = (attempt.status, attempt.problem, attempt.duration_ms);
        let outcome = self.store_attempt(job, attempt, false).await?;
        match problem {
            None => tracing::debug!(webhook, delivery, status, ms, "webhook delivered"),
            Some(problem) => tracing::info!(webhook, delivery, status, ?problem, ms, ?outcome, "webhook failed"),
        }
        Ok(Next::Stored)
    }

    async fn give_up(&self, job: Job) -> store::Result<Next> {
        if self.store.webhook_due(&job, self.clock.now()).await?.is_none() {
            return Ok(Next::Done);
        }
        self.store_attempt(job, DeliveryAttempt::failed(DeliveryProblem::Interrupted, 0), true).await?;
        Ok(Next::Stored)
    }
}

impl WebhookJobs {
    async fn store_attempt(&self, job: Job, attempt: DeliveryAttempt, for_good: bool) -> store::Result<Attempted> {
        let (random, channel) = (rand::rng().random(), job.channel);
        let outcome = self.store.webhook_attempted(job, attempt, for_good, random, self.clock.now()).await?;
        let word = match outcome {
            Attempted::Delivered => "delivered",
            Attempted::Again(_) => "failed",
            Attempted::GivenUp => "given_up",
            Attempted::SwitchedOff(reason) => {
                tracing::warn!(%channel, ?reason, "webhook switched off");
                "switched_off"
            }
            Attempted::Lost => "lost",
        };
        metrics::counter!("touchline_webhooks_total", "outcome" => word).increment(1);
        Ok(outcome)
    }
}

/// Forgets old deliveries and secrets; a failure is made up for by the next round.
pub(crate) struct WebhookSweep {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
}

impl WebhookSweep {
    pub(crate) async fn sweep(&self) {
        let now = self.clock.now();
        let swept = async {
            self.store.webhook_deliveries_drop_old(now).await?;
            self.store.webhook_secrets_drop_old(now).await
        };
        if let Err(cause) = swept.await {
            tracing::warn!(%cause, "cannot delete old webhook deliveries");
        }
    }
}
