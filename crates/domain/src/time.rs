//! Points in time: UTC, in milliseconds, so that they sort the same in every database.

use std::fmt;
use std::sync::Arc;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// The earliest day that a list or calendar goes back to.
pub const EARLIEST_DAY: Date = date(2022, 8, 1);

/// The name of the zone of those who have none.
pub const UTC: &str = "UTC";

/// Milliseconds since 1970, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    pub const SECOND: i64 = 1_000;
    pub const MINUTE: i64 = 60 * Self::SECOND;
    pub const HOUR: i64 = 60 * Self::MINUTE;
    pub const DAY: i64 = 24 * Self::HOUR;

    pub fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(Self::SECOND))
    }

    /// Whole seconds, rounded down: what goes over the wire.
    pub fn seconds(self) -> i64 {
        self.0.div_euclid(Self::SECOND)
    }

    pub fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }
}

/// What tells the time of day. The program hands in the machine's, a test one that it moves.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    pub fn new(read: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Clock").field(&self.now()).finish()
    }
}

/// When a day begins in a zone; days of the far ends of time begin at those ends.
pub fn start_of_day(day: Date, zone: &TimeZone) -> Timestamp {
    let start = day.to_zoned(zone.clone()).map(|start| start.timestamp().as_millisecond());
    Timestamp(start.unwrap_or(if day < EARLIEST_DAY { i64::MIN } else { i64::MAX }))
}

/// Whether the name is a time zone of the IANA database, such as `America/Toronto`, or `UTC`.
pub fn is_time_zone(name: &str) -> bool {
    (name == UTC || name.contains('/')) && TimeZone::get(name).is_ok()
}

/// The zone of a stored name. The database of zones may have lost one since: that one reads as UTC.
pub fn zone_of(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap_or(TimeZone::UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_down_before_1970_too() {
        assert_eq!(Timestamp(1_999).seconds(), 1);
        assert_eq!(Timestamp(-1).seconds(), -1);
        assert_eq!(Timestamp::from_seconds(i64::MAX), Timestamp(i64::MAX));
    }

    #[test]
    fn days_begin_where_they_are() {
        let zone = |name| TimeZone::get(name).unwrap();
        let day = date(2026, 3, 8);
        let [before, after] = [day, date(2026, 3, 9)].map(|day| start_of_day(day, &zone("America/New_York")));
        assert_eq!(after.0 - before.0, 23 * Timestamp::HOUR, "the clocks go forward");
        assert_eq!(start_of_day(day, &zone("UTC")).0 % Timestamp::DAY, 0);
    }

    #[test]
    fn time_zone_must_have_an_iana_name() {
        assert!(is_time_zone("America/Toronto"));
        assert!(is_time_zone("Europe/Sofia"));
        assert!(is_time_zone(UTC));
        for wrong in ["", "EST", "America/Nowhere", "../etc/passwd", "Toronto"] {
            assert!(!is_time_zone(wrong), "{wrong}");
        }
    }
}
