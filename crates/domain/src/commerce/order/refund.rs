//! Refunds: because a payment bought nothing, or by an operator.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Dispute, Order};
use crate::money::Cents;

/// How often money that buys nothing is sent back to a card that does not take it. What an operator sends back gives
/// access again when it returns, so that they are asked before the next try.
const MAX_TRIES: i64 = 3;

/// That an operator wants the money to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RefundAsked {
    pub(super) times: u32,
    /// What had failed until they asked last: tries are counted from there.
    pub(super) failed_before: Cents,
}

/// The state of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refund {
    UnderWay,
    /// Nothing more is tried until an operator asks again.
    Failed,
}

impl Order {
    pub(super) fn is_refunded(&self) -> bool {
        self.known.refunded.is_some_and(|refunded| refunded.0 - self.known.refund_failed.0 >= self.total.0)
    }

    /// Whether anything was ever sent back, as far as is known.
    pub fn was_refunded(&self) -> bool {
        self.known.refunded.is_some()
    }

    /// What was sent back and did not arrive, in all.
    pub fn refund_failed(&self) -> Cents {
        self.known.refund_failed
    }

    /// How often an operator has asked for the money to go back.
    pub fn refunds_asked(&self) -> u32 {
        self.known.refund_asked.map_or(0, |asked| asked.times)
    }

    /// The state of an open refund; null if there is none or it is complete.
    pub fn refund(&self) -> Option<Refund> {
        let is_tried = !self.has_tried_refunds() && !self.known.refund_given_up;
        self.is_to_go_back().then_some(if is_tried { Refund::UnderWay } else { Refund::Failed })
    }

    /// Whether an operator can ask for the money to go back: we have it, and it is not on its way.
    pub fn can_be_refunded(&self) -> bool {
        self.keeps_money() && self.total > Cents(0) && self.refund() != Some(Refund::UnderWay)
    }

    fn has_tried_refunds(&self) -> bool {
        let failed_before = self.known.refund_asked.map_or(Cents(0), |asked| asked.failed_before);
        let most = if self.known.too_late { MAX_TRIES } else { 1 };
        self.known.refund_failed.0 - failed_before.0 >= most * self.total.0.max(1)
    }

    /// Whether we have money that is to go back, and can send it.
    pub(super) fn owes_refund(&self) -> bool {
        self.refund() == Some(Refund::UnderWay)
    }

    /// Money that buys nothing, or that an operator wants to go back.
    fn is_to_go_back(&self) -> bool {
        self.keeps_money() && (self.known.too_late || self.known.refund_asked.is_some())
    }

    fn keeps_money(&self) -> bool {
        let is_ours = !matches!(self.known.dispute, Some(Dispute::Open | Dispute::Lost));
        self.known.captured && is_ours && !self.is_refunded() && !self.known.void
    }
}
