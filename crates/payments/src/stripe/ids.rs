//! Ids of the provider's objects, one type each. They become parts of URLs, so their characters are checked.

use serde::Deserialize;

const MAX_LENGTH: usize = 255;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id of the payment provider")]
pub struct MalformedId;

/// A letter first: a card's number taken for an id goes nowhere.
fn is_plain(id: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    id.len() <= MAX_LENGTH && id.starts_with(|first: char| first.is_ascii_alphabetic()) && id.bytes().all(is_plain)
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = MalformedId;

            fn try_from(id: String) -> Result<Self, MalformedId> {
                if is_plain(&id) { Ok(Self(id)) } else { Err(MalformedId) }
            }
        }

        impl std::str::FromStr for $name {
            type Err = MalformedId;

            fn from_str(id: &str) -> Result<Self, MalformedId> {
                id.to_owned().try_into()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

ids! {
    /// `cus_…`
    CustomerId,
    /// `pm_…`, and `card_…` of older accounts.
    PaymentMethodId,
    /// `seti_…`
    SetupIntentId,
    /// `pi_…`
    PaymentIntentId,
    /// `ch_…` or `py_…`
    ChargeId,
    /// Chosen by us.
    ProductId,
    /// Chosen by us.
    CouponId,
    /// `sub_…`
    SubscriptionId,
    /// `in_…`
    InvoiceId,
    /// `re_…`
    RefundId,
    /// `dp_…`
    DisputeId,
    /// `evt_…`
    WebhookEventId,
    /// The id of whatever an event is about.
    ObjectId,
    /// `acct_…`
    ConnectedAccountId,
    /// `clock_…`
    TestClockId,
    /// `req_…`: what the provider's support asks for.
    RequestId,
}

macro_rules! object_ids {
    ($($name:ident),+ $(,)?) => {$(
        impl From<ObjectId> for $name {
            fn from(id: ObjectId) -> Self {
                Self(id.0)
            }
        }
    )+};
}

// What an event is about is known by its kind.
object_ids! { CustomerId, PaymentMethodId, SetupIntentId, PaymentIntentId, ChargeId, SubscriptionId, InvoiceId, RefundId, DisputeId }

#[cfg(test)]
mod tests {
    use super::*;

    /// T45: a card's number is no id; neither is anything that leads to another address.
    #[test]
    fn malformed_id_is_refused() {
        for good in ["pm_1Nx", "pm_card_visa", "py_3", "order-7-off", &format!("pm_{}", "x".repeat(252))] {
            assert_eq!(good.parse::<PaymentMethodId>().unwrap().as_str(), good);
        }
        let too_long = format!("pm_{}", "x".repeat(253));
        for wrong in
            ["", "4242424242424242", "4242 4242", "_x", "pm_1/../x", "pm_1?a=b", "pm_é", "pm%2f", "pm 1", &too_long]
        {
            assert_eq!(wrong.parse::<PaymentMethodId>(), Err(MalformedId), "{wrong}");
            assert!(serde_json::from_value::<PaymentMethodId>(wrong.into()).is_err());
        }
    }
}
