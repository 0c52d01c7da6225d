//! How often something may be tried: a few times at once, then at a steady pace.

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
        let all_back_at = self.all_back_at.max(now.0) + rate.pace();
        let wait = all_back_at - now.0 - rate.pace() * rate.tries;
        if wait > 0 {
            return Err(Wait(wait));
        }
        self.all_back_at = all_back_at;
        Ok(())
    }

    /// Undoes a `take`: what turned out to be right is not counted.
    pub fn give_back(&mut self, rate: Rate) {
        self.all_back_at -= rate.pace();
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

    proptest! {
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
