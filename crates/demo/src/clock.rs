//! When the demo's games are played: always the same distance from the hour in which somebody asks.

use domain::event::StreamStatus;
use domain::time::Timestamp;
use jiff::ToSpan;
use jiff::civil::Weekday;
use jiff::tz::TimeZone;

/// The start of a game, relative to now.
#[derive(Clone, Copy)]
pub(crate) enum When {
    /// Minutes before the full hour; the game is being played.
    Began(i64),
    /// Minutes after the full hour, whatever the clock says where it is played.
    Soon(i64),
    /// On the first such weekday (or just the day) at least so many days after today, in the place's own time.
    Ahead(Day),
    /// The same, backwards.
    Ago(Day),
}

/// A day and an hour of the place where a game is played.
#[derive(Clone, Copy)]
pub(crate) struct Day {
    days: i64,
    on: Option<Weekday>,
    hour: i8,
    minute: i8,
}

impl When {
    pub(crate) const fn ahead(days: i64, on: Weekday, hour: i8, minute: i8) -> Self {
        Self::Ahead(Day { days, on: Some(on), hour, minute })
    }

    pub(crate) const fn in_days(days: i64, hour: i8, minute: i8) -> Self {
        Self::Ahead(Day { days, on: None, hour, minute })
    }

    pub(crate) const fn ago(days: i64, on: Weekday, hour: i8, minute: i8) -> Self {
        Self::Ago(Day { days, on: Some(on), hour, minute })
    }

    pub(crate) const fn days_ago(days: i64, hour: i8, minute: i8) -> Self {
        Self::Ago(Day { days, on: None, hour, minute })
    }

    pub(crate) fn status(self) -> StreamStatus {
        match self {
            Self::Began(_) => StreamStatus::Live,
            Self::Soon(_) | Self::Ahead(_) => StreamStatus::Upcoming,
            Self::Ago(_) => StreamStatus::Finished,
        }
    }

    /// The same for every `now` within an hour, so that a second start changes nothing.
    pub(crate) fn starts_at(self, now: Timestamp, zone: &TimeZone) -> Timestamp {
        let hour = Timestamp(now.0.div_euclid(Timestamp::HOUR) * Timestamp::HOUR);
        match self {
            Self::Began(minutes) => hour.plus(-minutes * Timestamp::MINUTE),
            Self::Soon(minutes) => hour.plus(minutes * Timestamp::MINUTE),
            Self::Ahead(day) => day.starts_at(hour, zone, 1),
            Self::Ago(day) => day.starts_at(hour, zone, -1),
        }
    }
}

impl Day {
    /// Walks whole days from today until the weekday fits; where the calendar ends, plain days have to do.
    fn starts_at(self, now: Timestamp, zone: &TimeZone, direction: i64) -> Timestamp {
        let walk = || -> Result<Timestamp, jiff::Error> {
            let today = jiff::Timestamp::from_millisecond(now.0)?.to_zoned(zone.clone()).date();
            let mut day = today.checked_add((self.days * direction).days())?;
            while self.on.is_some_and(|weekday| day.weekday() != weekday) {
                day = day.checked_add(direction.days())?;
            }
            let start = day.at(self.hour, self.minute, 0, 0).to_zoned(zone.clone())?;
            Ok(Timestamp(start.timestamp().as_millisecond()))
        };
        walk().unwrap_or_else(|_| now.plus(direction * self.days * Timestamp::DAY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn friday_night_is_friday_night_where_it_is_played() {
        let denver = TimeZone::get("America/Denver").unwrap();
        let friday = When::ahead(2, Weekday::Friday, 19, 0);
        // A Sunday in UTC that is still Saturday in Denver; the clocks there change in between.
        assert_eq!(friday.starts_at(at("2026-03-08T03:20:00Z"), &denver), at("2026-03-14T01:00:00Z"));
    }

    #[test]
    fn nothing_moves_within_the_hour() {
        let zone = TimeZone::get("America/New_York").unwrap();
        for when in [When::Began(20), When::Soon(105), When::days_ago(3, 19, 0)] {
            let [first, last] =
                ["2026-11-15T03:00:00Z", "2026-11-15T03:59:59Z"].map(|now| when.starts_at(at(now), &zone));
            assert_eq!(first, last);
        }
    }
}
