//! What became of a try, when the next one is, and when a webhook is switched off.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::time::Timestamp;

/// The pauses after tries that failed, as Standard Webhooks recommends them.
const PAUSES: [i64; 9] = [
    5 * Timestamp::SECOND,
    5 * Timestamp::MINUTE,
    30 * Timestamp::MINUTE,
    2 * Timestamp::HOUR,
    5 * Timestamp::HOUR,
    10 * Timestamp::HOUR,
    14 * Timestamp::HOUR,
    20 * Timestamp::HOUR,
    24 * Timestamp::HOUR,
];
/// How often a delivery is tried before it has failed.
pub const MAX_TRIES: i32 = PAUSES.len() as i32 + 1;
/// A webhook that has failed for so long is switched off.
const MAX_FAILING: i64 = 5 * Timestamp::DAY;

/// Why a try failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryProblem {
    /// It answered with another status than 2xx.
    Status,
    /// It answered with a redirect, which is not followed.
    Redirect,
    /// It answered 410: it wants no more.
    Gone,
    /// It did not answer within five seconds.
    TimedOut,
    Refused,
    /// The connection could not be encrypted.
    Tls,
    /// Its name does not resolve.
    NameNotFound,
    /// Its name leads to a private network or to this machine.
    PrivateAddress,
    Unreachable,
    /// The webhook was switched off.
    SwitchedOff,
    /// The server ended during every try.
    Interrupted,
}

/// What became of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryAttempt {
    pub status: Option<u16>,
    /// Absent if it was delivered.
    pub problem: Option<DeliveryProblem>,
    pub duration_ms: i64,
    /// The beginning of what was answered.
    pub response: Option<String>,
}

impl DeliveryAttempt {
    /// By the status that was answered.
    pub fn answered(status: u16, response: String, duration_ms: i64) -> Self {
        let problem = match status {
            200..=299 => None,
            300..=399 => Some(DeliveryProblem::Redirect),
            410 => Some(DeliveryProblem::Gone),
            _ => Some(DeliveryProblem::Status),
        };
        Self { status: Some(status), problem, duration_ms, response: Some(response) }
    }

    pub fn failed(problem: DeliveryProblem, duration_ms: i64) -> Self {
        Self { status: None, problem: Some(problem), duration_ms, response: None }
    }
}

/// Why the server switched a webhook off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OffReason {
    /// It answered 410.
    Gone,
    /// Nothing was delivered for five days.
    Failing,
}

/// How long to wait after so many tries failed; `None` after the last. `random` spreads it by a tenth, so that what failed
/// together does not come back together.
pub fn pause_after(failed: i32, random: u8) -> Option<i64> {
    let pause = *PAUSES.get(usize::try_from(failed - 1).ok()?)?;
    let tenth = pause / 10;
    Some(pause - tenth + 2 * tenth * i64::from(random) / 255)
}

/// Whether a webhook is switched off after a try that failed. It has been failing since then.
pub fn off_reason(problem: DeliveryProblem, failing_since: Timestamp, now: Timestamp) -> Option<OffReason> {
    match problem {
        DeliveryProblem::Gone => Some(OffReason::Gone),
        _ if now >= failing_since.plus(MAX_FAILING) => Some(OffReason::Failing),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn status_decides_what_became_of_a_try() {
        for (status, problem) in [
            (200, None),
            (204, None),
            (299, None),
            (301, Some(DeliveryProblem::Redirect)),
            (308, Some(DeliveryProblem::Redirect)),
            (400, Some(DeliveryProblem::Status)),
            (410, Some(DeliveryProblem::Gone)),
            (500, Some(DeliveryProblem::Status)),
            (999, Some(DeliveryProblem::Status)),
        ] {
            assert_eq!(DeliveryAttempt::answered(status, String::new(), 1).problem, problem, "{status}");
        }
    }

    #[test]
    fn webhook_is_switched_off_after_five_days_or_by_410() {
        let since = Timestamp(1_800_000_000_000);
        let off = |problem, after| off_reason(problem, since, since.plus(after));
        assert_eq!(off(DeliveryProblem::Status, MAX_FAILING - 1), None);
        assert_eq!(off(DeliveryProblem::Status, MAX_FAILING), Some(OffReason::Failing));
        assert_eq!(off(DeliveryProblem::TimedOut, MAX_FAILING), Some(OffReason::Failing));
        assert_eq!(off(DeliveryProblem::Gone, 0), Some(OffReason::Gone));
    }

    #[test]
    fn pauses_end_with_the_last_try() {
        assert_eq!(pause_after(MAX_TRIES, 0), None);
        assert_eq!(pause_after(0, 0), None);
        assert_eq!(pause_after(i32::MAX, 0), None);
        // All tries are over before a webhook is switched off, and before a delivery is no longer kept.
        assert!(PAUSES.iter().sum::<i64>() * 11 / 10 < MAX_FAILING && MAX_FAILING < super::super::KEPT);
    }

    proptest! {
        #[test]
        fn pauses_grow_and_stay_within_a_tenth(failed in 1..MAX_TRIES, random: u8, other: u8) {
            let pause = pause_after(failed, random).unwrap();
            let exact = PAUSES[usize::try_from(failed - 1).unwrap()];
            prop_assert!((pause - exact).abs() <= exact / 10, "{} {}", pause, exact);
            if let Some(next) = pause_after(failed + 1, other) {
                prop_assert!(next > pause || exact >= 14 * Timestamp::HOUR);
            }
        }
    }
}
