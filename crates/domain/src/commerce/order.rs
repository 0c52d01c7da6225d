//! The state of an order. Facts come from the provider's responses, webhooks and the sweep, in any order and
//! repeatedly: known facts only grow, and the state follows from them.

mod refund;

use serde::{Deserialize, Serialize};

use crate::money::{Cents, Currency};
use crate::time::Timestamp;

pub use refund::Refund;
use refund::RefundAsked;

/// The time that a buyer has to pay before the order is given up.
pub const ABANDONED_AFTER: i64 = 24 * Timestamp::HOUR;

/// Where an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Created,
    /// With the provider, or waiting for the buyer to confirm there.
    Processing,
    /// The provider did not answer: it is asked before anything else is done.
    Unknown,
    Paid,
    Failed,
    Refunded,
    Disputed,
}

impl State {
    pub const ALL: [Self; 7] =
        [Self::Created, Self::Processing, Self::Unknown, Self::Paid, Self::Failed, Self::Refunded, Self::Disputed];

    /// Whether the sweep has to ask about it.
    pub fn is_undecided(self) -> bool {
        matches!(self, Self::Created | Self::Processing | Self::Unknown)
    }
}

/// Something that happened to the payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// There is nothing to pay: all is off, or a trial.
    NothingDue,
    RequiresAction,
    Processing,
    /// The provider was asked and did not answer.
    Unanswered,
    Succeeded {
        amount: Cents,
        currency: Currency,
    },
    Failed,
    Canceled,
    /// In all, since the payment, with what came back of it.
    Refunded {
        amount: Cents,
    },
    /// In all: what was sent back and did not arrive. Known before the refunds that it is a part of.
    RefundFailed {
        amount: Cents,
    },
    /// An operator wants the money to go back.
    RefundAsked,
    /// The provider refuses to send it back, or could not be asked for too long.
    RefundGivenUp,
    DisputeOpened,
    DisputeWon,
    DisputeLost,
    /// The buyer has not come back.
    Abandoned,
    /// It was paid with test money, and the shop takes real money now.
    Void,
}

/// How far the payment came before there was money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    #[default]
    Created,
    NeedsAction,
    Processing,
    Unknown,
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Dispute {
    Open,
    Won,
    Lost,
}

/// All that is known of an order's payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentFacts {
    #[serde(default)]
    step: Step,
    #[serde(default)]
    captured: bool,
    /// Both only grow: what has gone back is the difference.
    #[serde(default)]
    refunded: Option<Cents>,
    #[serde(default)]
    refund_failed: Cents,
    #[serde(default)]
    dispute: Option<Dispute>,
    /// The money came when what it was for had been sold again: it goes back.
    #[serde(default)]
    too_late: bool,
    #[serde(default)]
    refund_asked: Option<RefundAsked>,
    /// Nothing more is tried until an operator asks again.
    #[serde(default)]
    refund_given_up: bool,
    /// Whatever was paid was test money: it buys nothing, and nobody sends it back.
    #[serde(default)]
    void: bool,
}

/// Whether what an order is for can be given to its buyer: they are still there and, for an order that had been given
/// up, were not sold the same since, and its coupon is not used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    Free,
    Taken,
}

/// What a change of state brings with it, written down in the same step and done afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    Grant,
    EndAccess,
    RedeemCoupon,
    ReleaseCoupon,
    /// So that nothing is paid any more for what was given up.
    CancelPayment,
    /// All of it, once: asked again when a dispute in between is won.
    RefundPayment,
    /// Nobody is charged again for what they gave back.
    CancelSubscription,
    Mail(Letter),
}

/// Letters about orders and subscriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Letter {
    Receipt,
    Refunded,
    TrialStarted,
    TrialEnds,
    /// Ahead of the charge for the next period.
    RenewsSoon,
    Renewed,
    RenewalFailed,
    Unsubscribed,
    SubscriptionEnded,
}

/// What an order is about, for its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occasion {
    /// Bought by hand.
    Purchase,
    Trial,
    /// Charged for the next period.
    Renewal,
}

/// An order as far as its payment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub total: Cents,
    pub currency: Currency,
    pub occasion: Occasion,
    pub is_subscription: bool,
    pub known: PaymentFacts,
}

/// What the order becomes, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    pub next: Order,
    pub effects: Vec<Effect>,
}

/// The fact cannot be about this order: the provider is asked, and the operator told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the payment is not the one that was asked for")]
pub struct AmountMismatch;

impl Order {
    pub fn state(&self) -> State {
        let known = &self.known;
        match (known.dispute, known.step) {
            _ if known.void => State::Failed,
            _ if self.is_refunded() => State::Refunded,
            (Some(Dispute::Open | Dispute::Lost), _) => State::Disputed,
            _ if known.captured && !known.too_late => State::Paid,
            _ if known.captured => State::Failed,
            (_, Step::Created) => State::Created,
            (_, Step::NeedsAction | Step::Processing) => State::Processing,
            (_, Step::Unknown) => State::Unknown,
            (_, Step::Failed) => State::Failed,
        }
    }

    /// Whether nobody may buy the same again for now. An open dispute counts: it can be won.
    pub fn holds_place(&self) -> bool {
        match self.state() {
            State::Created | State::Processing | State::Unknown | State::Paid => true,
            State::Disputed => self.known.dispute == Some(Dispute::Open) && !self.known.too_late,
            State::Failed | State::Refunded => false,
        }
    }

    /// What was paid and kept.
    pub fn is_captured(&self) -> bool {
        self.known.captured
    }

