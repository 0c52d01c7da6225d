//! Promo codes. Every problem with a code gives the same error.

use serde::{Deserialize, Serialize};

use crate::commerce::item::Cart;
use crate::ids::{CouponId, PassId};
use crate::money::Cents;
use crate::time::Timestamp;

/// The longest code that is looked for.
const MAX_LENGTH: usize = 64;

/// A code as coupons are found by: case and spaces do not count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CouponCode(String);

impl CouponCode {
    /// Nothing when the text cannot be a code.
    pub fn of(typed: &str) -> Option<Self> {
        // Capital letters last: some letters become several.
        let code: String =
            typed.chars().filter(|sign| !sign.is_whitespace()).take(MAX_LENGTH + 1).collect::<String>().to_uppercase();
        let fits = (1..=MAX_LENGTH).contains(&code.len()) && !code.chars().any(char::is_control);
        fits.then_some(Self(code))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What is taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Off {
    /// Of a hundred.
    Percent(u8),
    Amount(Cents),
}

/// A promo code's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coupon {
    pub id: CouponId,
    pub code: CouponCode,
    pub off: Off,
    /// What it is for; everything when empty.
    pub passes: Vec<PassId>,
    pub starts_at: Option<Timestamp>,
    pub ends_at: Option<Timestamp>,
    /// How often it can be used by all, and by one person.
    pub limit: Option<u32>,
    pub limit_per_user: Option<u32>,
}

/// How often it was used, or is about to be by an order that is not decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub in_all: u64,
    pub by_user: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Wrong promo code")]
pub struct WrongPromoCode;

impl WrongPromoCode {
    pub const CODE: &'static str = "wrong_promo_code";
}

impl Coupon {
    pub fn is_for(&self, pass: PassId) -> bool {
        self.passes.is_empty() || self.passes.contains(&pass)
    }

    fn is_good(&self, now: Timestamp) -> bool {
        self.starts_at.is_none_or(|start| start <= now) && self.ends_at.is_none_or(|end| now < end)
    }

    /// Whether there is room for one more use.
    pub fn has_room(&self, uses: Uses) -> bool {
        let below = |limit: Option<u32>, used: u64| limit.is_none_or(|limit| used < u64::from(limit));
        below(self.limit, uses.in_all) && below(self.limit_per_user, uses.by_user)
    }
}

/// The coupon of a code, if it takes something off this cart for this user now. `found` is nothing for a code that
/// nobody gave out.
pub fn check<'c>(
    found: Option<&'c Coupon>,
    cart: &Cart<'_>,
    uses: Uses,
    now: Timestamp,
) -> Result<&'c Coupon, WrongPromoCode> {
    let fits = |coupon: &&Coupon| {
        coupon.is_good(now) && coupon.has_room(uses) && cart.lines().iter().any(|line| coupon.is_for(line.pass.id))
    };
    found.filter(fits).ok_or(WrongPromoCode)
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::commerce::price::tests::cart_of;
    use crate::pass::tests::pass;

    pub(crate) fn coupon(off: Off) -> Coupon {
        Coupon {
            id: CouponId(1),
            code: CouponCode::of("WELCOME10").unwrap(),
            off,
            passes: Vec::new(),
            starts_at: Some(Timestamp(100)),
            ends_at: Some(Timestamp(200)),
            limit: Some(5),
            limit_per_user: Some(1),
        }
    }

    /// T14: unknown, too early, too late, used up, used by this person, for something else: one answer.
    #[test]
    fn unusable_coupons_get_the_same_error() {
        let passes = [pass(1, &[1])];
        let cart = cart_of(&passes);
        let good = coupon(Off::Percent(10));
        let with = |coupon: Option<&Coupon>, in_all, by_user, now| {
            check(coupon, &cart, Uses { in_all, by_user }, Timestamp(now)).map(|coupon| coupon.id)
        };
        assert_eq!(with(Some(&good), 4, 0, 100), Ok(good.id));
        let elsewhere = Coupon { passes: vec![PassId(9)], ..good.clone() };
        let wrong = [
            with(None, 0, 0, 150),
            with(Some(&good), 0, 0, 99),
            with(Some(&good), 0, 0, 200),
            with(Some(&good), 5, 0, 150),
            with(Some(&good), 1, 1, 150),
            with(Some(&elsewhere), 0, 0, 150),
        ];
        assert_eq!(wrong, [Err(WrongPromoCode); 6]);
        assert_eq!(WrongPromoCode.to_string(), "Wrong promo code");
        let open = Coupon { starts_at: None, ends_at: None, limit: None, limit_per_user: None, ..good };
        assert_eq!(with(Some(&open), u64::MAX, u64::MAX, i64::MAX), Ok(open.id));
    }

    #[test]
    fn codes_are_the_same_in_every_spelling() {
        let code = |typed| CouponCode::of(typed).map(|code| code.as_str().to_owned());
        assert_eq!(code(" welcome 10\n").as_deref(), Some("WELCOME10"));
        assert_eq!([code(""), code("  "), code("a\0b"), code(&"a".repeat(65))], [None, None, None, None]);
    }

    proptest! {
        #[test]
        fn coupon_code_is_idempotent(typed in "\\PC{0,70}") {
            if let Some(code) = CouponCode::of(&typed) {
                prop_assert_eq!(CouponCode::of(code.as_str()), Some(code));
            }
        }
    }
}
