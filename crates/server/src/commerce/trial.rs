//! Free trials. Nothing is paid, but the card that is charged afterwards has to be good: its bank may ask, and the trial
//! begins when it was answered.

use domain::account::{EmailKey, Member};
use domain::commerce::not_paid::NotPaid;
use domain::commerce::order::Fact;
use domain::commerce::trial::MailboxKey;
use payments::stripe::{
    Expandable, PaymentMethod, PaymentMethodId, SetupIntent, SetupIntentStatus, Step, Subscription,
};
use store::{StoredOrder, TrialKeys};

use super::charge::{PaymentAttempt, why};
use super::renewal::has_ended;
use super::{CommerceError, PurchaseError, Till, order_key, short_hash};
use crate::channels::snapshot::Snapshot;
use crate::http::error::{Error, Result};

/// What a trial is remembered by.
pub(super) fn trial_keys(member: &Member, card: &PaymentMethod) -> Result<TrialKeys> {
    let fingerprint = card.card.as_ref().and_then(|card| card.fingerprint.clone()).ok_or(PurchaseError::NoCard)?;
    let mailbox = EmailKey::of(&member.account.email).ok_or(Error::Internal)?;
    Ok(TrialKeys { mailbox: MailboxKey::of(&mailbox), card: fingerprint })
}

/// A card that nobody has tried to confirm yet.
pub(super) fn is_untried(setup: &SetupIntent) -> bool {
    matches!(setup.status, SetupIntentStatus::RequiresPaymentMethod | SetupIntentStatus::RequiresConfirmation)
        && setup.last_setup_error.is_none()
}

impl Till {
    /// What became of the card of a trial whose subscription the provider knows, noted.
    pub(super) async fn ask_trial(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        found: &Subscription,
    ) -> Result<Option<SetupIntent>, CommerceError> {
        let id = channel.identity.id;
        if has_ended(found) {
            self.record_fact(id, order, Fact::Canceled).await?;
            return Ok(None);
        }
        let setup = match &found.pending_setup_intent {
            // There is no more to confirm.
            None => {
                self.record_fact(id, order, Fact::NothingDue).await?;
                return Ok(None);
            }
            Some(Expandable::Id(setup)) => self.0.stripe.setup_intent(setup).await?,
            Some(Expandable::Object(setup)) => SetupIntent::clone(setup),
        };
        self.note_setup(channel, order, &setup).await?;
        Ok(Some(setup))
    }

    /// Goes on with a subscription that was just made for a trial.
    pub(super) async fn begin_trial(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        made: &Subscription,
        card: &PaymentMethodId,
    ) -> Result<Option<PaymentAttempt>> {
        match self.ask_trial(channel, order, made).await? {
            Some(setup) if is_untried(&setup) => self.confirm_card(channel, order, &setup, card).await.map(Some),
            setup => Ok(setup.map(PaymentAttempt::Card)),
        }
    }

    /// Asks the bank whether the card may be charged when the trial is over.
    pub(super) async fn confirm_card(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        setup: &SetupIntent,
        card: &PaymentMethodId,
    ) -> Result<PaymentAttempt> {
        let back = self.return_url(channel, order);
        let key = order_key(channel, &order.name, Step::ConfirmSetup, short_hash(card.as_str()));
        let confirmed = match self.0.stripe.confirm_setup_intent(&key, &setup.id, card, &back).await {
            Ok(confirmed) => confirmed,
            Err(cause) => return self.refused(channel, order, card, cause).await,
        };
        self.note_setup(channel, order, &confirmed).await?;
        if confirmed.status == SetupIntentStatus::RequiresPaymentMethod {
            let why = confirmed.last_setup_error.as_ref().map_or(NotPaid::Declined, why);
            return Err(PurchaseError::Declined(why, channel.profile.language).into());
        }
        Ok(PaymentAttempt::Card(confirmed))
    }

    async fn note_setup(
        &self,
        channel: &Snapshot,
        order: &StoredOrder,
        setup: &SetupIntent,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let fact = match (&setup.status, &setup.last_setup_error) {
            (SetupIntentStatus::Succeeded, _) => Fact::NothingDue,
            (SetupIntentStatus::RequiresAction, _) => Fact::RequiresAction,
            (SetupIntentStatus::Processing, _) => Fact::Processing,
            (SetupIntentStatus::Canceled, _) => Fact::Canceled,
            (SetupIntentStatus::RequiresPaymentMethod, Some(cause)) => {
                self.0.store.note_not_paid(id, order.id, why(cause)).await?;
                Fact::Failed
            }
            _ => return Ok(()),
        };
        self.record_fact(id, order, fact).await
    }
}
