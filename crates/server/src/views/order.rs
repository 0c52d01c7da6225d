//! Orders as JSON.

use domain::commerce::order;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The state of the payment; `paid` and `failed` are final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OrderStatus {
    Created,
    Processing,
    Paid,
    Failed,
    Refunded,
    Disputed,
}

impl From<order::State> for OrderStatus {
    fn from(state: order::State) -> Self {
        match state {
            order::State::Created => Self::Created,
            order::State::Processing | order::State::Unknown => Self::Processing,
            order::State::Paid => Self::Paid,
            order::State::Failed => Self::Failed,
            order::State::Refunded => Self::Refunded,
            order::State::Disputed => Self::Disputed,
        }
    }
}
