//! Delays between attempts.

use std::time::Duration;

use super::config::Limits;

/// The pause after a number of tries: twice as long each time, between half and the whole of it by chance, so that many
/// callers do not come back at once. The provider's own wish is never undercut.
pub(super) fn pause(limits: &Limits, tries: u32, not_before: Option<Duration>, chance: f64) -> Duration {
    let doublings = tries.saturating_sub(1).min(16);
    let whole = limits.first_pause.saturating_mul(1 << doublings).min(limits.longest_pause);
    let ours = whole.mul_f64(0.5 + chance.clamp(0.0, 1.0) / 2.0);
    not_before.map_or(ours, |wish| ours.max(wish))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// T13: pauses are bounded, and as long as the provider asks for.
        #[test]
        fn pauses_stay_in_their_bounds(tries in any::<u32>(), chance in 0.0..1.0, wish in prop::option::of(0..100_u64)) {
            let limits = Limits::default();
            let wish = wish.map(Duration::from_secs);
            let pause = pause(&limits, tries, wish, chance);
            prop_assert!(pause >= wish.unwrap_or_default().max(limits.first_pause / 2));
            prop_assert!(pause <= wish.unwrap_or_default().max(limits.longest_pause));
        }
    }

    #[test]
    fn pauses_grow() {
        let limits = Limits::default();
        let all: Vec<_> = (1..=5).map(|tries| pause(&limits, tries, None, 1.0).as_millis()).collect();
        assert_eq!(all, [500, 1_000, 2_000, 4_000, 5_000]);
        assert_eq!(pause(&limits, 1, None, 0.0).as_millis(), 250);
    }
}
