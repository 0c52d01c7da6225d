//! Why something is not sold, or was not paid. All of these are for the buyer to read.

use domain::channel::Language;
use domain::commerce::coupon::WrongPromoCode;
use domain::commerce::item;
use domain::commerce::not_paid::NotPaid;
use domain::commerce::trial::NoTrial;
use domain::money::{Cents, Currency};

use crate::http::refusal::{NewPrice, Refusal};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PurchaseError {
    #[error(transparent)]
    Item(#[from] item::Refusal),
    #[error(transparent)]
    PromoCode(#[from] WrongPromoCode),
    #[error(transparent)]
    Trial(#[from] NoTrial),
    #[error("Please select one of your saved cards or enter new one")]
    NoCard,
    #[error("{}", .0.words(*.1))]
    Declined(NotPaid, Language),
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
            Self::Declined(..) => "card_declined",
            Self::KeyTaken => "key_taken",
            Self::UnderWay => "payment_under_way",
            Self::PriceChanged { .. } => "price_changed",
            Self::Closed => "not_for_sale",
            Self::NoRenewal => "no_renewal",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::Item(_)
            | Self::UnderWay
            | Self::Trial(_)
            | Self::NoRenewal
            | Self::PriceChanged { .. }
            | Self::Closed => None,
            Self::PromoCode(_) => Some("coupon"),
            Self::NoCard | Self::Declined(..) => Some("payment_method"),
            Self::KeyTaken => Some("idempotency_key"),
        }
    }

    fn new_price(&self) -> Option<NewPrice> {
        match self {
            Self::PriceChanged { total, currency } => Some(NewPrice { total: total.decimal(), currency: *currency }),
            _ => None,
        }
    }
}
