//! Media times in ticks of a track's timescale.

use std::time::Duration;

/// Ticks per second of every video track.
pub const VIDEO_TIMESCALE: u32 = 90_000;
/// The same for sums of ticks.
pub(crate) const SECOND: u64 = VIDEO_TIMESCALE as u64;
pub(crate) const MILLISECOND: u64 = SECOND / 1000;

/// Ticks as time, to the nanosecond.
pub fn seconds(ticks: u64, timescale: u32) -> Duration {
    let nanoseconds = u128::from(ticks) * 1_000_000_000 / u128::from(timescale.max(1));
    Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX))
}

/// Ticks of one clock in ticks of another, rounded down.
pub fn rescale(ticks: u64, from: u32, to: u32) -> u64 {
    let scaled = u128::from(ticks) * u128::from(to) / u128::from(from.max(1));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}

/// A time in ticks of 90 kHz.
pub fn ticks(time: Duration) -> u64 {
    // Times of segments were ticks before they were rounded down to nanoseconds.
    let nanos = time.as_nanos() * u128::from(SECOND);
    u64::try_from((nanos + 500_000_000) / 1_000_000_000).unwrap_or(u64::MAX)
}
