//! Cards at the provider: those that a member has saved, and those that are attached for a recurring charge.

use domain::ids::{AccountId, OrderId};
use domain::time::Timestamp;
use payments::stripe::{CustomerId, PaymentMethod, PaymentMethodId, SetupIntent, Step};
use store::UnsavedCard;

use super::Checkout;
use super::payment::refused_card;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::commerce::CommerceError;
use crate::commerce::gateway::{account_key, metadata, short_hash};
use crate::http::error::{Error, Result};

/// No purchase takes longer from attaching its card to beginning its order.
const ATTACH_TIMEOUT: i64 = 2 * Timestamp::MINUTE;

pub(crate) struct SavedCard {
    pub(crate) id: String,
    pub(crate) brand: String,
    pub(crate) last4: String,
    pub(crate) exp_month: u8,
    pub(crate) exp_year: u16,
    pub(crate) is_default: bool,
}

impl Checkout {
    /// The member's saved cards, at most a hundred. Cards that are only attached are not among them.
    pub(crate) async fn saved_cards(&self, channel: &Snapshot, account: AccountId) -> Result<Vec<SavedCard>> {
        if self.gateway.closed().is_some() {
            return Ok(vec![]);
        }
        let Some(customer) = self.gateway.known_customer(channel, account).await? else { return Ok(vec![]) };
        let stripe = &self.gateway.stripe;
        let usual = stripe.customer(&customer).await.map_err(CommerceError::from)?;
        let cards = stripe.payment_methods(&customer, None).await.map_err(CommerceError::from)?.data;
        let unsaved = self.store.unsaved_cards(channel.identity.id, account, self.gateway.account().await?).await?;
        let is_saved = |method: &PaymentMethod| unsaved.iter().all(|noted| noted.card != method.id.as_str());
        let saved = cards.into_iter().filter(is_saved).filter_map(|method| {
            let card = method.card?;
            Some(SavedCard {
                is_default: usual.default_payment_method() == Some(&method.id),
                id: method.id.to_string(),
                brand: card.brand,
                last4: card.last4,
                exp_month: card.exp_month,
                exp_year: card.exp_year,
            })
        });
        Ok(saved.collect())
    }

    /// Creates what the browser saves a card with, without a payment.
    pub(crate) async fn begin_card(&self, channel: &Snapshot, account: AccountId) -> Result<SetupIntent> {
        self.gateway.require_open()?;
        let customer = self.gateway.customer(channel, account).await?;
        let key = account_key(channel, account, Step::CreateSetup, short_hash(&self.clock.now().0.to_string()));
        let buyer = self.gateway.buyer(channel, account).await?;
        let made = self.gateway.stripe.create_setup_intent(&key, &customer, &metadata(channel, &buyer.account)).await;
        Ok(made.map_err(CommerceError::from)?)
    }

    /// Detaches a card, if it is the member's.
    pub(crate) async fn remove_card(&self, channel: &Snapshot, account: AccountId, card: &str) -> Result<()> {
        self.gateway.require_open()?;
        let missing = || Error::NotFound("card");
        let card: PaymentMethodId = card.parse().map_err(|_| missing())?;
        let customer = self.gateway.known_customer(channel, account).await?.ok_or_else(missing)?;
        let found = match self.gateway.stripe.payment_method(&card).await {
            Err(cause) if cause.is_not_found() => return Err(missing()),
            found => found.map_err(CommerceError::from)?,
        };
        if found.customer != Some(customer) {
            return Err(missing());
        }
        let key = account_key(channel, account, Step::DetachCard, short_hash(card.as_str()));
        self.gateway.stripe.detach_payment_method(&key, &card).await.map_err(CommerceError::from)?;
        Ok(())
    }

    /// The address of the provider's page for cards, invoices and subscriptions. It leads back to a path of the visitor's host.
    pub(crate) async fn portal(
        &self,
        channel: &Snapshot,
        account: AccountId,
        site: &Site,
        back: &str,
    ) -> Result<String> {
        self.gateway.require_open()?;
        let customer = self.gateway.customer(channel, account).await?;
        let key = account_key(channel, account, Step::OpenPortal, short_hash(&self.clock.now().0.to_string()));
        let back = site.url(back);
        let opened =
            self.gateway.stripe.create_portal_session(&key, &customer, &back).await.map_err(CommerceError::from)?;
        Ok(self.gateway.for_browsers(site, opened.url.expose()))
    }

    /// Attaches a card to the customer, so that it can be charged again: for good when it is to be saved, and otherwise for as
    /// long as it is needed. `order` where it is begun.
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
            self.store.unsaved_card_forget(id, card.id.to_string()).await?;
        }
        if card.customer.as_ref() == Some(customer) {
            return Ok(());
        }
        if !is_saved {
            // Stored first, so that the card is known even if the process stops in between.
            let (customer, card) = (customer.to_string(), card.id.to_string());
            let provider_account = Some(self.gateway.account().await?.to_owned());
            let look_at = self.clock.now().plus(ATTACH_TIMEOUT);
            let new = UnsavedCard { account, customer, card, order, look_at, provider_account };
            self.store.unsaved_card_note(id, new).await?;
        }
        let key = account_key(channel, account, Step::AttachCard, short_hash(card.id.as_str()));
        let attached = self.gateway.stripe.attach_payment_method(&key, &card.id, customer).await;
        attached.map_err(refused_card)?;
        Ok(())
    }
}
