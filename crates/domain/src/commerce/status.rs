//! The words that a buyer reads about an order.

use serde::Serialize;
use utoipa::ToSchema;

use crate::commerce::order::{Occasion, State};
use crate::time::Timestamp;

/// Where the payment stands; `paid` and `failed` end the waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentStatus {
    Created,
    Failed,
    Paid,
    Refunded,
}

impl From<State> for PaymentStatus {
    fn from(state: State) -> Self {
        match state {
            State::Created | State::Processing | State::Unknown => Self::Created,
            State::Failed => Self::Failed,
            State::Paid => Self::Paid,
            // The bank took the money back; if the dispute is won the order is paid again.
            State::Refunded | State::Disputed => Self::Refunded,
        }
    }
}

/// Whether what was bought is good now.
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

/// One word for both, as lists of orders show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum OrderLabel {
    Paid,
    Inactive,
    Refunded,
    Active,
}

impl OrderLabel {
    pub fn of(payment: PaymentStatus, activity: ActivityStatus, is_subscription: bool) -> Self {
        match (payment, activity) {
            (PaymentStatus::Refunded, _) => Self::Refunded,
            (PaymentStatus::Paid, ActivityStatus::Active) if is_subscription => Self::Active,
            (PaymentStatus::Paid, ActivityStatus::Active) => Self::Paid,
            _ => Self::Inactive,
        }
    }
}

/// Whether a subscription's order began it or went on with it.
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

    /// PAY-12: the words of payments.
    #[test]
    fn states_have_the_words_of_payments() {
        let words = State::ALL.map(|state| serde_json::to_value(PaymentStatus::from(state)).unwrap());
        assert_eq!(words, ["created", "created", "created", "paid", "failed", "refunded", "refunded"]);
    }

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

    /// PAY-12: Paid, Inactive, Refunded, Active.
    #[test]
    fn an_order_has_one_label() {
        let of = |state: State, end: Option<i64>, subscription| {
            OrderLabel::of(state.into(), ActivityStatus::of(state, end.map(Timestamp), false, NOW), subscription)
        };
        assert_eq!([of(State::Paid, None, false), of(State::Paid, None, true)], [OrderLabel::Paid, OrderLabel::Active]);
        assert_eq!(of(State::Paid, Some(1), false), OrderLabel::Inactive);
        assert_eq!(
            [of(State::Refunded, None, false), of(State::Failed, None, true)],
            [OrderLabel::Refunded, OrderLabel::Inactive]
        );
        assert_eq!(serde_json::to_value(SubscriptionType::from(Occasion::Renewal)).unwrap(), "updated");
    }
}
