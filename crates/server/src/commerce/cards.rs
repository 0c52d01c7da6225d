//! Cards that a member has saved at the provider, and the provider's own page for them.

use domain::ids::AccountId;
use payments::stripe::{CustomerId, PaymentMethod, PaymentMethodId, SetupIntent, Step};
use store::PaidBy;

use super::charge::refused_card;
use super::{CommerceError, PurchaseError, Till, account_key, metadata, short_hash};
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::error::{Error, Result};

pub(crate) struct SavedCard {
    pub(crate) id: String,
    pub(crate) brand: String,
    pub(crate) last4: String,
    pub(crate) exp_month: u8,
    pub(crate) exp_year: u16,
    pub(crate) is_default: bool,
}

/// What is kept of a card: its brand and last four digits, and nothing that does not look like them.
pub(super) fn card_summary(brand: Option<&str>, last4: Option<&str>) -> Option<PaidBy> {
    let is_brand = |brand: &&str| (1..=20).contains(&brand.len()) && brand.bytes().all(|byte| !byte.is_ascii_digit());
    let is_last4 = |last4: &&str| last4.len() == 4 && last4.bytes().all(|byte| byte.is_ascii_digit());
    let (brand, last4) = brand.filter(is_brand).zip(last4.filter(is_last4))?;
    Some(PaidBy { brand: brand.to_owned(), last4: last4.to_owned() })
}

impl Till {
    /// A card that somebody wants to pay with, if it is nobody else's.
    pub(super) async fn read_card(
        &self,
        channel: &Snapshot,
        account: AccountId,
        card: &PaymentMethodId,
    ) -> Result<PaymentMethod> {
        let found = self.0.stripe.payment_method(card).await.map_err(|cause| refused_card(channel, cause))?;
        if found.customer.is_some() && found.customer != self.known_customer(channel, account).await? {
            return Err(PurchaseError::NoCard.into());
        }
        Ok(found)
    }

    /// The first page of them: nobody has a hundred cards. Those that were not asked to be kept are not among them.
    pub(crate) async fn saved_cards(&self, channel: &Snapshot, account: AccountId) -> Result<Vec<SavedCard>> {
        if self.closed().is_some() {
            return Ok(vec![]);
        }
        let Some(customer) = self.known_customer(channel, account).await? else { return Ok(vec![]) };
        let stripe = &self.0.stripe;
        let usual = stripe.customer(&customer).await.map_err(CommerceError::from)?;
        let cards = stripe.payment_methods(&customer, None).await.map_err(CommerceError::from)?.data;
        let unsaved = self.0.store.unsaved_cards(channel.identity.id, account, self.account().await?).await?;
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

    /// Begins to save a card without a payment.
    pub(crate) async fn begin_card(&self, channel: &Snapshot, account: AccountId) -> Result<SetupIntent> {
        self.is_open()?;
        let customer = self.customer(channel, account).await?;
        let key = account_key(channel, account, Step::CreateSetup, short_hash(&now().0.to_string()));
        let buyer = self.buyer(channel, account).await?;
        let made = self.0.stripe.create_setup_intent(&key, &customer, &metadata(channel, &buyer.account)).await;
        Ok(made.map_err(CommerceError::from)?)
    }

    /// Forgets a card, if it is the member's.
    pub(crate) async fn remove_card(&self, channel: &Snapshot, account: AccountId, card: &str) -> Result<()> {
        self.is_open()?;
        let missing = || Error::NotFound("card");
        let card: PaymentMethodId = card.parse().map_err(|_| missing())?;
        let customer = self.known_customer(channel, account).await?.ok_or_else(missing)?;
        let found = match self.0.stripe.payment_method(&card).await {
            Err(cause) if cause.is_not_found() => return Err(missing()),
            found => found.map_err(CommerceError::from)?,
        };
        if found.customer != Some(customer) {
            return Err(missing());
        }
        let key = account_key(channel, account, Step::DetachCard, short_hash(card.as_str()));
        self.0.stripe.detach_payment_method(&key, &card).await.map_err(CommerceError::from)?;
        Ok(())
    }

    /// The provider's page for cards, invoices and subscriptions. It leads back to a path of the host where they are.
    pub(crate) async fn portal(
        &self,
        channel: &Snapshot,
        account: AccountId,
        site: &Site,
        back: &str,
    ) -> Result<String> {
        self.is_open()?;
        let customer = self.customer(channel, account).await?;
        let key = account_key(channel, account, Step::OpenPortal, short_hash(&now().0.to_string()));
        let back = site.url(back);
        let opened = self.0.stripe.create_portal_session(&key, &customer, &back).await.map_err(CommerceError::from)?;
        Ok(self.for_browsers(site, opened.url.expose()))
    }

    async fn known_customer(&self, channel: &Snapshot, account: AccountId) -> Result<Option<CustomerId>> {
        let known = self.0.store.customer(channel.identity.id, account, self.account().await?).await?;
        Ok(known.and_then(|name| name.parse().ok()))
    }
}
