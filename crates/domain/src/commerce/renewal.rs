//! The life cycle of a subscription. The provider decides when a period begins and is paid; our clock only measures
//! delays.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::commerce::order::Letter;
use crate::commerce::period::Window;
use crate::time::Timestamp;

/// How long access goes on after a period that is to be renewed, while the renewal is tried or the provider is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grace {
    pub days: u16,
}

impl Default for Grace {
    fn default() -> Self {
        Self { days: 3 }
    }
}

impl Grace {
    pub fn after(self, end: Timestamp) -> Timestamp {
        end.plus(i64::from(self.days) * Timestamp::DAY)
    }
}

/// How long before a charge its payer is told of it.
const TOLD_AHEAD: i64 = 7 * Timestamp::DAY;

/// From when on the subscriber is told of the charge at the end of a period. One of a week or less is charged too often
/// for a letter each time.
pub fn told_from(period: Window) -> Option<Timestamp> {
    let is_long = period.ends_at.0.saturating_sub(period.starts_at.0) > TOLD_AHEAD;
    is_long.then(|| period.ends_at.plus(-TOLD_AHEAD))
}

/// Two clocks may differ by this about when a period began.
const SAME_PERIOD: i64 = 12 * Timestamp::HOUR;

/// Whether both are the beginning of one period.
pub fn is_same_period(one: Timestamp, other: Timestamp) -> bool {
    one.0.abs_diff(other.0) < SAME_PERIOD.unsigned_abs()
}

/// The state of a cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cancellation {
    /// The provider has not confirmed it.
    Processing,
    Finished,
    /// Taken back: it is renewed again.
    Cancelled,
}

/// Whether a subscription renews automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AutoRenewal {
    Active,
    Cancelled,
}

/// A subscription as it is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// The newest period that is paid, or the trial.
    pub current: Window,
    pub is_trial: bool,
    /// The charge for the next period failed, and is tried again.
    pub is_past_due: bool,
    pub cancellation: Option<Cancellation>,
    /// By the provider: it will charge nothing any more.
    pub ended_at: Option<Timestamp>,
    /// The end of the period whose charge its owner was told of.
    #[serde(default)]
    pub told_of: Option<Timestamp>,
}

/// Where a subscription stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    Trialing,
    Active,
    /// Not paid for the next period, and still within the grace.
    PastDue,
    /// Good until the end of its period, and not renewed.
    Canceled,
    Ended,
}

/// Something that happened to a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    InvoicePaid(Window),
    /// For the period that begins then.
    InvoiceFailed(Timestamp),
    TrialEndsSoon,
    /// It is that time now, and the provider says nothing else.
    RenewsSoon(Timestamp),
    UnsubscribeAsked,
    /// The provider has confirmed it.
    Unsubscribed,
    /// Its owner wants it to go on after all.
    ResumeAsked,
    Resumed,
    Ended(Timestamp),
}

/// What follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// An order for a period; there is one for each, whatever is heard of it.
    Renew {
        window: Window,
        access_until: Timestamp,
    },
    /// What the newest order gives ends then.
    MoveEnd(Timestamp),
    AskToCancel,
    Mail(Letter),
}

/// What the subscription becomes, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub next: Subscription,
    pub effects: Vec<Effect>,
}

impl Subscription {
    pub fn begin(current: Window, is_trial: bool) -> Self {
        Self { current, is_trial, is_past_due: false, cancellation: None, ended_at: None, told_of: None }
    }

    pub fn auto_renewal(&self) -> AutoRenewal {
        let cancelled = matches!(self.cancellation, Some(Cancellation::Processing | Cancellation::Finished));
        if cancelled || self.ended_at.is_some() { AutoRenewal::Cancelled } else { AutoRenewal::Active }
    }

    /// Whether its owner asked to stop, and the provider has not confirmed it.
    pub fn is_stopping(&self) -> bool {
        self.cancellation == Some(Cancellation::Processing) && self.ended_at.is_none()
    }

    /// Whether its owner is to be told now of the charge that comes. The end of a trial is told when the provider says
    /// so.
    pub fn is_to_be_told(&self, now: Timestamp) -> bool {
        let is_time = told_from(self.current).is_some_and(|from| from <= now) && now < self.current.ends_at;
        let is_charged = self.auto_renewal() == AutoRenewal::Active && !self.is_trial && !self.is_past_due;
        is_time && is_charged && self.told_of != Some(self.current.ends_at)
    }

    /// Whether the charge that its owner was told of is still to come.
    pub fn is_told(&self) -> bool {
        self.auto_renewal() == AutoRenewal::Active && self.told_of == Some(self.current.ends_at)
    }

