//! How often something may be tried: a few times at once, then at a steady pace; and how those who fail are slowed down.

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

/// What is known of one who tries: when all tries will have come back.
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

/// How failures slow somebody down: some are free, then each doubles the time until the next try.
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

/// What is known of one who failed.
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
    pub fn take(&mut self, backoff: Backoff, now: Timestamp) -> Result<(), Wait> {
        self.check(now)?;
        self.forget(backoff, now);
        self.count = (self.count + 1).min(backoff.most());
        // Of two at once the one that is counted first may have begun later: a free one closes nothing.
        self.open_at = match backoff.wait(self.count) {
            0 => 0,
            wait => now.0 + wait,
        };
        Ok(())
    }

    /// Undoes a `take` that turned out to be right.
    pub fn give_back(&mut self) {
        self.count = self.count.saturating_sub(1);
        self.open_at = 0;
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
    fn free_ones_may_come_in_any_order() {
        let mut failures = Failures::default();
        for earlier in [0, 5, 10] {
            assert_eq!(failures.take(SLOW, NOW.plus(-earlier)), Ok(()));
        }
        assert!(failures.take(SLOW, NOW).is_err());
    }

    #[test]
    fn what_was_right_was_no_failure() {
        let mut failures = Failures::default();
        for _ in 0..100 {
            failures.take(SLOW, NOW).unwrap();
            failures.give_back();
        }
        assert_eq!(failures.count(SLOW, NOW), 0);
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