    /// Whether it was paid with test money before the shop took real money.
    pub fn is_void(&self) -> bool {
        self.known.void
    }

    /// Whether the fact would bring an order back that was given up: then there may be no room for it.
    pub fn is_late(&self, fact: Fact) -> bool {
        let after = |known| Self { known, ..*self };
        !self.holds_place() && after(self.merge(fact)).holds_place()
    }

    /// The next state by a fact. The same fact again, and one that is older than what is known, change nothing.
    pub fn apply(&self, fact: Fact, room: Availability) -> Result<Transition, AmountMismatch> {
        self.check(fact)?;
        let mut known = self.merge(fact);
        let is_first_money = known.captured && !self.known.captured;
        if room == Availability::Taken && (is_first_money || self.is_late(fact)) {
            known.too_late = true;
        }
        let next = Self { known, ..*self };
        let effects = effects(self, &next);
        Ok(Transition { next, effects })
    }

    /// Amount and currency were set by us: another amount is another payment.
    fn check(&self, fact: Fact) -> Result<(), AmountMismatch> {
        let fits = match fact {
            Fact::Succeeded { amount, currency } => amount == self.total && currency == self.currency,
            Fact::NothingDue => self.total == Cents(0),
            Fact::Refunded { amount } => (0..=self.total.0 + self.known.refund_failed.0).contains(&amount.0),
            Fact::RefundFailed { amount } => amount.0 >= 0,
            Fact::RefundAsked => self.total > Cents(0) && self.known.captured,
            _ => true,
        };
        if fits { Ok(()) } else { Err(AmountMismatch) }
    }

    /// What is known after a fact. Money that was given back, or is disputed, was paid before, whatever was heard of it.
    fn merge(&self, fact: Fact) -> PaymentFacts {
        let mut known = self.known;
        match fact {
            Fact::NothingDue | Fact::Succeeded { .. } => known.captured = true,
            Fact::Refunded { amount } => {
                known.captured = true;
                known.refunded = known.refunded.max(Some(amount));
            }
            Fact::RefundFailed { amount } => {
                known.captured = true;
                known.refund_failed = known.refund_failed.max(amount);
            }
            Fact::RefundAsked if self.can_be_refunded() => {
                let times = known.refund_asked.map_or(0, |asked| asked.times);
                known.refund_asked = Some(RefundAsked { times: times + 1, failed_before: known.refund_failed });
                known.refund_given_up = false;
            }
            Fact::RefundGivenUp if self.owes_refund() => known.refund_given_up = true,
            Fact::RefundAsked | Fact::RefundGivenUp => {}
            Fact::DisputeOpened => known.dispute = known.dispute.or(Some(Dispute::Open)),
            Fact::DisputeWon if known.dispute != Some(Dispute::Lost) => known.dispute = Some(Dispute::Won),
            Fact::DisputeLost if known.dispute != Some(Dispute::Won) => known.dispute = Some(Dispute::Lost),
            Fact::DisputeWon | Fact::DisputeLost => {}
            Fact::Void => known.void = true,
            _ if known.step == Step::Failed => {}
            Fact::RequiresAction => known.step = Step::NeedsAction,
            Fact::Processing => known.step = Step::Processing,
            Fact::Unanswered => known.step = Step::Unknown,
            Fact::Failed | Fact::Canceled => known.step = Step::Failed,
            // The provider may be about to take the money: it is asked first.
            Fact::Abandoned if matches!(known.step, Step::Processing | Step::Unknown) => {}
            Fact::Abandoned => known.step = Step::Failed,
        }
        known.captured |= known.dispute.is_some();
        known
    }
}

fn effects(before: &Order, after: &Order) -> Vec<Effect> {
    let mut effects = Vec::new();
    let (from, to) = (before.state(), after.state());
    // No money moves, and there is nobody at the provider to be told.
    if after.known.void {
        return if from == State::Paid { vec![Effect::EndAccess] } else { effects };
    }
    let first_money = after.known.captured && !before.known.captured;
    if first_money && !after.known.too_late {
        effects.push(Effect::RedeemCoupon);
    }
    if to == State::Paid && from != State::Paid {
        effects.push(Effect::Grant);
        if first_money {
            effects.push(Effect::Mail(letter(after.occasion)));
        }
    }
    if from == State::Paid && to != State::Paid {
        effects.push(Effect::EndAccess);
    }
    if to == State::Failed && from.is_undecided() {
        effects.extend([Effect::ReleaseCoupon, Effect::CancelPayment]);
        if after.occasion == Occasion::Renewal {
            effects.push(Effect::Mail(Letter::RenewalFailed));
        }
    }
    let has_failed = after.known.refund_failed > before.known.refund_failed;
    if after.owes_refund() && (has_failed || !before.owes_refund()) {
        // A trial took nothing: what it would be charged later is stopped.
        let is_trial = after.occasion == Occasion::Trial;
        effects.push(if is_trial { Effect::CancelSubscription } else { Effect::RefundPayment });
    }
    let is_gone = |state| matches!(state, State::Refunded | State::Disputed);
    if is_gone(to) && !is_gone(from) && after.is_subscription {
        effects.push(Effect::CancelSubscription);
    }
    if to == State::Refunded && from != State::Refunded {
        effects.push(Effect::Mail(Letter::Refunded));
    }
    effects
}

fn letter(occasion: Occasion) -> Letter {
    match occasion {
        Occasion::Purchase => Letter::Receipt,
        Occasion::Trial => Letter::TrialStarted,
        Occasion::Renewal => Letter::Renewed,
    }
}

#[cfg(test)]
mod tests;