    /// Until when it can be watched as things stand. Only what is to be renewed has a grace; until the provider has
    /// confirmed that it is not, it may be renewed.
    pub fn access_until(&self, grace: Grace) -> Timestamp {
        match (self.ended_at, self.cancellation) {
            // Ended in the middle of what is paid: the rest of it stays, a refund takes it away.
            (Some(ended), _) if ended <= self.current.ends_at => self.current.ends_at,
            (Some(ended), _) => ended.min(grace.after(self.current.ends_at)),
            (None, Some(Cancellation::Finished)) => self.current.ends_at,
            (None, _) => grace.after(self.current.ends_at),
        }
    }

    /// Until when something is paid that can be watched until `access_until`: the grace is nobody's to count on.
    pub fn paid_until(&self, access_until: Timestamp) -> Timestamp {
        access_until.min(self.current.ends_at)
    }

    pub fn life(&self, grace: Grace, now: Timestamp) -> Life {
        if self.access_until(grace) <= now {
            return Life::Ended;
        }
        match self.auto_renewal() {
            AutoRenewal::Cancelled => Life::Canceled,
            AutoRenewal::Active if self.is_past_due || self.current.ends_at <= now => Life::PastDue,
            AutoRenewal::Active if self.is_trial => Life::Trialing,
            AutoRenewal::Active => Life::Active,
        }
    }

    /// The next state by a fact. Facts that are repeated, or older than what is known, change nothing.
    pub fn apply(&self, fact: Fact, grace: Grace) -> Change {
        let mut next = *self;
        let mut effects = Vec::new();
        match fact {
            Fact::InvoicePaid(window) => return self.renewed(window, grace),
            Fact::InvoiceFailed(start) if self.is_next(start) && !self.is_past_due => {
                next.is_past_due = true;
                effects.push(Effect::Mail(Letter::RenewalFailed));
            }
            Fact::TrialEndsSoon if self.is_trial && self.auto_renewal() == AutoRenewal::Active => {
                effects.push(Effect::Mail(Letter::TrialEnds));
            }
            Fact::RenewsSoon(now) if self.is_to_be_told(now) => {
                next.told_of = Some(self.current.ends_at);
                effects.push(Effect::Mail(Letter::RenewsSoon));
            }
            Fact::UnsubscribeAsked if self.auto_renewal() == AutoRenewal::Active => {
                next.cancellation = Some(Cancellation::Processing);
                effects.push(Effect::AskToCancel);
            }
            Fact::Unsubscribed if self.cancellation != Some(Cancellation::Finished) && self.ended_at.is_none() => {
                next.cancellation = Some(Cancellation::Finished);
                effects.push(Effect::Mail(Letter::Unsubscribed));
            }
            Fact::ResumeAsked if self.is_stopping() => next.cancellation = Some(Cancellation::Cancelled),
            Fact::Resumed if self.cancellation == Some(Cancellation::Finished) && self.ended_at.is_none() => {
                next.cancellation = Some(Cancellation::Cancelled);
            }
            Fact::Ended(at) if self.ended_at.is_none() => {
                next.ended_at = Some(at);
                effects.push(Effect::Mail(Letter::SubscriptionEnded));
            }
            _ => {}
        }
        if next.access_until(grace) != self.access_until(grace) {
            effects.push(Effect::MoveEnd(next.access_until(grace)));
        }
        Change { next, effects }
    }

    fn is_next(&self, start: Timestamp) -> bool {
        start > self.current.starts_at && !is_same_period(start, self.current.starts_at)
    }

