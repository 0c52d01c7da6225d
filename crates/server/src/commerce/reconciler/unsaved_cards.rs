//! Cards that were attached without being saved. A recurring charge needs its card to be attached to the customer; when
//! nothing needs the card any more, it is detached.

use std::collections::BTreeSet;

use domain::ids::AccountId;
use domain::time::Timestamp;
use payments::stripe::{PaymentMethodId, Step};
use store::StoredSubscription;

use super::Reconciler;
use crate::channels::snapshot::Snapshot;
use crate::commerce::CommerceError;
use crate::commerce::gateway::{account_key, short_hash};

/// A card in use is looked at again then; the end of its subscription looks at it before.
const NEXT_LOOK: i64 = Timestamp::HOUR;
/// Of each channel in one round.
const MAX_CARDS: u64 = 50;

impl Reconciler {
    /// Detaches the account's cards that nothing needs. `given_up` is a card whose purchase has just failed. The sweep
    /// repeats what fails.
    pub(in crate::commerce) async fn detach_unneeded_cards(
        &self,
        channel: &Snapshot,
        account: AccountId,
        given_up: Option<&PaymentMethodId>,
    ) {
        if let Err(cause) = self.detach_cards(channel, account, given_up).await {
            tracing::warn!(%cause, %account, "detaching unsaved cards failed, the sweep will retry");
        }
    }

    async fn detach_cards(
        &self,
        channel: &Snapshot,
        account: AccountId,
        given_up: Option<&PaymentMethodId>,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let noted = self.store.unsaved_cards(id, account, self.gateway.account().await?).await?;
        if noted.is_empty() {
            return Ok(());
        }
        let needed = self.cards_in_use(channel, account).await?;
        for found in &noted {
            let Ok(card) = found.card.parse::<PaymentMethodId>() else { continue };
            // A purchase may be about to begin its order with it.
            let is_in_sale = found.order.is_none() && given_up != Some(&card) && found.look_at > self.clock.now();
            if needed.as_ref().is_none_or(|needed| needed.contains(&found.card)) || is_in_sale {
                continue;
            }
            let key = account_key(channel, account, Step::DetachCard, short_hash(card.as_str()));
            match self.gateway.stripe.detach_payment_method(&key, &card).await {
                Err(cause) if cause.refusal().is_none() => return Err(cause.into()),
                // Done, or refused: it was never attached, or is not any more.
                _ => self.store.unsaved_card_forget(id, found.card.clone()).await?,
            }
        }
        Ok(())
    }

    /// The cards that the account's subscriptions are charged to; none while they are not known.
    async fn cards_in_use(
        &self,
        channel: &Snapshot,
        account: AccountId,
    ) -> Result<Option<BTreeSet<String>>, CommerceError> {
        let id = channel.identity.id;
        if self.store.subscription_is_open(id, account).await? {
            return Ok(None);
        }
        let mut needed = BTreeSet::new();
        let subscriptions = self.store.subscriptions_of(id, account).await?;
        let at = self.gateway.account().await?;
        let is_here = |stored: &&StoredSubscription| stored.provider_account.as_deref().is_none_or(|own| own == at);
        for stored in subscriptions.iter().filter(is_here).filter(|stored| stored.known.ended_at.is_none()) {
            let Some(name) = stored.provider_id.as_deref().and_then(|name| name.parse().ok()) else { return Ok(None) };
            let found = match self.gateway.stripe.subscription(&name).await {
                Err(cause) if cause.is_not_found() => continue,
                found => found?,
            };
            if found.has_ended() {
                continue;
            }
            // Without a card of its own it is charged to any card of its customer.
            let Some(card) = found.default_payment_method else { return Ok(None) };
            needed.insert(card.to_string());
        }
        Ok(Some(needed))
    }

    /// Detaches cards that an interrupted purchase left behind.
    pub(in crate::commerce) async fn sweep_cards(&self, channel: &Snapshot) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let due = self.store.unsaved_cards_due(id, self.gateway.account().await?, self.clock.now(), MAX_CARDS).await?;
        let accounts: BTreeSet<_> = due.iter().map(|card| card.account).collect();
        for account in accounts {
            CommerceError::skip_one(self.detach_cards(channel, account, None).await)?;
            self.store.unsaved_cards_look_at(id, account, self.clock.now().plus(NEXT_LOOK), self.clock.now()).await?;
        }
        Ok(())
    }
}
