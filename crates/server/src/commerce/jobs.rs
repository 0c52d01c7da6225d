//! What follows from a change of an order or subscription: requests to the provider, and emails. Each job was written
//! down with its cause, and may be done twice.

use std::sync::Arc;
use std::time::Duration;

use domain::commerce::order::{Effect, Fact, Refund};
use domain::commerce::renewal;
use domain::ids::{AccountId, OrderId, SubscriptionId};
use domain::money::Cents;
use domain::time::Timestamp;
use payments::stripe::{CustomerId, Failure, NewRefund, PaymentIntentId, Step};
use store::{Errand, Failed, Job, JobKind, NewMail, Store, StoredOrder};
use tokio::sync::watch;

use super::{CommerceError, Till, account_key, emails, order_key, owner, short_hash};
use crate::channels::snapshot::{Channels, Snapshot};
use crate::clock::now;
use crate::mailer::email::Mailer;

/// Jobs of other servers, and those whose time has come, are looked for this often.
const EVERY: Duration = Duration::from_secs(2);
/// Longer than any try takes.
const LEASE: i64 = 3 * Timestamp::MINUTE;

pub(crate) struct CommerceJobs {
    pub(crate) store: Store,
    pub(crate) channels: Arc<Channels>,
    pub(crate) till: Till,
    pub(crate) mailer: Mailer,
}

impl CommerceJobs {
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let store = self.store.clone();
        // Nobody can be asked: what is to be done waits.
        if self.till.closed().is_some() {
            let _ = stop.wait_for(|stop| *stop).await;
            return;
        }
        let mut queued = store.queued_jobs();
        loop {
            // One that is begun is finished: the provider is asked under the same key if it is not.
            while !*stop.borrow() && self.take_up(&store).await {}
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                _ = queued.changed() => {}
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    /// Does the errand that has waited longest; false when there is none, or the database is away.
    async fn take_up(&self, store: &Store) -> bool {
        let Ok(Some(job)) = store.claim_job(JobKind::Errand, LEASE, now()).await else { return false };
        let done = match self.run_errand(&job).await {
            Ok(Some(mail)) => store.job_done_with_mail(job, mail, now()).await,
            Ok(None) => store.drop_job(job).await,
            Err(cause) => {
                let (id, channel) = (job.id, job.channel);
                let failed = store.errand_failed(job, cause.to_string(), now()).await;
                match failed {
                    Ok(Failed::Dead) => tracing::error!(%cause, %channel, job = id, "an errand was given up"),
                    _ => tracing::warn!(%cause, %channel, job = id, "an errand is tried again later"),
                }
                failed.map(drop)
            }
        };
        done.is_ok()
    }

    /// Does it, or gives the letter that is to be sent.
    async fn run_errand(&self, job: &Job) -> Result<Option<NewMail>, CommerceError> {
        let Some(channel) = self.channels.by_id(job.channel) else { return Ok(None) };
        match Store::errand_of(job)? {
            Errand::Order { order, effect: Effect::Mail(about) } => {
                let Some(order) = self.store.order(channel.identity.id, order).await? else { return Ok(None) };
                Ok(emails::about_order(self, &channel, &order, about).await?)
            }
            Errand::Subscription { subscription, effect: renewal::Effect::Mail(about) } => {
                emails::about_subscription(self, &channel, subscription, about).await
            }
            Errand::ForgetCustomer { customer } => self.till.forget_customer(&channel, &customer).await.map(|()| None),
            Errand::Order { order, effect } => self.till.run_order_errand(&channel, order, effect).await.map(|()| None),
            Errand::Subscription { subscription, effect } => {
                self.till.run_subscription_errand(&channel, subscription, effect).await.map(|()| None)
            }
        }
    }
}

impl Till {
    /// Somebody has left: their cards and running subscriptions end at the provider too.
    async fn forget_customer(&self, channel: &Snapshot, customer: &str) -> Result<(), CommerceError> {
        let Ok(id) = customer.parse::<CustomerId>() else { return Ok(()) };
        // Whose it was is not known any more.
        let key = account_key(channel, AccountId(0), Step::DeleteCustomer, short_hash(customer));
        Ok(self.0.stripe.delete_customer(&key, &id).await?)
    }