    /// A period was paid. The next one takes the place of this one; an earlier one, heard of late, gets its order only.
    fn renewed(&self, window: Window, grace: Grace) -> Change {
        if is_same_period(window.starts_at, self.current.starts_at) || window.ends_at <= window.starts_at {
            return Change { next: *self, effects: vec![] };
        }
        if window.starts_at < self.current.starts_at {
            let access_until = window.ends_at;
            return Change { next: *self, effects: vec![Effect::Renew { window, access_until }] };
        }
        let next = Self { current: window, is_trial: false, is_past_due: false, ..*self };
        // The new order takes over from the old one, so that one of them is good at a time.
        let close = Effect::MoveEnd(window.starts_at.min(self.current.ends_at));
        let renew = Effect::Renew { window, access_until: next.access_until(grace) };
        Change { next, effects: vec![close, renew] }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    const GRACE: Grace = Grace { days: 3 };
    const DAY: i64 = Timestamp::DAY;

    fn month(number: i64) -> Window {
        Window { starts_at: Timestamp(number * 30 * DAY), ends_at: Timestamp((number + 1) * 30 * DAY) }
    }

    fn after(facts: &[Fact]) -> (Subscription, Vec<Effect>) {
        facts.iter().fold((Subscription::begin(month(0), false), vec![]), |(subscription, _), fact| {
            let change = subscription.apply(*fact, GRACE);
            (change.next, change.effects)
        })
    }

    fn life(facts: &[Fact], day: i64) -> Life {
        after(facts).0.life(GRACE, Timestamp(day * DAY))
    }

    /// PAY-17: with the provider away near the renewal, access goes on for the grace, and no longer.
    #[test]
    fn a_renewal_has_its_grace() {
        assert_eq!([life(&[], 29), life(&[], 30), life(&[], 32)], [Life::Active, Life::PastDue, Life::PastDue]);
        assert_eq!(life(&[], 33), Life::Ended);
        let failed = Fact::InvoiceFailed(month(1).starts_at);
        assert_eq!([life(&[failed], 31), life(&[failed], 33)], [Life::PastDue, Life::Ended]);
        assert_eq!(after(&[failed]).1, [Effect::Mail(Letter::RenewalFailed)]);
        assert_eq!(after(&[failed, failed]).1, [], "told once");
        let paid = Fact::InvoicePaid(month(1));
        assert_eq!(life(&[failed, paid], 31), Life::Active);
        assert_eq!(life(&[paid, failed], 31), Life::Active, "older than what is known");
        let by_their_clock =
            Window { starts_at: month(0).starts_at.plus(9_000), ends_at: month(0).ends_at.plus(9_000) };
        assert_eq!(after(&[Fact::InvoicePaid(by_their_clock)]).1, [], "the period that we know");
        let trial = Subscription::begin(month(0), true);
        assert_eq!(trial.life(GRACE, Timestamp(0)), Life::Trialing);
        assert_eq!(trial.apply(paid, GRACE).next.life(GRACE, month(1).starts_at), Life::Active);
    }

    /// PAY-10, T17: stopping is asked once, confirmed once, and leaves what is paid.
    #[test]
    fn unsubscribing_leaves_the_paid_period() {
        use Fact::*;
        let (asked, effects) = after(&[UnsubscribeAsked]);
        assert_eq!((asked.cancellation, effects), (Some(Cancellation::Processing), vec![Effect::AskToCancel]));
        assert!(asked.is_stopping() && !after(&[UnsubscribeAsked, Ended(Timestamp(0))]).0.is_stopping());
        assert_eq!(after(&[UnsubscribeAsked, UnsubscribeAsked]).1, []);
        let (stopped, effects) = after(&[UnsubscribeAsked, Unsubscribed]);
        assert_eq!((stopped.cancellation, stopped.is_stopping()), (Some(Cancellation::Finished), false));
        assert_eq!(effects, [Effect::Mail(Letter::Unsubscribed), Effect::MoveEnd(month(0).ends_at)]);
        assert_eq!(after(&[UnsubscribeAsked, Unsubscribed, Unsubscribed, UnsubscribeAsked]).1, []);
        assert_eq!(life(&[UnsubscribeAsked, Unsubscribed], 29), Life::Canceled);
        assert_eq!(life(&[UnsubscribeAsked, Unsubscribed], 30), Life::Ended, "no grace for what is not renewed");
        let (resumed, _) = after(&[Unsubscribed, Resumed]);
        assert_eq!(
            (resumed.cancellation, resumed.auto_renewal()),
            (Some(Cancellation::Cancelled), AutoRenewal::Active)
        );
        assert_eq!(after(&[Unsubscribed, Resumed, UnsubscribeAsked]).1, [Effect::AskToCancel]);
        let (kept, effects) = after(&[UnsubscribeAsked, ResumeAsked]);
        assert_eq!((kept.auto_renewal(), kept.is_stopping(), effects), (AutoRenewal::Active, false, vec![]));
        assert_eq!(after(&[UnsubscribeAsked, Unsubscribed, ResumeAsked]).0, stopped, "the provider says when");
    }

    /// PAY-10: what people are told is the end of what is paid, whatever the grace; an earlier end stays.
    #[test]
    fn the_grace_is_not_paid() {
        for facts in [&[][..], &[Fact::UnsubscribeAsked], &[Fact::Unsubscribed], &[Fact::Ended(Timestamp(31 * DAY))]] {
            let subscription = after(facts).0;
            assert_eq!(subscription.paid_until(subscription.access_until(GRACE)), month(0).ends_at, "{facts:?}");
        }
        let renewed = after(&[Fact::InvoicePaid(month(1))]).0;
        assert_eq!(renewed.paid_until(renewed.access_until(GRACE)), month(1).ends_at);
        assert_eq!(renewed.paid_until(month(0).ends_at), month(0).ends_at, "the order of the period before");
    }

    /// PAY-17: a charge is told of a week ahead, once for each period, and only while it is to come.
    #[test]
    fn a_charge_is_told_of_ahead() {
        use Fact::*;
        let at = |day: i64| Timestamp(day * DAY);
        let letter = [Effect::Mail(Letter::RenewsSoon)];
        assert_eq!(after(&[RenewsSoon(at(23).plus(-1))]).1, [], "too early");
        assert_eq!(after(&[RenewsSoon(at(23))]).1, letter);
        assert_eq!(after(&[RenewsSoon(at(29))]).1, letter, "late is better than never");
        assert_eq!(after(&[RenewsSoon(at(30))]).1, [], "it is being charged");
        assert_eq!(after(&[RenewsSoon(at(23)), RenewsSoon(at(24))]).1, [], "once");
        assert_eq!(after(&[RenewsSoon(at(23)), InvoicePaid(month(1)), RenewsSoon(at(53))]).1, letter, "each period");
        for stop in [UnsubscribeAsked, Unsubscribed, Ended(at(20)), InvoiceFailed(month(1).starts_at)] {
            assert_eq!(after(&[stop, RenewsSoon(at(24))]).1, [], "{stop:?}");
            assert!(!after(&[stop, RenewsSoon(at(24))]).0.is_told());
        }
        assert!(after(&[RenewsSoon(at(24))]).0.is_told());
        assert!(!after(&[RenewsSoon(at(24)), UnsubscribeAsked]).0.is_told(), "the letter is not written any more");
        assert_eq!(after(&[Unsubscribed, Resumed, RenewsSoon(at(24))]).1, letter);
        let trial = Subscription::begin(month(0), true);
        assert_eq!(trial.apply(RenewsSoon(at(24)), GRACE).effects, [], "trials have a letter of their own");
        let lasting = |days: i64| told_from(Window { starts_at: at(0), ends_at: at(days) });
        assert_eq!([lasting(7), lasting(8), lasting(365)], [None, Some(at(1)), Some(at(358))]);
    }

    /// PAY-17: what the provider gave up ends with its grace at the latest; what was paid is kept.
    #[test]
    fn ended_subscription_keeps_the_paid_period() {
        let until = |ended: i64| after(&[Fact::Ended(Timestamp(ended * DAY))]).0.access_until(GRACE);
        assert_eq!([until(5), until(31), until(90)].map(|until| until.0 / DAY), [30, 31, 33]);
        let ended = Fact::Ended(Timestamp(31 * DAY));
        assert!(matches!(after(&[ended, Fact::InvoicePaid(month(1))]).1[..], [_, Effect::Renew { .. }]), "I1");
    }

    proptest! {
        /// T17: whatever is repeated, reordered or lost, each paid period has one order once all were read again, and
        /// nobody has two at once.
        #[test]
        fn each_period_has_one_order(
            heard in proptest::collection::vec((0_i64..6, any::<bool>()), 0..20),
            last in 1_i64..6,
        ) {
            let mut subscription = Subscription::begin(month(0), false);
            // What the store would hold: periods with their end. It makes no second order for a period.
            let mut orders = BTreeMap::from([(month(0).starts_at, subscription.access_until(GRACE))]);
            let unheard = heard.iter().copied().filter(|(number, _)| *number <= last);
            let reading = (0..=last).map(|number| (number, true));
            for (number, paid) in unheard.chain(reading) {
                let fact = if paid { Fact::InvoicePaid(month(number)) } else { Fact::InvoiceFailed(month(number).starts_at) };
                let newest = subscription.current.starts_at;
                let change = subscription.apply(fact, GRACE);
                prop_assert!(change.next.current.starts_at >= newest, "never back");
                for effect in change.effects {
                    match effect {
                        Effect::Renew { window, access_until } => {
                            orders.entry(window.starts_at).or_insert(access_until);
                        }
                        Effect::MoveEnd(end) => {
                            orders.insert(newest, end);
                        }
                        Effect::AskToCancel | Effect::Mail(_) => {}
                    }
                }
                subscription = change.next;
            }
            prop_assert_eq!(orders.len() as i64, last + 1);
            prop_assert_eq!(subscription.current, month(last));
            for day in 0..(last + 1) * 30 {
                let at = Timestamp(day * DAY);
                let good = orders.iter().filter(|(start, end)| **start <= at && at < **end).count();
                prop_assert_eq!(good, 1, "day {}", day);
            }
        }
    }
}
