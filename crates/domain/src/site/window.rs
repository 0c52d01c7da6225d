//! For how long viewers see something.

use crate::content::{Page, Slide};
use crate::editing::Check;
use crate::field_error::FieldError;
use crate::time::Timestamp;

/// The end of the year 9999, in seconds.
const LAST_SECOND: i64 = 253_402_300_799;

/// From a moment until another; without them from ever and for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
}

impl Window {
    pub fn is_open(self, now: Timestamp) -> bool {
        self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until)
    }

    /// When it opens or closes next.
    pub fn next_change(self, now: Timestamp) -> Option<Timestamp> {
        self.moments().filter(|at| *at > now).min()
    }

    pub fn moments(self) -> impl Iterator<Item = Timestamp> {
        [self.from, self.until].into_iter().flatten()
    }

    pub(super) fn check(self, check: &mut Check) {
        for (field, at) in [("visible_from", self.from), ("visible_until", self.until)] {
            let is_date = |at: Timestamp| (0..=LAST_SECOND).contains(&at.seconds());
            check.note(field, at.is_some_and(|at| !is_date(at)).then_some(FieldError::Date));
        }
        let is_reversed = self.from.zip(self.until).is_some_and(|(from, until)| from >= until);
        check.note("visible_until", is_reversed.then_some(FieldError::TimeOrder));
    }
}

/// A moment of fields, which are in seconds.
pub(super) fn moment(seconds: Option<Option<i64>>) -> Option<Option<Timestamp>> {
    seconds.map(|seconds| seconds.map(Timestamp::from_seconds))
}

impl Slide {
    pub fn window(&self) -> Window {
        Window { from: self.visible_from, until: self.visible_until }
    }
}

impl Page {
    pub fn window(&self) -> Window {
        Window { from: self.visible_from, until: self.visible_until }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// UI-16: between two changes a window stays as it is, and at each change it does change.
        #[test]
        fn windows_change_at_their_moments(from in proptest::option::of(0i64..50), until in proptest::option::of(0i64..50)) {
            let window = Window { from: from.map(Timestamp), until: until.map(Timestamp) };
            prop_assume!(from.zip(until).is_none_or(|(from, until)| from < until));
            for now in 0..50 {
                let (is, was) = (window.is_open(Timestamp(now)), window.is_open(Timestamp(now - 1)));
                prop_assert_eq!(is != was, window.next_change(Timestamp(now - 1)) == Some(Timestamp(now)));
            }
        }
    }
}
