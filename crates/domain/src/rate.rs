//! Rate limits: a burst, then a steady rate; and the backoff after failures.

use crate::time::Timestamp;

/// So many tries within so long; they come back one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    pub tries: i64,
    /// Milliseconds.
    pub within: i64,
}

impl Rate {
    pub const fn per_minute(tries: i64) -> Self {
        Self { tries, within: Timestamp::MINUTE }
    }

    const fn pace(self) -> i64 {
        self.within / self.tries
    }
}

/// What is known of a caller that tries: when all tries will have come back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    all_back_at: i64,
}

/// Milliseconds until there is a try again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait(pub i64);

impl Tries {
    /// Takes one try, or says for how long there is none.
    pub fn take(&mut self, rate: Rate, now: Timestamp) -> Result<(), Wait> {
        self.check(rate, now)?;
        self.all_back_at = self.all_back_at.max(now.0) + rate.pace();
        Ok(())
    }

    /// Says for how long there is no try, if there is none.
    pub fn check(self, rate: Rate, now: Timestamp) -> Result<(), Wait> {
        let wait = self.all_back_at.max(now.0) + rate.pace() - now.0 - rate.pace() * rate.tries;
        if wait > 0 { Err(Wait(wait)) } else { Ok(()) }
    }

    /// Undoes a `take`: what turned out to be right is not counted.
    pub fn give_back(&mut self, rate: Rate) {
        self.all_back_at -= rate.pace();
    }
}

/// How failures slow a caller down: some are free, then each doubles the time until the next try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    pub free: u32,
    /// Milliseconds to wait after the first one that is not free.
    pub first: i64,
    /// Milliseconds to wait at most.
    pub longest: i64,
    /// Milliseconds after which one failure is forgotten.
    pub forgotten: i64,
}

impl Backoff {
    /// More than these change nothing any more.
    const fn most(self) -> u32 {
        self.free + 20
    }

    fn wait(self, failures: u32) -> i64 {
        match failures.checked_sub(self.free) {
            Some(doubled) => (self.first << doubled.min(20)).min(self.longest),
            None => 0,
        }
    }
}

/// What is known of a caller that failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    count: u32,
    /// Since when the oldest of them is being forgotten.
    since: i64,
    open_at: i64,
}

impl Failures {
    /// How many are remembered.
    pub fn count(mut self, backoff: Backoff, now: Timestamp) -> u32 {
        self.forget(backoff, now);
        self.count
    }

    /// Says for how long there is no try, if there is none.
    pub fn check(self, now: Timestamp) -> Result<(), Wait> {
        if now.0 < self.open_at { Err(Wait(self.open_at - now.0)) } else { Ok(()) }
    }

    /// Takes a try, as a failure until it is known better: many at once gain nothing.
    pub fn take(&mut self, backoff: Backoff, now: Timestamp) -> Result<Taken, Wait> {
        self.check(now)?;
        self.forget(backoff, now);
        self.count = (self.count + 1).min(backoff.most());
        // Of two at once the one that is counted first may have begun later: a free one closes nothing.
        self.open_at = match backoff.wait(self.count) {
            0 => 0,
            wait => now.0 + wait,
        };
        Ok(Taken { open_at: self.open_at })
    }

    /// Undoes a `take` that turned out to be right. What others have to wait for since then stays.
    pub fn give_back(&mut self, backoff: Backoff, taken: Taken) {
        let before = backoff.wait(self.count);
        self.count = self.count.saturating_sub(1);
        let wait = backoff.wait(self.count);
        self.open_at = if wait == 0 || self.open_at == taken.open_at { 0 } else { self.open_at - (before - wait) };
    }

    fn forget(&mut self, backoff: Backoff, now: Timestamp) {
        if self.count == 0 {
            self.since = now.0;
        }
        let gone = (now.0 - self.since).max(0) / backoff.forgotten;
        self.since += gone * backoff.forgotten;
        self.count = self.count.saturating_sub(u32::try_from(gone).unwrap_or(u32::MAX));
        if self.count == 0 {
            self.since = now.0;
        }
    }
}

/// One try that was taken as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    open_at: i64,
}

/// Failures of a caller with several tries at once. However many do, each is judged as if they had come one after
/// the other: where the tries in flight could make a difference, the next one waits for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    failures: Failures,
    in_flight: u32,
}

