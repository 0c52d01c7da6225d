//! Coupons: the discount of an order. Codes and their rules are our own.

use domain::money::{Cents, Currency};
use serde::Deserialize;

use super::client::Client;
use super::currency;
use super::failure::Failure;
use super::form::Form;
use super::ids::CouponId;
use super::key::IdempotencyKey;
use super::metadata::Metadata;

#[derive(Clone, Debug, Deserialize)]
pub struct Coupon {
    pub id: CouponId,
}

/// A discount of one order: off its first invoice, good once.
pub struct NewCoupon<'a> {
    /// Made from the order, so that there is one for each.
    pub id: &'a CouponId,
    pub amount_off: Cents,
    pub currency: Currency,
    pub metadata: &'a Metadata,
}

impl Client {
    pub async fn ensure_coupon(&self, key: &IdempotencyKey, new: &NewCoupon<'_>) -> Result<Coupon, Failure> {
        let form = Form::new()
            .with("id", new.id)
            .with("amount_off", new.amount_off.0)
            .with("currency", currency::code(new.currency))
            .with("duration", "once")
            .with("max_redemptions", 1)
            .below("metadata", new.metadata.form());
        match self.post(key, "coupons", form).await {
            Err(Failure::Refused(refusal)) if refusal.code.as_deref() == Some("resource_already_exists") => {
                self.get(&format!("coupons/{}", new.id), Form::new()).await
            }
            outcome => outcome,
        }
    }
}
