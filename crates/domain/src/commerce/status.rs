//! The states of an order for its buyer.

use serde::Serialize;
use utoipa::ToSchema;

use crate::commerce::order::{Occasion, State};
use crate::time::Timestamp;

/// Whether the purchase is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActivityStatus {
    Active,
    /// Its time is over.
    Expired,
    /// Its time is over, and it was not to be renewed.
    Canceled,
    /// Not paid, or not any more.
    Inactive,
}

impl ActivityStatus {
    /// Until the paid time ends, cancelling the renewal changes nothing.
    pub fn of(state: State, ends_at: Option<Timestamp>, is_renewal_cancelled: bool, now: Timestamp) -> Self {
        let is_over = ends_at.is_some_and(|end| end <= now);
        match state {
            State::Paid if !is_over => Self::Active,
            State::Paid if is_renewal_cancelled => Self::Canceled,
            State::Paid => Self::Expired,
            _ => Self::Inactive,
        }
    }
}

/// Whether an order started a subscription or renewed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionType {
    /// "New subscription".
    Created,
    /// "Subscription Renewal".
    Updated,
}

impl From<Occasion> for SubscriptionType {
    fn from(occasion: Occasion) -> Self {
        match occasion {
            Occasion::Purchase | Occasion::Trial => Self::Created,
            Occasion::Renewal => Self::Updated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(100);

    /// PAY-10, PAY-12, PAY-14: active until the paid time ends, then by the reason; otherwise inactive.
    #[test]
    fn activity_follows_payment_and_time() {
        let of = |state, end: Option<i64>, cancelled| ActivityStatus::of(state, end.map(Timestamp), cancelled, NOW);
        assert_eq!(of(State::Paid, None, false), ActivityStatus::Active);
        assert_eq!(of(State::Paid, Some(101), true), ActivityStatus::Active);
        assert_eq!(of(State::Paid, Some(100), true), ActivityStatus::Canceled);
        assert_eq!(of(State::Paid, Some(100), false), ActivityStatus::Expired);
        for state in State::ALL.into_iter().filter(|state| *state != State::Paid) {
            assert_eq!(of(state, None, false), ActivityStatus::Inactive, "{state:?}");
        }
    }

    /// PAY-12: whether a subscription's order began it.
    #[test]
    fn orders_of_a_subscription_are_told_apart() {
        let words = [Occasion::Purchase, Occasion::Trial, Occasion::Renewal].map(SubscriptionType::from);
        assert_eq!(serde_json::to_value(words).unwrap(), serde_json::json!(["created", "created", "updated"]));
    }
}
