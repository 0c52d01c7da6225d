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

    proptest! {
        #[test]
        fn no_cent_is_lost_on_the_wire(amount in any::<i64>()) {
            let digits: String = Cents(amount).decimal().chars().filter(|c| *c != '.').collect();
            prop_assert_eq!(digits.parse::<i64>().unwrap(), amount);
        }
    }
}
