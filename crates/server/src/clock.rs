//! The time of day, from one place.

use domain::time::Timestamp;

pub(crate) fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}
