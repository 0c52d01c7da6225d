//! Money that goes back: refunds that are asked for, refunds and disputes that the provider knows of, and payments that are
//! canceled before the money moves.

use domain::commerce::order::{Fact, Refund};
use domain::ids::OrderId;
use domain::money::Cents;
use payments::stripe::{
    Charge, Created, Dispute, DisputeStatus, Failure, Metadata, NewRefund, PaymentIntentId, RefundStatus, Step,
};
use store::StoredOrder;

use super::{MAX_PAGES, Reconciler};
use crate::channels::snapshot::Snapshot;
use crate::commerce::CommerceError;
use crate::commerce::gateway::{order_key, owner, short_hash};

impl Reconciler {
    /// Cancels the payment of an abandoned order. When the money has moved all the same, that is recorded.
    pub(in crate::commerce) async fn cancel_payment(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<(), CommerceError> {
        let Some(payment) = payment_of(order) else { return Ok(()) };
        let key = order_key(channel, &order.name, Step::CancelPayment, 1);
        match self.gateway.stripe.cancel_payment_intent(&key, &payment).await {
            Ok(_) => Ok(()),
            Err(Failure::Refused(_)) => self.reconcile(channel, order).await.map(drop),
            Err(cause) => Err(cause.into()),
        }
    }

    /// Sends the money of an order back.
    pub(in crate::commerce) async fn refund(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
    ) -> Result<(), CommerceError> {
        let Some(payment) = payment_of(order) else { return Ok(()) };
        let metadata = Metadata::new(&owner(channel)).with_order(&order.name, order.id);
        let new = NewRefund { payment_intent: &payment, amount: None, metadata: &metadata };
        // A refund after a failed one, or one that is asked for again, is another request.
        let number = match (order.payment.refund_failed(), order.payment.refunds_asked()) {
            (Cents(0), 0) => 1,
            (Cents(failed), asked) => short_hash(&format!("refund {asked} after {failed}")),
        };
        let key = order_key(channel, &order.name, Step::Refund, number);
        match self.gateway.stripe.create_refund(&key, &new).await {
            Ok(_) => self.reconcile(channel, order).await.map(drop),
            Err(Failure::Refused(refusal)) => {
                tracing::warn!(%refusal, order = %order.id, "payment provider refused a refund");
                self.reconcile(channel, order).await?;
                self.record_refused_refund(channel, order.id).await
            }
            Err(cause) => Err(cause.into()),
        }
    }

    /// Records that the money stays here, unless it has gone back in another way or is in dispute.
    async fn record_refused_refund(&self, channel: &Snapshot, id: OrderId) -> Result<(), CommerceError> {
        let Some(order) = self.store.order(channel.identity.id, id).await? else { return Ok(()) };
        match order.payment.refund() {
            Some(Refund::UnderWay) => self.record_fact(channel.identity.id, &order, Fact::RefundGivenUp).await,
            _ => Ok(()),
        }
    }

    /// Records the refunds of a charge. Read from their list, whose sums only grow: the charge itself says the same before a
    /// refund and after one that has failed.
    pub(super) async fn record_refunds(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        charge: &Charge,
    ) -> Result<(), CommerceError> {
        let Some(payment) = &charge.payment_intent else { return Ok(()) };
        let (mut sent, mut failed) = (Cents(0), Cents(0));
        let mut after = None;
        for _ in 0..MAX_PAGES {
            let page = self.gateway.stripe.refunds(payment, after.as_ref()).await?;
            for refund in &page.data {
                let Ok(amount) = refund.amount(order.payment.currency) else { continue };
                sent.0 += amount.0;
                if matches!(refund.status, Some(RefundStatus::Failed | RefundStatus::Canceled)) {
                    failed.0 += amount.0;
                }
            }
            match page.last() {
                Some(last) => after = Some(last.id.clone()),
                None => break,
            }
        }
        let id = channel.identity.id;
        if failed.0 > 0 {
            self.record_fact(id, order, Fact::RefundFailed { amount: failed }).await?;
        }
        if sent.0 > 0 {
            self.record_fact(id, order, Fact::Refunded { amount: sent }).await?;
        }
        Ok(())
    }

    /// Records the disputes of a charge.
    pub(super) async fn record_disputes(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        charge: &Charge,
    ) -> Result<(), CommerceError> {
        let mut after = None;
        for _ in 0..MAX_PAGES {
            let page = self.gateway.stripe.disputes(Created::since(charge.created), after.as_ref()).await?;
            for dispute in page.data.iter().filter(|dispute| dispute.charge.as_ref() == Some(&charge.id)) {
                if let Some(fact) = fact_of(dispute) {
                    self.record_fact(channel.identity.id, order, fact).await?;
                }
            }
            match page.last() {
                Some(last) => after = Some(last.id.clone()),
                None => break,
            }
        }
        Ok(())
    }
}

fn fact_of(dispute: &Dispute) -> Option<Fact> {
    match dispute.status {
        DisputeStatus::Won => Some(Fact::DisputeWon),
        DisputeStatus::Lost => Some(Fact::DisputeLost),
        DisputeStatus::NeedsResponse | DisputeStatus::UnderReview => Some(Fact::DisputeOpened),
        // A question of the bank: no money has moved.
        _ => None,
    }
}

fn payment_of(order: &StoredOrder) -> Option<PaymentIntentId> {
    order.payment_id.as_deref().and_then(|id| id.parse().ok())
}
