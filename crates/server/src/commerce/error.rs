//! Errors of selling: those that the buyer reads, and those of the provider and the database.

use domain::commerce::coupon::WrongPromoCode;
use domain::commerce::item;
use domain::commerce::not_paid::NotPaid;
use domain::commerce::trial::NoTrial;
use domain::money::{Cents, Currency};
use payments::stripe::Failure;

use crate::http::error::Error;
use crate::http::problem::{FieldCode, Reason};
use crate::http::refusal::{NewPrice, Refusal};

/// Why something is not sold, or was not paid: for the buyer to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PurchaseError {
    #[error(transparent)]
    Item(#[from] item::ItemError),
    #[error(transparent)]
    PromoCode(#[from] WrongPromoCode),
    #[error(transparent)]
    Trial(#[from] NoTrial),
    #[error("Please select one of your saved cards or enter new one")]
    NoCard,
    #[error(transparent)]
    Declined(NotPaid),
    #[error("This key was used for something else")]
    KeyTaken,
    #[error("A payment for this is under way: please wait until it is decided")]
    UnderWay,
    #[error("The price has changed. Nothing was charged: look at the new one, and pay if you agree")]
    PriceChanged { total: Cents, currency: Currency },
    #[error("Nothing is for sale here at the moment")]
    Closed,
    #[error("This is not a subscription that renews")]
    NoRenewal,
}

impl Refusal for PurchaseError {
    fn code(&self) -> &'static str {
        match self {
            Self::Item(refusal) => refusal.code(),
            Self::PromoCode(_) => WrongPromoCode::CODE,
            Self::Trial(refusal) => refusal.code(),
            Self::NoCard => "card_not_selected",
            Self::Declined(_) => "card_declined",
            Self::KeyTaken => "key_taken",
            Self::UnderWay => "payment_under_way",
            Self::PriceChanged { .. } => "price_changed",
            Self::Closed => "not_for_sale",
            Self::NoRenewal => "no_renewal",
        }
    }

    fn problem(&self) -> Option<(&'static str, Reason)> {
        match self {
            Self::Item(_)
            | Self::UnderWay
            | Self::Trial(_)
            | Self::NoRenewal
            | Self::PriceChanged { .. }
            | Self::Closed => None,
            Self::PromoCode(_) => Some(("coupon", FieldCode::WrongPromoCode.into())),
            Self::NoCard => Some(("payment_method", FieldCode::CardRequired.into())),
            Self::Declined(why) => Some(("payment_method", (*why).into())),
            Self::KeyTaken => Some(("idempotency_key", FieldCode::KeyUsed.into())),
        }
    }

    fn new_price(&self) -> Option<NewPrice> {
        match self {
            Self::PriceChanged { total, currency } => Some(NewPrice { total: total.decimal(), currency: *currency }),
            _ => None,
        }
    }
}

/// Why the state of a payment could not be read or recorded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommerceError {
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("the payment provider: {0}")]
    Provider(#[from] Failure),
}

impl CommerceError {
    /// Whether it concerns one object alone, so that others can be asked about.
    fn is_of_one(&self) -> bool {
        matches!(self, Self::Provider(Failure::Refused(_)) | Self::Store(store::Error::Conflict(_)))
    }

    /// Lets a round of the sweep continue after an error that concerns one object alone.
    pub(super) fn skip_one(outcome: Result<(), Self>) -> Result<(), Self> {
        match outcome {
            Err(cause) if cause.is_of_one() => {
                tracing::warn!(%cause, "sweep skipped one object");
                Ok(())
            }
            outcome => outcome,
        }
    }
}

impl From<CommerceError> for Error {
    fn from(error: CommerceError) -> Self {
        match error {
            CommerceError::Store(cause) => cause.into(),
            CommerceError::Provider(cause) => {
                tracing::warn!(%cause, "payment provider request failed");
                Self::Provider
            }
        }
    }
}
