//! What follows from a change of an order or subscription: requests to the provider, and mails. Each job is stored in the
//! transaction of its cause, and may run twice.

use std::sync::Arc;
use std::time::Duration;

use domain::commerce::order::Effect;
use domain::commerce::renewal;
use domain::ids::{OrderId, SubscriptionId};
use store::{CommerceJob, Failed, Job, JobKind, NewMail, Store};

use super::{CommerceError, Gateway, Reconciler, Subscriptions, emails};
use crate::channels::snapshot::{Channels, Snapshot};
use crate::clock::Clock;
use crate::mailer::email::Mailer;
use crate::workers::{JobHandler, JobPolicy, Next};

/// Longer than any try takes.
const LEASE: Duration = Duration::from_secs(3 * 60);

pub(crate) struct CommerceJobs {
    pub(crate) store: Store,
    pub(crate) channels: Arc<Channels>,
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) reconciler: Arc<Reconciler>,
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) mailer: Mailer,
    pub(crate) clock: Clock,
}

impl JobHandler for CommerceJobs {
    fn policy(&self) -> JobPolicy {
        JobPolicy::new(JobKind::CommerceJob, LEASE)
    }

    async fn is_ready(&self) -> bool {
        // Without a provider every job waits.
        self.gateway.closed().is_none()
    }

    async fn run(&self, job: Job) -> store::Result<Next> {
        match self.run_job(&job).await {
            Ok(Some(mail)) => {
                self.store.job_done_with_mail(job, mail, self.clock.now()).await?;
                Ok(Next::Stored)
            }
            Ok(None) => Ok(Next::Done),
            Err(cause) => self.failed(job, &cause.to_string()).await,
        }
    }

    async fn give_up(&self, job: Job) -> store::Result<Next> {
        self.failed(job, "the server ended during every try").await
    }
}

impl CommerceJobs {
    async fn failed(&self, job: Job, problem: &str) -> store::Result<Next> {
        let (id, channel) = (job.id, job.channel);
        match self.store.commerce_job_failed(job, problem.to_owned(), self.clock.now()).await? {
            Failed::Dead => tracing::error!(problem, %channel, job = id, "commerce job failed, gave up"),
            Failed::Again(_) => tracing::warn!(problem, %channel, job = id, "commerce job failed, will retry"),
            Failed::Lost => {}
        }
        Ok(Next::Stored)
    }

    /// Runs a job, or returns the mail that it has to send.
    async fn run_job(&self, job: &Job) -> Result<Option<NewMail>, CommerceError> {
        let channel = self.channels.even_deleted(&self.store, job.channel, self.clock.now()).await?;
        let Some(channel) = channel else { return Ok(None) };
        match Store::commerce_job_of(job)? {
            CommerceJob::Order { order, effect: Effect::Mail(about) } => {
                let Some(order) = self.store.order(channel.identity.id, order).await? else { return Ok(None) };
                Ok(emails::about_order(self, &channel, &order, about).await?)
            }
            CommerceJob::Subscription { subscription, effect: renewal::Effect::Mail(about) } => {
                emails::about_subscription(self, &channel, subscription, about).await
            }
            CommerceJob::ForgetCustomer { customer } => {
                self.gateway.delete_customer(&channel, &customer).await.map(|()| None)
            }
            CommerceJob::Order { order, effect } => self.run_order_job(&channel, order, effect).await.map(|()| None),
            CommerceJob::Subscription { subscription, effect } => {
                self.run_subscription_job(&channel, subscription, effect).await.map(|()| None)
            }
        }
    }

    async fn run_order_job(&self, channel: &Snapshot, id: OrderId, effect: Effect) -> Result<(), CommerceError> {
        let Some(order) = self.store.order(channel.identity.id, id).await? else { return Ok(()) };
        if !order.is_at(self.gateway.account().await?) {
            tracing::error!(order = %order.id, ?effect, "payment is at another account of the provider");
            return Ok(());
        }
        match effect {
            Effect::CancelPayment if order.subscription.is_some() => self.subscriptions.end(channel, &order).await,
            Effect::CancelPayment => self.reconciler.cancel_payment(channel, &order).await,
            Effect::RefundPayment => self.reconciler.refund(channel, &order).await,
            Effect::CancelSubscription => self.subscriptions.end(channel, &order).await,
            Effect::Grant | Effect::EndAccess | Effect::RedeemCoupon | Effect::ReleaseCoupon | Effect::Mail(_) => {
                Ok(())
            }
        }
    }

    async fn run_subscription_job(
        &self,
        channel: &Snapshot,
        id: SubscriptionId,
        effect: renewal::Effect,
    ) -> Result<(), CommerceError> {
        let Some(stored) = self.store.subscription(channel.identity.id, id).await? else { return Ok(()) };
        // The member has resumed it meanwhile.
        let is_over = stored.account.is_some() && !stored.known.is_stopping();
        match effect {
            renewal::Effect::AskToCancel if is_over => Ok(()),
            renewal::Effect::AskToCancel => self.subscriptions.tell_renewal(channel, &stored, false).await,
            renewal::Effect::Renew { .. } | renewal::Effect::MoveEnd(_) | renewal::Effect::Mail(_) => Ok(()),
        }
    }
}