/// What becomes of the next one in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// They may try.
    Now(Taken),
    /// They have to prove first that they are no program.
    Proof,
    /// It depends on a try that is in flight.
    Later,
    /// They have failed too often.
    Refused(Wait),
}

impl Line {
    /// The turn of the next caller, trusted up to this number of failures.
    pub fn begin(&mut self, backoff: Backoff, trusted: u32, now: Timestamp) -> Turn {
        let turn = match self.failures.check(now) {
            Err(wait) => Turn::Refused(wait),
            Ok(()) if self.failures.count(backoff, now) >= trusted => Turn::Proof,
            Ok(()) => match self.failures.take(backoff, now) {
                Ok(taken) => Turn::Now(taken),
                Err(wait) => Turn::Refused(wait),
            },
        };
        match turn {
            Turn::Now(_) => self.in_flight += 1,
            // Were the tries in flight to turn out right, it would be another turn.
            _ if self.in_flight > 0 => return Turn::Later,
            _ => {}
        }
        turn
    }

    /// A try in flight was wrong, or nobody knows.
    pub fn was_wrong(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    /// A try in flight is as if it had never been made.
    pub fn give_back(&mut self, backoff: Backoff, taken: Taken) {
        self.failures.give_back(backoff, taken);
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    /// A try in flight was right, and nothing is held against anybody but what is still in flight.
    pub fn was_right(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.forgive();
    }

    pub fn forgive(&mut self) {
        self.failures = Failures { count: self.in_flight, open_at: 0, ..self.failures };
    }

    /// Says for how long there is no try, if there is none.
    pub fn check(self, now: Timestamp) -> Result<(), Wait> {
        if self.in_flight > 0 { Ok(()) } else { self.failures.check(now) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEN: Rate = Rate::per_minute(10);
    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    #[test]
    fn tries_run_out_and_come_back_one_by_one() {
        let mut tries = Tries::default();
        for _ in 0..10 {
            assert_eq!(tries.take(TEN, NOW), Ok(()));
        }
        assert_eq!(tries.take(TEN, NOW), Err(Wait(6_000)));
        assert_eq!(tries.take(TEN, NOW.plus(5_999)), Err(Wait(1)));
        assert_eq!(tries.take(TEN, NOW.plus(6_000)), Ok(()));
        assert_eq!(tries.take(TEN, NOW.plus(6_000)), Err(Wait(6_000)));
    }

    #[test]
    fn a_try_that_is_given_back_was_never_taken() {
        let mut tries = Tries::default();
        for _ in 0..100 {
            assert_eq!(tries.take(TEN, NOW), Ok(()));
            tries.give_back(TEN);
        }
        tries.take(TEN, NOW).unwrap();
        for _ in 0..9 {
            assert_eq!(tries.take(TEN, NOW), Ok(()));
        }
        assert!(tries.take(TEN, NOW).is_err());
    }

    const SLOW: Backoff = Backoff { free: 3, first: 1_000, longest: 60_000, forgotten: 600_000 };

    /// T18: some failures are free, then each doubles the wait, up to a limit.
    #[test]
    fn failures_double_the_wait() {
        let mut failures = Failures::default();
        let mut now = NOW;
        let mut waits = Vec::new();
        for _ in 0..12 {
            failures.take(SLOW, now).unwrap();
            let wait = failures.check(now).err().map_or(0, |Wait(wait)| wait);
            waits.push(wait / 1_000);
            now = now.plus(wait);
        }
        assert_eq!(waits, [0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
        assert_eq!(failures.count(SLOW, now), 12);
        assert_eq!(failures.count(SLOW, now.plus(5 * 600_000)), 7);
        assert_eq!(failures.count(SLOW, now.plus(Timestamp::DAY)), 0);
    }

    #[test]
    fn free_tries_may_come_in_any_order() {
        let mut failures = Failures::default();
        for earlier in [0, 5, 10] {
            assert!(failures.take(SLOW, NOW.plus(-earlier)).is_ok());
        }
        assert!(failures.take(SLOW, NOW).is_err());
    }

    #[test]
    fn successful_try_counts_as_no_failure() {
        let mut failures = Failures::default();
        for _ in 0..100 {
            let taken = failures.take(SLOW, NOW).unwrap();
            failures.give_back(SLOW, taken);
        }
        assert_eq!(failures.count(SLOW, NOW), 0);
    }

    /// T18: a right try of one's own does not shorten what was earned by a wrong one beside it.
    #[test]
    fn successful_try_leaves_the_wait_of_failed_ones() {
        let mut failures = Failures::default();
        for _ in 0..2 {
            failures.take(SLOW, NOW).unwrap();
        }
        let right = failures.take(SLOW, NOW).unwrap();
        failures.take(SLOW, NOW.plus(1_000)).unwrap();
        assert_eq!(failures.check(NOW.plus(1_000)), Err(Wait(2_000)));
        failures.give_back(SLOW, right);
        assert_eq!(failures.check(NOW.plus(1_000)), Err(Wait(1_000)), "as after three failures");
    }

    /// A waiting try gets what it would have got after the others.
    #[test]
    fn next_try_waits_for_those_in_flight() {
        let mut line = Line::default();
        let Turn::Now(_) = line.begin(SLOW, 2, NOW) else { panic!("the first is free") };
        let Turn::Now(_) = line.begin(SLOW, 2, NOW) else { panic!("so is the second") };
        assert_eq!(line.begin(SLOW, 2, NOW), Turn::Later);
        line.was_right();
        assert!(matches!(line.begin(SLOW, 2, NOW), Turn::Now(_)), "one is in flight");
        line.was_wrong();
        line.was_wrong();
        assert_eq!(line.begin(SLOW, 2, NOW), Turn::Proof);
        let Turn::Now(_) = line.begin(SLOW, u32::MAX, NOW) else { panic!("a proof lets on") };
        assert_eq!(line.begin(SLOW, u32::MAX, NOW), Turn::Later);
        assert_eq!(line.check(NOW), Ok(()), "nothing is certain yet");
        line.was_wrong();
        assert_eq!(line.begin(SLOW, u32::MAX, NOW), Turn::Refused(Wait(1_000)));
    }

    proptest! {
        /// T18: however guesses are spread over a day, few of them are looked at.
        #[test]
        fn a_day_has_few_failures(pauses in proptest::collection::vec(0i64..120_000, 1..400)) {
            let (mut failures, mut now, mut taken) = (Failures::default(), NOW, 0);
            for pause in pauses {
                now = now.plus(pause);
                taken += i64::from(failures.take(SLOW, now).is_ok());
            }
            prop_assert!(taken <= 10 + (now.0 - NOW.0) / 60_000 * 2, "{taken}");
        }

        /// T18: wrong guesses that come at once are no more than those that come one after the other, whichever of them
        /// is settled first; and right ones are all let in.
        #[test]
        fn concurrent_tries_get_what_sequential_ones_get(
            settle in proptest::collection::vec(any::<bool>(), 200),
            right in any::<bool>(),
            trusted in 1u32..6,
        ) {
            let (mut line, mut waiting, mut in_flight, mut looked_at) = (Line::default(), 60u32, 0u32, 0u32);
            for first in settle {
                if in_flight > 0 && first {
                    if right { line.was_right() } else { line.was_wrong() }
                    in_flight -= 1;
                } else if waiting > 0 {
                    match line.begin(SLOW, trusted, NOW) {
                        Turn::Now(_) => (in_flight, looked_at, waiting) = (in_flight + 1, looked_at + 1, waiting - 1),
                        Turn::Later => prop_assert!(in_flight > 0, "a try waits for nothing"),
                        Turn::Proof | Turn::Refused(_) => {
                            prop_assert!(!right && in_flight == 0);
                            waiting -= 1;
                        }
                    }
                }
                prop_assert!(in_flight <= trusted.min(SLOW.free));
            }
            if !right {
                prop_assert!(looked_at <= trusted.min(SLOW.free));
            }
        }

        /// However tries are spread, no minute has more than a burst and what came back during it.
        #[test]
        fn no_window_has_more_than_its_share(pauses in proptest::collection::vec(0i64..8_000, 1..200)) {
            let (mut tries, mut now, mut taken) = (Tries::default(), NOW, Vec::new());
            for pause in pauses {
                now = now.plus(pause);
                match tries.take(TEN, now) {
                    Ok(()) => taken.push(now.0),
                    Err(Wait(wait)) => prop_assert!((1..=6_000).contains(&wait)),
                }
            }
            for (index, start) in taken.iter().enumerate() {
                let within = taken[index..].iter().take_while(|at| *at - start < Timestamp::MINUTE).count();
                prop_assert!(within <= 20, "{within} within a minute");
            }
        }
    }
}
