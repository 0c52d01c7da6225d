//! The current time, passed in at start-up so that tests can move it.

pub use domain::time::Clock;
use domain::time::Timestamp;

/// The machine's own clock: what the program hands in.
pub fn system() -> Clock {
    Clock::new(|| Timestamp(jiff::Timestamp::now().as_millisecond()))
}
