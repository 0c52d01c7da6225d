//! Times as operators type them: a local time in a zone, which the change of clocks may leave out or repeat.

use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, Offset};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field_error::FieldError;
use crate::time::{Timestamp, is_time_zone, zone_of};

/// A local time in a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LocalTime {
    /// Such as `2026-11-20T19:00`.
    pub local: String,
    /// IANA name.
    pub zone: String,
    /// Such as `+02:00`: which of two moments is meant, where the clocks show the time twice. Without one it is the first.
    #[serde(default)]
    pub offset: Option<String>,
}

/// How often clocks show a local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClockReading {
    Unique,
    /// The clocks are put forward past it.
    Skipped,
    /// The clocks are put back and show it twice.
    Repeated,
}

/// A moment with its local time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ZonedTime {
    pub local: String,
    pub zone: String,
    /// Seconds since 1970.
    pub at: i64,
    /// From UTC, such as `+02:00`.
    pub offset: String,
    pub clock: ClockReading,
}

/// The moments at which clocks in a zone show a local time: none, one or two, by their offsets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LocalMoments {
    pub clock: ClockReading,
    /// The first one first. Empty for a time that is skipped.
    pub moments: Vec<ZonedTime>,
}

impl LocalTime {
    /// The moment, if clocks show the time at all.
    pub fn moment(&self) -> Result<Timestamp, FieldError> {
        let found = self.moments()?;
        if found.clock == ClockReading::Skipped {
            return Err(FieldError::TimeSkipped);
        }
        let is_meant = |moment: &&ZonedTime| self.offset.as_ref().is_none_or(|offset| *offset == moment.offset);
        // An offset of another season is as good as none.
        let meant = found.moments.iter().find(is_meant).or_else(|| found.moments.first());
        meant.map(|moment| Timestamp::from_seconds(moment.at)).ok_or(FieldError::Date)
    }

    pub fn moments(&self) -> Result<LocalMoments, FieldError> {
        if !is_time_zone(&self.zone) {
            return Err(FieldError::TimeZone);
        }
        let local: DateTime = self.local.parse().map_err(|_| FieldError::Date)?;
        let zone = zone_of(&self.zone);
        let (clock, offsets) = match zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => (ClockReading::Unique, vec![offset]),
            AmbiguousOffset::Gap { .. } => (ClockReading::Skipped, vec![]),
            AmbiguousOffset::Fold { before, after } => (ClockReading::Repeated, vec![before, after]),
        };
        let at = |offset: Offset| offset.to_timestamp(local).map_err(|_| FieldError::Date);
        let moment = |offset: Offset| Ok(self.zoned(local, at(offset)?.as_second(), offset, clock));
        let moments = offsets.into_iter().map(moment).collect::<Result<_, FieldError>>()?;
        Ok(LocalMoments { clock, moments })
    }

    fn zoned(&self, local: DateTime, at: i64, offset: Offset, clock: ClockReading) -> ZonedTime {
        ZonedTime { local: written(local), zone: self.zone.clone(), at, offset: offset_text(offset), clock }
    }
}

impl ZonedTime {
    /// What clocks in the zone show at the moment.
    pub fn of(at: Timestamp, zone: &str) -> Self {
        let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned(zone_of(zone));
        let is_repeated =
            matches!(zone_of(zone).to_ambiguous_timestamp(moment.datetime()).offset(), AmbiguousOffset::Fold { .. });
        Self {
            local: written(moment.datetime()),
            zone: zone.to_owned(),
            at: at.seconds(),
            offset: offset_text(moment.offset()),
            clock: if is_repeated { ClockReading::Repeated } else { ClockReading::Unique },
        }
    }
}

/// To the minute, unless there are seconds.
fn written(local: DateTime) -> String {
    let format = if local.second() == 0 { "%Y-%m-%dT%H:%M" } else { "%Y-%m-%dT%H:%M:%S" };
    local.strftime(format).to_string()
}

fn offset_text(offset: Offset) -> String {
    let minutes = offset.seconds().div_euclid(60);
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn local(local: &str, zone: &str, offset: Option<&str>) -> LocalTime {
        LocalTime { local: local.into(), zone: zone.into(), offset: offset.map(str::to_owned) }
    }

    const TORONTO: &str = "America/Toronto";

    #[test]
    fn local_time_is_one_moment_two_or_none() {
        let seconds = |text: &str| Timestamp::from_seconds(text.parse::<jiff::Timestamp>().unwrap().as_second());
        assert_eq!(local("2026-11-20T19:00", "Europe/Sofia", None).moment(), Ok(seconds("2026-11-20T17:00:00Z")));
        let twice = |offset| local("2026-11-01T01:30", TORONTO, offset).moment();
        assert_eq!(twice(None), Ok(seconds("2026-11-01T05:30:00Z")));
        assert_eq!(twice(Some("-04:00")), Ok(seconds("2026-11-01T05:30:00Z")));
        assert_eq!(twice(Some("-05:00")), Ok(seconds("2026-11-01T06:30:00Z")));
        assert_eq!(local("2027-03-14T02:30", TORONTO, None).moment(), Err(FieldError::TimeSkipped));
        assert_eq!(local("2027-03-14T02:30", "Mars/Olympus", None).moment(), Err(FieldError::TimeZone));
        for wrong in ["", "tomorrow", "2026-02-30T10:00"] {
            assert_eq!(local(wrong, TORONTO, None).moment(), Err(FieldError::Date), "{wrong}");
        }
    }

    #[test]
    fn repeated_time_has_both_offsets() {
        let found = local("2026-11-01T01:30", TORONTO, None).moments().unwrap();
        assert_eq!(found.clock, ClockReading::Repeated);
        assert_eq!(found.moments.iter().map(|one| one.offset.as_str()).collect::<Vec<_>>(), ["-04:00", "-05:00"]);
        let later = ZonedTime::of(Timestamp::from_seconds(found.moments[1].at), TORONTO);
        assert_eq!((later.offset.as_str(), later.clock), ("-05:00", ClockReading::Repeated));
    }

    proptest! {
        /// A moment that is shown and sent back is the same moment, whatever the clocks do.
        #[test]
        fn shown_moments_read_back(seconds in 0i64..4_000_000_000, zone in 0usize..5) {
            let zone = [TORONTO, "Europe/Sofia", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"][zone];
            let at = Timestamp::from_seconds(seconds);
            let ZonedTime { local, zone, offset, .. } = ZonedTime::of(at, zone);
            prop_assert_eq!(LocalTime { local, zone, offset: Some(offset) }.moment(), Ok(at));
        }

        #[test]
        fn odd_texts_are_refused_without_panic(local in "\\PC{0,30}", offset in proptest::option::of("\\PC{0,8}")) {
            let _ = LocalTime { local, zone: TORONTO.into(), offset }.moment();
        }
    }
}
