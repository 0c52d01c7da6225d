//! Times in a file: a moment in UTC, or one that is counted from the hour of the import, so that a demo is always fresh.

use domain::time::Timestamp;
use jiff::ToSpan;
use jiff::civil::{Time, Weekday};
use jiff::tz::TimeZone;
use serde::{Deserialize, Deserializer};

/// The furthest that a relative time may be from the import, in days and in minutes.
const MAX_DAYS: i64 = 3_660;
const MAX_MINUTES: i64 = MAX_DAYS * 24 * 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Moment {
    At(#[serde(deserialize_with = "utc")] Timestamp),
    Relative(Relative),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Relative {
    /// Minutes after the full hour in which the file is imported; before it if less than 0.
    minutes: Option<i64>,
    /// Days after today where the game is played; before today if less than 0.
    days: Option<i64>,
    /// The first such day from there on, in the same direction.
    #[serde(default, deserialize_with = "weekday")]
    weekday: Option<Weekday>,
    /// The time of that day, where the game is played.
    time: Option<Time>,
}

fn utc<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = || serde::de::Error::custom("no moment in UTC");
    if !text.ends_with('Z') {
        return Err(wrong());
    }
    let at = text.parse::<jiff::Timestamp>().map_err(|_| wrong())?;
    Ok(Timestamp(at.as_millisecond()))
}

fn weekday<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Weekday>, D::Error> {
    let days = [
        ("monday", Weekday::Monday),
        ("tuesday", Weekday::Tuesday),
        ("wednesday", Weekday::Wednesday),
        ("thursday", Weekday::Thursday),
        ("friday", Weekday::Friday),
        ("saturday", Weekday::Saturday),
        ("sunday", Weekday::Sunday),
    ];
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let found = days.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, day)| Some(day)).ok_or_else(|| serde::de::Error::custom("no day of the week"))
}

impl Moment {
    /// Why it is none, for a value that could not be read.
    pub(crate) const EXPECTED: &str = "has to be a moment in UTC such as 2027-01-31T19:00:00Z, or one that is relative to the import: \
         {\"minutes\": 90}, or {\"days\": 2, \"weekday\": \"friday\", \"time\": \"19:00\"} with or without the weekday";

    /// The moment; nothing for one that is said in neither way, or is further away than anybody plans. The same for every
    /// `now` within an hour, so that a second import changes nothing.
    pub(crate) fn at(self, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let relative = match self {
            Self::At(at) => return Some(at),
            Self::Relative(relative) => relative,
        };
        let hour = Timestamp(now.0.div_euclid(Timestamp::HOUR) * Timestamp::HOUR);
        match relative {
            Relative { minutes: Some(minutes), days: None, weekday: None, time: None } => {
                (minutes.abs() <= MAX_MINUTES).then(|| hour.plus(minutes * Timestamp::MINUTE))
            }
            Relative { minutes: None, days: Some(days), weekday, time: Some(time) } => {
                (days.abs() <= MAX_DAYS).then(|| on_day(hour, zone, days, weekday, time).ok())?
            }
            _ => None,
        }
    }
}

/// Walks whole days from today until the weekday fits.
fn on_day(
    now: Timestamp,
    zone: &TimeZone,
    days: i64,
    on: Option<Weekday>,
    time: Time,
) -> Result<Timestamp, jiff::Error> {
    let today = jiff::Timestamp::from_millisecond(now.0)?.to_zoned(zone.clone()).date();
    let mut day = today.checked_add(days.days())?;
    let step = if days < 0 { -1 } else { 1 };
    while on.is_some_and(|weekday| day.weekday() != weekday) {
        day = day.checked_add(step.days())?;
    }
    let start = day.to_datetime(time).to_zoned(zone.clone())?;
    Ok(Timestamp(start.timestamp().as_millisecond()))
}

/// A moment as it is written. Moments that no calendar has are at its ends.
pub(crate) fn written(at: Timestamp) -> String {
    let clamped = at.0.clamp(jiff::Timestamp::MIN.as_millisecond(), jiff::Timestamp::MAX.as_millisecond());
    jiff::Timestamp::from_millisecond(clamped).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<Moment> {
        serde_json::from_str(json).ok()
    }

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn friday_night_is_friday_night_where_it_is_played() {
        let denver = TimeZone::get("America/Denver").unwrap();
        let friday = read(r#"{"days": 2, "weekday": "friday", "time": "19:00"}"#).unwrap();
        // A Sunday in UTC that is still Saturday in Denver; the clocks there change in between.
        assert_eq!(friday.at(at("2026-03-08T03:20:00Z"), &denver), Some(at("2026-03-14T01:00:00Z")));
        let before = read(r#"{"days": -2, "weekday": "friday", "time": "19:00"}"#).unwrap();
        assert_eq!(before.at(at("2026-03-08T03:20:00Z"), &denver), Some(at("2026-02-28T02:00:00Z")));
    }

    #[test]
    fn moment_stays_the_same_within_the_hour() {
        let zone = TimeZone::get("America/New_York").unwrap();
        for json in [r#"{"minutes": -20}"#, r#"{"minutes": 105}"#, r#"{"days": -3, "time": "19:00"}"#] {
            let moment = read(json).unwrap();
            let [first, last] = ["2026-11-15T03:00:00Z", "2026-11-15T03:59:59Z"].map(|now| moment.at(at(now), &zone));
            assert_eq!(first, last);
            assert!(first.is_some());
        }
    }

    #[test]
    fn malformed_moment_gives_no_time() {
        for json in [
            "5",
            "\"\"",
            "\"2026-11-15T03:00:00\"",
            "\"2026-11-15T03:00:00+02:00\"",
            r#"{"days": 1, "weekday": "someday", "time": "19:00"}"#,
            r#"{"hours": 1}"#,
            r#"{"days": 1, "time": "25:00"}"#,
        ] {
            assert_eq!(read(json), None, "{json}");
        }
        for json in
            ["{}", r#"{"days": 1}"#, r#"{"minutes": 1, "time": "19:00"}"#, r#"{"days": 99999999, "time": "19:00"}"#]
        {
            let moment = read(json).unwrap();
            assert_eq!(moment.at(at("2026-11-15T03:00:00Z"), &TimeZone::UTC), None, "{json}");
        }
        assert_eq!(read("\"2026-11-15T03:00:00.123Z\""), Some(Moment::At(at("2026-11-15T03:00:00.123Z"))));
    }
}
