//! Cards that nobody asked to keep. What is charged again needs its card to be the customer's own; when nothing needs it any
//! more, the provider lets it go.

use std::collections::BTreeSet;

use domain::ids::{AccountId, ChannelId, OrderId};
use domain::time::Timestamp;
use payments::stripe::{CustomerId, PaymentMethod, PaymentMethodId, Step};
use store::{StoredOrder, StoredSubscription, UnsavedCard};

use super::charge::refused_card;
use super::renewal::has_ended;
use super::sweep::passed_over;
use super::{CommerceError, Till, account_key, short_hash};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::error::Result;

/// No purchase is between taking a card and beginning its order for longer.
const IN_SALE: i64 = 2 * Timestamp::MINUTE;
/// What is needed is looked at again then; the end of what needs it has it looked at before.
const LATER: i64 = Timestamp::HOUR;
/// Of each channel in one round.
const MOST: u64 = 50;

impl Till {
    /// A card becomes the customer's own, so that it can be charged again: for good when it is to be saved, and otherwise
    /// for as long as it is needed. `order` where it is begun.
    pub(super) async fn attach(
        &self,
        channel: &Snapshot,
        account: AccountId,
        customer: &CustomerId,
        card: &PaymentMethod,
        is_saved: bool,
        order: Option<OrderId>,
    ) -> Result<()> {
        let id = channel.identity.id;
        if is_saved {
            self.0.store.forget_unsaved_card(id, card.id.to_string()).await?;
        }
        if card.customer.as_ref() == Some(customer) {
            return Ok(());
        }
        if !is_saved {
            // First, so that it is known whatever happens in between.
            let (customer, card) = (customer.to_string(), card.id.to_string());
            let provider_account = Some(self.account().await?.to_owned());
            let look_at = now().plus(IN_SALE);
            let new = UnsavedCard { account, customer, card, order, look_at, provider_account };
            self.0.store.note_unsaved_card(id, new).await?;
        }
        let key = account_key(channel, account, Step::AttachCard, short_hash(card.id.as_str()));
        let attached = self.0.stripe.attach_payment_method(&key, &card.id, customer).await;
        attached.map_err(|cause| refused_card(channel, cause))?;
        Ok(())
    }

    /// Lets go of the account's cards that nothing needs. `given_up` is one whose purchase has just failed. What does not
    /// work is left to the sweep.
    pub(super) async fn let_go_of_cards(
        &self,
        channel: &Snapshot,
        account: AccountId,
        given_up: Option<&PaymentMethodId>,
    ) {
        if let Err(cause) = self.let_go(channel, account, given_up).await {
            tracing::warn!(%cause, %account, "cards that nobody asked to keep are let go of later");
        }
    }

    /// An order is decided: of the cards that were taken for it one at most is needed.
    pub(super) async fn cards_may_be_free(&self, channel: ChannelId, order: &StoredOrder, account: AccountId) {
        let is_decided = order.subscription.is_some() && !order.state().is_undecided();
        if let Some(channel) = self.0.channels.by_id(channel).filter(|_| is_decided) {
            self.let_go_of_cards(&channel, account, None).await;
        }
    }

    async fn let_go(
        &self,
        channel: &Snapshot,
        account: AccountId,
        given_up: Option<&PaymentMethodId>,
    ) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let noted = self.0.store.unsaved_cards(id, account, self.account().await?).await?;
        if noted.is_empty() {
            return Ok(());
        }
        let needed = self.cards_in_use(channel, account).await?;
        for found in &noted {
            let Ok(card) = found.card.parse::<PaymentMethodId>() else { continue };
            // Somebody may be about to begin an order with it.
            let is_in_sale = found.order.is_none() && given_up != Some(&card) && found.look_at > now();
            if needed.as_ref().is_none_or(|needed| needed.contains(&found.card)) || is_in_sale {
                continue;
            }
            let key = account_key(channel, account, Step::DetachCard, short_hash(card.as_str()));
            match self.0.stripe.detach_payment_method(&key, &card).await {
                // It was never the customer's, or is not any more.
                Err(cause) if cause.refusal().is_none() => return Err(cause.into()),
                _ => self.0.store.forget_unsaved_card(id, found.card.clone()).await?,
            }
        }
        Ok(())
    }

    /// The cards that the account's subscriptions are charged to; none while that is not known.
    async fn cards_in_use(
        &self,
        channel: &Snapshot,
        account: AccountId,
    ) -> Result<Option<BTreeSet<String>>, CommerceError> {
        let id = channel.identity.id;
        if self.0.store.has_open_subscription(id, account).await? {
            return Ok(None);
        }
        let mut needed = BTreeSet::new();
        let subscriptions = self.0.store.subscriptions_of(id, account).await?;
        let at = self.account().await?;
        let is_here = |stored: &&StoredSubscription| stored.provider_account.as_deref().is_none_or(|own| own == at);
        for stored in subscriptions.iter().filter(is_here).filter(|stored| stored.known.ended_at.is_none()) {
            let Some(name) = stored.provider_id.as_deref().and_then(|name| name.parse().ok()) else { return Ok(None) };
            let found = match self.0.stripe.subscription(&name).await {
                Err(cause) if cause.is_not_found() => continue,
                found => found?,
            };
            if has_ended(&found) {
                continue;
            }
            // Without one of its own it is charged to whichever its customer has.
            let Some(card) = found.default_payment_method else { return Ok(None) };
            needed.insert(card.to_string());
        }
        Ok(Some(needed))
    }

    /// Lets go of what was left behind, whatever stopped those who took it.
    pub(super) async fn sweep_cards(&self, channel: &Snapshot) -> Result<(), CommerceError> {
        let id = channel.identity.id;
        let due = self.0.store.due_unsaved_cards(id, self.account().await?, now(), MOST).await?;
        let accounts: BTreeSet<_> = due.iter().map(|card| card.account).collect();
        for account in accounts {
            passed_over(self.let_go(channel, account, None).await)?;
            self.0.store.look_at_unsaved_cards(id, account, now().plus(LATER), now()).await?;
        }
        Ok(())
    }
}
