//! Money: integers in minor units inside, decimal strings on the wire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An amount in the smallest unit of its currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cents(pub i64);

impl Cents {
    /// The amount as it goes over the wire: `"9.99"`.
    pub fn decimal(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let amount = self.0.unsigned_abs();
        format!("{sign}{}.{:02}", amount / 100, amount % 100)
    }

    /// Reads an amount as it goes over the wire; nothing for one that is written otherwise, or is below nothing.
    pub fn of_decimal(text: &str) -> Option<Self> {
        let (whole, cents) = text.split_once('.')?;
        let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(cents) || cents.len() != 2 {
            return None;
        }
        format!("{whole}{cents}").parse().ok().map(Self)
    }
}

/// A currency with two decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Currency {
    #[default]
    #[serde(rename = "USD")]
    Usd,
    #[serde(rename = "CAD")]
    Cad,
    #[serde(rename = "EUR")]
    Eur,
    #[serde(rename = "BGN")]
    Bgn,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_have_two_decimals() {
        assert_eq!(Cents(999).decimal(), "9.99");
        assert_eq!(Cents(5).decimal(), "0.05");
        assert_eq!(Cents(-1050).decimal(), "-10.50");
        assert_eq!(Cents(0).decimal(), "0.00");
    }

    #[test]
    fn malformed_amount_is_not_read() {
        for wrong in ["", ".", "1", "1.", ".99", "1.9", "1.999", "-1.00", "+1.00", "1,00", " 1.00", "1e2.00", "1.0a"] {
            assert_eq!(Cents::of_decimal(wrong), None, "{wrong:?}");
        }
        assert_eq!(Cents::of_decimal("99999999999999999999.00"), None, "too much");
    }

    proptest! {
        #[test]
        fn an_amount_is_read_as_it_was_written(amount in 0..=i64::MAX) {
            prop_assert_eq!(Cents::of_decimal(&Cents(amount).decimal()), Some(Cents(amount)));
        }

        #[test]
        fn no_cent_is_lost_on_the_wire(amount in any::<i64>()) {
            let digits: String = Cents(amount).decimal().chars().filter(|c| *c != '.').collect();
            prop_assert_eq!(digits.parse::<i64>().unwrap(), amount);
        }
    }
}
