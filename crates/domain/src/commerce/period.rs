//! The period that a payment covers.

use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};
use jiff::{Span, Timestamp as Instant};

use serde::{Deserialize, Serialize};

use crate::pass::Period;
use crate::time::Timestamp;

/// Days of a month that is paid for.
const MONTH: i64 = 30 * Timestamp::DAY;
const MONTHS_OF_A_YEAR: i64 = 12;

/// A time that is paid for, or free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

/// When the period of that number ends, counted from the first one's beginning: year by year from there, so that what
/// began on a 29th of February comes back to it.
pub fn end_of(period: Period, began: Timestamp, number: u32) -> Timestamp {
    let number = i64::from(number.max(1));
    match period {
        Period::Monthly => began.plus(MONTH.saturating_mul(number)),
        Period::Annual => years_after(began, number).unwrap_or(Timestamp(i64::MAX)),
    }
}

/// The first period of what begins now.
pub fn first(period: Period, now: Timestamp) -> Window {
    Window { starts_at: now, ends_at: end_of(period, now, 1) }
}

/// By the calendar, in UTC; nothing at the far end of time.
fn years_after(began: Timestamp, years: i64) -> Option<Timestamp> {
    let began: DateTime = Offset::UTC.to_datetime(Instant::from_millisecond(began.0).ok()?);
    let months = Span::new().try_months(years.checked_mul(MONTHS_OF_A_YEAR)?).ok()?;
    let end = began.checked_add(months).ok()?.to_zoned(TimeZone::UTC).ok()?;
    Some(Timestamp(end.timestamp().as_millisecond()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<Instant>().unwrap().as_millisecond())
    }

    /// PAY-02: a month is 30 days, a year 12 months, also across a leap day.
    #[test]
    fn periods_are_months_of_30_days_and_years_of_12_months() {
        let began = at("2024-02-29T12:30:00Z");
        assert_eq!(end_of(Period::Monthly, began, 1), at("2024-03-30T12:30:00Z"));
        assert_eq!(end_of(Period::Annual, began, 1), at("2025-02-28T12:30:00Z"));
        assert_eq!(end_of(Period::Annual, began, 4), at("2028-02-29T12:30:00Z"), "back to the day that it began on");
        assert_eq!(end_of(Period::Annual, Timestamp(i64::MAX), 1), Timestamp(i64::MAX));
    }

    proptest! {
        /// T17: periods follow each other; none is empty or goes back.
        #[test]
        fn periods_follow_each_other(began in 0_i64..4_000_000_000_000, number in 1_u32..50, annual: bool) {
            let period = if annual { Period::Annual } else { Period::Monthly };
            let [this, next] = [number, number + 1].map(|number| end_of(period, Timestamp(began), number));
            prop_assert!(Timestamp(began) < this && this < next);
            let days = (next.0 - this.0) / Timestamp::DAY;
            prop_assert!(if annual { (365..=366).contains(&days) } else { days == 30 }, "{}", days);
        }
    }
}
