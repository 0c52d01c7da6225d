//! Somebody left the page of their bank, and takes another card.

use domain::commerce::order::{Fact, Occasion, State};
use domain::ids::AccountId;
use payments::stripe::{Failure, PaymentIntentStatus, PaymentMethodId, RefusalKind};
use store::{StoredOrder, TrialKeys};

use super::buy::Purchase;
use super::cards::card_summary;
use super::charge::{PaymentAttempt, PaymentSource, refused_card};
use super::{PurchaseError, Till};
use crate::channels::snapshot::Snapshot;
use crate::http::error::Result;

impl PaymentAttempt {
    /// Whether a payment waits for the bank of another card than this.
    pub(super) fn waits_for_another(&self, card: &PaymentMethodId) -> bool {
        match self {
            Self::Payment(payment) => {
                payment.status == PaymentIntentStatus::RequiresAction
                    && payment.payment_method.as_ref().is_some_and(|first| first != card)
            }
            // A trial with another card is another order.
            Self::Card(_) => false,
        }
    }
}

impl Till {
    /// Tries the same payment with another card: it is paid once, by whichever is good first. From now on the order is this
    /// purchase's: found by its key, and its bank leads back to where its buyer is now.
    pub(super) async fn change_card(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        account: AccountId,
        waiting: PaymentAttempt,
        means: &PaymentSource<'_>,
        purchase: &Purchase,
    ) -> Result<PaymentAttempt> {
        let PaymentAttempt::Payment(payment) = &waiting else { return Ok(waiting) };
        let card = self.read_card(channel, account, means.card).await?;
        let is_renewed = order.subscription.is_some();
        if is_renewed {
            self.attach(channel, account, means.customer, &card, means.save_card, Some(order.id)).await?;
        }
        let card_summary = card.card.as_ref().and_then(|card| card_summary(Some(&card.brand), Some(&card.last4)));
        let host = Some(purchase.site.host().to_owned());
        let order = StoredOrder { card: card_summary.clone(), host: host.clone(), ..order.clone() };
        let key = purchase.kept_key().map(|key| (key, purchase.wish()));
        self.0.store.pay_otherwise(channel.identity.id, order.id, key, card_summary, host).await?;
        let save_card = (!is_renewed).then_some(means.save_card);
        self.confirm(channel, &order, payment, means.card, save_card).await
    }

    /// What follows from a try that was not done. One that is not possible any more may be another tab's doing, which was
    /// faster: then things are as that has left them.
    pub(super) async fn refused(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        card: &PaymentMethodId,
        cause: Failure,
    ) -> Result<PaymentAttempt> {
        let is_impossible = cause.refusal().is_some_and(|refusal| refusal.kind == RefusalKind::Invalid);
        if is_impossible && let Some(tried) = self.reconcile(channel, order).await? {
            // The page of the first card is still good.
            if tried.waits_for_another(card) {
                return Err(refused_card(channel, cause));
            }
            if !tried.is_untried() {
                return Ok(tried);
            }
        }
        self.failed(channel, order, cause).await.map(|never| match never {})
    }

    /// Gives up a trial that waits for another card: each card has one trial, and is looked at when an order begins.
    pub(super) async fn gave_up_trial(
        &self,
        channel: &Snapshot,
        before: &StoredOrder,
        keys: Option<&TrialKeys>,
    ) -> Result<bool> {
        let id = channel.identity.id;
        let is_waiting = before.payment.occasion == Occasion::Trial && before.state().is_undecided();
        let Some(keys) = keys.filter(|_| is_waiting) else { return Ok(false) };
        if self.0.store.trial_card(id, before.id).await?.is_none_or(|card| card == keys.card) {
            return Ok(false);
        }
        self.reconcile(channel, before).await?;
        self.record_fact(id, before, Fact::Abandoned).await?;
        let state = self.0.store.order(id, before.id).await?.map(|order| order.state());
        if state.is_some_and(State::is_undecided) {
            return Err(PurchaseError::UnderWay.into());
        }
        Ok(state == Some(State::Failed))
    }
}