    async fn run_order_errand(&self, channel: &Snapshot, id: OrderId, effect: Effect) -> Result<(), CommerceError> {
        let Some(order) = self.0.store.order(channel.identity.id, id).await? else { return Ok(()) };
        if !order.is_at(self.account().await?) {
            tracing::error!(order = %order.id, ?effect, "an order's payment is at another account of the provider");
            return Ok(());
        }
        match effect {
            Effect::CancelPayment if order.subscription.is_some() => self.end_subscription(channel, &order).await,
            Effect::CancelPayment => self.cancel_payment(channel, &order).await,
            Effect::RefundPayment => self.refund(channel, &order).await,
            Effect::CancelSubscription => self.end_subscription(channel, &order).await,
            Effect::Grant | Effect::EndAccess | Effect::RedeemCoupon | Effect::ReleaseCoupon | Effect::Mail(_) => {
                Ok(())
            }
        }
    }

    /// Nothing is paid any more for what was given up. When the money has moved all the same, that is noted.
    async fn cancel_payment(&self, channel: &Snapshot, order: &StoredOrder) -> Result<(), CommerceError> {
        let Some(payment) = payment_of(order) else { return Ok(()) };
        let key = order_key(channel, &order.name, Step::CancelPayment, 1);
        match self.0.stripe.cancel_payment_intent(&key, &payment).await {
            Ok(_) => Ok(()),
            Err(Failure::Refused(_)) => self.reconcile(channel, order).await.map(drop),
            Err(cause) => Err(cause.into()),
        }
    }

    async fn refund(&self, channel: &Snapshot, order: &StoredOrder) -> Result<(), CommerceError> {
        let Some(payment) = payment_of(order) else { return Ok(()) };
        let metadata = payments::stripe::Metadata::new(&owner(channel)).with_order(&order.name, order.id);
        let new = NewRefund { payment_intent: &payment, amount: None, metadata: &metadata };
        // One that has failed, or is asked for again, is another request.
        let number = match (order.payment.refund_failed(), order.payment.refunds_asked()) {
            (Cents(0), 0) => 1,
            (Cents(failed), asked) => short_hash(&format!("refund {asked} after {failed}")),
        };
        let key = order_key(channel, &order.name, Step::Refund, number);
        match self.0.stripe.create_refund(&key, &new).await {
            Ok(_) => self.reconcile(channel, order).await.map(drop),
            Err(Failure::Refused(refusal)) => {
                tracing::warn!(%refusal, order = %order.id, "the payment provider refused to send money back");
                self.reconcile(channel, order).await?;
                self.refund_was_refused(channel, order.id).await
            }
            Err(cause) => Err(cause.into()),
        }
    }

    /// Notes that money stays here, unless it has gone back in another way or is in dispute.
    async fn refund_was_refused(&self, channel: &Snapshot, id: OrderId) -> Result<(), CommerceError> {
        let Some(order) = self.0.store.order(channel.identity.id, id).await? else { return Ok(()) };
        match order.payment.refund() {
            Some(Refund::UnderWay) => self.record_fact(channel.identity.id, &order, Fact::RefundGivenUp).await,
            _ => Ok(()),
        }
    }

    async fn end_subscription(&self, channel: &Snapshot, order: &StoredOrder) -> Result<(), CommerceError> {
        let Some(own) = order.subscription else { return Ok(()) };
        let stored = self.0.store.subscription(channel.identity.id, own).await?;
        let name = stored.and_then(|stored| stored.provider_id).and_then(|name| name.parse().ok());
        let Some(name) = name else { return Ok(()) };
        let key = order_key(channel, &order.name, Step::CancelSubscription, 1);
        match self.0.stripe.cancel_subscription(&key, &name).await {
            Ok(_) => self.reconcile_subscription(channel, &name, None).await,
            Err(cause) if cause.is_not_found() => Ok(()),
            Err(cause) => Err(cause.into()),
        }
    }

    async fn run_subscription_errand(
        &self,
        channel: &Snapshot,
        id: SubscriptionId,
        effect: renewal::Effect,
    ) -> Result<(), CommerceError> {
        let Some(stored) = self.0.store.subscription(channel.identity.id, id).await? else { return Ok(()) };
        // Taken back meanwhile, by somebody who is still there.
        let is_over = stored.account.is_some() && !stored.known.is_stopping();
        match effect {
            renewal::Effect::AskToCancel if is_over => Ok(()),
            renewal::Effect::AskToCancel => self.tell_renewal(channel, &stored, false).await,
            renewal::Effect::Renew { .. } | renewal::Effect::MoveEnd(_) | renewal::Effect::Mail(_) => Ok(()),
        }
    }
}

fn payment_of(order: &StoredOrder) -> Option<PaymentIntentId> {
    order.payment_id.as_deref().and_then(|id| id.parse().ok())
}
