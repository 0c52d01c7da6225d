//! Blocking playlist reloads: a player requests a playlist with a part that does not exist yet.

use std::time::Duration;

use crate::hls::Settings;

/// How far a live playlist has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// Of the open segment, or of the next.
    pub number: u64,
    /// That the open segment has so far.
    pub parts: u32,
    /// That the segment before it has.
    pub last_parts: u32,
    pub ended: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// The playlist has what was asked for.
    Ready,
    /// Ask again on the next change, or when this time is over.
    Wait(Duration),
    /// So far ahead that it is a mistake: 400.
    Refused,
    /// It did not come in three target durations: 503.
    TimedOut,
}

impl Edge {
    /// Segments ahead of the newest that may be asked for.
    const MAX_AHEAD: u64 = 2;

    /// The newest segment and its newest part, for reports in other renditions; `None` if there is none.
    pub fn last(&self) -> Option<(u64, Option<u32>)> {
        match (self.parts, self.last_parts) {
            (1.., _) => Some((self.number, Some(self.parts - 1))),
            (0, 1..) => Some((self.number.checked_sub(1)?, Some(self.last_parts - 1))),
            (0, 0) => Some((self.number.checked_sub(1)?, None)),
        }
    }

    /// Decides on `_HLS_msn` and `_HLS_part` of a request that has waited so long already.
    pub fn reload(&self, number: Option<u64>, part: Option<u32>, waited: Duration, settings: &Settings) -> Reload {
        let Some(number) = number else {
            return if part.is_some() { Reload::Refused } else { Reload::Ready };
        };
        if self.ended {
            return Reload::Ready;
        }
        // Past the last part of a segment means the first part of the next.
        let (number, part) = match part {
            Some(part) if number.checked_add(1) == Some(self.number) && part >= self.last_parts => {
                (self.number, Some(0))
            }
            part => (number, part),
        };
        if number < self.number || (number == self.number && part.is_some_and(|part| part < self.parts)) {
            return Reload::Ready;
        }
        // The newest in the playlist is the open one, once it has a part.
        let newest = if self.parts > 0 { self.number } else { self.number.saturating_sub(1) };
        let ahead = part.map_or(0, |part| part.saturating_sub(self.parts));
        if number > newest.saturating_add(Self::MAX_AHEAD) || ahead > advance_limit(settings) {
            return Reload::Refused;
        }
        Self::patience(waited, settings).map_or(Reload::TimedOut, Reload::Wait)
    }

    /// What is left of it after so long a wait.
    pub fn patience(waited: Duration, settings: &Settings) -> Option<Duration> {
        let whole = Duration::from_secs(u64::from(settings.target_seconds) * 3);
        whole.checked_sub(waited).filter(|left| !left.is_zero())
    }
}

/// Parts ahead that may be asked for: three seconds of them, and at least three.
fn advance_limit(settings: &Settings) -> u32 {
    let part = settings.part_target().as_millis().max(1);
    u32::try_from(3000_u128.div_ceil(part)).unwrap_or(u32::MAX).max(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Duration = Duration::ZERO;
    const TIMEOUT: Duration = Duration::from_secs(12);

    fn ask(edge: Edge, number: u64, part: impl Into<Option<u32>>) -> Reload {
        edge.reload(Some(number), part.into(), NONE, &Settings::default())
    }

    #[test]
    fn a_request_is_answered_waits_or_is_refused() {
        let edge = Edge { number: 10, parts: 3, last_parts: 8, ended: false };
        let wait = Reload::Wait(TIMEOUT);
        for (number, part, expected) in [
            (0, None, Reload::Ready),
            (9, None, Reload::Ready),
            (9, Some(7), Reload::Ready),
            // There is no part 8 in 9: it is part 0 of 10.
            (9, Some(8), Reload::Ready),
            (10, Some(2), Reload::Ready),
            (10, Some(3), wait),
            (10, None, wait),
            (11, Some(0), wait),
            (12, None, wait),
            (13, None, Reload::Refused),
            (u64::MAX, Some(u32::MAX), Reload::Refused),
            (10, Some(8), wait),
            (10, Some(100), Reload::Refused),
        ] {
            assert_eq!(ask(edge, number, part), expected, "{number} {part:?}");
        }
        let between = Edge { parts: 0, ..edge };
        assert_eq!(ask(between, 9, 8), wait);
        assert_eq!(ask(between, 10, 0), wait);
        assert_eq!(ask(between, 12, None), Reload::Refused);
        let ended = Edge { ended: true, ..edge };
        assert_eq!(ask(ended, 10, 3), Reload::Ready);
    }

    #[test]
    fn waiting_has_an_end() {
        let edge = Edge { number: 10, ..Edge::default() };
        let after = |waited| edge.reload(Some(10), Some(0), waited, &Settings::default());
        assert_eq!(after(Duration::from_secs(5)), Reload::Wait(Duration::from_secs(7)));
        assert_eq!(after(TIMEOUT), Reload::TimedOut);
        assert_eq!(after(Duration::MAX), Reload::TimedOut);
    }

    #[test]
    fn a_part_without_its_segment_is_refused() {
        let edge = Edge::default();
        assert_eq!(edge.reload(None, Some(1), NONE, &Settings::default()), Reload::Refused);
        assert_eq!(edge.reload(None, None, NONE, &Settings::default()), Reload::Ready);
    }
}
