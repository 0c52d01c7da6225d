//! Amounts of the provider: an integer and its currency. A reader names the currency that it expects.

use domain::money::{Cents, Currency};
use serde::Deserialize;

/// The currency of an object, which may be none of ours.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Denomination(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the amount is not in the expected currency")]
pub struct OtherCurrency;

impl Denomination {
    pub fn is(&self, currency: Currency) -> bool {
        self.0.eq_ignore_ascii_case(code(currency))
    }

    pub(super) fn check(&self, amount: i64, expected: Currency) -> Result<Cents, OtherCurrency> {
        if self.is(expected) { Ok(Cents(amount)) } else { Err(OtherCurrency) }
    }
}

pub(super) fn code(currency: Currency) -> &'static str {
    match currency {
        Currency::Usd => "usd",
        Currency::Cad => "cad",
        Currency::Eur => "eur",
        Currency::Bgn => "bgn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PAY-19, T12: 999 yen are not 9.99 dollars.
    #[test]
    fn amounts_are_read_in_their_own_currency_only() {
        for currency in [Currency::Usd, Currency::Cad, Currency::Eur, Currency::Bgn] {
            let own = Denomination(code(currency).to_owned());
            assert_eq!(own.check(999, currency), Ok(Cents(999)));
            assert_eq!(Denomination("jpy".into()).check(999, currency), Err(OtherCurrency));
        }
        assert_eq!(Denomination("eur".into()).check(999, Currency::Usd), Err(OtherCurrency));
    }
}
