//! The speed of drawing a match, and when sending can start without running out of frames.

use std::time::Duration;

/// Seconds of a match that two cores draw in one second.
pub(crate) const USUAL_SPEED: f64 = 3.0;
/// A speed that was known before counts like one that was measured for so long.
const KNOWN_FOR: f64 = 15.0;
/// Drawn before anything is sent, however fast the drawing is: encoder and file are a second or two behind it.
const LEAST_HEAD: Duration = Duration::from_secs(8);
/// Nor is more waited for, however slow it is: what is drawn is rather repeated.
const MAX_HEAD: Duration = Duration::from_secs(24);
/// The machine may become that much slower once viewers are there.
const SLOWDOWN: f64 = 1.5;
/// From the first second on the time is taken: before it the ground and the stands are painted.
const FIRST: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Of the match, as it is played.
    pub(crate) drawn: Duration,
    pub(crate) length: Duration,
    /// By the clock, since the first second was drawn or should have been.
    pub(crate) took: Duration,
    /// The speed of other matches before it.
    pub(crate) before: f64,
}

impl Pace {
    /// Whether sending may begin.
    pub(crate) fn has_head(self) -> bool {
        self.drawn >= head(self.length, self.speed())
    }

    /// How long it takes until sending may begin, for this match and for those that are drawn after it.
    pub(crate) fn ready_in(self, later: &[Duration]) -> Vec<Duration> {
        let speed = self.speed();
        let takes = |of_match: Duration| of_match.div_f64(speed);
        let mut ready = vec![takes(head(self.length, speed).saturating_sub(self.drawn))];
        let mut turn = takes(self.length.saturating_sub(self.drawn));
        for length in later {
            ready.push(turn + takes(head(*length, speed)));
            turn += takes(*length);
        }
        ready
    }

    /// Seconds of a match that are drawn in a second.
    pub(crate) fn speed(self) -> f64 {
        let drawn = self.drawn.saturating_sub(FIRST).as_secs_f64() + self.before * KNOWN_FOR;
        drawn / (self.took.as_secs_f64() + KNOWN_FOR)
    }
}

/// How much has to be drawn before sending begins, so that the rest is there in time even if the drawing slows down.
fn head(length: Duration, speed: f64) -> Duration {
    let missing = (1.0 - speed / SLOWDOWN).max(0.0);
    length.mul_f64(missing).clamp(LEAST_HEAD, MAX_HEAD).min(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: Duration = Duration::from_secs(184);

    /// So much drawn, at that speed from the beginning.
    fn pace(drawn: u64, speed: f64) -> Pace {
        let drawn = Duration::from_secs(drawn);
        Pace { drawn, length: LENGTH, took: drawn.saturating_sub(FIRST).div_f64(speed), before: speed }
    }

    #[test]
    fn a_fast_drawing_needs_a_few_seconds_and_a_slow_one_more() {
        assert!(!pace(0, 4.0).has_head() && !pace(7, 4.0).has_head() && pace(8, 4.0).has_head());
        assert!(!pace(18, 1.35).has_head() && pace(19, 1.35).has_head());
        assert!(!pace(23, 0.01).has_head() && pace(24, 0.01).has_head());
    }

    /// Sending at the speed of play ends after drawing does that has slowed down.
    #[test]
    fn a_head_lasts_until_the_rest_is_drawn() {
        for speed in [1.31, 1.5, 1.7, 2.0, 3.0, 10.0] {
            let rest = (LENGTH - head(LENGTH, speed)).as_secs_f64();
            assert!(rest / (speed / SLOWDOWN) <= LENGTH.as_secs_f64() + 0.001, "{speed}");
        }
    }

    #[test]
    fn a_speed_that_was_known_is_given_up_slowly() {
        let stuck = |took| Pace { took: Duration::from_secs(took), ..pace(1, 4.0) }.speed();
        assert!((stuck(0) - 4.0).abs() < 0.001 && (stuck(15) - 2.0).abs() < 0.001 && stuck(3600) > 0.0);
    }

    #[test]
    fn matches_are_ready_in_the_order_in_which_they_are_drawn() {
        let seconds = |pace: Pace| pace.ready_in(&[LENGTH, LENGTH]).iter().map(Duration::as_secs).collect::<Vec<_>>();
        assert_eq!(seconds(pace(4, 4.0)), [1, 45 + 2, 45 + 46 + 2]);
        assert_eq!(seconds(pace(84, 4.0)), [0, 25 + 2, 25 + 46 + 2]);
        assert_eq!(seconds(pace(4, 1.0)), [20, 180 + 24, 180 + 184 + 24]);
    }
}
